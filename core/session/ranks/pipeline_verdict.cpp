#include "core/session/ranks/pipeline_verdict.h"

#include "core/align/robust_fit.h"
#include "core/export/quantity.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::ranks {
namespace {

using align::PipelineStudy;

const PipelineStudy::Part* partOf(const std::vector<PipelineStudy::Part>& parts, std::int64_t id) {
    const auto it = std::find_if(parts.begin(), parts.end(), [&](const auto& part) { return part.id == id; });
    return it == parts.end() ? nullptr : &*it;
}

std::vector<std::size_t> ranksOfStage(const RankSet& set, std::int64_t stage) {
    std::vector<std::size_t> out;
    for (std::size_t r = 0; r < set.records.size(); ++r)
        for (const auto& [name, place] : set.records[r].coordinates)
            if (name == "pp" && place == stage) out.push_back(r);
    return out;
}

std::int64_t medianOfOthers(const std::vector<PipelineStudy::Part>& parts, std::int64_t but) {
    std::vector<std::int64_t> others;
    for (const PipelineStudy::Part& part : parts)
        if (part.id != but) others.push_back(part.computeNs);
    return others.empty() ? 0 : align::lowerMedian(std::move(others));
}

// The step in which those at fault compute longest.
std::optional<std::int64_t> worstStepOf(const RankSet& set, const std::vector<std::size_t>& slow) {
    std::optional<std::int64_t> out;
    std::int64_t most = -1;
    for (const std::size_t record : slow)
        for (const align::RankStep& step : set.records[record].steps) {
            if (step.warmup || step.cutOff || step.figures.computeNs <= most) continue;
            most = step.figures.computeNs;
            out = step.number;
        }
    return out;
}

void addPipelineBars(const PipelineStudy& study, StragglerVerdict& out) {
    std::vector<std::int64_t> others;
    for (const PipelineStudy::Part& part : study.byRank)
        if (std::find(out.slow.begin(), out.slow.end(), static_cast<std::size_t>(part.id)) == out.slow.end())
            others.push_back(part.computeNs);
    out.bars.clear();
    if (others.empty()) return;
    const auto median = static_cast<double>(std::max<std::int64_t>(1, align::lowerMedian(std::move(others))));
    out.barsTitle = "Compute per step, against the median of the others";
    for (const PipelineStudy::Part& part : study.byRank)
        out.bars.emplace_back(static_cast<std::size_t>(part.id),
                              (static_cast<double>(part.computeNs) - median) / median);
}

void addPipelineEvidence(const PipelineStudy& study, const PipelineStudy::Part& part,
                         const std::vector<PipelineStudy::Part>& parts, StragglerVerdict& out) {
    const auto duration = [](std::int64_t ns) { return formatDuration(ns, Precision::Slice); };
    out.evidence.clear();
    out.evidence.emplace_back("compute per step", fmt::format("{}, others {}", duration(part.computeNs),
                                                              duration(medianOfOthers(parts, part.id))));
    out.evidence.emplace_back("step as recorded", duration(study.playedNs));
    out.evidence.emplace_back("step, all work even", duration(study.idealNs));
    out.evidence.emplace_back("comes back with it even", recoveredText(part.recovered));
    double most = 0;
    for (const PipelineStudy::Part& replica : study.byReplica) most = std::max(most, replica.recovered);
    if (study.replicas > 1)
        out.evidence.emplace_back("with one replica even", fmt::format("at most {}", recoveredText(most)));
    out.evidence.emplace_back("played", fmt::format("{} steps, {} stages, {} replica{}", study.steps, study.stages,
                                                    study.replicas, study.replicas == 1 ? "" : "s"));
}

} // namespace

void tellPipeline(const RankSet& set, const PipelineStudy& study, StragglerVerdict& out) {
    const bool isStage = study.slow == PipelineStudy::Slow::Stage;
    if (!isStage && study.slow != PipelineStudy::Slow::Rank) return;
    const auto& parts = isStage ? study.byStage : study.byRank;
    const PipelineStudy::Part* part = partOf(parts, study.slowest);
    if (!part) return;
    if (isStage) {
        out.stage = study.slowest;
        out.slow = ranksOfStage(set, study.slowest);
        out.title = fmt::format("Stage {}", study.slowest);
        out.why = "This stage of the pipeline computes longer than the others, on every replica: the other stages wait "
                  "for it in each microbatch.";
        out.refute =
            "The same length of a step after work was moved to other stages, or even stages in a second capture.";
        out.tries = static_cast<std::size_t>(study.slowest) + 1 == study.stages
                        ? "Give the last stage fewer layers: it has the head and the loss as well."
                        : "Move layers from this stage to others.";
    } else {
        out.record = static_cast<std::size_t>(study.slowest);
        out.slow = {*out.record};
        const std::string& label = set.label(*out.record);
        out.title = set.records[*out.record].rank ? fmt::format("Rank {}", label) : label;
        out.why = "It computes longer than the other ranks of its stage: its pipeline waits for it in each microbatch.";
        out.refute = "Equal computation of the ranks of its stage in a second capture.";
        out.tries = "Read clocks, power and temperature of its GPU. Swap the rank to another GPU.";
    }
    out.confidence = StragglerVerdict::Confidence::Likely; // played, with launch delays left out
    const std::int64_t lost = std::max<std::int64_t>(0, study.playedNs - study.idealNs);
    const double share = static_cast<double>(lost) / static_cast<double>(std::max<std::int64_t>(1, study.playedNs));
    out.cost = fmt::format("{} per step, {}", formatDuration(lost, Precision::Slice), formatShare(share));
    out.worstStep = worstStepOf(set, out.slow);
    addPipelineEvidence(study, *part, parts, out);
    addPipelineBars(study, out);
}

void saySlowPeers(const RankSet& set, const std::optional<PipelineStudy>& study, StragglerVerdict& out) {
    const auto capital = [](std::string words) {
        if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 'a' + 'A');
        return words + ".";
    };
    if (study) out.said.push_back(capital(pipelineVerdict(set, *study)));
    if (const auto slow = slowestAmongPeers(set))
        out.said.push_back(fmt::format("Against the same stage of other replicas rank {} computes longest: {} per "
                                       "step, they {}.",
                                       set.label(slow->record), formatDuration(slow->ownNs),
                                       formatDuration(slow->peersNs)));
}

} // namespace lanescope::ranks
