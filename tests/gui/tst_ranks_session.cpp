// A session of several ranks in the real window: saved, closed, opened again, and the picture is the same.
#include "tests/gui/window_fixture.h"

#include "app/gui/window/ranks_session.h"
#include "core/session_file/session_file.h"

#include <QTemporaryDir>

using namespace lanescope;
using lanescope::testing::SynthCase;
using lanescope::testing::WindowFixture;
using ranksview::RanksDocument;
using timeline::Motion;

namespace {

const SynthCase& threeRanks() {
    static const SynthCase made = [] {
        synth::SynthOptions options;
        options.kind = "straggler";
        options.ranks = 3;
        options.steps = 4;
        options.straggler = 1;
        options.cause = "late-host";
        options.clockOffsetSeconds = 2;
        return SynthCase(options, "job");
    }();
    return made;
}

struct Ranks : WindowFixture {
    QTemporaryDir folder;
    bool open(const QString& path) {
        w().openFiles({path});
        return QTest::qWaitFor(
            [this] {
                if (!w().ranks().isShown() || !w().isQuiet() || w().session().ranks().isPlacing()) return false;
                for (const std::size_t record : doc().shown())
                    if (!doc().trace(record)) return false;
                return true;
            },
            60'000);
    }
    bool openFolder() { return open(QString::fromStdString(threeRanks().files.front().trace.parent_path().string())); }
    bool save(const QString& path) {
        w().session().saveTo(path, app::SessionController::With::TraceAsItIs);
        return QTest::qWaitFor([&] { return w().isQuiet() && QFile::exists(path); }, 20'000);
    }
    // Rows of idle are empty until a job has told whose the gaps are.
    bool ownersAreFound() {
        for (const std::size_t record : doc().shown())
            if (doc().trace(record)->owners == scene::IdleOwners::NotYet) return false;
        return w().isQuiet();
    }
    RanksDocument& doc() { return w().ranks().document(); }
    app::RanksPage& page() { return w().ranks().page(); }
    QImage picture() { return page().timelines().picture(1); }
};

} // namespace

class RanksSessionTest : public QObject {
    Q_OBJECT
private slots:
    void whatWasSeenIsSeenAgain() {
        Ranks f;
        QVERIFY(f.openFolder());
        f.doc().setStep(f.doc().steps()[2]);
        f.page().fitStep();
        f.doc().shiftRank(2, 137'000, RanksDocument::Shift::New);
        f.doc().setShown({1, 2});
        QVERIFY(QTest::qWaitFor([&] { return f.doc().trace(1) && f.doc().trace(2) && f.w().isQuiet(); }, 60'000));
        f.page().toggleRows();
        f.page().toggleIdle();
        QCOMPARE(f.doc().setLayout("dp=3"), QString());
        f.doc().chooseCollective(f.doc().measured().size() / 2);
        QVERIFY(f.doc().collective());
        f.page().view().zoomAt(321, 1.7);
        f.page().timelines().setRange(f.doc().collectiveRange(*f.doc().collective()));
        QVERIFY(QTest::qWaitFor([&] { return f.page().view().scale() == f.page().view().target(); }, 5'000));
        QVERIFY(QTest::qWaitFor([&] { return f.ownersAreFound(); }, 60'000));
        const QImage before = f.picture();
        const auto collective = f.doc().collective();
        const QString path = f.folder.filePath("seen.lanescope");
        QVERIFY(f.save(path));
        const auto saved = session::loadSession(path.toStdString());
        QVERIFY(saved.ok() && saved->ranks);
        QCOMPARE(saved->traces.size(), std::size_t{3});
        QCOMPARE(saved->ranks->ranks[2].shiftedNs, std::int64_t{137'000});

        f.w().ranks().close();
        QVERIFY(!f.w().ranks().isShown());
        QVERIFY(f.open(path));
        QCOMPARE(f.doc().shown(), (std::vector<std::size_t>{1, 2}));
        QCOMPARE(f.doc().shiftedBy(2), std::int64_t{137'000});
        QVERIFY(!f.doc().canUndo());
        QCOMPARE(f.doc().collective(), collective);
        QCOMPARE(f.page().timelines().choice().rows, scene::RankRows::ByKind);
        QCOMPARE(f.page().timelines().choice().idle, scene::RanksChoice::Idle::Shown);
        QCOMPARE(f.doc().givenLayoutText(), QStringLiteral("dp=3"));
        QVERIFY(QTest::qWaitFor([&] { return f.ownersAreFound(); }, 60'000));
        QCOMPARE(f.picture(), before);
        QCOMPARE(f.w().session().ranks().file(), path);
    }

    void savingAgainTakesTheSameFileAndOtherRanksAreNoneOfIt() {
        Ranks f;
        QVERIFY(f.openFolder());
        const QString path = f.folder.filePath("seen.lanescope");
        QVERIFY(f.save(path));
        QCOMPARE(f.w().session().ranks().file(), path);
        f.doc().alignBy(align::AlignBy::None);
        f.w().session().save(); // no dialog: it knows where
        QVERIFY(QTest::qWaitFor(
            [&] {
                const auto again = session::loadSession(path.toStdString());
                return again.ok() && again->ranks && again->ranks->alignBy == "none";
            },
            20'000));
        QVERIFY(f.openFolder());
        QVERIFY(f.w().session().ranks().file().isEmpty());
    }

    void aSessionWithoutItsTracesIsSaid() {
        Ranks f;
        QVERIFY(f.openFolder());
        const QString path = f.folder.filePath("seen.lanescope");
        QVERIFY(f.save(path));
        auto gone = session::loadSession(path.toStdString());
        QVERIFY(gone.ok());
        for (session::Trace& trace : gone->traces) trace.path = f.folder.filePath("nowhere.json").toStdString();
        QVERIFY(session::saveSession(path.toStdString(), *gone).ok());
        f.w().ranks().close();
        f.w().openFiles({path});
        QVERIFY(QTest::qWaitFor([&] { return f.w().isQuiet() && f.w().banner().isVisibleTo(&f.w()); }, 20'000));
        QVERIFY(!f.w().ranks().isShown());
    }
};

QTEST_MAIN(RanksSessionTest)
#include "tst_ranks_session.moc"
