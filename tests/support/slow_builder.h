// The slow, obvious twin of the builder: who contains whom, lanes, launches, flows and level of detail straight from
// their definitions, by comparing everything with everything. Random traces are built both ways and compared.
#pragma once

#include "core/store/trace_store.h"

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace lanescope::testing {

struct PlainSlice {
    std::string name; // all different
    std::string category;
    int pid = 0, tid = 0;
    std::int64_t start = 0, duration = 0;
    std::int64_t correlation = 0;
    std::optional<std::int64_t> pythonId, pythonParent;
    // worked out
    std::int64_t shownDuration = 0;    // shorter than `duration` when cut at the caller's end
    std::optional<std::size_t> parent; // index
    std::uint32_t lane = 0;            // within the track
    std::optional<std::size_t> launch; // index
    std::int64_t end() const { return start + shownDuration; }
};

struct PlainFlow {
    int pid = 0, tid = 0;
    char phase = 's';
    bool enclosing = false;
    std::int64_t time = 0, id = 0;
    std::optional<std::size_t> slice; // worked out
};

struct PlainTrace {
    std::vector<PlainSlice> slices; // in file order
    std::vector<PlainFlow> flows;   // after the slices in the file
    void solve();
    std::string text() const; // for storeOf()
};

// What a random trace is made of.
struct PlainRecipe {
    std::size_t slices = 60;
    std::int64_t span = 200;   // starts lie in [0, span)
    std::int64_t longest = 60; // durations in [0, longest]
    int threads = 2;
    bool python = false; // frames with ids
    bool nested = false; // durations fall with the index, so that most slices nest
};
PlainTrace randomTrace(std::mt19937& random, const PlainRecipe& recipe);

// Empty when the store says the same as the solved trace, else the first difference in words.
std::string differenceOf(const TraceStore& store, const PlainTrace& trace);
// Empty when every invariant of the store's layout holds: lanes sorted and free of overlaps, ranges without holes,
// parents that contain their children, columns sorted, level of detail equal to what its slices add up to.
std::string brokenInvariant(const TraceStore& store);

} // namespace lanescope::testing
