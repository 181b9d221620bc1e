// The dialogs of the Analyses tab in the real window: the text of key_averages(), and the table of device peaks.
#include "tests/gui/window_fixture.h"

#include "core/analysis/flops/device_peaks.h"
#include "widgets/panels/analysis/chart_scale.h"
#include "widgets/panels/analysis/key_averages_dialog.h"
#include "widgets/panels/analysis/peaks_dialog.h"

#include <QClipboard>
#include <QSignalSpy>

using namespace lanescope;
using namespace lanescope::testing;
using panels::KeyAveragesDialog;
using panels::PeaksDialog;

namespace {

// us: one step of 300 with mm (50, its call 5) and add (40, its call 5); gemm_a 40 and add_k 10 on the GPU.
constexpr const char* kTrace = R"({"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":9,"tid":1,"ts":0,"dur":300},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":1,"ts":100,"dur":50},
{"ph":"X","cat":"cpu_op","name":"aten::add","pid":9,"tid":1,"ts":200,"dur":40},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":110,"dur":5,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":210,"dur":5,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"gemm_a","pid":0,"tid":7,"ts":120,"dur":40,"args":{"correlation":1,"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"add_k","pid":0,"tid":7,"ts":220,"dur":10,"args":{"correlation":2,"device":0,"stream":7}}
]})";

QStringList wordsOf(const QString& text, const QString& name) {
    for (const QString& line : text.split('\n')) {
        const QStringList words = line.split(' ', Qt::SkipEmptyParts);
        if (!words.isEmpty() && words.front() == name) return words;
    }
    return {};
}

} // namespace

class AnalysisDialogsTest : public QObject {
    Q_OBJECT
private slots:
    void operatorsAreShownAndCopiedAsPyTorchPrintsThem() {
        WindowFixture f;
        QFile file(f.folder.filePath("hand.json"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(kTrace) > 0);
        file.close();
        QVERIFY(f.open(file.fileName()));
        f.act("analyse.key_averages");
        QVERIFY(f.waitUntilQuiet());
        auto* dialog = f.w().findChild<KeyAveragesDialog*>();
        QVERIFY(dialog);
        const QString text = dialog->text();
        // All self CPU time: step 210, mm 45, add 35, calls 10: 300. All GPU time: 50.
        QCOMPARE(wordsOf(text, "aten::mm"),
                 QStringList({"aten::mm", "15.00%", "45.000us", "16.67%", "50.000us", "50.000us", "40.000us", "80.00%",
                              "40.000us", "40.000us", "1"}));
        QVERIFY(text.contains("Self CPU time total: 300.000us"));
        QVERIFY(text.indexOf("ProfilerStep*") < text.indexOf("aten::mm"));
        QVERIFY(text.indexOf("aten::mm") < text.indexOf("aten::add"));

        // By a key of PyTorch, one row.
        dialog->sortKeys().setCurrentIndex(dialog->sortKeys().findData("count"));
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(dialog->text().indexOf("cudaLaunchKernel") < dialog->text().indexOf("aten::mm"));
        dialog->copy();
        QCOMPARE(QGuiApplication::clipboard()->text(), dialog->text());
    }

    void smallNumbersOfALogarithmicAxisAreNotZero() {
        const models::ChartAxis rate{"", Unit::None, models::Scaling::Log, "TFLOP/s"};
        const auto says = [&rate](double value) { return QString::fromStdString(panels::axisText(rate, value)); };
        QCOMPARE(says(0.00001), QStringLiteral("0.00001\u202fTFLOP/s"));
        QCOMPARE(says(0.000316), QStringLiteral("0.00032\u202fTFLOP/s"));
        QCOMPARE(says(0.001), QStringLiteral("0.001\u202fTFLOP/s"));
        QCOMPARE(says(0), QStringLiteral("0\u202fTFLOP/s"));
        QCOMPARE(says(1307), QStringLiteral("1307\u202fTFLOP/s"));
    }
    void whatIsCountedHasNoTicksBetweenTwoNumbers() {
        models::ChartAxis axis;
        axis.unit = Unit::Count;
        const auto values = [&axis](double high) {
            QList<double> out;
            for (const auto& tick : panels::ChartScale(axis, 0, high, 0, 300).ticks(30)) out << tick.value;
            return out;
        };
        QCOMPARE(values(1), QList<double>({0, 1}));
        QCOMPARE(values(3), QList<double>({0, 1, 2, 3}));
        QCOMPARE(values(10), QList<double>({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
        axis.unit = Unit::Nanoseconds;
        QVERIFY(values(1).size() > 2);
    }

    void aNewPeakComesFirstAndWrongNumbersAreSaid() {
        WindowFixture f;
        PeaksDialog dialog({});
        QSignalSpy changed(&dialog, &PeaksDialog::changed);
        const int builtIn = dialog.table().rowCount();
        QCOMPARE(builtIn, static_cast<int>(DevicePeaks::builtin().devices.size()));
        dialog.addRow();
        dialog.table().item(0, 0)->setText("My GPU");
        dialog.table().item(0, 1)->setText("1234.5");
        dialog.table().item(0, 4)->setText("250");
        QCOMPARE(dialog.json(), QByteArray(R"([{"match":"My GPU","memory_gb_s":1234.5,"tflops":{"float16":250}}])"));
        QCOMPARE(changed.last().at(0).toByteArray(), dialog.json());
        const auto read = DevicePeaks::parse(dialog.json().toStdString(), "test");
        QVERIFY(read.ok());
        const DevicePeak* found = read->find("NVIDIA My GPU 80GB");
        QVERIFY(found && found->memoryGBs == 1234.5 && found->float16 == 250);

        const auto before = changed.count();
        dialog.table().item(0, 4)->setText("many");
        QCOMPARE(changed.count(), before); // what cannot be read changes nothing
        const auto labels = dialog.findChildren<QLabel*>();
        QVERIFY(
            std::any_of(labels.begin(), labels.end(), [](const QLabel* l) { return l->text().contains("'many'"); }));
    }

    void whatWasEnteredComesBackAndTheBuiltInStaysAsItIs() {
        WindowFixture f;
        PeaksDialog dialog(R"([{"match":"My GPU","memory_gb_s":100,"tflops":{"float32":7}}])");
        QCOMPARE(dialog.table().rowCount(), static_cast<int>(DevicePeaks::builtin().devices.size()) + 1);
        QCOMPARE(dialog.table().item(0, 0)->text(), QString("My GPU"));
        QCOMPARE(dialog.table().item(0, 3)->text(), QString("7"));
        QVERIFY(dialog.table().item(0, 0)->flags().testFlag(Qt::ItemIsEditable));
        for (int row = 1; row < dialog.table().rowCount(); ++row)
            QVERIFY(!dialog.table().item(row, 0)->flags().testFlag(Qt::ItemIsEditable));
    }
};

QTEST_MAIN(AnalysisDialogsTest)
#include "tst_analysis_dialogs.moc"
