// What a file says never reaches the terminal as a command to it: names, categories, rows, metadata and the file's own
// name may hold control characters, in whatever encoding a terminal would obey.
#include "tests/support/cli_runner.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lanescope::testing;

namespace {

// Escape sequences that clear the screen, set the title and recolour; the C1 form of them; text that turns around.
const QByteArray kTrace =
    "{\"traceEvents\": ["
    "{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 0, \"args\": {\"name\": \"p\\u001b[2J\\u009b2J\"}},"
    "{\"ph\": \"M\", \"name\": \"thread_name\", \"pid\": 0, \"tid\": 7, \"args\": {\"name\": \"t\\u001b]0;x\\u0007\"}},"
    "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\\u001b[2J\\u009b2J\\u202eb\\r\", \"pid\": 0, \"tid\": 7, "
    "\"ts\": 1, "
    "\"dur\": 50, \"args\": {\"stream\": 7, \"device\": 0}},"
    "{\"ph\": \"X\", \"cat\": \"c\\u001b[31m\", \"name\": \"raw \x1b[5m \xc2\x9b"
    "1m\", \"pid\": \"q\\u001b[1m\", \"tid\": \"w\\u009b1m\", \"ts\": 9, \"dur\": 500}],"
    "\"k\\u001b[2J\": 1, \"displayTimeUnit\": \"\\u001b[2J\"}";

// The first character that a terminal would obey, with what is around it.
QString firstCommand(const QByteArray& bytes) {
    const QString text = QString::fromUtf8(bytes);
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t c = text[i].unicode();
        const bool control = (c < 0x20 && c != '\n') || (c >= 0x7f && c < 0xa0);
        if (control || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069))
            return QString("U+%1 in: %2").arg(c, 4, 16, QChar('0')).arg(text.mid(std::max<qsizetype>(0, i - 20), 40));
    }
    return {};
}

} // namespace

class tst_cli_terminal : public QObject {
    Q_OBJECT

private slots:
    void nothingInAFileCommandsTheTerminal_data() {
        QTest::addColumn<QStringList>("command");
        const auto row = [](const char* name, const QStringList& command) { QTest::newRow(name) << command; };
        row("info", {"info"});
        row("oddities", {"info", "--oddities"});
        row("report", {"report"});
        row("analyze", {"analyze", "all"});
        row("events", {"events"});
        row("findings", {"findings"});
        row("findings for Markdown", {"findings", "--format", "md"});
        row("guide", {"guide"});
        row("guide for Markdown", {"guide", "--format", "md"});
        row("json", {"info", "--json"});
        row("dump", {"dump"});
    }
    void nothingInAFileCommandsTheTerminal() {
        QFETCH(QStringList, command);
        QTemporaryDir folder;
        const QString path = folder.filePath(QString("a\x1b[2J") + QChar(0x9b) + "2J.json");
        QVERIFY(writeFile(path, kTrace));
        const CliRun run = runCli(command + QStringList{"--no-index", path});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(!run.out.isEmpty());
        QCOMPARE(firstCommand(run.out), QString());
        QCOMPARE(firstCommand(run.err), QString());
    }

    void theNameOfAFileThatIsNotThereIsNoCommandEither() {
        const CliRun run = runCli({"info", QString("no\x1b[2J") + QChar(0x9b) + "2J.json"});
        QCOMPARE(run.exitCode, 3);
        QCOMPARE(firstCommand(run.err), QString());
        QVERIFY(run.err.contains("no\\x1b[2J\\x9b2J.json"));
    }
};

QTEST_GUILESS_MAIN(tst_cli_terminal)
#include "tst_cli_terminal.moc"
