// Pictures through the terminal program and its helper.
#include "tests/support/cli_runner.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

using namespace lanescope::testing;

namespace {

struct Size {
    quint32 width = 0, height = 0;
};
// From the head of a PNG; zeros when it is none.
Size pngSize(const QString& path) {
    const QByteArray data = readFile(path);
    if (data.size() < 24 || !data.startsWith("\x89PNG\r\n\x1a\n")) return {};
    return {qFromBigEndian<quint32>(data.constData() + 16), qFromBigEndian<quint32>(data.constData() + 20)};
}

} // namespace

class TestCliRender : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        const QString helper = QFileInfo(LANESCOPE_CLI).path() + "/../render/lanescope-render";
        if (!QFileInfo::exists(helper)) QSKIP("built without the window: there is no picture program");
        m_trace = m_folder.filePath("trace.json.gz");
        QCOMPARE(runCli({"synth", "healthy", "-o", m_trace}).exitCode, 0);
    }

    void aPictureHasTheSizeThatWasAskedFor() {
        const QString out = m_folder.filePath("t.png");
        const CliRun run = runCli({"render", m_trace, "-o", out, "--width", "900", "--height", "500", "--scale", "2",
                                   "--theme", "light", "--no-index"});
        QVERIFY2(run.exitCode == 0, run.err);
        QCOMPARE(pngSize(out).width, 1800u);
        QCOMPARE(pngSize(out).height, 1000u);
    }

    void aStepARangeAndChosenRowsMakeOtherPictures() {
        const QString whole = m_folder.filePath("whole.png"), part = m_folder.filePath("part.png");
        QCOMPARE(runCli({"render", m_trace, "-o", whole}).exitCode, 0);
        for (const QStringList& choice :
             {QStringList{"--step", "11"}, QStringList{"--range", "1ms..2.5ms"}, QStringList{"--tracks", "stream"}}) {
            QCOMPARE(runCli(QStringList{"render", m_trace, "-o", part} + choice).exitCode, 0);
            QVERIFY(pngSize(part).width > 0);
            QVERIFY(readFile(part) != readFile(whole));
        }
    }

    void whatWasWrittenIsToldInTheFormThatWasAskedFor() {
        const QString out = m_folder.filePath("told.png");
        const CliRun plain = runCli({"render", m_trace, "-o", out});
        QCOMPARE(plain.exitCode, 0);
        QCOMPARE(plain.out, QByteArray());
        const QJsonObject file =
            jsonOf(runCli({"render", m_trace, "-o", out, "--json"}))["files"].toArray().at(0).toObject();
        QCOMPARE(file["trace"].toString(), m_trace);
        QCOMPARE(file["picture"].toString(), out);
        const CliRun csv = runCli({"render", m_trace, "-o", out, "--format", "csv"});
        QCOMPARE(QString(csv.out), QString("trace,picture\r\n%1,%2\r\n").arg(m_trace, out));
    }

    void whatGoesWrongInTheHelperKeepsItsExitCode() {
        const QString out = m_folder.filePath("none.png");
        QVERIFY(writeFile(m_folder.filePath("page.html"), "<html></html>"));
        QCOMPARE(runCli({"render", m_folder.filePath("nowhere.json"), "-o", out}).exitCode, 3);
        QCOMPARE(runCli({"render", m_folder.filePath("page.html"), "-o", out}).exitCode, 4);
        QCOMPARE(runCli({"render", m_trace, "-o", m_folder.filePath("no/folder/x.png")}).exitCode, 9);
        QCOMPARE(runCli({"render", m_trace, "-o", out, "--step", "999"}).exitCode, 8);
        QCOMPARE(runCli({"render", m_trace, "-o", out, "--theme", "plaid"}).exitCode, 2);
        QVERIFY(!QFileInfo::exists(out));
    }

    void namesWithBlanksAndQuotesAreOnlyNames() {
        const QString odd = m_folder.filePath("a 'b' \"c\" $(touch x); -o.json.gz");
        QVERIFY(QFile::copy(m_trace, odd));
        const QString out = m_folder.filePath("odd $HOME.png");
        const CliRun run = runCli({"render", odd, "-o", out});
        QVERIFY2(run.exitCode == 0, run.err);
        QVERIFY(pngSize(out).width > 0);
    }

private:
    QTemporaryDir m_folder;
    QString m_trace;
};

QTEST_APPLESS_MAIN(TestCliRender)
#include "tst_cli_render.moc"
