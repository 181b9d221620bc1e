// Every analysis, one line each.
#include "core/analysis/builtin_analyses.h"
#include "core/analysis/analysis.h"

#include <algorithm>
#include <array>

namespace lanescope {

namespace {

constexpr std::array kAnalyses{
    AnalysisInfo{"four_numbers", "Four numbers and the parts", Needs::GpuWork, analyseFourNumbers, Takes::Thresholds},
    AnalysisInfo{"idle", "Idle time by owner", Needs::GpuWork, analyseIdle, Takes::Thresholds | Takes::Idle},
    AnalysisInfo{"kernels", "Kernels", Needs::GpuWork, analyseKernels},
    AnalysisInfo{"operators", "Operators", Needs::Operators, analyseOperators, Takes::Grouping},
    AnalysisInfo{"copies", "Memory copies and sets", Needs::GpuWork, analyseCopies},
    AnalysisInfo{"syncs", "Synchronisations", Needs::Calls, analyseSyncs, Takes::Idle},
    AnalysisInfo{"launches", "Launches and queues", Needs::GpuWork | Needs::Launches, analyseLaunches},
    AnalysisInfo{"collectives", "Collectives and what covers them", Needs::GpuWork, analyseCollectives},
    AnalysisInfo{"call_tree", "Call tree and flame graph", Needs::Operators, analyseCallTree},
    AnalysisInfo{"user_ranges", "User ranges", Needs::Annotations, analyseUserRanges},
    AnalysisInfo{"sequences", "Frequent kernel sequences", Needs::GpuWork, analyseSequences},
    AnalysisInfo{"flops", "Operations, bytes and utilisation (estimates)", Needs::GpuWork, analyseFlops,
                 Takes::Peaks | Takes::Model},
    AnalysisInfo{"critical_path", "Critical path", Needs::GpuWork | Needs::Launches, analyseCriticalPath},
    AnalysisInfo{"inference", "Inference: prefill and decode", Needs::GpuWork, analyseInference, Takes::Thresholds},
    AnalysisInfo{"profiler_ranges", "Counters of the profiler", Needs::GpuWork, analyseProfilerRanges,
                 Takes::EventText},
};

bool hasRole(const TraceStore& store, bool (*wanted)(Role)) {
    std::array<bool, 256> asked{};
    bool any = false;
    for (std::size_t i = 0; i < store.categories().size() && i < asked.size(); ++i) {
        asked[i] = wanted(store.categories()[i].role);
        any = any || asked[i];
    }
    if (!any) return false; // the usual answer: the category table names only what occurs
    const auto categories = store.slices().category;
    return std::any_of(categories.begin(), categories.end(), [&asked](std::uint8_t c) { return asked[c]; });
}

// Tables without a row say why, so that nobody takes them for a failure.
void sayWhenEmpty(AnalysisResult& result, const AnalysisInput& input) {
    const bool anything =
        std::any_of(result.tables.begin(), result.tables.end(), [](const Table& t) { return !t.rows.empty(); });
    if (anything || result.tables.empty()) return;
    std::vector<std::string>& notes = result.tables.front().notes;
    if (!notes.empty() && notes.front().starts_with("no ")) return;
    notes.insert(notes.begin(), input.range ? "no events of this kind in this range" : "no events of this kind here");
}

} // namespace

std::span<const AnalysisInfo> builtinAnalyses() { return kAnalyses; }

const AnalysisInfo* findAnalysis(std::string_view id) {
    const auto it =
        std::find_if(kAnalyses.begin(), kAnalyses.end(), [id](const AnalysisInfo& a) { return a.id == id; });
    return it == kAnalyses.end() ? nullptr : &*it;
}

std::optional<std::string> missingNeed(const TraceStore& store, const AnalysisInfo& info) {
    if (contains(info.needs, Needs::GpuWork) && !hasRole(store, isGpuWork)) return "no GPU activity in this trace";
    if (contains(info.needs, Needs::Launches) && store.launches().workRows.empty())
        return "no launch call of any GPU work in this trace";
    if (contains(info.needs, Needs::Calls) && !hasRole(store, isLaunchCall))
        return "no calls of the GPU runtime or driver in this trace";
    if (contains(info.needs, Needs::Operators) &&
        !hasRole(store, [](Role r) { return r == Role::CpuOp || r == Role::UserAnnotation; }))
        return "no operators in this trace";
    if (contains(info.needs, Needs::Annotations) &&
        !hasRole(store, [](Role r) { return r == Role::UserAnnotation || r == Role::GpuAnnotation; }))
        return "no user ranges in this trace";
    return std::nullopt;
}

Result<AnalysisResult> runAnalysis(const AnalysisInfo& info, const TraceStore& store, const AnalysisInput& input,
                                   RunContext& context) {
    if (const auto reason = missingNeed(store, info))
        return Error{ErrorCode::MissingData, *reason, std::string(info.id), {}};
    auto result = info.run(store, input, context);
    if (result.ok()) sayWhenEmpty(*result, input);
    return result;
}

} // namespace lanescope
