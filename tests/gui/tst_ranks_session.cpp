// A session of several ranks in the real window: saved, closed, opened again, and the picture is the same.
#include "tests/gui/window_fixture.h"

#include "app/gui/window/ranks_session.h"
#include "core/session_file/session_file.h"
#include "tests/support/cli_runner.h"

#include <QDir>
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

    void aSessionThatIsStoppedLeavesOtherRanksAlone() {
        Ranks f;
        QVERIFY(f.openFolder());
        f.doc().shiftRank(2, 137'000, RanksDocument::Shift::New);
        const QString path = f.folder.filePath("seen.lanescope");
        QVERIFY(f.save(path));
        f.w().ranks().close();
        f.w().openFiles({path});
        QVERIFY(QTest::qWaitFor([&] { return f.w().ranks().isLoading(); }, 20'000));
        f.w().ranks().cancel();
        QVERIFY(f.openFolder());
        QCOMPARE(f.doc().shiftedBy(2), std::int64_t{0});
        QVERIFY(f.w().session().ranks().file().isEmpty());
        // The same when others are opened over it.
        f.w().openFiles({path});
        QVERIFY(QTest::qWaitFor([&] { return f.w().ranks().isLoading(); }, 20'000));
        QVERIFY(f.openFolder());
        QCOMPARE(f.doc().shiftedBy(2), std::int64_t{0});
        QVERIFY(f.w().session().ranks().file().isEmpty());
    }

    void theNumberOfTheHeatMapIsChosenAgain() {
        Ranks f;
        QVERIFY(f.openFolder());
        QComboBox& metrics = f.page().bottom().heat().metrics();
        metrics.setCurrentIndex(2);
        const std::string metric = f.page().bottom().heatMap().metric();
        const QString path = f.folder.filePath("seen.lanescope");
        QVERIFY(f.save(path));
        f.w().ranks().close();
        metrics.setCurrentIndex(0);
        QVERIFY(f.open(path));
        QCOMPARE(metrics.currentIndex(), 2);
        QCOMPARE(f.page().bottom().heatMap().metric(), metric);
    }

    void twoTimelinesTheFilterTheLogsAndTheAxisAreKept() {
        Ranks f;
        QVERIFY(f.openFolder());
        const QString log = f.folder.filePath("nccl.log");
        QVERIFY(lanescope::testing::writeFile(
            log, "nodea:1:1 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [RO]; OOB eth0:10.0.0.1<0>\n"
                 "nodea:1:1 [0] NCCL INFO Channel 00/01 : 0 1 2\n"));
        f.w().ranks().addLogs({log});
        QVERIFY(f.waitUntilQuiet());
        QCOMPARE(f.doc().companions().logs.size(), std::size_t{1});
        const auto tab = f.page().bottom().currentTab();
        ranksview::RanksFilter filter;
        filter.groups = {0};
        filter.steps = {f.doc().steps().at(2)};
        f.doc().setFilter(filter);
        f.page().panes().compareRanks(2, 1);
        f.page().panes().setScroll(rankpanels::RanksPanes::Scroll::Own);
        f.page().panes().secondView().panBy(90);
        const std::int64_t below = f.page().panes().belowNs();
        f.act("axis.trace");
        const QString path = f.folder.filePath("seen.lanescope");
        QVERIFY(f.save(path));
        // What was open elsewhere does not matter.
        f.w().ranks().close();
        f.act("axis.step");
        f.page().panes().setScroll(rankpanels::RanksPanes::Scroll::Common);
        QVERIFY(f.open(path));
        rankpanels::RanksPanes& panes = f.page().panes();
        QVERIFY(panes.isSplit() && !panes.isOfOtherRun());
        QCOMPARE(panes.first().records(), (std::vector<std::size_t>{2}));
        QCOMPARE(panes.second()->records(), (std::vector<std::size_t>{1}));
        QCOMPARE(panes.scroll(), rankpanels::RanksPanes::Scroll::Own);
        QVERIFY2(std::abs(panes.belowNs() - below) <= std::llround(f.page().view().scale().nsPerPx()),
                 qPrintable(QString("%1 %2").arg(panes.belowNs()).arg(below)));
        QVERIFY(f.doc().filter() == filter);
        QCOMPARE(f.doc().companions().logs.size(), std::size_t{1});
        QCOMPARE(f.page().view().axisClock(), AxisClock::Trace);
        QCOMPARE(f.page().bottom().currentTab(), tab); // logs are added quietly
    }

    void anotherRunBelowIsReadAgain() {
        Ranks f;
        QVERIFY(f.openFolder());
        const QString other = QString::fromStdString(threeRanks().files.front().trace.parent_path().string());
        f.w().ranks().openRun({other});
        QVERIFY(QTest::qWaitFor([&] { return f.page().panes().isOfOtherRun() && f.w().isQuiet(); }, 60'000));
        const QString path = f.folder.filePath("seen.lanescope");
        QVERIFY(f.save(path));
        f.w().ranks().close();
        QVERIFY(!f.page().panes().isSplit());
        QVERIFY(f.open(path));
        QVERIFY(QTest::qWaitFor([&] { return f.page().panes().isOfOtherRun() && f.w().isQuiet(); }, 60'000));
        QCOMPARE(f.page().panes().run().set().records.size(), std::size_t{3});
    }

    void cutsOfRanksReplaceNothing() {
        Ranks f;
        QDir folder(f.folder.path());
        for (const int rank : {0, 1, 2}) // one of them twice
            for (const QString& name :
                 rank == 1 ? QStringList{"a-rank1.json", "b1.json"} : QStringList{QString("b%1.json").arg(rank)})
                QVERIFY(QFile::copy(
                    QString::fromStdString(threeRanks().files.at(static_cast<std::size_t>(rank)).trace.string()),
                    folder.filePath(name)));
        QVERIFY(f.open(folder.path()));
        QCOMPARE(f.doc().shown().size(), std::size_t{4});
        const auto cut = [&](const QString& name) {
            f.w().session().cutTo(folder.filePath(name));
            return QTest::qWaitFor([&] { return f.w().isQuiet(); }, 60'000);
        };
        const QByteArray before = testing::readFile(folder.filePath("a-rank1.json"));
        // A copy has no common clock: what the others do in the step it did seconds before.
        QVERIFY(cut("step.json"));
        QVERIFY2(f.page().statusText().startsWith("written: 3 cuts"), qPrintable(f.page().statusText()));
        QVERIFY2(f.page().statusText().contains("1 shown rank has nothing in the range"),
                 qPrintable(f.page().statusText()));
        QVERIFY(!QFile::exists(folder.filePath("step-rank1-2.json")));
        f.page().view().fit(f.doc().extent(), timeline::Motion::Instant);
        folder.refresh();
        const QStringList files = folder.entryList(QDir::Files);
        QVERIFY(cut("a.json"));
        QVERIFY2(f.page().statusText().contains("a-rank1.json: is one of the traces that are open"),
                 qPrintable(f.page().statusText()));
        QCOMPARE(testing::readFile(folder.filePath("a-rank1.json")), before);
        folder.refresh();
        QCOMPARE(folder.entryList(QDir::Files), files);
        // Timelines that are not open are opened for it.
        f.doc().letGoBut({}, 0);
        QCOMPARE(f.doc().openCount(), std::size_t{0});
        QVERIFY(cut("new.json"));
        QVERIFY2(f.page().statusText().startsWith("written: 4 cuts"), qPrintable(f.page().statusText()));
        for (const char* name : {"new-rank0.json", "new-rank1.json", "new-rank1-2.json", "new-rank2.json"})
            QVERIFY2(QFile::exists(folder.filePath(name)), name);
        QVERIFY(cut("new.json"));
        QVERIFY2(f.page().statusText().contains("new-rank0.json: is there already"), qPrintable(f.page().statusText()));
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
