// Traces for tests as a few lines of text. One line is one event; times are whole ns; '#' starts a comment.
//   kernel gemm_a 0/7 130..140 corr=9 stream=7      a slice: category, name, pid/tid, start..end (or start+duration)
//   - "my name" 1/2 10+5                            no category; names with blanks in quotes
//   !B - outer 1/2 10                               any other phase: category, name, pid/tid, time (- = none)
//   !s ac2g ac2g 1/1 100 id=9        !f ac2g ac2g 0/7 130 id=9 bp=e        !X c n 1/2 10 id=4 flow=out   (no duration)
//   !b net get 1/2 60 id=16 local    !C - ctr 1/2 50 x=1 y=2.5            !i - mark 1/2 40
//   !M thread_name 1/2 worker        !M process_sort_index 1/2 5
// Keys: corr, ext, id, and every typed argument by its JSON key with '_' for blanks ("Python_id=3"), or pyid, pyparent.
// An event's offset is that of its line. A mistake in the text stops the test program with a message.
#pragma once

#include "core/build/trace_builder.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::testing {

struct DslOptions {
    unsigned threads = 1;        // of the builder
    std::uint32_t producers = 1; // parse threads that take turns
    std::size_t perBatch = 1000; // events
    std::optional<std::int64_t> rank;
    TraceInfo info;
    KindRules rules = KindRules::builtin();
};

// Batches with the memory behind their texts.
struct DslBatches {
    std::vector<RawBatch> batches;
    std::deque<std::string> texts;
};

DslBatches batchesOf(std::string_view text, const DslOptions& options = {});
std::shared_ptr<const TraceStore> storeOf(std::string_view text, const DslOptions& options = {});

// What tests ask of a store. A name that is not there exactly once stops the program with a message.
SliceId sliceNamed(const TraceStore& store, std::string_view name);
std::string nameOr(const TraceStore& store, std::optional<SliceId> slice, std::string_view otherwise = "-");
std::string parentOf(const TraceStore& store, std::string_view name); // "-" = none
std::string launchOf(const TraceStore& store, std::string_view name);
std::uint32_t laneInTrack(const TraceStore& store, std::string_view name);
const Track& trackOf(const TraceStore& store, std::string_view name);

} // namespace lanescope::testing
