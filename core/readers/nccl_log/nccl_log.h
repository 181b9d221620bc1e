// Logs of NCCL_DEBUG=INFO: communicators with their rings, trees and transports, calls, warnings, and what looks wrong
// in them. Lines of several ranks may be mixed, prefixed by launchers and coloured; torn lines are counted. Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::readers {

struct NcclEdge { // of one channel; a send and its receive are one edge
    std::int64_t channel = 0, from = 0, to = 0;
    std::string via; // "P2P/CUMEM", "NET/IB/0/GDRDMA"
    friend bool operator==(const NcclEdge&, const NcclEdge&) = default;
};

struct NcclTree { // of one rank, the first channel's
    std::int64_t up = -1;
    std::vector<std::int64_t> down;
};

struct NcclCommunicator {
    std::string id; // commId, else the address
    std::int64_t ranks = 0, nodes = 0;
    std::map<std::int64_t, std::vector<std::int64_t>> rings; // channel -> order of ranks
    std::map<std::int64_t, NcclTree> trees;                  // by rank
    std::map<std::string, std::int64_t> channels;            // "coll", "collnet", "nvls", "p2p", "p2p_per_peer"
    std::vector<NcclEdge> edges;                             // each once, in the order of the log
    std::set<std::int64_t> started, completed;               // ranks
};

struct NcclCall {
    std::string function;
    std::int64_t count = 0, bytes = 0, ranks = 0; // 0 = not said
    std::string type, algorithm, protocol;
    std::optional<std::int64_t> firstChannel, lastChannel;
};

struct NcclLog {
    std::string version, network;
    std::map<std::string, std::set<std::int64_t>> hosts; // host -> ranks
    std::vector<NcclCommunicator> communicators;         // in the order of the log
    std::vector<NcclCall> calls;                         // a call and its choice of algorithm are one entry
    std::vector<std::string> warnings;                   // at most kMaxWarnings
    std::uint64_t lines = 0, ncclLines = 0, warningCount = 0, prefixed = 0, torn = 0;
    std::uint64_t edgeLines = 0, treeLines = 0, ringLines = 0;
    bool infiniband = false;        // an IB device was found
    std::vector<std::string> hints; // what looks wrong, as sentences
};
inline constexpr std::size_t kMaxWarnings = 1000;

bool looksLikeNcclLog(std::string_view head);
NcclLog readNcclLog(std::string_view text);

} // namespace lanescope::readers
