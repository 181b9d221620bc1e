// The generator through the program: what it makes is the same for the same seed, loads without a complaint, and has
// the figures that the generator itself says are right.
#include "tests/support/cli_runner.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope::testing;

namespace {

QStringList kinds() {
    QStringList names;
    const QJsonArray list = jsonOf(runCli({"synth", "--list", "--json"}))["kinds"].toArray();
    for (const QJsonValue& kind : list) names << kind["kind"].toString();
    return names;
}

QStringList tracesOf(const CliRun& run) {
    QStringList paths;
    const QJsonArray files = jsonOf(run)["files"].toArray();
    for (const QJsonValue& file : files) paths << file["trace"].toString();
    return paths;
}

} // namespace

class TestCliSynth : public QObject {
    Q_OBJECT
private slots:
    void thereAreTheKindsThatAreAskedFor() { QVERIFY2(kinds().size() >= 10, qPrintable(kinds().join(' '))); }

    void everyKindIsTheSameForTheSameSeedAndLoadsWithoutAComplaint_data() { eachKind(); }
    void everyKindIsTheSameForTheSameSeedAndLoadsWithoutAComplaint() {
        const QString kind = QString::fromUtf8(QTest::currentDataTag());
        QTemporaryDir first, second;
        const QStringList options{"synth", kind, "--json", "--seed", "7", "-o"};
        const CliRun run = runCli(options + QStringList{first.filePath("t.json")});
        QVERIFY2(run.exitCode == 0, run.err);
        QCOMPARE(runCli(options + QStringList{second.filePath("t.json")}).exitCode, 0);
        const QStringList traces = tracesOf(run);
        QVERIFY(!traces.isEmpty());
        for (const QString& trace : traces) {
            const QString twin = second.filePath(QDir(first.path()).relativeFilePath(trace));
            QCOMPARE(readFile(trace), readFile(twin));
            QVERIFY(!QJsonDocument::fromJson(readFile(trace)).isNull()); // strict JSON
            const QJsonObject oddities =
                jsonOf(runCli({"info", "--oddities", "--json", "--no-index", trace}))["files"][0].toObject();
            QVERIFY2(oddities["total"].toInt(-1) == 0, QJsonDocument(oddities).toJson());
        }
    }

    void anotherSeedMakesAnotherTrace() {
        QTemporaryDir folder;
        QCOMPARE(runCli({"synth", "healthy", "--seed", "1", "-o", folder.filePath("a.json")}).exitCode, 0);
        QCOMPARE(runCli({"synth", "healthy", "--seed", "2", "-o", folder.filePath("b.json")}).exitCode, 0);
        QVERIFY(readFile(folder.filePath("a.json")) != readFile(folder.filePath("b.json")));
    }

    void oneThreadAndManyGiveTheSameDump_data() { eachKind(); }
    void oneThreadAndManyGiveTheSameDump() {
        const QString kind = QString::fromUtf8(QTest::currentDataTag());
        QTemporaryDir folder;
        const CliRun run =
            runCli({"synth", kind, "--json", "--with-stack", "--size", "6M", "-o", folder.filePath("t.json.gz")});
        QVERIFY2(run.exitCode == 0, run.err);
        const QString trace = tracesOf(run).first();
        const CliRun one = runCli({"dump", "--no-index", "--threads", "1", trace});
        QCOMPARE(one.exitCode, 0);
        QVERIFY(one.out.size() > 100'000);
        for (const char* threads : {"2", "7"})
            QVERIFY(runCli({"dump", "--no-index", "--threads", threads, trace}).out == one.out);
    }

    void theIndexGivesTheSameDumpAsTheFile() {
        QTemporaryDir folder, cache;
        const QString trace = folder.filePath("t.json.gz");
        QCOMPARE(runCli({"synth", "healthy", "--size", "12M", "-o", trace}).exitCode, 0);
        const QStringList environment{"LANESCOPE_CACHE_DIR=" + cache.path()};
        const CliRun first = runCli({"dump", trace}, environment);
        QCOMPARE(first.exitCode, 0);
        qint64 files = 0;
        for (const QFileInfo& file : QDir(cache.path()).entryInfoList(QDir::Files)) files += file.size();
        QVERIFY(files > 100'000); // it was written
        QVERIFY(runCli({"dump", trace}, environment).out == first.out);
        QVERIFY(runCli({"dump", "--no-index", trace}, environment).out == first.out);
        // Another rank is another index.
        const QJsonValue ranked =
            jsonOf(runCli({"info", "--json", "--rank", trace + "=5", trace}, environment))["files"][0];
        QCOMPARE(ranked["rank"].toInt(), 5);
    }

    void figuresAreThoseOfTheGeneratorsOwnModel_data() { eachKind(); }
    void figuresAreThoseOfTheGeneratorsOwnModel() {
        const QString kind = QString::fromUtf8(QTest::currentDataTag());
        QTemporaryDir folder;
        const CliRun run = runCli({"synth", kind, "--json", "-o", folder.filePath("t.json.gz")});
        QVERIFY2(run.exitCode == 0, run.err);
        for (const QString& trace : tracesOf(run)) {
            const QJsonObject answers = QJsonDocument::fromJson(readFile(trace + ".answers.json")).object();
            const QJsonValue info = jsonOf(runCli({"info", "--json", "--no-index", trace}))["files"][0];
            QCOMPARE(info["counts"]["elements"], answers["file"]["elements"]);
            QCOMPARE(info["counts"]["slices"], answers["file"]["slices"]);
            QCOMPARE(info["phases"], answers["file"]["phases"]);
            QCOMPARE(info["rank"], answers["rank"]);
            const QJsonValue report = jsonOf(runCli({"report", "--json", "--no-index", trace}))["files"][0];
            const QJsonArray devices = answers["devices"].toArray();
            QCOMPARE(report["devices"].toObject().size(), devices.size());
            QString wrong;
            for (const QJsonValue& device : devices)
                wrong += deviceDifferences(device, report["devices"][device["device"].toString()]);
            QVERIFY2(wrong.isEmpty(), qPrintable(trace + wrong));
        }
    }

private:
    static void eachKind() {
        QTest::addColumn<int>("unused");
        for (const QString& kind : kinds()) QTest::newRow(qPrintable(kind)) << 0;
    }

    static QString deviceDifferences(const QJsonValue& expected, const QJsonValue& found) {
        if (expected["whole"].toObject().size() < 15) return "\n  no answers to compare with";
        QString wrong = differences("whole", expected["whole"].toObject(), found["whole"].toObject());
        const QJsonArray steps = expected["steps"].toArray();
        if (found["steps"].toArray().size() != steps.size()) return "\n  another number of steps";
        for (qsizetype i = 0; i < steps.size(); ++i)
            for (const QString& view : {QStringLiteral("by_window"), QStringLiteral("by_launch")})
                wrong += differences(steps[i]["name"].toString() + " " + view, steps[i][view].toObject(),
                                     found["steps"][i][view].toObject());
        for (const char* key : {"unassigned", "without_launch"})
            if (found[QLatin1String(key)] != expected[QLatin1String(key)]) wrong += "\n  " + QString(key);
        return wrong;
    }

    static QString differences(const QString& place, const QJsonObject& expected, const QJsonObject& found) {
        QString wrong;
        for (auto it = expected.begin(); it != expected.end(); ++it)
            if (found[it.key()] != it.value())
                wrong += QStringLiteral("\n  %1 %2: expected %3, found %4")
                             .arg(place, it.key(), QString::number(it.value().toDouble(), 'f', 0),
                                  QString::number(found[it.key()].toDouble(), 'f', 0));
        return wrong;
    }
};

QTEST_APPLESS_MAIN(TestCliSynth)
#include "tst_cli_synth.moc"
