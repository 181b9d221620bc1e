// How ranks are found and read: patterns, summaries beside their traces, several jobs in one folder, progress.
#include "core/align/discovery.h"
#include "core/session/path_patterns.h"
#include "core/session/ranks/load_ranks.h"
#include "core/session/ranks/measured.h"
#include "core/session/ranks/rank_set.h"
#include "core/session/ranks/rank_summary.h"
#include "tests/support/rank_records.h"
#include "tests/support/synth_case.h"

#include <QTest>

#include <chrono>
#include <fstream>

using namespace lanescope;
using namespace lanescope::align;
using lanescope::testing::RankBuilder;
using lanescope::testing::SynthCase;

namespace {

synth::SynthOptions smallJob() {
    synth::SynthOptions options;
    options.kind = "straggler";
    options.ranks = 3;
    return options;
}

LoadRanksOptions plainly() {
    LoadRanksOptions options;
    options.load.useIndex = false;
    options.load.threads = 2;
    return options;
}

LoadedRanks loaded(const std::vector<std::string>& inputs, RunContext& context) {
    const auto sources = rankSources(inputs, {});
    auto ranks = sources.ok() ? loadRanks(*sources, plainly(), context) : Result<LoadedRanks>(sources.error());
    return ranks.ok() ? std::move(*ranks) : LoadedRanks{};
}

void write(const std::filesystem::path& path, const std::string& text) { std::ofstream(path) << text; }

RankRecord recorded(std::int64_t rank, std::int64_t world, std::int64_t baseTimeNs) {
    RankRecord record = RankBuilder(rank, world).group("g", {0, 1}).event(100, 200, 0);
    record.baseTimeNs = baseTimeNs;
    return record;
}

} // namespace

class TestRankLoading : public QObject {
    Q_OBJECT
private slots:
    void starsAndQuestionMarksStandForNames_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<bool>("fits");
        QTest::newRow("star in the middle") << "rank12.json.gz"
                                            << "rank*.gz" << true;
        QTest::newRow("star for nothing") << "rank.gz"
                                          << "rank*.gz" << true;
        QTest::newRow("the star tries again") << "aXbXc"
                                              << "*Xc" << true;
        QTest::newRow("several stars") << "job_rank3_step7.json"
                                       << "*rank*step?.json" << true;
        QTest::newRow("a question mark is one letter") << "rank12.json"
                                                       << "rank?.json" << false;
        QTest::newRow("the end counts") << "rank1.json.gz"
                                        << "rank*.json" << false;
        QTest::newRow("brackets are plain") << "host_rank[12].json"
                                            << "host_rank[12].*" << true;
        QTest::newRow("many stars end soon") << QString(200, 'a') << QStringLiteral("*a*a*a*a*a*a*a*a*a*b") << false;
    }
    void starsAndQuestionMarksStandForNames() {
        QFETCH(QString, name);
        QFETCH(QString, pattern);
        QTEST(fitsPattern(name.toStdString(), pattern.toStdString()), "fits");
    }

    void aPatternIsItsFilesByName() {
        const SynthCase made(smallJob());
        QVERIFY2(made.error.empty(), made.error.c_str());
        RunContext context;
        const std::string pattern = (made.folder / "*rank[!]*").string();
        QVERIFY(!pathsOf(pattern).ok()); // a bracket is a letter
        const auto paths = pathsOf((made.folder / "*rank?.json").string());
        QVERIFY(paths.ok());
        QCOMPARE(paths->size(), 3u);
        QVERIFY(std::is_sorted(paths->begin(), paths->end()));
        QCOMPARE(loaded({(made.folder / "*rank?.json").string()}, context).records.size(), 3u);
        QCOMPARE(pathsOf("/no/such/file.json")->front(), std::string("/no/such/file.json")); // said when it is read
    }

    void aFolderPerNodeIsOneJob() {
        const SynthCase made(smallJob());
        QVERIFY2(made.error.empty(), made.error.c_str());
        namespace fs = std::filesystem;
        const fs::path job = made.folder / "job";
        std::vector<std::string> traces = *pathsOf((made.folder / "*rank?.json").string());
        fs::create_directories(job / "node-a" / "traces");
        fs::create_directories(job / "node-b");
        fs::create_directories(job / ".trash");
        fs::copy(traces[0], job / "node-b" / "rank0.json");
        fs::copy(traces[1], job / "node-a" / "traces" / "rank1.json");
        fs::copy(traces[2], job / ".trash" / "rank2.json");     // hidden
        fs::create_directory_symlink(made.folder, job / "all"); // not followed
        RunContext first, second, third;
        const LoadedRanks both = loaded({job.string()}, first);
        QCOMPARE(both.records.size(), 2u);
        QCOMPARE(both.records[0].file, (job / "node-a/traces/rank1.json").string());
        QCOMPARE(both.records[1].file, (job / "node-b/rank0.json").string());
        // A trace in the folder itself: the folders in it are of other jobs.
        fs::copy(traces[2], job / "rank2.json");
        QCOMPARE(loaded({job.string()}, second).records.size(), 1u);
        // Patterns stand in every part of a path.
        const auto fits = pathsOf((job / "node-?" / "*.json").string());
        QVERIFY(fits.ok());
        QCOMPARE(*fits, (std::vector{(job / "node-b/rank0.json").string()}));
        QCOMPARE(loaded({(job / "n*" / "*" / "rank*").string(), (job / "node-b").string()}, third).records.size(), 2u);
    }

    void aSummaryAboveTheFoldersOfNodesHoldsTheirTracesUntilTheyChange() {
        const SynthCase made(smallJob());
        QVERIFY2(made.error.empty(), made.error.c_str());
        namespace fs = std::filesystem;
        const fs::path job = made.folder / "job";
        const std::vector<std::string> traces = *pathsOf((made.folder / "*rank?.json").string());
        for (std::size_t r = 0; r < 3; ++r) { // of one name, told apart by their folders
            const fs::path node = job / ("node" + std::to_string(r));
            fs::create_directories(node);
            fs::copy(traces[r], node / "trace.json");
        }
        write(job / "config.json", "{\"learning_rate\": 1}");
        RunContext first, second, third;
        const LoadedRanks all = loaded({job.string()}, first);
        QCOMPARE(all.records.size(), 3u);
        write(job / "job.json", summaryText(all.records));
        const LoadedRanks held = loaded({job.string()}, second);
        QCOMPARE(held.inSummaries.size(), 3u);
        QCOMPARE(held.records.size(), 3u);
        fs::last_write_time(job / "node1/trace.json", fs::last_write_time(job / "job.json") + std::chrono::seconds(2));
        const LoadedRanks again = loaded({job.string()}, third);
        QCOMPARE(again.inSummaries.size(), 2u);
        QCOMPARE(again.newer, (std::vector{(job / "node1/trace.json").string()}));
        QCOMPARE(again.records.size(), 3u);
        QVERIFY(makeRankSet(again.records).discovery.twice.empty());
    }

    void aBrokenArchiveHidesNoOtherRank() {
        const SynthCase made(smallJob());
        QVERIFY2(made.error.empty(), made.error.c_str());
        write(made.folder / "more.zip", std::string("PK\3\4 and nothing else", 21));
        RunContext context;
        const LoadedRanks ranks = loaded({made.folder.string()}, context);
        QCOMPARE(ranks.records.size(), 3u);
        QCOMPARE(ranks.failed.size(), 1u);
        QVERIFY(QString::fromStdString(ranks.failed[0].first).endsWith("more.zip"));
    }

    void aRecordingThatWasCutIsSaidFromItsSummaryToo() {
        const SynthCase made(smallJob());
        QVERIFY2(made.error.empty(), made.error.c_str());
        const std::filesystem::path cut = pathsOf((made.folder / "*rank1.json").string())->front();
        std::ifstream whole(cut, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(whole), {}};
        std::filesystem::resize_file(cut, text.find("\"dur\"", text.size() * 2 / 3)); // within an event
        RunContext context;
        const LoadedRanks ranks = loaded({made.folder.string()}, context);
        const std::vector<std::string> said{"the recording of rank 1 is not whole: file ends in the middle"};
        QCOMPARE(align::lossesOf(ranks.records), said);
        // The step in which it ends is no figure, those after it neither.
        const align::RankRecord& record = ranks.records[1];
        const RankStepValues values = rankStepValues(makeRankSet(ranks.records), *findRankMetric("compute"));
        std::size_t figured = 0;
        for (const align::RankStep& step : record.steps)
            if (values.contains({1, step.number})) ++figured;
        QVERIFY(record.steps.size() > 1);
        QVERIFY(figured < record.steps.size());
        QVERIFY(record.steps.back().cutOff);
        const auto again = readSummary(summaryText(ranks.records), "job.json");
        QVERIFY(again.ok());
        QCOMPARE(align::lossesOf(*again), said);
    }

    void aTraceBesideItsSummaryIsNotReadAgain() {
        const SynthCase made(smallJob());
        QVERIFY2(made.error.empty(), made.error.c_str());
        RunContext first, second, third;
        const LoadedRanks traces = loaded({made.folder.string()}, first);
        QCOMPARE(traces.records.size(), 3u);
        write(made.folder / "two.summary.json", summaryText({traces.records.data(), 2}));
        const LoadedRanks both = loaded({made.folder.string()}, second);
        QCOMPARE(both.records.size(), 3u);
        QCOMPARE(both.inSummaries.size(), 2u);
        const RankSet set = makeRankSet(both.records);
        QVERIFY(set.discovery.twice.empty());
        QVERIFY(set.discovery.complete());
        // One of another folder is another trace.
        const auto elsewhere = made.folder / "elsewhere";
        std::filesystem::create_directory(elsewhere);
        write(elsewhere / "two.summary.json", summaryText({traces.records.data(), 2}));
        QCOMPARE(
            loaded({made.files[0].trace.string(), (elsewhere / "two.summary.json").string()}, third).records.size(),
            3u);
    }

    void aTraceThatIsNewerThanItsSummaryIsReadAndTheSummarysRankDoesNotCount() {
        const SynthCase made(smallJob());
        QVERIFY2(made.error.empty(), made.error.c_str());
        RunContext first, second;
        LoadedRanks traces = loaded({made.folder.string()}, first);
        QCOMPARE(traces.records.size(), 3u);
        const std::size_t events = traces.records[0].events.size();
        for (RankRecord& record : traces.records) record.events.clear(); // what was measured before
        const auto summary = made.folder / "all.summary.json";
        write(summary, summaryText(traces.records));
        const std::filesystem::path changed(traces.records[0].file);
        std::filesystem::last_write_time(changed, std::filesystem::last_write_time(summary) + std::chrono::hours(1));
        const LoadedRanks again = loaded({made.folder.string()}, second);
        QCOMPARE(again.records.size(), 3u);
        QCOMPARE(again.eventStarts.size(), 3u);
        QCOMPARE(again.inSummaries.size(), 2u);
        QCOMPARE(again.newer, std::vector<std::string>{changed.string()});
        for (const RankRecord& record : again.records)
            QCOMPARE(record.events.size(), record.file == changed.string() ? events : 0u);
        QVERIFY(makeRankSet(again.records).discovery.twice.empty());
    }

    void aNewerTraceThatCannotBeReadLeavesItsSummaryAlone() {
        const SynthCase made(smallJob());
        QVERIFY2(made.error.empty(), made.error.c_str());
        RunContext first, second;
        const LoadedRanks traces = loaded({made.folder.string()}, first);
        const auto summary = made.folder / "all.summary.json";
        write(summary, summaryText(traces.records));
        const std::filesystem::path changed(traces.records[0].file);
        write(changed, "no trace");
        std::filesystem::last_write_time(changed, std::filesystem::last_write_time(summary) + std::chrono::hours(1));
        const LoadedRanks again = loaded({made.folder.string()}, second);
        QCOMPARE(again.records.size(), 3u);
        QVERIFY(again.newer.empty());
    }

    void progressEndsAtTheBytesOfAllFiles() {
        const SynthCase made(smallJob());
        QVERIFY2(made.error.empty(), made.error.c_str());
        std::uint64_t bytes = 0;
        for (const auto& file : made.files) bytes += std::filesystem::file_size(file.trace);
        RunContext context;
        std::vector<std::string> inputs;
        for (const auto& file : made.files) inputs.push_back(file.trace.string());
        QCOMPARE(loaded(inputs, context).records.size(), 3u);
        QCOMPARE(context.progress().total.load(), bytes);
        QCOMPARE(context.progress().done.load(), bytes);
        QVERIFY(context.progress().events > 1000);
    }

    void filesOfSeveralJobsAreTold() {
        constexpr std::int64_t kHour = 3'600'000'000'000;
        QVERIFY(discover(std::vector{recorded(0, 2, 0), recorded(1, 2, kHour / 2)}).mixed.empty());
        const Discovery sizes = discover(std::vector{recorded(0, 2, 0), recorded(1, 4, 0)});
        QCOMPARE(sizes.mixed.size(), 1u);
        QVERIFY(sizes.mixed[0] == "of jobs of several sizes: 2 (rank0.json), 4 (rank1.json)");
        const Discovery days = discover(std::vector{recorded(1, 2, 36 * kHour), recorded(0, 2, 0)});
        QVERIFY(days.mixed.at(0) == "recorded 36.0 hours apart: rank0.json and rank1.json");
        const std::vector<RankRecord> ranks{recorded(0, 2, 0), recorded(1, 2, 36 * kHour)};
        const RankSet set = makeRankSet(ranks);
        const StragglerReport report = findStraggler(set.records, set.matching, set.alignment);
        QVERIFY(report.doubts.at(0).starts_with("files of several jobs?"));
        // absurd base times are no reason to fall over
        QCOMPARE(discover(std::vector{recorded(0, 2, INT64_MIN), recorded(1, 2, INT64_MAX - 1000)}).mixed.size(), 1u);
    }

    void oneRankAndNoCollectivesAreSaid() {
        const auto notes = [](std::vector<RankRecord> ranks) {
            const auto answer = findRankAnalysis("stragglers")->run(makeRankSet(std::move(ranks)), {});
            return answer.ok() ? answer->tables.front().notes.front() : std::string();
        };
        QVERIFY(notes({recorded(0, 2, 0)}).starts_with("one rank alone"));
        RankRecord silent;
        silent.rank = 1;
        silent.file = "rank1.json";
        QVERIFY(notes({recorded(0, 2, 0), silent}).starts_with("nobody is named: no collective"));
    }
};

QTEST_APPLESS_MAIN(TestRankLoading)
#include "tst_rank_loading.moc"
