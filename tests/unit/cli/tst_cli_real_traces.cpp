// Every real trace loads with exactly the number of elements that a strict parser counts, and the figures agree with an
// independent exact computation to the nanosecond.
#include "tests/support/cli_runner.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

using namespace lanescope::testing;

namespace {

QString tracesFolder() { return QStringLiteral(LANESCOPE_SHARED_DIR "/traces"); }

QString jsonText(const QJsonValue& value) {
    return value.isDouble() ? QString::number(value.toInteger())
                            : QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
}

// What of `reference` (numbers and pairs) `found` does not say, except what docs/dev/reference-differences.md lists
// with its cause.
QString differences(const QString& place, const QJsonObject& reference, const QJsonObject& found) {
    static const QByteArray listed = readFile(LANESCOPE_SOURCE_DIR "/docs/dev/reference-differences.md");
    QString wrong;
    for (auto it = reference.begin(); it != reference.end(); ++it) {
        if (found[it.key()] == it.value()) continue;
        const QString line = QStringLiteral("%1 %2: %3 instead of %4")
                                 .arg(place, it.key(), jsonText(found[it.key()]), jsonText(it.value()));
        if (!listed.contains("    " + line.toUtf8() + "\n")) wrong += "\n  " + line;
    }
    return wrong;
}

} // namespace

class TestCliRealTraces : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (!QDir(tracesFolder()).exists()) QSKIP("the folder with real traces is not there");
    }

    void everyElementOfEveryTraceIsCounted_data() {
        QTest::addColumn<qint64>("events");
        static const QRegularExpression row("^\\| `([^`]+)` \\|[^|]*\\|[^|]*\\|[^|]*\\|[^|]*\\| *(\\d+) *\\|");
        int rows = 0;
        for (const QByteArray& line : readFile(tracesFolder() + "/MANIFEST.md").split('\n')) {
            const auto match = row.match(QString::fromUtf8(line));
            if (!match.hasMatch() || match.captured(1).startsWith("mutants/")) continue;
            if (line.contains("DOES NOT PARSE") || line.contains("not a trace")) continue;
            QTest::newRow(qPrintable(match.captured(1))) << match.captured(2).toLongLong();
            ++rows;
        }
        QVERIFY(rows > 100);
        QTest::newRow("ascend/level0_rank0_trace_view.json.gz") << qint64(-1);
        QTest::newRow("ascend/level0_rank1_trace_view.json.gz") << qint64(-1);
    }

    void everyElementOfEveryTraceIsCounted() {
        QFETCH(qint64, events);
        const QString file = QString::fromUtf8(QTest::currentDataTag());
        if (events < 0) events = ascendElements(file);
        const CliRun run = runCli({"info", "--json", "--no-index", tracesFolder() + "/" + file});
        QVERIFY2(run.exitCode == 0, run.err);
        const QJsonValue answer = jsonOf(run)["files"][0];
        QCOMPARE(answer["counts"]["elements"].toInteger(-1), events);
        qint64 byPhase = answer["counts"]["empty"].toInteger() + answer["counts"]["non_objects"].toInteger();
        const QJsonObject phases = answer["phases"].toObject();
        for (const QJsonValue& n : phases) byPhase += n.toInteger();
        QCOMPARE(byPhase, events); // each element is somewhere
        const qint64 dropped = answer["counts"]["dropped"].toInteger();
        const qint64 oddities = jsonOf(runCli(
            {"info", "--oddities", "--json", "--no-index", tracesFolder() + "/" + file}))["files"][0]["total"]
                                    .toInteger();
        QVERIFY2(dropped == 0 || oddities >= dropped, "something was dropped and not said");
    }

    void brokenCopiesOfARealTraceLoadWithWhatIsWholeInThem_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<qint64>("events");
        QTest::addColumn<bool>("oneMayBeLost");
        const QJsonArray mutants = QJsonDocument::fromJson(readFile(tracesFolder() + "/mutants/MUTANTS.json")).array();
        QVERIFY(mutants.size() > 20);
        for (const QJsonValue& mutant : mutants)
            QTest::newRow(qPrintable(mutant["file"].toString()))
                << mutant["file"].toString() << mutant["events"].toInteger()
                << mutant["expect"].toString().contains("events-1");
    }

    void brokenCopiesOfARealTraceLoadWithWhatIsWholeInThem() {
        QFETCH(QString, file);
        QFETCH(qint64, events);
        QFETCH(bool, oneMayBeLost);
        const CliRun run = runCli({"info", "--json", "--no-index", tracesFolder() + "/" + file});
        if (events == 0) { // nothing to show: a message, no crash
            QCOMPARE(run.exitCode, 4);
            QVERIFY2(run.err.contains("hint: "), run.err);
            return;
        }
        QVERIFY2(run.exitCode == 0, run.err);
        const qint64 elements = jsonOf(run)["files"][0]["counts"]["elements"].toInteger();
        QVERIFY2(elements == events || (oneMayBeLost && elements == events - 1), qPrintable(QString::number(elements)));
    }

    void figuresAgreeWithTheReferenceToTheNanosecond_data() {
        QTest::addColumn<QString>("reference");
        const QDir folder(tracesFolder() + "/reference/four_numbers");
        for (const QString& name : folder.entryList({"*.json"}, QDir::Files, QDir::Name))
            QTest::newRow(qPrintable(name)) << folder.filePath(name);
    }

    void figuresAgreeWithTheReferenceToTheNanosecond() {
        QFETCH(QString, reference);
        QString file = QString::fromUtf8(QTest::currentDataTag());
        const QJsonObject expected = QJsonDocument::fromJson(readFile(reference)).object();
        file.chop(5);
        const QString trace = existingPath(file);
        QVERIFY2(!trace.isEmpty(), "the trace of this reference is not there");
        const CliRun run = runCli({"report", "--json", "--no-index", trace});
        QVERIFY2(run.exitCode == 0, run.err);
        const QJsonObject found = jsonOf(run)["files"][0].toObject();
        const QString name = QDir(tracesFolder()).relativeFilePath(trace);
        QString wrong = differences(name + " whole", expected["whole"].toObject(), found["whole"].toObject());
        const QJsonArray steps = expected["steps"].toArray();
        const QJsonArray foundSteps = found["steps"].toArray();
        QCOMPARE(foundSteps.size(), steps.size());
        for (qsizetype i = 0; i < steps.size(); ++i) {
            QCOMPARE(foundSteps[i]["name"], steps[i]["name"]);
            wrong += differences(name + " " + steps[i]["name"].toString(), steps[i]["by_window"].toObject(),
                                 foundSteps[i]["by_window"].toObject());
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }

private:
    // "a__b__c": each "__" may be a folder's slash or stand in a name.
    static QString existingPath(const QString& name) {
        const qsizetype at = name.indexOf("__");
        if (at < 0) return QFile::exists(tracesFolder() + "/" + name) ? tracesFolder() + "/" + name : QString();
        for (qsizetype i = at; i >= 0; i = name.indexOf("__", i + 2)) {
            const QString folder = name.left(i);
            if (!QDir(tracesFolder() + "/" + folder).exists()) continue;
            const QString rest = name.mid(i + 2);
            if (QFile::exists(tracesFolder() + "/" + folder + "/" + rest))
                return tracesFolder() + "/" + folder + "/" + rest;
            const QString deeper = existingPath(folder + "/" + rest);
            if (!deeper.isEmpty()) return deeper;
        }
        return {};
    }

    // Counted by a strict parser of its own: Qt's.
    static qint64 ascendElements(const QString& file) {
        const CliRun unpacked = runProgram("gzip", {"-dc", tracesFolder() + "/" + file});
        return QJsonDocument::fromJson(unpacked.out).array().size();
    }
};

QTEST_APPLESS_MAIN(TestCliRealTraces)
#include "tst_cli_real_traces.moc"
