// Cutting a trace: what overlaps the range and its partners, as raw text; counted by hand on a small trace.
#include "core/base/atomic_file.h"
#include "core/base/json.h"
#include "core/session/cut/cut.h"
#include "tests/support/cli_runner.h"
#include "tests/support/synth_case.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <set>

using namespace lanescope;
namespace fs = std::filesystem;

namespace {

// Times in us. Range 100..200 is cut in most tests.
constexpr const char* kTrace = R"({"schemaVersion": 1,
"deviceProperties": [{"id": 0, "name": "Test GPU", "totalGlobalMem": 1000}],
"HF_TOKEN": "hf_S3cretT0kenValue",
"distributedInfo": {"backend": "nccl", "rank": 3, "world_size": 8, "secret": "hf_S3cretT0kenValue"},
"cuda_driver_version": 12040, "with_stack": 1, "displayTimeUnit": "ms", "baseTimeNanoseconds": 1735689600000000000,
"traceEvents": [
{"ph": "M", "name": "process_name", "pid": 1, "tid": 0, "ts": 0, "args": {"name": "python", "env": "hf_S3cretT0kenValue"}},
{"ph": "M", "name": "thread_name", "pid": 1, "tid": 10, "ts": 0, "args": {"name": "main"}},
{"ph": "M", "name": "thread_name", "pid": 1, "tid": 11, "ts": 0, "args": {"name": "idle thread"}},
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#1", "pid": 1, "tid": 10, "ts": 0.0, "dur": 90.0},
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#2", "pid": 1, "tid": 10, "ts": 90.0, "dur": 300.0},
{"ph": "X", "cat": "cpu_op", "name": "before", "pid": 1, "tid": 10, "ts": 10.0, "dur": 20.0},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 10, "ts": 40.0, "dur": 5.0, "args": {"correlation": 1}},
{"ph": "s", "cat": "ac2g", "name": "ac2g", "id": 1, "pid": 1, "tid": 10, "ts": 40.0},
{"ph": "X", "cat": "kernel", "name": "early_launch", "pid": 0, "tid": 7, "ts": 120.0, "dur": 30.0, "args": {"device": 0, "stream": 7, "correlation": 1, "HF_TOKEN": "abc"}},
{"ph": "f", "cat": "ac2g", "name": "ac2g", "id": 1, "pid": 0, "tid": 7, "ts": 120.0, "bp": "e"},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 10, "ts": 150.0, "dur": 5.0, "args": {"correlation": 2}},
{"ph": "s", "cat": "ac2g", "name": "ac2g", "id": 2, "pid": 1, "tid": 10, "ts": 150.0},
{"ph": "X", "cat": "kernel", "name": "late_kernel", "pid": 0, "tid": 7, "ts": 260.0, "dur": 10.0, "args": {"device": 0, "stream": 7, "correlation": 2}},
{"ph": "f", "cat": "ac2g", "name": "ac2g", "id": 2, "pid": 0, "tid": 7, "ts": 260.0, "bp": "e"},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 10, "ts": 250.0, "dur": 5.0, "args": {"correlation": 3}},
{"ph": "s", "cat": "ac2g", "name": "ac2g", "id": 3, "pid": 1, "tid": 10, "ts": 250.0},
{"ph": "X", "cat": "kernel", "name": "outside", "pid": 0, "tid": 7, "ts": 280.0, "dur": 10.0, "args": {"device": 0, "stream": 7, "correlation": 3}},
{"ph": "f", "cat": "ac2g", "name": "ac2g", "id": 3, "pid": 0, "tid": 7, "ts": 280.0, "bp": "e"},
{"ph": "X", "cat": "cpu_op", "name": "ends_at_begin", "pid": 1, "tid": 10, "ts": 92.0, "dur": 8.0},
{"ph": "X", "cat": "cpu_op", "name": "begins_at_end", "pid": 1, "tid": 10, "ts": 200.0, "dur": 8.0},
{"ph": "X", "cat": "cpu_op", "name": "moment", "pid": 1, "tid": 10, "ts": 100.0, "dur": 0.0},
{"ph": "B", "cat": "cpu_op", "name": "opened", "pid": 1, "tid": 10, "ts": 160.0},
{"ph": "E", "pid": 1, "tid": 10, "ts": 170.0},
{"ph": "B", "cat": "cpu_op", "name": "opened later", "pid": 1, "tid": 10, "ts": 210.0},
{"ph": "E", "pid": 1, "tid": 10, "ts": 220.0},
{"ph": "i", "name": "mark in", "pid": 1, "tid": 10, "ts": 180.5, "s": "t"},
{"ph": "i", "name": "mark out", "pid": 1, "tid": 10, "ts": 380.5, "s": "t"},
{"ph": "C", "name": "memory", "pid": 1, "tid": 0, "ts": 50.0, "args": {"bytes": 10}},
{"ph": "C", "name": "memory", "pid": 1, "tid": 0, "ts": 110.0, "args": {"bytes": 20}}
], "otherData": {"token": "hf_S3cretT0kenValue"}, "traceName": "/home/somebody/secret-project/x.json"}
)";

LoadedTrace load(const fs::path& path) {
    LoadOptions options;
    options.useIndex = false;
    RunContext context;
    auto trace = loadTrace(path, options, context);
    if (!trace.ok()) qFatal("%s", trace.error().text().c_str());
    return std::move(*trace);
}

std::multiset<std::string> names(const TraceStore& store) {
    std::multiset<std::string> out;
    for (std::uint32_t i = 0; i < store.slices().size(); ++i) out.emplace(store.name(SliceId{i}));
    return out;
}

struct Cut {
    QTemporaryDir dir;
    fs::path folder = dir.path().toStdString();
    fs::path source = folder / "whole.json";
    LoadedTrace whole;
    Cut() {
        std::ofstream(source) << kTrace;
        whole = load(source);
    }
    RankTime at(std::int64_t us) const { return whole.store->extent().begin + Ns{us * 1000}; }
    Result<cut::Counts> save(const char* file, std::int64_t from, std::int64_t to,
                             std::vector<std::string> words = {}) const {
        RunContext context;
        return cut::save(whole, {{at(from), at(to)}, std::move(words)}, folder / file, context);
    }
    std::string text(const char* file) const {
        auto out = readSmallFile(folder / file, 1U << 20U);
        return out.ok() ? std::move(*out) : std::string();
    }
};

} // namespace

class TestCut : public QObject {
    Q_OBJECT
private slots:
    void aRangeKeepsWhatOverlapsItAndThePartners() {
        const Cut c;
        const auto counts = c.save("small.json", 100, 200);
        QVERIFY2(counts.ok(), counts.ok() ? "" : counts.error().text().c_str());
        const LoadedTrace small = load(c.folder / "small.json");
        // Two launches (one for the kernel in the range, one in the range), their kernels, the step, a moment at the
        // beginning, and the pair of B and E.
        const std::multiset<std::string> expected{"ProfilerStep#2", "cudaLaunchKernel", "cudaLaunchKernel",
                                                  "early_launch",   "late_kernel",      "moment",
                                                  "opened"};
        QCOMPARE(names(*small.store), expected);
        QCOMPARE(counts->slices, std::uint64_t{7});
        QCOMPARE(counts->instants, std::uint64_t{1});
        QCOMPARE(counts->counters, std::uint64_t{1});
        QCOMPARE(counts->flows, std::uint64_t{4});
        QCOMPARE(counts->ends, std::uint64_t{1});
        QCOMPARE(counts->metadata, std::uint64_t{2}); // not that of the thread without events
        QCOMPARE(small.store->flows().size(), std::size_t{4});
        QCOMPARE(small.store->instants().size(), std::size_t{1});
        QCOMPARE(small.store->counters().size(), std::size_t{1});
        QCOMPARE(small.store->launches().workRows.size(), std::size_t{2});
        QVERIFY(small.store->oddities().entries().empty());
        QCOMPARE(counts->begin, c.at(40));
        QCOMPARE(small.store->extent().begin, c.at(40));
        for (std::uint32_t i = 0; i < small.store->slices().size(); ++i) { // times are those of the whole
            if (small.store->name(SliceId{i}) != "opened") continue;
            QCOMPARE(small.store->start(SliceId{i}), c.at(160));
            QCOMPARE(small.store->end(SliceId{i}), c.at(170));
        }
    }

    void theHeaderSaysWhatOtherProgramsNeed() {
        const Cut c;
        QVERIFY(c.save("small.json", 100, 200).ok());
        const auto json = parseJson(c.text("small.json"), "small");
        QVERIFY(json.ok());
        QCOMPARE(*json->find("schemaVersion")->asInteger(), std::int64_t{1});
        QCOMPARE(*json->find("baseTimeNanoseconds")->asInteger(), std::int64_t{1'735'689'600'000'000'000});
        QCOMPARE(*json->find("distributedInfo")->find("rank")->asInteger(), std::int64_t{3});
        QCOMPARE(*json->find("distributedInfo")->find("world_size")->asInteger(), std::int64_t{8});
        QCOMPARE(*json->find("deviceProperties")->elements()[0].find("name")->asText(), std::string("Test GPU"));
        QCOMPARE(*json->find("cuda_driver_version")->asInteger(), std::int64_t{12040});
        QCOMPARE(*json->find("with_stack")->asInteger(), std::int64_t{1});
        QCOMPARE(*json->find("traceName")->asText(), std::string("small.json"));
        QVERIFY(c.text("small.json").find("\"rank\": 3") != std::string::npos);  // HTA wants the blank
        QCOMPARE(json->find("traceEvents")->elements().size(), std::size_t{16}); // 7 + 1 + 1 + 4 + 1 + 2
        const TraceInfo info = load(c.folder / "small.json").store->info();
        QCOMPARE(info.rank, std::optional<std::int64_t>(3));
        QCOMPARE(info.baseTimeNs, std::optional<std::int64_t>(1'735'689'600'000'000'000));
    }

    void theTextOfAnEventIsWhatItWas() {
        const Cut c;
        QVERIFY(c.save("small.json", 100, 200).ok());
        QVERIFY(c.text("small.json")
                    .find(R"({"ph": "X", "cat": "kernel", "name": "late_kernel", "pid": 0, "tid": 7, )"
                          R"("ts": 260.0, "dur": 10.0, "args": {"device": 0, "stream": 7, )"
                          R"("correlation": 2}})") != std::string::npos);
    }

    void noSecretGetsThrough() {
        const Cut c;
        const auto counts = c.save("small.json", 0, 1000);
        QVERIFY(counts.ok());
        const std::string text = c.text("small.json");
        QVERIFY(text.find("hf_S3cret") == std::string::npos);
        QVERIFY(text.find("abc") == std::string::npos);
        QVERIFY(text.find("somebody") == std::string::npos);
        QCOMPARE(counts->hiddenSecrets, std::uint64_t{1}); // of an event; metadata is written anew
        QVERIFY(text.find("not shown: looks like a secret") != std::string::npos);
    }

    void rowsCanBeChosen() {
        const Cut c;
        QVERIFY(c.save("small.json", 100, 200, {"Stream 7"}).ok());
        const std::multiset<std::string> expected{"ProfilerStep#2", "cudaLaunchKernel", "early_launch"};
        QCOMPARE(names(*load(c.folder / "small.json").store), expected);
    }

    void theWholeRangeKeepsEverything() {
        const Cut c;
        const auto counts = c.save("all.json.gz", 0, 1000);
        QVERIFY(counts.ok());
        const LoadedTrace all = load(c.folder / "all.json.gz");
        QCOMPARE(names(*all.store), names(*c.whole.store));
        QCOMPARE(all.store->flows().size(), c.whole.store->flows().size());
        QCOMPARE(all.store->info().compression, std::string("gzip"));
    }

    void anEmptyRangeIsSaidAndNothingIsWritten() {
        const Cut c;
        const auto counts = c.save("none.json", 5000, 6000);
        QVERIFY(!counts.ok() && counts.error().code == ErrorCode::MissingData);
        QVERIFY(!fs::exists(c.folder / "none.json"));
        for (const auto& entry : fs::directory_iterator(c.folder)) QVERIFY(entry.path() == c.source);
    }

    void aCutOfAGeneratedStepHasItsEvents() {
        synth::SynthOptions options;
        options.steps = 4;
        options.withStack = true;
        const testing::SynthCase made(options, "made.json.gz");
        const LoadedTrace whole = load(made.files.at(0).trace);
        const TraceStore& store = *whole.store;
        const TimeRange range = store.range(SliceId{store.steps()[2].slice});
        QTemporaryDir dir;
        const fs::path path = fs::path(dir.path().toStdString()) / "step.json.gz";
        RunContext context;
        QVERIFY(cut::save(whole, {range, {}}, path, context).ok());
        const LoadedTrace small = load(path);
        // The obvious way: every slice against the range, then partners by asking the store for each.
        std::set<std::uint32_t> rows;
        for (std::uint32_t i = 0; i < store.slices().size(); ++i)
            if (store.start(SliceId{i}) < range.end && store.end(SliceId{i}) > range.begin) rows.insert(i);
        std::set<std::uint32_t> all = rows;
        for (const std::uint32_t i : rows) {
            if (const auto call = store.launchOf(SliceId{i})) all.insert(call->value);
            for (const SliceId work : store.launchedBy(SliceId{i})) all.insert(work.value);
        }
        QCOMPARE(small.store->slices().size(), all.size());
        std::multiset<std::string> expected;
        for (const std::uint32_t i : all) expected.emplace(store.name(SliceId{i}));
        QCOMPARE(names(*small.store), expected);
    }

    void theCommandCutsAStep() {
        const Cut c;
        const QString source = QString::fromStdString(c.source.string());
        const QString output = QString::fromStdString((c.folder / "step.json.gz").string());
        const auto run = testing::runCli({"cut", "--no-index", source, "--step", "1", "-o", output, "--json"});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.out.contains("\"slices\": 4")); // step 1, "before", the launch, and its kernel
        QCOMPARE(testing::runCli({"cut", "--no-index", source, "-o", output}).exitCode, 2);
        QCOMPARE(testing::runCli({"cut", "--no-index", source, "--step", "7", "-o", output}).exitCode, 8);
        QCOMPARE(testing::runCli({"cut", "--no-index", source, "--step", "1", "--ranks", "4", "-o", output}).exitCode,
                 8);
        QCOMPARE(testing::runCli({"cut", "--no-index", source, "--step", "1", "-o", "/nowhere/x.json"}).exitCode, 9);
    }
};

QTEST_APPLESS_MAIN(TestCut)
#include "tst_cut.moc"
