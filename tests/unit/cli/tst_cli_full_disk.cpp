// A full disk, a folder that takes no files, a size limit, and a kill: for each thing the program writes, what stood
// there before stays whole, nothing half-written stands under a name, and the trouble is said.
#include "tests/support/cli_runner.h"
#include "tests/support/own_disk.h"
#include "tests/support/sanitized.h"
#include "tests/support/synth_case.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

const QByteArray kOld = "what stood here before\n";

struct Made { // a thing the program writes: its command, and the ending of its file
    const char* name;
    QStringList command; // OUT is the file, TRACE and OTHER the inputs
    const char* ending;
};

QList<Made> things() {
    return {{"report html", {"report", "--html", "OUT", "TRACE"}, "html"},
            {"report markdown", {"report", "--no-pictures", "--md", "OUT", "TRACE"}, "md"},
            {"report pdf", {"report", "--pdf", "OUT", "TRACE"}, "pdf"},
            {"picture png", {"render", "-o", "OUT", "TRACE"}, "png"},
            {"picture svg", {"render", "-o", "OUT", "TRACE"}, "svg"},
            {"picture pdf", {"render", "-o", "OUT", "TRACE"}, "pdf"},
            {"cut", {"cut", "--range", "0ms..1s", "-o", "OUT", "TRACE"}, "json"},
            {"cut gzip", {"cut", "--range", "0ms..1s", "-o", "OUT", "TRACE"}, "json.gz"},
            {"events csv", {"events", "--format", "csv", "-o", "OUT", "TRACE"}, "csv"},
            {"events json", {"events", "--format", "json", "-o", "OUT", "TRACE"}, "json"},
            {"events sqlite", {"events", "--format", "sqlite", "-o", "OUT", "TRACE"}, "sqlite"},
            {"merged trace", {"merge", "--align", "none", "-o", "OUT", "TRACE", "OTHER"}, "json"},
            {"summary", {"summarize", "-o", "OUT", "TRACE", "OTHER"}, "json"},
            {"made-up trace", {"synth", "healthy", "--steps", "3", "-o", "OUT"}, "json"}};
}

const SynthCase& ranks() {
    static const SynthCase made = [] {
        synth::SynthOptions options;
        options.steps = 3;
        options.ranks = 2;
        return SynthCase(options, "ranks");
    }();
    return made;
}

// Only writes are to fail, never the reading or a temporary folder.
QStringList filled(const Made& made, const QString& out) {
    QStringList words = made.command;
    for (QString& word : words) {
        if (word == "OUT") word = out;
        if (word == "TRACE") word = QString::fromStdString(ranks().files.at(0).trace.string());
        if (word == "OTHER") word = QString::fromStdString(ranks().files.at(1).trace.string());
    }
    if (words.first() != "synth") words.insert(1, "--no-index");
    return words;
}

bool needsPictures(const Made& made) { return QByteArray(made.ending) == "pdf" || made.command.first() == "render"; }

void addThings() {
    QTest::addColumn<int>("index");
    const auto list = things();
    for (int i = 0; i < list.size(); ++i) QTest::newRow(list[i].name) << i;
}

} // namespace

class TestCliFullDisk : public QObject {
    Q_OBJECT
    void verifySaid(const CliRun& run, const QString& out) {
        QVERIFY2(run.exitCode == 9, qPrintable(QString::number(run.exitCode) + ": " + run.err));
        QVERIFY2(run.err.contains("cannot be written") || run.err.contains("not written"), run.err);
        QVERIFY2(run.err.contains(QFile::encodeName(QFileInfo(out).fileName())), run.err);
        QCOMPARE(readFile(out), kOld);
    }

private slots:
    void initTestCase() { QVERIFY2(ranks().error.empty(), ranks().error.c_str()); }

    void aFullDiskLosesNothing_data() { addThings(); }
    void aFullDiskLosesNothing() {
        QFETCH(int, index);
        const Made made = things()[index];
        OwnDisk disk("size=64k");
        if (!disk.ok()) QSKIP("no file system of its own can be mounted here");
        const QString out = disk.file(QString("out.") + made.ending);
        QVERIFY(writeFile(out, kOld));
        QVERIFY(disk.fill("filler"));
        const CliRun run = runCli(filled(made, out));
        if (run.exitCode == 10 && needsPictures(made)) QSKIP("the picture program is not built");
        verifySaid(run, out);
        QCOMPARE(disk.names().size(), 2); // nothing half-written is left
    }

    void aFolderThatTakesNoFilesLosesNothing_data() { addThings(); }
    void aFolderThatTakesNoFilesLosesNothing() {
        QFETCH(int, index);
        const Made made = things()[index];
        OwnDisk disk("size=64k");
        if (!disk.ok()) QSKIP("no file system of its own can be mounted here");
        const QString out = disk.file(QString("out.") + made.ending);
        QVERIFY(writeFile(out, kOld));
        if (!disk.makeReadOnly()) QSKIP("it cannot be made read-only");
        const CliRun run = runCli(filled(made, out));
        if (run.exitCode == 10 && needsPictures(made)) QSKIP("the picture program is not built");
        verifySaid(run, out);
    }

    void aSizeLimitLosesNothing_data() { addThings(); }
    void aSizeLimitLosesNothing() {
        QFETCH(int, index);
        const Made made = things()[index];
        if (made.command.first() == "report" && needsPictures(made)) QSKIP("its passing files meet the limit first");
        if (kSanitized) QSKIP("a sanitizer writes files of its own");
        QTemporaryDir dir;
        const QString out = dir.filePath(QString("out.") + made.ending);
        QVERIFY(writeFile(out, kOld));
        QStringList words{"-c", "ulimit -f 4; exec \"$@\"", "sh", LANESCOPE_CLI};
        words += filled(made, out);
        const CliRun run = runProgram("/bin/sh", words); // 4 blocks are 2 or 4 kB
        if (run.exitCode == 10 && needsPictures(made)) QSKIP("the picture program is not built");
        verifySaid(run, out);
        QCOMPARE(QDir(dir.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }

    void aKillLeavesTheOldOrTheNew_data() { addThings(); }
    void aKillLeavesTheOldOrTheNew() {
        QFETCH(int, index);
        const Made made = things()[index];
        QTemporaryDir dir;
        const QString out = dir.filePath(QString("out.") + made.ending);
        QElapsedTimer timer;
        timer.start();
        const CliRun run = runCli(filled(made, out));
        if (run.exitCode == 10 && needsPictures(made)) QSKIP("the picture program is not built");
        QVERIFY2(run.exitCode == 0, run.err);
        const int length = std::max<int>(2, static_cast<int>(timer.elapsed()));
        const QByteArray whole = readFile(out);
        QVERIFY(whole.size() > 100 && whole != kOld);
        QVERIFY(writeFile(out, kOld));
        QRandomGenerator random(static_cast<quint32>(index + 1));
        for (int round = 0; round < 8; ++round) {
            QProcess cli;
            cli.start(LANESCOPE_CLI, filled(made, out));
            QVERIFY(cli.waitForStarted());
            cli.waitForFinished(random.bounded(length + length / 4)); // it may be through by then
            cli.kill();
            QVERIFY(cli.state() == QProcess::NotRunning || cli.waitForFinished(60'000));
            const QByteArray now = readFile(out);
            if (now == kOld) continue;
            QVERIFY2(now == whole, qPrintable(QString("%1 of %2 bytes").arg(now.size()).arg(whole.size())));
            QVERIFY(writeFile(out, kOld));
        }
    }
};

QTEST_GUILESS_MAIN(TestCliFullDisk)
#include "tst_cli_full_disk.moc"
