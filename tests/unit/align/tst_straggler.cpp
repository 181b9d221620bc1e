#include "core/align/discovery.h"
#include "core/align/straggler.h"
#include "tests/support/rank_records.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::align;
using lanescope::testing::RankBuilder;

namespace {

struct RankPlan {
    std::int64_t late = 0; // every collective starts so much later than the others'
    RankFigures figures;   // of each step
};

RankFigures figuresOf(std::int64_t computeNs, std::int64_t idleNs, std::int64_t dataNs, std::int64_t kernels,
                      std::int64_t elements) {
    RankFigures f;
    f.computeNs = f.kernelSumNs = computeNs;
    f.idleNs = idleNs;
    f.idlePartNs[kIdleDataLoading] = dataNs;
    f.kernels = kernels;
    f.elements = elements;
    return f;
}
const RankFigures kUsual = figuresOf(500, 100, 0, 40, 1000);

// Steps of 1000 ns with a collective that ends at 900 of each; in step 0 the second rank is later by 300 more.
std::vector<RankRecord> job(const std::vector<RankPlan>& plans, int steps) {
    std::vector<std::int64_t> all;
    for (std::size_t r = 0; r < plans.size(); ++r) all.push_back(static_cast<std::int64_t>(r));
    std::vector<RankRecord> out;
    for (std::size_t r = 0; r < plans.size(); ++r) {
        RankBuilder builder(static_cast<std::int64_t>(r));
        builder.group("g", all);
        for (int s = 0; s < steps; ++s) {
            const std::int64_t at = 1000 * s;
            builder.step(s, at, at + 1000, plans[r].figures);
            builder.event(at + 500 + plans[r].late, at + 900, s);
        }
        out.push_back(builder);
    }
    return out;
}

StragglerReport reportOn(const std::vector<RankRecord>& ranks) {
    const Matching m = matchCollectives(ranks);
    return findStraggler(ranks, m, alignRanks(ranks, m, defaultAlignment(ranks, m)));
}

StragglerCause causeWith(const RankFigures& late) {
    const StragglerReport report = reportOn(job({{0, kUsual}, {0, kUsual}, {200, late}, {0, kUsual}}, 4));
    return report.record == 2u ? report.cause : StragglerCause::None;
}

} // namespace

class TestStraggler : public QObject {
    Q_OBJECT
private slots:
    void whoWaitsLeastAndComesLastIsNamed() {
        const StragglerReport report = reportOn(job({{0, kUsual}, {20, kUsual}, {200, kUsual}}, 4));
        QCOMPARE(report.rank, std::optional<std::int64_t>(2));
        QCOMPARE(report.lastShare, 1.0);
        QCOMPARE(report.ranks[0].sums.totalWaitNs, 800);
        QCOMPARE(report.ranks[1].sums.totalWaitNs, 720);
        QCOMPARE(report.othersMeanWaitNs, 760);
        QCOMPARE(report.lostNs(), 760);
        QCOMPARE(report.used.size(), 4u); // fewer than ten: nothing is left out
        QVERIFY(report.spread == Spread::Constant);
        QCOMPARE(report.steps.size(), 4u);
        QCOMPARE(report.steps[1].record, 2u);
        QCOMPARE(report.steps[1].meanWaitNs, 126); // (200 + 180 + 0) / 3
    }

    void nobodyIsNamedWhenTheWaitIsSmall() {
        // 4 x 9 ns of waiting in a window of 3400 ns: not above 1 %
        const StragglerReport report = reportOn(job({{0, kUsual}, {8, kUsual}}, 4));
        QVERIFY(!report.record);
        QVERIFY(report.cause == StragglerCause::None);
        QCOMPARE(report.leastWaiting, std::optional<std::size_t>(1));
        QCOMPARE(report.neededNs, 33); // a hundredth of 508..3900
    }

    void nobodyIsNamedWhenTheLastOneChanges() {
        std::vector<RankRecord> ranks = job({{0, kUsual}, {0, kUsual}, {0, kUsual}}, 6);
        for (std::size_t s = 0; s < 6; ++s) ranks[s % 3].events[s].begin += 200;
        const StragglerReport report = reportOn(ranks);
        QVERIFY(!report.record);
    }

    void theFirstAndWarmupAreLeftOutWhenTenRemain() {
        std::vector<RankRecord> ranks = job({{0, kUsual}, {100, kUsual}}, 12);
        for (RankRecord& rank : ranks) rank.steps[1].warmup = true;
        ranks[0].events[0].begin -= 400; // a long first one
        const StragglerReport report = reportOn(ranks);
        QCOMPARE(report.used.size(), 10u);
        QCOMPARE(report.leftOut, 2u);
        QCOMPARE(report.ranks[0].sums.totalWaitNs, 1000);
    }

    void whatARankDidTellsWhy() {
        QVERIFY(causeWith(figuresOf(650, 100, 0, 40, 1000)) == StragglerCause::SlowCompute);
        QVERIFY(causeWith(figuresOf(650, 100, 0, 40, 1250)) == StragglerCause::MoreWork); // larger tensors
        QVERIFY(causeWith(figuresOf(650, 100, 0, 52, 1000)) == StragglerCause::MoreWork); // more kernels
        QVERIFY(causeWith(figuresOf(500, 300, 0, 40, 1000)) == StragglerCause::LateHost);
        QVERIFY(causeWith(figuresOf(500, 300, 190, 40, 1000)) == StragglerCause::LateInput);
        QVERIFY(causeWith(kUsual) == StragglerCause::Unknown);
    }

    void windowsThatHoldTheComputeOfOtherStepsDoNotHideALateHost() {
        // The others wait and so lag their hosts: their windows hold 400 ns of the 500 that each step launches.
        RankFigures waiting = kUsual, late = figuresOf(500, 150, 0, 40, 1000);
        waiting.computeNs = 400;
        std::vector<RankRecord> ranks = job({{0, waiting}, {0, waiting}, {200, late}}, 4);
        for (RankRecord& rank : ranks) rank.whole.computeNs = rank.whole.kernelSumNs = 2000;
        const StragglerReport report = reportOn(ranks);
        QCOMPARE(report.rank, std::optional<std::int64_t>(2));
        QCOMPARE(report.evidence.computeExcessNs, 0);
        QCOMPARE(report.evidence.hostExcessNs, 50);
        QVERIFY(report.cause == StragglerCause::LateHost);
    }

    void idleTimeThatTheHostHasNoPartInIsNoLateHost() {
        RankFigures late = figuresOf(500, 300, 0, 40, 1000);
        late.idlePartNs[kIdleNotHost] = 200; // its streams wait for one another
        QVERIFY(causeWith(late) == StragglerCause::Unknown);
    }

    void kernelsBesideOneAnotherCountForWhatTheyTakeTogether() {
        // 800 ns of kernels on two streams in 400 ns of time; 160 ns more of them take 80 ns longer
        std::vector<RankRecord> ranks = job({{0, kUsual}, {200, kUsual}}, 4);
        for (std::size_t r = 0; r < 2; ++r) {
            ranks[r].whole.computeNs = 1600;
            ranks[r].whole.kernelSumNs = 3200;
            for (RankStep& step : ranks[r].steps) step.figures.kernelSumNs = r == 0 ? 800 : 960;
        }
        QCOMPARE(reportOn(ranks).evidence.computeExcessNs, 80);
    }

    void whereAllComeTogetherTheDefinitionStillCountsAndASuspectIsTold() {
        // Ends scatter by 4 ns, so 20 ns are not told apart. Rank 1 is late by 300 in two of six collectives; in the
        // others somebody else starts 10 ns after it: last in 2 of 6, which is less than half.
        std::vector<RankRecord> ranks = job({{0, kUsual}, {0, kUsual}}, 6);
        for (std::size_t i = 0; i < 6; ++i) {
            ranks[1].events[i].end += i % 3 == 0 ? 4 : i % 3 == 1 ? 0 : 8; // offset 4, residual 4
            if (i < 2)
                ranks[1].events[i].begin += 300 + 4;
            else
                ranks[0].events[i].begin += 10;
        }
        const StragglerReport report = reportOn(ranks);
        QCOMPARE(report.neededNs, 54); // 1 % of 500 to 5900
        QCOMPARE(report.ranks[1].sums.collectives, 6u);
        QCOMPARE(report.ranks[1].sums.timesLast, 2u);
        QCOMPARE(report.ranks[1].toldApart, 2u);
        QCOMPARE(report.ranks[1].toldLast, 2u);
        QCOMPARE(report.lastShare, 2.0 / 6);
        QCOMPARE(report.toldShare, 1.0);
        QVERIFY(!report.record && report.cause == StragglerCause::None);
        QCOMPARE(report.suspect, std::optional<std::size_t>(1));
        QVERIFY(report.suspectCause == StragglerCause::Unknown);
        ranks[1].events[2].begin += 14; // now it is last in 3 of 6
        QCOMPARE(reportOn(ranks).record, std::optional<std::size_t>(1));
        QVERIFY(!reportOn(ranks).suspect);
    }

    void collectivesThatNotAllRecordedCountForThoseThatDid() {
        // Rank 2 recorded the last two of six only; all three are members.
        std::vector<RankRecord> ranks = job({{0, kUsual}, {100, kUsual}, {0, kUsual}}, 6);
        ranks[2].events.erase(ranks[2].events.begin(), ranks[2].events.begin() + 4);
        const StragglerReport report = reportOn(ranks);
        QCOMPARE(report.used.size(), 6u);
        QCOMPARE(report.ranks[1].sums.timesLast, 6u);
        QCOMPARE(report.ranks[2].sums.collectives, 2u);
        QCOMPARE(report.othersMeanWaitNs, 400); // 600 and 200
    }

    void whereWarmupIsNotLeftOutItTellsWhyAsWell() {
        // The wait of few collectives lies in the first step alone, which is warm-up: its idle time is the cause.
        std::vector<RankRecord> ranks = job({{0, kUsual}, {0, kUsual}}, 3);
        ranks[1].events[0].begin += 300;
        ranks[1].events[1].begin += 20;
        for (RankRecord& rank : ranks) rank.steps[0].warmup = true;
        ranks[1].steps[0].figures.idleNs += 300;
        QVERIFY(reportOn(ranks).cause == StragglerCause::LateHost);
    }

    void aDifferenceThatExplainsNothingIsNoCause() {
        // 1000 ns of wall time, of which the straggler costs 200: an excess of 2 explains none of it
        RankFigures usual = kUsual, late = kUsual;
        usual.wallNs = late.wallNs = 1000;
        late.idleNs += 2;
        const auto cause = [&] { return reportOn(job({{0, usual}, {0, usual}, {200, late}}, 4)).cause; };
        QVERIFY(cause() == StragglerCause::Unknown);
        late.idleNs += 98;
        QVERIFY(cause() == StragglerCause::LateHost);
    }

    void aClockOffsetMakesNoStraggler() {
        std::vector<RankRecord> ranks = job({{0, kUsual}, {0, kUsual}, {0, kUsual}}, 5);
        for (CommEvent& event : ranks[1].events) {
            event.begin += 5'000'000;
            event.end += 5'000'000;
        }
        const Matching m = matchCollectives(ranks);
        QVERIFY(!findStraggler(ranks, m, alignRanks(ranks, m, AlignBy::CollectiveEnds)).record);
        // unaligned, the late clock would be accused: the collectives refute that
        const StragglerReport naive = findStraggler(ranks, m, alignRanks(ranks, m, AlignBy::None));
        QVERIFY(!naive.leastWaiting && naive.steps.empty());
        QCOMPARE(naive.ranks[0].sums.totalWaitNs, 0);
        QCOMPARE(naive.ranks[0].sums.collectives, 5u);
        QVERIFY(!naive.record && !naive.suspect && naive.refuted());
        QVERIFY(naive.refutedBy == "in 5 of 5 collectives a rank ends before another begins: the clocks are not right");
    }

    void clocksThatCannotBeRightLowerTheClaim() {
        const std::vector<RankRecord> ranks = job({{0, kUsual}, {200, kUsual}}, 4);
        const Matching m = matchCollectives(ranks);
        Alignment alignment = alignRanks(ranks, m, AlignBy::CollectiveEnds);
        alignment.ranks[1].atPivotNs -= 100; // by hand: 800 to 1000 beside 500 to 900 is still possible
        QVERIFY(findStraggler(ranks, m, alignment).doubts.empty());
        alignment.ranks[1].atPivotNs -= 101; // 901 to 1101: the first rank would have left before the second came
        QVERIFY(findStraggler(ranks, m, alignment).doubts.at(0) ==
                "in 4 of 4 collectives a rank ends before another begins: the clocks are not right");
        QVERIFY(!findStraggler(ranks, m, alignment).record);
        alignment.by = AlignBy::StepStart;
        QCOMPARE(findStraggler(ranks, m, alignment).doubts.size(), std::size_t{1});
        alignment.residualNs = 1; // and a little beside the residual may be noise
        QVERIFY(findStraggler(ranks, m, alignment).doubts.empty());
    }

    void theFirstCollectiveIsThatOfTheCommonClock() {
        // Group "h" of ranks 2 and 3, whose clocks are 5 ms behind: its files' times come first, the collective does
        // not.
        std::vector<RankRecord> ranks = job({{0, kUsual}, {100, kUsual}, {0, kUsual}, {0, kUsual}}, 10);
        for (std::size_t r = 2; r < 4; ++r) {
            ranks[r].groups.push_back({"h", "", {2, 3}, 2});
            CommEvent extra = ranks[r].events.front(); // in the last step
            extra.group = 1;
            extra.begin = 9950;
            extra.end = 9990;
            ranks[r].events.push_back(extra);
            for (CommEvent& event : ranks[r].events) {
                event.begin -= 5'000'000;
                event.end -= 5'000'000;
            }
        }
        const StragglerReport report = reportOn(ranks);
        QCOMPARE(report.used.size(), 10u);
        QCOMPARE(report.ranks[1].sums.collectives, 9u); // of the ten of all
        QCOMPARE(report.ranks[2].sums.collectives, 10u);
    }

    void loadingThatAllDoIsNoLateInputOfWhoDoesNotWait() {
        // The others load data for as long, but while they wait in a collective: their devices are not idle then.
        RankFigures usual = kUsual, late = figuresOf(500, 300, 120, 40, 1000);
        usual.loadNs = late.loadNs = 130;
        const auto cause = [&] { return reportOn(job({{0, usual}, {0, usual}, {200, late}}, 4)).cause; };
        QVERIFY(cause() == StragglerCause::LateHost);
        late.loadNs = 330; // it does load for longer
        QVERIFY(cause() == StragglerCause::LateInput);
        late = figuresOf(500, 100, 0, 40, 1000); // before the first work of the device: idle time does not show it
        late.loadNs = 330;
        QVERIFY(cause() == StragglerCause::LateInput);
        late.loadNs = 200; // explains 70 of 200
        QVERIFY(cause() == StragglerCause::Unknown);
    }

    void wholeRecordingsOfOtherLengthsAreComparedByTheirCollectives() {
        // No steps: rank 0 recorded 8 collectives and 800 ns of kernels, rank 1 only 4, and 500.
        std::vector<RankRecord> ranks{RankBuilder(0), RankBuilder(1)};
        for (std::size_t r = 0; r < 2; ++r) {
            RankBuilder builder(static_cast<std::int64_t>(r));
            builder.group("g", {0, 1});
            for (int i = r == 0 ? 0 : 4; i < 8; ++i) builder.event(1000 * i + (r == 0 ? 100 : 300), 1000 * i + 400, i);
            ranks[r] = builder;
            ranks[r].whole = figuresOf(r == 0 ? 800 : 500, 0, 0, r == 0 ? 80 : 40, 0);
        }
        const StragglerReport report = reportOn(ranks);
        QCOMPARE(report.rank, std::optional<std::int64_t>(1));
        QCOMPARE(report.evidence.computeExcessNs, 100);
        QVERIFY(report.cause == StragglerCause::SlowCompute);
    }

    void longLaunchesBeforeTheFirstWorkAreNoLateHost() {
        // The recording begins while the device still does what is not recorded: its work waits long for a launch that
        // came in time.
        RankFigures usual = kUsual, late = figuresOf(560, 300, 0, 40, 1000);
        late.idlePartNs[kIdleLaunchLatency] = 200;
        std::vector<RankRecord> ranks = job({{0, usual}, {0, usual}, {200, late}}, 4);
        QVERIFY(reportOn(ranks).cause == StragglerCause::LateHost);
        for (RankRecord& rank : ranks) rank.begin = 3600;
        QVERIFY(reportOn(ranks).cause == StragglerCause::SlowCompute);
    }

    void aRecordingThatWasCutLowersTheClaim() {
        std::vector<RankRecord> ranks{RankBuilder(0).group("g", {0, 1, 2}).event(10, 20, 0),
                                      RankBuilder(1).group("g", {0, 1, 2}).event(10, 20, 0),
                                      RankBuilder(2).group("g", {0, 1, 2}).event(10, 20, 0)};
        QVERIFY(lossesOf(ranks).empty());
        ranks[2].losses = {"file ends in the middle"};
        const std::vector<std::string> one{"the recording of rank 2 is not whole: file ends in the middle"};
        QCOMPARE(lossesOf(ranks), one);
        QCOMPARE(discover(ranks).notes(ranks), one);
        const Matching matching = matchCollectives(ranks);
        const auto report = findStraggler(ranks, matching, alignRanks(ranks, matching, AlignBy::CollectiveEnds));
        QVERIFY(std::ranges::find(report.doubts, one.front()) != report.doubts.end());
        ranks[0].losses = ranks[2].losses;
        QCOMPARE(lossesOf(ranks)[0],
                 std::string("the recordings of ranks 0, 2 are not whole: file ends in the middle"));
        ranks[0].rank.reset();
        QCOMPARE(lossesOf(ranks)[0],
                 std::string(
                     "the recordings of rank 2 and of 1 file without a rank are not whole: file ends in the middle"));
        ranks[2].losses.clear();
        QCOMPARE(lossesOf(ranks)[0],
                 std::string("the recording of 1 file without a rank is not whole: file ends in the middle"));
    }

    void whoStartsAtTheSameTimeComesLastTogether() {
        const StragglerReport report = reportOn(job({{0, kUsual}, {200, kUsual}, {200, kUsual}}, 4));
        QCOMPARE(report.ranks[1].sums.timesLast, 4u);
        QCOMPARE(report.ranks[2].sums.timesLast, 4u);
        QCOMPARE(report.ranks[2].toldLast, 4u);
        const StragglerReport even = reportOn(job({{0, kUsual}, {0, kUsual}}, 4));
        QCOMPARE(even.ranks[0].sums.timesLast, 4u);
        QCOMPARE(even.ranks[0].toldApart, 0u); // nobody came later than another
    }

    void aStepWithoutKernelsIsNoStepOfTheOthers() {
        // The file of rank 0 ends before step 2: what it has of it are marks alone. Rank 2 is slower than rank 1.
        std::vector<RankRecord> ranks = job({{0, kUsual}, {0, kUsual}, {200, figuresOf(700, 100, 0, 40, 1000)}}, 4);
        for (RankRecord& rank : ranks) rank.whole.kernels = 160;
        for (std::size_t s = 2; s < 4; ++s) ranks[0].steps[s].figures = {};
        const StragglerReport report = reportOn(ranks);
        QCOMPARE(report.rank, std::optional<std::int64_t>(2));
        QCOMPARE(report.evidence.others.kernelSumNs, 500);
        QVERIFY(report.cause == StragglerCause::SlowCompute);
    }

    void missingRanksLowerTheClaim() {
        std::vector<RankRecord> ranks = job({{0, kUsual}, {200, kUsual}}, 4);
        QVERIFY(reportOn(ranks).doubts.empty());
        ranks[0].worldSize = 4;
        const StragglerReport report = reportOn(ranks);
        QCOMPARE(report.rank, std::optional<std::int64_t>(1));
        QVERIFY(report.doubts.at(0) == "2 of 4 ranks are missing: one of them may be later still");
    }
};

QTEST_APPLESS_MAIN(TestStraggler)
#include "tst_straggler.moc"
