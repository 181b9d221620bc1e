// Notes in the window: made by keys, kept in their file, undone, drawn, moved.
#include "tests/gui/window_fixture.h"

#include <QDir>

using namespace lanescope;
using lanescope::testing::WindowFixture;

namespace {

// A copy of the small trace in a folder of its own: the file of notes lies beside it.
struct OwnTrace {
    QTemporaryDir dir;
    QString path = dir.filePath("own.json");
    QString notes = path + ".lanescope-notes.json";
    OwnTrace() { QFile::copy(lanescope::testing::smallTracePath(), path); }
};

void write(WindowFixture& f, const char* words) {
    f.key(Qt::Key_B);
    QTest::keyClicks(QApplication::focusWidget(), words);
    f.key(Qt::Key_Return);
}

} // namespace

class TestNotesWindow : public QObject {
    Q_OBJECT
private slots:
    void aNoteIsKeptBesideTheTraceAndComesBack() {
        const OwnTrace trace;
        {
            WindowFixture f;
            QVERIFY(f.open(trace.path));
            const SliceId kernel = f.launchedKernel(3);
            f.w().navigator().select(kernel);
            write(f, "why so late");
            QCOMPARE(f.w().notes().list().size(), std::size_t{1});
            QCOMPARE(f.w().notes().list()[0].kind, notes::Kind::Callout);
            f.w().close();
            f.w().notesKeeper().waitUntilSaved();
            QVERIFY(QFile::exists(trace.notes));
        }
        WindowFixture g;
        QVERIFY(g.open(trace.path));
        QCOMPARE(g.w().notes().list().size(), std::size_t{1});
        QCOMPARE(g.w().notes().list()[0].text, std::string("why so late"));
        QCOMPARE(g.w().notes().list()[0].begin, g.store().start(g.launchedKernel(3)));
    }

    void changesAreUndoneAndMadeAgain() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        f.w().navigator().select(f.launchedKernel(3));
        write(f, "one");
        f.act("note.meaning");
        QCOMPARE(f.w().notes().list()[0].meaning, notes::Meaning::Problem);
        f.act("note.undo");
        QCOMPARE(f.w().notes().list()[0].meaning, notes::Meaning::Remark);
        f.act("note.undo");
        QVERIFY(f.w().notes().list().empty());
        f.act("note.redo");
        QCOMPARE(f.w().notes().list().size(), std::size_t{1});
    }

    void anArrowJoinsTheTwoSlicesChosenLast() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        f.act("note.arrow"); // nothing is chosen, and it says so
        QVERIFY(!f.w().askBox().isVisible());
        const SliceId a = f.launchedKernel(2), b = f.launchedKernel(5);
        f.w().selection().setSlices({a, b});
        f.act("note.arrow");
        QTest::keyClicks(QApplication::focusWidget(), "waits");
        f.key(Qt::Key_Return);
        QCOMPARE(f.w().notes().list().size(), std::size_t{1});
        QCOMPARE(f.w().notes().list()[0].kind, notes::Kind::Arrow);
        QCOMPARE(f.w().notes().list()[0].begin, f.store().start(a));
        QCOMPARE(f.w().notes().list()[0].end, f.store().start(b));
    }

    void aFileOfANewerVersionIsSaidAndLeftAlone() {
        const OwnTrace trace;
        const QByteArray newer("{\"format\":\"lanescope-notes\",\"version\":9,\"notes\":[]}");
        QFile file(trace.notes);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(newer) == newer.size());
        file.close();
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        QVERIFY(f.w().banner().isVisible());
        f.w().navigator().select(f.launchedKernel(3));
        write(f, "mine");
        f.w().notesKeeper().waitUntilSaved();
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), newer);
    }
};

QTEST_MAIN(TestNotesWindow)
#include "tst_notes_window.moc"
