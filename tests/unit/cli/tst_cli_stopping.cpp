// Ctrl-C in the middle of things.
#include "tests/support/cli_runner.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace lanescope::testing;

namespace {

struct Stopped {
    int exitCode = -1;
    QByteArray err;
};

// Whether the program takes Ctrl-C by its own thread, for which the others block the signal. Before that moment (longer
// under a sanitizer) the signal ends it as it ends any program, without a word, and there is nothing to ask of it.
bool takesInterrupts(qint64 pid) {
    QFile status(QStringLiteral("/proc/%1/status").arg(pid));
    if (!status.open(QIODevice::ReadOnly)) return false;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("SigBlk:")) return line.mid(7).trimmed().toULongLong(nullptr, 16) & (1ULL << (SIGINT - 1));
    return false;
}

// Starts the program, sends it the signal after a while, and waits for its end. The while of a Ctrl-C begins when the
// program listens for it.
Stopped stopAfter(int ms, const QStringList& arguments, const QStringList& environment = {}, int signal = SIGINT) {
    QProcess process;
    QProcessEnvironment variables = QProcessEnvironment::systemEnvironment();
    for (const QString& line : environment) variables.insert(line.section('=', 0, 0), line.section('=', 1));
    process.setProcessEnvironment(variables);
    process.start(QStringLiteral(LANESCOPE_CLI), arguments);
    if (!process.waitForStarted()) return {};
    QElapsedTimer timer;
    timer.start();
    while (signal == SIGINT && !takesInterrupts(process.processId()) && timer.elapsed() < 10'000) QTest::qSleep(1);
    QTest::qSleep(ms);
    ::kill(static_cast<pid_t>(process.processId()), signal);
    if (!process.waitForFinished(20'000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    Stopped stopped;
    if (process.exitStatus() == QProcess::NormalExit) stopped.exitCode = process.exitCode();
    stopped.err = process.readAllStandardError();
    return stopped;
}

} // namespace

class TestCliStopping : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        m_trace = m_folder.filePath("big.json.gz");
        QCOMPARE(runCli({"synth", "healthy", "--size", "400M", "-o", m_trace}).exitCode, 0);
    }

    void readingStopsAndSaysSo() {
        for (const int ms : {30, 150}) {
            const Stopped stopped = stopAfter(ms, {"report", "--no-index", m_trace});
            if (stopped.exitCode == 0) continue; // it was faster than we
            QCOMPARE(stopped.exitCode, 130);
            QVERIFY2(stopped.err.contains("stopped"), stopped.err);
        }
    }

    void noHalfWrittenFileIsLeftBehind() {
        QTemporaryDir out;
        const Stopped stopped = stopAfter(40, {"synth", "healthy", "--size", "2G", "-o", out.filePath("new.json.gz")});
        if (stopped.exitCode != 0) {
            QCOMPARE(stopped.exitCode, 130);
            QCOMPARE(QDir(out.path()).entryList(QDir::Files | QDir::Hidden), QStringList());
        }
        QTemporaryDir cache;
        stopAfter(900, {"info", m_trace}, {"LANESCOPE_CACHE_DIR=" + cache.path()});
        for (const QString& name : QDir(cache.path()).entryList(QDir::Files | QDir::Hidden))
            QVERIFY2(name.endsWith(".lsindex"), qPrintable(name));
        const CliRun after = runCli({"info", "--json", m_trace}, {"LANESCOPE_CACHE_DIR=" + cache.path()});
        QCOMPARE(after.exitCode, 0);
    }

    void beingKilledAtAnyMomentLeavesNothingThatTheNextStartTripsOver() {
        QTemporaryDir folder, cache;
        const QString trace = folder.filePath("small.json.gz");
        QCOMPARE(runCli({"synth", "healthy", "--size", "40M", "-o", trace}).exitCode, 0);
        const CliRun expected = runCli({"dump", "--no-index", trace});
        QCOMPARE(expected.exitCode, 0);
        const QStringList environment{"LANESCOPE_CACHE_DIR=" + cache.path()};
        for (int ms = 10; ms < 400; ms += 13) { // reading, building, writing the index
            if (ms % 3 == 0) QDir(cache.path()).removeRecursively(), QDir().mkpath(cache.path());
            stopAfter(ms, {"info", trace}, environment, SIGKILL);
            if (ms % 4 != 0) continue; // the next start after each kill is killed too, but for these
            const CliRun next = runCli({"dump", trace}, environment);
            QCOMPARE(next.exitCode, 0);
            QVERIFY2(next.err.isEmpty(), next.err);
            QVERIFY(next.out == expected.out);
        }
        for (int i = 0; i < 2; ++i) {
            const CliRun run = runCli({"dump", trace}, environment);
            QCOMPARE(run.exitCode, 0);
            QVERIFY2(run.err.isEmpty(), run.err);
            QVERIFY(run.out == expected.out);
        }
    }

private:
    QTemporaryDir m_folder;
    QString m_trace;
};

QTEST_APPLESS_MAIN(TestCliStopping)
#include "tst_cli_stopping.moc"
