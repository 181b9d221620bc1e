// Timelines of a pipelined job that hold every rank in one file, a thread per rank and kind of work, named
// "PP rank 0, TP rank 0, compute" (also dp-comm, pp-comm, tp-comm, misc), a process per data-parallel replica; the
// slices are forward-compute, grads-reduce-scatter, params-all-gather and so on. Any thread.
#pragma once

#include "core/align/rank_record.h"
#include "core/store/trace_store.h"

#include <string>
#include <vector>

namespace lanescope {

bool isPipelineTimeline(const TraceStore& store);

// One record per rank, numbered as Megatron does: tensor ranks first, then replicas, then stages. Its coordinates are
// "tp", "dp" and "pp". The compute slices are its work; collectives are events, whose groups are those of the layout;
// steps end with the optimizer and are counted from 0 (the file has their numbers only in raw arguments).
std::vector<align::RankRecord> recordPipelineTimeline(const TraceStore& store, const std::string& file);

} // namespace lanescope
