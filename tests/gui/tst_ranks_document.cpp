// What the page of several ranks shows, from records made by hand: waits, clocks, undo, scales, words.
#include "core/session/ranks/rank_verdict.h"
#include "tests/support/rank_records.h"
#include "widgets/ranks/ranks_document.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lanescope;
using lanescope::testing::RankBuilder;
using ranksview::ChosenSlice;
using ranksview::RankJob;
using ranksview::RanksDocument;

namespace {

constexpr std::int64_t kMs = 1'000'000;

// Two ranks, four all-reduces of 10 ms each apart 100 ms. Rank 1's clock is 7 ms ahead and it comes 2, 3, 2, 3 ms
// later than rank 0; both end together.
std::shared_ptr<const RankJob> twoRanks() {
    RankBuilder a(0, 2), b(1, 2);
    a.group("dp", {0, 1});
    b.group("dp", {0, 1});
    for (std::int64_t i = 0; i < 4; ++i) {
        const std::int64_t at = i * 100 * kMs, late = (i % 2 == 0 ? 2 : 3) * kMs;
        align::RankFigures figures;
        figures.computeNs = (40 + i) * kMs;
        a.step(10 + i, at, at + 90 * kMs, figures);
        b.step(10 + i, at + 7 * kMs, at + 97 * kMs, figures);
        a.event(at + 50 * kMs, at + 60 * kMs, i, CollectiveKind::AllReduce, 1'000'000);
        b.event(at + 57 * kMs + late, at + 67 * kMs, i, CollectiveKind::AllReduce, 1'000'000);
        a.record().events.back().slice = static_cast<std::uint32_t>(5 + i);
        b.record().events.back().slice = static_cast<std::uint32_t>(9 - i); // rows need not be in order of time
    }
    auto job = std::make_shared<RankJob>();
    job->set = makeRankSet({b, a});
    return job;
}

} // namespace

class RanksDocumentTest : public QObject {
    Q_OBJECT
private slots:
    void waitsAreOnTheCommonClock() {
        RanksDocument document;
        document.open(twoRanks());
        QCOMPARE(document.label(1), std::string("rank 1"));
        QCOMPARE(document.set().alignment.ranks[1].offsetNs, 7 * kMs);
        QCOMPARE(document.measured().size(), std::size_t{4});
        QCOMPARE(document.waitNs(0, 10), 2 * kMs); // rank 0 comes first and waits
        QCOMPARE(document.waitNs(0, 11), 3 * kMs);
        QCOMPARE(document.waitNs(1, 10), std::int64_t{0});
        QCOMPARE(document.waitNs(0, std::nullopt), 10 * kMs);
        QCOMPARE(document.measured()[1].times.transferNs, 7 * kMs);
        QCOMPARE(document.matched(1).parts[document.measured()[1].times.lastPart].record, 1U);
    }

    void aSliceLeadsToItsCollectiveAndBack() {
        RanksDocument document;
        document.open(twoRanks());
        document.choose(ChosenSlice{1, SliceId{8}}); // row 9 - 1: the second all-reduce
        QCOMPARE(document.collective(), std::optional<std::size_t>(1));
        document.choose(ChosenSlice{0, SliceId{77}}); // some other work
        QVERIFY(!document.collective());
        document.chooseCollective(3);
        QCOMPARE(document.slice(), std::optional(ChosenSlice{1, SliceId{6}})); // of who came last
        QCOMPARE(document.collectiveRange(3), timeRange(350 * kMs, 360 * kMs));
    }

    void clocksAreUndoneOneChangeAtATime() {
        RanksDocument document;
        document.open(twoRanks());
        QVERIFY(!document.canUndo());
        document.alignBy(align::AlignBy::None);
        QCOMPARE(document.set().alignment.ranks[1].offsetNs, std::int64_t{0});
        QCOMPARE(document.waitNs(0, 10), 9 * kMs); // the clock's 7 ms look like waiting
        document.shiftRank(1, 4 * kMs, RanksDocument::Shift::New);
        document.shiftRank(1, 1 * kMs, RanksDocument::Shift::Continued); // the same drag
        QCOMPARE(document.shiftedBy(1), 5 * kMs);
        QCOMPARE(document.waitNs(0, 10), 4 * kMs);
        document.undo();
        QCOMPARE(document.shiftedBy(1), std::int64_t{0});
        QCOMPARE(document.set().alignment.by, align::AlignBy::None);
        document.undo();
        QCOMPARE(document.set().alignment.by, align::AlignBy::CollectiveEnds);
        QCOMPARE(document.waitNs(0, 10), 2 * kMs);
        QVERIFY(!document.canUndo());
    }

    void aRankIsDrawnAtTheScaleOfItsOwnClock() {
        RanksDocument document;
        document.open(twoRanks());
        const TimeScale common(rankTime(0), rankTime(40 * kMs), 50'000, 800); // 50 us a px, 40 to 80 ms
        const TimeScale own = document.scaleOf(1, common);
        QCOMPARE(own.x(rankTime(67 * kMs)), common.x(rankTime(60 * kMs)));
        QCOMPARE(own.firstColumn(), common.firstColumn());
        QCOMPARE(document.scaleOf(0, common), common);
        QCOMPARE(document.zero(), rankTime(200 * kMs)); // the typical step, 12, on the reference
        QCOMPARE(document.zeroName(), std::string("step 12"));
        QCOMPARE(document.extent(), timeRange(0, 390 * kMs));
        QCOMPARE(document.figures(1).computeNs, 42 * kMs);
    }

    void hiddenRanksLetTheirTimelinesGo() {
        RanksDocument document;
        document.open(twoRanks());
        QCOMPARE(document.shown(), (std::vector<std::size_t>{0, 1}));
        document.setFailed(1, "gone");
        QVERIFY(!document.wantsTrace(1));
        document.setShown({0, 0, 7}); // twice, and one that is not there
        QCOMPARE(document.shown(), (std::vector<std::size_t>{0}));
        QVERIFY(document.wantsTrace(1));
        document.setShown({});
        QCOMPARE(document.shown(), (std::vector<std::size_t>{0})); // something is always shown
    }

    void theVerdictSaysWhoAndWhatItCosts() {
        RanksDocument document;
        document.open(twoRanks());
        const StragglerVerdict verdict = stragglerVerdict(document.set(), document.report());
        QCOMPARE(verdict.title, std::string("Rank 1"));
        QCOMPARE(verdict.record, std::optional<std::size_t>(1));
        QCOMPARE(verdict.said.front(), std::string("2 of 2 ranks found, none twice."));
        const StragglerVerdict none = stragglerVerdict(makeRankSet({RankBuilder(0), RankBuilder(1)}), [] {
            align::StragglerReport empty;
            empty.ranks.resize(2);
            return empty;
        }());
        QCOMPARE(none.title, std::string("No straggler"));
        QVERIFY(none.cost.empty());
    }

    void aPatternStandsForTheFilesThatFit() {
        const QTemporaryDir folder;
        for (const char* name : {"rank0.json", "rank10.json", "rank2.json", "other.txt"}) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        const auto at = [&](const char* name) { return folder.filePath(name).toStdString(); };
        QCOMPARE(ranksview::expandPatterns({at("rank*.json")}),
                 (std::vector<std::string>{at("rank0.json"), at("rank10.json"), at("rank2.json")}));
        QCOMPARE(ranksview::expandPatterns({at("rank?.json")}),
                 (std::vector<std::string>{at("rank0.json"), at("rank2.json")}));
        QCOMPARE(ranksview::expandPatterns({at("none*.json")}), (std::vector<std::string>{at("none*.json")}));
        QCOMPARE(ranksview::expandPatterns({at("other.txt")}), (std::vector<std::string>{at("other.txt")}));
    }
};

QTEST_APPLESS_MAIN(RanksDocumentTest)
#include "tst_ranks_document.moc"
