// The steps of a cut. Any thread.
#pragma once

#include "core/session/cut/cut.h"

#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace lanescope::cut {

// What of the store is kept.
struct Choice {
    struct Event {
        std::uint64_t offset = 0;
        std::optional<SliceId> slice; // none: an instant
    };
    std::vector<Event> events;                // by offset
    std::map<std::string, std::size_t> flows; // flowKey -> how many
    std::set<std::string> threads, processes; // threadKey, pid
    TimeRange range;
    std::vector<std::string> counterWords; // lower case; empty: all
};
Choice choose(const TraceStore& store, const Options& options);

std::string threadKey(std::string_view pid, std::string_view tid);
std::string flowKey(std::string_view category, char phase, std::int64_t ns, std::string_view thread);
std::string lower(std::string_view text);

// Everything before the first event and behind the last.
std::string header(const TraceStore& store, const Options& options);
std::string footer(std::string_view name);

// Single fields of one event's raw text.
char phaseOf(std::string_view event);                                   // 0: none
std::string_view fieldOf(std::string_view event, std::string_view key); // a number or text without quotes; may be empty
// The text with control characters as blanks, and without values that look like secrets; counts them.
std::string shareable(std::string_view event, std::uint64_t& hidden);

} // namespace lanescope::cut
