#include "core/align/discovery.h"
#include "core/align/layout.h"
#include "core/align/matching.h"
#include "tests/support/rank_records.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::align;
using lanescope::testing::RankBuilder;

namespace {

// "0:1 1:0" = event 1 of record 0 with event 0 of record 1
QString partsText(const MatchedCollective& c) {
    QStringList out;
    for (const CommPlace& part : c.parts) out << QStringLiteral("%1:%2").arg(part.record).arg(part.event);
    return out.join(' ');
}
QString allText(const Matching& matching) {
    QStringList out;
    for (const MatchedCollective& c : matching.collectives) out << partsText(c);
    return out.join(", ");
}

} // namespace

class TestMatching : public QObject {
    Q_OBJECT
private slots:
    void theNumberDecidesWhenWindowsAreShifted() {
        // rank 1 started to record one collective later
        const std::vector<RankRecord> ranks{
            RankBuilder(0).group("g", {0, 1}).event(10, 20, 5).event(30, 40, 6).event(50, 60, 7),
            RankBuilder(1).group("g", {0, 1}).event(32, 40, 6).event(51, 60, 7).event(71, 80, 8)};
        const Matching m = matchCollectives(ranks);
        QCOMPARE(allText(m), "0:1 1:0, 0:2 1:1");
        QVERIFY(m.collectives[0].by == MatchedBy::Seq);
        QCOMPARE(m.collectives[0].seq, std::optional<std::int64_t>(6));
        QCOMPARE(m.unmatched.size(), 2u);
        QCOMPARE(m.unmatched[0].place, (CommPlace{0, 0}));
        QCOMPARE(m.unmatched[1].place, (CommPlace{1, 2}));
        QVERIFY(m.unmatched[0].why == UnmatchedWhy::NoPartner);
    }

    void groupsOfOneNameWithOtherMembersAreOtherGroups() {
        const std::vector<RankRecord> ranks{
            RankBuilder(0).group("tp", {0, 1}).event(10, 20, 0), RankBuilder(1).group("tp", {0, 1}).event(11, 20, 0),
            RankBuilder(2).group("tp", {2, 3}).event(12, 20, 0), RankBuilder(3).group("tp", {2, 3}).event(13, 20, 0)};
        const Matching m = matchCollectives(ranks);
        QCOMPARE(allText(m), "0:0 1:0, 2:0 3:0");
        QCOMPARE(m.groups.size(), 2u);
        QVERIFY(m.collectives[0].allThere);
    }

    void withoutNumbersTheOrderWithinGroupAndKindDecides() {
        const std::vector<RankRecord> ranks{
            RankBuilder(0).group("", {}).event(10, 20).event(30, 40, {}, CollectiveKind::AllGather).event(50, 60),
            RankBuilder(1).group("", {}).event(12, 20).event(52, 60).event(70, 75, {}, CollectiveKind::AllGather)};
        const Matching m = matchCollectives(ranks);
        QCOMPARE(allText(m), "0:0 1:0, 0:1 1:2, 0:2 1:1");
        for (const MatchedCollective& c : m.collectives) QVERIFY(c.by == MatchedBy::Order);
    }

    void whereTheCountsDifferTheOrderWithinTheStepDecides() {
        // rank 1 misses all of step 7
        const std::vector<RankRecord> ranks{
            RankBuilder(0)
                .group("", {})
                .step(7, 0, 100)
                .event(10, 20)
                .step(8, 100, 200)
                .event(110, 120)
                .event(130, 140),
            RankBuilder(1).group("", {}).step(8, 100, 200).event(112, 120).event(131, 140)};
        const Matching m = matchCollectives(ranks);
        QCOMPARE(allText(m), "0:1 1:0, 0:2 1:1");
        QVERIFY(m.collectives[0].by == MatchedBy::OrderInStep);
        QCOMPARE(m.unmatched.size(), 1u);
    }

    void asManyEventsOfOtherStepsAreMatchedWithinTheirSteps() {
        // rank 0 recorded steps 7 and 8, rank 1 steps 8 and 9; their numbers of events are the same
        const auto rank = [](std::int64_t r, std::int64_t first) {
            RankBuilder builder(r);
            builder.group("", {});
            for (std::int64_t s = 0; s < 2; ++s)
                builder.step(first + s, 100 * s, 100 * s + 100).event(100 * s + 10, 100 * s + 20);
            return builder.record();
        };
        const std::vector<RankRecord> other{rank(0, 7), rank(1, 8)};
        const Matching m = matchCollectives(other);
        QCOMPARE(allText(m), "0:1 1:0");
        QVERIFY(m.collectives[0].by == MatchedBy::OrderInStep);
        std::vector<RankRecord> same{rank(0, 7), rank(1, 7)};
        same[1].events[0].step = 1; // lags into the next step: still the first of two
        QCOMPARE(allText(matchCollectives(same)), "0:0 1:0, 0:1 1:1");
    }

    void eventsThatLackTheirGroupMakeNoneOfTheirOwn() {
        // Ranks 0 and 1 have one each that was launched before the recording: without group and number.
        const auto rank = [](std::int64_t r, bool early) {
            RankBuilder builder(r, 3);
            if (early) builder.group("", {}).event(2, 5);
            return builder.group("g", {0, 1, 2}).event(10 + r, 20, 6).record();
        };
        const std::vector<RankRecord> ranks{rank(0, true), rank(1, true), rank(2, false)};
        const Matching m = matchCollectives(ranks);
        QCOMPARE(allText(m), "0:1 1:1 2:0");
        QCOMPARE(m.unmatched.size(), 2u);
        QVERIFY(m.unmatched[0].why == UnmatchedWhy::NoGroup);
        const Layout layout = inferLayout(ranks, m);
        QCOMPARE(layout.dimensions.size(), 1u);
        QCOMPARE(layout.dimensions[0].size, 3);
    }

    void aMissingMemberIsTold() {
        const std::vector<RankRecord> ranks{RankBuilder(0, 4).group("g", {0, 1, 2, 3}).event(10, 20, 0),
                                            RankBuilder(2, 4).group("g", {0, 1, 2, 3}).event(10, 20, 0)};
        const Matching m = matchCollectives(ranks);
        QCOMPARE(m.collectives.size(), 1u);
        QVERIFY(!m.collectives[0].allThere);
        const Discovery found = discover(ranks);
        QCOMPARE(found.missing, (std::vector<std::int64_t>{1, 3}));
        QVERIFY(found.notes(ranks).at(0) == "2 missing ranks: 1, 3");
    }

    void aGroupWithOneRankHasNoPartners() {
        const std::vector<RankRecord> ranks{RankBuilder(0).group("a", {0, 5}).event(10, 20, 0),
                                            RankBuilder(1).group("b", {1, 6}).event(10, 20, 0)};
        const Matching m = matchCollectives(ranks);
        QVERIFY(m.collectives.empty());
        QCOMPARE(m.unmatched.size(), 2u);
        QVERIFY(m.unmatched[0].why == UnmatchedWhy::NoOtherRank);
    }

    void twoFilesOfOneRankAreSaidAndTheFirstCounts() {
        RankBuilder again(1);
        again.group("g", {0, 1}).event(14, 20, 0).record().file = "copy.json";
        const std::vector<RankRecord> ranks{RankBuilder(0).group("g", {0, 1}).event(10, 20, 0),
                                            RankBuilder(1).group("g", {0, 1}).event(12, 20, 0), again};
        QCOMPARE(allText(matchCollectives(ranks)), "0:0 1:0");
        const Discovery found = discover(ranks);
        QCOMPARE(found.twice.size(), 1u);
        QVERIFY(found.notes(ranks).at(0) == "rank 1 twice: rank1.json, copy.json");
        QVERIFY(labelsOf(ranks) == (std::vector<std::string>{"0", "rank1.json", "copy.json"}));
    }

    void aRankWithoutGpuWorkIsNoSignOfAnotherJob() {
        // Times of events count from the base: a rank with work began two hours after it, one without has no time.
        constexpr std::int64_t kHour = 3'600'000'000'000;
        std::vector<RankRecord> ranks{RankBuilder(0, 3).group("g", {0, 1}).event(2 * kHour, 2 * kHour + 5, 0).record(),
                                      RankBuilder(1, 3).record(),
                                      RankBuilder(2, 3).step(1, 2 * kHour, 2 * kHour + 9).record()};
        for (RankRecord& rank : ranks) rank.baseTimeNs = 1'700'000'000'000'000'000;
        QVERIFY(discover(ranks).mixed.empty());
        ranks[2].steps.front().begin = 0; // a rank whose steps were recorded two hours earlier is one
        QCOMPARE(discover(ranks).mixed.size(), 1u);
    }

    void aSendFindsItsReceive() {
        // Each side counts its own transfers, so that numbers disagree: order decides.
        const std::vector<RankRecord> ranks{RankBuilder(0)
                                                .group("pp", {0, 1})
                                                .transfer(10, 20, CollectiveKind::Send, 1, 4)
                                                .transfer(30, 40, CollectiveKind::Recv, 1, 5),
                                            RankBuilder(1)
                                                .group("pp", {0, 1})
                                                .transfer(5, 20, CollectiveKind::Recv, 0, 91)
                                                .transfer(33, 40, CollectiveKind::Send, 0, 92)};
        const Matching m = matchCollectives(ranks);
        QCOMPARE(m.pairs.size(), 2u);
        QCOMPARE(m.pairs[0].send, (CommPlace{0, 0}));
        QCOMPARE(m.pairs[0].recv, (CommPlace{1, 0}));
        QCOMPARE(m.pairs[1].send, (CommPlace{1, 1}));
        QCOMPARE(m.pairs[1].recv, (CommPlace{0, 1}));
        QVERIFY(m.unmatched.empty() && m.collectives.empty());
    }

    void theLayoutIsReadFromNames() {
        const auto rank = [](std::int64_t r) {
            const std::int64_t tp = r / 2 * 2, dp = r % 2;
            return RankBuilder(r, 4)
                .group("mesh_tp", {tp, tp + 1})
                .event(10, 20, 0)
                .group("mesh_dp", {dp, dp + 2})
                .event(30, 40, 0);
        };
        const std::vector<RankRecord> ranks{rank(0), rank(1), rank(2), rank(3)};
        const Layout layout = inferLayout(ranks, matchCollectives(ranks));
        QCOMPARE(layout.dimensions.size(), 2u);
        QVERIFY(layout.dimensions[0].parallel == Parallel::Tensor && layout.dimensions[0].size == 2);
        QVERIFY(layout.dimensions[1].parallel == Parallel::Data && layout.dimensions[1].by == KnownBy::Name);
        QCOMPARE(layout.places[3].at(Parallel::Tensor), 1);
        QCOMPARE(layout.places[3].at(Parallel::Data), 1);
        QCOMPARE(layout.places[2].at(Parallel::Tensor), 0);
    }

    void withoutNamesTheShapeOfGroupsTells() {
        const auto rank = [](std::int64_t r) {
            const std::int64_t near = r / 2 * 2, far = r % 2;
            return RankBuilder(r, 4)
                .group("3", {near, near + 1})
                .event(10, 20, 0)
                .group("4", {far, far + 2})
                .event(30, 40, 0);
        };
        const std::vector<RankRecord> ranks{rank(0), rank(1), rank(2), rank(3)};
        const Layout layout = inferLayout(ranks, matchCollectives(ranks));
        QCOMPARE(layout.dimensions.size(), 2u);
        QVERIFY(layout.dimensions[0].parallel == Parallel::Tensor && layout.dimensions[0].by == KnownBy::Shape);
        QVERIFY(layout.dimensions[1].parallel == Parallel::Data);
    }

    void stagesThatSendInPairsAreOnePipeline() {
        // 0 - 1 - 2 and 3 - 4 - 5; every stage reduces over its two replicas
        const auto rank = [](std::int64_t r) {
            const std::int64_t stage = r % 3;
            RankBuilder builder(r, 6);
            builder.group("dp" + std::to_string(stage), {stage, stage + 3}).event(90, 99, 0);
            const auto send = CollectiveKind::Send, recv = CollectiveKind::Recv;
            if (stage > 0) builder.group("a", {r - 1, r}).transfer(10, 20, recv, static_cast<std::int32_t>(r - 1), 0);
            if (stage < 2) builder.group("a", {r, r + 1}).transfer(30, 40, send, static_cast<std::int32_t>(r + 1), 0);
            return builder;
        };
        const std::vector<RankRecord> ranks{rank(0), rank(1), rank(2), rank(3), rank(4), rank(5)};
        const Layout layout = inferLayout(ranks, matchCollectives(ranks));
        QCOMPARE(layout.dimensions.size(), 2u);
        QVERIFY(layout.dimensions[0].parallel == Parallel::Pipeline && layout.dimensions[0].size == 3);
        QVERIFY(layout.dimensions[0].by == KnownBy::Shape && layout.dimensions[1].by == KnownBy::Name);
        QCOMPARE(layout.places[5].at(Parallel::Pipeline), 2);
        QCOMPARE(layout.places[1].at(Parallel::Pipeline), 1);
        QCOMPARE(layout.places[4].at(Parallel::Data), 1);
    }
};

QTEST_APPLESS_MAIN(TestMatching)
#include "tst_matching.moc"
