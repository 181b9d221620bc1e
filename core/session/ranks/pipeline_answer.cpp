#include "core/session/ranks/pipeline_answer.h"

#include "core/align/robust_fit.h"
#include "core/export/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace lanescope::ranks {
namespace {

using align::PipelineStudy;

std::string_view slowWord(PipelineStudy::Slow slow) {
    constexpr std::string_view kWords[] = {"nothing", "stage", "rank", "spread"};
    return kWords[static_cast<std::size_t>(slow)];
}

Json partJson(const PipelineStudy::Part& part) {
    Json out;
    out["compute_ns"] = part.computeNs;
    out["slowdown_alone"] = part.alone;
    out["recovered"] = part.recovered;
    return out;
}

struct PlaceSums { // means over the ranks of a place
    std::int64_t ranks = 0, timesLast = 0;
    double computeNs = 0, waitNs = 0;
};
// Below 2^62, whatever clocks say.
std::int64_t wholeNs(double ns) { return static_cast<std::int64_t>(std::min(ns, 4.6e18)); }

using PlaceTable = std::map<std::pair<align::Parallel, std::int64_t>, PlaceSums>;

PlaceTable sumsByPlace(const RankSet& set, const align::StragglerReport& report) {
    PlaceTable out;
    std::set<std::int64_t> counted; // a copy of a rank takes part in nothing: it would be one that never waits
    for (std::size_t r = 0; r < set.records.size(); ++r) {
        const align::RankRecord& record = set.records[r];
        if (!record.rank || !counted.insert(*record.rank).second) continue;
        double compute = 0, steps = 0;
        for (const align::RankStep& step : record.steps) {
            if (step.warmup || step.cutOff) continue;
            compute += static_cast<double>(step.figures.computeNs);
            ++steps;
        }
        for (const auto& [parallel, place] : set.layout.places[r]) {
            PlaceSums& sums = out[{parallel, place}];
            ++sums.ranks;
            sums.computeNs += steps > 0 ? compute / steps : static_cast<double>(record.whole.computeNs);
            sums.waitNs += static_cast<double>(report.ranks[r].sums.totalWaitNs);
            sums.timesLast += static_cast<std::int64_t>(report.ranks[r].sums.timesLast);
        }
    }
    std::map<align::Parallel, std::size_t> places;
    for (const auto& [key, sums] : out) ++places[key.first];
    std::erase_if(out, [&](const auto& entry) { return places[entry.first.first] < 2; });
    for (auto& [key, sums] : out) {
        sums.computeNs /= static_cast<double>(sums.ranks);
        sums.waitNs /= static_cast<double>(sums.ranks);
    }
    return out;
}

// Kernel time of a step on the mean; of the whole recording where there are no steps.
std::int64_t workOf(const align::RankRecord& record) {
    double sum = 0, steps = 0;
    for (const align::RankStep& step : record.steps) {
        if (step.warmup || step.cutOff) continue;
        sum += static_cast<double>(step.figures.kernelSumNs);
        ++steps;
    }
    return steps > 0 ? wholeNs(sum / steps) : record.whole.kernelSumNs;
}

} // namespace

std::string recoveredText(double share) { return share >= 1 ? std::string("all") : formatShare(std::max(0.0, share)); }

std::optional<StagePeers> slowestAmongPeers(const RankSet& set) {
    std::map<std::map<align::Parallel, std::int64_t>, std::vector<std::size_t>> byPlace; // all but the replica
    for (std::size_t r = 0; r < set.records.size(); ++r) {
        auto place = set.layout.places[r];
        if (!place.contains(align::Parallel::Pipeline)) return std::nullopt;
        place.erase(align::Parallel::Data);
        byPlace[place].push_back(r);
    }
    std::optional<StagePeers> most;
    for (const auto& [place, records] : byPlace) {
        for (const std::size_t own : records) {
            std::vector<std::int64_t> others;
            for (const std::size_t r : records)
                if (r != own) others.push_back(workOf(set.records[r]));
            if (others.empty()) continue;
            const StagePeers one{own, workOf(set.records[own]), align::lowerMedian(std::move(others))};
            const auto excess = static_cast<double>(one.ownNs - one.peersNs);
            if (excess <= kPeersEqual * static_cast<double>(one.peersNs)) continue;
            if (!most || one.ownNs - one.peersNs > most->ownNs - most->peersNs) most = one;
        }
    }
    return most;
}

Json pipelineJson(const RankSet& set, const PipelineStudy& study) {
    Json out;
    out["steps"] = study.steps;
    out["steps_recorded"] = study.recorded;
    out["stages"] = study.stages;
    out["replicas"] = study.replicas;
    out["step_ns"] = study.playedNs;
    out["ideal_step_ns"] = study.idealNs;
    out["slowdown"] = study.slowdown();
    out["slow"] = slowWord(study.slow);
    out["slow_stage"] = study.slow == PipelineStudy::Slow::Stage ? Json(study.slowest) : Json();
    out["slow_rank"] =
        study.slow == PipelineStudy::Slow::Rank ? Json(set.label(static_cast<std::size_t>(study.slowest))) : Json();
    for (const char* list : {"by_stage", "by_replica", "by_operation", "by_rank"}) out[list] = Json::object();
    for (const auto& part : study.byStage) out["by_stage"][std::to_string(part.id)] = partJson(part);
    for (const auto& part : study.byReplica) out["by_replica"][std::to_string(part.id)] = partJson(part);
    for (const auto& part : study.byKind) {
        Json& one = out["by_operation"][align::stageOpWord(static_cast<align::StageOpKind>(part.id))];
        one["slowdown_alone"] = part.alone;
        one["recovered"] = part.recovered;
    }
    for (const auto& part : study.byRank) {
        Json& one = out["by_rank"][set.label(static_cast<std::size_t>(part.id))];
        one["compute_ns"] = part.computeNs;
        one["recovered"] = part.recovered;
    }
    return out;
}

Table pipelineTable(const RankSet& set, const PipelineStudy& study) {
    Table table{"pipeline",
                "What even work would bring, by part of the pipeline",
                {{"part", "part", Unit::Text},
                 {"compute_ns", "compute per step", Unit::Nanoseconds},
                 {"slowdown_alone", "slowdown, rest ideal", Unit::None},
                 {"recovered", "of the loss recovered", Unit::None}},
                {},
                0,
                {},
                {}};
    for (const auto& part : study.byStage)
        table.rows.push_back({fmt::format("stage {}", part.id), part.computeNs, part.alone, part.recovered});
    for (const auto& part : study.byReplica)
        table.rows.push_back({fmt::format("replica {}", part.id), part.computeNs, part.alone, part.recovered});
    for (const auto& part : study.byRank)
        table.rows.push_back({fmt::format("rank {}", set.label(static_cast<std::size_t>(part.id))), part.computeNs,
                              Cell(), part.recovered});
    for (const auto& part : study.byKind)
        table.rows.push_back({std::string(align::stageOpWord(static_cast<align::StageOpKind>(part.id))), Cell(),
                              part.alone, part.recovered});
    table.notes.push_back(pipelineVerdict(set, study));
    table.notes.push_back(fmt::format(
        "{} steps played again: operations in their order, launch delays left out; ideal: the mean of a kind "
        "(computation), its median (transfers)",
        study.steps == study.recorded ? fmt::format("{}", study.steps)
                                      : fmt::format("{} of {}", study.steps, study.recorded)));
    if (study.byRank.empty())
        table.notes.emplace_back(study.byStage.empty() ? "too many operations to try stages and ranks alone"
                                                       : "too many operations to try each rank alone");
    return table;
}

std::string pipelineVerdict(const RankSet& set, const PipelineStudy& study) {
    const std::string lengths = fmt::format("a step takes {}, {} if all work were even", formatDuration(study.playedNs),
                                            formatDuration(study.idealNs));
    const auto slowest = static_cast<std::size_t>(study.slowest);
    switch (study.slow) {
    case PipelineStudy::Slow::Stage:
        return fmt::format(
            "stage {} of the pipeline is slow: {}; {} of that comes back when the stage takes as long as "
            "the mean",
            study.slowest, lengths, recoveredText(study.byStage[slowest].recovered));
    case PipelineStudy::Slow::Rank:
        return fmt::format("rank {} is slow, not its stage: {}; {} of the loss comes back when the rank takes as "
                           "long as the mean",
                           set.label(slowest), lengths, recoveredText(study.byRank[slowest].recovered));
    case PipelineStudy::Slow::Spread:
        if (study.byStage.empty()) return fmt::format("the pipeline is too large to tell what is slow: {}", lengths);
        return fmt::format("no single stage or rank of the pipeline is slow: {}", lengths);
    case PipelineStudy::Slow::Nothing:
        break;
    }
    return fmt::format("the pipeline is even: {}", lengths);
}

Table placesTable(const RankSet& set, const align::StragglerReport& report) {
    Table table{"places",
                "By place in the job (means of its ranks)",
                {{"place", "place", Unit::Text},
                 {"ranks", "ranks", Unit::Count},
                 {"compute_ns", "compute per step", Unit::Nanoseconds},
                 {"wait_ns", "waiting", Unit::Nanoseconds},
                 {"times_last", "came last", Unit::Count}},
                {},
                0,
                {},
                {}};
    const bool told = !report.refuted();
    for (const auto& [key, sums] : sumsByPlace(set, report))
        table.rows.push_back({fmt::format("{} {}", align::parallelWord(key.first), key.second), sums.ranks,
                              wholeNs(sums.computeNs), told ? Cell(wholeNs(sums.waitNs)) : Cell(),
                              told ? Cell(sums.timesLast) : Cell()});
    return table;
}

Json placesSums(const RankSet& set, const align::StragglerReport& report) {
    Json out = Json::object();
    for (const auto& [key, sums] : sumsByPlace(set, report)) {
        Json& one = out[align::parallelWord(key.first)][std::to_string(key.second)];
        one["ranks"] = sums.ranks;
        one["compute_ns"] = wholeNs(sums.computeNs);
        one["wait_ns"] = report.refuted() ? Json() : Json(wholeNs(sums.waitNs));
        one["times_last"] = report.refuted() ? Json() : Json(sums.timesLast);
    }
    return out;
}

} // namespace lanescope::ranks
