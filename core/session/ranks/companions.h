// What lies beside the traces of a job and tells about its communication: logs of NCCL_DEBUG=INFO and dumps of the
// flight recorder, found by content whatever they are called. Any thread, but not the GUI's: files are read.
#pragma once

#include "core/analysis/table.h"
#include "core/base/result.h"
#include "core/readers/flight_recorder/flight_recorder.h"
#include "core/readers/nccl_log/nccl_log.h"

#include <cstdint>
#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace lanescope {

struct RankCompanions {
    std::vector<std::pair<std::string, readers::NcclLog>> logs; // path, what it says; by path
    readers::NcclLog nccl;                                      // all logs as one: each process may write its own
    std::vector<readers::FlightDump> dumps;                     // by rank, then by path
    readers::FlightReport flight;                               // of the dumps; empty without them
    std::vector<std::pair<std::string, Error>> failed;          // looked like one and could not be read
    bool empty() const { return logs.empty() && dumps.empty(); }
    bool has(const std::string& path) const; // it was read as one of these
};

inline constexpr std::size_t kMostCompanions = 4096;                           // files that are looked at
inline constexpr std::uint64_t kMostCompanionBytes = std::uint64_t{256} << 20; // of one log or dump

enum class CompanionKind : std::uint8_t { None, NcclLog, FlightDump };
CompanionKind companionKind(std::string_view head); // by the first bytes of a file

// Folders are looked through (not deeper), files are taken as they are; what is neither is left alone.
RankCompanions loadCompanions(std::span<const std::string> inputs, const std::stop_token& stop = {});
// After files were added by hand: sorts them, merges the logs, compares the dumps.
void compareCompanions(RankCompanions& companions);
// Without names of hosts, users and folders, and without the hidden words; compares again.
void leaveOutNames(RankCompanions& companions, std::span<const std::string> hidden);
// The files of both together, each once; what `added` has again takes the place of the older reading.
RankCompanions joined(RankCompanions first, RankCompanions added);

// Tables for people. Of NCCL: "nccl_hints" (what looks wrong, and warnings), "nccl_edges" (transport of each pair of
// ranks), "nccl_transports", "nccl_rings", "nccl_trees", "nccl_calls", "nccl_communicators", "nccl_machines"; of the
// flight recorder: "flight" (the first operation of each group where ranks differ), "flight_pairs", "flight_ranks".
std::vector<Table> companionTables(const RankCompanions& companions);

// Per rank what stands beside its name: {"links", "P2P, NET/IB"} of its connections, {"flight", "missing at 3"}.
std::map<std::int64_t, std::vector<std::pair<std::string, std::string>>>
companionFigures(const RankCompanions& companions);

// What a person has to know first, as sentences: hints of the logs, where ranks differ.
std::vector<std::string> companionWords(const RankCompanions& companions);

} // namespace lanescope
