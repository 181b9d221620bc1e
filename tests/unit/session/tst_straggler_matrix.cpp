// Made-up jobs with a straggler of every cause and with none, over clocks that are seconds apart and drift, missing
// ranks and shifted recordings: the rank, the cause and the offsets, every time. The wider table: docs/dev.
#include "core/session/ranks/load_ranks.h"
#include "core/session/ranks/rank_set.h"
#include "tests/support/synth_case.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::align;
using lanescope::testing::at;
using lanescope::testing::SynthCase;

namespace {

struct Job {
    std::string cause = "slow-compute";
    unsigned ranks = 4, straggler = 0, seed = 1;
    double strength = 1;
    enum class Windows { Equal, Shifted } windows = Windows::Equal;
    std::vector<unsigned> missing = {};
};

synth::SynthOptions optionsOf(const Job& job) {
    synth::SynthOptions options;
    options.kind = "straggler";
    options.cause = job.cause;
    options.ranks = job.ranks;
    options.straggler = job.straggler;
    options.seed = job.seed;
    options.strength = job.strength;
    options.clockOffsetSeconds = 4;
    options.driftPpm = 50;
    options.shiftedWindows = job.windows == Job::Windows::Shifted;
    options.missingRanks = job.missing;
    return options;
}

RankSet setOf(const std::filesystem::path& folder) {
    const std::vector<std::string> inputs{folder.string()};
    LoadRanksOptions options;
    options.load.useIndex = false;
    options.load.threads = 2;
    RunContext context;
    const auto sources = rankSources(inputs, {});
    const auto loaded = sources.ok() ? loadRanks(*sources, options, context) : Result<LoadedRanks>(sources.error());
    return loaded.ok() ? makeRankSet(loaded->records) : RankSet{};
}

// Of every rank at the begin and the end of its recording, against the clocks that were simulated. Files are written in
// whole ns; the common clock is that of the reference's file.
std::int64_t largestClockError(const RankSet& set, const Json& truth) {
    std::int64_t largest = 0;
    const RankRecord& reference = set.records[set.alignment.reference];
    const auto drift = [&](const RankRecord& r) {
        return static_cast<double>(*at(truth, "drift_ppb " + std::to_string(*r.rank)).asInteger()) * 1e-9;
    };
    for (std::size_t r = 0; r < set.records.size(); ++r) {
        const RankRecord& record = set.records[r];
        const std::int64_t median = *at(truth, "median_end_difference_ns " + std::to_string(*record.rank)).asInteger();
        const RankClockFit& clock = set.alignment.ranks[r];
        largest = std::max(largest, std::abs(clock.offsetNs - median));
        const double wrong = clock.drift - (drift(record) - drift(reference));
        largest = std::max(
            largest, std::int64_t{std::llround(std::abs(wrong * static_cast<double>(record.end - record.begin)))});
    }
    return largest;
}

} // namespace

Q_DECLARE_METATYPE(Job)

class TestStragglerMatrix : public QObject {
    Q_OBJECT
private slots:
    void rankCauseAndClocksAreRight_data() {
        QTest::addColumn<Job>("job");
        constexpr auto kShifted = Job::Windows::Shifted;
        unsigned seed = 20;
        for (const char* cause : {"slow-compute", "more-work", "late-host", "late-input"}) {
            const auto row = [&](const char* what, Job job) {
                job.cause = cause;
                job.seed = ++seed;
                QTest::addRow("%s, %s", cause, what) << job;
            };
            row("two ranks", {.ranks = 2, .straggler = 1});
            row("half as strong, other steps recorded", {.straggler = 3, .strength = 0.5, .windows = kShifted});
            row("the reference and another are missing",
                {.ranks = 6, .straggler = 4, .windows = kShifted, .missing = {0, 2}});
            row("the reference itself", {.ranks = 5, .straggler = 0, .strength = 2});
            row("none", {.strength = 0, .windows = kShifted});
        }
    }
    void rankCauseAndClocksAreRight() {
        QFETCH(Job, job);
        const SynthCase made(optionsOf(job));
        QVERIFY2(made.error.empty(), made.error.c_str());
        const Json truth = *made.answers().find("ranks");
        const RankSet set = setOf(made.folder);
        QCOMPARE(set.records.size(), job.ranks - job.missing.size());
        const StragglerReport report = findStraggler(set.records, set.matching, set.alignment);
        const std::optional<std::int64_t> late =
            job.strength > 0 ? std::optional<std::int64_t>(job.straggler) : std::nullopt;
        QCOMPARE(at(truth, "straggler_by_rule").asInteger(), late); // plain enough for the definition
        QCOMPARE(report.rank, late);
        QCOMPARE(QString::fromUtf8(stragglerCauseWord(report.cause).data()),
                 QString::fromStdString(late ? job.cause : "none"));
        QVERIFY2(largestClockError(set, truth) < 1000, qPrintable(QString::number(largestClockError(set, truth))));
        QCOMPARE(set.discovery.missingCount, static_cast<std::int64_t>(job.missing.size()));
    }

    void aWholeJobOfSixtyFourRanks() {
        const SynthCase made(
            optionsOf({.cause = "more-work", .ranks = 64, .straggler = 41, .windows = Job::Windows::Shifted}));
        QVERIFY2(made.error.empty(), made.error.c_str());
        const RankSet set = setOf(made.folder);
        const StragglerReport report = findStraggler(set.records, set.matching, set.alignment);
        QCOMPARE(report.rank, std::optional<std::int64_t>(41));
        QVERIFY(report.cause == StragglerCause::MoreWork);
        QVERIFY(largestClockError(set, *made.answers().find("ranks")) < 1000);
    }
};

QTEST_APPLESS_MAIN(TestStragglerMatrix)
#include "tst_straggler_matrix.moc"
