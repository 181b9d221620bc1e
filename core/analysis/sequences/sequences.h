// Kernel sequences that come again and again. Any thread.
#pragma once

#include "core/analysis/analysis_common.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope {

struct Sequence {
    std::string op; // the operator around it; empty for sequences of a stream
    std::vector<StringId> names;
    std::uint64_t count = 0;
    std::int64_t kernelNs = 0;  // sum of durations
    std::int64_t gapNs = 0;     // between the kernels of one occurrence: what vanishes when they become one
    std::int64_t opNs = 0;      // durations of the operators
    std::vector<SliceId> first; // the kernels of the first occurrence
};

inline constexpr std::size_t kMaxSequenceNames = 65'536; // kernels of one sequence; longer ones are left out
inline constexpr std::size_t kShortSequence = 8;         // up to here every repeated run of neighbours is looked at
inline constexpr std::uint64_t kSequenceFrom = 2;        // occurrences

// Per operator: all kernels launched inside it, in order of start; at least two. An operator whose kernels are all of
// one operator inside it gives way to that one. By time of the gaps, then of the kernels.
std::vector<Sequence> operatorSequences(const TraceStore& store, const WindowedDevice& device, RunContext& context);

// Neighbours on a stream, 2 kernels and more, occurrences that do not overlap each other. All that repeat up to
// kShortSequence; those of that length grow, to both sides, while all their occurrences go on alike, whatever the
// length. A sequence that is part of a longer one with as many occurrences gives way to it.
std::vector<Sequence> streamSequences(const TraceStore& store, const WindowedDevice& device, RunContext& context);

// What both share: kernels that start in the window, in an order that the file has no say in; and the order of lists.
bool isKernelInside(const TraceStore& store, SliceId s, const WindowedDevice& device);
void sortByStart(const TraceStore& store, std::vector<SliceId>& kernels, const std::stop_token& stop);
void sortSequences(const TraceStore& store, std::vector<Sequence>& all);

} // namespace lanescope
