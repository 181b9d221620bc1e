// A second maker of traces, for judging findings away from the generator they were set on: another model of a training
// loop (a host that launches, streams first in first out, a bounded queue), other kernel names, any number of steps,
// one or two compute streams, kernel times that vary. It keeps books of its own: what the host did in each gap, and
// which time of communication nothing hides. Not for users; plain, and sure of one rank only.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::testing {

struct OtherOptions {
    std::string kind = "healthy"; // launch-bound, input-starvation, sync-stalls, allocator-stalls,
                                  // unoverlapped-allreduce, memory-bound
    std::uint64_t seed = 1;
    int steps = 5;
    int streams = 1;   // of computation
    double jitter = 0; // kernel times vary by this share, either way
    int mix = 0;       // of kernel names: compiled, libraries, another vendor
    double strength = 1;
};

struct OtherTrace {
    using Span = std::pair<std::int64_t, std::int64_t>; // ns, half open
    std::string json;
    std::vector<Span> steps;
    // What the kind costs: gaps by what the host did for most of them, exposed communication, or passes over memory.
    std::vector<Span> cost;
    std::int64_t costWithin(const std::vector<Span>& windows) const;
};

OtherTrace otherTrace(const OtherOptions& options);

} // namespace lanescope::testing
