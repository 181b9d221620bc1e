// Files made to hurt: bombs, depth, length, numbers of everything, colliding texts. Each is refused or loses a listed
// part, in bounded time and memory.
#include "tests/mutation/hostile_input.h"

#include "core/base/limits.h"
#include "tests/support/sanitized.h"

#include <QtTest>

#include <fmt/format.h>

using namespace lanescope;
using namespace lanescope::test;

namespace {

constexpr double kMostSeconds = 10; // of processor time on one core
// With sanitizers the files are smaller, where no limit asks for their size, and nothing is measured.
constexpr std::size_t kPart = testing::kSanitized ? 16 : 1;
constexpr const char* kHead = "{\"traceEvents\":[\n";
constexpr const char* kGood =
    "{\"ph\":\"X\",\"name\":\"good\",\"cat\":\"cpu_op\",\"pid\":1,\"tid\":1,\"ts\":5,\"dur\":1}";

std::string sliceText(const std::string& name, std::uint64_t pid, std::uint64_t ts, std::uint64_t dur) {
    return fmt::format("{{\"ph\":\"X\",\"name\":\"{}\",\"pid\":{},\"tid\":0,\"ts\":{},\"dur\":{}}},\n", name, pid, ts,
                       dur);
}

// kHead, `count` pieces in batches, a good event, and the end.
HostileInput eventsOf(std::size_t count, std::function<std::string(std::size_t)> event) {
    constexpr std::size_t kBatch = 1000;
    return HostileInput([=](std::size_t piece) -> std::string {
        if (piece == 0) return kHead;
        const std::size_t first = (piece - 1) * kBatch;
        if (first >= count + kBatch) return {};
        if (first >= count) return std::string(kGood) + "]}";
        std::string out;
        for (std::size_t i = first; i < std::min(count, first + kBatch); ++i) out += event(i);
        return out;
    });
}

// `before`, `times` pieces of a megabyte of one character, `after`.
HostileInput longText(std::string before, char c, std::size_t times, std::string after) {
    return HostileInput([=](std::size_t piece) -> std::string {
        if (piece == 0) return before;
        if (piece <= times) return std::string(std::size_t{1} << 20, c);
        return piece == times + 1 ? after : std::string();
    });
}

} // namespace

class TstLimits : public QObject {
    Q_OBJECT

private:
    void checkCost(const Cost& cost, double mostMegabytes) {
        qInfo("%s", cost.text().c_str());
        if (testing::kSanitized) return;
        QVERIFY2(cost.seconds < kMostSeconds, cost.text().c_str());
        QVERIFY2(cost.megabytes < mostMegabytes, cost.text().c_str());
    }

private slots:
    void aGzipBombCostsNoMemoryAndIsNoTrace_data() {
        QTest::addColumn<QByteArray>("piece");
        QTest::addColumn<unsigned>("times");
        QTest::addColumn<QString>("error");
        QTest::addColumn<int>("mostMegabytes");
        constexpr unsigned kTimes = 128 / unsigned{kPart};
        const auto megabytes = [](const char* text, int size) {
            return QByteArray(text).repeated((size << 20) / int(strlen(text)));
        };
        QTest::newRow("4 GB of zeros") << QByteArray(8 << 20, '\0') << kTimes * 4 << "not_a_trace" << 50;
        QTest::newRow("1 GB of blanks") << megabytes(" ", 8) << kTimes << "empty_file" << 50;
        QTest::newRow("1 GB of opening brackets") << megabytes("[", 8) << kTimes << "unsupported_format" << 50;
        QTest::newRow("1 GB of opening braces") << megabytes("{", 8) << kTimes << "no_traceEvents" << 150;
        QTest::newRow("1 GB of empty arrays of events")
            << megabytes("{\"traceEvents\":[]}", 8) << kTimes << "no_events" << 100;
    }
    void aGzipBombCostsNoMemoryAndIsNoTrace() {
        QFETCH(const QByteArray, piece);
        QFETCH(const unsigned, times);
        QFETCH(const QString, error);
        QFETCH(const int, mostMegabytes);
        auto opened = io::openMemory(gzipBomb(piece.toStdString(), times), "bomb.json.gz", {});
        QVERIFY(opened.ok());
        const Cost cost = load(**opened);
        checkCost(cost, mostMegabytes);
        QCOMPARE(QString::fromStdString(cost.error), error);
    }

    void aMillionLevelsOfNestingCostTheValueNotTheFile() {
        const std::string deep(std::size_t{1} << 20, '['), back(std::size_t{1} << 20, ']');
        const std::string event =
            "{\"ph\":\"X\",\"name\":\"deep\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1,\"args\":{\"a\":";
        HostileInput input([&](std::size_t piece) -> std::string {
            const std::string pieces[] = {kHead, event, deep, back, "}},\n", kGood, "]}"};
            return piece < std::size(pieces) ? pieces[piece] : std::string();
        });
        const Cost cost = load(input);
        checkCost(cost, 300);
        QCOMPARE(cost.slices, 2u);
        QCOMPARE(cost.nested, 1u);
    }

    void aMillionLevelsBesideTheEventsCostNothing() {
        HostileInput input([&](std::size_t piece) -> std::string {
            if (piece == 0) return "{";
            if (piece <= 1000) return QByteArray("\"a\":{").repeated(1000).toStdString();
            if (piece == 1001) return std::string(1'000'000, '}') + ",\"traceEvents\":[" + kGood + "]}";
            return {};
        });
        const Cost cost = load(input);
        checkCost(cost, 300);
        QCOMPARE(cost.slices, 1u);
    }

    void aNameOfAGigabyteIsDroppedAndListed() {
        HostileInput input =
            longText(std::string(kHead) + "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1,\"name\":\"", 'x',
                     testing::kSanitized ? 100 : 1024, std::string("\"},\n") + kGood + "]}");
        const Cost cost = load(input);
        checkCost(cost, 600);
        QVERIFY(cost.limits > 0);
        QCOMPARE(cost.slices, 1u); // the good one
    }

    void metadataOfAGigabyteIsDroppedAndListed() {
        HostileInput input =
            longText("{\"note\":\"", 'x', 1024 / kPart, std::string("\",\"traceEvents\":[") + kGood + "]}");
        const Cost cost = load(input);
        checkCost(cost, 600);
        QVERIFY(cost.limits > 0);
        QCOMPARE(cost.slices, 1u);
    }

    void threadsBeyondTheLimitShareARow() {
        constexpr std::size_t kCount = limits::kMaxThreads + 50'000;
        HostileInput input = eventsOf(kCount, [](std::size_t i) { return sliceText("a", i, i, 1); });
        const Cost cost = load(input);
        checkCost(cost, 1000);
        QCOMPARE(cost.slices, std::uint64_t{kCount + 1});
        QCOMPARE(cost.threads, std::size_t{limits::kMaxThreads});
        QVERIFY(cost.limits > 0);
    }

    void textsMadeToCollideCostNoMoreThanOthers() {
        // Any eight bytes, and eight that make a factor of a well-known hash zero.
        const std::string zero("\x93\xfd\x59\x66\xb8\xfe\xe8\xd6", 8);
        HostileInput input = eventsOf(
            300'000 / kPart, [&](std::size_t i) { return sliceText(fmt::format("{:08x}", i) + zero, 1, i, 1); });
        const Cost cost = load(input);
        checkCost(cost, 1000);
        QCOMPARE(cost.slices, std::uint64_t{300'000 / kPart + 1});
    }

    void manyProcessesWithTheSameThreadCostNoMoreThanOthers() {
        HostileInput input = eventsOf(200'000 / kPart, [&](std::size_t i) { return sliceText("a", i << 20, i, 1); });
        const Cost cost = load(input);
        checkCost(cost, 1500);
        QCOMPARE(cost.threads, 200'000 / kPart + 1);
    }

    void aMillionCounterSeriesAreTakenOrListed() {
        HostileInput input = eventsOf(1000 / kPart, [](std::size_t i) {
            std::string out = fmt::format("{{\"ph\":\"C\",\"name\":\"c\",\"pid\":1,\"ts\":{},\"args\":{{\"k\":1", i);
            for (std::size_t k = 0; k < 1000; ++k) out += fmt::format(",\"{}\":{}", i * 1000 + k, k);
            return out + "}},\n";
        });
        const Cost cost = load(input);
        checkCost(cost, 2000);
        QVERIFY(cost.series > 0);
        QCOMPARE(cost.slices, 1u);
    }

    void slicesThatAllOverlapGetLanesInBoundedTime() {
        HostileInput input = eventsOf(100'000 / kPart, [](std::size_t i) { return sliceText("a", 1, i, 1'000'000); });
        const Cost cost = load(input);
        checkCost(cost, 1000);
        QCOMPARE(cost.slices, std::uint64_t{100'000 / kPart + 1});
        QVERIFY(cost.limits > 0);
    }

    void millionsOfOpenEventsAreListed() {
        HostileInput input = eventsOf(3'000'000 / kPart, [](std::size_t i) {
            return fmt::format("{{\"ph\":\"B\",\"name\":\"b\",\"pid\":1,\"tid\":1,\"ts\":{}}},\n", i);
        });
        const Cost cost = load(input);
        checkCost(cost, 2000);
        QCOMPARE(cost.elements, std::uint64_t{3'000'000 / kPart + 1});
    }

    void manyArraysOfEventsCostNoMoreThanOne() {
        HostileInput input([](std::size_t piece) -> std::string {
            if (piece == 0) return "{";
            if (piece <= 200 / kPart) return QByteArray("\"traceEvents\":[],").repeated(1000).toStdString();
            return piece == 200 / kPart + 1 ? std::string("\"traceEvents\":[") + kGood + "]}" : std::string();
        });
        const Cost cost = load(input);
        checkCost(cost, 300);
        QCOMPARE(QString::fromStdString(cost.error), QStringLiteral("no_events")); // the good one is behind the limit
    }

    void manyFalseEndsCostNoMoreThanOne() {
        HostileInput input =
            eventsOf(200'000 / kPart, [](std::size_t i) { return sliceText("a", 1, i, 1) + "[]],\"x\":[1]}},\n"; });
        const Cost cost = load(input);
        checkCost(cost, 600);
        QVERIFY(cost.slices > 0);
    }
};

QTEST_APPLESS_MAIN(TstLimits)
#include "tst_limits.moc"
