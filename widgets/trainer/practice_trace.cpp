#include "widgets/trainer/practice_trace.h"

#include "core/analysis/signatures/signatures.h"
#include "core/session/ranks/merged_trace.h"
#include "core/session/ranks/rank_findings.h"
#include "core/session/ranks/record_rank.h"
#include "widgets/scene/queue_curves.h"

#include <QTemporaryDir>

#include <algorithm>
#include <fstream>

namespace lanescope::trainer {

namespace {

Error stopped() { return {ErrorCode::Cancelled, "stopped", {}, {}}; }

Result<LoadedTrace> load(const std::filesystem::path& path, RunContext& context) {
    LoadOptions options;
    options.useIndex = false; // the file goes away
    return loadTrace(path, options, context);
}

struct Made { // what was simulated, and what was found in it
    LoadedTrace shown;
    FindingsResult findings; // times of the trace that is shown
};

Result<Made> ofOneRank(const std::filesystem::path& path, RunContext& context) {
    auto trace = load(path, context);
    if (!trace.ok()) return trace.error();
    auto findings = findFindings(*trace->store, {}, context);
    if (!findings.ok()) return findings.error();
    return Made{std::move(*trace), std::move(*findings)};
}

Status writeMerged(const RankSet& set, const std::vector<LoadedTrace>& ranks, const std::filesystem::path& out,
                   const std::stop_token& stop) {
    std::ofstream file(out, std::ios::binary);
    MergedTraceWriter writer(set, [&file](std::string_view text) {
        file.write(text.data(), static_cast<std::streamsize>(text.size()));
        return file.good();
    });
    bool ok = writer.begin();
    for (std::size_t r = 0; ok && r < ranks.size(); ++r) ok = writer.addRank(r, *ranks[r].store, stop);
    ok = ok && writer.end();
    file.close();
    if (stop.stop_requested()) return stopped();
    if (!ok || !file) return Error{ErrorCode::NotWritable, "the ranks could not be laid together", out.string(), {}};
    return {};
}

// All ranks' findings as one list, on the common clock.
FindingsResult together(const RankSet& set, std::vector<FindingsResult> results) {
    FindingsResult out = results.front();
    out.findings.clear();
    for (std::size_t r = 0; r < results.size(); ++r)
        for (Finding& f : results[r].findings) {
            for (Interval& at : f.ranges)
                at = {count(set.alignment.ranks[r].toCommon(at.begin)), count(set.alignment.ranks[r].toCommon(at.end))};
            f.slices.clear(); // of another store
            const auto same = std::find_if(out.findings.begin(), out.findings.end(),
                                           [&f](const Finding& o) { return o.signature == f.signature; });
            if (same == out.findings.end()) {
                out.findings.push_back(std::move(f));
                continue;
            }
            std::vector<Interval> all = same->ranges;
            all.insert(all.end(), f.ranges.begin(), f.ranges.end());
            if (f.costNs > same->costNs) *same = f;
            same->ranges = unionOf(std::move(all));
        }
    for (FindingWindow& w : out.windows)
        w.at = {count(set.alignment.ranks[0].toCommon(w.at.begin)), count(set.alignment.ranks[0].toCommon(w.at.end))};
    return out;
}

Result<Made> ofRanks(const std::vector<synth::SynthFile>& files, const std::filesystem::path& merged,
                     RunContext& context) {
    std::vector<LoadedTrace> ranks;
    std::vector<align::RankRecord> records;
    std::vector<RankInput> inputs;
    for (std::size_t r = 0; r < files.size(); ++r) {
        auto trace = load(files[r].trace, context);
        if (!trace.ok()) return trace.error();
        ranks.push_back(std::move(*trace));
        records.push_back(recordRank(*ranks.back().store, std::to_string(r), context.stopToken()));
        inputs.push_back({static_cast<std::int64_t>(r), ranks.back().store.get(), {}});
    }
    const RankSet set = makeRankSet(std::move(records)); // files come by rank
    auto results = findJobFindings(inputs, {}, context);
    if (!results.ok()) return results.error();
    if (Status status = writeMerged(set, ranks, merged, context.stopToken()); !status.ok()) return status.error();
    auto shown = load(merged, context);
    if (!shown.ok()) return shown.error();
    return Made{std::move(*shown), together(set, std::move(*results))};
}

std::shared_ptr<const timeline::TraceFacts> factsOf(const std::shared_ptr<const models::TraceAnalysis>& analysis) {
    auto facts = std::make_shared<timeline::TraceFacts>();
    facts->analysis = analysis;
    GapFinder finder(*analysis->store);
    for (const DeviceWork& device : analysis->devices) facts->idle.push_back(finder.find(device));
    facts->bands = scene::bandsOf(analysis->devices, facts->idle);
    facts->counters = scene::countersWithQueues(*analysis->store, analysis->devices);
    return facts;
}

} // namespace

Result<PracticeTrace> makePracticeTrace(const RoundPlan& plan, const QString& title, RunContext& context) {
    const QTemporaryDir folder;
    if (!folder.isValid())
        return Error{ErrorCode::NotWritable, "no temporary folder could be made", folder.path().toStdString(), {}};
    const std::filesystem::path place = folder.path().toStdString();
    const auto files = synth::write(plan.options, plan.options.ranks > 1 ? place : place / "trace.json", context);
    if (!files.ok()) return files.error();
    auto made =
        files->size() > 1 ? ofRanks(*files, place / "merged.json", context) : ofOneRank(files->front().trace, context);
    if (!made.ok()) return made.error();
    auto& found = made->findings.findings;
    const auto wanted = std::find_if(found.begin(), found.end(),
                                     [&plan](const Finding& f) { return f.signature->id == plan.signature; });
    if (wanted == found.end())
        return Error{ErrorCode::Internal, "the trace does not show what it was made for: " + plan.signature, {}, {}};
    std::rotate(found.begin(), wanted, wanted + 1);

    PracticeTrace out;
    out.evidence = found.front().ranges;
    out.findings = std::make_shared<const FindingsResult>(std::move(made->findings));
    auto open = std::make_shared<timeline::OpenTrace>();
    open->trace = std::move(made->shown);
    open->trace.path = title.toStdString();
    open->trace.text.reset(); // its file is gone
    auto analysis = models::analyseTrace(open->trace.store, {}, context);
    if (!analysis.ok()) return analysis.error();
    out.facts = factsOf(*analysis);
    open->tree = buildRowTree(*open->trace.store, {PythonFrames::Shown, StreamRows::Separate, out.facts->counters});
    out.open = std::move(open);
    if (context.stopRequested()) return stopped();
    return out;
}

} // namespace lanescope::trainer
