#include "core/session/ranks/load_ranks.h"

#include "core/session/folder_files.h"
#include "core/session/index_writing.h"
#include "core/session/load_traces.h"
#include "core/session/path_patterns.h"
#include "core/session/ranks/pipeline_timeline.h"
#include "core/session/ranks/rank_summary.h"
#include "core/session/ranks/record_rank.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <list>
#include <map>
#include <mutex>
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
    std::string text(sizeOf(source), '\0');
    std::ifstream file(source.source.path, std::ios::binary);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
    auto records = readSummary(text, place);
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

// One progress for loads side by side: what each has read so far is added while it runs, a few times a second.
class SharedProgress {
public:
    explicit SharedProgress(Progress& all) : m_all(all) {}

    // A load of so many bytes, of which `own` tells the share that is done. Lives as long as the load.
    class Part {
    public:
        Part(SharedProgress& shared, const Progress& own, std::uint64_t bytes)
            : m_shared(shared), m_own(own), m_bytes(bytes) {
            const std::lock_guard lock(shared.m_mutex);
            shared.m_parts.push_back(this);
        }
        ~Part() {
            const std::lock_guard lock(m_shared.m_mutex);
            m_shared.m_parts.remove(this);
            m_shared.m_all.done += m_bytes - m_counted;
            m_shared.m_all.events += m_own.events - m_events;
        }
        Part(const Part&) = delete;
        Part& operator=(const Part&) = delete;

    private:
        friend class SharedProgress;
        void count() {
            const std::uint64_t total = m_own.total, done = std::min<std::uint64_t>(m_own.done, total);
            if (total == 0) return;
            const auto share = static_cast<double>(done) / static_cast<double>(total);
            const auto now = std::min(m_bytes, static_cast<std::uint64_t>(share * static_cast<double>(m_bytes)));
            if (now > m_counted) m_shared.m_all.done += now - m_counted;
            m_counted = std::max(m_counted, now);
            const std::uint64_t events = m_own.events;
            m_shared.m_all.events += events - m_events;
            m_events = events;
        }
        SharedProgress& m_shared;
        const Progress& m_own;
        const std::uint64_t m_bytes;
        std::uint64_t m_counted = 0, m_events = 0;
    };

    void count() {
        const std::lock_guard lock(m_mutex);
        for (Part* part : m_parts) part->count();
    }

private:
    Progress& m_all;
    std::mutex m_mutex;
    std::list<Part*> m_parts;
};

// Counts until it goes away.
class Counting {
public:
    explicit Counting(SharedProgress& shared)
        : m_thread([&shared, this](const std::stop_token& stop) {
              std::unique_lock lock(m_mutex);
              while (!m_wake.wait_for(lock, stop, std::chrono::milliseconds(50), [&] { return stop.stop_requested(); }))
                  shared.count();
          }) {}

private:
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::jthread m_thread;
};

std::filesystem::path folderOf(const RankSource& source) {
    return std::filesystem::path(source.source.path).parent_path();
}

// With the member of an archive behind it, as records are called.
std::filesystem::path traceOf(const RankSource& source) { return source.source.text(); }

bool isNewer(const std::filesystem::path& trace, const std::filesystem::path& summary) {
    std::error_code error, other;
    const auto a = std::filesystem::last_write_time(trace, error), b = std::filesystem::last_write_time(summary, other);
    return !error && !other && a > b;
}

// Folder and file name of what summaries hold, with those summaries: the traces are not read again.
using HeldName = std::pair<std::filesystem::path, std::filesystem::path>;
using Held = std::map<HeldName, std::vector<std::size_t>>;

class RankLoads {
public:
    RankLoads(std::span<const RankSource> sources, const LoadRanksOptions& options, RunContext& context)
        : m_sources(sources),
          m_options(options),
          m_context(context),
          m_progress(context.progress()),
          m_all(sources.size()) {
        if (m_options.load.threads == 0) m_options.load.threads = std::max(1u, std::thread::hardware_concurrency());
        for (const RankSource& source : sources) context.progress().total += sizeOf(source);
    }

    void run() {
        const Counting counting(m_progress);
        for (std::size_t i = 0; i < m_sources.size(); ++i)
            (isSummary(m_sources[i]) ? m_summaries : m_traces).push_back(i);
        runAll(m_summaries);
        for (const std::size_t i : m_summaries)
            for (const align::RankRecord& record : m_all[i].records)
                m_held[{folderOf(m_sources[i]), std::filesystem::path(record.file).filename()}].push_back(i);
        std::vector<std::size_t> left;
        for (const std::size_t i : m_traces) (isHeld(i) ? m_heldTraces : left).push_back(i);
        for (const std::size_t i : m_heldTraces) m_context.progress().done += sizeOf(m_sources[i]);
        runAll(left);
        for (const std::size_t i : left) replaceStale(i);
    }

    LoadedRanks take() {
        LoadedRanks out;
        for (const std::size_t i : m_heldTraces) out.inSummaries.push_back(m_sources[i].source.text());
        for (const std::size_t i : m_newer) out.newer.push_back(m_sources[i].source.text());
        for (std::size_t i = 0; i < m_sources.size(); ++i) {
            One& one = m_all[i];
            if (one.error && m_sources[i].ofFolder && isNoTrace(*one.error))
                out.skipped.push_back(m_sources[i].source.text());
            else if (one.error)
                out.failed.emplace_back(m_sources[i].source.text(), std::move(*one.error));
            std::move(one.records.begin(), one.records.end(), std::back_inserter(out.records));
            out.eventStarts.insert(out.eventStarts.end(), one.eventStarts.begin(), one.eventStarts.end());
        }
        return out;
    }

private:
    bool isOf(const align::RankRecord& record, std::size_t trace, std::size_t summary) const {
        return isRecordOf(record, m_sources[trace].source, folderOf(m_sources[summary]));
    }

    // The summaries beside a trace, or above it, that hold its rank; none when its rank was set by the user.
    std::vector<std::size_t> summariesOf(std::size_t i) const {
        std::vector<std::size_t> out;
        std::filesystem::path folder = folderOf(m_sources[i]);
        const auto name = traceOf(m_sources[i]).filename();
        for (int above = 0; above <= kDeepestFolder && !m_sources[i].rank; ++above, folder = folder.parent_path()) {
            if (const auto at = m_held.find({folder, name}); at != m_held.end())
                for (const std::size_t s : at->second)
                    if (std::ranges::any_of(m_all[s].records, [&](const auto& r) { return isOf(r, i, s); }))
                        out.push_back(s);
            if (folder == folder.parent_path()) break;
        }
        return out;
    }

    bool isHeld(std::size_t i) const {
        return std::ranges::any_of(summariesOf(i), [&](std::size_t s) {
            return !isNewer(m_sources[i].source.path, m_sources[s].source.path);
        });
    }

    // What summaries hold of a trace that was changed after them does not count, once the trace itself is read.
    void replaceStale(std::size_t i) {
        const std::vector<std::size_t> summaries = summariesOf(i);
        if (summaries.empty() || m_all[i].records.empty()) return;
        m_newer.push_back(i);
        for (const std::size_t s : summaries) {
            std::erase_if(m_all[s].records, [&](const align::RankRecord& record) { return isOf(record, i, s); });
            m_all[s].eventStarts.resize(m_all[s].records.size());
        }
    }

    // As many at a time as there are threads, each on its share.
    void runAll(const std::vector<std::size_t>& which) {
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            for (std::size_t n = next++; n < which.size() && !m_context.stopRequested(); n = next++)
                load(which[n], shareOfThreads(m_options.load.threads, which.size() - n));
        };
        std::vector<std::jthread> threads;
        for (std::size_t w = 1; w < std::min<std::size_t>(m_options.load.threads, which.size()); ++w)
            threads.emplace_back(work);
        work();
    }

    void load(std::size_t i, unsigned threads) {
        RunContext own(m_context.stopToken());
        const SharedProgress::Part part(m_progress, own.progress(), sizeOf(m_sources[i]));
        m_all[i] =
            isSummary(m_sources[i]) ? readSummaryFile(m_sources[i]) : readTrace(m_sources[i], m_options, threads, own);
    }

    std::span<const RankSource> m_sources;
    LoadRanksOptions m_options;
    RunContext& m_context;
    SharedProgress m_progress;
    std::vector<One> m_all; // by source
    std::vector<std::size_t> m_summaries, m_traces, m_heldTraces, m_newer;
    Held m_held;
};

} // namespace

bool isRecordOf(const align::RankRecord& record, const TraceSource& trace, const std::filesystem::path& summaryFolder) {
    const std::filesystem::path way = std::filesystem::path(trace.text()).lexically_relative(summaryFolder);
    const std::filesystem::path file(record.file);
    auto own = file.end(), other = way.end();
    while (own != file.begin() && other != way.begin())
        if (*--own != *--other) return false;
    return !way.empty() && other == way.begin();
}

Result<LoadedRanks> loadRanks(std::span<const RankSource> sources, const LoadRanksOptions& options,
                              RunContext& context) {
    RankLoads loads(sources, options, context);
    loads.run();
    if (context.stopRequested()) return Error{ErrorCode::Cancelled, "stopped while reading ranks", "", ""};
    return loads.take();
}

Result<std::vector<RankSource>> rankSources(std::span<const std::string> inputs, const std::stop_token& stop) {
    std::vector<RankSource> out;
    for (const std::string& input : inputs) {
        const auto paths = pathsOf(input);
        if (!paths.ok()) return paths.error();
        for (const std::string& path : *paths) {
            const auto sources = traceSources(path, stop);
            if (!sources.ok()) return sources.error();
            std::error_code error;
            const bool folder = std::filesystem::is_directory(path, error);
            for (const TraceSource& source : *sources) out.push_back({source, std::nullopt, folder});
        }
    }
    return out;
}

} // namespace lanescope
