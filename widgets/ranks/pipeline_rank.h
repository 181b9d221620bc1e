// One rank of a timeline that holds every rank of a pipelined job (core/session/ranks/pipeline_timeline.h), as if it
// had been recorded alone: its threads are streams of one GPU, its operations are GPU work of a kind, so that bands,
// figures and colours come out as for other traces. Immutable; any thread.
#pragma once

#include "core/align/rank_record.h"
#include "core/query/row_tree.h"
#include "core/store/trace_store.h"

#include <memory>

namespace lanescope::ranksview {

struct PipelineRank {
    std::shared_ptr<const TraceStore> store; // rows, names and times of the whole one; keeps it alive
    RowTree tree;                            // of this rank's rows alone
};
// Forward passes have the kind Gemm, backward passes Attention: colours to tell them apart by; legends say what they
// are.
PipelineRank pipelineRank(std::shared_ptr<const TraceStore> whole, const align::RankRecord& record);

} // namespace lanescope::ranksview
