// The report of several ranks, from records made by hand: what it says of waits, clocks and changes, and what it hides.
#include "core/export/quantity.h"
#include "core/session/ranks/rank_report.h"
#include "tests/support/rank_records.h"
#include "tests/support/synth_case.h"

#include <QTest>

#include <fmt/format.h>

#include <algorithm>

using namespace lanescope;
using lanescope::testing::RankBuilder;
using lanescope::testing::SynthCase;

namespace {

constexpr std::int64_t kMs = 1'000'000;

// Two ranks, four steps with an all-reduce each. Rank 1's clock is 7 ms ahead and it comes 2, 3, 2, 3 ms later than
// rank 0; both end together. A step takes `wallMs` of which half is busy on rank 0 and all of it on rank 1.
RankSet twoRanks(std::int64_t wallMs) {
    RankBuilder a(0, 2), b(1, 2);
    a.group("dp", {0, 1});
    b.group("dp", {0, 1});
    for (std::int64_t i = 0; i < 4; ++i) {
        const std::int64_t at = i * 200 * kMs, late = (i % 2 == 0 ? 2 : 3) * kMs;
        align::RankFigures own, other;
        own.wallNs = other.wallNs = wallMs * kMs;
        own.busyNs = wallMs * kMs / 2;
        other.busyNs = wallMs * kMs;
        own.exposedCommNs = 10 * kMs;
        a.step(10 + i, at, at + wallMs * kMs, own);
        b.step(10 + i, at + 7 * kMs, at + 7 * kMs + wallMs * kMs, other);
        a.event(at + 20 * kMs, at + 30 * kMs, i, CollectiveKind::AllReduce, 1'000'000);
        b.event(at + 27 * kMs + late, at + 37 * kMs, i, CollectiveKind::AllReduce, 1'000'000);
    }
    a.record().host = "node-7";
    a.record().file = "/home/ada/runs/node-7_1234.1700000000.pt.trace.json";
    a.record().whole = a.record().steps.front().figures;
    b.record().whole = b.record().steps.front().figures;
    return makeRankSet({b, a});
}

RankReviewInput inputOf(const RankSet& set) {
    return RankReviewInput{set, std::vector<RankReview>(set.records.size()), {}, "job", {}, {}, {}, nullptr, {}, {}};
}

// Thin spaces as plain ones, so that expected texts can be read.
std::string plain(std::string text) {
    for (std::size_t at = text.find(kThinSpace); at != std::string::npos; at = text.find(kThinSpace))
        text.replace(at, std::string_view(kThinSpace).size(), " ");
    for (std::size_t at = text.find(kMinus); at != std::string::npos; at = text.find(kMinus))
        text.replace(at, std::string_view(kMinus).size(), "-");
    return text;
}

bool holds(const std::string& text, const std::string& part) {
    const bool found = text.find(part) != std::string::npos;
    if (!found) qWarning("no '%s' in\n%s", part.c_str(), text.c_str());
    return found;
}

} // namespace

class RankReportTest : public QObject {
    Q_OBJECT
private slots:
    void theTableForAPullRequestHasWaitsAndClocks() {
        const RankSet set = twoRanks(100);
        const std::string text = plain(rankPullRequestTable(inputOf(set)));
        QVERIFY(text.starts_with("| rank | window | busy |"));
        QVERIFY(holds(text, "| rank 0 | 100.0 ms | 50.0 % | 10.00 ms | 10.00 ms | 0 of 4 | +0 ns |"));
        QVERIFY(holds(text, "100.0 ms | 100 % | 0 ns | 0 ns | 4 of 4 | +7.000 ms |"));
        QVERIFY(holds(text, "Clocks laid together by collective ends, reference rank 0: residual 0 ns, no drift."));
        QVERIFY(text.find("Made with") == std::string::npos);
    }

    void theHeatMapsAreSharesOfTheStep() {
        const RankSet set = twoRanks(100);
        const report::Document page = rankReview(inputOf(set));
        std::vector<const report::Heat*> heats;
        for (const report::Block& block : page.blocks)
            if (const auto* heat = std::get_if<report::Heat>(&block)) heats.push_back(heat);
        QCOMPARE(heats.size(), std::size_t{3});
        QCOMPARE(heats[0]->rows, (std::vector<std::string>{"rank 0", "rank 1"}));
        QCOMPARE(heats[0]->columns, (std::vector<std::string>{"10", "11", "12", "13"}));
        QCOMPARE(heats[0]->shares[0], (std::vector<double>{0.02, 0.03, 0.02, 0.03})); // waits 2, 3, 2, 3 of 100 ms
        QCOMPARE(heats[0]->shares[1], (std::vector<double>{0, 0, 0, 0}));
        QCOMPARE(heats[2]->shares[0], (std::vector<double>{0.5, 0.5, 0.5, 0.5})); // busy
    }

    void sendsAndReceivesAreListedByHowLongTheReceiverWaited() {
        RankBuilder a(0, 2), b(1, 2);
        a.group("p", {0, 1});
        b.group("p", {0, 1});
        for (std::int64_t i = 0; i < 3; ++i) { // for the clocks
            a.event(i * 100 * kMs, i * 100 * kMs + kMs, i, CollectiveKind::AllReduce, 1000);
            b.event(i * 100 * kMs, i * 100 * kMs + kMs, i, CollectiveKind::AllReduce, 1000);
        }
        a.transfer(30 * kMs, 34 * kMs, CollectiveKind::Send, 1, 0)
            .transfer(60 * kMs, 65 * kMs, CollectiveKind::Send, 1, 1);
        b.transfer(28 * kMs, 34 * kMs, CollectiveKind::Recv, 0, 0)
            .transfer(55 * kMs, 65 * kMs, CollectiveKind::Recv, 0, 1);
        const RankSet set = makeRankSet({a, b});
        const report::Document page = rankReview(inputOf(set));
        const report::Grid* pairs = nullptr;
        for (const report::Block& block : page.blocks)
            if (const auto* grid = std::get_if<report::Grid>(&block); grid && grid->heads.front() == "from")
                pairs = grid;
        QVERIFY(pairs != nullptr);
        QCOMPARE(pairs->rows.size(), std::size_t{2});
        const auto column =
            std::find(pairs->heads.begin(), pairs->heads.end(), "receiver waits") - pairs->heads.begin();
        QCOMPARE(plain(pairs->rows[0].at(static_cast<std::size_t>(column))), std::string("5.000 ms"));
        QCOMPARE(plain(pairs->rows[1].at(static_cast<std::size_t>(column))), std::string("2.000 ms"));
    }

    void ofManyRanksThoseThatDifferMostAreCompared() {
        std::vector<align::RankRecord> records;
        std::vector<std::int64_t> all;
        for (std::int64_t r = 0; r < 20; ++r) all.push_back(r);
        for (std::int64_t r = 0; r < 20; ++r) {
            RankBuilder one(r, 20);
            one.group("dp", all);
            for (std::int64_t i = 0; i < 4; ++i)
                one.event(i * 100 * kMs + (r == 7 ? 30 : r % 5) * kMs, i * 100 * kMs + 40 * kMs, i,
                          CollectiveKind::AllReduce, 1000);
            records.push_back(one);
        }
        const RankSet set = makeRankSet(records);
        const report::Document page = rankReview(inputOf(set));
        bool found = false;
        for (const report::Block& block : page.blocks) {
            const auto* grid = std::get_if<report::Grid>(&block);
            if (!grid || grid->heads.size() != 2 || !grid->heads.front().empty()) continue;
            found = true;
            QCOMPARE(grid->rows.size(), std::size_t{16});
            const auto isSeven = [](const auto& row) { return row.front() == "rank 7"; };
            QCOMPARE(std::count_if(grid->rows.begin(), grid->rows.end(), isSeven), std::ptrdiff_t{1});
        }
        QVERIFY(found);
        QVERIFY(holds(plain(report::html(page)), "4 more ranks differ less."));
    }

    void beforeAndAfterAreMeansOfRanksAndSteps() {
        const RankSet before = twoRanks(100), after = twoRanks(60);
        const std::string text = plain(rankPullRequestTable(inputOf(before), inputOf(after)));
        QVERIFY(holds(text, "| step time | 100.0 ms | 60.00 ms | -40.0 % |"));
        QVERIFY(holds(text, "| GPU busy | 75.00 ms | 45.00 ms | -40.0 % |")); // (50 + 100) / 2
        QVERIFY(holds(text, "| exposed communication | 5.000 ms | 5.000 ms | +0.0 % |"));
        QVERIFY(holds(text, "| waiting in collectives | 1.250 ms | 1.250 ms | +0.0 % |")); // (10 + 0) / 8
        const std::string page = plain(report::html(rankBeforeAfter(inputOf(before), inputOf(after))));
        QVERIFY(holds(page, "Straggler before: "));
        QVERIFY(holds(page, "findings that went: none"));
    }

    void namesOfHostsFilesAndPeopleAreLeftOut() {
        const RankSet set = twoRanks(100);
        RankReviewInput input = inputOf(set);
        input.failed = {{"/home/ada/runs/broken.json", "cut in the middle of /home/ada/runs/broken.json"}};
        const std::string kept = report::html(rankReview(input));
        QVERIFY(holds(kept, "node-7"));
        QVERIFY(holds(kept, "job: 2 ranks"));
        Redactor names;
        names.hideHost("node-7");
        names.hideUser("ada");
        input.leftOut = &names;
        for (const std::string& text :
             {report::html(rankReview(input)), report::markdown(rankReview(input), "x"), rankPullRequestTable(input)}) {
            QVERIFY(text.find("node-7") == std::string::npos);
            QVERIFY(text.find("/home/ada") == std::string::npos);
            QVERIFY(text.find("job:") == std::string::npos);
        }
        QVERIFY(holds(report::html(rankReview(input)), "are left out"));
    }

    void whatWasNotReadIsSaidWithoutItsNameWhereNamesAreLeftOut() {
        RankSet set = twoRanks(100);
        set.reading.push_back({"no trace, skipped: ", "/home/ada/secret.json", {}});
        set.failed.emplace_back("/home/ada/broken.json", "cut off");
        RankReviewInput input = inputOf(set);
        input.failed = set.failed;
        const std::string kept = report::html(rankReview(input));
        QVERIFY(holds(kept, "no trace, skipped: /home/ada/secret.json"));
        QVERIFY(holds(kept, "Not read: /home/ada/broken.json: cut off"));
        Redactor names;
        input.leftOut = &names;
        const std::string hidden = report::html(rankReview(input));
        QVERIFY(holds(hidden, "no trace, skipped: a file"));
        QVERIFY(holds(hidden, "Not read: cut off"));
        QVERIFY(hidden.find("secret.json") == std::string::npos && hidden.find("broken.json") == std::string::npos);
    }

    void everyRankOfRealFilesHasItsNumbersAndTheStragglerIsNamed() {
        synth::SynthOptions options;
        options.kind = "straggler";
        options.ranks = 3;
        options.steps = 5;
        options.straggler = 1;
        options.cause = "slow-compute";
        const SynthCase made(options, "job");
        RunContext context;
        LoadRanksOptions load;
        load.load.useIndex = false;
        const std::vector<std::string> inputs{made.files.front().trace.parent_path().string()};
        const auto sources = rankSources(inputs, {});
        auto loaded = loadRanks(*sources, load, context);
        const RankSet set = makeRankSet(std::move(loaded->records));
        Redactor names;
        auto ranks = reviewRanks(*sources, set, {}, load.load, &names, context);
        QVERIFY(ranks.ok());
        for (std::size_t r = 0; r < 3; ++r) {
            QVERIFY((*ranks)[r].numbers && (*ranks)[r].numbers->all.whole && (*ranks)[r].findings);
            QCOMPARE((*ranks)[r].numbers->all.whole->busyNs, set.records[r].whole.busyNs);
        }
        RankReviewInput input = inputOf(set);
        input.ranks = std::move(*ranks);
        const std::string page = report::html(rankReview(input));
        QVERIFY(holds(page, "Rank 1: "));
        QVERIFY(holds(page, "Four numbers per rank and step"));
        for (const align::RankStep& step : set.records[2].steps)
            QVERIFY(holds(page, fmt::format(">{}, rank 2", step.number)));
    }
};

QTEST_APPLESS_MAIN(RankReportTest)
#include "tst_rank_report.moc"
