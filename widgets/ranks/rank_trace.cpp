#include "widgets/ranks/rank_trace.h"

#include "core/analysis/device_work.h"
#include "core/session/ranks/pipeline_timeline.h"
#include "widgets/scene/rank_bands.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <set>

namespace lanescope::ranksview {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t kMostFiles = 65'536; // that a pattern may stand for

// '*' any letters, '?' one.
bool fits(std::string_view name, std::string_view pattern) {
    std::size_t n = 0, p = 0, star = std::string_view::npos, back = 0;
    while (n < name.size()) {
        if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
            ++n, ++p;
        } else if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            back = n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            n = ++back;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

// Of a timeline that holds every rank: its threads are named "PP rank 3, TP rank 0, dp-comm", a process per replica.
// Only the rows of one rank are kept, as streams.
class RowsOfRank {
public:
    RowsOfRank(const TraceStore& store, const align::RankRecord& record) : m_store(store) {
        const auto place = [&](std::string_view name) {
            for (const auto& [of, at] : record.coordinates)
                if (of == name) return at;
            return std::int64_t{0};
        };
        m_start = fmt::format("PP rank {}, TP rank {}, ", place("pp"), place("tp"));
        m_replica = static_cast<std::size_t>(place("dp"));
        for (const Thread& thread : store.threads())
            if (store.text(thread.name).starts_with("PP rank ")) m_processes.insert(numberOf(store.text(thread.pid)));
    }

    RowTree of(const RowTree& whole) const {
        std::vector<Row> rows;
        for (const Row& row : whole.rows()) {
            if (row.tracks.empty() || row.lanes.empty()) continue;
            const Thread& thread = m_store.threads()[m_store.tracks()[row.tracks.front().value].thread.value];
            const std::string_view name = m_store.text(thread.name);
            const auto process = m_processes.find(numberOf(m_store.text(thread.pid)));
            if (!name.starts_with(m_start) || process == m_processes.end()) continue;
            if (static_cast<std::size_t>(std::distance(m_processes.begin(), process)) != m_replica) continue;
            Row own = row;
            own.kind = RowKind::Stream;
            own.level = 1;
            own.parent.reset();
            own.name = std::string(name.substr(m_start.size()));
            own.subtitle.clear();
            own.shortSubtitle.clear();
            own.use = own.name == "compute" ? StreamUse::Compute : StreamUse::Communication;
            rows.push_back(std::move(own));
        }
        return RowTree(std::move(rows), whole.sharedCounters(), 0);
    }

private:
    static std::int64_t numberOf(std::string_view text) {
        std::int64_t out = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
        return error == std::errc() && end == text.data() + text.size() ? out : INT64_MAX;
    }

    const TraceStore& m_store;
    std::string m_start;
    std::size_t m_replica = 0;
    std::set<std::int64_t> m_processes;
};

} // namespace

const RankSource* RankJob::sourceOf(std::size_t record) const {
    const auto it = std::find_if(sources.begin(), sources.end(), [&](const RankSource& source) {
        return source.source.text() == set.records[record].file;
    });
    return it == sources.end() ? nullptr : &*it;
}

std::vector<std::string> expandPatterns(const std::vector<std::string>& inputs) {
    std::vector<std::string> out;
    for (const std::string& input : inputs) {
        std::error_code error;
        const fs::path path(input);
        const std::string pattern = path.filename().string();
        if (pattern.find_first_of("*?") == std::string::npos || fs::exists(path, error)) {
            out.push_back(input);
            continue;
        }
        const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
        std::vector<std::string> found;
        for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
            if (found.size() < kMostFiles && fits(it->path().filename().string(), pattern))
                found.push_back(it->path().string());
        std::sort(found.begin(), found.end());
        if (found.empty()) found.push_back(input); // so that it is said what was not found
        out.insert(out.end(), found.begin(), found.end());
    }
    return out;
}

std::string titleOf(const std::vector<std::string>& inputs) {
    if (inputs.empty()) return {};
    fs::path path(inputs.front());
    if (path.filename().empty()) path = path.parent_path();
    if (inputs.size() > 1 && path.has_parent_path() && !path.parent_path().filename().empty())
        path = path.parent_path();
    return path.filename().string();
}

Result<std::shared_ptr<const RankJob>> loadRankJob(const std::vector<std::string>& inputs, LoadRanksOptions options,
                                                   RunContext& context) {
    auto sources = rankSources(expandPatterns(inputs), context.stopToken());
    if (!sources.ok()) return sources.error();
    return loadRankJob(std::move(*sources), titleOf(inputs), options, context);
}

Result<std::shared_ptr<const RankJob>> loadRankJob(std::vector<RankSource> sources, std::string title,
                                                   const LoadRanksOptions& options, RunContext& context) {
    auto job = std::make_shared<RankJob>();
    job->title = std::move(title);
    job->sources = std::move(sources);
    auto loaded = loadRanks(job->sources, options, context);
    if (!loaded.ok()) return loaded.error();
    job->failed = std::move(loaded->failed);
    job->skipped = std::move(loaded->skipped);
    job->events = context.progress().events.load();
    if (loaded->records.empty()) {
        if (!job->failed.empty()) return job->failed.front().second;
        const std::string place = job->sources.empty() ? job->title : job->sources.front().source.text();
        return Error{ErrorCode::NotATrace, "expected traces of ranks, found none", place, ""};
    }
    job->set = makeRankSet(std::move(loaded->records));
    return std::shared_ptr<const RankJob>(std::move(job));
}

Result<std::vector<std::optional<std::int64_t>>> findRankEvent(const RankJob& job, const std::string& name,
                                                               LoadRanksOptions options, RunContext& context) {
    options.alignEvent = name;
    const auto loaded = loadRanks(job.sources, options, context);
    if (!loaded.ok()) return loaded.error();
    std::vector<std::optional<std::int64_t>> starts(job.set.records.size());
    for (std::size_t r = 0; r < starts.size(); ++r)
        for (std::size_t i = 0; i < loaded->records.size(); ++i)
            if (loaded->records[i].file == job.set.records[r].file &&
                loaded->records[i].rank == job.set.records[r].rank)
                starts[r] = loaded->eventStarts[i];
    return starts;
}

Result<std::shared_ptr<const RankTrace>> openRankTrace(const RankJob& job, std::size_t record,
                                                       const LoadOptions& options, RunContext& context) {
    const RankSource* source = job.sourceOf(record);
    if (!source)
        return Error{ErrorCode::MissingData, "a summary has no timeline", job.set.records[record].file,
                     "open the trace of this rank beside it"};
    LoadOptions load = options;
    load.member = source->source.member;
    load.rank = source->rank;
    auto trace = loadTrace(source->source.path, load, context);
    if (!trace.ok()) return trace.error();
    auto out = std::make_shared<RankTrace>();
    out->trace = std::move(*trace);
    out->tree = buildRowTree(*out->trace.store);
    if (isPipelineTimeline(*out->trace.store))
        out->tree = RowsOfRank(*out->trace.store, job.set.records[record]).of(out->tree);
    if (context.stopRequested()) return Error{ErrorCode::Cancelled, "stopped", {}, {}};
    const std::vector<DeviceWork> devices = collectDeviceWork(*out->trace.store);
    out->bands = scene::bandsOf(devices);
    scene::addRankBands(out->bands, *out->trace.store, devices, scene::IdleOwners::NotYet);
    return std::shared_ptr<const RankTrace>(std::move(out));
}

} // namespace lanescope::ranksview
