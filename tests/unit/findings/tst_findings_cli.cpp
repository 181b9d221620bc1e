// The findings and guide commands as scripts use them: formats, budgets, exit codes; the options of several ranks.
#include "tests/support/cli_runner.h"

#include <QDir>
#include <QFile>
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
        m_healthy = m_folder.filePath("healthy.json");
        QCOMPARE(runCli({"synth", "healthy", "-o", m_healthy}).exitCode, 0);
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
        QTest::addRow("steps that take longer") << QStringList{"--max-step-time", "1ms"} << 12;
        QTest::addRow("steps that take less") << QStringList{"--max-step-time", "1.5s"} << 0;
        QTest::addRow("no slower than itself") << QStringList{"--baseline", m_trace, "--max-slower", "0"} << 0;
        QTest::addRow("slower than a healthy run") << QStringList{"--baseline", m_healthy, "--max-slower", "5%"} << 12;
        QTest::addRow("slower than a healthy run, within bounds")
            << QStringList{"--baseline", m_healthy, "--max-slower", "95%"} << 0;
        QTest::addRow("a baseline without its share") << QStringList{"--baseline", m_healthy} << 2;
        QTest::addRow("a baseline that is not there")
            << QStringList{"--baseline", "nowhere", "--max-slower", "5%"} << 3;
        QTest::addRow("a time without unit") << QStringList{"--max-step-time", "12"} << 2;
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
        QCOMPARE(runCli({"findings", "--no-index", m_healthy, "--fail-on", "possible"}).exitCode, 0);
    }
    void whatCannotBeLookedAtDoesNotPass_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addRow("no GPU work") << QStringList{"--max-exposed-comm", "5%"};
        QTest::addRow("no steps") << QStringList{"--max-step-time", "1s"};
    }
    void whatCannotBeLookedAtDoesNotPass() {
        QFETCH(QStringList, options);
        const QString host = m_folder.filePath("host.json");
        QFile file(host);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":5,"dur":9}]})");
        file.close();
        const CliRun run = runCli(QStringList{"findings", "--no-index", "--json", host} + options);
        QCOMPARE(run.exitCode, 12);
        const QJsonArray gate = QJsonDocument::fromJson(run.out).object()["gate"].toArray();
        QCOMPARE(gate.size(), 1);
        QCOMPARE(gate[0].toObject()["passed"].toBool(true), false);
    }
    void jsonAndMarkdownAreTheSameEachTime() {
        for (const char* format : {"json", "md"}) {
            const QStringList line{"findings", "--no-index", "--format", format, m_trace, "--max-idle", "2%"};
            QCOMPARE(runCli(line).out, runCli(line).out);
        }
        const QJsonObject root =
            QJsonDocument::fromJson(runCli({"findings", "--no-index", "--json", m_trace}).out).object();
        const QJsonObject file = root["files"].toArray()[0].toObject(),
                          finding = file["findings"].toArray()[0].toObject();
        QStringList keys = file.keys(), findingKeys = finding.keys();
        QCOMPARE(keys, (QStringList{"file", "findings", "notes", "rank", "thresholds", "unexplained_exposed_comm",
                                    "unexplained_idle", "windows"}));
        QFile page(QStringLiteral(LANESCOPE_SOURCE_DIR "/docs/user/findings.md"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(page.readAll());
        for (const QString& key : keys + findingKeys) QVERIFY2(text.contains("`" + key + "`"), qPrintable(key));
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
    QString m_trace, m_healthy;
};

QTEST_APPLESS_MAIN(FindingsCliTest)
#include "tst_findings_cli.moc"
