// The findings and guide commands as scripts use them: formats, budgets, exit codes; the options of several ranks.
#include "tests/support/cli_runner.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope::testing;

class FindingsCliTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        m_trace = m_folder.filePath("s.json");
        QCOMPARE(runCli({"synth", "sync-stalls", "-o", m_trace}).exitCode, 0);
    }
    void theFindingIsInEveryFormat() {
        for (const char* format : {"text", "md", "csv", "json"}) {
            const CliRun run = runCli({"findings", "--no-index", "--format", format, m_trace});
            QCOMPARE(run.exitCode, 0);
            QVERIFY2(run.out.contains(format[0] == 't' || format[0] == 'm' ? "Synchronisation stalls" : "sync-stalls"),
                     format);
        }
    }
    void jsonHoldsTheFindingItsEvidenceAndTheThresholds() {
        const CliRun run = runCli({"findings", "--no-index", "--json", "--threshold", "cost.min_share=4%", m_trace});
        QCOMPARE(run.exitCode, 0);
        const QJsonObject file = QJsonDocument::fromJson(run.out).object()["files"].toArray()[0].toObject();
        const QJsonObject finding = file["findings"].toArray()[0].toObject();
        QCOMPARE(finding["id"].toString(), QString("sync-stalls"));
        QCOMPARE(finding["confidence"].toString(), QString("confirmed"));
        QCOMPARE(finding["severity"].toString(), finding["cost_share"].toDouble() >= 0.15   ? QString("high")
                                                 : finding["cost_share"].toDouble() >= 0.07 ? QString("medium")
                                                                                            : QString("low"));
        QCOMPARE(finding["limits"].toArray(), QJsonArray({"cost.min_share", "steps.min_share"}));
        QVERIFY(finding["evidence"].toArray().size() >= 4);
        QCOMPARE(finding["ranges_ns"].toArray().size(), finding["range_count"].toInt());
        QCOMPARE(file["thresholds"].toObject()["cost.min_share"].toDouble(), 0.04);
    }
    void budgetsDecideTheExitCode_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("exitCode");
        QTest::addRow("little exposed communication") << QStringList{"--max-exposed-comm", "5%"} << 0;
        QTest::addRow("no exposed communication at all") << QStringList{"--max-exposed-comm", "0"} << 12;
        QTest::addRow("idle") << QStringList{"--max-idle", "2%"} << 12;
        QTest::addRow("busy enough") << QStringList{"--min-busy", "50%"} << 0;
        QTest::addRow("not busy enough") << QStringList{"--min-busy", "99%"} << 12;
        QTest::addRow("a finding too costly") << QStringList{"--max-cost", "sync-stalls=1%"} << 12;
        QTest::addRow("a finding that is not there") << QStringList{"--max-cost", "launch-bound=1%"} << 0;
        QTest::addRow("a confirmed finding") << QStringList{"--fail-on", "confirmed"} << 12;
        QTest::addRow("a finding of some severity") << QStringList{"--fail-on", "low"} << 12;
        QTest::addRow("a severity it does not reach")
            << QStringList{"--fail-on", "high", "--threshold", "severity.high=90%"} << 0;
        QTest::addRow("a severity it reaches by a limit of ours")
            << QStringList{"--fail-on", "high", "--threshold", "severity.high=3%"} << 12;
        QTest::addRow("exposed communication above a fine budget") << QStringList{"--max-exposed-comm", "0.01%"} << 12;
        QTest::addRow("a share of more than all") << QStringList{"--max-idle", "120%"} << 2;
        QTest::addRow("no such signature") << QStringList{"--max-cost", "nothing=1%"} << 2;
        QTest::addRow("no such confidence") << QStringList{"--fail-on", "sure"} << 2;
        QTest::addRow("no such threshold") << QStringList{"--threshold", "nothing=1"} << 2;
    }
    void budgetsDecideTheExitCode() {
        QFETCH(QStringList, options);
        QFETCH(int, exitCode);
        const CliRun run = runCli(QStringList{"findings", "--no-index", m_trace} + options);
        QCOMPARE(run.exitCode, exitCode);
        if (exitCode == 12) QVERIFY(run.out.contains("FAILED"));
    }
    void aHealthyTracePassesEverySeverity() {
        const QString healthy = m_folder.filePath("h.json");
        QCOMPARE(runCli({"synth", "healthy", "-o", healthy}).exitCode, 0);
        QCOMPARE(runCli({"findings", "--no-index", healthy, "--fail-on", "possible"}).exitCode, 0);
    }
    void thresholdsArePrinted() {
        const CliRun run = runCli({"findings", "--thresholds", "--format", "csv"});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.out.contains("launch.max_median_kernel,20us,20us,"));
    }
    void ranksOfAJobAreJudgedTogether() {
        const QString folder = m_folder.filePath("job");
        QVERIFY(QDir().mkpath(folder));
        QCOMPARE(
            runCli({"synth", "straggler", "--straggler", "1", "--cause", "slow-compute", "--ranks", "3", "-o", folder})
                .exitCode,
            0);
        QCOMPARE(QDir(folder).entryList({"*.json.gz"}, QDir::Files).size(), 3);
        const CliRun run = runCli({"findings", "--no-index", "--json", folder});
        QCOMPARE(run.exitCode, 0);
        for (const QJsonValue& file : QJsonDocument::fromJson(run.out).object()["files"].toArray()) {
            bool named = false;
            for (const QJsonValue& f : file["findings"].toArray()) named = named || f["id"].toString() == "straggler";
            QVERIFY(named);
        }
    }
    void synthTakesTheOptionsOfSeveralRanks() {
        const QString folder = m_folder.filePath("some");
        QVERIFY(QDir().mkpath(folder));
        const CliRun run = runCli({"synth", "straggler+sync-stalls", "--missing-ranks", "1,2", "--clock-offset", "1.5",
                                   "--drift", "20", "--shifted-windows", "-o", folder});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(QDir(folder).entryList({"*.json.gz"}, QDir::Files).size(), 2);
        QCOMPARE(runCli({"synth", "straggler", "--cause", "bad-luck", "-o", folder}).exitCode, 2);
        QCOMPARE(runCli({"synth", "straggler", "--missing-ranks", "9", "-o", folder}).exitCode, 2);
        QCOMPARE(runCli({"synth", "straggler+nothing", "-o", folder}).exitCode, 2);
    }
    void theGuideHasItsFiveStepsAndACommand() {
        const CliRun text = runCli({"guide", "--no-index", m_trace});
        QCOMPARE(text.exitCode, 0);
        QVERIFY(text.out.contains("ncu --set full"));
        const CliRun run = runCli({"guide", "--no-index", "--json", m_trace});
        const QJsonObject file = QJsonDocument::fromJson(run.out).object()["files"].toArray()[0].toObject();
        const QJsonArray sections = file["sections"].toArray();
        QCOMPARE(sections.size(), 5);
        for (int i = 0; i < 5; ++i) QCOMPARE(sections[i].toObject()["number"].toInt(), i + 1);
        QVERIFY(file["hand_over"].toObject()["command"].toString().contains("--launch-skip"));
    }

private:
    QTemporaryDir m_folder;
    QString m_trace;
};

QTEST_APPLESS_MAIN(FindingsCliTest)
#include "tst_findings_cli.moc"
