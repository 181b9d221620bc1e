// What a collective is, from any spelling of its name. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope {

enum class CollectiveKind : std::uint8_t {
    AllReduce,
    AllGather,
    ReduceScatter,
    AllToAll,
    Broadcast,
    Reduce,
    Gather,
    Scatter,
    Barrier,
    Send,
    Recv,
    SendRecv,
    Other,
};
std::string_view collectiveWord(CollectiveKind kind); // "all_reduce", "all_gather" ...
// From a collective's name in any spelling ("_allgather_base", "all_to_allv", "ncclDevKernel_AllReduce_Sum_f32_RING").
CollectiveKind collectiveKind(std::string_view name);
std::optional<CollectiveKind> collectiveKindOfWord(std::string_view word); // the way back of collectiveWord

// Nobody can leave these before all have arrived: their ends tell clocks apart, and who comes last keeps all waiting.
bool waitsForAll(CollectiveKind kind);
bool isSendOrReceive(CollectiveKind kind);

// Bus bandwidth per algorithm bandwidth for a group of n (NCCL_AND_OTHERS 2): 2(n-1)/n for all-reduce, (n-1)/n for
// all-gather, reduce-scatter, all-to-all, gather and scatter, 1 for broadcast, reduce, send and receive; none for other
// kinds, a group of one or of unknown size (point to point needs no size).
std::optional<double> busFactor(CollectiveKind kind, std::optional<std::int64_t> groupSize);

} // namespace lanescope
