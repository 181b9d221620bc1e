// Random traces, built the fast way and the slow, obvious way.
#include "core/store/dump.h"
#include "tests/support/slow_builder.h"
#include "tests/support/trace_dsl.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

void compareMany(const PlainRecipe& recipe, unsigned seed, int rounds) {
    std::mt19937 random(seed);
    for (int round = 0; round < rounds; ++round) {
        PlainTrace trace = randomTrace(random, recipe);
        trace.solve();
        const auto store = storeOf(trace.text());
        std::string wrong = differenceOf(*store, trace);
        if (wrong.empty()) wrong = brokenInvariant(*store);
        if (!wrong.empty())
            QFAIL(("round " + std::to_string(round) + ": " + wrong + "\n" + trace.text().substr(0, 6000)).c_str());
    }
}

} // namespace

class tst_builder_against_twin : public QObject {
    Q_OBJECT

private slots:
    void slicesThatOverlapInEveryWay() { compareMany({60, 200, 60, 2, false, false}, 1, 300); }
    void manySlicesAtTheSameTimes() { compareMany({40, 12, 6, 1, false, false}, 2, 500); }
    void mostlyNestedSlices() { compareMany({80, 1000, 600, 2, false, true}, 3, 200); }
    void pythonFramesWithIds() { compareMany({50, 60, 40, 1, true, false}, 4, 500); }
    void pythonFramesThatMostlyNest() { compareMany({50, 200, 150, 2, true, true}, 5, 300); }
    void pythonFramesOfEqualSpans() { compareMany({30, 5, 3, 1, true, false}, 6, 500); }
    void heavyOverlapOnOneThread() { compareMany({400, 300, 200, 1, false, false}, 7, 6); }

    // A deep stack of short-lived slices over which longer ones keep opening: the worst case of a simple stack.
    void longSlicesThatKeepOpeningUnderADeepStack() {
        PlainTrace trace;
        const auto add = [&](std::int64_t start, std::int64_t end) {
            PlainSlice s;
            s.name = "n" + std::to_string(trace.slices.size());
            s.category = "cpu_op";
            s.pid = 1;
            s.start = start;
            s.duration = end - start;
            trace.slices.push_back(s);
        };
        for (std::int64_t i = 0; i < 400; ++i) add(i, 20'000 - i);
        for (std::int64_t i = 0; i < 400; ++i) add(400 + i, 60'000 + 7 * ((i * 37) % 400));
        std::mt19937 random(9);
        for (std::int64_t i = 0; i < 400; ++i) {
            const auto start = static_cast<std::int64_t>(800 + random() % 60'000);
            add(start, start + static_cast<std::int64_t>(random() % 500));
        }
        trace.solve();
        const auto store = storeOf(trace.text());
        QCOMPARE(differenceOf(*store, trace), std::string());
        QCOMPARE(brokenInvariant(*store), std::string());
    }

    void anyNumberOfThreadsProducersAndBatchesGivesTheSameStore() {
        std::mt19937 random(8);
        PlainRecipe recipe;
        recipe.slices = 400;
        recipe.threads = 7;
        recipe.python = true;
        for (int round = 0; round < 20; ++round) {
            const std::string text = randomTrace(random, recipe).text();
            const std::string one = dumpStore(*storeOf(text));
            DslOptions options;
            options.threads = 4;
            QCOMPARE(dumpStore(*storeOf(text, options)), one);
            options.producers = 3;
            options.perBatch = 17;
            QCOMPARE(dumpStore(*storeOf(text, options)), one);
        }
    }
};

QTEST_APPLESS_MAIN(tst_builder_against_twin)
#include "tst_builder_against_twin.moc"
