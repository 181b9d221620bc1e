// Sizes, packing, stopping, errors, names of files, and what tells the ranks of a job apart.
#include "core/synth/synth.h"
#include "tests/support/packed.h"
#include "tests/support/synth_case.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <stop_token>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

synth::SynthOptions optionsOf(const std::string& kind) {
    synth::SynthOptions o;
    o.kind = kind;
    o.ranks = 0;
    return o;
}

std::size_t filesIn(const std::filesystem::path& folder) {
    std::size_t n = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++n;
    return n;
}

// By Seq: [start, end) of the rank's all-reduces as its answers list them.
std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> allReduces(const Json& answers) {
    std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> out;
    for (const Json& c : at(answers, "collectives").elements())
        if (*at(c, "group").asText() == "0") out[numberAt(c, "seq")] = {numberAt(c, "start_ns"), numberAt(c, "end_ns")};
    return out;
}

} // namespace

class SynthWritingTest : public QObject {
    Q_OBJECT
private slots:
    void theTextIsAsLongAsAskedFor();
    void packedFilesHoldTheSameText();
    void aStopLeavesNothingBehind();
    void progressCountsTheText();
    void mistakesAreTold_data();
    void mistakesAreTold();
    void aFolderThatCannotBeWrittenIsTold();
    void ranksGetNamesOfTheirOwn();
    void missingRanksHaveNoFile();
    void collectivesEndTogetherUpToTheClocks();
    void aDriftingClockMovesAwaySteadily();
    void theStragglerIsLastForEveryCause();
    void shiftedWindowsLeaveCollectivesUnmatched();
    void sixtyFourRanksMeetEveryTime();
};

void SynthWritingTest::theTextIsAsLongAsAskedFor() {
    for (const synth::KindInfo& k : synth::kinds())
        for (const std::uint64_t target : {5'000'000ull, 25'000'000ull}) {
            synth::SynthOptions o = optionsOf(std::string(k.id));
            o.targetBytes = target;
            const SynthCase c(o, "t.json.gz");
            const auto bytes = static_cast<std::uint64_t>(numberAt(c.answers(), "file bytes"));
            QVERIFY(bytes >= target);
            QVERIFY2(bytes < target + 4'000'000, std::string(k.id).c_str()); // at most a step too long
        }
}

void SynthWritingTest::packedFilesHoldTheSameText() {
    const SynthCase plain(optionsOf("healthy"), "a.json");
    const SynthCase gzip(optionsOf("healthy"), "a.json.gz");
    QVERIFY(test::gunzipped(gzip.text()) == plain.text());
    const SynthCase zstd(optionsOf("healthy"), "a.json.zst");
    QVERIFY(zstd.text().size() < plain.text().size() / 5);
    QCOMPARE(zstd.text().substr(0, 4), std::string("\x28\xb5\x2f\xfd"));
    synth::SynthOptions o = optionsOf("healthy");
    o.compression = "gzip"; // whatever the name says
    QVERIFY(SynthCase(o, "a.json").text() == gzip.text());
}

void SynthWritingTest::aStopLeavesNothingBehind() {
    const SynthCase empty(optionsOf("healthy"), "x.json");
    std::stop_source source;
    source.request_stop();
    RunContext context(source.get_token());
    const auto folder = empty.folder / "stopped";
    const auto result = synth::write(optionsOf("healthy"), folder / "y.json.gz", context);
    QVERIFY(!result.ok());
    QCOMPARE(int(result.error().code), int(ErrorCode::Cancelled));
    QCOMPARE(filesIn(folder), std::size_t{0});
}

void SynthWritingTest::progressCountsTheText() {
    const SynthCase place(optionsOf("healthy"), "x.json");
    synth::SynthOptions o = optionsOf("healthy");
    o.targetBytes = 6'000'000;
    RunContext context;
    const auto result = synth::write(o, place.folder / "y.json.gz", context);
    QVERIFY(result.ok());
    QCOMPARE(context.progress().total.load(), 6'000'000u);
    QVERIFY(context.progress().done.load() >= 6'000'000u);
}

void SynthWritingTest::mistakesAreTold_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<double>("strength");
    QTest::addColumn<int>("ranks");
    QTest::addColumn<QString>("packing");
    QTest::addColumn<QString>("words");
    QTest::newRow("unknown kind") << "sleepy" << 1.0 << 0 << "auto"
                                  << "there is no kind 'sleepy'";
    QTest::newRow("kinds that do not mix") << "sync-stalls+graph-replay-decode" << 1.0 << 0 << "auto"
                                           << "cannot be mixed";
    QTest::newRow("negative strength") << "healthy" << -1.0 << 0 << "auto"
                                       << "from 0 to 4";
    QTest::newRow("no number") << "healthy" << double(NAN) << 0 << "auto"
                               << "from 0 to 4";
    QTest::newRow("too many ranks") << "healthy" << 1.0 << 5000 << "auto"
                                    << "at most 1024 ranks";
    QTest::newRow("a pipeline alone") << "pipeline-bubbles" << 1.0 << 1 << "auto"
                                      << "2 to 64 ranks";
    QTest::newRow("unknown packing") << "healthy" << 1.0 << 0 << "rar"
                                     << "there is no compression 'rar'";
}

void SynthWritingTest::mistakesAreTold() {
    QFETCH(QString, kind);
    QFETCH(double, strength);
    QFETCH(int, ranks);
    QFETCH(QString, packing);
    QFETCH(QString, words);
    synth::SynthOptions o = optionsOf(kind.toStdString());
    o.strength = strength;
    o.ranks = static_cast<unsigned>(ranks);
    o.compression = packing.toStdString();
    const SynthCase c(o);
    QVERIFY2(QString::fromStdString(c.error).contains(words), c.error.c_str());
    QCOMPARE(filesIn(c.folder), std::size_t{0});
}

void SynthWritingTest::aFolderThatCannotBeWrittenIsTold() {
    const SynthCase place(optionsOf("healthy"), "x.json");
    RunContext context;
    const auto result = synth::write(optionsOf("healthy"), place.folder / "x.json" / "y.json", context);
    QVERIFY(!result.ok());
    QCOMPARE(int(result.error().code), int(ErrorCode::NotWritable));
}

void SynthWritingTest::ranksGetNamesOfTheirOwn() {
    const SynthCase named(optionsOf("straggler"), "run.pt.trace.json.gz");
    QCOMPARE(named.files.size(), std::size_t{4});
    QCOMPARE(named.files[3].trace.filename().string(), std::string("run_rank3.pt.trace.json.gz"));
    QCOMPARE(named.files[3].answers.filename().string(), std::string("run_rank3.pt.trace.json.gz.answers.json"));
    const SynthCase folder(optionsOf("straggler"), "job");
    QCOMPARE(folder.files[2].trace, folder.folder / "job" / "straggler_rank2.json.gz");
    QCOMPARE(filesIn(folder.folder / "job"), std::size_t{8});
}

void SynthWritingTest::missingRanksHaveNoFile() {
    synth::SynthOptions o = optionsOf("straggler");
    o.missingRanks = {0, 2};
    const SynthCase c(o, "job");
    QCOMPARE(c.files.size(), std::size_t{2});
    QCOMPARE(filesIn(c.folder / "job"), std::size_t{4});
    QCOMPARE(numberAt(c.answers(0), "rank"), 1);
    QCOMPARE(numberAt(c.answers(0), "ranks reference"), 1);
    QCOMPARE(numberAt(c.answers(0), "world_size"), 4);
}

void SynthWritingTest::collectivesEndTogetherUpToTheClocks() {
    const SynthCase c(optionsOf("straggler"), "job");
    const auto reference = allReduces(c.answers(0));
    QVERIFY(reference.size() > 50);
    for (std::size_t r = 1; r < 4; ++r) {
        const Json answers = c.answers(r);
        const std::int64_t offset = numberAt(answers, "ranks clock_offsets_ns " + std::to_string(r));
        QVERIFY(std::abs(offset) > 1'000'000); // seconds apart, hardly ever less than a millisecond
        for (const auto& [seq, span] : allReduces(answers)) QCOMPARE(span.second - reference.at(seq).second, offset);
        QCOMPARE(numberAt(answers, "ranks median_end_difference_ns " + std::to_string(r)), offset);
    }
}

void SynthWritingTest::aDriftingClockMovesAwaySteadily() {
    synth::SynthOptions o = optionsOf("straggler");
    o.driftPpm = 50;
    const SynthCase c(o, "job");
    const Json first = c.answers(0), second = c.answers(1);
    const auto a = allReduces(first), b = allReduces(second);
    const std::int64_t ppb = numberAt(first, "ranks drift_ppb 1") - numberAt(first, "ranks drift_ppb 0");
    QVERIFY(ppb != 0 && std::abs(ppb) <= 100'000);
    const auto early = a.begin()->first, late = a.rbegin()->first;
    const std::int64_t moved = (b.at(late).second - a.at(late).second) - (b.at(early).second - a.at(early).second);
    const std::int64_t expected = (a.at(late).second - a.at(early).second) / 1000 * ppb / 1'000'000;
    QVERIFY2(std::abs(moved - expected) <= 20, qPrintable(QString("%1 for %2").arg(moved).arg(expected)));
}

void SynthWritingTest::theStragglerIsLastForEveryCause() {
    for (const char* cause : {"slow-compute", "more-work", "late-host", "late-input"})
        for (unsigned rank = 0; rank < 3; ++rank) {
            synth::SynthOptions o = optionsOf("straggler");
            o.ranks = 3;
            o.straggler = rank;
            o.cause = cause;
            const Json answers = SynthCase(o, "job").answers((rank + 1) % 3);
            QCOMPARE(numberAt(answers, "ranks straggler"), rank);
            QCOMPARE(numberAt(answers, "ranks straggler_by_rule"), rank);
            QCOMPARE(*at(answers, "ranks cause").asText(), std::string(cause));
            const std::string own = std::to_string(rank), other = std::to_string((rank + 1) % 3);
            QCOMPARE(numberAt(answers, "ranks total_wait_ns " + own), 0);
            QCOMPARE(numberAt(answers, "ranks times_last " + own), numberAt(answers, "ranks matched " + own));
            QVERIFY(numberAt(answers, "ranks total_wait_ns " + other) > 1'000'000);
        }
}

void SynthWritingTest::shiftedWindowsLeaveCollectivesUnmatched() {
    synth::SynthOptions o = optionsOf("straggler");
    o.ranks = 8;
    o.shiftedWindows = true;
    const SynthCase c(o, "job");
    std::map<std::int64_t, int> seen;
    std::int64_t withoutLaunch = 0;
    for (std::size_t r = 0; r < 8; ++r) {
        const Json answers = c.answers(r);
        for (const auto& [seq, span] : allReduces(answers)) ++seen[seq];
        withoutLaunch += numberAt(answers, "devices 0 without_launch");
    }
    QVERIFY(seen.begin()->second < 8);
    QVERIFY(seen.rbegin()->second < 8);
    QVERIFY(std::any_of(seen.begin(), seen.end(), [](const auto& s) { return s.second == 8; }));
    QVERIFY(withoutLaunch > 0); // the step before still runs on the GPU when a late capture starts
}

void SynthWritingTest::sixtyFourRanksMeetEveryTime() {
    synth::SynthOptions o = optionsOf("straggler");
    o.ranks = 64;
    o.steps = 3;
    const SynthCase c(o, "job");
    QCOMPARE(c.files.size(), std::size_t{64});
    const Json answers = c.answers(63);
    for (int r = 0; r < 64; ++r) QCOMPARE(numberAt(answers, "ranks matched " + std::to_string(r)), 3 * 16);
    QCOMPARE(numberAt(answers, "ranks straggler"), numberAt(answers, "ranks straggler_by_rule"));
}

QTEST_APPLESS_MAIN(SynthWritingTest)
#include "tst_synth_writing.moc"
