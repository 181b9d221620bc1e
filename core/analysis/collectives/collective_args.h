// What is known about one communication kernel: from its own arguments, else from those of the operator that launched
// it (record_param_comms), else from its name. Any thread.
#pragma once

#include "core/query/collective_kind.h"
#include "core/query/slice_facts.h"
#include "core/store/trace_store.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

struct CollectiveArgs {
    CollectiveKind kind = CollectiveKind::Other;
    std::string_view name; // as recorded; empty when only the kernel's name is known
    std::string_view dtype, groupName, groupDescription, groupRanks, inSplit, outSplit;
    std::optional<std::int64_t> inElements, outElements, groupSize, seq, srcRank, dstRank;
    std::optional<SliceId> source; // the slice the arguments were found on
};
CollectiveArgs collectiveArgs(const TraceStore& store, SliceId work);

// Sizes and rates (NCCL_AND_OTHERS 2): bytes = the larger of in and out x element size; algorithm rate = bytes / time;
// bus rate = that x 2(n-1)/n for all-reduce, x (n-1)/n for all-gather, reduce-scatter, all-to-all, gather, scatter, x 1
// for broadcast, reduce, send and receive. The time of a kernel holds waiting for late ranks: with one rank open the
// rates are lower bounds. Rates in bytes per second; GB/s = 1e9 of them.
struct CollectiveSize {
    std::int64_t bytes = 0;
    double algorithmRate = 0;
    std::optional<double> busRate; // none for a group of one or of unknown size, or a kind without a factor
};
// None without sizes, with an unknown dtype, or when it took no time.
std::optional<CollectiveSize> collectiveSize(const CollectiveArgs& args, std::int64_t durationNs);

} // namespace lanescope
