#include "core/session/ranks/load_ranks.h"

#include "core/session/index_writing.h"
#include "core/session/ranks/pipeline_timeline.h"
#include "core/session/ranks/rank_summary.h"
#include "core/session/ranks/record_rank.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <thread>

namespace lanescope {
namespace {

constexpr std::uintmax_t kMaxSummaryBytes = std::uintmax_t{2} << 30;

struct One { // what became of one source
    std::vector<align::RankRecord> records;
    std::vector<std::optional<std::int64_t>> eventStarts;
    std::optional<Error> error;
};

std::uint64_t sizeOf(const RankSource& source) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(source.source.path, error);
    return error ? 0 : size;
}

bool isSummary(const RankSource& source) {
    if (!source.source.member.empty()) return false;
    std::ifstream file(source.source.path, std::ios::binary);
    char head[256] = {};
    file.read(head, sizeof head);
    return looksLikeSummary({head, static_cast<std::size_t>(file.gcount())});
}

One readSummaryFile(const RankSource& source) {
    One out;
    const std::string place = source.source.text();
    if (sizeOf(source) > kMaxSummaryBytes) {
        out.error = Error{ErrorCode::LimitExceeded, "a summary of more than 2 GB", place, ""};
        return out;
    }
    std::ifstream file(source.source.path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    auto records = readSummary(text.str(), place);
    if (!records.ok()) {
        out.error = records.error();
        return out;
    }
    out.records = std::move(*records);
    if (source.rank && out.records.size() == 1) out.records.front().rank = source.rank;
    out.eventStarts.resize(out.records.size());
    return out;
}

std::optional<std::int64_t> firstStart(const TraceStore& store, const std::string& name) {
    if (name.empty()) return std::nullopt;
    const auto id = store.findText(name);
    if (!id) return std::nullopt;
    std::optional<std::int64_t> first;
    const SliceColumns& slices = store.slices();
    for (std::size_t i = 0; i < slices.name.size(); ++i)
        if (slices.name[i] == id->value && (!first || slices.start[i] < *first)) first = slices.start[i];
    return first;
}

One readTrace(const RankSource& source, const LoadRanksOptions& options, unsigned threads, RunContext& context) {
    One out;
    LoadOptions load = options.load;
    load.member = source.source.member;
    load.rank = source.rank;
    load.threads = threads;
    const auto trace = loadTrace(source.source.path, load, context);
    if (!trace.ok()) {
        out.error = trace.error();
        return out;
    }
    const TraceStore& store = *trace->store;
    if (isPipelineTimeline(store))
        out.records = recordPipelineTimeline(store, source.source.text());
    else
        out.records.push_back(recordRank(store, source.source.text(), context.stopToken()));
    out.eventStarts.assign(out.records.size(), firstStart(store, options.alignEvent));
    if (trace->indexWriting) { // a stop must not wait for it
        const std::stop_callback stops(context.stopToken(), [&] { trace->indexWriting->stop(); });
        trace->indexWriting->wait();
    }
    return out;
}

bool isNoTrace(const Error& error) {
    return error.code == ErrorCode::NotATrace || error.code == ErrorCode::NoTraceEvents ||
           error.code == ErrorCode::UnsupportedFormat || error.code == ErrorCode::EmptyFile;
}

} // namespace

Result<LoadedRanks> loadRanks(std::span<const RankSource> sources, const LoadRanksOptions& options,
                              RunContext& context) {
    const unsigned cores =
        options.load.threads > 0 ? options.load.threads : std::max(1u, std::thread::hardware_concurrency());
    const auto workers = static_cast<unsigned>(std::min<std::size_t>(cores, std::max<std::size_t>(1, sources.size())));
    for (const RankSource& source : sources) context.progress().total += sizeOf(source);
    std::vector<One> all(sources.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < sources.size() && !context.stopRequested(); i = next++) {
            RunContext own(context.stopToken());
            all[i] = isSummary(sources[i]) ? readSummaryFile(sources[i])
                                           : readTrace(sources[i], options, std::max(1u, cores / workers), own);
            context.progress().done += sizeOf(sources[i]);
            context.progress().events += own.progress().events.load();
        }
    };
    {
        std::vector<std::jthread> threads;
        for (unsigned w = 1; w < workers; ++w) threads.emplace_back(work);
        work();
    }
    if (context.stopRequested()) return Error{ErrorCode::Cancelled, "stopped while reading ranks", "", ""};
    LoadedRanks out;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (all[i].error && sources[i].ofFolder && isNoTrace(*all[i].error))
            out.skipped.push_back(sources[i].source.text());
        else if (all[i].error)
            out.failed.emplace_back(sources[i].source.text(), std::move(*all[i].error));
        std::move(all[i].records.begin(), all[i].records.end(), std::back_inserter(out.records));
        out.eventStarts.insert(out.eventStarts.end(), all[i].eventStarts.begin(), all[i].eventStarts.end());
    }
    return out;
}

Result<std::vector<RankSource>> rankSources(std::span<const std::string> inputs, const std::stop_token& stop) {
    std::vector<RankSource> out;
    for (const std::string& input : inputs) {
        const auto sources = traceSources(input, stop);
        if (!sources.ok()) return sources.error();
        std::error_code error;
        const bool folder = std::filesystem::is_directory(input, error);
        for (const TraceSource& source : *sources) out.push_back({source, std::nullopt, folder});
    }
    return out;
}

} // namespace lanescope
