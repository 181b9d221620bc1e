// Sessions: what is saved opens to the same picture, a missing or changed trace is said, notes are kept, and the
// picture program draws what the window shows.
#include "app/gui/window/trace_watch.h"
#include "core/session_file/session_file.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/cli_runner.h"

#include <QDir>
#include <QFile>

#include <set>

using namespace lanescope;
using lanescope::testing::WindowFixture;

namespace {

struct OwnTrace {
    QTemporaryDir dir;
    QString path = dir.filePath("own.json");
    QString session = dir.filePath("seen.lanescope");
    OwnTrace() { QFile::copy(lanescope::testing::smallTracePath(), path); }
};

bool waitUntilPlaced(WindowFixture& f) {
    return QTest::qWaitFor([&] { return f.w().document().isOpen() && !f.w().session().isPlacing() && f.w().isQuiet(); },
                           20'000);
}

bool openSession(WindowFixture& f, const QString& path) {
    f.w().openFiles({path});
    return f.waitUntilQuiet() && waitUntilPlaced(f);
}

bool save(WindowFixture& f, const QString& path,
          app::SessionController::With with = app::SessionController::With::TraceAsItIs) {
    f.w().session().saveTo(path, with);
    return f.waitUntilQuiet() && QFile::exists(path);
}

// Looked at in many ways: rows hidden, pinned, taller, filtered, another colouring, a range, a selection, notes.
void lookAround(WindowFixture& f) {
    const SliceId kernel = f.launchedKernel(5);
    f.w().navigator().select(kernel);
    f.bringIntoView(kernel);
    f.w().view().zoomAt(300, 0.37);
    f.w().view().panBy(17.4);
    scene::RowState rows = f.canvas().rowState();
    const RowTree& tree = f.w().document().tree();
    for (std::uint32_t i = 0; i < tree.rows().size(); ++i)
        if (tree.row(i).kind == RowKind::HostThread) rows.heightFactor[tree.row(i).key] = 2;
    for (std::uint32_t i = 0; i < tree.rows().size(); ++i)
        if (tree.row(i).kind == RowKind::Counter) rows.hidden.insert(tree.row(i).key);
    f.canvas().setRowState(rows);
    f.canvas().setScrollY(60);
    f.w().setColourBy(scene::ColourBy::Stream);
    const TimeRange seen = f.w().view().target().visible();
    f.w().selection().setRange(TimeRange{seen.begin + seen.length() / 4, seen.begin + seen.length() / 2});
    timeline::Note note{seen.begin + seen.length() / 3, seen.begin + seen.length() / 3, "look here"};
    f.w().notes().add(note);
}

} // namespace

class TestSessionsWindow : public QObject {
    Q_OBJECT
private slots:
    void aSavedSessionOpensToTheSamePicture() {
        const OwnTrace trace;
        QImage before;
        {
            WindowFixture f;
            QVERIFY(f.open(trace.path));
            lookAround(f);
            QVERIFY(f.waitUntilQuiet());
            QVERIFY(save(f, trace.session));
            before = f.canvas().picture(1);
            f.w().notesKeeper().waitUntilSaved();
        }
        WindowFixture g;
        QVERIFY(openSession(g, trace.session));
        QCOMPARE(g.w().session().file(), trace.session);
        QCOMPARE(g.canvas().scrollY(), 60.0);
        QCOMPARE(g.w().notes().list().size(), std::size_t{1});
        const QImage after = g.canvas().picture(1);
        QCOMPARE(after.size(), before.size());
        QVERIFY(after == before);
        std::set<QRgb> colours; // a picture of something
        for (int x = 0; x < after.width(); ++x) colours.insert(after.pixel(x, after.height() / 2));
        QVERIFY(colours.size() > 3);
        QVERIFY(!g.w().banner().isVisible());
    }

    void savingAgainGoesToTheSameFile() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        QVERIFY(save(f, trace.session));
        f.w().view().zoomAt(100, 3);
        f.act("file.save-session");
        QVERIFY(f.waitUntilQuiet());
        const auto saved = session::loadSession(trace.session.toStdString());
        QVERIFY(saved.ok());
        QCOMPARE(saved->view.nsPerPx, f.w().view().target().nsPerPx());
    }

    void theSessionIsInTheRecentListAndOpensFromThere() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        QVERIFY(save(f, trace.session));
        f.w().loader().closeTrace();
        QVERIFY(openSession(f, trace.session));
        QCOMPARE(f.w().recentFiles().files().first().path, trace.session);
        QCOMPARE(f.w().recentFiles().files().first().facts, QStringLiteral("session of own.json"));
    }

    void aMissingTraceIsSaidAndTheSessionStays() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        lookAround(f);
        QVERIFY(save(f, trace.session));
        f.w().notesKeeper().waitUntilSaved();
        const QByteArray bytes = testing::readFile(trace.session);
        WindowFixture g;
        QVERIFY(QFile::rename(trace.path, trace.dir.filePath("elsewhere.json")));
        g.w().openFiles({trace.session});
        QVERIFY(QTest::qWaitFor([&] { return g.w().banner().isVisible(); }));
        QVERIFY2(g.w().banner().sentence().contains("not found"), qPrintable(g.w().banner().sentence()));
        QVERIFY(!g.w().document().isOpen());
        QCOMPARE(testing::readFile(trace.session), bytes);
        QVERIFY(bytes.contains("look here"));
    }

    void aChangedTraceIsSaidAndTheNotesAreThere() {
        const OwnTrace trace;
        {
            WindowFixture f;
            QVERIFY(f.open(trace.path));
            lookAround(f);
            QVERIFY(save(f, trace.session));
        }
        QFile::remove(trace.path + ".lanescope-notes.json");
        QByteArray changed = testing::readFile(trace.path);
        QVERIFY(testing::writeFile(trace.path, changed + "\n \n"));
        WindowFixture g;
        QVERIFY(openSession(g, trace.session));
        QVERIFY2(g.w().banner().sentence().contains("changed since the session"),
                 qPrintable(g.w().banner().sentence()));
        QCOMPARE(g.w().notes().list().size(), std::size_t{1});
        QCOMPARE(g.w().notes().list()[0].text, std::string("look here"));
    }

    void aTraceThatChangesOnDiskIsSaidAndReadAgainAsItWasLookedAt() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        lookAround(f);
        QVERIFY(f.waitUntilQuiet());
        const auto selected = f.w().selection().slices();
        const QImage before = f.canvas().picture(1);
        auto* watch = f.w().session().findChild<app::TraceWatch*>();
        QVERIFY(watch);
        watch->look(); // nothing happened
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(!f.w().banner().isVisible());
        const QByteArray bytes = testing::readFile(trace.path);
        QVERIFY(testing::writeFile(trace.path, bytes + "\n \n"));
        watch->look();
        QVERIFY(QTest::qWaitFor([&] { return f.w().banner().isVisible(); }, 20'000));
        QVERIFY2(f.w().banner().sentence().contains("changed on disk"), qPrintable(f.w().banner().sentence()));
        const TraceStore* const old = &f.store();
        f.w().banner().hide();
        f.act("file.reload");
        QVERIFY(f.waitUntilQuiet() && waitUntilPlaced(f));
        QVERIFY(&f.store() != old);
        QCOMPARE(f.w().selection().slices().size(), selected.size());
        QCOMPARE(f.w().notes().list().size(), std::size_t{1});
        QCOMPARE(f.w().notes().list()[0].text, std::string("look here"));
        QVERIFY(f.canvas().picture(1) == before);
        QVERIFY(f.w().session().file().isEmpty()); // none was saved
        QVERIFY2(!f.w().banner().isVisible(), qPrintable(f.w().banner().sentence()));
        QVERIFY(QFile::remove(trace.path));
        watch->look();
        QVERIFY(QTest::qWaitFor([&] { return f.w().banner().sentence().contains("no longer on disk"); }, 20'000));
    }

    void notesBesideTheTraceAreKeptAsideNotLost() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        lookAround(f);
        QVERIFY(save(f, trace.session));
        const RankTime at = f.store().extent().begin;
        f.w().notes().add({at, at, "made after the session"});
        f.w().notesKeeper().waitUntilSaved();
        WindowFixture g;
        QVERIFY(openSession(g, trace.session));
        QCOMPARE(g.w().notes().list().size(), std::size_t{1});
        QVERIFY(g.w().banner().sentence().contains("not those beside the trace"));
        g.w().notes().add({at, at, "and another"});
        g.w().notesKeeper().waitUntilSaved();
        const QString beside = trace.path + ".lanescope-notes.json";
        QVERIFY(testing::readFile(beside).contains("and another"));
        QVERIFY(testing::readFile(beside + ".1").contains("made after the session"));
    }

    void aDamagedSessionIsSaidAndWhatIsOpenStays() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        QVERIFY(testing::writeFile(trace.session, "{\"format\": \"lanescope-session\", \"vers"));
        f.w().openFiles({trace.session});
        QVERIFY(QTest::qWaitFor([&] { return f.w().banner().isVisible(); }));
        QVERIFY(f.w().banner().sentence().contains("expected a session"));
        QVERIFY(f.w().document().isOpen());
    }

    void aSessionWithACutOpensWithoutTheTrace() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        lookAround(f);
        const TimeRange range = *f.w().selection().range();
        const RankTime note = f.w().notes().list().at(0).begin;
        QVERIFY(save(f, trace.session, app::SessionController::With::Cut));
        f.w().notesKeeper().waitUntilSaved();
        QDir folder(trace.dir.path());
        QVERIFY(folder.mkdir("mailed"));
        QVERIFY(QFile::rename(trace.session, folder.filePath("mailed/seen.lanescope")));
        QVERIFY(QFile::rename(folder.filePath("seen-cut.json.gz"), folder.filePath("mailed/seen-cut.json.gz")));
        QVERIFY(QFile::remove(trace.path));
        const QString drawn = folder.filePath("mailed.svg");
        const auto run =
            testing::runCli({"render", "--no-index", folder.filePath("mailed/seen.lanescope"), "-o", drawn});
        QVERIFY2(run.exitCode == 0, run.err);
        QVERIFY(testing::readFile(drawn).contains("look here"));
        WindowFixture g;
        QVERIFY(openSession(g, folder.filePath("mailed/seen.lanescope")));
        QVERIFY(g.store().slices().size() < f.store().slices().size());
        QVERIFY(*g.w().selection().range() == range); // the same times, counted from another beginning
        QCOMPARE(g.w().notes().list().at(0).begin, note);
    }

    void anExportedCutOpens() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        lookAround(f);
        const QString cut = trace.dir.filePath("cut.json.gz");
        f.w().session().cutTo(cut);
        QVERIFY(f.waitUntilQuiet());
        QVERIFY(QFile::exists(cut));
        WindowFixture g;
        QVERIFY(g.open(cut));
        QVERIFY(g.store().slices().size() > 0 && g.store().slices().size() < f.store().slices().size());
    }

    void aSessionCanBeDrawnWithoutADisplay() {
        const OwnTrace trace;
        WindowFixture f;
        QVERIFY(f.open(trace.path));
        lookAround(f);
        QVERIFY(save(f, trace.session));
        for (const char* ending : {"png", "svg", "pdf"}) {
            const QString one = trace.dir.filePath(QString("one.") + ending),
                          two = trace.dir.filePath(QString("two.") + ending);
            const auto run = testing::runCli({"render", "--no-index", trace.session, "-o", one});
            QVERIFY2(run.exitCode == 0, run.err);
            QCOMPARE(testing::runCli({"render", "--no-index", trace.session, "-o", two}).exitCode, 0);
            QVERIFY(testing::readFile(one).size() > 1000);
            QCOMPARE(testing::readFile(one), testing::readFile(two));
        }
        QVERIFY(testing::readFile(trace.dir.filePath("one.svg")).contains("look here"));
    }
};

QTEST_MAIN(TestSessionsWindow)
#include "tst_sessions_window.moc"
