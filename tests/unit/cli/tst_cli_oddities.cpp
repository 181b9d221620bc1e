// The import report of the terminal program: each kind with its count, the first places, and what it means.
#include "tests/support/cli_runner.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope::testing;

namespace {

QByteArray slice(const QByteArray& members) {
    return R"({"ph": "X", "name": "a", "pid": 1, "tid": 1, )" + members + "}";
}

// One slice that is sound, twelve whose duration is negative, one with a NUL in its duration.
QByteArray trace() {
    QByteArray text = R"({"traceEvents": [)" + slice(R"("ts": 1, "dur": 5)");
    for (int i = 0; i < 12; ++i) text += ",\n" + slice(R"("ts": 10, "dur": -1)");
    return text + ",\n" + slice(QByteArray("\"ts\": 20, \"dur\": 7#5").replace('#', '\0')) + "]}";
}

// The entry of one kind in the report as JSON; null when there is none.
QJsonValue entryOf(const CliRun& run, const char* kind) {
    const QJsonArray kinds = jsonOf(run)["files"][0]["oddities"].toArray();
    for (const QJsonValue& entry : kinds)
        if (entry["kind"].toString() == QLatin1String(kind)) return entry;
    return {};
}

} // namespace

class TestCliOddities : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    QString m_path;

private slots:
    void initTestCase() {
        m_path = m_folder.filePath("odd.json");
        QVERIFY(writeFile(m_path, trace()));
    }

    void peopleSeeThreePlacesOfAKindAndWhereTheRestIs() {
        const CliRun run = runCli({"info", "--oddities", "--no-index", m_path});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.out.count("\nnegative_dur"), 1 + 3); // the kind and three places
        QVERIFY2(run.out.contains("--json has up to 8 of each kind"), run.out);
    }

    void programsGetKindSeverityCountPlacesAndMeaning() {
        const QJsonValue negative =
            entryOf(runCli({"info", "--oddities", "--json", "--no-index", m_path}), "negative_dur");
        QCOMPARE(negative["severity"].toString(), QString("missing"));
        QCOMPARE(negative["count"].toInt(), 12);
        QVERIFY(negative["title"].toString().size() > 5);
        QVERIFY(negative["effect"].toString().size() > 5);
        const QJsonArray samples = negative["samples"].toArray();
        QCOMPARE(samples.size(), 8);
        const QByteArray text = trace();
        qsizetype at = 0;
        for (const QJsonValue& sample : samples) {
            at = text.indexOf(",\n{", at + 1);
            QCOMPARE(sample["offset"].toInteger(), qint64(at + 2));
        }
    }

    void aNulInsideANumberIsToldWithItsByte() {
        const QJsonValue control =
            entryOf(runCli({"info", "--oddities", "--json", "--no-index", m_path}), "control_char");
        QCOMPARE(control["count"].toInt(), 1);
        QCOMPARE(control["samples"][0]["offset"].toInteger(), qint64(trace().indexOf('\0')));
        QCOMPARE(control["samples"][0]["detail"].toString(), QString("inside a number"));
    }
};

QTEST_GUILESS_MAIN(TestCliOddities)
#include "tst_cli_oddities.moc"
