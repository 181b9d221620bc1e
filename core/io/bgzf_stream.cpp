#include "core/io/bgzf_stream.h"

#include "core/io/bytes.h"
#include "core/io/file_stream.h"

#include <algorithm>
#include <cstring>

namespace lanescope::io {
namespace {

constexpr std::size_t kHeadBytes = 18; // gzip header with the one extra field that bgzip writes
constexpr std::size_t kMaxBlockText = std::size_t{64} << 10;
constexpr std::size_t kBatchText = std::size_t{512} << 10;

class WindowStream final : public ByteStream {
public:
    explicit WindowStream(InputWindow& window) : m_window(window) {}
    Result<std::size_t> read(std::span<char> out) override {
        std::size_t total = 0;
        while (total < out.size()) {
            auto next = m_window.peek();
            if (!next) return next.error();
            if (next->empty()) break;
            const std::size_t size = std::min(next->size(), out.size() - total);
            std::memcpy(out.data() + total, next->data(), size);
            m_window.consume(size);
            total += size;
        }
        return total;
    }

private:
    InputWindow& m_window;
};

} // namespace

std::size_t bgzfBlockBytes(std::span<const char> head) {
    if (head.size() < kHeadBytes || !looksLikeGzip(head)) return 0;
    const std::string_view s(head.data(), kHeadBytes);
    if (s[3] != '\x04' || s.substr(10, 6) != std::string_view("\x06\0BC\x02\0", 6)) return 0;
    const std::size_t size = std::size_t{ByteReader(s.substr(16)).number<std::uint16_t>()} + 1;
    return size < kHeadBytes + 8 ? 0 : size;
}

BgzfStream::BgzfStream(InputWindow input, OddityList* notes, RestartPoints* points, unsigned threads)
    : m_input(std::move(input)), m_notes(notes), m_points(points), m_maxInFlight(2 * std::size_t{threads}) {
    for (unsigned i = 1; i < threads; ++i) m_helpers.emplace_back([this](const std::stop_token& stop) { work(stop); });
}

BgzfStream::~BgzfStream() = default;

void BgzfStream::work(const std::stop_token& stop) {
    const auto inflater = makeInflater();
    while (!stop.stop_requested()) {
        std::shared_ptr<Batch> job;
        {
            std::unique_lock lock(m_mutex);
            if (!m_jobCame.wait(lock, stop, [this] { return !m_jobs.empty(); })) return;
            job = std::move(m_jobs.front());
            m_jobs.pop_front();
        }
        inflateBatch(*job, *inflater);
        finishJob(*job);
    }
}

void BgzfStream::inflateBatch(Batch& batch, Inflater& inflater) {
    std::size_t at = 0, written = 0;
    batch.good = false;
    for (const std::size_t end : batch.blockEnds) {
        const std::span<const char> block = std::span<const char>(batch.packed).subspan(at, end - at);
        inflater.startMember();
        std::size_t used = 0;
        for (int i = 0; i < 4; ++i) { // a good block takes one or two steps
            const Inflater::Step step = inflater.run(
                block.subspan(used), std::span<char>(batch.text).subspan(written, batch.textBytes - written));
            used += step.consumed;
            written += step.produced;
            if (step.outcome == Inflater::Outcome::MemberEnd && used == block.size()) break;
            if (step.outcome != Inflater::Outcome::Progress || i == 3) return;
        }
        at = end;
    }
    batch.good = written == batch.textBytes;
}

void BgzfStream::finishJob(Batch& batch) {
    const std::scoped_lock lock(m_mutex);
    batch.done = true;
    m_jobDone.notify_all();
}

std::shared_ptr<BgzfStream::Batch> BgzfStream::takeJob() {
    const std::scoped_lock lock(m_mutex);
    if (m_jobs.empty()) return nullptr;
    auto job = std::move(m_jobs.front());
    m_jobs.pop_front();
    return job;
}

// Whole blocks of about half a MiB of text; null when no more can be cut.
Result<std::shared_ptr<BgzfStream::Batch>> BgzfStream::cutBatch() {
    std::shared_ptr<Batch> batch;
    if (m_spare.empty()) {
        batch = std::make_shared<Batch>();
    } else {
        batch = std::move(m_spare.back());
        m_spare.pop_back();
    }
    batch->in = m_input.position();
    batch->packed.clear();
    batch->blockEnds.clear();
    batch->textBytes = 0;
    batch->done = false;
    while (batch->textBytes < kBatchText && !m_cutDone) {
        auto head = m_input.peek(kHeadBytes);
        if (!head) return head.error();
        const std::size_t size = bgzfBlockBytes(*head);
        auto block = m_input.peek(std::max<std::size_t>(size, 1));
        if (!block) return block.error();
        m_cutDone = size == 0 || block->size() < size;
        if (m_cutDone) break;
        const std::string_view bytes(block->data(), size);
        const auto text = ByteReader(bytes.substr(size - 4)).number<std::uint32_t>();
        m_cutDone = text > kMaxBlockText;
        if (m_cutDone) break;
        batch->packed += bytes;
        batch->blockEnds.push_back(batch->packed.size());
        batch->textBytes += text;
        m_input.consume(size);
    }
    if (batch->blockEnds.empty()) return std::shared_ptr<Batch>();
    if (batch->text.size() < batch->textBytes) batch->text.resize(batch->textBytes);
    return batch;
}

Status BgzfStream::fill() {
    while (!m_cutDone && m_inFlight.size() < m_maxInFlight) {
        auto batch = cutBatch();
        if (!batch) return batch.error();
        if (!*batch) break;
        m_inFlight.push_back(*batch);
        const std::scoped_lock lock(m_mutex);
        m_jobs.push_back(std::move(*batch));
        m_jobCame.notify_one();
    }
    return {};
}

void BgzfStream::waitForFront() {
    for (;;) {
        {
            const std::scoped_lock lock(m_mutex);
            if (m_inFlight.front()->done) return;
        }
        if (const auto job = takeJob()) { // help instead of waiting
            inflateBatch(*job, *m_inflater);
            finishJob(*job);
            continue;
        }
        std::unique_lock lock(m_mutex);
        m_jobDone.wait(lock, [this] { return m_inFlight.front()->done; });
    }
}

void BgzfStream::nextBatch() {
    if (m_current) m_spare.push_back(std::move(m_current));
    waitForFront();
    if (!m_inFlight.front()->good) {
        goSerial();
        return;
    }
    m_current = std::move(m_inFlight.front());
    m_inFlight.pop_front();
    m_used = 0;
    if (m_points && (m_text == 0 || m_points->due(m_text))) m_points->addMember(m_current->in, m_text);
    m_text += m_current->textBytes;
}

// The rest of the file, batches that were cut already included, member by member.
void BgzfStream::goSerial() {
    std::string packed;
    const std::uint64_t in = m_inFlight.empty() ? m_input.position() : m_inFlight.front()->in;
    for (const auto& batch : m_inFlight) packed += batch->packed;
    auto rest = std::make_unique<PrefixedStream>(std::move(packed), std::make_unique<WindowStream>(m_input));
    m_serial = std::make_unique<GzipStream>(InputWindow(std::move(rest), kInputWindow, in), m_notes, m_points,
                                            makeInflater(), m_text);
    m_cutDone = true;
}

Result<std::size_t> BgzfStream::read(std::span<char> out) {
    std::size_t total = 0;
    while (total < out.size()) {
        if (m_serial) {
            auto got = m_serial->read(out.subspan(total));
            if (!got) return got;
            return total + *got;
        }
        if (m_current && m_used < m_current->textBytes) {
            const std::size_t size = std::min(out.size() - total, m_current->textBytes - m_used);
            std::memcpy(out.data() + total, m_current->text.data() + m_used, size);
            m_used += size;
            total += size;
            continue;
        }
        if (auto status = fill(); !status) return status.error();
        if (m_inFlight.empty())
            goSerial();
        else
            nextBatch();
    }
    return total;
}

} // namespace lanescope::io
