// Logs of NCCL_DEBUG=INFO: communicators with their rings, trees and transports, calls, warnings, and what looks wrong
// in them. Lines of several ranks may be mixed, prefixed by launchers and coloured; torn lines are counted. One log may
// be of all ranks or of a single process (NCCL_DEBUG_FILE): several are merged by communicator. Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::readers {

struct NcclEdge { // of one channel; a send and its receive are one edge
    std::int64_t channel = 0, from = 0, to = 0;
    std::string via;        // "P2P/CUMEM", "NET/IB/0/GDRDMA": the sender's words; the receiver's where only it is heard
    std::string receiveVia; // the receiver's where they are others
    std::int64_t index = 0; // of the connection: "Channel 00/1"
    std::uint8_t heard = 0; // 1 the sender, 2 the receiver, 3 both
};

struct NcclTree { // of one rank
    std::int64_t up = -1;
    std::vector<std::int64_t> down;
};

struct NcclMember {
    std::string host, process; // "host:pid[device]"
    std::optional<double> setupSeconds;
    std::string setupParts; // "kernels 0.20, alloc 0.30"
};

struct NcclCommunicator {
    std::string id;     // commId, else the address
    bool named = false; // the id is the same on all ranks
    std::int64_t ranks = 0, nodes = 0;
    std::map<std::int64_t, std::vector<std::int64_t>> rings;    // channel -> order of ranks
    std::map<std::int64_t, std::vector<std::int64_t>> cutRings; // what is known of those that are cut in the log
    std::set<std::int64_t> rebuilt;                             // channels whose ring is put together from its steps
    std::map<std::int64_t, std::map<std::int64_t, NcclTree>> trees; // channel -> rank
    std::map<std::string, std::int64_t> channels;                   // "coll", "collnet", "nvls", "p2p", "p2p_per_peer"
    std::vector<NcclEdge> edges;                                    // each once, in the order of the log
    std::map<std::int64_t, std::set<std::string>> collnet;          // rank -> transports
    std::set<std::int64_t> started, completed;                      // ranks
    std::map<std::int64_t, NcclMember> members;                     // by rank
    std::map<std::int64_t, std::map<std::int64_t, std::int64_t>> next; // channel -> rank -> the next of its ring
    std::int64_t ordinal = 0;                                          // unnamed: which of its size in its process
    bool nvlsTree = false;
};

struct NcclCall { // what is the same is one entry
    std::string function;
    std::int64_t count = 0, bytes = 0, ranks = 0; // 0 = not said
    std::string type, operation, algorithm, protocol;
    std::optional<std::int64_t> firstChannel, lastChannel;
    std::uint64_t times = 1;
};

struct NcclWarning {         // what is the same is one entry
    std::string text, place; // place: "transport/net_ib.cc:1234 (func)"
    std::set<std::string> hosts, processes;
    std::set<std::int64_t> ranks; // of the job, where they are known
    std::uint64_t times = 0;
};

struct NcclMachine {
    std::string bootstrap;                    // interface
    std::set<std::string> devices;            // "mlx5_0:1/IB", "eth0"
    std::set<std::string> direct;             // devices with GPU Direct RDMA
    std::string bandwidth;                    // of the topology, GB/s: "48.0 of 480.0"
    std::set<std::string> gpuPaths, netPaths; // worst to best words between GPUs, from GPUs to networks
    bool infiniband = false, nvlink = false, nvls = false;
};

struct NcclLog {
    std::string version, network;                        // several are parted by commas
    std::map<std::string, std::set<std::int64_t>> hosts; // host -> ranks of the largest communicator
    std::map<std::string, NcclMachine> machines;         // by host
    std::vector<NcclCommunicator> communicators;         // in the order of the log
    std::vector<NcclCall> calls;                         // a call and its choice of algorithm are one entry
    std::vector<NcclWarning> warnings;                   // at most kMaxWarnings
    std::map<std::string, std::string> environment;      // names; values only of switches that name nobody
    std::set<std::string> searches;                      // "ring: 12 channels, 20.0/20.0 GB/s, NVL/PIX"
    std::uint64_t lines = 0, ncclLines = 0, warningCount = 0, prefixed = 0, torn = 0, callsLeftOut = 0;
    std::uint64_t edgeLines = 0, treeLines = 0, ringLines = 0, callLines = 0, choiceLines = 0, graphLines = 0,
                  netLines = 0;
    bool infiniband = false;          // an IB device was found
    std::vector<std::string> hints;   // what looks wrong, as sentences
    std::vector<std::string> missing; // what is not in the log, and what would bring it

    std::map<std::string, std::int64_t> jobRanks; // process -> its rank in the largest communicator
    std::string largest;                          // its id
};
inline constexpr std::size_t kMaxWarnings = 1000, kMaxCalls = 20'000;

bool looksLikeNcclLog(std::string_view head);
NcclLog readNcclLog(std::string_view text);
// As if they were one log. Communicators are the same by their commId; those without one (NCCL before 2.17) when they
// have the same size, other ranks, and are each the n-th of their processes.
NcclLog mergeNcclLogs(std::span<const NcclLog* const> logs);

// The rank of the job that a communicator's rank is; none where the log does not tell.
std::optional<std::int64_t> ncclJobRank(const NcclLog& log, const NcclCommunicator& comm, std::int64_t rank);
// "NET/IB/0(3)/GDRDMA" -> "NET/IB/GDRDMA", "SHM/direct/direct" -> "SHM": without numbers of devices, to count by.
std::string ncclTransportKind(std::string_view via);

} // namespace lanescope::readers
