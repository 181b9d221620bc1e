// `analyze` and `bench --analyses`, as people and scripts call them.
#include "tests/support/cli_runner.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope::testing;

namespace {

// Operators of the host, nothing of a GPU.
constexpr const char* kHostOnly = R"({"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":1,"dur":50},
{"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"ts":60,"dur":5}]})";

} // namespace

class TestCliAnalyze : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        m_file = m_folder.filePath("host.json");
        QVERIFY(writeFile(m_file, kHostOnly));
    }
    void allSaysWhySomeAnalysesHaveNothingToSay() {
        const CliRun run = runCli({"analyze", "all", m_file, "--json"});
        QCOMPARE(run.exitCode, 0);
        const QJsonObject file = jsonOf(run)["files"].toArray()[0].toObject();
        QVERIFY(file["analyses"].toObject().contains("operators"));
        QCOMPARE(file["missing"].toObject()["kernels"].toString(), QString("no GPU activity in this trace"));
        const CliRun listed = runCli({"analyze", "--list", "--json"});
        const QJsonArray all = jsonOf(listed)["analyses"].toArray();
        QVERIFY(all.size() >= 15);
        int said = 0; // each of them answers or is missing for a reason
        for (const QJsonValue& entry : all) {
            const QString id = entry.toObject()["id"].toString();
            const bool answers = file["analyses"].toObject().contains(id);
            QVERIFY2(!answers || !file["missing"].toObject().contains(id), qPrintable(id));
            said += answers || file["missing"].toObject().contains(id) ? 1 : 0;
        }
        QCOMPARE(said, file["analyses"].toObject().size() + file["missing"].toObject().size());
        const CliRun text = runCli({"analyze", "all", m_file});
        QVERIFY(text.out.contains("Not for this trace"));
    }
    void oneThatHasNothingToSayFailsWithTheReason() {
        const CliRun run = runCli({"analyze", "kernels", m_file});
        QVERIFY(run.exitCode != 0);
        QVERIFY(run.err.contains("no GPU activity in this trace"));
    }
    void benchGivesTheCostOfEachAnalysis() {
        const CliRun run = runCli({"bench", "--analyses", m_file, "--json"});
        QCOMPARE(run.exitCode, 0);
        const QJsonObject analyses = jsonOf(run)["files"].toArray()[0].toObject()["analyses"].toObject();
        QVERIFY(analyses["operators"].toObject()["wall_ms"].isDouble());
        QCOMPARE(analyses["idle"].toObject()["missing"].toString(), QString("no GPU activity in this trace"));
    }

private:
    QTemporaryDir m_folder;
    QString m_file;
};

QTEST_GUILESS_MAIN(TestCliAnalyze)
#include "tst_cli_analyze.moc"
