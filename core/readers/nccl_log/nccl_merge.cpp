// What is known after the last line: several logs as one, communicators without ids, rings from their steps.
#include "core/readers/nccl_log/nccl_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace lanescope::readers {
namespace nccl {
namespace {

bool sharesMembers(const NcclCommunicator& a, const NcclCommunicator& b) {
    const bool few = a.members.size() < b.members.size();
    const auto &less = few ? a.members : b.members, &more = few ? b.members : a.members;
    return std::any_of(less.begin(), less.end(), [&](const auto& member) { return more.contains(member.first); });
}

bool isOneNode(const NcclCommunicator& comm) { return comm.nodes == 1 && !comm.members.empty(); }

// Whether the second may be further ranks of the first.
bool belongTogether(const NcclCommunicator& a, const NcclCommunicator& b) {
    if (a.named || b.named) return a.named && b.named && a.id == b.id;
    if (a.id.empty() || b.id.empty()) return a.id.empty() && b.id.empty(); // a log without its beginning
    if (a.ranks != b.ranks || a.ordinal != b.ordinal || sharesMembers(a, b)) return false;
    if (isOneNode(a) && isOneNode(b)) return a.members.begin()->second.host == b.members.begin()->second.host;
    return true;
}

// Communicators without an id that wait for further ranks and that each further one is held against: nodes of a job
// whose lines are mixed. What comes beyond stays alone.
constexpr std::size_t kMostHomes = 1024;

// Without an id, and all its ranks are there: no other can be a part of it.
bool isFull(const NcclCommunicator& comm) {
    return !comm.named && comm.ranks > 0 && std::ssize(comm.members) >= comm.ranks;
}

// The first that a communicator belongs to, without looking at all of them.
class Homes {
public:
    std::size_t of(const NcclCommunicator& comm, const std::vector<NcclCommunicator>& kept) {
        std::vector<std::size_t>& list = m_byKey[keyOf(comm)];
        std::erase_if(list, [&](std::size_t i) { return isFull(kept[i]); });
        for (const std::size_t i : list)
            if (belongTogether(kept[i], comm)) return i;
        if (list.size() < kMostHomes) list.push_back(kept.size());
        return kept.size();
    }

private:
    static std::string keyOf(const NcclCommunicator& comm) {
        if (comm.named) return comm.id;
        return comm.id.empty() ? std::string() : fmt::format("{} of {}", comm.ordinal, comm.ranks);
    }
    std::map<std::string, std::vector<std::size_t>> m_byKey;
};

std::vector<NcclCommunicator> united(std::vector<NcclCommunicator> all) {
    std::vector<NcclCommunicator> out;
    std::vector<EdgeList> edges;
    Homes homes;
    for (NcclCommunicator& comm : all) {
        const std::size_t home = homes.of(comm, out);
        if (home < out.size()) {
            absorb(out[home], std::move(comm), edges[home]);
            continue;
        }
        out.push_back(std::move(comm));
        edges.emplace_back(out.back());
    }
    return out;
}

// Once around from the smallest rank; none when a step is not known or it does not come back.
std::optional<std::vector<std::int64_t>> aroundOf(const std::map<std::int64_t, std::int64_t>& next, std::int64_t start,
                                                  std::int64_t ranks) {
    std::vector<std::int64_t> out;
    std::int64_t at = start;
    do {
        out.push_back(at);
        const auto step = next.find(at);
        if (step == next.end() || out.size() > next.size()) return std::nullopt;
        at = step->second;
    } while (at != start);
    if (ranks > 0 && static_cast<std::int64_t>(out.size()) != ranks) return std::nullopt;
    return out;
}

void rebuildRings(NcclCommunicator& comm) {
    for (const auto& [channel, next] : comm.next) {
        const auto whole = comm.rings.find(channel); // unless its line lost its end
        const bool isWhole = whole != comm.rings.end() && (comm.ranks == 0 || std::ssize(whole->second) == comm.ranks);
        if (next.empty() || isWhole) continue;
        const auto cut = comm.cutRings.find(channel);
        const bool known = cut != comm.cutRings.end() && !cut->second.empty();
        auto ring = aroundOf(next, known ? cut->second.front() : next.begin()->first, comm.ranks);
        if (!ring) continue;
        comm.rings[channel] = std::move(*ring);
        comm.rebuilt.insert(channel);
    }
    for (const auto& [channel, ring] : comm.rings) comm.cutRings.erase(channel);
}

// Ranks of the job are those of the largest communicator; those of parts of it are other numbers.
void findJobRanks(NcclLog& log) {
    const NcclCommunicator* largest = nullptr;
    for (const NcclCommunicator& comm : log.communicators)
        if (!comm.members.empty() && (!largest || comm.ranks > largest->ranks)) largest = &comm;
    log.hosts.clear();
    log.jobRanks.clear();
    log.largest = largest ? largest->id : std::string();
    if (!largest) return;
    for (const auto& [rank, member] : largest->members) {
        log.hosts[member.host].insert(rank);
        log.jobRanks[member.process] = rank;
    }
    for (NcclWarning& warning : log.warnings)
        for (const std::string& process : warning.processes)
            if (const auto rank = log.jobRanks.find(process); rank != log.jobRanks.end())
                warning.ranks.insert(rank->second);
}

void mergeMachine(NcclMachine& to, const NcclMachine& from) {
    if (to.bootstrap.empty()) to.bootstrap = from.bootstrap;
    if (to.bandwidth.empty()) to.bandwidth = from.bandwidth;
    to.devices.insert(from.devices.begin(), from.devices.end());
    to.direct.insert(from.direct.begin(), from.direct.end());
    to.gpuPaths.insert(from.gpuPaths.begin(), from.gpuPaths.end());
    to.netPaths.insert(from.netPaths.begin(), from.netPaths.end());
    to.infiniband = to.infiniband || from.infiniband;
    to.nvlink = to.nvlink || from.nvlink;
    to.nvls = to.nvls || from.nvls;
}

void addWords(std::string& to, std::string_view from) { // "a, b" and "b, c": "a, b, c"
    while (!from.empty()) {
        const std::size_t comma = from.find(", ");
        const std::string_view word = from.substr(0, comma);
        from = comma == std::string_view::npos ? std::string_view() : from.substr(comma + 2);
        if (to.find(word) != std::string::npos || to.size() > 200) continue;
        if (!to.empty()) to += ", ";
        to += word;
    }
}

void addCounts(NcclLog& to, const NcclLog& from) {
    to.lines += from.lines;
    to.ncclLines += from.ncclLines;
    to.prefixed += from.prefixed;
    to.torn += from.torn;
    to.callsLeftOut += from.callsLeftOut;
    to.edgeLines += from.edgeLines;
    to.treeLines += from.treeLines;
    to.ringLines += from.ringLines;
    to.callLines += from.callLines;
    to.choiceLines += from.choiceLines;
    to.graphLines += from.graphLines;
    to.netLines += from.netLines;
    to.infiniband = to.infiniband || from.infiniband;
}

} // namespace

void finish(NcclLog& log) {
    log.communicators = united(std::move(log.communicators));
    for (NcclCommunicator& comm : log.communicators) rebuildRings(comm);
    findJobRanks(log);
    addHints(log);
}

} // namespace nccl

NcclLog mergeNcclLogs(std::span<const NcclLog* const> logs) {
    NcclLog out;
    nccl::CallList calls;
    std::map<std::string, std::size_t> warnings;
    for (const NcclLog* log : logs) {
        nccl::addWords(out.version, log->version);
        nccl::addWords(out.network, log->network);
        for (const auto& [host, machine] : log->machines) nccl::mergeMachine(out.machines[host], machine);
        out.communicators.insert(out.communicators.end(), log->communicators.begin(), log->communicators.end());
        for (const NcclCall& call : log->calls) calls.add(call, out);
        std::uint64_t listed = 0;
        for (const NcclWarning& warning : log->warnings) {
            nccl::addWarning(out, warnings, warning);
            listed += warning.times;
        }
        out.warningCount += log->warningCount - listed;
        out.environment.insert(log->environment.begin(), log->environment.end());
        out.searches.insert(log->searches.begin(), log->searches.end());
        nccl::addCounts(out, *log);
    }
    nccl::finish(out);
    return out;
}

std::optional<std::int64_t> ncclJobRank(const NcclLog& log, const NcclCommunicator& comm, std::int64_t rank) {
    if (comm.id == log.largest || log.communicators.size() == 1) return rank;
    const auto member = comm.members.find(rank);
    if (member == comm.members.end()) return std::nullopt;
    const auto known = log.jobRanks.find(member->second.process);
    return known == log.jobRanks.end() ? std::nullopt : std::optional(known->second);
}

std::string ncclTransportKind(std::string_view via) {
    if (via.starts_with("SHM") || via.find("shared memory") != std::string_view::npos) return "SHM";
    if (!via.starts_with("NET/")) {
        std::string out(via.substr(0, via.find('[')));
        while (!out.empty() && out.back() >= '0' && out.back() <= '9') out.pop_back(); // "P2P/indirect/2[2]"
        if (out.ends_with('/')) out.pop_back();
        return out;
    }
    std::string out = "NET/";
    out += via.substr(4, via.find('/', 4) - 4);
    return via.find("GDRDMA") != std::string_view::npos ? out + "/GDRDMA" : out;
}

} // namespace lanescope::readers
