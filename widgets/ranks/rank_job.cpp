// A job: what the inputs stand for, summaries before the traces they were made of, and what lies beside them.
#include "widgets/ranks/rank_trace.h"

#include "core/readers/chrome_json/rank_from_name.h"
#include "core/session/path_patterns.h"
#include "core/session/ranks/rank_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

namespace lanescope::ranksview {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t kMostTroubles = 6;

bool isSummaryFile(const TraceSource& source) {
    if (!source.member.empty()) return false;
    std::ifstream file(source.path, std::ios::binary);
    char head[256] = {};
    file.read(head, sizeof head);
    return looksLikeSummary({head, static_cast<std::size_t>(file.gcount())});
}

std::string lastPart(const std::string& file) {
    const std::size_t at = file.find_last_of("/!");
    return at == std::string::npos ? file : file.substr(at + 1);
}

bool isFile(const fs::path& path) {
    std::error_code error;
    return !path.empty() && fs::is_regular_file(path, error);
}

bool isNewer(const fs::path& trace, const fs::path& summary) {
    std::error_code error, other;
    const auto a = fs::last_write_time(trace, error), b = fs::last_write_time(summary, other);
    return !error && !other && a > b;
}

// Summaries are read first; a trace of one of their ranks waits until it is looked at.
class JobLoader {
public:
    JobLoader(RankJob& job, const LoadRanksOptions& options, RunContext& context)
        : m_job(job), m_options(options), m_context(context) {}

    Status load() {
        std::vector<RankSource> summaries, traces;
        for (RankSource& source : m_job.sources)
            (isSummaryFile(source.source) ? summaries : traces).push_back(std::move(source));
        m_job.sources.clear();
        for (const RankSource& summary : summaries)
            if (const Status done = readSummary(summary); !done.ok()) return done;
        std::erase_if(traces, [&](const RankSource& trace) { return isOfSummary(trace); });
        std::erase_if(traces, [&](const RankSource& trace) {
            return m_job.companions && m_job.companions->has(trace.source.path.string());
        });
        const std::size_t ofSummaries = m_records.size();
        if (const Status done = read(traces); !done.ok()) return done;
        replaceStale(ofSummaries);
        m_job.sources.insert(m_job.sources.end(), summaries.begin(), summaries.end());
        m_job.sources.insert(m_job.sources.end(), traces.begin(), traces.end());
        addDumpsAlone();
        return {};
    }

    std::vector<align::RankRecord> takeRecords() { return std::move(m_records); }
    // After the records were put in order.
    void addTimelines() {
        for (const align::RankRecord& record : m_job.set.records) {
            if (m_job.companions && m_job.companions->has(record.file)) { // a dump: nothing to draw
                m_job.timelines.emplace_back();
                continue;
            }
            const RankSource* source = m_job.sourceOf(record);
            const auto folder = m_folders.find(record.file);
            if (source && folder == m_folders.end()) {
                m_job.timelines.push_back(source->source);
                continue;
            }
            m_job.timelines.push_back(beside(record, folder == m_folders.end() ? fs::path() : folder->second));
        }
    }

private:
    Status read(const std::vector<RankSource>& sources) {
        if (sources.empty()) return {};
        auto loaded = loadRanks(sources, m_options, m_context);
        if (!loaded.ok()) return loaded.error();
        std::move(loaded->records.begin(), loaded->records.end(), std::back_inserter(m_records));
        std::move(loaded->failed.begin(), loaded->failed.end(), std::back_inserter(m_job.failed));
        std::move(loaded->skipped.begin(), loaded->skipped.end(), std::back_inserter(m_job.skipped));
        return {};
    }

    Status readSummary(const RankSource& summary) {
        const std::size_t before = m_records.size();
        const Status done = read({summary});
        for (std::size_t r = before; r < m_records.size(); ++r) {
            m_folders.try_emplace(m_records[r].file, summary.source.path.parent_path());
            m_summarised.try_emplace(lastPart(m_records[r].file), summary.source.path);
        }
        return done;
    }

    bool isOfSummary(const RankSource& trace) {
        const auto at = m_summarised.find(trace.source.fileName());
        if (at == m_summarised.end()) return false;
        m_waiting.emplace(trace.source.fileName(), trace.source);
        if (!isNewer(trace.source.path, at->second)) return true;
        m_changed.push_back(trace.source);
        return false;
    }

    // What a summary holds of a trace that was changed after it does not count, once the trace itself is read.
    void replaceStale(std::size_t ofSummaries) {
        for (const TraceSource& trace : m_changed) {
            const auto first = m_records.begin() + static_cast<std::ptrdiff_t>(ofSummaries);
            if (std::none_of(first, m_records.end(), [&](const auto& r) { return r.file == trace.text(); })) continue;
            m_job.newer.push_back(trace.fileName());
            const auto gone = std::remove_if(m_records.begin(), first, [&](const auto& r) { return isOf(r, trace); });
            ofSummaries = static_cast<std::size_t>(gone - m_records.begin());
            m_records.erase(gone, first);
        }
    }

    // Nodes may call their traces alike: then the folder below the summary tells.
    bool isOf(const align::RankRecord& record, const TraceSource& trace) const {
        if (lastPart(record.file) != trace.fileName()) return false;
        const auto folder = m_folders.find(record.file);
        return m_waiting.count(trace.fileName()) == 1 ||
               (folder != m_folders.end() && isRecordOf(record, trace, folder->second));
    }

    TraceSource beside(const align::RankRecord& record, const fs::path& folder) const {
        const auto [first, last] = m_waiting.equal_range(lastPart(record.file));
        for (auto it = first; it != last; ++it)
            if (std::next(first) == last || isRecordOf(record, it->second, folder)) return it->second;
        const fs::path own(record.file);
        if (own.is_absolute() && isFile(own)) return {own, {}};
        for (const fs::path& at : {folder / own, folder / own.filename()})
            if (isFile(at)) return {at, {}};
        return {};
    }

    // A job that hung may have left nothing but the dumps of its flight recorder.
    void addDumpsAlone() {
        if (!m_records.empty() || !m_job.companions) return;
        for (const readers::FlightDump& dump : m_job.companions->dumps) {
            align::RankRecord record;
            record.file = dump.file;
            record.rank = dump.rank;
            m_records.push_back(std::move(record));
        }
    }

    RankJob& m_job;
    const LoadRanksOptions& m_options;
    RunContext& m_context;
    std::vector<align::RankRecord> m_records;
    std::map<std::string, fs::path> m_folders;         // file of a record of a summary -> the summary's folder
    std::map<std::string, fs::path> m_summarised;      // last part of such a file -> the summary
    std::multimap<std::string, TraceSource> m_waiting; // traces of summaries, by last part
    std::vector<TraceSource> m_changed;                // after the summary that holds them
};

} // namespace

const RankSource* RankJob::sourceOf(const align::RankRecord& record) const {
    const auto it = std::find_if(sources.begin(), sources.end(),
                                 [&](const RankSource& source) { return source.source.text() == record.file; });
    return it == sources.end() ? nullptr : &*it;
}

const TraceSource* RankJob::timelineOf(std::size_t record) const {
    if (record >= timelines.size() || timelines[record].path.empty()) return nullptr;
    return &timelines[record];
}

bool RankJob::isSummary(std::size_t record) const {
    const TraceSource* timeline = timelineOf(record);
    return !sourceOf(set.records[record]) || !timeline || timeline->text() != set.records[record].file;
}

std::vector<RankSource> RankJob::traceSources() const {
    std::vector<RankSource> out;
    std::map<std::string, std::size_t> at;
    for (std::size_t r = 0; r < set.records.size(); ++r) {
        const TraceSource* timeline = timelineOf(r);
        if (!timeline) continue;
        const auto [place, isNew] = at.try_emplace(timeline->text(), out.size());
        const RankSource* read = isSummary(r) ? nullptr : sourceOf(set.records[r]);
        if (isNew)
            out.push_back(read ? *read : RankSource{*timeline, set.records[r].rank, false});
        else if (!read)
            out[place->second].rank.reset(); // a trace of several ranks
    }
    return out;
}

RankSet RankJob::calledByTraces(RankSet of) const {
    for (std::size_t r = 0; r < of.records.size(); ++r)
        if (const TraceSource* timeline = timelineOf(r)) of.records[r].file = timeline->text();
    return of;
}

std::vector<std::string> RankJob::troubles() const {
    std::vector<std::string> out = set.discovery.notes(set.records);
    for (const auto& [file, error] : failed)
        if (out.size() < kMostTroubles)
            out.push_back(fmt::format("{} could not be read: {}", lastPart(file), error.message));
    // A file that was taken for none of the ranks, where one of its number is missing.
    for (const std::string& file : skipped) {
        const auto rank = readers::rankFromFileName(lastPart(file));
        const auto& missing = set.discovery.missing;
        if (rank && out.size() < kMostTroubles && std::find(missing.begin(), missing.end(), *rank) != missing.end())
            out.push_back(fmt::format("{} could not be read as the trace of rank {}", lastPart(file), *rank));
    }
    if (!newer.empty())
        out.push_back(
            fmt::format("{} {} newer than the summary beside it and read anew", newer.front(),
                        newer.size() == 1 ? std::string("is") : fmt::format("and {} more are", newer.size() - 1)));
    return out;
}

std::vector<std::string> expandPatterns(const std::vector<std::string>& inputs) {
    std::vector<std::string> out;
    for (const std::string& input : inputs) {
        const auto paths = pathsOf(input);
        if (paths.ok())
            out.insert(out.end(), paths->begin(), paths->end());
        else
            out.push_back(input); // so that it is said what was not found
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

namespace {

Result<std::shared_ptr<const RankJob>> loaded(std::shared_ptr<RankJob> job, const LoadRanksOptions& options,
                                              RunContext& context) {
    JobLoader loader(*job, options, context);
    const std::string place = job->sources.empty() ? job->title : job->sources.front().source.text();
    if (const Status done = loader.load(); !done.ok()) return done.error();
    job->events = context.progress().events.load();
    std::vector<align::RankRecord> records = loader.takeRecords();
    if (records.empty()) {
        if (job->companions && !job->companions->empty()) return std::shared_ptr<const RankJob>(std::move(job));
        if (!job->failed.empty()) return job->failed.front().second;
        return Error{ErrorCode::NotATrace, "expected traces of ranks, found none", place, ""};
    }
    job->set = makeRankSet(std::move(records));
    loader.addTimelines();
    if (context.stopRequested()) return Error{ErrorCode::Cancelled, "stopped", {}, {}};
    job->measures = std::make_shared<RankMeasures>(measureRanks(job->set));
    return std::shared_ptr<const RankJob>(std::move(job));
}

} // namespace

Result<std::shared_ptr<const RankJob>> loadRankJob(const std::vector<std::string>& inputs, LoadRanksOptions options,
                                                   RunContext& context) {
    auto job = std::make_shared<RankJob>();
    job->title = titleOf(inputs);
    const std::vector<std::string> files = expandPatterns(inputs);
    job->companions = std::make_shared<RankCompanions>(loadCompanions(files, context.stopToken()));
    std::vector<std::string> traces;
    std::copy_if(files.begin(), files.end(), std::back_inserter(traces),
                 [&](const std::string& file) { return !job->companions->has(file); });
    auto sources = rankSources(traces, context.stopToken());
    if (sources.ok())
        job->sources = std::move(*sources);
    else if (job->companions->empty())
        return sources.error();
    return loaded(std::move(job), options, context);
}

Result<std::shared_ptr<const RankJob>> loadRankJob(std::vector<RankSource> sources, std::string title,
                                                   const LoadRanksOptions& options, RunContext& context) {
    auto job = std::make_shared<RankJob>();
    job->title = std::move(title);
    job->sources = std::move(sources);
    return loaded(std::move(job), options, context);
}

Result<std::vector<std::optional<std::int64_t>>> findRankEvent(const RankJob& job, const std::string& name,
                                                               LoadRanksOptions options, RunContext& context) {
    options.alignEvent = name;
    const std::vector<RankSource> sources = job.traceSources();
    const auto found = loadRanks(sources, options, context);
    if (!found.ok()) return found.error();
    std::vector<std::optional<std::int64_t>> starts(job.set.records.size());
    for (std::size_t r = 0; r < starts.size(); ++r) {
        const TraceSource* timeline = job.timelineOf(r);
        for (std::size_t i = 0; timeline && i < found->records.size(); ++i)
            if (found->records[i].file == timeline->text() && found->records[i].rank == job.set.records[r].rank)
                starts[r] = found->eventStarts[i];
    }
    return starts;
}

} // namespace lanescope::ranksview
