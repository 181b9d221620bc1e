#include "tests/support/fixed_measure.h"
#include "widgets/scene/label_fit.h"

#include <QTest>

using namespace lanescope::scene;
using lanescope::testing::FixedMeasure;

namespace {
constexpr TextStyle kStyle{11, 400, false}; // 6 px a character
QString kernel(const char* name, double px) {
    FixedMeasure measure;
    return QString::fromStdString(fitKernelName(name, px, kStyle, measure).text);
}
QString host(const char* name, double px) {
    FixedMeasure measure;
    return QString::fromStdString(fitHostName(name, px, kStyle, measure).text);
}
} // namespace

class TestLabelFit : public QObject {
    Q_OBJECT
private slots:
    void aKernelTakesTheFirstFormThatFits_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("px");
        QTest::addColumn<QString>("wanted");
        const QString flash = QStringLiteral("flash_fwd_kernel<...>"); // 21 characters
        QTest::newRow("whole") << flash << 21 * 6.0 << flash;
        QTest::newRow("without <...>") << flash << 20 * 6.0 << "flash_fwd_kernel";
        QTest::newRow("without _kernel") << flash << 15 * 6.0 << "flash_fwd";
        QTest::newRow("the first word") << flash << 8 * 6.0 << "flash";
        QTest::newRow("nothing") << flash << 4 * 6.0 << "";
        QTest::newRow("cut in the middle, 60 % head") << "nvjet_tst_256x192" << 12 * 6.0 << "nvjet_t\u2026x192";
        QTest::newRow("nine characters at least") << "nvjet_tst_256x192" << 9 * 6.0 << "nvjet\u2026192";
        QTest::newRow("then the first word") << "nvjet_tst_256x192" << 8 * 6.0 << "nvjet";
        QTest::newRow("words of two letters say nothing") << "bn_bw_1C11" << 5 * 6.0 << "";
        QTest::newRow("the chip goes first") << "sm80 gemm 64x64" << 14 * 6.0 << "gemm 64x64";
        QTest::newRow("then the tile") << "sm80 gemm 64x64" << 5 * 6.0 << "gemm";
        QTest::newRow("word before a blank") << "add (vectorized)" << 8 * 6.0 << "add";
    }
    void aKernelTakesTheFirstFormThatFits() {
        QFETCH(QString, name);
        QFETCH(double, px);
        QFETCH(QString, wanted);
        QCOMPARE(kernel(name.toUtf8().constData(), px), wanted);
    }

    void hostNamesKeepWhatIsBehindTheColons() {
        QCOMPARE(host("torch::autograd::Engine::execute", 40 * 6.0),
                 QStringLiteral("torch::autograd::Engine::execute"));
        QCOMPARE(host("torch::autograd::Engine::execute", 10 * 6.0), QStringLiteral("execute"));
        QCOMPARE(host("<built-in method linear of type object>", 10 * 6.0), QStringLiteral("linear"));
        QCOMPARE(host("<built-in function _cuda_synchronize>", 20 * 6.0), QStringLiteral("_cuda_synchronize"));
        QCOMPARE(host("train.py(231): training_step", 20 * 6.0), QStringLiteral("training_step"));
        QCOMPARE(host("train.py(231): training_step", 8 * 6.0), QStringLiteral("trainin\u2026"));
        QCOMPARE(host("train.py(231): training_step", 6 * 6.0), QStringLiteral("train\u2026"));
        QCOMPARE(host("train.py(231): training_step", 5 * 6.0), QString());
    }

    void cutsFallBetweenCharactersNotBytes() {
        const QString cut = host("\u00e4\u00f6\u00fc\u00e4\u00f6\u00fc\u00e4\u00f6\u00fc", 6 * 6.0);
        QCOMPARE(cut, QStringLiteral("\u00e4\u00f6\u00fc\u00e4\u00f6\u2026"));
    }

    void aVeryLongNameCostsLittle() {
        const std::string name(1'000'000, 'x');
        FixedMeasure measure;
        QBENCHMARK_ONCE { QVERIFY(fitKernelName(name, 100, kStyle, measure).text.size() < 30); }
    }
};

QTEST_APPLESS_MAIN(TestLabelFit)
#include "tst_label_fit.moc"
