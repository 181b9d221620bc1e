// Kernel sequences of streams and operators: by trying every run of every length.
#include "core/analysis/sequences/sequences.h"
#include "tests/support/table_access.h"
#include "tests/support/work_store.h"

#include <QtTest>

#include <map>
#include <random>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

using Names = std::vector<std::string>;

std::vector<Sequence> onStreams(const TraceStore& store) {
    RunContext run;
    const auto devices = devicesOf(store, {});
    return devices.empty() ? std::vector<Sequence>() : streamSequences(store, devices.front(), run);
}

Names namesOf(const TraceStore& store, const Sequence& s) {
    Names out;
    for (const StringId id : s.names) out.emplace_back(store.text(id));
    return out;
}

struct Slow {
    std::uint64_t count = 0;
    std::int64_t kernelNs = 0, gapNs = 0;
};

// Occurrences that do not overlap, the earliest first. Kernel i runs [10 i, 10 i + 4 + i % 3).
Slow occurrences(const std::vector<Names>& streams, const Names& wanted) {
    Slow out;
    for (const Names& stream : streams)
        for (std::size_t at = 0; at + wanted.size() <= stream.size();) {
            if (!std::equal(wanted.begin(), wanted.end(), stream.begin() + static_cast<std::ptrdiff_t>(at))) {
                ++at;
                continue;
            }
            ++out.count;
            for (std::size_t i = at; i < at + wanted.size(); ++i) {
                out.kernelNs += static_cast<std::int64_t>(4 + i % 3);
                if (i > at) out.gapNs += static_cast<std::int64_t>(10 - (4 + (i - 1) % 3));
            }
            at += wanted.size();
        }
    return out;
}

std::shared_ptr<const TraceStore> storeOf(const std::vector<Names>& streams) {
    WorkStore t;
    for (std::size_t s = 0; s < streams.size(); ++s)
        for (std::size_t i = 0; i < streams[s].size(); ++i)
            t.kernel(0, static_cast<std::int64_t>(7 + s), static_cast<std::int64_t>(10 * i),
                     static_cast<std::int64_t>(4 + i % 3), WorkKind::Other, 0, streams[s][i]);
    return t.build();
}

Names withoutFirst(const Names& n) { return {n.begin() + 1, n.end()}; }
Names withoutLast(const Names& n) { return {n.begin(), n.end() - 1}; }

} // namespace

class TestSequences : public QObject {
    Q_OBJECT

private slots:
    void shortRunsAreThoseFoundByTryingEvery() {
        std::mt19937_64 random(21);
        for (int round = 0; round < 60; ++round) {
            std::vector<Names> streams(2);
            for (Names& stream : streams)
                for (std::uint64_t i = 0, n = 10 + random() % 40; i < n; ++i)
                    stream.push_back(std::string(1, static_cast<char>('a' + random() % (2 + round % 3))));
            std::map<Names, Slow> all;
            for (const Names& stream : streams)
                for (std::size_t at = 0; at < stream.size(); ++at)
                    for (std::size_t n = 2; n <= kShortSequence && at + n <= stream.size(); ++n) {
                        const Names run(stream.begin() + static_cast<std::ptrdiff_t>(at),
                                        stream.begin() + static_cast<std::ptrdiff_t>(at + n));
                        all.emplace(run, occurrences(streams, run));
                    }
            std::map<Names, Slow> expected = all; // without parts of longer ones that occur as often
            for (const auto& [run, slow] : all) {
                if (slow.count < 2 || run.size() < 3) continue;
                for (const Names& part : {withoutFirst(run), withoutLast(run)})
                    if (all.at(part).count == slow.count) expected.erase(part);
            }
            std::erase_if(expected,
                          [](const auto& e) { return e.second.count < 2 || e.first.size() >= kShortSequence; });
            const auto store = storeOf(streams);
            std::size_t found = 0;
            for (const Sequence& s : onStreams(*store)) {
                const Names names = namesOf(*store, s);
                const Slow slow = occurrences(streams, names);
                QCOMPARE(s.count, slow.count);
                if (names.size() >= kShortSequence) continue; // grown: looked at below
                QVERIFY(expected.contains(names));
                QCOMPARE(s.kernelNs, slow.kernelNs);
                QCOMPARE(s.gapNs, slow.gapNs);
                ++found;
            }
            QCOMPARE(found, expected.size());
        }
    }
    void aPeriodOfAnyLengthIsOneSequence() {
        std::vector<Names> streams(1);
        for (int step = 0; step < 5; ++step)
            for (int i = 0; i < 300; ++i) streams[0].push_back("kernel" + std::to_string(i));
        const auto store = storeOf(streams);
        const auto all = onStreams(*store);
        QCOMPARE(all.size(), std::size_t{1}); // neither its parts nor its turns
        QCOMPARE(all[0].names.size(), std::size_t{300});
        QCOMPARE(all[0].count, std::uint64_t{5});
        QCOMPARE(all[0].gapNs, std::int64_t{5 * (100 * (6 + 5 + 4) - 4)}); // after 4, 5 and 6 ns; none after the last
        // Shown with its middle left out.
        const AnalysisResult result = resultOf("sequences", *store);
        const Table& table = tableIn(result.tables, "stream_sequences");
        QVERIFY(textIn(table, 0, "kernels").contains("... 284 more ..."));
        QCOMPARE(numberIn(table, 0, "length"), 300);
    }
    void aLongRunGrowsToBothSidesUntilItsOccurrencesDiffer() {
        // x and y differ before, p and q behind: what both have in common is 20 long.
        std::vector<Names> streams(1);
        Names& s = streams[0];
        for (const char* frame : {"xp", "yq"}) {
            s.emplace_back(1, frame[0]);
            for (int i = 0; i < 20; ++i) s.push_back("k" + std::to_string(i));
            s.emplace_back(1, frame[1]);
        }
        const auto store = storeOf(streams);
        const auto all = onStreams(*store);
        QCOMPARE(all.size(), std::size_t{1});
        QCOMPARE(all[0].names.size(), std::size_t{20});
        QCOMPARE(all[0].count, std::uint64_t{2});
    }
    void anOperatorMayHaveAnyNumberOfKernels() {
        WorkStore t;
        std::uint64_t corr = 0;
        for (int round = 0; round < 3; ++round) {
            const std::int64_t at = 100'000 * round;
            t.op("big", at, 50'000);
            for (int i = 0; i < 200; ++i) {
                t.call(at + 10 + 20 * i, 5, ++corr);
                t.kernel(0, 7, at + 100 + 20 * i, 15, WorkKind::Other, corr, "k" + std::to_string(i % 7));
            }
        }
        const auto store = t.build();
        RunContext run;
        const auto all = operatorSequences(*store, devicesOf(*store, {}).front(), run);
        QCOMPARE(all.size(), std::size_t{1});
        QCOMPARE(all[0].names.size(), std::size_t{200});
        QCOMPARE(all[0].count, std::uint64_t{3});
        QCOMPARE(all[0].gapNs, std::int64_t{3 * 199 * 5});
        QCOMPARE(all[0].opNs, std::int64_t{150'000});
    }
};

QTEST_APPLESS_MAIN(TestSequences)
#include "tst_sequences.moc"
