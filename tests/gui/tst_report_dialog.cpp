// File > Export report: its forms, parts and switches, what goes wrong, and stopping.
#include "app/gui/window/report_dialog.h"
#include "core/notes/note.h"
#include "tests/gui/ranks_fixture.h"
#include "tests/support/cli_runner.h"

using namespace lanescope;
using lanescope::testing::WindowFixture;

namespace {

// A trace of its own, so that notes are written beside it.
struct OwnTrace {
    QTemporaryDir dir;
    QString path = dir.filePath("trace.json");
    OwnTrace() { QFile::copy(lanescope::testing::smallTracePath(), path); }
    QString file(const char* name) const { return dir.filePath(QString::fromLatin1(name)); }
};

app::ReportDialog* opened(WindowFixture& f) {
    f.act("file.export-report");
    return qobject_cast<app::ReportDialog*>(f.w().reportDialog());
}

// Markdown without its pictures, their lines beneath and blank lines.
QByteArray words(const QString& file) {
    QByteArray out;
    for (const QByteArray& line : testing::readFile(file).split('\n'))
        if (!line.startsWith("![") && !line.trimmed().isEmpty()) out += line + '\n';
    return out;
}

void addNote(WindowFixture& f, const char* words) {
    const RankTime at = f.store().extent().begin;
    f.w().notes().add({at, at, words});
}

} // namespace

class TestReportDialog : public QObject {
    Q_OBJECT
private slots:
    void eachFormHoldsTheNumbersOfTheProgramsReport() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        auto* dialog = opened(f);
        QVERIFY(dialog);
        const char* names[] = {"r.html", "r.pdf", "r.md"};
        for (int form = 0; form < 3; ++form) {
            dialog->form().setCurrentIndex(form);
            dialog->saveTo(trace.file(names[form]));
            QVERIFY(f.waitUntilQuiet(60'000));
            QVERIFY2(dialog->trouble().startsWith("written"), qPrintable(dialog->trouble()));
        }
        const auto run =
            testing::runCli({"report", "--no-index", "--no-pictures", "--md", trace.file("c.md"), trace.path});
        QVERIFY2(run.exitCode == 0, run.err);
        QCOMPARE(words(trace.file("r.md")), words(trace.file("c.md")));
        QVERIFY(testing::readFile(trace.file("r-1.svg")).contains("The longest step"));
        const QByteArray page = testing::readFile(trace.file("r.html"));
        QVERIFY(page.contains("<svg") && page.contains("What was captured") && page.contains("Reading order"));
        QVERIFY(testing::readFile(trace.file("r.pdf")).startsWith("%PDF"));
    }

    void aReportOfRanksIsThatOfTheirFolder() {
        testing::RanksFixture f;
        QVERIFY(f.openFour());
        auto* dialog = opened(f);
        QVERIFY(dialog && dialog->notes().isHidden() && dialog->part().count() == 3);
        const QString mine = f.folder.filePath("r.md"), theirs = f.folder.filePath("c.md");
        dialog->form().setCurrentIndex(2);
        dialog->saveTo(mine);
        QVERIFY(f.waitUntilQuiet(60'000));
        QVERIFY2(dialog->trouble().startsWith("written"), qPrintable(dialog->trouble()));
        const auto run = testing::runCli({"report", "--no-index", "--no-pictures", "--md", theirs,
                                          testing::RanksFixture::folderOf(testing::fourSlowRanks())});
        QVERIFY2(run.exitCode == 0, run.err);
        QVERIFY(words(theirs).contains("rank 2"));
        QCOMPARE(words(mine), words(theirs));
        QVERIFY(testing::readFile(f.folder.filePath("r-1.svg")).contains("rank 2"));
        f.act("ranks.close");
        QVERIFY(QTest::qWaitFor([&] { return !f.w().reportDialog(); })); // what it is about is gone
    }

    void namesAreLeftOutUnlessAskedFor() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        addNote(f, "ask alice@box17 about secretword");
        auto* dialog = opened(f);
        QVERIFY(dialog && dialog->leaveOutNames().isChecked());
        dialog->hide().setText("secretword");
        dialog->saveTo(trace.file("without.html"));
        QVERIFY(f.waitUntilQuiet(60'000));
        dialog->leaveOutNames().setChecked(false);
        QVERIFY(!dialog->hide().isEnabled());
        dialog->saveTo(trace.file("with.html"));
        QVERIFY(f.waitUntilQuiet(60'000));
        const QByteArray without = testing::readFile(trace.file("without.html"));
        for (const char* name : {"alice", "box17", "secretword", "trace.json"}) QVERIFY2(!without.contains(name), name);
        QVERIFY(testing::readFile(trace.file("with.html")).contains("ask alice@box17 about secretword"));
    }

    void notesAndPicturesCanBeLeftOut() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        addNote(f, "look here");
        auto* dialog = opened(f);
        QVERIFY(dialog);
        dialog->pictures().setChecked(false);
        dialog->notes().setChecked(false);
        dialog->saveTo(trace.file("r.html"));
        QVERIFY(f.waitUntilQuiet(60'000));
        const QByteArray page = testing::readFile(trace.file("r.html"));
        QVERIFY(page.contains("What was captured"));
        QVERIFY(!page.contains("<svg") && !page.contains("look here"));
    }

    void aPartCanOnlyBeChosenWhenThereIsOne() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        f.w().selection().setStep(std::nullopt);
        auto* dialog = opened(f);
        QVERIFY(dialog);
        const auto canBe = [&](int part) {
            return dialog->part().model()->flags(dialog->part().model()->index(part, 0)).testFlag(Qt::ItemIsEnabled);
        };
        QVERIFY(canBe(0) && !canBe(1));
        const TimeRange whole = f.store().extent();
        const TimeRange part{whole.begin + whole.length() / 4, whole.begin + whole.length() / 2};
        f.w().selection().setRange(part);
        QVERIFY(canBe(1));
        dialog->part().setCurrentIndex(1);
        QVERIFY(dialog->wish().range == std::optional<TimeRange>(part));
        dialog->saveTo(trace.file("part.html"));
        QVERIFY(f.waitUntilQuiet(60'000));
        QVERIFY(testing::readFile(trace.file("part.html")).contains("this report is about"));
    }

    void whatCannotBeWrittenIsSaidAndNothingIsLeft() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        auto* dialog = opened(f);
        QVERIFY(dialog);
        dialog->pictures().setChecked(false);
        const QString file = trace.file("no/such/folder.html");
        dialog->saveTo(file);
        QVERIFY(f.waitUntilQuiet(60'000));
        QVERIFY2(dialog->trouble().contains("cannot be written"), qPrintable(dialog->trouble()));
        QVERIFY(!QFile::exists(file));
        QVERIFY(dialog->isVisible() && !dialog->isWriting());
    }

    void picturesBesideAReportReplaceOnlyThoseOfIt() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        auto* dialog = opened(f);
        QVERIFY(dialog);
        testing::writeFile(trace.file("r-1.svg"), "a drawing of mine");
        dialog->form().setCurrentIndex(2);
        dialog->saveTo(trace.file("r.md"));
        QVERIFY(f.waitUntilQuiet(60'000));
        QCOMPARE(testing::readFile(trace.file("r-1.svg")), QByteArray("a drawing of mine"));
        QVERIFY(testing::readFile(trace.file("r.md")).contains("r-2-1.svg"));
        QVERIFY(testing::readFile(trace.file("r-2-1.svg")).contains("The longest step"));
        // Once more over the same report, which the file dialog asks about: its own pictures are replaced.
        dialog->saveTo(trace.file("r.md"));
        QVERIFY(f.waitUntilQuiet(60'000));
        QVERIFY(testing::readFile(trace.file("r.md")).contains("r-2-1.svg"));
        QVERIFY(!QFile::exists(trace.file("r-3-1.svg")));
    }

    void aReportCanBeStopped() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        auto* dialog = opened(f);
        QVERIFY(dialog);
        testing::writeFile(trace.file("old.html"), "what stood here");
        dialog->saveTo(trace.file("old.html"));
        QVERIFY(dialog->isWriting() && dialog->stopButton().isVisible());
        dialog->stopButton().click();
        QVERIFY(!dialog->isWriting() && !dialog->stopButton().isVisible());
        QVERIFY2(dialog->trouble().contains("stopped"), qPrintable(dialog->trouble()));
        QVERIFY(f.waitUntilQuiet(60'000));
        QCOMPARE(testing::readFile(trace.file("old.html")), QByteArray("what stood here"));
    }

    void itIsInTheMenuAndThePalette() {
        const OwnTrace trace;
        WindowFixture f;
        QAction* action = f.w().actionsOfWindow().of("file.export-report");
        QVERIFY(action && !action->isEnabled());
        QVERIFY(f.open(trace.path));
        QVERIFY(action->isEnabled());
        QVERIFY(!action->property("keys").toString().isEmpty());
        QVERIFY(opened(f));
        f.act("file.close");
        QVERIFY(QTest::qWaitFor([&] { return f.w().reportDialog() == nullptr || !f.w().reportDialog()->isVisible(); }));
    }
};

QTEST_MAIN(TestReportDialog)
#include "tst_report_dialog.moc"
