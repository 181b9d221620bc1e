#include "core/align/alignment.h"
#include "core/align/robust_fit.h"
#include "core/align/waits.h"
#include "tests/support/rank_records.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::align;
using lanescope::testing::RankBuilder;

namespace {

// A rank whose clock is `offset` ahead and runs `ppb` too fast, in collectives that end every `period`.
RankRecord driftingRank(std::int64_t rank, std::int64_t offset, std::int64_t ppb, int collectives,
                        std::int64_t period) {
    RankBuilder builder(rank);
    builder.group("g", {0, 1});
    for (int i = 0; i < collectives; ++i) {
        const std::int64_t end = period * (i + 1);
        const std::int64_t own = end + offset + end / 1'000'000 * ppb / 1000;
        builder.event(own - 1000, own, i);
    }
    return builder;
}

} // namespace

class TestAlignment : public QObject {
    Q_OBJECT
private slots:
    void anOffsetIsTheMedianOfTheEnds() {
        const std::vector<RankRecord> ranks{
            RankBuilder(0).group("g", {0, 1}).event(100, 150, 0).event(300, 360, 1).event(500, 540, 2),
            RankBuilder(1).group("g", {0, 1}).event(610, 650, 0).event(805, 870, 1).event(1012, 1040, 2)}; // +500 +510
                                                                                                           // +500
        const Matching m = matchCollectives(ranks);
        const Alignment a = alignRanks(ranks, m, AlignBy::CollectiveEnds);
        QCOMPARE(a.ranks[0].offsetNs, 0);
        QCOMPARE(a.ranks[1].offsetNs, 500);
        QCOMPARE(a.ranks[1].residualNs, 0); // distances 0, 10, 0
        QCOMPARE(a.ranks[1].worstNs, 10);
        QCOMPARE(count(a.ranks[1].toCommon(610)), 110);
        QCOMPARE(a.ranks[1].toFile(CommonTime{Ns{110}}), 610);
        const CollectiveTimes t = timesOf(ranks, a, m.collectives[0]);
        QCOMPARE(t.waitNs, (std::vector<std::int64_t>{10, 0}));
        QCOMPARE(t.skewStartNs, 10);
        QCOMPARE(t.skewEndNs, 0);
        QCOMPARE(t.transferNs, 40);
        QCOMPARE(t.lastPart, 1u);
    }

    void baseTimesCountBeforeOffsets() {
        std::vector<RankRecord> ranks{RankBuilder(0).group("g", {0, 1}).event(100, 150, 0),
                                      RankBuilder(1).group("g", {0, 1}).event(110, 140, 0)};
        ranks[0].baseTimeNs = 1'000'000;
        ranks[1].baseTimeNs = 1'000'030; // its 140 is 170 of the other: 20 ahead
        const Alignment a = alignRanks(ranks, matchCollectives(ranks), AlignBy::CollectiveEnds);
        QCOMPARE(a.ranks[1].baseShiftNs, 30);
        QCOMPARE(a.ranks[1].offsetNs, 20);
        QCOMPARE(count(a.ranks[1].toCommon(140)), 150);
    }

    void secondsApartAndFiftyPpmOfDriftLeaveLessThanAMicrosecond() {
        // 200 collectives over 20 s: a clock 4 s ahead that gains 1 ms in that time
        const std::vector<RankRecord> ranks{driftingRank(0, 0, 0, 200, 100'000'000),
                                            driftingRank(1, 4'000'000'000, 50'000, 200, 100'000'000)};
        const Alignment a = alignRanks(ranks, matchCollectives(ranks), AlignBy::CollectiveEnds);
        QVERIFY(std::abs(a.ranks[1].drift * 1e9 - 50'000) < 1);
        for (int i = 0; i < 200; ++i) {
            const std::int64_t truth = 100'000'000LL * (i + 1);
            const std::int64_t found = count(a.ranks[1].toCommon(ranks[1].events[static_cast<std::size_t>(i)].end));
            QVERIFY2(std::abs(found - truth) < 1000, qPrintable(QString::number(found - truth)));
        }
    }

    void aFewWildEndsDoNotMoveAClock() {
        std::vector<RankRecord> ranks{driftingRank(0, 0, 0, 40, 1'000'000), driftingRank(1, 700, 0, 40, 1'000'000)};
        for (const std::size_t i : {3u, 9u, 20u, 33u}) ranks[1].events[i].end += 250'000;
        const Alignment a = alignRanks(ranks, matchCollectives(ranks), AlignBy::CollectiveEnds);
        QCOMPARE(a.ranks[1].offsetNs, 700);
        QCOMPARE(a.ranks[1].drift, 0.0);
        QCOMPARE(a.ranks[1].worstNs, 250'000);
    }

    void aRankIsTiedThroughOthers() {
        // 0 and 1 share a group, 1 and 2 another: 2 is 40 ahead of 1, which is 100 ahead of 0
        const std::vector<RankRecord> ranks{
            RankBuilder(0).group("a", {0, 1}).event(10, 50, 0),
            RankBuilder(1).group("a", {0, 1}).event(110, 150, 0).group("b", {1, 2}).event(210, 250, 0),
            RankBuilder(2).group("b", {1, 2}).event(255, 290, 0), RankBuilder(3).group("c", {3, 4}).event(1, 2, 0)};
        const Alignment a = alignRanks(ranks, matchCollectives(ranks), AlignBy::CollectiveEnds);
        QCOMPARE(a.ranks[1].offsetNs, 100);
        QCOMPARE(a.ranks[2].offsetNs, 140);
        QVERIFY(a.ranks[2].throughOthers && !a.ranks[1].throughOthers);
        QVERIFY(!a.ranks[3].aligned && !a.certain());
    }

    void ranksThatNothingTiesToTheReferenceAreOnOneClockAmongThemselves() {
        // 2 and 3 share a group of their own, seconds away from 0 and 1: their waits are those of their own clock
        const std::vector<RankRecord> ranks{RankBuilder(0).group("a", {0, 1}).event(10, 50, 0),
                                            RankBuilder(1).group("a", {0, 1}).event(20, 50, 0),
                                            RankBuilder(2)
                                                .group("b", {2, 3})
                                                .event(5'000'000'010, 5'000'000'050, 0)
                                                .group("c", {0, 2})
                                                .event(5'000'000'060, 5'000'000'070, 0, CollectiveKind::Broadcast),
                                            RankBuilder(3).group("b", {2, 3}).event(9'000'000'030, 9'000'000'050, 0)};
        const Matching m = matchCollectives(ranks);
        const Alignment a = alignRanks(ranks, m, AlignBy::CollectiveEnds);
        QVERIFY(!a.ranks[2].aligned && !a.ranks[3].aligned);
        QCOMPARE(a.ranks[2].part, 1u);
        QCOMPARE(a.ranks[3].part, 1u);
        QCOMPARE(a.ranks[2].offsetNs, 0);
        QCOMPARE(a.ranks[3].offsetNs, 4'000'000'000);
        for (const MatchedCollective& c : m.collectives)
            if (c.parts.front().record == 2) QCOMPARE(timesOf(ranks, a, c).waitNs, (std::vector<std::int64_t>{20, 0}));
    }

    void sendsAndReceivesTieWhoSharesNoCollective() {
        // Rank 1 is 1000 ahead; what is sent is over 30 later at the receiver, both ways: -30 and +30 around the
        // offset.
        const auto send = CollectiveKind::Send, recv = CollectiveKind::Recv;
        const std::vector<RankRecord> ranks{
            RankBuilder(0).group("p", {0, 1}).transfer(100, 150, send, 1, 0).transfer(280, 330, recv, 1, 0),
            RankBuilder(1).group("p", {0, 1}).transfer(1100, 1180, recv, 0, 0).transfer(1250, 1300, send, 0, 0)};
        const Alignment a = alignRanks(ranks, matchCollectives(ranks), AlignBy::CollectiveEnds);
        QCOMPARE(a.ranks[1].offsetNs, 1000);
        QVERIFY(a.ranks[1].byTransfers && a.ranks[1].aligned);
        QCOMPARE(a.ranks[1].residualNs, 0);
    }

    void aFewCollectivesShowADriftThatExplainsThem() {
        const auto fitted = [](std::int64_t ppb, int collectives) {
            const std::vector<RankRecord> ranks{driftingRank(0, 0, 0, collectives, 20'000'000),
                                                driftingRank(1, 7'000, ppb, collectives, 20'000'000)};
            return alignRanks(ranks, matchCollectives(ranks), AlignBy::CollectiveEnds).ranks[1];
        };
        for (const int few : {3, 4}) {
            QVERIFY(std::abs(fitted(50'000, few).drift * 1e9 - 50'000) < 1);
            QVERIFY(fitted(50'000, few).worstNs <= 1);
            QCOMPARE(fitted(0, few).drift, 0.0);
        }
        QCOMPARE(fitted(50'000, 2).drift, 0.0); // a line meets any two
    }

    void aDriftIsBelievedWhenScatterCannotMakeItUp() {
        // 30 ns every collective, ends scatter by up to 100 to both sides: half of the distance is not taken away,
        // but over 24 ends a slope of 30 is many times what the scatter could make up.
        std::vector<FitPoint> points;
        for (int i = 0; i < 24; ++i) points.push_back({i * 1'000'000, i * 30 + (i % 3 - 1) * 100});
        const RobustFit fit = robustFit(points);
        QVERIFY2(std::abs(fit.slope * 1e6 - 30) < 3, qPrintable(QString::number(fit.slope * 1e6)));
        for (FitPoint& p : points) p.difference -= p.at / 1'000'000 * 28; // what is left is within the scatter
        QCOMPARE(robustFit(points).slope, 0.0);
    }

    void twoEndsTellADriftWhereOthersDoNotScatter() {
        const std::vector<FitPoint> points{{0, 500}, {10'000'000, 900}}; // 40 ppm
        QCOMPARE(robustFit(points).slope, 0.0);
        QCOMPARE(robustFit(points, 30).slope, 40e-6);
        QCOMPARE(robustFit(points, 40).slope, 0.0);                      // 8 x 40 + 100 is more than the 400 apart
        QCOMPARE(robustFit({{0, 500}, {1'000'000, 900}}, 0).slope, 0.0); // 400 ppm: no clock
        // Rank 1 has four exact ends with the reference, rank 2 two: both drift by 50 ppm.
        std::vector<RankRecord> ranks{driftingRank(0, 0, 0, 4, 10'000'000), driftingRank(1, 0, 50'000, 4, 10'000'000),
                                      driftingRank(2, 0, 50'000, 2, 10'000'000)};
        for (RankRecord& rank : ranks) rank.groups.front().members = {0, 1, 2};
        const Alignment a = alignRanks(ranks, matchCollectives(ranks), AlignBy::CollectiveEnds);
        QVERIFY(std::abs(a.ranks[2].drift - 50e-6) < 1e-7);
    }

    void durationsAreTakenToTheCommonClockToo() {
        // 900 ppm too fast, collectives of 2 ms: its own clock counts 1.8 us more
        std::vector<RankRecord> ranks{driftingRank(0, 0, 0, 8, 10'000'000),
                                      driftingRank(1, 500, 900'000, 8, 10'000'000)};
        for (RankRecord& rank : ranks)
            for (CommEvent& event : rank.events) event.begin = event.end - 2'000'000;
        for (CommEvent& event : ranks[1].events) event.begin -= 1800; // 900 ppm of 2 ms
        const Matching m = matchCollectives(ranks);
        const Alignment a = alignRanks(ranks, m, AlignBy::CollectiveEnds);
        for (const MatchedCollective& c : m.collectives) {
            const CollectiveTimes t = timesOf(ranks, a, c);
            QVERIFY(t.skewStartNs <= 3 && t.skewEndNs <= 3);
        }
    }

    void stepsAndEventsAlignToo() {
        const std::vector<RankRecord> ranks{RankBuilder(0).step(4, 0, 100).step(5, 100, 200),
                                            RankBuilder(1).step(5, 130, 230).step(6, 230, 330)};
        const Matching m = matchCollectives(ranks);
        QVERIFY(defaultAlignment(ranks, m) == AlignBy::None);
        QCOMPARE(alignRanks(ranks, m, AlignBy::StepStart).ranks[1].offsetNs, 30);
        const std::vector<std::optional<std::int64_t>> starts{7, 19};
        Alignment byEvent = alignRanks(ranks, m, AlignBy::Event, starts);
        QCOMPARE(byEvent.ranks[1].offsetNs, 12);
        shiftRank(byEvent, 1, -2);
        QCOMPARE(count(byEvent.ranks[1].toCommon(19)), 9);
    }

    void ratesAreThoseOfWhoWaitsForNobody() {
        const std::vector<RankRecord> ranks{
            RankBuilder(0).group("g", {0, 1}).event(100, 300, 0, CollectiveKind::AllReduce, 8000),
            RankBuilder(1).group("g", {0, 1}).event(200, 300, 0, CollectiveKind::AllReduce, 8000)};
        const Matching m = matchCollectives(ranks);
        const Alignment a = alignRanks(ranks, m, AlignBy::None);
        const auto rates = ratesOf(ranks, m, m.collectives[0], timesOf(ranks, a, m.collectives[0]));
        QVERIFY(rates.has_value());
        QCOMPARE(rates->bytes, 8000);
        QCOMPARE(*rates->algorithm, 80e9); // 8000 bytes in 100 ns
        QCOMPARE(*rates->bus, 80e9);       // 2 (2-1) / 2 = 1
    }

    void medians() {
        QCOMPARE(lowerMedian({}), 0);
        QCOMPARE(lowerMedian({5, 1, 9}), 5);
        QCOMPARE(lowerMedian({4, 1, 3, 2}), 2);
    }
};

QTEST_APPLESS_MAIN(TestAlignment)
#include "tst_alignment.moc"
