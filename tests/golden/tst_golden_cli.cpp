// Outputs of the terminal program that must not change unnoticed: dumps of small generated traces, and what people and
// scripts read. Rewritten with UPDATE_GOLDEN=1, in a commit of its own that says why.
#include "tests/support/cli_runner.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope::testing;

namespace {

struct Golden {
    const char* name;      // file in this folder
    const char* trace;     // a file in this folder, or kind and options of a generated trace
    const char* arguments; // command and options; the trace comes last
};
constexpr Golden kGoldens[] = {
    {"dump_phases.txt", "phases.json", "dump"},
    {"oddities_phases.txt", "phases.json", "info --oddities"},
    {"dump_launch_bound.txt", "launch-bound --steps 1 --seed 3", "dump"},
    {"dump_graph_replay.txt", "graph-replay-decode --steps 1 --seed 3", "dump"},
    {"info_healthy.txt", "healthy --seed 3", "info"},
    {"info_healthy.json", "healthy --seed 3", "info --json"},
    {"report_input_starvation.txt", "input-starvation --seed 3", "report"},
    {"report_input_starvation.md", "input-starvation --seed 3", "report --format md"},
    {"report_input_starvation.csv", "input-starvation --seed 3", "report --format csv"},
    {"report_input_starvation.json", "input-starvation --seed 3", "report --json"},
};

QString goldenPath(const QString& name) { return QStringLiteral(LANESCOPE_SOURCE_DIR "/tests/golden/") + name; }

QByteArray firstDifference(const QByteArray& expected, const QByteArray& found) {
    const QList<QByteArray> a = expected.split('\n'), b = found.split('\n');
    for (qsizetype i = 0; i < std::max(a.size(), b.size()); ++i)
        if (a.value(i) != b.value(i))
            return "line " + QByteArray::number(i + 1) + "\n  expected " + a.value(i) + "\n  found    " + b.value(i);
    return {};
}

} // namespace

class TestGoldenCli : public QObject {
    Q_OBJECT
private slots:
    void outputsAreAsTheyWere_data() {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("arguments");
        for (const Golden& golden : kGoldens) QTest::newRow(golden.name) << golden.trace << golden.arguments;
    }

    void outputsAreAsTheyWere() {
        QFETCH(QString, source);
        QFETCH(QString, arguments);
        QTemporaryDir folder;
        const QString trace = folder.filePath("trace.json");
        if (source.endsWith(".json")) {
            QVERIFY(QFile::copy(goldenPath(source), trace));
        } else {
            const CliRun made = runCli(QStringList{"synth"} + source.split(' ') + QStringList{"-o", trace});
            QVERIFY2(made.exitCode == 0, made.err);
        }
        const CliRun run = runCli(arguments.split(' ') + QStringList{"--no-index", trace});
        QVERIFY2(run.exitCode == 0, run.err);
        const QByteArray found = QByteArray(run.out).replace(folder.path().toUtf8(), "FOLDER");
        const QString path = goldenPath(QString::fromUtf8(QTest::currentDataTag()));
        if (qEnvironmentVariable("UPDATE_GOLDEN") == "1") {
            QVERIFY(writeFile(path, found));
            return;
        }
        const QByteArray difference = firstDifference(readFile(path), found);
        QVERIFY2(difference.isEmpty(), difference);
    }
};

QTEST_APPLESS_MAIN(TestGoldenCli)
#include "tst_golden_cli.moc"
