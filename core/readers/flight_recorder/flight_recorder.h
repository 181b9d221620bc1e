// Dumps of PyTorch's flight recorder (one file per rank; a pickle or JSON): what each rank's process groups did last,
// and where ranks differ. Any thread.
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::readers {

struct FlightEntry {
    std::string group;                   // id of the process group
    std::string name;                    // "nccl:all_reduce", "nccl:send 0->1"
    std::string state;                   // "scheduled", "started", "completed"
    std::string inputs, outputs, dtypes; // as JSON text, to compare and to show
    std::int64_t seq = 0;                // collective_seq_id; 0 for point to point
    std::int64_t p2pSeq = 0;             // p2p_seq_id
    std::int64_t createdNs = 0;          // host clock
    std::optional<double> durationMs;
    bool isP2p = false;
    bool hasFrames = false;
};

struct FlightGroup {
    std::string name, description;
    std::vector<std::int64_t> ranks; // empty when not said
};

struct FlightDump {
    std::string file;
    std::optional<std::int64_t> rank; // from the digits in the file's name
    std::string version, commLibrary;
    std::map<std::string, FlightGroup> groups; // by id
    std::vector<FlightEntry> entries;          // oldest first
};

// A pickle (read as data, nothing is executed) or JSON with `entries` and `version`.
Result<FlightDump> readFlightDump(std::string_view bytes, std::string_view fileName);

enum class FlightProblem : std::uint8_t {
    Missing, // a rank never got there
    Differs, // names, sizes or types are not the same
    Stuck,   // states differ: some have finished, some not
};
std::string_view flightProblemWord(FlightProblem problem); // "missing", "differs", "stuck"

struct FlightMismatch { // the first of a group
    FlightProblem problem{};
    std::string group, groupName;
    std::int64_t seq = 0;
    std::string name;                                     // of the first rank that has it
    std::vector<std::int64_t> there, missing, unfinished; // ranks
    std::vector<std::string> variants;                    // Differs: what the ranks say
};

struct FlightPair {
    std::int64_t from = 0, to = 0;
    std::optional<std::string> sendState, recvState; // none: no entry
};

struct FlightReport {
    std::vector<FlightMismatch> mismatches; // by group
    std::vector<FlightPair> pairs;
    std::map<std::int64_t, std::vector<std::int64_t>> completed; // per rank: numbers of finished collectives
};

// Numbers before a rank's first entry of a group may have fallen out of its ring buffer and count as done. Sizes of
// all-to-all and uneven operations may differ; only names are compared there.
FlightReport compareFlights(std::span<const FlightDump> dumps);

} // namespace lanescope::readers
