#include "widgets/models/analysis/answer.h"

#include <algorithm>

namespace lanescope::models {

Result<std::shared_ptr<const AnalysisAnswer>> answer(const AnalysisRequest& request,
                                                     const std::shared_ptr<const TraceStore>& store,
                                                     AnalysisInput input, ResultCache& results, RunContext& context) {
    const Error stopped{ErrorCode::Cancelled, "the analysis was stopped", request.analysis, {}};
    const AnalysisInfo* info = findAnalysis(request.analysis);
    if (!info) return Error{ErrorCode::Usage, "no analysis is called '" + request.analysis + "'", {}, {}};
    if (const auto reason = missingNeed(*store, *info))
        return Error{ErrorCode::MissingData, *reason, request.analysis, {}};
    input.work = results.work(store);
    if (context.stopRequested()) return stopped;
    auto result = results.run(*info, store, input, context);
    if (!result.ok()) return result.error();
    auto out = std::make_shared<AnalysisAnswer>();
    out->store = store;
    out->result = std::move(*result);
    out->charts = chartsOf(request.analysis, *store, input, *out->result, context);
    if (request.analysis == "call_tree") out->flame = Flame::of(store, input.range, context);
    if (context.stopRequested()) return stopped;
    return std::shared_ptr<const AnalysisAnswer>(std::move(out));
}

std::shared_ptr<const AnalysisAnswer> AnswerCache::find(const std::string& key) {
    const auto it = std::find_if(m_entries.begin(), m_entries.end(), [&key](const Entry& e) { return e.first == key; });
    if (it == m_entries.end()) return nullptr;
    m_entries.splice(m_entries.begin(), m_entries, it);
    return it->second;
}

void AnswerCache::put(const std::string& key, std::shared_ptr<const AnalysisAnswer> made) {
    m_entries.remove_if([&key](const Entry& e) { return e.first == key; });
    m_entries.emplace_front(key, std::move(made));
    if (m_entries.size() > kMost) m_entries.pop_back();
}

} // namespace lanescope::models
