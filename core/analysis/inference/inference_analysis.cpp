// Inference: steps of decode and prefill told apart, what each costs, and whether the host or the GPU sets the pace.
#include "core/analysis/analysis_common.h"
#include "core/analysis/builtin_analyses.h"
#include "core/analysis/launches/launch_index.h"
#include "core/analysis/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace lanescope {

namespace {

constexpr double kLaunchBoundFrom = 0.30;  // idle between the work of a step, as a share of its span
constexpr std::int64_t kPrefillFactor = 3; // times the median busy time of all steps
constexpr std::size_t kStepsFrom = 3;      // fewer say nothing about which is which

enum class Phase : std::uint8_t { Unknown, Prefill, Decode, Mixed };
const char* phaseWord(Phase phase) {
    constexpr std::array kWords{"unknown", "prefill", "decode", "mixed"};
    return kWords[static_cast<std::size_t>(phase)];
}

struct InferenceStep {
    SliceId slice; // the range on the host
    std::string name;
    Phase phase = Phase::Unknown;
    const char* toldBy = "";
    std::uint64_t work = 0, byGraph = 0, calls = 0;
    std::int64_t firstNs = INT64_MAX, lastNs = INT64_MIN, busyNs = 0, launchGapNs = 0;
    std::vector<Interval> spans;
    std::int64_t spanNs() const { return work == 0 ? 0 : lastNs - firstNs; }
    bool launchBound() const {
        return work > 1 && static_cast<double>(launchGapNs) >= kLaunchBoundFrom * static_cast<double>(spanNs());
    }
};

std::string lowered(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

// The number behind a word: "context_2(512)" has 2 for "context_"; none when the word or a number is missing.
std::optional<int> numberBehind(const std::string& text, std::string_view word) {
    const auto at = text.find(word);
    if (at == std::string::npos || at + word.size() >= text.size()) return std::nullopt;
    const char c = text[at + word.size()];
    if (c < '0' || c > '9') return std::nullopt;
    return c == '0' && (at + word.size() + 1 >= text.size() || text[at + word.size() + 1] < '0' ||
                        text[at + word.size() + 1] > '9')
               ? 0
               : 1;
}

// What the name of a range says.
Phase phaseOfName(std::string_view name) {
    const std::string text = lowered(name);
    const auto context = numberBehind(text, "context_");
    const auto generation = numberBehind(text, "generation_");
    if (context && generation) {
        if (*context > 0 && *generation > 0) return Phase::Mixed;
        return *context > 0 ? Phase::Prefill : *generation > 0 ? Phase::Decode : Phase::Unknown;
    }
    const bool prefill = text.find("prefill") != std::string::npos;
    const bool decode = text.find("decode") != std::string::npos;
    if (prefill && decode) return Phase::Mixed;
    return prefill ? Phase::Prefill : decode ? Phase::Decode : Phase::Unknown;
}

// Ranges named after a phase, the outermost of each thread; else the profiler's steps.
std::vector<InferenceStep> unitsOf(const TraceStore& store, const AnalysisInput& input) {
    std::vector<InferenceStep> named, steps;
    const TimeRange everything{store.extent().begin, store.extent().end + Ns{1}};
    const TimeRange range = input.range.value_or(everything);
    for (const Track& track : store.tracks()) {
        if (track.role != TrackRole::Host) continue;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
            const SliceId s{row};
            if (store.role(s) != Role::UserAnnotation || !range.contains(store.start(s))) continue;
            const Phase phase = phaseOfName(store.name(s));
            InferenceStep unit;
            unit.slice = s;
            unit.name = store.name(s);
            unit.phase = phase;
            unit.toldBy = "name";
            if (phase != Phase::Unknown) named.push_back(unit);
        }
    }
    for (const Step& step : store.steps()) {
        if (!range.contains(store.start(SliceId{step.slice}))) continue;
        InferenceStep unit;
        unit.slice = SliceId{step.slice};
        unit.name = store.name(unit.slice);
        steps.push_back(unit);
    }
    std::vector<InferenceStep>& chosen = named.empty() ? steps : named;
    std::sort(chosen.begin(), chosen.end(), [&store](const InferenceStep& a, const InferenceStep& b) {
        return store.start(a.slice) != store.start(b.slice) ? store.start(a.slice) < store.start(b.slice)
                                                            : store.duration(a.slice) > store.duration(b.slice);
    });
    std::vector<InferenceStep> out;
    for (const InferenceStep& unit : chosen) // one inside another is part of it
        if (out.empty() || store.start(unit.slice) >= store.end(out.back().slice)) out.push_back(unit);
    return out;
}

void addWork(const TraceStore& store, const AnalysisInput& input, std::vector<InferenceStep>& units,
             RunContext& context) {
    const LaunchLinks& links = store.launches();
    std::uint32_t previous = kNoRow;
    for (std::size_t i = 0; i < links.callIndex.size(); ++i) {
        if (i % 16'384 == 0 && context.stopRequested()) return;
        const std::uint32_t index = links.callIndex[i];
        const SliceId call{links.callRows[index]};
        const SliceId work{links.workRows[index]};
        if (!isGpuWork(store.role(work))) continue;
        if (input.device && store.device(work) != input.device->device) continue;
        auto unit = std::upper_bound(units.begin(), units.end(), store.start(call),
                                     [&store](RankTime t, const InferenceStep& u) { return t < store.start(u.slice); });
        if (unit == units.begin() || store.start(call) >= store.end((--unit)->slice)) continue;
        ++unit->work;
        unit->calls += call.value != previous ? 1 : 0;
        const bool many = (i > 0 && links.callRows[links.callIndex[i - 1]] == call.value) ||
                          (i + 1 < links.callIndex.size() && links.callRows[links.callIndex[i + 1]] == call.value);
        unit->byGraph += many ? 1 : 0;
        previous = call.value;
        unit->firstNs = std::min(unit->firstNs, count(store.start(work)));
        unit->lastNs = std::max(unit->lastNs, count(store.end(work)));
        unit->spans.push_back({count(store.start(work)), count(store.end(work))});
    }
    for (InferenceStep& unit : units) {
        const IntervalList busy = unionOf(std::move(unit.spans));
        unit.busyNs = length(busy);
        for (std::size_t i = 1; i < busy.size(); ++i) {
            const std::int64_t gap = busy[i].begin - busy[i - 1].end;
            if (gap < input.thresholds.launchBelowNs) unit.launchGapNs += gap;
        }
    }
}

// Without names: a step that is busy for several times the median is a prefill.
void tellByTime(std::vector<InferenceStep>& units) {
    std::vector<std::int64_t> busy;
    for (const InferenceStep& unit : units)
        if (unit.work > 0) busy.push_back(unit.busyNs);
    if (busy.size() < kStepsFrom) return;
    const std::int64_t median = statisticsOf(busy).p50;
    const bool any =
        std::any_of(busy.begin(), busy.end(), [median](std::int64_t ns) { return ns >= kPrefillFactor * median; });
    for (InferenceStep& unit : units) {
        if (unit.phase != Phase::Unknown || unit.work == 0 || !any) continue;
        unit.phase = unit.busyNs >= kPrefillFactor * median ? Phase::Prefill : Phase::Decode;
        unit.toldBy = "time";
    }
}

const char* modeOf(const InferenceStep& unit) {
    if (unit.work == 0) return "no work";
    return 2 * unit.byGraph >= unit.work ? "graph replay" : "eager";
}

Table stepsTable(const TraceStore& store, const std::vector<InferenceStep>& units, std::size_t maxRows) {
    Table out = makeTable(store, "inference_steps", "Steps of inference",
                          {{"name", "step", Unit::Text},
                           {"phase", "phase", Unit::Text},
                           {"told_by", "told by", Unit::Text},
                           {"mode", "mode", Unit::Text},
                           {"begin_ns", "start", Unit::TimePoint},
                           {"host_ns", "host time", Unit::Nanoseconds},
                           {"span_ns", "GPU, first start to last end", Unit::Nanoseconds},
                           {"busy_ns", "GPU busy", Unit::Nanoseconds},
                           {"launch_gap_ns", "launch gaps", Unit::Nanoseconds},
                           {"work_count", "pieces of work", Unit::Count},
                           {"call_count", "launch calls", Unit::Count},
                           {"launch_bound", "launch-bound", Unit::Text}});
    for (std::size_t i = 0; i < std::min(units.size(), maxRows); ++i) {
        const InferenceStep& unit = units[i];
        out.rows.push_back({unit.name, std::string(phaseWord(unit.phase)), textCell(unit.toldBy),
                            std::string(modeOf(unit)), count(store.start(unit.slice)),
                            store.duration(unit.slice).count(), unit.spanNs(), unit.busyNs, unit.launchGapNs,
                            countCell(unit.work), countCell(unit.calls),
                            std::string(unit.launchBound() ? "yes" : "no")});
        out.rowSlices.push_back({unit.slice});
    }
    if (units.size() > maxRows) out.notes.push_back(fmt::format("{} more are not listed", units.size() - maxRows));
    return out;
}

Table phasesTable(const TraceStore& store, const std::vector<InferenceStep>& units) {
    Table out = makeTable(store, "inference_phases", "Prefill and decode",
                          {{"phase", "phase", Unit::Text},
                           {"mode", "mode", Unit::Text},
                           {"count", "steps", Unit::Count},
                           {"host_mean_ns", "host time, mean", Unit::Nanoseconds},
                           {"host_p50_ns", "median", Unit::Nanoseconds},
                           {"host_p95_ns", "p95", Unit::Nanoseconds},
                           {"busy_mean_ns", "GPU busy, mean", Unit::Nanoseconds},
                           {"span_mean_ns", "GPU span, mean", Unit::Nanoseconds},
                           {"work_mean", "pieces of work, mean", Unit::Count},
                           {"launch_bound_count", "launch-bound", Unit::Count}});
    struct Sum {
        std::vector<std::int64_t> host;
        double busy = 0, span = 0, work = 0;
        std::uint64_t bound = 0;
        std::vector<SliceId> slices;
    };
    std::map<std::pair<Phase, std::string>, Sum> sums;
    for (const InferenceStep& unit : units) {
        Sum& sum = sums[{unit.phase, modeOf(unit)}];
        sum.host.push_back(store.duration(unit.slice).count());
        sum.busy += static_cast<double>(unit.busyNs);
        sum.span += static_cast<double>(unit.spanNs());
        sum.work += static_cast<double>(unit.work);
        sum.bound += unit.launchBound() ? 1 : 0;
        sum.slices.push_back(unit.slice);
    }
    for (auto& [key, sum] : sums) {
        const auto n = static_cast<double>(sum.host.size());
        const Statistics s = statisticsOf(std::move(sum.host));
        out.rows.push_back({std::string(phaseWord(key.first)), key.second, countCell(s.count), roundedCell(s.mean),
                            s.p50, s.p95, roundedCell(sum.busy / n), roundedCell(sum.span / n), sum.work / n,
                            countCell(sum.bound)});
        out.rowSlices.push_back(std::move(sum.slices));
    }
    out.notes = {
        fmt::format("told by name where ranges are named after a phase (prefill, decode, execute_context_N_"
                    "generation_M), else by time: a step busy for {} times the median is a prefill; launch-bound: "
                    "launch gaps take {:.0f} % or more of the span; graph replay: half of the work or more comes from "
                    "calls that own many",
                    kPrefillFactor, kLaunchBoundFrom * 100)};
    if (units.empty()) out.notes.insert(out.notes.begin(), "no ranges named after a phase and no steps in this window");
    return out;
}

} // namespace

Result<AnalysisResult> analyseInference(const TraceStore& store, const AnalysisInput& input, RunContext& context) {
    std::vector<InferenceStep> units = unitsOf(store, input);
    addWork(store, input, units, context);
    if (context.stopRequested()) return stoppedError();
    tellByTime(units);
    AnalysisResult out;
    out.tables.push_back(phasesTable(store, units));
    out.tables.push_back(stepsTable(store, units, input.maxRows));
    return out;
}

} // namespace lanescope
