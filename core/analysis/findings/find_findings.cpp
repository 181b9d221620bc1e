#include "core/analysis/findings/find_findings.h"

#include "core/analysis/findings/capture_notes.h"
#include "core/analysis/findings/rank_waits.h"
#include "core/analysis/signatures/signatures.h"

#include <algorithm>
#include <map>
#include <set>

namespace lanescope {

namespace {

Error stopped() { return {ErrorCode::Cancelled, "the analysis was stopped", {}, {}}; }

void takeCosts(Finding& finding, const TraceFacts& facts) {
    finding.costNs = facts.sum(finding.costPerWindowNs);
    if (facts.counted.empty()) return;
    finding.costPerStepNs = finding.costNs / static_cast<std::int64_t>(facts.counted.size());
    finding.costShare =
        facts.countedNs > 0 ? static_cast<double>(finding.costNs) / static_cast<double>(facts.countedNs) : 0;
}

// Exposed communication that belongs to no finding, per step.
std::int64_t exposedCommLeft(const TraceFacts& facts, const DeviceFacts& device, const std::vector<Finding>& findings) {
    std::int64_t left = 0;
    for (const std::size_t i : facts.counted) {
        left += device.numbers[i].exposedCommNs;
        for (const Finding& f : findings) {
            if (f.device != device.name) continue;
            if (f.signature->letter == 'a' || f.signature->letter == 'e') left -= f.costPerWindowNs[i];
            if (f.signature->letter != 'f') continue;
            left -= lengthWithin(device.exposedWait, facts.windows[i].at.begin, facts.windows[i].at.end);
        }
    }
    return left / static_cast<std::int64_t>(std::max<std::size_t>(1, facts.counted.size()));
}

// Idle time that belongs to no finding. Findings about idle time own whole names, so a name is either owned or not.
FindingsResult::Unexplained unexplainedOf(const TraceFacts& facts, const DeviceFacts& device,
                                          const std::vector<Finding>& findings) {
    std::set<IdlePart> owned;
    for (const Finding& f : findings) {
        if (!f.aboutIdle || f.device != device.name) continue;
        owned.insert(f.part);
        if (f.part == IdlePart::LateLaunch) owned.insert(IdlePart::LaunchLatency);
    }
    std::map<IdlePart, std::int64_t> parts;
    for (const std::size_t i : facts.counted)
        for (std::size_t p = 0; p < kIdleParts; ++p)
            if (!owned.contains(static_cast<IdlePart>(p)))
                parts[static_cast<IdlePart>(p)] += device.idleSums[i].mainNs[p];
    FindingsResult::Unexplained out{device.name, 0, {}, exposedCommLeft(facts, device, findings)};
    const auto steps = static_cast<std::int64_t>(std::max<std::size_t>(1, facts.counted.size()));
    for (const auto& [part, ns] : parts) {
        if (ns / steps == 0) continue;
        out.parts.emplace_back(part, ns / steps);
        out.idlePerStepNs += ns / steps;
    }
    std::stable_sort(out.parts.begin(), out.parts.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    return out;
}

FindingsResult::Device sharesOf(const TraceFacts& facts, const DeviceFacts& device) {
    FindingsResult::Device out{device.name, 0, 0};
    if (facts.countedNs <= 0) return out;
    for (const std::size_t i : facts.counted) {
        out.busyShare += static_cast<double>(device.numbers[i].busyNs) / static_cast<double>(facts.countedNs);
        out.exposedCommShare +=
            static_cast<double>(device.numbers[i].exposedCommNs) / static_cast<double>(facts.countedNs);
    }
    return out;
}

FindingsResult judge(const TraceFacts& facts) {
    FindingsResult out;
    for (const DeviceFacts& device : facts.devices) {
        const std::size_t before = out.findings.size();
        for (const SignatureInfo& signature : builtinSignatures()) {
            if (signature.judge == nullptr) continue;
            auto finding = signature.judge(facts, device);
            if (!finding) continue;
            finding->signature = &signature;
            finding->device = device.name;
            takeCosts(*finding, facts);
            out.findings.push_back(std::move(*finding));
        }
        if (out.findings.size() == before)
            if (auto healthy = judgeHealthy(facts, device)) {
                healthy->signature = &healthySignature();
                healthy->device = device.name;
                out.findings.push_back(std::move(*healthy));
            }
        out.devices.push_back(sharesOf(facts, device));
        out.unexplained.push_back(unexplainedOf(facts, device, out.findings));
    }
    std::stable_sort(out.findings.begin(), out.findings.end(),
                     [](const Finding& a, const Finding& b) { return a.costNs > b.costNs; });
    out.notes = captureNotes(facts);
    out.windows = facts.windows;
    out.countedWindows = facts.counted.size();
    out.hasSteps = facts.hasSteps;
    out.thresholds = facts.limits;
    out.gaps = facts.gaps;
    return out;
}

std::shared_ptr<const TraceWork> workOr(const TraceStore& store, std::shared_ptr<const TraceWork> work) {
    return work ? std::move(work) : std::make_shared<const TraceWork>(collectTraceWork(store));
}

} // namespace

Result<FindingsResult> findFindings(const TraceStore& store, const FindingOptions& options, RunContext& context,
                                    std::shared_ptr<const TraceWork> work) {
    const TraceFacts facts = factsOf(store, workOr(store, std::move(work)), options, context);
    if (context.stopRequested()) return stopped();
    return judge(facts);
}

Result<std::vector<FindingsResult>> findFindings(std::span<const RankInput> ranks, const FindingOptions& options,
                                                 RunContext& context, const RankEvidence* evidence) {
    std::vector<std::unique_ptr<TraceFacts>> facts;
    std::vector<RankTrace> traces;
    std::int64_t worldSize = 0;
    for (const RankInput& input : ranks) {
        facts.push_back(
            std::make_unique<TraceFacts>(factsOf(*input.store, workOr(*input.store, input.work), options, context)));
        if (context.stopRequested()) return stopped();
        traces.push_back({input.rank, facts.back().get()});
        worldSize = std::max(worldSize, input.store->info().worldSize.value_or(0));
    }
    matchRanks(traces, worldSize, evidence);
    std::vector<FindingsResult> out;
    for (const auto& one : facts) out.push_back(judge(*one));
    if (ranks.size() > 1) noteUnequalWork(traces, out);
    return out;
}

} // namespace lanescope
