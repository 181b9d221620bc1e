// Dumps laid together: per process group what each rank did. One thread's; the dumps must outlive it.
#pragma once

#include "core/readers/flight_recorder/flight_recorder.h"

#include <set>

namespace lanescope::readers::flight {

struct Operation { // what a rank recorded under one number; coalesced collectives share one
    std::vector<const FlightEntry*> entries;
    std::string name() const;
    std::string state() const; // of the whole: parts of a coalesced operation are never marked themselves
};
using ByRank = std::map<std::int64_t, Operation>;

struct History {
    std::string group, description;
    std::vector<std::int64_t> members;                    // as configured; empty when not said
    std::set<std::int64_t> present;                       // ranks with a dump that take part
    std::vector<std::int64_t> absent;                     // members without a dump
    std::map<std::int64_t, std::int64_t> first, enqueued; // per rank: its oldest number; the last one (pg_status)
    std::map<std::int64_t, ByRank> bySeq;
    std::map<std::int64_t, std::vector<const FlightEntry*>> p2p;          // per rank
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> batches; // rank, number: state of a batch of p2p
    std::set<std::int64_t> whole;                                         // ranks whose record goes back to its start
    std::set<std::int64_t> cut; // ranks whose oldest entries are known to be lost
    std::string label;          // description; the ranks, then the name, where it is not enough
};

struct Histories {
    std::vector<History> groups; // by name and ranks
    std::vector<std::string> notes;
};
Histories historiesOf(std::span<const FlightDump> dumps);
std::int64_t rankOf(std::span<const FlightDump> dumps, std::size_t i);

// Sends and receives of a group: every pair, and the first difference of each.
void comparePairs(const History& history, FlightReport& report);

} // namespace lanescope::readers::flight
