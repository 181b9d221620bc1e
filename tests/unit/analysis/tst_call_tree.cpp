// The call tree, and the text of key_averages().
#include "core/analysis/call_tree/call_tree.h"
#include "core/export/key_averages_text.h"
#include "tests/support/table_access.h"
#include "tests/support/work_store.h"

#include <QtTest>

#include <random>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

std::string keyAverages(const TraceStore& store, const KeyAveragesLayout& layout, const AnalysisInput& input = {}) {
    RunContext run;
    const auto text = keyAveragesText(opAverages(store, input, run), layout);
    return text.ok() ? *text : "error: " + text.error().text();
}

std::shared_ptr<const TraceStore> small() {
    WorkStore t;
    t.op("train.py(3): main", 0, 2'000'000, "1", Role::PythonFunction);
    t.op("aten::linear", 100'000, 100'000);
    t.op("aten::addmm", 110'000, 50'000);
    t.call(120'000, 10'000, 1);
    t.op("aten::linear", 300'000, 60'000);
    t.kernel(0, 7, 500'000, 400'000, WorkKind::Gemm, 1, "gemm");
    return t.build();
}

} // namespace

class TestCallTree : public QObject {
    Q_OBJECT

private slots:
    void equalPathsAreOneNodeWithSelfAndTotal() {
        const auto store = small();
        const AnalysisResult result = resultOf("call_tree", *store);
        const Table& tree = tableIn(result.tables, "top_down");
        const std::size_t linear = rowWith(tree, "name", "    aten::linear");
        QCOMPARE(numberIn(tree, linear, "count"), 2);
        QCOMPARE(numberIn(tree, linear, "cpu_total_ns"), 160'000);
        QCOMPARE(numberIn(tree, linear, "cpu_self_ns"), 110'000);
        QCOMPARE(numberIn(tree, linear, "device_total_ns"), 400'000);
        QCOMPARE(numberIn(tree, linear, "device_self_ns"), 0);
        const std::size_t main = rowWith(tree, "name", "  train.py(3): main");
        QCOMPARE(numberIn(tree, main, "cpu_self_ns"), 1'840'000);
        QCOMPARE(numberIn(tree, 0, "cpu_total_ns"), 2'000'000);
    }
    void fromTheBottomTheOwnTimeIsSplitByCaller() {
        const auto store = small();
        const AnalysisResult result = resultOf("call_tree", *store);
        const Table& up = tableIn(result.tables, "bottom_up");
        const std::size_t addmm = rowWith(up, "name", "aten::addmm");
        QCOMPARE(numberIn(up, addmm, "device_self_ns"), 400'000);
        QCOMPARE(textIn(up, addmm + 1, "name"), QString("  aten::linear"));
        QCOMPARE(numberIn(up, addmm + 1, "cpu_self_ns"), 50'000);
    }
    void foldedStacksHoldEveryOwnTimeOnce() {
        const auto store = small();
        const AnalysisResult result = resultOf("call_tree", *store);
        const Table& folded = tableIn(result.tables, "folded");
        const std::size_t addmm = rowWith(folded, "stack", "train.py(3): main;aten::linear;aten::addmm");
        QCOMPARE(numberIn(folded, addmm, "cpu_self_ns"), 50'000);
        qint64 sum = 0;
        for (std::size_t r = 0; r < folded.rows.size(); ++r) sum += numberIn(folded, r, "cpu_self_ns");
        QCOMPARE(sum, qint64{2'000'000});
    }
    void ofRandomTracesOwnTimesAddUpToTheTopCalls() {
        std::mt19937_64 random(11);
        for (int round = 0; round < 30; ++round) {
            WorkStore t;
            std::int64_t tops = 0;
            for (int top = 0; top < 4; ++top) {
                const std::int64_t from = 10'000 * top;
                t.op("top", from, 9'000, std::to_string(top % 2));
                tops += 9'000;
                for (int i = 0; i < 8; ++i) { // properly nested: halves of halves
                    std::int64_t begin = from, length = 9'000;
                    for (std::uint64_t depth = 1 + random() % 4; depth > 0; --depth) {
                        length /= 2;
                        begin += random() % 2 == 0 ? 0 : length;
                    }
                    t.op("op" + std::to_string(random() % 3), begin, length, std::to_string(top % 2));
                }
            }
            const auto store = t.build();
            RunContext run;
            const CallTree tree(*store, std::nullopt, run);
            std::int64_t self = 0;
            for (const CallNode& node : tree.nodes()) {
                QVERIFY(node.cpuSelfNs >= 0);
                self += node.cpuSelfNs;
            }
            QCOMPARE(self, tops);
            QCOMPARE(tree.nodes()[0].cpuTotalNs, tops);
        }
    }
    void theTextIsLaidOutAsKeyAveragesLaysItOut() {
        WorkStore t;
        t.op("aten::mm", 0, 100'000);
        t.call(10'000, 10'000, 1);
        t.kernel(0, 7, 500'000, 1'500'000, WorkKind::Gemm, 1, "gemm");
        const auto store = t.build();
        // Widths: the longest name (cudaLaunchKernel, 16) + 4, then 12 for each column; two blanks after each.
        const std::string rule = std::string(20, '-') + "  " + [] {
            std::string out;
            for (int i = 0; i < 10; ++i) out += std::string(12, '-') + "  ";
            return out;
        }() + "\n";
        const std::string expected =
            rule +
            "                Name    Self CPU %      Self CPU   CPU total %     CPU total  CPU time avg     Self CUDA  "
            " "
            "Self CUDA %    CUDA total  CUDA time avg    # of Calls  \n" +
            rule +
            "            aten::mm        90.00%      90.000us       100.00%     100.000us     100.000us       1.500ms  "
            "     100.00%       1.500ms       1.500ms             1  \n"
            "    cudaLaunchKernel        10.00%      10.000us        10.00%      10.000us      10.000us       0.000us  "
            "       0.00%       0.000us       0.000us             1  \n"
            "                gemm         0.00%       0.000us         0.00%       0.000us       0.000us       1.500ms  "
            "     100.00%       1.500ms       1.500ms             1  \n" +
            rule + "Self CPU time total: 100.000us\nSelf CUDA time total: 1.500ms\n";
        QCOMPARE(QString::fromStdString(keyAverages(*store, {})), QString::fromStdString(expected));
    }
    void sortKeysAndTheRowLimitAreThoseOfPyTorch() {
        const auto store = small();
        KeyAveragesLayout layout;
        layout.sortBy = "self_cuda_time_total";
        layout.rowLimit = 1;
        const QString text = QString::fromStdString(keyAverages(*store, layout));
        QCOMPARE(text.split('\n').size(), 4 + 1 + 2 + 1 - 0); // rules, heads, one row, totals
        QVERIFY(text.contains("aten::addmm"));
        layout.sortBy = "nothing";
        QVERIFY(keyAverages(*store, layout).find("no sort key") != std::string::npos);
    }
    void longNamesShapesAndFramesAreCutAsThere() {
        WorkStore t;
        t.op("aten::" + std::string(80, 'x'), 0, 10'000);
        WorkStore::Event shaped;
        shaped.pid = "host";
        shaped.name = "aten::mm";
        shaped.start = 20'000;
        shaped.duration = 5'000;
        shaped.args = {{ArgField::InputDims, 0, "[[4, 8], [8, 2]]"},
                       {ArgField::CallStack, 0, "model.py(5): forward;train.py(9): step"}};
        t.add(shaped);
        const auto store = t.build();
        AnalysisInput input;
        input.operators = OperatorGrouping::NameAndShape;
        input.stackDepth = 5;
        KeyAveragesLayout layout;
        layout.shapes = true;
        const QString text = QString::fromStdString(keyAverages(*store, layout, input));
        QVERIFY(text.contains("aten::" + QString(46, 'x') + "...  "));
        QVERIFY(text.contains("[[4, 8], [8, 2]]  model.py(5): forward"));
        QVERIFY(text.contains("  train.py(9): step"));
        QVERIFY(text.contains("Input Shapes") && text.contains("Source Location"));
    }
    void theKernelsOfAnOperatorAreListed() {
        WorkStore t;
        t.op("aten::mm", 0, 100);
        t.call(10, 5, 1);
        t.call(20, 5, 2);
        t.call(200, 5, 3);
        t.kernel(0, 7, 500, 70, WorkKind::Gemm, 1, "gemm");
        t.kernel(0, 7, 600, 30, WorkKind::Gemm, 2, "split_k");
        t.kernel(0, 7, 700, 5, WorkKind::Gemm, 3, "bare");
        const auto store = t.build();
        const AnalysisResult result = resultOf("operators", *store);
        const Table& kernels = tableIn(result.tables, "operator_kernels");
        QCOMPARE(kernels.rows.size(), std::size_t{3});
        QCOMPARE(textIn(kernels, 0, "name"), QString("gemm"));
        QCOMPARE(valueIn(kernels, 0, "share"), 0.7);
        QCOMPARE(textIn(kernels, 1, "operator"), QString("aten::mm"));
        QCOMPARE(textIn(kernels, 2, "operator"), QString("-"));
    }
};

QTEST_APPLESS_MAIN(TestCallTree)
#include "tst_call_tree.moc"
