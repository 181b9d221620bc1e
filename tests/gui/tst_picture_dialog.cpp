// Export picture: what the dialog writes is what the picture program draws of the same session; the notes list and the
// editor on the timeline.
#include "app/gui/window/picture_dialog.h"
#include "core/session_file/session_file.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/cli_runner.h"
#include "widgets/pictures/picture_files.h"

#include <QClipboard>
#include <QFile>

using namespace lanescope;
using lanescope::testing::WindowFixture;

namespace {

struct OwnTrace {
    QTemporaryDir dir;
    QString path = dir.filePath("own.json");
    QString session = dir.filePath("seen.lanescope");
    OwnTrace() { QFile::copy(lanescope::testing::smallTracePath(), path); }
};

void noteInView(WindowFixture& f, const char* words) {
    const RankTime middle = f.w().view().target().timeAt(f.w().view().canvasWidth() / 2);
    f.w().notes().add({middle, middle, words});
}

} // namespace

class TestPictureDialog : public QObject {
    Q_OBJECT
private slots:
    void thePictureIsThatOfThePictureProgram() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        const SliceId kernel = f.launchedKernel(5);
        f.w().navigator().select(kernel);
        f.bringIntoView(kernel);
        noteInView(f, "look here");
        const TimeRange seen = f.w().view().target().visible();
        f.w().selection().setRange(TimeRange{seen.begin + seen.length() / 4, seen.begin + seen.length() / 2});
        f.w().toolBar().omnibox().setText("gemm");
        f.w().searching().search("gemm");
        QVERIFY(f.waitUntilQuiet());
        f.act("file.export");
        auto* dialog = qobject_cast<app::PictureDialog*>(f.w().pictureDialog());
        QVERIFY(dialog);
        QVERIFY(QTest::qWaitFor([&] { return !dialog->preview().isNull() && f.w().isQuiet(); }, 20'000));
        for (const char* ending : {"png", "svg", "pdf"}) {
            const QString mine = trace.dir.filePath(QString("mine.") + ending);
            const QString theirs = trace.dir.filePath(QString("theirs.") + ending);
            dialog->saveTo(mine);
            QVERIFY(f.waitUntilQuiet());
            f.w().session().saveTo(trace.session, app::SessionController::With::TraceAsItIs);
            QVERIFY(f.waitUntilQuiet());
            const auto run = testing::runCli({"render", "--no-index", trace.session, "--width", "1200", "--theme",
                                              "print", "--scale", "2", "-o", theirs});
            QVERIFY2(run.exitCode == 0, run.err);
            QVERIFY(testing::readFile(mine).size() > 1000);
            QVERIFY2(testing::readFile(mine) == testing::readFile(theirs), ending);
        }
        QVERIFY(testing::readFile(trace.dir.filePath("mine.svg")).contains("look here"));
    }

    void legendAndMarksCanBeLeftOut() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        f.w().navigator().select(f.launchedKernel(5));
        f.bringIntoView(f.launchedKernel(5));
        f.act("file.export");
        auto* dialog = qobject_cast<app::PictureDialog*>(f.w().pictureDialog());
        QVERIFY(dialog);
        const auto written = [&](const char* name) {
            dialog->saveTo(trace.dir.filePath(name));
            return f.waitUntilQuiet() ? testing::readFile(trace.dir.filePath(name)) : QByteArray();
        };
        const QByteArray all = written("all.svg");
        QVERIFY(all.contains(">Legend<"));
        dialog->legend().setChecked(false);
        const QByteArray noLegend = written("legend.svg");
        QVERIFY(!noLegend.contains(">Legend<") && noLegend.contains(">GPU busy<"));
        dialog->marks().setChecked(false);
        const QByteArray noMarks = written("marks.svg");
        QVERIFY(noMarks.size() < noLegend.size());
        QVERIFY(noLegend.contains(">queued ") && !noMarks.contains(">queued "));
        QVERIFY(!dialog->device().isVisible()); // there is one GPU
    }

    void choicesChangeThePicture() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        f.act("file.export");
        auto* dialog = qobject_cast<app::PictureDialog*>(f.w().pictureDialog());
        QVERIFY(dialog);
        dialog->widths().setCurrentIndex(0);
        dialog->scales().setCurrentIndex(2);
        dialog->copy();
        QVERIFY(f.waitUntilQuiet());
        QCOMPARE(QGuiApplication::clipboard()->image().width(), 2400); // 800 px, three dots each
        dialog->rows().setCurrentIndex(2);
        dialog->words().setText("no row is called this");
        dialog->copy();
        QVERIFY(f.waitUntilQuiet());
        QVERIFY2(dialog->trouble().contains("expected rows"), qPrintable(dialog->trouble()));
        dialog->saveTo("/nowhere/at/all.png");
        dialog->rows().setCurrentIndex(0);
        dialog->saveTo("/nowhere/at/all.png");
        QVERIFY(f.waitUntilQuiet());
        QVERIFY2(dialog->trouble().contains("cannot be written"), qPrintable(dialog->trouble()));
    }

    void whatASaveSaidStaysWhenThePreviewIsDrawnAgain() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        f.act("file.export");
        auto* dialog = qobject_cast<app::PictureDialog*>(f.w().pictureDialog());
        QVERIFY(dialog);
        const auto anotherPreview = [&](int theme) {
            const qint64 before = dialog->preview().cacheKey();
            dialog->themes().setCurrentIndex(theme);
            return QTest::qWaitFor([&] { return dialog->preview().cacheKey() != before && f.w().isQuiet(); }, 20'000);
        };
        QVERIFY(anotherPreview(1));
        dialog->saveTo("/nowhere/at/all.png");
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(anotherPreview(2));
        QVERIFY2(dialog->trouble().contains("cannot be written"), qPrintable(dialog->trouble()));
        const QString file = trace.dir.filePath("there.png");
        dialog->saveTo(file);
        QVERIFY2(!dialog->trouble().contains("cannot be written"), qPrintable(dialog->trouble()));
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(anotherPreview(3));
        QCOMPARE(dialog->trouble(), "written: " + file);
        dialog->rows().setCurrentIndex(2);
        dialog->words().setText("no row is called this"); // a preview's own words go with the next preview
        QVERIFY(QTest::qWaitFor([&] { return dialog->trouble().contains("expected rows"); }, 20'000));
        dialog->rows().setCurrentIndex(0);
        QVERIFY(QTest::qWaitFor([&] { return dialog->trouble().isEmpty(); }, 20'000));
    }

    void theListShowsFiltersEditsAndDeletes() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        noteInView(f, "first words");
        noteInView(f, "second\nline");
        f.act("note.list");
        panels::NotesPanel& list = f.w().page().bottom().notes();
        QVERIFY(list.isVisible());
        QVERIFY(f.w().page().bottom().tabTexts().contains("Notes 2"));
        QCOMPARE(list.shownNotes(), 2);
        list.filter().setText("SECOND");
        QCOMPARE(list.shownNotes(), 1);
        QAbstractItemModel* rows = list.table().model();
        QCOMPARE(rows->index(0, panels::NotesModel::Words).data().toString(), QStringLiteral("second | line"));
        QVERIFY(rows->setData(rows->index(0, panels::NotesModel::Words), "second | changed"));
        QCOMPARE(f.w().notes().list()[1].text, std::string("second\nchanged"));
        f.act("note.undo");
        QCOMPARE(f.w().notes().list()[1].text, std::string("second\nline"));
        list.filter().clear();
        list.table().setCurrentIndex(rows->index(0, 0));
        QTest::keyClick(&list.table(), Qt::Key_Delete);
        QCOMPARE(f.w().notes().list().size(), std::size_t{1});
        f.w().view().fitAll(timeline::Motion::Instant);
        f.w().view().zoomAt(0, 50);
        list.table().setCurrentIndex(rows->index(0, 0));
        QTest::keyClick(&list.table(), Qt::Key_Return);
        const RankTime at = f.w().notes().list()[0].begin;
        QVERIFY(f.w().view().target().visible().begin <= at && at < f.w().view().target().visible().end);
    }

    void aNoteIsChangedWhereItStands() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        noteInView(f, "old words");
        emit f.canvas().noteEditWanted(0);
        auto* editor = f.canvas().findChild<QLineEdit*>("noteEditor");
        QVERIFY(editor && editor->isVisible());
        QTest::keyClicks(editor, "new words");
        QTest::keyClick(editor, Qt::Key_Return);
        QCOMPARE(f.w().notes().list()[0].text, std::string("new words"));
        f.act("note.undo");
        QCOMPARE(f.w().notes().list()[0].text, std::string("old words"));
    }

    void wordsArePutOnTheTimelineByKey() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        f.act("note.text");
        QTest::keyClicks(QApplication::focusWidget(), "free words");
        f.key(Qt::Key_Return);
        QCOMPARE(f.w().notes().list().size(), std::size_t{1});
        QCOMPARE(f.w().notes().list()[0].kind, notes::Kind::Text);
    }
};

int main(int argc, char** argv) {
    pictures::fixOrderOfFiles(); // as the programs do
    QApplication app(argc, argv);
    TestPictureDialog test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_picture_dialog.moc"
