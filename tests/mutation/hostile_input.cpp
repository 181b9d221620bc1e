#include "tests/mutation/hostile_input.h"

#include "core/build/trace_builder.h"
#include "core/readers/reader.h"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <fmt/format.h>
#include <fstream>
#include <zlib.h>

namespace lanescope::test {
namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} << 10;

// Kilobytes of a line of /proc/self/status, such as "VmHWM:".
double statusKilobytes(const std::string& key) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(key)) return std::strtod(line.c_str() + key.size(), nullptr);
    return 0;
}

void forgetPeak() { std::ofstream("/proc/self/clear_refs") << "5"; }

const readers::ReaderInfo* readerFor(std::string_view head) {
    const readers::ReaderInfo* best = nullptr;
    int bestScore = 0;
    for (const readers::ReaderInfo& reader : readers::builtinReaders()) {
        const int score = reader.sniff(head);
        if (score <= bestScore) continue;
        best = &reader;
        bestScore = score;
    }
    return best;
}

void loadInto(Cost& cost, io::InputFile& input) {
    std::string head(kHeadBytes, '\0');
    std::size_t size = 0;
    while (size < head.size()) {
        const auto got = input.read(std::span<char>(head).subspan(size));
        if (!got.ok() || *got == 0) break;
        size += *got;
    }
    head.resize(size);
    const readers::ReaderInfo* reader = readerFor(head);
    if (reader == nullptr) {
        cost.error = errorWord(ErrorCode::NotATrace);
        return;
    }
    TraceBuilder builder({});
    RunContext context;
    readers::ReadOptions options;
    options.threads = 1;
    options.fileName = "trace.json";
    const auto result = reader->load(input, head, builder, options, context);
    if (!result.ok()) {
        cost.error = errorWord(result.error().code);
        return;
    }
    const auto store = builder.takeStore(context);
    if (!store.ok()) {
        cost.error = errorWord(store.error().code);
        return;
    }
    const TraceStore& s = **store;
    cost.slices = s.counts().slices;
    cost.elements = s.counts().elements;
    cost.dropped = s.counts().dropped;
    cost.limits = s.oddities().countOf(OddityKind::LimitReached);
    cost.nested = s.oddities().countOf(OddityKind::DeepNesting);
    cost.threads = s.threads().size();
    cost.lanes = s.lanes().size();
    cost.tracks = s.tracks().size();
    cost.series = s.counterSeries().size();
}

} // namespace

Result<std::size_t> HostileInput::read(std::span<char> out) {
    std::size_t filled = 0;
    while (filled < out.size() && !m_ended) {
        if (m_at == m_text.size()) {
            m_text = m_piece(m_next++);
            m_at = 0;
            m_ended = m_text.empty();
            continue;
        }
        const std::size_t size = std::min(out.size() - filled, m_text.size() - m_at);
        std::memcpy(out.data() + filled, m_text.data() + m_at, size);
        filled += size;
        m_at += size;
    }
    m_total += filled;
    return filled;
}

std::string Cost::text() const {
    return fmt::format("error '{}', {} slices, {} elements, {} dropped, {} limits, {} nested, {} threads, {} lanes, {} "
                       "tracks, {} series; {:.2f} s, {:.0f} MB",
                       error, slices, elements, dropped, limits, nested, threads, lanes, tracks, series, seconds,
                       megabytes);
}

Cost load(io::InputFile& input) {
    Cost cost;
    forgetPeak();
    const double before = statusKilobytes("VmRSS:");
    const std::clock_t began = std::clock();
    loadInto(cost, input);
    cost.seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    cost.megabytes = (statusKilobytes("VmHWM:") - before) / 1024;
    return cost;
}

std::string gzipBomb(const std::string& piece, unsigned times) {
    z_stream z{};
    deflateInit2(&z, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY);
    std::string packed(piece.size() / 500 + 4096, '\0');
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
    z.avail_in = static_cast<uInt>(piece.size());
    z.next_out = reinterpret_cast<Bytef*>(packed.data());
    z.avail_out = static_cast<uInt>(packed.size());
    deflate(&z, Z_FULL_FLUSH); // nothing refers to what was before: the same bytes again give the same text again
    packed.resize(packed.size() - z.avail_out);
    deflateEnd(&z);
    std::string out("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
    for (unsigned i = 0; i < times; ++i) out += packed;
    out += std::string("\x03\0", 2) + std::string(8, '\0'); // an empty last block
    return out;
}

} // namespace lanescope::test
