// What the page of several ranks shows, from records made by hand: waits, clocks, undo, scales, words.
#include "core/session/ranks/rank_verdict.h"
#include "tests/support/rank_records.h"
#include "widgets/ranks/ranks_document.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <utility>

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

// The same with 2,500 all-reduces, rank 1 always 2 ms late: more than is measured at once.
std::shared_ptr<const RankJob> manyEvents() {
    RankBuilder a(0, 2), b(1, 2);
    a.group("dp", {0, 1});
    b.group("dp", {0, 1});
    for (std::int64_t i = 0; i < 2'500; ++i) {
        const std::int64_t at = i * 100 * kMs;
        a.event(at + 50 * kMs, at + 60 * kMs, i);
        b.event(at + 59 * kMs, at + 67 * kMs, i);
    }
    auto job = std::make_shared<RankJob>();
    job->set = makeRankSet({a, b});
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

    void whatAFrameReadsIsAskedForAgainAfterEveryChange() {
        RanksDocument document;
        document.open(twoRanks());
        std::uint64_t before = document.sceneRevision();
        const auto hasGrown = [&] {
            return std::exchange(before, document.sceneRevision()) < document.sceneRevision();
        };
        document.choose(ChosenSlice{1, SliceId{8}}); // is no part of it
        QVERIFY(!hasGrown());
        document.setStep(11); // "waits" and "compute" are others
        QVERIFY(hasGrown());
        document.shiftRank(1, kMs, RanksDocument::Shift::New);
        QVERIFY(hasGrown());
        document.undo();
        QVERIFY(hasGrown());
        document.alignBy(align::AlignBy::None);
        QVERIFY(hasGrown());
        document.setFailed(0, QStringLiteral("gone"));
        QVERIFY(hasGrown());
        document.setShown({1});
        QVERIFY(hasGrown());
        document.close();
        QVERIFY(hasGrown());
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

    void aLargeJobIsMeasuredLaterAndTheLastChangeCounts() {
        RanksDocument document;
        std::vector<std::pair<std::function<RanksDocument::Moved()>, std::function<void(const RanksDocument::Moved&)>>>
            waiting;
        document.setLater([&](auto work, auto done) { waiting.emplace_back(std::move(work), std::move(done)); });
        document.open(manyEvents());
        QCOMPARE(document.waitNs(0, std::nullopt), 2'500 * 2 * kMs); // known at once: the loader has measured
        int moved = 0, followed = 0;
        QObject::connect(&document, &RanksDocument::clocksMoved, &document, [&] { ++moved; });
        QObject::connect(&document, &RanksDocument::alignmentChanged, &document, [&] { ++followed; });
        document.shiftRank(1, 1 * kMs, RanksDocument::Shift::New);
        document.shiftRank(1, 1 * kMs, RanksDocument::Shift::Continued);
        QCOMPARE(document.set().alignment.ranks[1].offsetNs, 9 * kMs); // the clock moves with the hand
        QVERIFY(document.isMeasuring());
        QVERIFY(moved > 0);
        QCOMPARE(followed, 0);
        QCOMPARE(waiting.size(), std::size_t{2});
        waiting[1].second(waiting[1].first());
        waiting[0].second(waiting[0].first()); // the older one comes too late
        QCOMPARE(followed, 1);
        QVERIFY(!document.isMeasuring());
        QCOMPARE(document.waitNs(0, std::nullopt), std::int64_t{0}); // shifted by what rank 1 came late
        document.undo();
        waiting[2].second(waiting[2].first());
        QCOMPARE(document.set().alignment.ranks[1].offsetNs, 7 * kMs);
        QCOMPARE(document.waitNs(0, std::nullopt), 2'500 * 2 * kMs);
        document.alignBy(align::AlignBy::None);
        QCOMPARE(document.set().alignment.by, align::AlignBy::CollectiveEnds); // not before it is worked out
        waiting[3].second(waiting[3].first());
        QCOMPARE(document.set().alignment.by, align::AlignBy::None);
        QCOMPARE(document.waitNs(0, std::nullopt), 2'500 * 9 * kMs);
    }

    void stepStartsAndAChosenEventAlignTheClocks() {
        RanksDocument document;
        document.open(twoRanks());
        document.alignBy(align::AlignBy::StepStart); // rank 1's steps start 7 ms later on its own clock
        QCOMPARE(document.set().alignment.by, align::AlignBy::StepStart);
        QCOMPARE(document.set().alignment.ranks[1].offsetNs, 7 * kMs);
        QCOMPARE(document.set().alignment.residualNs, std::int64_t{0});
        // An event that both ranks have: at 20 ms on rank 0, at 32 ms on the clock of rank 1.
        document.alignBy(align::AlignBy::Event, {20 * kMs, 32 * kMs}, "barrier");
        QCOMPARE(document.alignedEvent(), std::string("barrier"));
        QCOMPARE(document.set().alignment.ranks[1].offsetNs, 12 * kMs);
        QCOMPARE(document.set().alignment.ranks[0].offsetNs, std::int64_t{0});
        QCOMPARE(document.waitNs(0, 10), std::int64_t{0}); // rank 1 comes 3 ms before it now
        QCOMPARE(document.waitNs(1, 10), 3 * kMs);
        document.undo();
        QCOMPARE(document.alignedEvent(), std::string());
        QCOMPARE(document.set().alignment.ranks[1].offsetNs, 7 * kMs);
    }

    void listsAreConfinedToGroupsAndSteps() {
        RanksDocument document;
        document.open(twoRanks());
        QCOMPARE(document.listedSteps(), (std::vector<std::int64_t>{10, 11, 12, 13}));
        ranksview::RanksFilter filter;
        filter.steps = {11, 13};
        document.setFilter(filter);
        QCOMPARE(document.listedSteps(), (std::vector<std::int64_t>{11, 13}));
        QVERIFY(!document.isListed(0));
        QVERIFY(document.isListed(1));
        filter.groups = {7}; // none of these
        document.setFilter(filter);
        QVERIFY(!document.isListed(1));
        document.setFilter({});
        QVERIFY(document.isListed(0));
    }

    void aLayoutIsGivenAndTakenBack() {
        RanksDocument document;
        document.open(twoRanks());
        int changed = 0;
        QObject::connect(&document, &RanksDocument::layoutChanged, &document, [&] { ++changed; });
        QVERIFY(document.setLayout("tp=3").contains("found 3 of them"));
        QCOMPARE(changed, 0);
        QCOMPARE(document.setLayout("pp=2"), QString());
        QCOMPARE(document.set().layout.places[1].at(align::Parallel::Pipeline), std::int64_t{1});
        QCOMPARE(document.givenLayoutText(), QString("pp=2"));
        QCOMPARE(document.setLayout(""), QString());
        QVERIFY(!document.set().layout.places[1].contains(align::Parallel::Pipeline));
        QVERIFY(document.set().layout.places[1].contains(align::Parallel::Data)); // of its group, dp
        QCOMPARE(changed, 2);
    }

    void nodesAreSummedWhenTheirSizeIsGiven() {
        RanksDocument document;
        document.open(twoRanks());
        QVERIFY(document.measures().table("straggler_nodes").rows.empty());
        document.setRanksPerNode(1);
        const Table& nodes = document.measures().table("straggler_nodes");
        QCOMPARE(nodes.rows.size(), std::size_t{2});
        QCOMPARE(std::get<std::string>(nodes.rows[1][0]), std::string("node 1"));
        QCOMPARE(std::get<std::int64_t>(nodes.rows[1][3]), std::int64_t{4}); // rank 1 came last every time
        QCOMPARE(std::get<std::int64_t>(nodes.rows[0][2]), 10 * kMs);        // rank 0 waited 2 + 3 + 2 + 3 ms
    }

    void aSendIsJoinedWithItsReceive() {
        RankBuilder a(0, 2), b(1, 2);
        a.group("pp", {0, 1}).transfer(10, 20, CollectiveKind::Send, 1, 0);
        b.group("pp", {0, 1}).transfer(12, 24, CollectiveKind::Recv, 0, 0);
        a.record().events.back().slice = 4;
        b.record().events.back().slice = 9;
        auto job = std::make_shared<RankJob>();
        job->set = makeRankSet({a, b});
        RanksDocument document;
        document.open(job);
        QCOMPARE(document.set().matching.pairs.size(), std::size_t{1});
        document.choose(ChosenSlice{1, SliceId{9}});
        QVERIFY(!document.collective());
        QCOMPARE(document.joinedParts(), (std::vector<ChosenSlice>{{0, SliceId{4}}, {1, SliceId{9}}}));
        QCOMPARE(document.measures().table("pairs").rows.size(), std::size_t{1});
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

    void aStepThatARankDidNotRecordHasNoFiguresOfTheWholeTrace() {
        auto job = std::make_shared<RankJob>(*twoRanks());
        auto records = job->set.records;
        records[1].steps.pop_back(); // its file ends before step 13
        records[1].whole.computeNs = 165 * kMs;
        job->set = makeRankSet(records);
        RanksDocument document;
        document.open(job);
        const TimeScale scale(rankTime(0), rankTime(40 * kMs), 50'000, 800);
        const auto words = [&](std::int64_t step) {
            document.setStep(step);
            QStringList out;
            const scene::RanksData data = document.sceneData(scale, std::vector<std::size_t>{1});
            for (const scene::RankFigure& figure : data.ranks.front().figures)
                out << QString::fromStdString(figure.name);
            return out.join(' ');
        };
        QCOMPARE(words(12), "waits compute exposed comm clock");
        QCOMPARE(words(13), "step clock");
    }

    void barsCompareOnlyStepsThatHaveKernels() {
        std::vector<align::RankRecord> ranks;
        for (const std::int64_t r : {0, 1, 2}) { // rank 1 takes 50 ms, not 40; the file of rank 2 ends after two steps
            RankBuilder builder(r, 3);
            builder.group("dp", {0, 1, 2});
            for (std::int64_t i = 0; i < 4; ++i) {
                const std::int64_t at = i * 100 * kMs, took = (r == 1 ? 50 : 40) * kMs;
                align::RankFigures figures;
                figures.wallNs = 100 * kMs;
                if (r != 2 || i < 2) figures.computeNs = figures.kernelSumNs = took;
                if (r != 2 || i < 2) figures.kernels = 10;
                builder.step(10 + i, at, at + 100 * kMs, figures);
                if (r != 2 || i < 2) builder.event(at + took, at + 60 * kMs, i);
            }
            align::RankRecord record = builder;
            record.whole.kernels = 40;
            record.whole.computeNs = record.whole.kernelSumNs = 160 * kMs;
            ranks.push_back(record);
        }
        RanksDocument document;
        auto job = std::make_shared<RankJob>();
        job->set = makeRankSet(ranks);
        document.open(job);
        const StragglerVerdict verdict = document.verdict();
        QCOMPARE(verdict.title, std::string("Rank 1"));
        QVERIFY(document.report().cause == align::StragglerCause::SlowCompute);
        const std::vector<std::pair<std::size_t, double>> bars{{0, 0}, {1, 0.25}, {2, 0}};
        QCOMPARE(verdict.bars, bars);
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
