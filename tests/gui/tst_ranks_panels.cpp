// The tables of the page of several ranks: search, range, findings, straggler, groups, heat map, tabs.
#include "tests/gui/ranks_fixture.h"

#include <QSignalSpy>

using namespace lanescope;
using lanescope::testing::kFourRanks;
using lanescope::testing::kSlowRank;
using lanescope::testing::RanksFixture;
using rankpanels::CollectivesPage;
using Tab = rankpanels::RanksBottom::Tab;

namespace {

std::int64_t numberIn(const models::TableModel& model, int row, const char* column) {
    const Table& table = model.table();
    for (std::size_t c = 0; c < table.columns.size(); ++c)
        if (table.columns[c].id == column) return std::get<std::int64_t>(table.rows[static_cast<std::size_t>(row)][c]);
    qFatal("no such column");
}

} // namespace

class RanksPanelsTest : public QObject {
    Q_OBJECT
private slots:
    void aSearchGoesThroughAllShownRanks() {
        RanksFixture f;
        QVERIFY(f.openFour());
        std::size_t all = 0;
        for (const align::RankRecord& record : f.doc().set().records) all += record.events.size();
        f.act("ranks.search");
        QCOMPARE(f.bottom().currentTab(), Tab::Search);
        QTest::keyClicks(&f.bottom().search().input(), "kind:comm");
        QVERIFY(f.waitUntilStill());
        QCOMPARE(f.bottom().search().words(), QStringLiteral("%1 hits in 4 ranks").arg(all));
        QTest::keyClick(&f.bottom().search().input(), Qt::Key_Return); // the first hit
        QVERIFY(f.doc().slice().has_value());
        QCOMPARE(f.doc().slice()->record, std::size_t{0});
        QVERIFY(f.doc().collective().has_value());
        f.bottom().search().search("dur>");
        QVERIFY(f.waitUntilStill());
        QVERIFY2(f.bottom().search().words().startsWith("expected"), qPrintable(f.bottom().search().words()));
        f.doc().setShown({1});
        f.bottom().search().search("kind:comm");
        QVERIFY(f.waitUntilStill());
        QCOMPARE(f.bottom().search().words(),
                 QStringLiteral("%1 hits in 1 rank").arg(f.doc().set().records[1].events.size()));
    }

    void aRangeSaysWhatEachRankDoesInIt() {
        RanksFixture f;
        QVERIFY(f.openFour());
        f.bottom().showTab(Tab::Range);
        QVERIFY(f.bottom().range().words().contains("drag over the timelines"));
        const std::int64_t step = f.doc().steps().at(2);
        f.doc().setStep(step);
        f.page().timelines().setRange(f.doc().stepRange(0, step)); // rank 0 is the reference
        QVERIFY(f.waitUntilStill());
        const models::TableModel& model = f.bottom().range().model();
        QCOMPARE(model.rowCount(), static_cast<int>(kFourRanks));
        const align::RankFigures figures = f.doc().figures(0);
        QCOMPARE(numberIn(model, 0, "wall_ns"), figures.wallNs);
        QCOMPARE(numberIn(model, 0, "busy_ns"), figures.busyNs);
        QCOMPARE(numberIn(model, 0, "compute_ns"), figures.computeNs);
        QCOMPARE(numberIn(model, 0, "exposed_comm_ns"), figures.exposedCommNs);
        QCOMPARE(numberIn(model, 0, "idle_ns"), figures.idleNs);
        // Half of it: half as long.
        const TimeRange whole = *f.doc().stepRange(0, step);
        f.page().timelines().setRange(TimeRange{whole.begin, whole.begin + (whole.end - whole.begin) / 2});
        QVERIFY(f.waitUntilStill());
        QVERIFY(std::abs(numberIn(model, 1, "wall_ns") - figures.wallNs / 2) <= 1);
    }

    void findingsOfTheRanksNameTheStraggler() {
        RanksFixture f;
        QVERIFY(f.openFour());
        f.bottom().showTab(Tab::Findings);
        QVERIFY(f.waitUntilStill(60'000));
        const Table& table = f.bottom().findings().model().table();
        QVERIFY(!table.rows.empty());
        QCOMPARE(f.bottom().tabTexts().at(static_cast<int>(Tab::Findings)),
                 QStringLiteral("Findings %1").arg(table.rows.size()));
        const bool named = std::any_of(table.rows.begin(), table.rows.end(), [](const std::vector<Cell>& row) {
            return QString::fromStdString(std::get<std::string>(row[0])).contains("straggler", Qt::CaseInsensitive);
        });
        QVERIFY(named);
        // It lies in the ranks that wait, which are not to be taken for it.
        const std::string straggler = f.doc().label(f.doc().report().record.value());
        for (const std::vector<Cell>& row : table.rows) {
            QVERIFY(std::get<std::string>(row[1]) == straggler || std::get<std::string>(row[0]) != "Straggler rank");
            if (std::get<std::string>(row[0]).starts_with("Waits"))
                QCOMPARE(std::get<std::string>(row[0]), "Waits for straggler " + straggler);
        }
        emit f.bottom().findings().view().rowChosen(0);
        QVERIFY(!f.bottom().findings().card().lines().isEmpty());
        QVERIFY(f.page().timelines().range().has_value()); // where it costs
    }

    void factsOfTheAlignmentStandWholeOrNotAtAll() {
        RanksFixture f;
        QVERIFY(f.openFour());
        rankpanels::AlignmentStrip& strip = f.page().alignment();
        strip.resize(1400, strip.height());
        strip.layout()->activate();
        QCOMPARE(strip.shownWords(), strip.words());
        QVERIFY(strip.words().contains("residual") && strip.words().endsWith("collectives matched"));
        strip.resize(620, strip.height());
        strip.layout()->activate();
        QVERIFY(strip.shownWords().endsWith(QStringLiteral("\u2026")));
        QVERIFY(strip.words().startsWith(strip.shownWords().chopped(1).trimmed()));
        QVERIFY(strip.shownWords().contains("reference"));
        strip.resize(1400, strip.height());
        strip.layout()->activate();
        QCOMPARE(strip.shownWords(), strip.words());
    }

    void theRankingStandsInATabAndLeadsToRanksAndSteps() {
        RanksFixture f;
        QVERIFY(f.openFour());
        f.bottom().showTab(Tab::Straggler);
        rankpanels::TableViews& tables = f.bottom().straggler().tables();
        const Table& ranking = f.doc().measures().table("stragglers");
        QCOMPARE(std::get<std::string>(ranking.rows.front()[0]), std::string("2")); // waits least
        f.doc().setShown({0});
        emit tables.view().rowChosen(0);
        QVERIFY(f.doc().placeOf(kSlowRank).has_value());
        tables.showTable("straggler_steps");
        emit tables.view().rowChosen(1);
        QCOMPARE(f.doc().step(), std::optional(f.doc().report().steps.at(1).number));
        QCOMPARE(tables.choice().findData("straggler_nodes"), -1); // no nodes are known
        QCOMPARE(f.bottom().heat().grouping().findText("by node"), -1);
        auto* box = f.page().askLayout();
        box->perNode().setValue(2);
        box->use().click();
        QVERIFY(f.bottom().heat().grouping().findText("by node") > 0);
        QVERIFY(tables.choice().findData("straggler_nodes") > 0);
        QVERIFY(f.page().verdict().lines().contains("By node: mean wait, came last"));
    }

    void allFiguresOfACollectiveAreListed() {
        RanksFixture f;
        QVERIFY(f.openFour());
        CollectivesPage& page = f.bottom().collectivesPage();
        page.show(CollectivesPage::Show::Figures);
        QCOMPARE(page.model().rowCount(), static_cast<int>(f.doc().measured().size()));
        const MeasuredCollective& m = f.doc().measured().at(2);
        QCOMPARE(numberIn(page.model(), 2, "skew_start_ns"), m.times.skewStartNs);
        QCOMPARE(numberIn(page.model(), 2, "skew_end_ns"), m.times.skewEndNs);
        QCOMPARE(numberIn(page.model(), 2, "transfer_ns"), m.times.transferNs);
        emit page.view().rowChosen(2);
        QCOMPARE(f.doc().collective(), std::optional<std::size_t>(2));
        // In the list, as far as there is room.
        page.show(CollectivesPage::Show::Step);
        page.list().resize(1100, 200);
        QVERIFY(page.list().titles().contains("skew end") && page.list().titles().contains("alg. rate"));
        page.list().resize(640, 200);
        QVERIFY(!page.list().titles().contains("alg. rate"));
        QVERIFY(page.list().titles().contains("bus rate") && page.list().titles().contains("exposed"));
    }

    void aRowOfGroupsConfinesTheListToIt() {
        RanksFixture f;
        QVERIFY(f.openFour());
        f.bottom().showTab(Tab::Groups);
        emit f.bottom().groupView().rowChosen(0);
        QCOMPARE(f.bottom().currentTab(), Tab::Collectives);
        QCOMPARE(f.doc().filter().groups.size(), std::size_t{1});
        const std::uint32_t group = *f.doc().filter().groups.begin();
        for (const std::size_t m : f.bottom().collectives().rows()) QCOMPARE(f.doc().matched(m).group, group);
        QVERIFY(f.bottom().collectivesPage().filterText().startsWith("only group"));
        f.doc().setFilter({});
        QCOMPARE(f.bottom().collectives().rows().size(), f.doc().measured().size());
    }

    void theHeatMapIsGroupedByTheLayoutThatIsGiven() {
        RanksFixture f;
        QVERIFY(f.openFour());
        rankpanels::HeatPanel& heat = f.bottom().heat();
        heat.map().currentScene();
        QCOMPARE(heat.map().rowNames(), (QStringList{"0", "1", "2", "3"}));
        auto* box = f.page().askLayout();
        box->text().setText("tp=2, dp=3");
        box->use().click();
        QVERIFY(box->complaint().contains("expected sizes that give 4 ranks, found 6 of them"));
        box->text().setText("tp=2, dp=2");
        box->use().click();
        const int tp = heat.grouping().findText("by tp");
        QVERIFY(tp > 0);
        heat.grouping().setCurrentIndex(tp);
        emit heat.grouping().activated(tp);
        heat.map().currentScene();
        QCOMPARE(heat.map().rowNames(), (QStringList{"0", "2", "1", "3"})); // tp 0: 0 and 2
        const std::int64_t step = f.doc().steps().at(1);
        const QRectF cell = heat.map().cell(1, step);
        QVERIFY(cell.top() > heat.map().cell(2, step).bottom());
        QTest::mouseClick(&heat.map(), Qt::LeftButton, Qt::NoModifier, cell.center().toPoint());
        QCOMPARE(f.doc().step(), std::optional(step));
        // Four of every ten rows fit: a row per place, their mean.
        heat.map().resize(400, 62);
        heat.map().currentScene();
        QCOMPARE(heat.map().rowNames(), (QStringList{"tp 0", "tp 1"}));
    }

    void aClickOnTheHeatMapBeforeItIsDrawnAgainChoosesNothing() {
        RanksFixture f;
        QVERIFY(f.openFour());
        rankpanels::HeatMap& map = f.bottom().heatMap();
        map.currentScene();
        const QPoint at = map.cell(1, f.doc().steps().at(1)).center().toPoint();
        QSignalSpy chosen(&map, &rankpanels::HeatMap::cellChosen);
        f.bottom().heat().setMetric("compute");
        QTest::mouseClick(&map, Qt::LeftButton, Qt::NoModifier, at);
        QCOMPARE(chosen.size(), 0);
        QVERIFY(map.rowNames().isEmpty());
        map.currentScene();
        QTest::mouseClick(&map, Qt::LeftButton, Qt::NoModifier, at);
        QCOMPARE(chosen.size(), 1);
    }

    void notesMadeOneAfterTheOtherAreAllKept() {
        RanksFixture f;
        const QString copies = f.copies({{0, "r0.json"}, {1, "r1.json"}});
        QVERIFY(f.openAll({copies}));
        for (const char* words : {"the first", "the second", "the third"}) {
            notes::Note note;
            note.begin = note.end = rankTime(f.doc().set().records[1].begin);
            note.text = words;
            f.w().ranks().saveNote(1, note);
        }
        QVERIFY(f.waitUntilStill());
        QFile file(copies + "/r1.json.lanescope-notes.json");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        for (const char* words : {"the first", "the second", "the third"}) QVERIFY2(text.contains(words), words);
    }

    void nothingIsCoveredInASmallWindow() {
        RanksFixture f;
        QVERIFY(f.openFour());
        f.w().resize(900, 600);
        QTRY_COMPARE(f.w().width(), 900);
        const QRect verdict = f.page().verdict().geometry();
        const QRect bottom(f.bottom().mapTo(&f.page(), QPoint(0, 0)), f.bottom().size());
        const QRect lines(f.page().timelines().mapTo(&f.page(), QPoint(0, 0)), f.page().timelines().size());
        QVERIFY(!verdict.intersects(bottom) && !verdict.intersects(lines));
        QVERIFY(!f.bottom().isHeatBeside());
        f.bottom().showTab(Tab::Heat);
        QVERIFY(f.bottom().heatMap().isVisible());
        QVERIFY(f.bottom().visibleTabTexts().contains("Rank \u00d7 step"));
        // Every tab is in the bar or in the menu behind it, none twice.
        const QStringList shown = f.bottom().visibleTabTexts();
        emit f.bottom().moreTabs().menu()->aboutToShow();
        QStringList all = shown;
        for (const QAction* action : f.bottom().moreTabs().menu()->actions()) all << action->text();
        all.sort();
        QStringList every = f.bottom().tabTexts();
        every.sort();
        QCOMPARE(all, every);
        f.w().resize(1600, 1000);
        QTRY_VERIFY(f.bottom().isHeatBeside());
        QVERIFY(f.bottom().currentTab() != Tab::Heat);
        QVERIFY(f.bottom().heatMap().isVisible());
    }

    void theBarSearchesAllRanksAndColoursThem() {
        RanksFixture f;
        QVERIFY(f.openFour());
        QLineEdit& box = f.page().filterBox();
        QVERIFY(box.isVisible());
        QTest::keyClicks(&box, "kind:comm");
        QVERIFY(f.waitUntilStill());
        QCOMPARE(f.bottom().currentTab(), Tab::Search);
        QVERIFY2(f.bottom().search().words().endsWith(" in 4 ranks"), qPrintable(f.bottom().search().words()));
        f.page().toggleSplit();
        f.act("colour.duration");
        QCOMPARE(f.page().timelines().colourBy(), scene::ColourBy::Duration);
        QCOMPARE(f.page().panes().second()->colourBy(), scene::ColourBy::Duration);
        QVERIFY2(f.page().colourButton().text().startsWith("colour: duration"),
                 qPrintable(f.page().colourButton().text()));
    }

    void theHeatMapIsATabOfTheBarInANarrowWindowWhateverIsChosen() {
        RanksFixture f;
        QVERIFY(f.openFour());
        f.w().resize(1000, 650);
        QTRY_VERIFY(!f.bottom().isHeatBeside());
        for (const Tab tab : {Tab::Collectives, Tab::Straggler, Tab::Selection}) {
            f.bottom().showTab(tab);
            QVERIFY(f.bottom().visibleTabTexts().contains("Rank \u00d7 step"));
        }
    }

    void twoTimelinesHaveRoomInASmallWindow() {
        RanksFixture f;
        QVERIFY(f.openFour());
        f.w().resize(900, 600);
        QTRY_COMPARE(f.w().width(), 900);
        const int before = f.page().timelines().height();
        f.page().toggleSplit();
        auto* below = f.page().panes().second();
        QVERIFY(below);
        // Each shows its ruler and at least the rows of a rank: name, parts, compute, communication.
        constexpr int kRows = 110;
        QTRY_VERIFY2(f.page().timelines().height() >= kRows && below->height() >= kRows,
                     qPrintable(QString("%1 %2").arg(f.page().timelines().height()).arg(below->height())));
        f.page().toggleSplit();
        QTRY_COMPARE(f.page().timelines().height(), before);
    }

    void theRulerOfRanksCountsInTheChosenClock() {
        RanksFixture f;
        QVERIFY(f.openFour());
        const auto view = [&] { return f.page().timelines().currentView(); };
        QCOMPARE(view().shownAxis().clock, AxisClock::Step);
        QCOMPARE(view().shownAxis().zero, f.doc().zero());
        f.act("axis.trace");
        QCOMPARE(view().shownAxis(), (TimeAxis{AxisClock::Trace, f.doc().extent().begin, 0}));
        f.act("axis.utc");
        // ns since 1970 of the reference's first GPU work, by its own base time.
        const auto& set = f.doc().set();
        const align::RankRecord& reference = set.records[set.alignment.reference];
        QVERIFY(reference.baseTimeNs.has_value());
        const std::int64_t epoch = *reference.baseTimeNs + reference.begin;
        const RankTime at = ranksview::onRuler(set.alignment.ranks[set.alignment.reference].toCommon(reference.begin));
        QCOMPARE(view().shownAxis().clock, AxisClock::Utc);
        QCOMPARE((at - view().shownAxis().zero).count(), epoch);
        // The pane below counts alike.
        f.page().toggleSplit();
        QCOMPARE(f.page().panes().second()->currentView().shownAxis().clock, AxisClock::Utc);
        const auto ranges = [](rankpanels::RanksTimeline& timeline) { // "+0 to +46.0 ms" at the left of the ruler
            QStringList out;
            for (const scene::Layer& layer : timeline.frameScene().layers)
                for (const scene::Label& label : layer.labels)
                    if (label.text.find(" to ") != std::string::npos) out << QString::fromStdString(label.text);
            return out;
        };
        QCOMPARE(ranges(*f.page().panes().second()), ranges(f.page().timelines()));
        f.act("axis.step");
        QCOMPARE(f.page().panes().second()->currentView().shownAxis().clock, AxisClock::Step);
        QVERIFY(!ranges(f.page().timelines()).isEmpty());
        QCOMPARE(ranges(*f.page().panes().second()), ranges(f.page().timelines()));
    }

    void theVerdictBecomesANoteInTheTraceOfItsRank() {
        RanksFixture f;
        const QString copies = f.copies({{0, "r0.json"}, {1, "r1.json"}, {2, "r2.json"}, {3, "r3.json"}});
        QVERIFY(f.openAll({copies}));
        f.page().verdict().note().click();
        QVERIFY(f.waitUntilStill());
        QVERIFY2(f.page().statusText().contains("r2.json.lanescope-notes.json"), qPrintable(f.page().statusText()));
        QFile file(copies + "/r2.json.lanescope-notes.json");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.contains("Rank 2 is the straggler"));
        // It is there when the rank is opened alone.
        f.w().openFiles({copies + "/r2.json"});
        QTRY_VERIFY_WITH_TIMEOUT(f.w().document().isOpen() && f.w().isQuiet(), 60'000);
        QTRY_COMPARE(f.w().notes().list().size(), std::size_t{1});
    }
};

QTEST_MAIN(RanksPanelsTest)
#include "tst_ranks_panels.moc"
