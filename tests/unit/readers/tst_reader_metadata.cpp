// What stands beside the events: keys in any order, flags, ranks, devices, logs; secrets are never kept.
#include "tests/support/load_recording.h"

#include "core/readers/chrome_json/metadata.h"
#include "core/readers/chrome_json/rank_from_name.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::readers;
using namespace lanescope::test;

class TstReaderMetadata : public QObject {
    Q_OBJECT

private slots:
    void metadataIsTheSameBeforeAndAfterTheEvents();
    void theBaseTimeIsExact();
    void eventsMayBeNestedInAnotherObject();
    void linesOfEventsAndBareArraysAreTraces();
    void whatIsNoTraceIsRefusedWithTheRightWord();
    void brokenMetadataCostsOnlyItself();
    void logLinesThatTellOfLossAreSaid();
    void secretsAreNeverKept();
    void ranksAreFoundInFileNames_data();
    void ranksAreFoundInFileNames();
    void aWriterThatForgotToPadDecimalsIsNoticed();
    void textBehindTheTraceIsSaid();
};

namespace {

constexpr std::string_view kEvents =
    R"("traceEvents": [{"ph": "X", "name": "a", "pid": 1, "tid": 2, "ts": 10, "dur": 5}, {"ph": "i", "name": "b", "pid": 1, "tid": 2, "ts": 11}])";

std::string object(std::string_view before, std::string_view after) {
    std::string out = "{";
    if (!before.empty()) out.append(before).append(", ");
    out.append(kEvents);
    if (!after.empty()) out.append(", ").append(after);
    return out + "}";
}

std::uint64_t count(const Recording& r, const char* word) {
    const auto counts = r.oddityCounts();
    const auto found = counts.find(word);
    return found == counts.end() ? 0 : found->second;
}

constexpr std::string_view kMetadata =
    R"("schemaVersion": 1, "displayTimeUnit": "ms", "baseTimeNanoseconds": 1735689600000000000,
    "traceName": "/tmp/a \"b\".json", "record_shapes": 1, "with_stack": 0, "cuda_runtime_version": 12040, "cuda_driver_version": "hf_aToken",
    "distributedInfo": {"backend": "nccl", "rank": 3, "world_size": "8", "nccl_version": "2.21.5", "pg_count": 2,
        "pg_config": [{"pg_name": "0", "pg_desc": "default_pg", "pg_size": 8, "ranks": [0, 1, 2]},
                      {"pg_name": "1", "pg_desc": "tp", "group_size": 2, "ranks": "[3, 7]"}]},
    "deviceProperties": [{"id": 0, "name": "H100", "totalGlobalMem": 85014937600, "computeMajor": 9, "computeMinor": 0,
        "numSms": 132, "warpSize": 32}], "something": {"x": [1, {"traceEvents2": 5}]})";

} // namespace

void TstReaderMetadata::metadataIsTheSameBeforeAndAfterTheEvents() {
    for (const std::string& text : {object(kMetadata, ""), object("", kMetadata)}) {
        const Recording r = loadText(text);
        QCOMPARE(r.error, "");
        QVERIFY(r.oddities.empty());
        QCOMPARE(r.events.size(), std::size_t{2});
        const TraceInfo& i = r.info;
        QCOMPARE(*i.schemaVersion, std::int64_t{1});
        QCOMPARE(i.displayTimeUnit, "ms");
        QCOMPARE(i.traceName, "/tmp/a \"b\".json");
        QCOMPARE(*i.recordShapes, true);
        QCOMPARE(*i.withStack, false);
        QVERIFY(!i.profileMemory);
        QCOMPARE(i.versions.size(), std::size_t{1});
        QCOMPARE(i.versions[0].second, "12040");
        QCOMPARE(*i.rank, std::int64_t{3});
        QVERIFY(i.rankSource == TraceInfo::RankSource::DistributedInfo);
        QCOMPARE(*i.worldSize, std::int64_t{8});
        QCOMPARE(i.backend, "nccl");
        QCOMPARE(i.ncclVersion, "2.21.5");
        QCOMPARE(i.groups.size(), std::size_t{2});
        QVERIFY(i.groups[0].ranks == (std::vector<std::int64_t>{0, 1, 2}));
        QVERIFY(i.groups[1].ranks == (std::vector<std::int64_t>{3, 7}));
        QCOMPARE(i.groups[1].size, std::int64_t{2});
        QCOMPARE(i.groups[1].description, "tp");
        QCOMPARE(i.devices.size(), std::size_t{1});
        QCOMPARE(i.devices[0].totalMemory, std::int64_t{85014937600});
        QCOMPARE(i.devices[0].multiprocessors, std::int64_t{132});
        QCOMPARE(i.vendor, "CUDA");
        QVERIFY(i.otherKeys == std::vector<std::string>{"something"});
        QCOMPARE(i.textBytes, text.size());
    }
}

void TstReaderMetadata::theBaseTimeIsExact() {
    QCOMPARE(*loadText(object("", R"("baseTimeNanoseconds": 1735689600000000123)")).info.baseTimeNs,
             std::int64_t{1735689600000000123});
    QCOMPARE(*loadText(object(R"("baseTimeNanoseconds": "1735689600000000123")", "")).info.baseTimeNs,
             std::int64_t{1735689600000000123});
    // Cut inside the number: it is another number, so it is not believed.
    const std::string text = object("", R"("baseTimeNanoseconds": 1735689600000000123)");
    const Recording cut = loadText(std::string_view(text).substr(0, text.size() - 4));
    QVERIFY(!cut.info.baseTimeNs);
    QCOMPARE(count(cut, "truncated"), 1u);
}

void TstReaderMetadata::eventsMayBeNestedInAnotherObject() {
    const Recording r = loadText(R"({"version": 2, "result": {"schemaVersion": 1, )" + std::string(kEvents) +
                                 R"(, "distributedInfo": {"rank": 5}}, "traceName": "n"})");
    QCOMPARE(r.error, "");
    QCOMPARE(r.events.size(), std::size_t{2});
    QCOMPARE(*r.info.rank, std::int64_t{5});
    QCOMPARE(r.info.traceName, "n");
    // An object without events lends nothing.
    const Recording decoy = loadText(R"({"cfg": {"distributedInfo": {"rank": 9}}, )" + std::string(kEvents) + "}");
    QVERIFY(!decoy.info.rank);
}

void TstReaderMetadata::linesOfEventsAndBareArraysAreTraces() {
    const std::string event = R"({"ph": "i", "name": "b", "pid": 1, "tid": 2, "ts": 11})";
    const Recording lines = loadText(event + "\n" + event + "\n\n" + event + "\n");
    QCOMPARE(lines.error, "");
    QCOMPARE(lines.events.size(), std::size_t{3});
    QVERIFY(lines.oddities.empty());
    QVERIFY(firstDifference(lines, loadText(event + "\n" + event + "\n\n" + event + "\n", {.chunkBytes = 64})).empty());
    const Recording bare = loadText("[" + event + "," + event + "]\n");
    QCOMPARE(bare.events.size(), std::size_t{2});
    QVERIFY(bare.oddities.empty());
    const Recording open = loadText("[" + event + ",\n" + event + ",\n");
    QCOMPARE(open.events.size(), std::size_t{2});
    QCOMPARE(count(open, "unclosed"), 1u);
}

void TstReaderMetadata::whatIsNoTraceIsRefusedWithTheRightWord() {
    QCOMPARE(loadText("").error, "empty_file");
    QCOMPARE(loadText(" \n\t ").error, "empty_file");
    QCOMPARE(loadText("{}").error, "no_traceEvents");
    QCOMPARE(loadText(R"({"traceEvents": null})").error, "no_traceEvents");
    QCOMPARE(loadText(R"({"traceEvents": {"a": 1}})").error, "no_traceEvents");
    QCOMPARE(loadText(R"({"traceEvents": []})").error, "no_events");
    QCOMPARE(loadText("[]").error, "no_events");
    QCOMPARE(loadText(R"([{"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "x"}}])").error, "no_events");
    QCOMPARE(loadText("[1, 2, 3]").error, "not_a_trace");
    QCOMPARE(loadText("42").error, "not_a_trace");
    QCOMPARE(loadText("<html>").error, "not_a_trace");
}

void TstReaderMetadata::brokenMetadataCostsOnlyItself() {
    // An odd number of quotes: the value runs on to the end of the file.
    const Recording odd = loadText(object("", R"("INFO": ["record "x seen"], "traceName": "n")"));
    QCOMPARE(odd.events.size(), std::size_t{2});
    QCOMPARE(odd.info.traceName, "n");
    QCOMPARE(count(odd, "bad_metadata"), 1u);
    const Recording before = loadText(object(R"("ERROR": ["record "x seen"])", R"("traceName": "n")"));
    QCOMPARE(before.error, "");
    QCOMPARE(before.events.size(), std::size_t{2});
    QCOMPARE(before.info.traceName, "n");
    QCOMPARE(count(before, "bad_metadata"), 1u);
    const Recording words = loadText(object("", R"("deviceProperties": [oops], %%, "traceName": "n")"));
    QCOMPARE(words.info.traceName, "n");
    QCOMPARE(count(words, "bad_metadata"), 2u);
}

void TstReaderMetadata::logLinesThatTellOfLossAreSaid() {
    const Recording r = loadText(object(
        "", R"("INFO": ["Record counts: Out-of-range = 4, CUPTI stopped early? = 0"], "WARNING": ["Dropped 12 records"],
             "ERROR": ["CUPTI stopped early? = 1"])"));
    QCOMPARE(r.info.log.size(), std::size_t{3});
    QCOMPARE(r.info.log[1].level, "WARNING");
    QCOMPARE(r.info.log[1].text, "Dropped 12 records");
    QCOMPARE(count(r, "lost_records"), 2u);
}

void TstReaderMetadata::secretsAreNeverKept() {
    const Recording r = loadText(
        object(R"("env": {"HF_TOKEN": "hf_abcdefghijklmnopqrstuvwxyz", "PATH": "/bin"}, "plain": {"PATH": "/bin"})",
               R"("INFO": ["using token ghp_abcdefghijklmnopqrstuvwxyz012345", "all well"])"));
    QVERIFY(r.info.otherKeys == (std::vector<std::string>{"env", "plain"}));
    QCOMPARE(r.info.log.size(), std::size_t{1});
    QCOMPARE(r.info.log[0].text, "all well");
    QCOMPARE(count(r, "secret_hidden"), 2u);
    for (const std::string& line : r.lines()) QVERIFY(line.find("abcdefghijklm") == std::string::npos);
    QVERIFY(mayHoldSecret(R"({"WANDB_API_KEY": "x1"})"));
    QVERIFY(mayHoldSecret(R"("AWS_SECRET_ACCESS_KEY=abc")"));
    QVERIFY(mayHoldSecret(R"("Authorization: Bearer abc")"));
    QVERIFY(!mayHoldSecret(R"({"MAX_TOKENS": "4096"})"));
    QVERIFY(!mayHoldSecret(R"({"PATH": "/usr/bin", "torch": "2.5", "API_KEY": ""})"));
}

void TstReaderMetadata::ranksAreFoundInFileNames_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("rank");
    const auto row = [](const char* name, int rank) { QTest::newRow(name) << QString(name) << rank; };
    row("worker_rank5.pt.trace.json", 5);
    row("host_rank[12].pt.trace.json", 12);
    row("rank-34.Jul_15_10_52_41.1074.pt.trace.json.gz", 34);
    row("worker3_step_12.1694128201557.pt.trace.json", 3);
    row("profile_trace_rank_0.json.gz", 0);
    row("/a/rank7/other.json", -1);
    row("trace_r3.json", 3);
    row("trace-0.json", 0);
    row("trace-2.pt.trace.json.gz", 2);
    row("host-17.cluster_123.1767189312000000000.pt.trace.json", -1);
    row("gpu-node_1234.1767189312000000000.pt.trace.json", -1);
    row("frank5.json", -1);
    row("rank1767189312000.json", -1);
    row("1782799835.6885648-TP-0-DECODE.trace.json.gz", -1);
    row("trace.json", -1);
}

void TstReaderMetadata::ranksAreFoundInFileNames() {
    QFETCH(QString, name);
    QFETCH(int, rank);
    QCOMPARE(static_cast<int>(rankFromFileName(name.toStdString()).value_or(-1)), rank);
}

void TstReaderMetadata::aWriterThatForgotToPadDecimalsIsNoticed() {
    const auto trace = [](std::string_view first, std::string_view second, std::string_view after) {
        return R"({"traceEvents": [{"ph": "i", "name": "a", "pid": 1, "tid": 1, "ts": )" + std::string(first) +
               R"(}, {"ph": "i", "name": "b", "pid": 1, "tid": 1, "ts": )" + std::string(second) + "}]" +
               std::string(after) + "}";
    };
    // 20 March 2024. One with fewer than three decimals, one with a zero at the end: nobody else writes both.
    const Recording unpadded = loadText(trace("1710936000000000.5", "1710936000000001.120", ""));
    QCOMPARE(count(unpadded, "ambiguous_fraction"), 1u);
    QVERIFY(unpadded.events[0].find("ts=1710936000000000500 ") != std::string::npos);
    // Python writes as few decimals as it can, Kineto always three.
    QCOMPARE(count(loadText(trace("1710936000000000.5", "1710936000000001.12", "")), "ambiguous_fraction"), 0u);
    QCOMPARE(count(loadText(trace("1710936000000000.500", "1710936000000001.120", "")), "ambiguous_fraction"), 0u);
    // Other years, or times from a base.
    QCOMPARE(count(loadText(trace("1610936000000000.5", "1610936000000001.120", "")), "ambiguous_fraction"), 0u);
    QCOMPARE(count(loadText(trace("1710936000000000.5", "1710936000000001.120", R"(, "baseTimeNanoseconds": 1)")),
                   "ambiguous_fraction"),
             0u);
}

void TstReaderMetadata::textBehindTheTraceIsSaid() {
    const std::string text = object("", "");
    for (const char* behind : {R"({"nodes": []})", "[17]"}) {
        const Recording r = loadText(text + "\n" + behind);
        QCOMPARE(r.events.size(), std::size_t{2});
        QCOMPARE(count(r, "trailing_data"), 1u);
        QCOMPARE(r.oddities.entries()[0].samples[0].offset, text.size() + 1);
    }
    QCOMPARE(count(loadText(text + "\n\n  "), "trailing_data"), 0u);
}

QTEST_APPLESS_MAIN(TstReaderMetadata)
#include "tst_reader_metadata.moc"
