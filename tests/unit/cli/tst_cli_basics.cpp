// The terminal program itself: version, help, commands, and that its page in the documents says what is true.
#include "tests/support/cli_runner.h"

#include <QRegularExpression>
#include <QTest>

using namespace lanescope::testing;

namespace {

// The commands that --help lists.
QStringList commands() {
    QStringList names;
    static const QRegularExpression line("^  ([a-z]+) +[a-zA-Z]", QRegularExpression::MultilineOption);
    auto matches = line.globalMatch(QString::fromUtf8(runCli({"--help"}).out));
    while (matches.hasNext()) names << matches.next().captured(1);
    return names;
}

QString page() { return QString::fromUtf8(readFile(LANESCOPE_SOURCE_DIR "/docs/user/cli.md")); }

} // namespace

class TestCliBasics : public QObject {
    Q_OBJECT
private slots:
    void theVersionIsSaid() {
        const CliRun run = runCli({"--version"});
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(QRegularExpression("^lanescope-cli \\d+\\.\\d+\\.\\d+\n$").match(run.out).hasMatch(), run.out);
        QCOMPARE(jsonOf(runCli({"version", "--json"}))["name"].toString(), QString("lanescope-cli"));
    }

    void everyCommandHasHelpAndAPage() {
        const QStringList names = commands();
        QVERIFY2(names.size() >= 7, qPrintable(names.join(' ')));
        QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), names.size());
        for (const QString& name : names) {
            const CliRun run = runCli({name, "--help"});
            QCOMPARE(run.exitCode, 0);
            QVERIFY2(run.out.contains("--"), run.out);
            QVERIFY2(page().contains("\n## " + name + "\n"), qPrintable("docs/user/cli.md has no section " + name));
        }
    }

    void everyOptionIsOnThePage() {
        static const QRegularExpression option("(--[a-z-]+)");
        for (const QString& name : commands()) {
            auto matches = option.globalMatch(QString::fromUtf8(runCli({name, "--help"}).out));
            while (matches.hasNext()) {
                const QString text = matches.next().captured(1);
                QVERIFY2(page().contains(text), qPrintable(name + " " + text));
            }
        }
    }

    void theExitCodesOnThePageAreThoseOfTheProgram() {
        static const QRegularExpression line("^ +(\\d+)  (.+)$", QRegularExpression::MultilineOption);
        auto matches = line.globalMatch(QString::fromUtf8(runCli({"--help"}).out));
        QSet<int> codes;
        while (matches.hasNext()) {
            const auto match = matches.next();
            codes << match.captured(1).toInt();
            const QString row = QStringLiteral("| %1 | %2 |").arg(match.captured(1), match.captured(2));
            QVERIFY2(page().contains(row), qPrintable(row));
        }
        QVERIFY(codes.size() >= 12); // and no two are the same:
        QCOMPARE(page().count(QRegularExpression("^\\| \\d+ \\|", QRegularExpression::MultilineOption)), codes.size());
    }
};

QTEST_APPLESS_MAIN(TestCliBasics)
#include "tst_cli_basics.moc"
