// Streams, graphs, nested ranges, serialised copies, exposed communication and steps that count: every figure by hand.
#include "core/analysis/compare/compare.h"
#include "core/analysis/flops/flop_rules.h"
#include "tests/support/random_trace.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

std::optional<FlopEstimate> estimate(const char* op, const char* dims, const char* types, const char* values) {
    const auto arguments = parseArguments(dims, types, values);
    return arguments ? estimateFlops(op, *arguments) : std::nullopt;
}

} // namespace

class TestAnalysisParts : public QObject {
    Q_OBJECT

private slots:
    void thePartsOfEveryStreamAddUpToItsWindow() {
        for (std::uint64_t seed = 1; seed < 5; ++seed) {
            const auto events = twins::randomTrace(seed);
            const auto store = twins::storeOf(events);
            const AnalysisResult result = resultOf("four_numbers", *store);
            const Table& table = tableIn(result.tables, "streams");
            QCOMPARE(table.rows.size(), std::size_t{4});
            for (std::size_t r = 0; r < table.rows.size(); ++r) {
                QCOMPARE(numberIn(table, r, "compute_ns") + numberIn(table, r, "exposed_comm_ns") +
                             numberIn(table, r, "exposed_mem_ns") + numberIn(table, r, "idle_ns"),
                         numberIn(table, r, "wall_ns"));
                std::int64_t busy = 0; // on a stream one after the other: the plain sum
                for (const auto& e : events)
                    if (twins::isWork(e) && textIn(table, r, "device") == QString::number(*e.device) &&
                        numberIn(table, r, "stream") == *e.stream)
                        busy += e.duration;
                QCOMPARE(numberIn(table, r, "busy_ns"), busy);
            }
        }
    }
    void launchesOfAGraphAreOneRow() {
        WorkStore t;
        for (int i = 0; i < 3; ++i) {
            const std::int64_t at = 10'000 * i;
            const auto corr = static_cast<std::uint64_t>(i + 1);
            t.call(at, 100, corr, "cudaGraphLaunch");
            t.kernel(0, 7, at + 150, 200, WorkKind::Gemm, corr, "a");
            t.kernel(0, 7, at + 400 + 10 * i, 100, WorkKind::Norm, corr, "b"); // 50, 60, 70 between
        }
        t.call(40'000, 10, 9);
        t.kernel(0, 7, 40'100, 10, WorkKind::Gemm, 9, "single");
        const auto store = t.build();
        const AnalysisResult result = resultOf("launches", *store);
        const Table& graphs = tableIn(result.tables, "graphs");
        QCOMPARE(graphs.rows.size(), std::size_t{1});
        QCOMPARE(numberIn(graphs, 0, "launch_count"), 3);
        QCOMPARE(numberIn(graphs, 0, "work_count"), 2);
        QCOMPARE(numberIn(graphs, 0, "span_ns"), 350 + 360 + 370);
        QCOMPARE(numberIn(graphs, 0, "idle_ns"), 50 + 60 + 70);
        QCOMPARE(numberIn(graphs, 0, "delay_mean_ns"), 50);
        QCOMPARE(tableIn(result.tables, "graph_launches").rows.size(), std::size_t{3});
    }
    void rangesNestAsTheyAreWritten() {
        WorkStore t;
        t.op("epoch", 0, 1'000, "1", Role::UserAnnotation);
        t.op("forward", 100, 300, "1", Role::UserAnnotation);
        t.op("loss", 150, 50, "1", Role::UserAnnotation);
        t.op("forward", 500, 100, "1", Role::UserAnnotation);
        t.op("loss", 2'000, 40, "1", Role::UserAnnotation); // on its own
        t.call(160, 5, 1);
        t.kernel(0, 7, 300, 700, WorkKind::Gemm, 1);
        t.call(510, 5, 2);
        t.kernel(0, 7, 1'000, 20, WorkKind::Gemm, 2);
        const auto store = t.build();
        const AnalysisResult result = resultOf("user_ranges", *store);
        const Table& tree = tableIn(result.tables, "user_range_tree");
        QCOMPARE(tree.rows.size(), std::size_t{4});
        const QStringList names{textIn(tree, 0, "name"), textIn(tree, 1, "name"), textIn(tree, 2, "name"),
                                textIn(tree, 3, "name")};
        QCOMPARE(names, (QStringList{"epoch", "  forward", "    loss", "loss"}));
        QCOMPARE(numberIn(tree, 0, "cpu_self_ns"), 1'000 - 300 - 100);
        QCOMPARE(numberIn(tree, 0, "device_total_ns"), 720);
        QCOMPARE(numberIn(tree, 0, "device_self_ns"), 0);
        QCOMPARE(numberIn(tree, 1, "count"), 2);
        QCOMPARE(numberIn(tree, 1, "cpu_self_ns"), 350);
        QCOMPARE(numberIn(tree, 1, "device_self_ns"), 20);
        QCOMPARE(numberIn(tree, 2, "depth"), 2);
        QCOMPARE(numberIn(tree, 2, "device_total_ns"), 700);
        QCOMPARE(numberIn(tree, 3, "depth"), 0);
    }
    void copiesWithNoKernelBesideThemAreSerialised() {
        WorkStore t;
        const char* name = "Memcpy HtoD (Pageable -> Device)";
        t.kernel(0, 7, 0, 100, WorkKind::Gemm);
        t.kernel(0, 8, 50, 100, WorkKind::Memory, 0, name); // half of it beside the kernel
        t.kernel(0, 7, 300, 80, WorkKind::Memory, 0, name); // alone
        t.kernel(0, 7, 400, 500, WorkKind::Gemm);
        t.kernel(0, 8, 450, 100, WorkKind::Memory, 0, name); // covered
        const auto store = t.build();
        const AnalysisResult result = resultOf("copies", *store);
        const Table& copies = tableIn(result.tables, "copies");
        QCOMPARE(numberIn(copies, 0, "exposed_ns"), 50 + 80);
        QCOMPARE(numberIn(copies, 0, "serialised_count"), 1);
        const Table& alone = tableIn(result.tables, "serialised_copies");
        QCOMPARE(alone.rows.size(), std::size_t{1});
        QCOMPARE(numberIn(alone, 0, "begin_ns"), 300);
    }
    void exposedCommunicationForNothingKeepsWhatComputeCovers() {
        // The collective runs 900, the first 590 of them beside compute; the host waits for both and returns 100 later.
        WorkStore t;
        t.call(0, 10, 1);
        t.call(20, 10, 2);
        t.call(60, 1'000, 0, "cudaDeviceSynchronize");
        t.kernel(0, 7, 50, 600, WorkKind::Gemm, 1, "a");
        t.kernel(0, 20, 60, 900, WorkKind::Communication, 2, "nccl");
        const auto store = t.build();
        const AnalysisResult result = resultOf("critical_path", *store);
        const Table& table = tableIn(result.tables, "critical_path_what_if");
        const std::size_t row = rowWith(table, "without", "all exposed communication");
        QCOMPARE(numberIn(table, row, "window_ns"), 60 + 590 + 100);
        QCOMPARE(numberIn(table, row, "saved_ns"), 310);
    }
    void kernelsPerStepTakeTheStepsThatCount() {
        WorkStore t;
        for (int i = 0; i < 3; ++i) {
            t.step(i, 1'000 * i, 1'000);
            t.call(1'000 * i + 10, 5, static_cast<std::uint64_t>(i + 1));
            t.kernel(0, 7, 1'000 * i + 50, i == 0 ? 900 : 100 * i, WorkKind::Gemm, static_cast<std::uint64_t>(i + 1),
                     "g");
        }
        t.markWarmup(0);
        const auto store = t.build();
        const AnalysisResult result = resultOf("kernels", *store);
        const Table& table = tableIn(result.tables, "kernels_per_step");
        QCOMPARE(numberIn(table, 0, "step_count"), 2);
        QCOMPARE(numberIn(table, 0, "mean_ns"), 150);
        QCOMPARE(numberIn(table, 0, "std_ns"), 71); // of 100 and 200: 70.7
        QCOMPARE(table.rowSlices[0].size(), std::size_t{2});
    }
    void aComparisonPerStepLeavesWarmupOut() {
        const auto make = [](std::int64_t steady) {
            WorkStore t;
            for (int i = 0; i < 3; ++i) {
                t.step(i, 10'000 * i, 10'000);
                t.kernel(0, 7, 10'000 * i + 50, i == 0 ? 9'000 : steady, WorkKind::Gemm, 0, "g");
            }
            t.markWarmup(0);
            return t.build();
        };
        const auto before = make(100), after = make(300);
        RunContext run;
        const auto tables = compareTraces({*before, {}, "a"}, {*after, {}, "b"}, PerWhat::Step, run);
        QVERIFY(tables.ok());
        const Table& kernels = tableIn(*tables, "compare_kernels");
        QCOMPARE(numberIn(kernels, 0, "before_count"), 1);
        QCOMPARE(numberIn(kernels, 0, "before_ns"), 100);
        QCOMPARE(numberIn(kernels, 0, "after_ns"), 300);
    }
    void softmaxAndAttentionOfSequencesOfAnyLength() {
        const auto soft = estimate("aten::_softmax", "[[4, 8], [], []]", R"(["float", "Scalar", "Scalar"])", "[]");
        QVERIFY(soft.has_value());
        QCOMPARE(soft->flops, 5.0 * 32);
        QCOMPARE(soft->bytes, 4.0 * 64);
        // Two sequences, 10 tokens in all, the longest 6: pairs 36 + 16; 2 heads of size 4; products with keys and
        // values.
        const char* dims = "[[10, 2, 4], [10, 2, 4], [10, 2, 4], [3], [3], [], [], [], [], []]";
        const char* types = R"(["c10::Half", "c10::Half", "c10::Half", "int", "int"])";
        const auto open = estimate("flash_attn::_flash_attn_varlen_forward", dims, types,
                                   R"(["", "", "", "", "", "6", "6", "0.", "0.5", "False"])");
        QVERIFY(open.has_value());
        QCOMPARE(open->flops, 52.0 * 2 * 2 * (4 + 4));
        QCOMPARE(open->bytes, 2.0 * 4 * 80);
        const auto causal = estimate("flash_attn::_flash_attn_varlen_forward", dims, types,
                                     R"(["", "", "", "", "", "6", "6", "0.", "0.5", "True"])");
        QCOMPARE(causal->flops, open->flops / 2);
        QVERIFY(!estimate("flash_attn::_flash_attn_varlen_forward", dims, types, "[]")); // the longest is not recorded
        // Dense: 2 x 5 tokens.
        const auto dense =
            estimate("flash_attn::_flash_attn_forward", "[[2, 5, 2, 4], [2, 5, 2, 4], [2, 5, 2, 4]]", types, "[]");
        QVERIFY(dense.has_value());
        QCOMPARE(dense->flops, 2.0 * 25 * 2 * 2 * 8);
    }
};

QTEST_APPLESS_MAIN(TestAnalysisParts)
#include "tst_analysis_parts.moc"
