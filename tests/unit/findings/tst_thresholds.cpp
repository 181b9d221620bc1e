// The table of limits: set by name, in units people write, printed as it is read.
#include "core/analysis/findings/thresholds.h"
#include "core/analysis/signatures/signatures.h"

#include <QFile>
#include <QSet>
#include <QTest>

using namespace lanescope;

class ThresholdsTest : public QObject {
    Q_OBJECT
private slots:
    void aLimitIsSetByNameInTheUnitsPeopleWrite() {
        Thresholds t;
        QVERIFY(t.set("launch.max_median_kernel=12.5us").ok());
        QCOMPARE(t.ns(Limit::LaunchMaxMedianKernel), 12'500);
        QVERIFY(t.set("launch.max_median_kernel=13 \u00B5s").ok());
        QCOMPARE(t.ns(Limit::LaunchMaxMedianKernel), 13'000);
        QVERIFY(t.set("cost.min_share = 4%").ok());
        QCOMPARE(t[Limit::MinCostShare], 0.04);
        QVERIFY(t.set("cost.min_share=0.05").ok());
        QCOMPARE(t[Limit::MinCostShare], 0.05);
        QVERIFY(t.set("allreduce.min_bus_rate=3GB/s").ok());
        QCOMPARE(t[Limit::AllReduceMinBusRate], 3e9);
        QVERIFY(t.set("memory.min_run=7").ok());
        QCOMPARE(t[Limit::MemoryMinRun], 7.0);
    }
    void whatIsNoLimitOrNoValueIsSaid() {
        Thresholds t;
        for (const char* bad : {"no.such=1", "cost.min_share", "cost.min_share=", "cost.min_share=x", "=3",
                                "cost.min_share=-1", "cost.min_share=nan", "launch.max_median_kernel=5%"}) {
            const Status status = t.set(bad);
            QVERIFY2(!status.ok(), bad);
            QCOMPARE(status.error().code, ErrorCode::Usage);
        }
        QCOMPARE(t, Thresholds());
    }
    void aFileOfLimitsHasCommentsAndNamesTheBadLine() {
        Thresholds t;
        QVERIFY(t.setLines("# ours\n\n  cost.min_share=10%\r\nmemory.min_run=2").ok());
        QCOMPARE(t[Limit::MinCostShare], 0.10);
        QCOMPARE(t[Limit::MemoryMinRun], 2.0);
        const Status bad = t.setLines("cost.min_share=1%\nwrong\n");
        QVERIFY(!bad.ok());
        QVERIFY(bad.error().place.find("line 2") != std::string::npos);
    }
    void everyLimitHasAMeaningANameOfItsOwnAndReadsBackAsPrinted() {
        QSet<QString> names;
        for (const LimitInfo& info : limitTable()) {
            names << QString::fromUtf8(info.name.data(), static_cast<qsizetype>(info.name.size()));
            QVERIFY(!info.meaning.empty());
            Thresholds t;
            QVERIFY(t.set(std::string(info.name) + "=" + limitText(info, info.value)).ok());
            QVERIFY(std::abs(t[info.limit] - info.value) <= 1e-9 * info.value);
        }
        QCOMPARE(static_cast<std::size_t>(names.size()), kLimits);
        QCOMPARE(thresholdTable(Thresholds()).rows.size(), kLimits);
    }
    void theDocumentedTableIsTheTableInForce() {
        QFile file(QStringLiteral(LANESCOPE_SOURCE_DIR "/docs/user/findings.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString page = QString::fromUtf8(file.readAll());
        for (const LimitInfo& info : limitTable()) {
            const QString row = QString("| `%1` | %2 | %3 |")
                                    .arg(QString::fromStdString(std::string(info.name)),
                                         QString::fromStdString(limitText(info, info.value)),
                                         QString::fromStdString(std::string(info.meaning)));
            QVERIFY2(page.contains(row), qPrintable(row));
        }
    }
    void everySignatureHasItsPartOfTheDocumentation() {
        QFile file(QStringLiteral(LANESCOPE_SOURCE_DIR "/docs/user/signatures.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString page = QString::fromUtf8(file.readAll());
        char letter = 'a';
        for (const SignatureInfo& s : builtinSignatures()) {
            QCOMPARE(s.letter, letter++);
            const QString id = QString::fromStdString(std::string(s.id));
            QVERIFY2(page.contains("\n## " + id + "\n"), qPrintable(id));
            for (const std::string_view part : {s.title, s.seen, s.confirm, s.refute, s.advice}) QVERIFY(!part.empty());
        }
        QCOMPARE(builtinSignatures().size(), std::size_t{9});
    }
};

QTEST_APPLESS_MAIN(ThresholdsTest)
#include "tst_thresholds.moc"
