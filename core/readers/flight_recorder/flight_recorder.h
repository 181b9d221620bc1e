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
    std::string group;                   // name of the process group, the same on all ranks; its id where none is said
    std::string name;                    // "nccl:all_reduce", "nccl:send 0->1"
    std::string state;                   // "scheduled", "started", "completed"
    std::string inputs, outputs;         // sizes as JSON text, to compare and to show
    std::string inputTypes, outputTypes; // likewise
    std::int64_t seq = 0;                // collective_seq_id; 0 for point to point
    std::int64_t p2pSeq = 0;             // p2p_seq_id
    std::optional<std::int64_t> record;  // record_id: counts what the rank has recorded since its start
    std::int64_t createdNs = 0;          // host clock
    std::optional<double> durationMs;
    bool isP2p = false;
    bool hasFrames = false;
};

struct FlightGroup {
    std::string name, description;
    std::vector<std::int64_t> ranks;                          // empty when not said
    std::optional<std::int64_t> enqueued, started, completed; // numbers of the last collectives (pg_status)
};

struct FlightDump {
    std::string file;
    std::optional<std::int64_t> rank; // from the digits in the file's name
    std::string version, commLibrary;
    std::map<std::string, FlightGroup> groups; // as FlightEntry::group says them
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

struct FlightVariant { // what some ranks say of an operation
    std::string text;
    std::vector<std::int64_t> ranks;
};

struct FlightMismatch { // the first of a group, or of a pair of ranks in it
    FlightProblem problem{};
    std::string group, groupName; // name; description, with ranks and name where several have it
    std::vector<std::int64_t> groupRanks;
    std::int64_t seq = 0;                                      // collective_seq_id, of point to point p2p_seq_id
    std::string name;                                          // of the first rank that has it
    std::string what;                                          // Differs: "names", "sizes", "types"
    std::vector<std::int64_t> there, missing, unfinished;      // ranks
    std::vector<std::int64_t> unknown;                         // members without a dump
    std::vector<FlightVariant> variants;                       // Differs: what the ranks say; Stuck: their states
    std::optional<std::pair<std::int64_t, std::int64_t>> pair; // point to point: sender and receiver
};

struct FlightPair { // ranks of the job, not places in the group
    std::int64_t from = 0, to = 0;
    std::string group;
    std::optional<std::int64_t> sendSeq, recvSeq;    // p2p_seq_id of each side
    std::optional<std::string> sendState, recvState; // none: no entry
    bool matched = true;                             // false: which one of the other side it belongs to is not known
};

struct FlightReport {
    std::vector<FlightMismatch> mismatches; // by group, then by pair
    std::vector<FlightPair> pairs;
    std::map<std::int64_t, std::vector<std::int64_t>> completed; // per rank: numbers of finished collectives
    std::map<std::int64_t, std::string> absent;                  // rank that a group names, without a dump: the group
    std::vector<std::string> notes;                              // what was left out: a second dump of a rank
};

// Groups are those of the same name and ranks. Numbers before a rank's first entry of a group may have fallen out of
// its ring buffer and count as done. Sizes of all-to-all may differ, of gather the outputs, of scatter the inputs. A
// send is compared with its receive: the same p2p_seq_id where the two ranks count alike, else the same place in the
// order of the pair, as the ranks number their sends to all peers together; where they do not and entries are lost, the
// two stay apart.
FlightReport compareFlights(std::span<const FlightDump> dumps);

// For people. "rank 3", "ranks 0, 2", "ranks 0-7, 12".
std::string flightRanks(std::span<const std::int64_t> ranks, std::string_view one = "rank");
std::string flightSentence(const FlightMismatch& mismatch);
std::vector<std::string> flightSentences(const FlightReport& report); // differences, then ranks without a dump

} // namespace lanescope::readers
