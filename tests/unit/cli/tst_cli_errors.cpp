// What the terminal program says, and how it ends, when something is not as it should be.
#include "tests/support/cli_runner.h"

#include <QDir>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/stat.h>
#include <sys/types.h>

#include <QProcess>

using namespace lanescope::testing;

namespace {

const QByteArray kGoodTrace = R"({"traceEvents": [
  {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 10.0, "dur": 5.0}
]})";

} // namespace

class TestCliErrors : public QObject {
    Q_OBJECT
private slots:
    void aPipeThatNobodyWritesIntoIsSaidAndNotWaitedForLong() {
        const QString path = m_folder.filePath("pipe");
        QCOMPARE(::mkfifo(path.toUtf8().constData(), 0600), 0);
        const CliRun run = runCli({"info", "--no-index", path});
        QCOMPARE(run.exitCode, 3);
        QVERIFY2(run.err.contains("pipe that nobody writes into"), run.err);
    }

    void aTraceMayComeThroughAPipe() {
        const QString path = m_folder.filePath("full-pipe");
        QCOMPARE(::mkfifo(path.toUtf8().constData(), 0600), 0);
        QProcess writer;
        writer.start("sh", {"-c", "printf '%s' \"$1\" > \"$0\"", path, QString::fromUtf8(kGoodTrace)});
        const CliRun run = runCli({"info", "--json", path});
        QVERIFY(writer.waitForFinished());
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.out.contains("aten") || run.out.contains("\"elements\": 1"));
    }

    void everyWrongInputHasItsExitCodeAndSaysWhere_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("word");
        QTest::newRow("no bytes") << QByteArray() << 4 << "empty_file";
        QTest::newRow("blanks") << QByteArray("  \n\n ") << 4 << "empty_file";
        QTest::newRow("braces") << QByteArray("{}") << 4 << "no_traceEvents";
        QTest::newRow("no events") << QByteArray("{\"traceEvents\": []}") << 4 << "no_events";
        QTest::newRow("a web page") << QByteArray("<!DOCTYPE html><html></html>") << 4 << "not_a_trace";
        QTest::newRow("a text") << QByteArray("Dear all,\nplease find attached") << 4 << "not_a_trace";
        QTest::newRow("a number") << QByteArray("12") << 4 << "not_a_trace";
    }

    void everyWrongInputHasItsExitCodeAndSaysWhere() {
        QFETCH(QByteArray, content);
        QFETCH(int, exitCode);
        QFETCH(QString, word);
        const QString path = m_folder.filePath("input.json");
        QVERIFY(writeFile(path, content));
        for (const QString& command : {QStringLiteral("info"), QStringLiteral("report")}) {
            const CliRun run = runCli({command, "--json", "--no-index", path});
            QCOMPARE(run.exitCode, exitCode);
            QVERIFY2(run.err.startsWith("lanescope-cli: " + path.toUtf8()), run.err);
            QVERIFY2(run.err.contains("\nhint: "), run.err);
            const QJsonObject file = jsonOf(run)["files"][0].toObject();
            QCOMPARE(file["error"]["code"].toString(), word);
        }
    }

    void aFileThatIsNotThereIsSaidSo() {
        const CliRun run = runCli({"info", m_folder.filePath("nowhere.json")});
        QCOMPARE(run.exitCode, 3);
        QVERIFY2(run.err.contains("nowhere.json"), run.err);
        QVERIFY2(run.err.contains("hint: "), run.err);
        QVERIFY(run.out.trimmed().isEmpty());
    }

    void otherInputsAreStillReadWhenOneIsWrong() {
        const QString good = m_folder.filePath("good.json");
        QVERIFY(writeFile(good, kGoodTrace));
        const CliRun run = runCli({"info", "--json", "--no-index", m_folder.filePath("nowhere.json"), good});
        QCOMPARE(run.exitCode, 3);
        const QJsonArray files = jsonOf(run)["files"].toArray();
        QCOMPARE(files.size(), 2);
        QCOMPARE(files[0]["error"]["code"].toString(), QString("not_found"));
        QCOMPARE(files[1]["counts"]["slices"].toInt(), 1);
    }

    void aTruncatedTraceIsReadAndSaidToBeOne() {
        const QString path = m_folder.filePath("cut.json");
        QVERIFY(writeFile(path, kGoodTrace.chopped(3) + ",\n {\"ph\": \"X\", \"name\": \"cut"));
        const CliRun run = runCli({"info", "--oddities", "--json", "--no-index", path});
        QCOMPARE(run.exitCode, 0);
        const QJsonArray oddities = jsonOf(run)["files"][0]["oddities"].toArray();
        QCOMPARE(oddities.size(), 1);
        QCOMPARE(oddities[0]["kind"].toString(), QString("truncated"));
        QCOMPARE(oddities[0]["severity"].toString(), QString("missing"));
        QVERIFY(oddities[0]["effect"].toString().size() > 5);
        QVERIFY(oddities[0]["samples"][0]["offset"].toInteger() > 100);
    }

    void wrongCommandLinesAreExplained_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("nothing") << QStringList{};
        QTest::newRow("unknown command") << QStringList{"inform", "x.json"};
        QTest::newRow("no input") << QStringList{"info"};
        QTest::newRow("unknown option") << QStringList{"info", "--colour", "x.json"};
        QTest::newRow("unknown format") << QStringList{"info", "--format", "xml", "x.json"};
        QTest::newRow("rank without a number") << QStringList{"info", "--rank", "x.json=a", "x.json"};
        QTest::newRow("rank of an unknown file") << QStringList{"info", "--rank", "y.json=1", "x.json"};
        QTest::newRow("threshold that is no number") << QStringList{"report", "--launch-gap-us", "few", "x.json"};
        QTest::newRow("large below launch") << QStringList{"report", "--large-gap-us", "1", "x.json"};
        QTest::newRow("render without output") << QStringList{"render", "x.json"};
        QTest::newRow("synth without kind") << QStringList{"synth", "-o", "x.json"};
        QTest::newRow("synth of an unknown kind") << QStringList{"synth", "sunny", "-o", "x.json"};
        QTest::newRow("synth of an unknown size") << QStringList{"synth", "healthy", "-o", "x.json", "--size", "big"};
    }

    void wrongCommandLinesAreExplained() {
        QFETCH(QStringList, arguments);
        const CliRun run = runCli(arguments);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.startsWith("lanescope-cli: "), run.err);
        QVERIFY(run.out.isEmpty());
    }

    void outputThatCannotBeWrittenHasItsOwnExitCodeAndLeavesNothingBehind() {
        const QString good = m_folder.filePath("good.json");
        QVERIFY(writeFile(good, kGoodTrace));
        const CliRun run = runCli({"info", "--no-index", good, "-o", m_folder.filePath("no/such/folder/out.txt")});
        QCOMPARE(run.exitCode, 9);
        QVERIFY2(run.err.contains("out.txt"), run.err);
        const CliRun full = runCli({"info", "--no-index", good, "-o", "/dev/full"});
        QCOMPARE(full.exitCode, 9);
        QCOMPARE(QDir(m_folder.path()).entryList({"out*"}).size(), 0);
    }

    void outputReplacesAFileAsAWhole() {
        const QString good = m_folder.filePath("good.json");
        const QString out = m_folder.filePath("answer.json");
        QVERIFY(writeFile(good, kGoodTrace));
        QVERIFY(writeFile(out, "what was there before"));
        const CliRun run = runCli({"info", "--json", "--no-index", good, "-o", out});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.out.isEmpty());
        QVERIFY(readFile(out).startsWith("{"));
        QCOMPARE(QDir(m_folder.path()).entryList({"answer*"}), QStringList{"answer.json"});
    }

    void aReaderThatGoesAwayIsNoFault() {
        const QString good = m_folder.filePath("good.json");
        QVERIFY(writeFile(good, kGoodTrace));
        const CliRun run =
            runProgram("/bin/sh", {"-c", "\"$0\" info --no-index \"$1\" | true; echo done", LANESCOPE_CLI, good});
        QCOMPARE(run.out, QByteArray("done\n"));
        QVERIFY2(run.err.isEmpty(), run.err);
    }

    void renderWithoutThePictureProgramSaysSo() {
        const QString alone = m_folder.filePath("lanescope-cli"); // no picture program beside it
        QVERIFY(QFile::copy(LANESCOPE_CLI, alone));
        const CliRun run = runProgram(alone, {"render", "x.json", "-o", m_folder.filePath("x.png")});
        QCOMPARE(run.exitCode, 10);
        QVERIFY2(run.err.contains("not installed"), run.err);
    }

private:
    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TestCliErrors)
#include "tst_cli_errors.moc"
