#include "app/cli/bench/bench_file.h"

#include "app/cli/bench/bench_answers.h"
#include "app/cli/frame/helper_program.h"
#include "core/session/index_writing.h"
#include "core/session/load_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <vector>

namespace lanescope::cli {
namespace {

double rounded(double value) { return std::round(value * 1000) / 1000; }

double perSecond(double amount, std::int64_t ns) { return ns > 0 ? amount * 1e9 / static_cast<double>(ns) : 0; }

double ratio(std::int64_t a, std::int64_t b) {
    return b > 0 ? rounded(static_cast<double>(a) / static_cast<double>(b)) : 0;
}

Json spentJson(const Spent& spent, std::uint64_t textBytes) {
    Json out;
    out["wall_ns"] = spent.wallNs;
    out["cpu_ns"] = spent.cpuNs;
    out["mb_per_s"] = rounded(perSecond(static_cast<double>(textBytes) / 1e6, spent.wallNs));
    return out;
}

struct WarmRuns {
    std::optional<ReferenceRun> inflate;
    std::optional<Spent> inflateSpent;
    std::optional<Spent> load;
    std::int64_t stageNs[static_cast<std::size_t>(Stage::Count_)] = {};
    std::uint64_t events = 0;
    Json clicks;
};

LoadOptions warmLoad(const BenchOptions& options) {
    LoadOptions load;
    load.threads = options.threads;
    load.useIndex = false;
    load.freedMemory = LoadOptions::FreedMemory::Keep;
    return load;
}

// Reference and load take turns, so that a busy machine slows both alike.
Status measureWarm(const std::string& path, const BenchOptions& options, WarmRuns& out) {
    for (int i = 0; i <= options.repeats; ++i) { // the first warms memory up and does not count
        const auto inflate = inflateAlone(path);
        if (!inflate.ok()) return inflate.error();
        RunContext context(options.stop);
        const Watch watch;
        const auto trace = loadTrace(path, warmLoad(options), context);
        const Spent spent = watch.elapsed();
        if (!trace.ok()) return trace.error();
        out.inflate = *inflate;
        out.events = trace->store->counts().elements;
        if (i == 0) continue;
        out.inflateSpent = fasterOf(out.inflateSpent, inflate->spent);
        if (!out.load || spent.wallNs < out.load->wallNs)
            for (std::size_t s = 0; s < std::size(out.stageNs); ++s)
                out.stageNs[s] = context.stages().cpuNs(static_cast<Stage>(s));
        out.load = fasterOf(out.load, spent);
        if (i < options.repeats) continue;
        auto clicks = clickTimes(*trace);
        if (!clicks.ok()) return clicks.error();
        out.clicks = std::move(*clicks);
    }
    return {};
}

struct FreshRun {
    CapturedRun process;
    Json own; // what the child says of itself
};

Result<FreshRun> runFresh(const std::string& path, const BenchOptions& options,
                          const std::vector<std::string>& extraOptions, const std::vector<std::string>& environment) {
    std::vector<std::string> arguments{"bench", "--child", "--threads", std::to_string(options.threads)};
    arguments.insert(arguments.end(), extraOptions.begin(), extraOptions.end());
    arguments.emplace_back("--");
    arguments.push_back(path);
    auto process = captureHelper(ownProgram(), arguments, environment);
    if (options.stop.stop_requested()) return Error{ErrorCode::Cancelled, "stopped", path, ""};
    if (!process.ok()) return process.error();
    if (process->status != 0)
        return Error{ErrorCode::Internal, fmt::format("the fresh process ended with {}", process->status), path, ""};
    auto own = parseJson(process->output, "the fresh process");
    if (!own.ok()) return own.error();
    return FreshRun{std::move(*process), std::move(*own)};
}

std::int64_t integerIn(const Json& json, std::string_view key) {
    const Json* value = json.find(key);
    return value ? value->asInteger().value_or(0) : 0;
}

Json freshJson(const FreshRun& run, std::uint64_t textBytes, std::uint64_t events) {
    const double perEvent = events > 0 ? 1.0 / static_cast<double>(events) : 0;
    Json out = spentJson({run.process.wallNs, run.process.cpuNs}, textBytes);
    out["peak_bytes"] = run.process.peakBytes;
    out["resident_bytes"] = integerIn(run.own, "anonymous_bytes");
    out["peak_bytes_per_event"] = rounded(static_cast<double>(run.process.peakBytes) * perEvent);
    out["resident_bytes_per_event"] = rounded(static_cast<double>(integerIn(run.own, "anonymous_bytes")) * perEvent);
    return out;
}

// The faster of several fresh processes.
Result<FreshRun> measureFresh(const std::string& path, const BenchOptions& options,
                              const std::vector<std::string>& extra, const std::vector<std::string>& environment) {
    std::optional<FreshRun> best;
    for (int i = 0; i < options.repeats; ++i) {
        auto run = runFresh(path, options, extra, environment);
        if (!run.ok()) return run;
        if (!best || run->process.wallNs < best->process.wallNs) best = std::move(*run);
    }
    return std::move(*best);
}

// A folder of its own for index files, gone at the end.
class TemporaryFolder {
public:
    TemporaryFolder() : m_path((std::filesystem::temp_directory_path() / "lanescope-bench-XXXXXX").string()) {
        if (!::mkdtemp(m_path.data())) m_path.clear();
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        if (!m_path.empty()) std::filesystem::remove_all(m_path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

// The first open writes the index, the next ones take it. Null when the trace is too small to have one.
Result<Json> measureIndex(const std::string& path, const BenchOptions& options, std::uint64_t events) {
    const TemporaryFolder folder;
    const std::vector<std::string> environment{"LANESCOPE_CACHE_DIR=" + folder.path()};
    const auto first = runFresh(path, options, {}, environment);
    if (!first.ok()) return first.error();
    if (integerIn(first->own, "index_bytes") == 0) return Json();
    const auto again = measureFresh(path, options, {}, environment);
    if (!again.ok()) return again.error();
    const std::int64_t bytes = integerIn(first->own, "index_bytes");
    Json out;
    out["write_ns"] = integerIn(first->own, "index_write_ns");
    out["bytes"] = bytes;
    out["bytes_per_event"] =
        rounded(static_cast<double>(bytes) / static_cast<double>(std::max<std::uint64_t>(events, 1)));
    out["used"] = *again->own.find("from_index");
    out["open_ns"] = integerIn(again->own, "load_ns");
    out["fresh_wall_ns"] = again->process.wallNs;
    out["peak_bytes"] = again->process.peakBytes;
    return out;
}

// What the picture program says of its frames.
Result<Json> measureFrames(const std::string& path) {
    const auto helper = findHelper("lanescope-render", "render");
    if (!helper)
        return Error{ErrorCode::MissingData, "the picture program is not installed", "--frames",
                     "install the package with the window"};
    const auto run = captureHelper(*helper, {path, "--bench-frames"}, {});
    if (!run.ok()) return run.error();
    if (run->status != 0)
        return Error{ErrorCode::Internal, fmt::format("the picture program ended with {}", run->status), path, ""};
    return parseJson(run->output, "the picture program");
}

Json stagesJson(const WarmRuns& warm) {
    Json out;
    for (std::size_t s = 0; s < static_cast<std::size_t>(Stage::IndexWrite); ++s) // of the index: see measureIndex
        out[std::string(stageWord(static_cast<Stage>(s))) + "_ns"] = warm.stageNs[s];
    return out;
}

} // namespace

Result<Json> benchRanks(const std::string& folder) {
    auto figures = measureFrames(folder);
    if (!figures.ok()) return figures.error();
    const Json* indexes = figures->find("from_indexes");
    if (indexes && !indexes->asBool().value_or(true)) figures = measureFrames(folder); // they are written now
    if (!figures.ok()) return figures.error();
    Json out;
    out["file"] = folder;
    out["frames"] = std::move(*figures);
    return out;
}

Result<Json> benchFile(const std::string& path, const BenchOptions& options) {
    keepFreedMemory();
    WarmRuns warm;
    const auto fresh = measureFresh(path, options, {"--no-index"}, {}); // first: nothing of ours is warm yet
    if (!fresh.ok()) return fresh.error();
    const Status measured = measureWarm(path, options, warm);
    if (!measured.ok()) return measured.error();
    const auto documents = documentPass(path);
    const auto index = measureIndex(path, options, warm.events);
    if (!index.ok()) return index.error();

    const std::uint64_t textBytes = warm.inflate->textBytes;
    Json out;
    out["file"] = path;
    std::error_code ignored;
    out["file_bytes"] = std::filesystem::file_size(path, ignored);
    out["text_bytes"] = textBytes;
    out["events"] = warm.events;
    out["inflate_alone"] = spentJson(*warm.inflateSpent, textBytes);
    out["documents"] = documents.ok() ? spentJson(documents->spent, documents->textBytes) : Json();
    out["warm"] = spentJson(*warm.load, textBytes);
    out["warm"]["events_per_s"] = std::round(perSecond(static_cast<double>(warm.events), warm.load->wallNs));
    out["stages_cpu"] = stagesJson(warm);
    out["fresh"] = freshJson(*fresh, textBytes, warm.events);
    out["index"] = *index;
    out["click"] = std::move(warm.clicks);
    out["cancel"] = cancelTimes(path, warmLoad(options), warm.load->wallNs);
    if (options.frames == BenchOptions::Frames::Yes) {
        auto frames = measureFrames(path);
        if (!frames.ok()) return frames.error();
        out["frames"] = std::move(*frames);
    }
    Json& ratios = out["ratios"];
    ratios["warm_to_inflate"] = ratio(warm.load->wallNs, warm.inflateSpent->wallNs);
    ratios["fresh_to_inflate"] = ratio(fresh->process.wallNs, warm.inflateSpent->wallNs);
    ratios["cpu_to_inflate_cpu"] = ratio(warm.load->cpuNs, warm.inflateSpent->cpuNs);
    ratios["warm_to_documents"] = documents.ok() ? Json(ratio(warm.load->wallNs, documents->spent.wallNs)) : Json();
    return out;
}

Result<Json> benchChild(const std::string& path, unsigned threads, bool useIndex) {
    RunContext context;
    LoadOptions load;
    load.threads = threads;
    load.useIndex = useIndex;
    const Watch watch;
    const auto trace = loadTrace(path, load, context);
    const Spent spent = watch.elapsed();
    if (!trace.ok()) return trace.error();
    const Memory memory = memoryNow();
    const Watch writing;
    if (trace->indexWriting) trace->indexWriting->wait();
    const Spent written = writing.elapsed();
    Json out;
    out["load_ns"] = spent.wallNs;
    out["from_index"] = trace->fromIndex;
    out["events"] = trace->store->counts().elements;
    out["anonymous_bytes"] = memory.anonymousBytes;
    out["index_write_ns"] = trace->indexWriting ? Json(written.wallNs) : Json();
    out["index_bytes"] = trace->indexWriting ? Json(trace->indexWriting->writtenBytes()) : Json();
    return out;
}

} // namespace lanescope::cli
