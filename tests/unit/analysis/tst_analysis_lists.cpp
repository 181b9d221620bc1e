// Collectives, kernels, launches, user ranges, sequences, inference and counters: every figure worked out by hand.
#include "core/analysis/kernels/kernel_tables.h"
#include "tests/support/json_store.h"
#include "tests/support/table_access.h"
#include "tests/support/work_store.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::testing;

class TestAnalysisLists : public QObject {
    Q_OBJECT

private slots:
    void aCollectiveIsSplitIntoCoveredAndExposed() {
        WorkStore t;
        // nccl 100..200; gemm 90..120 and 110..150 on two streams; norm 190..250: covered 100..150 and 190..200.
        t.kernel(0, 20, 100, 100, WorkKind::Communication, 0, "ncclDevKernel_AllReduce_Sum_f32");
        t.kernel(0, 7, 90, 30, WorkKind::Gemm, 0, "gemm_a");
        t.kernel(0, 8, 110, 40, WorkKind::Gemm, 0, "gemm_b");
        t.kernel(0, 7, 190, 60, WorkKind::Norm, 0, "norm");
        t.kernel(0, 20, 300, 50, WorkKind::Communication, 0, "ncclDevKernel_AllGather_RING");
        const auto store = t.build();
        const AnalysisResult result = resultOf("collectives", *store);
        const Table& all = tableIn(result.tables, "collectives");
        QCOMPARE(all.rows.size(), std::size_t{2});
        QCOMPARE(textIn(all, 0, "kind"), QString("all_gather")); // most exposed first
        QCOMPARE(numberIn(all, 0, "exposed_ns"), 50);
        QCOMPARE(textIn(all, 0, "cover"), QString("-"));
        QCOMPARE(textIn(all, 1, "kind"), QString("all_reduce"));
        QCOMPARE(numberIn(all, 1, "duration_ns"), 100);
        QCOMPARE(numberIn(all, 1, "exposed_ns"), 40);
        QCOMPARE(textIn(all, 1, "cover"), QString("gemm_b"));
        QCOMPARE(numberIn(all, 1, "cover_ns"), 40);
    }
    void whatCoversCommunicationIsToldByKind() {
        WorkStore t;
        t.kernel(0, 20, 100, 100, WorkKind::Communication, 0, "nccl");
        t.kernel(0, 7, 90, 30, WorkKind::Gemm);
        t.kernel(0, 8, 110, 40, WorkKind::Gemm);
        t.kernel(0, 9, 115, 5, WorkKind::Norm);
        const auto store = t.build();
        const AnalysisResult result = resultOf("collectives", *store);
        const Table& cover = tableIn(result.tables, "collective_cover");
        QCOMPARE(cover.rows.size(), std::size_t{3});
        QCOMPARE(textIn(cover, 0, "kind"), QString("gemm"));
        QCOMPARE(numberIn(cover, 0, "covered_ns"), 50);
        QCOMPARE(numberIn(cover, 1, "covered_ns"), 5);
        QCOMPARE(textIn(cover, 2, "kind"), QString("nothing (exposed)"));
        QCOMPARE(numberIn(cover, 2, "covered_ns"), 50);
    }
    void aRangeClipsCollectives() {
        WorkStore t;
        t.kernel(0, 20, 100, 100, WorkKind::Communication, 0, "nccl");
        t.kernel(0, 7, 100, 20, WorkKind::Gemm);
        const auto store = t.build();
        AnalysisInput input;
        input.range = timeRange(110, 150);
        const AnalysisResult result = resultOf("collectives", *store, input);
        const Table& all = tableIn(result.tables, "collectives");
        QCOMPARE(numberIn(all, 0, "duration_ns"), 40);
        QCOMPARE(numberIn(all, 0, "exposed_ns"), 30);
    }
    void kernelsOfOneShortNameAreOneRow() {
        WorkStore t;
        t.kernel(0, 7, 0, 10, WorkKind::Gemm, 0, "void foo<int>(int, float*)");
        t.kernel(0, 7, 20, 30, WorkKind::Gemm, 0, "void foo<int>(int, float*, char)");
        t.kernel(0, 9, 60, 5, WorkKind::Norm, 0, "bar");
        const auto store = t.build();
        const AnalysisResult result = resultOf("kernels", *store);
        const Table& shorts = tableIn(result.tables, "kernels_by_short_name");
        QCOMPARE(shorts.rows.size(), std::size_t{2});
        QCOMPARE(numberIn(shorts, 0, "count"), 2);
        QCOMPARE(numberIn(shorts, 0, "total_ns"), 40);
        const Table& streams = tableIn(result.tables, "kernels_by_stream");
        QCOMPARE(numberIn(streams, rowWith(streams, "name", "7"), "total_ns"), 40);
        QCOMPARE(numberIn(streams, rowWith(streams, "name", "9"), "count"), 1);
    }
    void aKernelMuchLongerThanItsLikeStandsOut() {
        WorkStore t;
        for (int i = 0; i < 9; ++i) t.kernel(0, 7, 100'000 * i, 10'000 + i, WorkKind::Gemm, 0, "a");
        t.kernel(0, 7, 900'000, 25'000, WorkKind::Gemm, 0, "a");
        t.kernel(0, 7, 1'000'000, 19'000, WorkKind::Gemm, 0, "a"); // not twice the median
        for (int i = 0; i < 7; ++i) t.kernel(0, 8, 100'000 * i, i == 3 ? 90'000 : 1'000, WorkKind::Gemm, 0, "few");
        const auto store = t.build();
        const AnalysisResult result = resultOf("kernels", *store);
        const Table& outliers = tableIn(result.tables, "kernel_outliers");
        QCOMPARE(outliers.rows.size(), std::size_t{1});
        QCOMPARE(numberIn(outliers, 0, "duration_ns"), 25'000);
        QCOMPARE(numberIn(outliers, 0, "median_ns"), 10'005); // the 6th of 11
        QCOMPARE(numberIn(outliers, 0, "excess_ns"), 14'995);
    }
    void launchesThatStandOutAreCountedAndListed() {
        WorkStore t;
        t.call(0, 60'000, 1); // long call; its kernel is longer
        t.kernel(0, 7, 70'000, 80'000, WorkKind::Gemm, 1, "slow");
        t.call(200'000, 5'000, 2); // short kernel
        t.kernel(0, 7, 210'000, 4'000, WorkKind::Gemm, 2, "tiny");
        t.call(300'000, 5'000, 3); // long delay: 105.001 us behind the end of the call
        t.kernel(0, 7, 410'001, 9'000, WorkKind::Gemm, 3, "late");
        const auto store = t.build();
        const AnalysisResult result = resultOf("launches", *store);
        const Table& counts = tableIn(result.tables, "launch_outlier_counts");
        QCOMPARE(numberIn(counts, 0, "launch_count"), 3);
        QCOMPARE(numberIn(counts, 0, "long_call_count"), 1);
        QCOMPARE(numberIn(counts, 0, "long_delay_count"), 1);
        QCOMPARE(numberIn(counts, 0, "short_kernel_count"), 1);
        const Table& list = tableIn(result.tables, "launch_outliers");
        QCOMPARE(textIn(list, 0, "name"), QString("late"));
        QCOMPARE(numberIn(list, 0, "delay_ns"), 105'001);
        QCOMPARE(textIn(list, 1, "what"), QString("long call"));
        const Table& shorts = tableIn(result.tables, "short_kernels");
        QCOMPARE(shorts.rows.size(), std::size_t{1});
        QCOMPARE(numberIn(shorts, 0, "call_ns"), 5'000);
    }
    void aGraphLaunchIsMeasuredAsOne() {
        WorkStore t;
        t.call(0, 100, 1, "cudaGraphLaunch");
        t.kernel(0, 7, 500, 100, WorkKind::Gemm, 1, "a");
        t.kernel(0, 8, 550, 100, WorkKind::Gemm, 1, "b");
        t.kernel(0, 7, 700, 50, WorkKind::Gemm, 1, "c");
        t.call(1'000, 100, 2);
        t.kernel(0, 7, 1'200, 10, WorkKind::Gemm, 2, "alone");
        const auto store = t.build();
        const AnalysisResult result = resultOf("launches", *store);
        const Table& graphs = tableIn(result.tables, "graph_launches");
        QCOMPARE(graphs.rows.size(), std::size_t{1});
        QCOMPARE(numberIn(graphs, 0, "work_count"), 3);
        QCOMPARE(numberIn(graphs, 0, "delay_ns"), 400);
        QCOMPARE(numberIn(graphs, 0, "span_ns"), 250);
        QCOMPARE(numberIn(graphs, 0, "busy_ns"), 200);
        QCOMPARE(numberIn(graphs, 0, "idle_ns"), 50);
    }
    void userRangesNestAndOwnTheWorkLaunchedInside() {
        WorkStore t;
        t.op("outer", 0, 1'000, "1", Role::UserAnnotation);
        t.op("inner", 100, 300, "1", Role::UserAnnotation);
        t.op("inner", 500, 100, "1", Role::UserAnnotation);
        t.call(150, 10, 1);
        t.call(700, 10, 2);
        t.kernel(0, 7, 2'000, 500, WorkKind::Gemm, 1);
        t.kernel(0, 8, 2'300, 400, WorkKind::Gemm, 2);
        const auto store = t.build();
        const AnalysisResult result = resultOf("user_ranges", *store);
        const Table& ranges = tableIn(result.tables, "user_ranges");
        const std::size_t outer = rowWith(ranges, "name", "outer");
        const std::size_t inner = rowWith(ranges, "name", "inner");
        QCOMPARE(outer, std::size_t{0}); // most time first
        QCOMPARE(numberIn(ranges, outer, "cpu_total_ns"), 1'000);
        QCOMPARE(numberIn(ranges, outer, "cpu_self_ns"), 600);
        QCOMPARE(numberIn(ranges, outer, "gpu_busy_ns"), 700); // 2000..2700
        QCOMPARE(numberIn(ranges, outer, "gpu_sum_ns"), 900);
        QCOMPARE(numberIn(ranges, inner, "count"), 2);
        QCOMPARE(numberIn(ranges, inner, "nested_count"), 2);
        QCOMPARE(numberIn(ranges, inner, "gpu_busy_ns"), 500);
        QCOMPARE(numberIn(ranges, inner, "work_count"), 1);
    }
    void kernelsThatComeAgainInOneOrderAreASequence() {
        WorkStore t;
        std::uint64_t corr = 1;
        for (int i = 0; i < 3; ++i) { // linear > addmm launches two kernels, 40 ns apart
            const std::int64_t at = 10'000 * i;
            t.op("aten::linear", at, 1'000);
            t.op("aten::addmm", at + 10, 800);
            t.call(at + 20, 10, corr);
            t.kernel(0, 7, at + 2'000, 100, WorkKind::Gemm, corr++, "gemm");
            t.call(at + 50, 10, corr);
            t.kernel(0, 7, at + 2'140, 60, WorkKind::Elementwise, corr++, "bias");
        }
        const auto store = t.build();
        const AnalysisResult result = resultOf("sequences", *store);
        const Table& ops = tableIn(result.tables, "operator_sequences");
        QCOMPARE(ops.rows.size(), std::size_t{1}); // of linear and addmm the inner one
        QCOMPARE(textIn(ops, 0, "operator"), QString("aten::addmm"));
        QCOMPARE(numberIn(ops, 0, "count"), 3);
        QCOMPARE(numberIn(ops, 0, "kernel_ns"), 480);
        QCOMPARE(numberIn(ops, 0, "gap_ns"), 120);
        QCOMPARE(numberIn(ops, 0, "operator_ns"), 2'400);
        const Table& stream = tableIn(result.tables, "stream_sequences");
        const std::size_t pair = rowWith(stream, "kernels", "gemm > bias");
        QCOMPARE(numberIn(stream, pair, "count"), 3);
        QCOMPARE(numberIn(stream, pair, "gap_ns"), 120);
        // gemm bias gemm bias occurs once when occurrences must not overlap: not frequent.
        for (std::size_t r = 0; r < stream.rows.size(); ++r) QVERIFY(numberIn(stream, r, "length") < 4);
    }
    void prefillAndDecodeAreToldApartByNameOrTime() {
        WorkStore named;
        named.op("execute_context_1(512)_generation_0(0)", 0, 1'000, "1", Role::UserAnnotation);
        named.op("execute_context_0(0)_generation_4(4)", 2'000, 500, "1", Role::UserAnnotation);
        named.call(10, 5, 1);
        named.kernel(0, 7, 100, 800, WorkKind::Gemm, 1);
        named.call(2'010, 5, 2, "cudaGraphLaunch");
        named.kernel(0, 7, 2'100, 50, WorkKind::Gemm, 2);
        named.kernel(0, 7, 2'200, 50, WorkKind::Gemm, 2);
        const auto store = named.build();
        const AnalysisResult result = resultOf("inference", *store);
        const Table& steps = tableIn(result.tables, "inference_steps");
        QCOMPARE(textIn(steps, 0, "phase"), QString("prefill"));
        QCOMPARE(textIn(steps, 0, "mode"), QString("eager"));
        QCOMPARE(textIn(steps, 1, "phase"), QString("decode"));
        QCOMPARE(textIn(steps, 1, "mode"), QString("graph replay"));
        QCOMPARE(numberIn(steps, 1, "span_ns"), 150);
        QCOMPARE(numberIn(steps, 1, "launch_gap_ns"), 50);
        QCOMPARE(textIn(steps, 1, "launch_bound"), QString("yes")); // 50 of 150

        WorkStore timed;
        for (int i = 0; i < 4; ++i) {
            timed.step(i, 1'000 * i, 1'000);
            timed.call(1'000 * i + 10, 5, static_cast<std::uint64_t>(i + 1));
            timed.kernel(0, 7, 1'000 * i + 50, i == 0 ? 900 : 100, WorkKind::Gemm, static_cast<std::uint64_t>(i + 1));
        }
        const auto other = timed.build();
        const AnalysisResult byTime = resultOf("inference", *other);
        const Table& phases = tableIn(byTime.tables, "inference_phases");
        QCOMPARE(numberIn(phases, rowWith(phases, "phase", "prefill"), "count"), 1);
        QCOMPARE(numberIn(phases, rowWith(phases, "phase", "decode"), "count"), 3);
        QCOMPARE(numberIn(phases, rowWith(phases, "phase", "decode"), "busy_mean_ns"), 100);
    }
    void countersAreJoinedToTheirKernels() {
        const auto store = storeFromEvents(R"(
            {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":50},
            {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":10,"dur":5,"args":{"correlation":1}},
            {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":30,"dur":10,"args":{"correlation":1,"device":0,"stream":7}},
            {"ph":"X","cat":"cuda_profiler_range","name":"r0","pid":0,"tid":0,"ts":28,"dur":20,"args":{"smsp__inst_executed.sum":1200,"note":"x"}})");
        QVERIFY(store != nullptr);
        AnalysisInput input;
        input.eventText = [](SliceId) -> Result<std::string> {
            return std::string(R"({"args":{"smsp__inst_executed.sum":1200,"note":"x"}})");
        };
        const AnalysisResult result = resultOf("profiler_ranges", *store, input);
        const Table& table = tableIn(result.tables, "profiler_ranges");
        QCOMPARE(table.rows.size(), std::size_t{1});
        QCOMPARE(textIn(table, 0, "kernel"), QString("gemm"));
        QCOMPARE(textIn(table, 0, "operator"), QString("aten::mm"));
        QCOMPARE(valueIn(table, 0, "counter:smsp__inst_executed.sum"), 1200.0);
        WorkStore without;
        without.kernel(0, 7, 0, 5);
        const auto none = without.build();
        const AnalysisResult empty = resultOf("profiler_ranges", *none);
        QVERIFY(empty.tables[0].notes[0].find("no counters") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestAnalysisLists)
#include "tst_analysis_lists.moc"
