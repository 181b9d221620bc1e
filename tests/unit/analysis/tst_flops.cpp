// Operations and bytes from shapes: every figure by hand.
#include "core/analysis/flops/device_peaks.h"
#include "core/analysis/flops/flop_rules.h"
#include "tests/support/table_access.h"
#include "tests/support/work_store.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

std::optional<FlopEstimate> estimate(const char* op, const char* dims, const char* types, const char* values = "[]") {
    const auto arguments = parseArguments(dims, types, values);
    return arguments ? estimateFlops(op, *arguments) : std::nullopt;
}

} // namespace

class TestFlops : public QObject {
    Q_OBJECT

private slots:
    void productsOfMatrices() {
        const auto mm = estimate("aten::mm", "[[4, 8], [8, 2]]", R"(["float", "float"])");
        QVERIFY(mm.has_value());
        QCOMPARE(mm->flops, 2.0 * 4 * 8 * 2);
        QCOMPARE(mm->bytes, 4.0 * (32 + 16 + 8));
        const auto addmm =
            estimate("aten::addmm", "[[2], [4, 8], [8, 2]]", R"(["c10::Half", "c10::Half", "c10::Half"])");
        QCOMPARE(addmm->flops, 128.0 + 8);
        QCOMPARE(addmm->bytes, 2.0 * (32 + 16 + 8 + 2));
        const auto bmm = estimate("aten::bmm", "[[3, 4, 8], [3, 8, 2]]", R"(["c10::BFloat16", "c10::BFloat16"])");
        QCOMPARE(bmm->flops, 3 * 128.0);
        QVERIFY(!estimate("aten::mm", "[[4, 8], [9, 2]]", R"(["float", "float"])")); // they do not fit
        QVERIFY(!estimate("aten::mm", "[[4, 8]]", R"(["float"])"));
    }
    void convolutionsForwardAndBackward() {
        // 3x3 filters, 2 -> 4 channels, 8x8, padding 1: 8x8 out; each of 256 elements sees 18 products.
        const char* dims = "[[1, 2, 8, 8], [4, 2, 3, 3], [4], [], [], [], [], [], []]";
        const char* types = R"(["float", "float", "float"])";
        const auto same = estimate("aten::convolution", dims, types,
                                   R"(["", "", "", "[1, 1]", "[1, 1]", "[1, 1]", "False", "[0, 0]", "1"])");
        QVERIFY(same.has_value());
        QCOMPARE(same->flops, 2.0 * 256 * 18 + 256);
        QCOMPARE(same->bytes, 4.0 * (128 + 72 + 256 + 4));
        const auto strided = estimate("aten::convolution", dims, types,
                                      R"(["", "", "", "[2, 2]", "[1, 1]", "[1, 1]", "False", "[0, 0]", "1"])");
        QCOMPARE(strided->flops, 2.0 * 64 * 18 + 64);
        const char* backDims = "[[1, 4, 8, 8], [1, 2, 8, 8], [4, 2, 3, 3]]";
        const char* mask =
            R"(["", "", "", "", "[1, 1]", "[1, 1]", "[1, 1]", "False", "[0, 0]", "1", "[%1, True, False]"])";
        const auto both =
            estimate("aten::convolution_backward", backDims, types, QString(mask).arg("True").toUtf8().constData());
        QCOMPARE(both->flops, 2 * 2.0 * 256 * 18);
        const auto one =
            estimate("aten::convolution_backward", backDims, types, QString(mask).arg("False").toUtf8().constData());
        QCOMPARE(one->flops, 2.0 * 256 * 18);
    }
    void attentionIsHalvedByACausalMask() {
        const char* dims = "[[2, 3, 16, 8], [2, 3, 16, 8], [2, 3, 16, 8], [], []]";
        const char* types = R"(["c10::Half", "c10::Half", "c10::Half"])";
        const double full = 2.0 * 2 * 3 * 16 * 16 * (8 + 8);
        const char* op = "aten::_scaled_dot_product_flash_attention";
        QCOMPARE(estimate(op, dims, types, R"(["", "", "", "0.", "False"])")->flops, full);
        QCOMPARE(estimate(op, dims, types, R"(["", "", "", "0.", "True"])")->flops, full / 2);
        QCOMPARE(estimate(op, dims, types)->bytes, 2.0 * 4 * 2 * 3 * 16 * 8);
        const auto backward = estimate("aten::_scaled_dot_product_flash_attention_backward",
                                       "[[2, 3, 16, 8], [2, 3, 16, 8], [2, 3, 16, 8], [2, 3, 16, 8]]", types);
        QCOMPARE(backward->flops, full * 2.5);
    }
    void elementsAreBroadcast() {
        const auto add = estimate("aten::add", "[[4, 1, 8], [5, 1]]", R"(["float", "float"])");
        QCOMPARE(add->flops, 160.0);
        QCOMPARE(add->bytes, 4.0 * (32 + 5 + 160));
        QVERIFY(!estimate("aten::add", "[[4], [5]]", R"(["float", "float"])"));
        QCOMPARE(estimate("aten::relu", "[[4, 8]]", R"(["double"])")->bytes, 8.0 * 64);
        QCOMPARE(estimate("aten::sum", "[[4, 8]]", R"(["float"])")->flops, 32.0);
        QVERIFY(!estimate("aten::nothing_known", "[[4, 8]]", R"(["float"])"));
    }
    void aCopyComputesNothingAndMovesBothTypes() {
        const auto cast = estimate("aten::copy_", "[[4, 8], [8], []]", R"(["float", "c10::Half", "Scalar"])");
        QVERIFY(cast.has_value());
        QCOMPARE(cast->family, FlopFamily::Copy);
        QCOMPARE(cast->flops, 0.0);
        QCOMPARE(cast->bytes, 4.0 * 32 + 2.0 * 8);
        const auto fill = estimate("aten::copy_", "[[4, 8], [], []]", R"(["double", "double", "Scalar"])");
        QCOMPARE(fill->bytes, 8.0 * 32);
        QCOMPARE(estimate("aten::copy_", "[[4], [4], []]", R"(["float", "unheard of"])")->bytes, 0.0);
        QVERIFY(!estimate("aten::copy_", "[[], [], []]", R"(["float", "float"])"));
    }
    void hostileArgumentsHaveNoEstimate() {
        QVERIFY(!parseArguments("[[1, 2", "", ""));
        QVERIFY(!parseArguments("7", "", ""));
        QVERIFY(!parseArguments(std::string(100'000, '['), "", ""));
        QVERIFY(!estimate("aten::convolution", "[[1,2,8,8],[4,2,3,3],[4]]", "[]",
                          R"(["","","","[0, 0]","[1, 1]","[1, 1]","False","[0, 0]","1"])")); // stride 0
        QVERIFY(!estimate("aten::mm", "[[-4, 8], [8, 2]]", "[]"));
    }
    void theLongestNameOfATableOfPeaksDecides() {
        const DevicePeaks& known = DevicePeaks::builtin();
        QCOMPARE(known.find("NVIDIA H100 80GB HBM3")->memoryGBs, 3350.0);
        QCOMPARE(known.find("NVIDIA H100 PCIe")->memoryGBs, 2000.0);
        QCOMPARE(known.find("NVIDIA A100-SXM4-40GB")->memoryGBs, 1555.0);
        QVERIFY(known.find("some other device") == nullptr);
        const auto own = DevicePeaks::parse(R"([{"match": "H100", "memory_gb_s": 1, "tflops": {"float16": 2}}])", "p");
        QCOMPARE(own->find("NVIDIA H100 80GB HBM3")->memoryGBs, 1.0);
        QVERIFY(!DevicePeaks::parse("{}", "p"));
        QVERIFY(!DevicePeaks::parse(R"([{"memory_gb_s": 1}])", "p"));
        QVERIFY(!DevicePeaks::parse(R"([{"match": "x"}])", "p"));
    }
    void ratesAndBoundsAreOfTheTimeTheKernelsTook() {
        WorkStore t;
        WorkStore::Event op;
        op.pid = "host";
        op.name = "aten::mm";
        op.duration = 1'000;
        op.args = {{ArgField::InputDims, 0, "[[1000, 1000], [1000, 1000]]"},
                   {ArgField::InputTypes, 0, R"(["c10::Half", "c10::Half"])"}};
        t.add(op);
        t.call(10, 5, 1);
        t.kernel(0, 7, 2'000, 2'000'000, WorkKind::Gemm, 1, "gemm");
        t.call(5'000, 5, 2);
        t.kernel(0, 7, 3'000'000, 500, WorkKind::Other, 2, "unknown");
        const auto store = t.build();
        const AnalysisResult result = resultOf("flops", *store);
        const Table& flops = tableIn(result.tables, "flops");
        QCOMPARE(flops.rows.size(), std::size_t{1});
        QCOMPARE(numberIn(flops, 0, "flops"), 2'000'000'000);
        QCOMPARE(numberIn(flops, 0, "moved_bytes"), 6'000'000);
        QCOMPARE(valueIn(flops, 0, "tflops"), 1.0);        // 2e9 in 2 ms
        QCOMPARE(valueIn(flops, 0, "byte_rate"), 3e9);     // 6 MB in 2 ms
        QCOMPARE(textIn(flops, 0, "bound"), QString("-")); // the device has no name here
        QVERIFY(flops.notes[0].find("1 (500 ns of 2000500 ns)") != std::string::npos);
        const Table& family = tableIn(result.tables, "flops_by_family");
        QCOMPARE(textIn(family, 0, "family"), QString("gemm"));
    }
};

QTEST_APPLESS_MAIN(TestFlops)
#include "tst_flops.moc"
