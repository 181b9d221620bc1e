// Kept answers, steps that count, rows of a slice.
#include "core/analysis/result_cache.h"
#include "core/analysis/row_selection.h"
#include "core/analysis/steady_steps.h"
#include "tests/support/table_access.h"
#include "tests/support/work_store.h"

#include <QtTest>

#include <atomic>
#include <thread>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

std::shared_ptr<const TraceStore> smallTrace() {
    WorkStore t;
    t.call(0, 5, 1);
    t.kernel(0, 7, 10, 20, WorkKind::Gemm, 1, "gemm");
    t.kernel(0, 7, 40, 20, WorkKind::Gemm, 0, "gemm");
    t.kernel(0, 7, 90, 20, WorkKind::Norm, 0, "norm");
    return t.build();
}

std::atomic<int> g_runs{0};
std::atomic<bool> g_mayGoOn{true};
Result<AnalysisResult> countingRun(const TraceStore&, const AnalysisInput&, RunContext& context) {
    ++g_runs;
    while (!g_mayGoOn && !context.stopRequested()) std::this_thread::yield();
    if (context.stopRequested()) return Error{ErrorCode::Cancelled, "stopped", {}, {}};
    AnalysisResult out;
    out.tables.emplace_back();
    out.tables.back().rows.push_back({std::string(1'000, 'x')});
    return out;
}
constexpr AnalysisInfo kCounting{"counting", "Counts its runs", Needs::Nothing, countingRun, Takes::Thresholds};

} // namespace

class TestResultCache : public QObject {
    Q_OBJECT

private slots:
    void init() {
        g_runs = 0;
        g_mayGoOn = true;
    }
    void theSecondQuestionIsAnsweredFromWhatWasKept() {
        ResultCache cache;
        const auto store = smallTrace();
        RunContext run;
        QVERIFY(cache.find(kCounting, store, {}) == nullptr);
        const auto first = cache.run(kCounting, store, {}, run);
        const auto second = cache.run(kCounting, store, {}, run);
        QVERIFY(first.ok() && second.ok());
        QCOMPARE(first->get(), second->get());
        QCOMPARE(cache.find(kCounting, store, {}).get(), first->get());
        QCOMPARE(g_runs.load(), 1);
    }
    void whatTheAnalysisReadsTellsAnswersApartAndNothingElse() {
        ResultCache cache;
        const auto store = smallTrace();
        RunContext run;
        AnalysisInput input;
        QVERIFY(cache.run(kCounting, store, input, run).ok());
        input.stackDepth = 7; // not read by this one
        QVERIFY(cache.run(kCounting, store, input, run).ok());
        QCOMPARE(g_runs.load(), 1);
        input.thresholds.launchBelowNs = 1;
        QVERIFY(cache.run(kCounting, store, input, run).ok());
        QCOMPARE(g_runs.load(), 2);
        input.range = timeRange(0, 50);
        QVERIFY(cache.run(kCounting, store, input, run).ok());
        input.range = timeRange(0, 51);
        QVERIFY(cache.run(kCounting, store, input, run).ok());
        QCOMPARE(g_runs.load(), 4);
        const auto other = smallTrace();
        QVERIFY(cache.run(kCounting, other, input, run).ok());
        QCOMPARE(g_runs.load(), 5);
    }
    void everyAnalysisIsTheSameFromTheCache() {
        ResultCache cache;
        const auto store = smallTrace();
        for (const AnalysisInfo& info : builtinAnalyses()) {
            RunContext run;
            const auto direct = runAnalysis(info, *store, {}, run);
            const auto kept = cache.run(info, store, {}, run);
            QCOMPARE(kept.ok(), direct.ok());
            if (!direct.ok()) {
                QCOMPARE(kept.error().message, direct.error().message);
                continue;
            }
            QCOMPARE((*kept)->tables.size(), direct->tables.size());
            for (std::size_t t = 0; t < direct->tables.size(); ++t)
                QVERIFY((*kept)->tables[t].rows == direct->tables[t].rows);
        }
        QCOMPARE(cache.work(store).get(), cache.work(store).get());
    }
    void itStaysBelowItsBoundAndForgetsTheLongestUnused() {
        ResultCache cache(3'500); // some three answers of 1 kB
        const auto store = smallTrace();
        RunContext run;
        AnalysisInput a, b;
        a.range = timeRange(0, 1);
        b.range = timeRange(0, 2);
        QVERIFY(cache.run(kCounting, store, a, run).ok());
        QVERIFY(cache.run(kCounting, store, b, run).ok());
        QVERIFY(cache.find(kCounting, store, a) != nullptr); // used again: b is older now
        for (int i = 3; i < 5; ++i) {
            AnalysisInput more;
            more.range = timeRange(0, i);
            QVERIFY(cache.run(kCounting, store, more, run).ok());
            QVERIFY(cache.bytes() <= 3'500);
        }
        QVERIFY(cache.find(kCounting, store, b) == nullptr);
        ResultCache tiny(100); // less than one answer: given, not kept
        QVERIFY(tiny.run(kCounting, store, a, run).ok());
        QCOMPARE(tiny.size(), std::size_t{0});
    }
    void answersOfATraceThatIsGoneGoToo() {
        ResultCache cache;
        RunContext run;
        auto store = smallTrace();
        const std::weak_ptr<const TraceStore> watch = store;
        QVERIFY(cache.run(kCounting, store, {}, run).ok());
        store.reset();
        QVERIFY(watch.expired()); // the cache holds no trace alive
        const auto next = smallTrace();
        QVERIFY(cache.run(kCounting, next, {}, run).ok());
        QCOMPARE(cache.size(), std::size_t{1});
        cache.forget(*next);
        QCOMPARE(cache.size(), std::size_t{0});
    }
    void twoWhoAskAtOnceWaitForOneRun() {
        ResultCache cache;
        const auto store = smallTrace();
        g_mayGoOn = false;
        std::atomic<int> answered{0};
        const auto ask = [&] {
            RunContext run;
            if (cache.run(kCounting, store, {}, run).ok()) ++answered;
        };
        std::jthread first(ask), second(ask);
        while (g_runs == 0) std::this_thread::yield();
        g_mayGoOn = true;
        first.join();
        second.join();
        QCOMPARE(answered.load(), 2);
        QCOMPARE(g_runs.load(), 1);
    }
    void whoWaitsMayGiveUpAndAStoppedRunIsNotKept() {
        ResultCache cache;
        const auto store = smallTrace();
        g_mayGoOn = false;
        std::stop_source runs, waits;
        std::atomic<bool> gaveUp{false}, stopped{false};
        std::jthread first([&] {
            RunContext run(runs.get_token());
            stopped = !cache.run(kCounting, store, {}, run).ok();
        });
        while (g_runs == 0) std::this_thread::yield();
        std::jthread second([&] {
            RunContext run(waits.get_token());
            gaveUp = !cache.run(kCounting, store, {}, run).ok();
        });
        waits.request_stop();
        second.join();
        QVERIFY(gaveUp);
        runs.request_stop();
        first.join();
        QVERIFY(stopped);
        QCOMPARE(cache.size(), std::size_t{0});
        g_mayGoOn = true;
        RunContext run;
        QVERIFY(cache.run(kCounting, store, {}, run).ok());
    }
    void stepsThatCountAreNeitherWarmupNorCutOffNorTwice() {
        WorkStore t;
        t.step(1, 0, 100);
        t.step(2, 100, 50);
        t.step(3, 150, 52);
        t.step(4, 160, 20); // of another process: overlaps the third
        t.markWarmup(1);
        const auto store = t.build();
        std::vector<std::int64_t> numbers;
        for (const std::size_t i : steadySteps(*store)) numbers.push_back(store->steps()[i].number);
        QCOMPARE(numbers, (std::vector<std::int64_t>{2, 3}));
        QCOMPARE(steadyMean(*store).wallNs, std::int64_t{102});
        WorkStore warm; // where all are warm-up, all count
        warm.step(1, 0, 100);
        warm.markWarmup(1);
        QCOMPARE(steadySteps(*warm.build()).size(), std::size_t{1});
        WorkStore none;
        none.kernel(0, 7, 0, 5);
        QVERIFY(steadySteps(*none.build()).empty());
        QCOMPARE(steadyMean(*none.build()).meanNs(), 0.0);
    }
    void aSliceFindsItsRows() {
        WorkStore t;
        const auto a = t.kernel(0, 7, 10, 20, WorkKind::Gemm, 0, "gemm");
        t.kernel(0, 7, 40, 20, WorkKind::Norm, 0, "norm");
        const auto store = t.build();
        Table table;
        table.columns = {{"name", "kernel", Unit::Text}};
        table.rows = {{std::string("norm")}, {std::string("gemm")}, {std::string("gemm")}};
        table.rowSlices = {{}, {}, {t.row(a)}};
        QCOMPARE(rowsOf(table, *store, t.row(a)), std::vector<std::size_t>{2});
        table.rowSlices[2].clear(); // not listed: by name
        QCOMPARE(rowsOf(table, *store, t.row(a)), (std::vector<std::size_t>{1, 2}));
        table.rowSlices.clear(); // rows of this table stand for no slices
        QVERIFY(rowsOf(table, *store, t.row(a)).empty());
    }
};

QTEST_APPLESS_MAIN(TestResultCache)
#include "tst_result_cache.moc"
