#include "core/align/straggler_cause.h"

#include "core/align/robust_fit.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lanescope::align {

namespace {

using Field = std::int64_t RankFigures::*;
constexpr Field kFields[] = {&RankFigures::wallNs,       &RankFigures::busyNs,  &RankFigures::computeNs,
                             &RankFigures::commNs,       &RankFigures::memNs,   &RankFigures::exposedCommNs,
                             &RankFigures::exposedMemNs, &RankFigures::idleNs,  &RankFigures::kernels,
                             &RankFigures::kernelSumNs,  &RankFigures::elements};

// Before the first recorded work a device is not known to be idle: a recording that begins in the midst of a job lacks
// what it was still doing, and work that was launched in time seems to wait long for its launch.
RankFigures figuresOf(const RankRecord& record, const RankStep& step) {
    RankFigures f = step.figures;
    if (step.begin >= record.begin) return f;
    f.idlePartNs[kIdleNotHost] += f.idlePartNs[kIdleLaunchLatency];
    f.idlePartNs[kIdleLaunchLatency] = 0;
    return f;
}

// Means over the steps with these numbers.
RankFigures meanOf(const RankRecord& record, const std::map<std::int64_t, int>& steps) {
    RankFigures sum;
    sum.loadNs = 0;
    bool loadKnown = true;
    std::int64_t n = 0;
    for (const RankStep& step : record.steps) {
        if (!steps.contains(step.number) || !stepCounts(record, step, Warmup::Counts)) continue;
        ++n;
        const RankFigures f = figuresOf(record, step);
        for (const Field field : kFields) sum.*field += f.*field;
        for (std::size_t p = 0; p < kIdleParts; ++p) sum.idlePartNs[p] += f.idlePartNs[p];
        loadKnown = loadKnown && f.loadNs >= 0;
        sum.loadNs += f.loadNs;
    }
    if (n == 0) return sum;
    sum.loadNs = loadKnown ? sum.loadNs / n : -1;
    for (const Field field : kFields) sum.*field /= n;
    for (std::int64_t& part : sum.idlePartNs) part /= n;
    return sum;
}

RankFigures medianOf(const std::vector<RankFigures>& all) {
    RankFigures out;
    const auto median = [&](auto valueOf) {
        std::vector<std::int64_t> values;
        for (const RankFigures& f : all) values.push_back(valueOf(f));
        return lowerMedian(std::move(values));
    };
    for (const Field field : kFields) out.*field = median([&](const RankFigures& f) { return f.*field; });
    for (std::size_t p = 0; p < kIdleParts; ++p)
        out.idlePartNs[p] = median([&](const RankFigures& f) { return f.idlePartNs[p]; });
    const bool known = std::all_of(all.begin(), all.end(), [](const RankFigures& f) { return f.loadNs >= 0; });
    if (known) out.loadNs = median([](const RankFigures& f) { return f.loadNs; });
    return out;
}

// Steps of the rank that all others who have any of its steps have as well; else those that any other has.
std::map<std::int64_t, int> commonSteps(std::span<const RankRecord> records, std::size_t record, Warmup warmup) {
    std::map<std::int64_t, int> shared;
    for (const RankStep& step : records[record].steps)
        if (stepCounts(records[record], step, warmup)) shared[step.number] = 0;
    int others = 0;
    for (std::size_t r = 0; r < records.size(); ++r) {
        if (r == record) continue;
        bool any = false;
        for (const RankStep& step : records[r].steps) {
            const auto at = shared.find(step.number);
            if (at == shared.end() || !stepCounts(records[r], step, warmup)) continue;
            ++at->second;
            any = true;
        }
        others += any ? 1 : 0;
    }
    const bool someWithAll = std::any_of(shared.begin(), shared.end(), [&](auto& s) { return s.second == others; });
    std::erase_if(shared, [&](const auto& s) { return s.second == 0 || (someWithAll && s.second < others); });
    return shared;
}

// Recordings without marks of steps may be of different lengths: figures of a whole one are those of as many
// collectives of common groups as the other has.
RankFigures wholeBeside(const RankRecord& other, const RankRecord& own) {
    const auto inCommon = [](const RankRecord& record, const RankRecord& with) {
        std::int64_t n = 0;
        for (const CommEvent& event : record.events) {
            const RankGroup& group = record.groups[event.group];
            n += std::find(with.groups.begin(), with.groups.end(), group) != with.groups.end() ? 1 : 0;
        }
        return n;
    };
    RankFigures out = other.whole;
    const std::int64_t mine = inCommon(own, other), theirs = inCommon(other, own);
    if (mine == theirs || mine == 0 || theirs == 0) return out;
    const double scale = static_cast<double>(mine) / static_cast<double>(theirs);
    const auto scaled = [&](std::int64_t value) { return std::llround(static_cast<double>(value) * scale); };
    for (const Field field : kFields) out.*field = scaled(out.*field);
    for (std::int64_t& part : out.idlePartNs) part = scaled(part);
    if (out.loadNs > 0) out.loadNs = scaled(out.loadNs);
    return out;
}

std::optional<double> ratio(std::int64_t own, std::int64_t others) {
    if (others <= 0) return std::nullopt;
    return static_cast<double>(own) / static_cast<double>(others);
}

// By the kernels of the steps, not by what computes inside their windows: a rank that waits lags its host by less or
// more, so its windows hold the kernels of other steps. Kernels beside one another on several streams shorten the sum
// to what they take together.
std::int64_t computeExcess(const RankFigures& own, const RankFigures& others, const RankFigures& whole) {
    if (own.kernelSumNs <= 0 || others.kernelSumNs <= 0 || whole.kernelSumNs <= 0)
        return own.computeNs - others.computeNs;
    const double together =
        std::min(1.0, static_cast<double>(whole.computeNs) / static_cast<double>(whole.kernelSumNs));
    return std::llround(static_cast<double>(own.kernelSumNs - others.kernelSumNs) * together);
}

// Idle time that the host has to answer for, data loading apart: not what streams wait for, nor what nobody knows.
std::int64_t hostIdle(const RankFigures& f) {
    std::int64_t ns = f.idleNs - f.idlePartNs[kIdleDataLoading];
    for (std::size_t p = kIdleNotHost; p < kIdleParts; ++p) ns -= f.idlePartNs[p];
    return ns;
}

std::int64_t deviceIdle(const RankFigures& f) {
    std::int64_t ns = 0;
    for (std::size_t p = kIdleNotHost; p < kIdleParts; ++p) ns += f.idlePartNs[p];
    return ns;
}

void splitByLoading(CauseEvidence& e) {
    e.loadExcessNs = e.own.loadNs - e.others.loadNs;
    const std::int64_t idle = e.hostExcessNs + e.inputExcessNs;
    if (idle <= 0) return;
    e.inputExcessNs = std::clamp<std::int64_t>(*e.loadExcessNs, 0, idle);
    e.hostExcessNs = idle - e.inputExcessNs;
}

// A straggler costs 1 % of the time at least: what is far less than that is no cause.
constexpr double kCausesFrom = 400;   // parts of the wall time
constexpr std::int64_t kExplains = 8; // parts of what the others lost

} // namespace

bool stepCounts(const RankRecord& record, const RankStep& step, Warmup warmup) {
    const bool hasWork = step.figures.kernels > 0 || record.whole.kernels == 0;
    return hasWork && !step.cutOff && (!step.warmup || warmup == Warmup::Counts);
}

CauseEvidence causeEvidence(std::span<const RankRecord> records, const CauseQuestion& question) {
    CauseEvidence out;
    const std::size_t record = question.record;
    const std::map<std::int64_t, int> steps = commonSteps(records, record, question.warmup);
    out.steps = steps.size();
    std::vector<RankFigures> others;
    for (std::size_t r = 0; r < records.size(); ++r) {
        if (r == record || records[r].end <= records[r].begin) continue;
        if (steps.empty())
            others.push_back(wholeBeside(records[r], records[record]));
        else if (std::any_of(records[r].steps.begin(), records[r].steps.end(), [&](const RankStep& s) {
                     return steps.contains(s.number) && stepCounts(records[r], s, Warmup::Counts);
                 }))
            others.push_back(meanOf(records[r], steps));
    }
    if (others.empty()) return out;
    out.own = steps.empty() ? records[record].whole : meanOf(records[record], steps);
    out.others = medianOf(others);
    out.computeExcessNs = computeExcess(out.own, out.others, records[record].whole);
    out.inputExcessNs = out.own.idlePartNs[kIdleDataLoading] - out.others.idlePartNs[kIdleDataLoading];
    out.hostExcessNs = hostIdle(out.own) - hostIdle(out.others);
    if (out.own.loadNs >= 0 && out.others.loadNs >= 0) splitByLoading(out);
    out.lostNs = steps.empty() || question.lostSteps == 0
                     ? question.lostNs
                     : question.lostNs / static_cast<std::int64_t>(question.lostSteps);
    out.copyExcessNs = out.own.exposedMemNs - out.others.exposedMemNs;
    out.deviceIdleExcessNs = deviceIdle(out.own) - deviceIdle(out.others);
    out.durationRatio = ratio(out.own.kernelSumNs, out.others.kernelSumNs);
    out.kernelRatio = ratio(out.own.kernels, out.others.kernels);
    out.elementRatio = ratio(out.own.elements, out.others.elements);
    return out;
}

StragglerCause causeOf(const CauseEvidence& e) {
    const std::int64_t most = std::max({e.computeExcessNs, e.hostExcessNs, e.inputExcessNs});
    if (e.lostNs > 0 && most < e.lostNs / kExplains && e.loadExcessNs.value_or(0) > e.lostNs / 2)
        return StragglerCause::LateInput;
    if (most <= 0 || static_cast<double>(most) * kCausesFrom < static_cast<double>(e.own.wallNs))
        return StragglerCause::Unknown;
    if (most == e.inputExcessNs) return StragglerCause::LateInput;
    if (most == e.hostExcessNs) return StragglerCause::LateHost;
    const double longer = e.durationRatio.value_or(1) - 1;
    const double more = std::max(e.kernelRatio.value_or(1), e.elementRatio.value_or(1)) - 1;
    return more > 0.005 && more * 2 >= longer ? StragglerCause::MoreWork : StragglerCause::SlowCompute;
}

} // namespace lanescope::align
