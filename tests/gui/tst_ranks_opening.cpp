// What ranks can be opened from, and what is said about them: folders with gaps, archives, patterns, summaries with
// their traces beside, logs and dumps, another run.
#include "app/gui/window/report_dialog.h"
#include "core/session/ranks/rank_summary.h"
#include "core/session/ranks/save_merged.h"
#include "tests/gui/ranks_fixture.h"
#include "tests/support/cli_runner.h"
#include "tests/support/packed.h"

using namespace lanescope;
using lanescope::testing::fourSlowRanks;
using lanescope::testing::kFourRanks;
using lanescope::testing::RanksFixture;
using ranksview::ChosenSlice;
using Tab = rankpanels::RanksBottom::Tab;

namespace {

const QByteArray kLog = "nodea:100:100 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [RO]; OOB eth0:10.0.0.1<0>\n"
                        "nodea:100:100 [0] NCCL INFO ncclCommInitRankConfig comm 0x1 rank 0 nranks 4 cudaDev 0 nvmlDev "
                        "0 busId 1000 commId 0xabc - Init START\n"
                        "nodea:100:100 [0] NCCL INFO Channel 00/01 : 0 1 2 3\n"
                        "nodea:100:100 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] [send] via NET/Socket/0\n";

void put(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write");
}

// Two all-reduces; the dump of rank 1 ends after the first.
QByteArray dump(int entries) {
    QByteArray list;
    for (int i = 1; i <= entries; ++i)
        list += QByteArray(i > 1 ? ", " : "") + R"({"pg_id": 0, "process_group": ["0", "default_pg"], )" +
                R"("collective_seq_id": )" + QByteArray::number(i) +
                R"(, "profiling_name": "nccl:all_reduce", "input_sizes": [[4]], "is_p2p": false, "state": ")" +
                QByteArray(i == 1 ? "completed" : "started") + "\"}";
    return R"({"version": "2.10", "pg_config": {"0": {"name": "0", "desc": "default_pg", "ranks": "[0, 1]"}}, )"
           R"("entries": [)" +
           list + "]}";
}

QStringList columnOf(QTableWidget& table, int column) {
    QStringList out;
    for (int row = 0; row < table.rowCount(); ++row) out << table.item(row, column)->text();
    return out;
}

} // namespace

class RanksOpeningTest : public QObject {
    Q_OBJECT
private slots:
    void missingRanksAndRanksFoundTwiceAreSaidInTheWindow() {
        RanksFixture f;
        const QString copies = f.copies({{0, "a.json"}, {1, "b.json"}, {1, "copy of b.json"}, {3, "d.json"}});
        QVERIFY(f.openAll({copies}));
        QVERIFY(f.page().notice().isVisible());
        const QString said = f.page().notice().sentences().join(' ');
        QVERIFY2(said.contains("Missing rank 2"), qPrintable(said));
        QVERIFY2(said.contains("Rank 1 twice") && said.contains("b.json") && said.contains("copy of b.json"),
                 qPrintable(said));
        // The table of ranks says the same, rank by rank.
        f.page().notice().more().click();
        auto* chooser = f.w().findChild<rankpanels::RankChooser*>();
        QVERIFY(chooser);
        const QStringList places = columnOf(chooser->ranks(), 2);
        QCOMPARE(places.size(), 5);
        QCOMPARE(places.last(), QString("missing: no file"));
        QCOMPARE(places.filter("found twice: not matched").size(), 1);
        chooser->reject();
        f.page().notice().closing().click();
        QVERIFY(!f.page().notice().isVisible());
    }

    void aWholeJobIsNotTalkedAbout() {
        RanksFixture f;
        QVERIFY(f.openFour());
        QVERIFY(f.page().notice().sentences().isEmpty());
        QVERIFY(!f.page().notice().isVisible());
    }

    void aTableChoosesRanksGroupsAndSteps() {
        RanksFixture f;
        QVERIFY(f.openFour());
        rankpanels::RankChooser* box = f.page().chooseRanks();
        QCOMPARE(box->checkedIn(box->ranks()), std::size_t{kFourRanks});
        QTest::keyClicks(&box->numbers(), "1-2");
        QCOMPARE(box->checkedIn(box->ranks()), std::size_t{2});
        const std::size_t steps = f.doc().steps().size();
        QCOMPARE(box->checkedIn(box->steps()), steps);
        box->steps().item(0, 0)->setCheckState(Qt::Unchecked);
        box->showButton().click();
        QCOMPARE(f.doc().shown(), (std::vector<std::size_t>{1, 2}));
        QCOMPARE(f.doc().listedSteps().size(), steps - 1);
        QVERIFY(f.doc().filter().groups.empty()); // all are checked
        f.bottom().collectivesPage().show(rankpanels::CollectivesPage::Show::AllSteps);
        for (const std::size_t m : f.bottom().collectives().rows())
            QVERIFY(stepOfCollective(f.doc().set(), f.doc().matched(m)) != f.doc().steps().front());
    }

    void aPatternAndAnArchiveOpenLikeAFolder() {
        RanksFixture f;
        const QString copies = f.copies({{0, "w0.json"}, {1, "w1.json"}, {2, "x2.json"}});
        QVERIFY(f.openAll({copies + "/w*.json"}));
        QCOMPARE(f.doc().set().discovery.present, (std::vector<std::int64_t>{0, 1}));
        std::vector<lanescope::test::TestMember> members;
        for (const std::size_t rank : {0U, 1U, 2U, 3U})
            members.push_back({"job/worker" + std::to_string(rank) + ".json", fourSlowRanks().text(rank), true});
        const QString archive = f.folder.filePath("job.zip");
        const std::string packed = lanescope::test::zipOf(members);
        put(archive, QByteArray(packed.data(), static_cast<qsizetype>(packed.size())));
        QVERIFY(f.openAll({archive}));
        QCOMPARE(f.doc().set().records.size(), std::size_t{kFourRanks});
        QVERIFY(f.doc().trace(3) != nullptr);
        // One of its ranks alone.
        emit f.page().timelines().rankActivated(1);
        QTRY_VERIFY_WITH_TIMEOUT(f.w().document().isOpen() && f.w().isQuiet(), 60'000);
        QCOMPARE(f.store().info().rank, std::optional<std::int64_t>(1));
        // It is read again, and a session of it leads back to it.
        const auto slices = f.store().slices().size();
        const auto* old = &f.store();
        f.w().session().reload();
        QTRY_VERIFY_WITH_TIMEOUT(f.w().document().isOpen() && &f.store() != old && f.w().isQuiet(), 60'000);
        QCOMPARE(f.store().info().rank, std::optional<std::int64_t>(1));
        const QString path = f.folder.filePath("one.lanescope");
        f.w().session().saveTo(path, app::SessionController::With::TraceAsItIs);
        QVERIFY(f.waitUntilQuiet() && QFile::exists(path));
        RanksFixture g;
        g.w().openFiles({path});
        QTRY_VERIFY_WITH_TIMEOUT(g.w().document().isOpen() && g.w().isQuiet(), 60'000);
        QVERIFY2(!g.w().banner().isVisible(), qPrintable(g.w().banner().sentence()));
        QCOMPARE(g.store().info().rank, std::optional<std::int64_t>(1));
        QCOMPARE(g.store().slices().size(), slices);
    }

    void aSummaryOpensFirstAndTimelinesWhenTheyAreLookedAt() {
        RanksFixture whole;
        QVERIFY(whole.openFour());
        std::vector<align::RankRecord> records = whole.doc().set().records;
        for (std::size_t r = 0; r < records.size(); ++r) records[r].file = "w" + std::to_string(r) + ".json";
        const std::string text = summaryText(records);
        const std::size_t measured = whole.doc().measured().size();
        const auto wait = whole.doc().waitNs(0, std::nullopt);

        RanksFixture f;
        const QString copies =
            f.copies({{0, "w0.json"}, {1, "w1.json"}, {3, "w3.json"}}); // that of rank 2 is elsewhere
        put(copies + "/job.json", QByteArray(text.data(), static_cast<qsizetype>(text.size())));
        f.w().openFiles({copies + "/job.json"}); // told by what it holds
        QVERIFY(f.waitForRanks());
        QCOMPARE(f.doc().set().records.size(), std::size_t{kFourRanks});
        QCOMPARE(f.doc().measured().size(), measured);
        QCOMPARE(f.doc().waitNs(0, std::nullopt), wait);
        QVERIFY(f.doc().trace(0) && f.doc().trace(1) && f.doc().trace(3));
        QVERIFY(!f.doc().trace(2)); // its row says why
        // The rows of its collectives were found again: a collective is outlined on the three.
        f.doc().chooseCollective(4);
        std::size_t parts = 0;
        for (const ChosenSlice& part : f.doc().joinedParts())
            if (f.doc().trace(part.record)) {
                ++parts;
                QVERIFY(f.page().timelines().rectOf(part).has_value());
                QCOMPARE(f.doc().collectiveOf(part), std::optional<std::size_t>(4));
            }
        QCOMPARE(parts, std::size_t{3});
        // In a folder the traces of a summary are not counted again.
        QVERIFY(f.openAll({copies}));
        QCOMPARE(f.doc().set().records.size(), std::size_t{kFourRanks});
        QVERIFY(f.doc().set().discovery.twice.empty());
    }

    void aJobOfASummaryIsReadFromTheTracesBesideIt() {
        RanksFixture whole;
        QVERIFY(whole.openFour());
        std::vector<align::RankRecord> records = whole.doc().set().records;
        for (std::size_t r = 0; r < records.size(); ++r) records[r].file = "w" + std::to_string(r) + ".json";
        const std::string text = summaryText(records);
        RanksFixture f;
        const QString copies = f.copies({{0, "w0.json"}, {1, "w1.json"}, {2, "w2.json"}, {3, "w3.json"}});
        put(copies + "/job.json", QByteArray(text.data(), static_cast<qsizetype>(text.size())));
        QVERIFY(f.openAll({copies}));
        QVERIFY(f.doc().job().isSummary(0));
        // Aligned by the first slice of the name of a kernel.
        const auto& events = f.doc().set().records[0].events;
        QVERIFY(!events.empty());
        f.doc().choose(ChosenSlice{0, SliceId{events.front().slice}});
        f.w().ranks().alignBySelection();
        QVERIFY(f.waitUntilStill());
        QCOMPARE(f.doc().set().alignment.by, align::AlignBy::Event);
        for (const auto& start : f.doc().eventStarts()) QVERIFY(start.has_value());
        // One trace of all.
        const auto job = f.doc().sharedJob();
        RunContext context;
        const std::string merged = f.folder.filePath("all.json").toStdString();
        const auto counts =
            saveMerged(job->calledByTraces(f.doc().set()), job->traceSources(), merged, {}, {}, context);
        QVERIFY2(counts.ok(), counts.ok() ? "" : counts.error().text().c_str());
        QCOMPARE(counts->ranks, std::size_t{kFourRanks});
        // A report with the numbers of each rank, as without the summary.
        const auto reportOf = [](RanksFixture& of) {
            of.act("file.export-report");
            auto* dialog = qobject_cast<app::ReportDialog*>(of.w().reportDialog());
            dialog->form().setCurrentIndex(2);
            dialog->pictures().setChecked(false);
            dialog->saveTo(of.folder.filePath("r.md"));
            (void)of.waitUntilQuiet(60'000);
            return lanescope::testing::readFile(of.folder.filePath("r.md"));
        };
        f.doc().alignBy(align::AlignBy::CollectiveEnds);
        const QByteArray mine = reportOf(f), theirs = reportOf(whole);
        QVERIFY(mine.contains(" events"));
        const auto findings = [](const QByteArray& report) { return report.mid(report.indexOf("Findings")); };
        QCOMPARE(findings(mine), findings(theirs));
    }

    void logsAndDumpsInTheFolderStandBesideTheRanks() {
        RanksFixture f;
        const QString copies = f.copies({{0, "w0.json"}, {1, "w1.json"}, {2, "w2.json"}, {3, "w3.json"}});
        put(copies + "/job.out", kLog);
        put(copies + "/nccl_trace_rank_0", dump(2));
        put(copies + "/nccl_trace_rank_1", dump(1));
        QVERIFY(f.openAll({copies}));
        QCOMPARE(f.doc().set().records.size(), std::size_t{kFourRanks});
        const QString said = f.page().notice().sentences().join(' ');
        QVERIFY2(said.contains("rank 1 never got there, rank 0 did"), qPrintable(said));
        QVERIFY2(said.contains("ocket"), qPrintable(said));
        f.page().notice().more().click();
        QCOMPARE(f.bottom().currentTab(), Tab::Logs);
        QCOMPARE(f.bottom().logs().shownTable(), std::string("flight"));
        f.bottom().logs().showTable("nccl_edges");
        QCOMPARE(std::get<std::string>(f.bottom().logs().model().table().rows.at(0).at(2)),
                 std::string("NET/Socket/0"));
        QCOMPARE(std::get<std::string>([&] {
                     f.bottom().logs().showTable("nccl_rings");
                     return f.bottom().logs().model().table().rows.at(0).at(1);
                 }()),
                 std::string("0, 1, 2, 3"));
    }

    void logsCanBeOpenedLater() {
        RanksFixture f;
        QVERIFY(f.openFour());
        QVERIFY(f.bottom().logs().tables().empty());
        const QString log = f.folder.filePath("late.txt");
        put(log, kLog);
        f.w().ranks().addLogs({log});
        QVERIFY(f.waitUntilStill());
        QCOMPARE(f.bottom().currentTab(), Tab::Logs);
        QVERIFY(!f.bottom().logs().tables().empty());
        QVERIFY(f.page().notice().isVisible());
    }

    void dumpsAloneAreComparedToo() {
        RanksFixture f;
        QDir().mkpath(f.folder.filePath("hang"));
        put(f.folder.filePath("hang/nccl_trace_rank_0"), dump(2));
        put(f.folder.filePath("hang/nccl_trace_rank_1"), dump(1));
        QVERIFY(f.openAll({f.folder.filePath("hang")}));
        QCOMPARE(f.doc().set().discovery.present, (std::vector<std::int64_t>{0, 1}));
        QVERIFY(f.page().notice().sentences().join(' ').contains("rank 1 never got there"));
        QVERIFY(f.doc().measured().empty());
    }

    void aRunBelowIsLinkedWithTheFirst() {
        RanksFixture f;
        QVERIFY(f.openFour());
        QVERIFY(!f.page().panes().isSplit());
        f.w().ranks().openRun({f.copies({{0, "w0.json"}, {1, "w1.json"}})});
        QTRY_VERIFY_WITH_TIMEOUT(f.page().panes().isOfOtherRun() && f.w().isQuiet(), 60'000);
        rankpanels::RanksPanes& panes = f.page().panes();
        QCOMPARE(panes.run().set().records.size(), std::size_t{2});
        QTRY_VERIFY_WITH_TIMEOUT(panes.run().trace(0) && panes.run().trace(1), 60'000);
        f.page().fitStep();
        // The same zoom, and the same place counted from the start of each step.
        QCOMPARE(panes.secondView().scale().nsPerPx(), f.page().view().scale().nsPerPx());
        const auto first = f.page().view().scale().x(f.doc().zero());
        QVERIFY(std::abs(panes.secondView().scale().x(panes.run().zero()) - first) <= 1);
        panes.closeSecond();
        QVERIFY(!panes.isSplit() && !panes.isOfOtherRun());
    }

    void twoRanksAreLinkedAndScrollTogetherOrAlone() {
        RanksFixture f;
        QVERIFY(f.openFour());
        f.act("ranks.split"); // the reference and the straggler
        rankpanels::RanksPanes& panes = f.page().panes();
        QVERIFY(panes.isSplit());
        QCOMPARE(panes.first().records(), (std::vector<std::size_t>{0}));
        QCOMPARE(panes.second()->records(), (std::vector<std::size_t>{lanescope::testing::kSlowRank}));
        QTRY_VERIFY_WITH_TIMEOUT(panes.second()->width() > 300, 5'000);
        f.page().fitStep();
        const auto apart = [&] { // to the ns, as far as columns begin at whole ns
            return std::abs(
                (panes.secondView().scale().visible().begin - f.page().view().scale().visible().begin).count());
        };
        QVERIFY(apart() <= 1);
        f.page().view().panBy(200);
        QVERIFY(apart() <= 1);
        panes.secondView().zoomAt(100, 2); // from below
        QCOMPARE(panes.secondView().scale().nsPerPx(), f.page().view().scale().nsPerPx());
        // Own: the zoom is common, the place is not.
        f.act("ranks.scroll");
        QCOMPARE(static_cast<int>(panes.scroll()), static_cast<int>(rankpanels::RanksPanes::Scroll::Own));
        const RankTime below = panes.secondView().scale().visible().begin;
        f.page().view().panBy(300);
        QCOMPARE(panes.secondView().scale().visible().begin, below);
        f.page().view().zoomAt(400, 2);
        QCOMPARE(panes.secondView().scale().nsPerPx(), f.page().view().scale().nsPerPx());
        // The pointer of one is shown on the other.
        QTest::mouseMove(&panes.first(), {600, 60});
        std::size_t lines = 0;
        for (const scene::Layer& layer : panes.second()->overlayScene().layers)
            for (const scene::Line& line : layer.lines)
                lines += std::abs(static_cast<double>(line.x1) - 600.5) < 1 ? 1 : 0;
        QVERIFY(lines > 0);
        f.act("ranks.split");
        QVERIFY(!panes.isSplit());
        QCOMPARE(panes.first().records().size(), std::size_t{kFourRanks});
    }
};

QTEST_MAIN(RanksOpeningTest)
#include "tst_ranks_opening.moc"
