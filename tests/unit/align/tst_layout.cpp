// Layouts of jobs whose meshes are known: rank = ((pp * replicas + dp) * cps + cp) * tps + tp, the innermost first.
#include "core/align/layout.h"
#include "core/align/layout_given.h"
#include "core/align/matching.h"
#include "tests/support/rank_records.h"

#include <QTest>

#include <functional>

using namespace lanescope;
using namespace lanescope::align;
using lanescope::testing::RankBuilder;

namespace {

using Members = std::vector<std::int64_t>;

struct GroupOf { // which ranks are together with this one: those that `same` says
    std::string name;
    std::function<bool(std::int64_t, std::int64_t)> same;
    bool transfers = false;
};

Members membersOf(const GroupOf& group, std::int64_t rank, std::int64_t world) {
    Members out;
    for (std::int64_t r = 0; r < world; ++r)
        if (group.same(rank, r)) out.push_back(r);
    return out;
}

// One collective in each group; stages send on to the next one.
RankRecord rankOf(std::int64_t r, std::int64_t world, const std::vector<GroupOf>& groups) {
    RankBuilder builder(r, world);
    std::int64_t at = 0;
    for (const GroupOf& group : groups) {
        const Members members = membersOf(group, r, world);
        if (members.size() < 2) continue;
        builder.group(group.name, members);
        at += 100;
        if (!group.transfers) {
            builder.event(at, at + 10, 0);
            continue;
        }
        const auto own = static_cast<std::size_t>(std::find(members.begin(), members.end(), r) - members.begin());
        if (own > 0) builder.transfer(at, at + 5, CollectiveKind::Recv, static_cast<std::int32_t>(members[own - 1]), 0);
        if (own + 1 < members.size())
            builder.transfer(at + 10, at + 15, CollectiveKind::Send, static_cast<std::int32_t>(members[own + 1]), 0);
    }
    return builder;
}

std::vector<RankRecord> job(std::int64_t world, const std::vector<GroupOf>& groups) {
    std::vector<RankRecord> out;
    for (std::int64_t r = 0; r < world; ++r) out.push_back(rankOf(r, world, groups));
    return out;
}

Layout layoutOf(const std::vector<RankRecord>& ranks) { return inferLayout(ranks, matchCollectives(ranks)); }

QString sizes(const Layout& layout) {
    QStringList out;
    for (const Layout::Dimension& d : layout.dimensions) {
        const std::string_view word = parallelWord(d.parallel);
        out << QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())) + QString::number(d.size);
    }
    return out.join(' ');
}

// "tp1 dp0" of one rank
QString place(const Layout& layout, std::size_t rank) {
    QStringList out;
    for (const auto& [parallel, at] : layout.places[rank]) {
        const std::string_view word = parallelWord(parallel);
        out << QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())) + QString::number(at);
    }
    return out.join(' ');
}

bool sameBlock(std::int64_t a, std::int64_t b, std::int64_t size) { return a / size == b / size; }
bool sameRest(std::int64_t a, std::int64_t b, std::int64_t size) { return a % size == b % size; }

} // namespace

class TestLayout : public QObject {
    Q_OBJECT
private slots:
    void aNameMaySaySeveralDimensions() {
        QCOMPARE(parallelsInName("TENSOR_MODEL_PARALLEL_GROUP"), std::vector{Parallel::Tensor});
        QCOMPARE(parallelsInName("mesh_dp_cp"), (std::vector{Parallel::Data, Parallel::Context}));
        QCOMPARE(parallelsInName("EXPERT_DATA_PARALLEL_GROUP"), (std::vector{Parallel::Data, Parallel::Expert}));
        QVERIFY(parallelsInName("default_pg").empty());
        QVERIFY(parallelsInName("step").empty()); // "ep" is no word of it
    }

    void shardsAndReplicasAreOneDataParallelism() {
        // 2 replicas of 4 shards
        const auto ranks = job(8, {{"mesh_dp_shard", [](auto a, auto b) { return sameBlock(a, b, 4); }},
                                   {"mesh_dp_replicate", [](auto a, auto b) { return sameRest(a, b, 4); }}});
        const Layout layout = layoutOf(ranks);
        QCOMPARE(sizes(layout), "dp8");
        QCOMPARE(layout.dimensions[0].stride, 1);
        for (std::size_t r = 0; r < 8; ++r) QCOMPARE(place(layout, r), QStringLiteral("dp%1").arg(r));
    }

    void dataWithContextIsDataWhereNoContextIs() {
        const auto tp = [](auto a, auto b) { return sameBlock(a, b, 2); };
        const auto dp = [](auto a, auto b) { return sameBlock(a, b, 4) && sameRest(a, b, 2); };
        const auto pp = [](auto a, auto b) { return sameRest(a, b, 4); };
        for (const char* name : {"mesh_dp_shard_cp", "DATA_PARALLEL_GROUP_WITH_CP"}) {
            const Layout layout = layoutOf(job(8, {{"mesh_tp", tp}, {name, dp}, {"mesh_pp", pp, true}}));
            QCOMPARE(sizes(layout), "tp2 pp2 dp2");
            QCOMPARE(place(layout, 6), "tp0 pp1 dp1");
            QCOMPARE(place(layout, 3), "tp1 pp0 dp1");
        }
    }

    void dataWithContextIsPartedByContext() {
        // 2 tensor, 2 context, 3 replicas
        const auto tp = [](auto a, auto b) { return sameBlock(a, b, 2); };
        const auto cp = [](auto a, auto b) { return sameBlock(a, b, 4) && sameRest(a, b, 2); };
        const auto both = [](auto a, auto b) { return sameRest(a, b, 2); };
        const Layout layout =
            layoutOf(job(12, {{"mesh_tp", tp}, {"CONTEXT_PARALLEL_GROUP", cp}, {"DATA_PARALLEL_GROUP_WITH_CP", both}}));
        QCOMPARE(sizes(layout), "tp2 dp3 cp2");
        QCOMPARE(place(layout, 11), "tp1 dp2 cp1");
        QCOMPARE(place(layout, 6), "tp0 dp1 cp1");
        QCOMPARE(place(layout, 4), "tp0 dp1 cp0");
    }

    void aRankWithoutFileKeepsItsPlace() {
        // Ranks 4 and 5 (one tensor group) are missing: rank 6 is the fourth replica all the same.
        const auto tp = [](auto a, auto b) { return sameBlock(a, b, 2); };
        const auto dp = [](auto a, auto b) { return sameRest(a, b, 2); };
        auto ranks = job(8, {{"mesh_tp", tp}, {"mesh_dp", dp}});
        ranks.erase(ranks.begin() + 4, ranks.begin() + 6);
        const Layout layout = layoutOf(ranks);
        QCOMPARE(sizes(layout), "tp2 dp4");
        QCOMPARE(place(layout, 4), "tp0 dp3");
    }

    void replicasOfExpertsAreLookedAtLast() {
        // experts over 4 neighbours; 2 replicas of each expert
        const auto ep = [](auto a, auto b) { return sameBlock(a, b, 4); };
        const auto edp = [](auto a, auto b) { return sameRest(a, b, 4); };
        const auto all = [](auto, auto) { return true; };
        const GroupOf experts{"EXPERT_MODEL_PARALLEL_GROUP", ep}, replicas{"EXPERT_DATA_PARALLEL_GROUP", edp};
        QCOMPARE(sizes(layoutOf(job(8, {experts, replicas}))), "dp2 ep4");
        const Layout layout = layoutOf(job(8, {experts, replicas, {"DATA_PARALLEL_GROUP", all}}));
        QCOMPARE(sizes(layout), "dp8 ep4");
        QCOMPARE(place(layout, 6), "dp6 ep2");
    }

    void withoutNamesEveryStageAndReplicaHasItsPlace() {
        const auto tp = [](auto a, auto b) { return sameBlock(a, b, 2); };
        const auto dp = [](auto a, auto b) { return sameBlock(a, b, 4) && sameRest(a, b, 2); };
        const auto pp = [](auto a, auto b) { return sameRest(a, b, 4); };
        const Layout layout = layoutOf(job(8, {{"20", tp}, {"100", dp}, {"140", pp, true}}));
        QCOMPARE(sizes(layout), "tp2 pp2 dp2");
        for (std::size_t r = 0; r < 8; ++r)
            QCOMPARE(place(layout, r), QStringLiteral("tp%1 pp%2 dp%3").arg(r % 2).arg(r / 4).arg(r / 2 % 2));
    }

    void theTextOfALayoutGivesTheSamePlaces() {
        // 2 tensor, 2 context, 2 replicas, 2 stages: the innermost first, which is not the order of the words
        const auto tp = [](auto a, auto b) { return sameBlock(a, b, 2); };
        const auto cp = [](auto a, auto b) { return sameBlock(a, b, 4) && sameRest(a, b, 2); };
        const auto dp = [](auto a, auto b) { return sameBlock(a, b, 8) && sameRest(a, b, 4); };
        const auto pp = [](auto a, auto b) { return sameRest(a, b, 8); };
        const auto ranks = job(16, {{"TENSOR_MODEL_PARALLEL_GROUP", tp},
                                    {"CONTEXT_PARALLEL_GROUP", cp},
                                    {"DATA_PARALLEL_GROUP", dp},
                                    {"PIPELINE_MODEL_PARALLEL_GROUP", pp, true}});
        const Layout layout = layoutOf(ranks);
        QCOMPARE(layoutText(layout), std::string("tp=2, cp=2, dp=2, pp=2"));
        const auto given = givenLayout(ranks, layoutText(layout));
        QVERIFY(given.ok());
        for (std::size_t r = 0; r < 16; ++r) QCOMPARE(place(*given, r), place(layout, r));
    }

    void aCopyOfARankChangesNothing() {
        auto ranks = job(4, {{"7", [](auto, auto) { return true; }}});
        for (RankRecord& record : ranks) record.worldSize.reset();
        QCOMPARE(sizes(layoutOf(ranks)), "dp4");
        ranks.push_back(ranks[1]);
        const Layout layout = layoutOf(ranks);
        QCOMPARE(sizes(layout), "dp4");
        QCOMPARE(place(layout, 3), "dp3");
    }
};

QTEST_APPLESS_MAIN(TestLayout)
#include "tst_layout.moc"
