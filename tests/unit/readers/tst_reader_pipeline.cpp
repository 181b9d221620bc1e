// The pipeline around the parser: stopping, bounded memory, errors of the file, order of delivery.
#include "core/readers/chrome_json/chrome_json_reader.h"
#include "tests/support/sanitized.h"

#include <QtTest>

#include <atomic>
#include <fstream>
#include <thread>
#include <unistd.h>

using namespace lanescope;
using namespace lanescope::readers;
using namespace lanescope::testing;

class TstReaderPipeline : public QObject {
    Q_OBJECT

private slots:
    void aStopEndsALoadWithoutEnd();
    void memoryDoesNotGrowWithTheFile();
    void anErrorOfTheFileKeepsWhatWasRead();
    void anErrorBeforeAnyEventIsTheError();
    void batchesComeOneAtATimeAndTheHookAfterEach();
};

namespace {

// Events without end, or up to a number of bytes; then perhaps an error.
class EndlessInput final : public io::InputFile {
public:
    explicit EndlessInput(std::uint64_t limit, bool fails = false) : m_limit(limit), m_fails(fails) {
        m_text = '[';
        for (int i = 0; i < 1000; ++i)
            m_text +=
                R"({"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 1.5, "dur": 2, "args": {"stream": 7}},)"
                "\n";
    }
    Result<std::size_t> read(std::span<char> out) override {
        if (m_read >= m_limit && m_fails) return Error{ErrorCode::NotReadable, "the disk is gone", "", ""};
        const std::size_t size =
            std::min({out.size(), m_text.size() - m_at, static_cast<std::size_t>(m_limit - m_read)});
        std::copy_n(m_text.data() + m_at, size, out.data());
        m_read += size;
        m_at = m_at + size == m_text.size() ? 1 : m_at + size; // the bracket comes once
        return size;
    }
    std::uint64_t compressedRead() const override { return m_read; }
    std::uint64_t compressedSize() const override { return m_limit; }
    io::Compression compression() const override { return io::Compression::None; }
    const OddityList& oddities() const override { return m_oddities; }
    std::shared_ptr<const io::TextAccess> takeTextAccess() override { return nullptr; }

private:
    std::string m_text;
    std::size_t m_at = 0;
    std::uint64_t m_read = 0;
    std::uint64_t m_limit;
    bool m_fails;
    OddityList m_oddities;
};

struct CountingSink final : EventSink {
    void consume(const RawBatch& batch) override {
        overlaps += inside.exchange(true) ? 1 : 0;
        outOfOrder += batch.sequence != batches++ ? 1 : 0;
        events += batch.events.size();
        inside = false;
    }
    void finish(const TraceInfo&, const OddityList& file) override { oddities = file; }
    std::atomic<bool> inside{false};
    std::uint64_t events = 0, batches = 0, overlaps = 0, outOfOrder = 0;
    OddityList oddities;
};

std::size_t residentBytes() {
    std::ifstream in("/proc/self/statm");
    std::size_t total = 0, resident = 0;
    in >> total >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

ReadOptions with(unsigned threads) {
    ReadOptions options;
    options.threads = threads;
    return options;
}

constexpr std::uint64_t kMegabyte = 1'000'000;

} // namespace

void TstReaderPipeline::aStopEndsALoadWithoutEnd() {
    EndlessInput input(UINT64_MAX);
    std::stop_source stop;
    RunContext context(stop.get_token());
    CountingSink sink;
    std::jthread stopper([&] {
        while (context.progress().events < 10'000) std::this_thread::yield();
        stop.request_stop();
    });
    const auto result = loadChromeJson(input, {}, sink, with(2), context);
    QVERIFY(!result.ok());
    QCOMPARE(errorWord(result.error().code), "cancelled");
}

void TstReaderPipeline::memoryDoesNotGrowWithTheFile() {
    if (kSanitized) QSKIP("memory is measured without sanitizers");
    CountingSink sink;
    const auto load = [&](std::uint64_t bytes) {
        EndlessInput input(bytes);
        RunContext context;
        const auto result = loadChromeJson(input, {}, sink, with(2), context);
        QVERIFY(result.ok());
    };
    load(30 * kMegabyte);
    const std::size_t before = residentBytes();
    load(300 * kMegabyte);
    QVERIFY(residentBytes() < before + 20 * kMegabyte);
    QVERIFY(sink.events > 2'500'000);
}

void TstReaderPipeline::anErrorOfTheFileKeepsWhatWasRead() {
    EndlessInput input(5 * kMegabyte, true);
    RunContext context;
    CountingSink sink;
    const auto result = loadChromeJson(input, {}, sink, with(2), context);
    QVERIFY(result.ok());
    QVERIFY(sink.events > 40'000);
    QVERIFY(sink.oddities.countOf(OddityKind::Truncated) >= 1);
}

void TstReaderPipeline::anErrorBeforeAnyEventIsTheError() {
    EndlessInput input(0, true);
    RunContext context;
    CountingSink sink;
    const auto result = loadChromeJson(input, std::string_view("{\"traceEvents\": ["), sink, with(2), context);
    QVERIFY(!result.ok());
    QCOMPARE(errorWord(result.error().code), "not_readable");
    QCOMPARE(result.error().message, "the disk is gone");
}

void TstReaderPipeline::batchesComeOneAtATimeAndTheHookAfterEach() {
    EndlessInput input(40 * kMegabyte);
    RunContext context;
    CountingSink sink;
    std::uint64_t calls = 0, wrong = 0;
    ReadOptions options = with(4);
    options.betweenBatches = [&] {
        ++calls;
        wrong += calls != sink.batches ? 1 : 0;
    };
    QVERIFY(loadChromeJson(input, {}, sink, options, context).ok());
    QVERIFY(sink.batches >= 19);
    QCOMPARE(calls, sink.batches);
    QCOMPARE(wrong, 0u);
    QCOMPARE(sink.overlaps, 0u);
    QCOMPARE(sink.outOfOrder, 0u);
    QCOMPARE(context.progress().events.load(), sink.events);
}

QTEST_APPLESS_MAIN(TstReaderPipeline)
#include "tst_reader_pipeline.moc"
