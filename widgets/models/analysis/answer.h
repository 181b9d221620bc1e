// What an analysis answered, with its charts, and a small cache of answers of one trace. GUI thread; the answers
// themselves are immutable and may be read anywhere.
#pragma once

#include "core/analysis/call_tree/flame_graph.h"
#include "core/analysis/result_cache.h"
#include "core/session/load_trace.h"
#include "widgets/models/analysis/analysis_request.h"
#include "widgets/models/analysis/chart.h"

#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::models {

// The trace that was compared with, and which of its slices each row of each table stands for.
struct OtherTrace {
    std::shared_ptr<const LoadedTrace> trace;
    std::vector<std::vector<std::vector<SliceId>>> slices; // by table and row
};

struct AnalysisAnswer {
    std::shared_ptr<const TraceStore> store;
    std::shared_ptr<const AnalysisResult> result; // never null
    std::vector<Chart> charts;
    std::shared_ptr<const Flame> flame;      // of the call tree; else null
    std::shared_ptr<const OtherTrace> other; // of a comparison; else null
};

// Runs the analysis, or takes what `results` has kept of it, and makes its charts. Any thread. Errors: MissingData with
// the reason when the trace lacks what the analysis needs; those of the analysis.
Result<std::shared_ptr<const AnalysisAnswer>> answer(const AnalysisRequest& request,
                                                     const std::shared_ptr<const TraceStore>& store,
                                                     AnalysisInput input, ResultCache& results, RunContext& context);

// The answers used last, with their charts.
class AnswerCache {
public:
    static constexpr std::size_t kMost = 16;
    std::shared_ptr<const AnalysisAnswer> find(const std::string& key);
    void put(const std::string& key, std::shared_ptr<const AnalysisAnswer> answer);
    void clear() { m_entries.clear(); }
    std::size_t size() const { return m_entries.size(); }

private:
    using Entry = std::pair<std::string, std::shared_ptr<const AnalysisAnswer>>;
    std::list<Entry> m_entries; // the last used first
};

} // namespace lanescope::models
