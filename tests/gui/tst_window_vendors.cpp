// Real traces of several vendors in the real window: each opens, is drawn with guide and findings, and every analysis
// answers or says why not.
#include "tests/gui/window_fixture.h"

#include "core/analysis/analysis.h"

using namespace lanescope;
using namespace lanescope::testing;

class WindowVendorsTest : public QObject {
    Q_OBJECT
private slots:
    void realTracesOfEveryVendorAreShown_data() {
        QTest::addColumn<QString>("path");
        const QString traces = QString(LANESCOPE_SHARED_DIR) + "/traces/";
        for (const char* name :
             {"hta/nccl_parser_config__nccl_data.json.gz",                                        // training, CUDA
              "tracelens/inference__sglang_prefilldecode__sglang_Qwen3-8B_prefilldecode.json.gz", // inference, ROCm
              "hta/amd_trace__mi250_minitoy_train_ROCm6_2_kineto.json.gz",                        // training, ROCm
              "ascend/level0_rank0_trace_view.json.gz", "hta/mtia_inference_trace__mtia_inference_rank_0.json.gz"})
            if (QFile::exists(traces + name)) QTest::newRow(name) << traces + name;
        if (!QFile::exists(traces)) QTest::newRow("no traces") << QString();
    }
    void realTracesOfEveryVendorAreShown() {
        QFETCH(QString, path);
        if (path.isEmpty()) QSKIP("the real traces are not there");
        WindowFixture f;
        QVERIFY(f.open(path));
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(!f.w().grab().isNull()); // guide and findings are painted
        panels::AnalysisPanel& panel = f.window->page().bottom().analyses();
        for (const AnalysisInfo& info : builtinAnalyses()) {
            f.act(("analyse." + std::string(info.id)).c_str());
            QVERIFY(f.waitUntilQuiet());
            const auto missing = missingNeed(f.store(), info);
            if (missing) {
                QVERIFY2(panel.sentence().contains(QString::fromStdString(*missing)), qPrintable(panel.sentence()));
            } else {
                QVERIFY2(panel.tables().count() > 0, std::string(info.id).c_str());
            }
            QVERIFY(!panel.grab().isNull());
        }
    }
};

QTEST_MAIN(WindowVendorsTest)
#include "tst_window_vendors.moc"
