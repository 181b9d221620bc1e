// What looks wrong in a log, and what is not in it.
#include "core/readers/nccl_log/nccl_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace lanescope::readers::nccl {
namespace {

constexpr std::size_t kMostNamed = 8;

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// Connections of one kind with the pairs of ranks they join.
struct Found {
    std::uint64_t count = 0;
    std::set<std::string> pairs;
    void add(const NcclLog& log, const NcclCommunicator& comm, const NcclEdge& edge) {
        ++count;
        const auto from = ncclJobRank(log, comm, edge.from), to = ncclJobRank(log, comm, edge.to);
        if (pairs.size() > kMostNamed) return;
        pairs.insert(from && to ? fmt::format("{} -> {}", *from, *to)
                                : fmt::format("{} -> {} of {}", edge.from, edge.to, comm.id));
    }
    std::string text() const {
        std::vector<std::string> named(pairs.begin(), pairs.end());
        if (named.size() > kMostNamed) named.back() = "...";
        return fmt::format("{}", fmt::join(named, ", "));
    }
};

struct Transports {
    Found socket, shared, sharedBesideNvlink, plainNet;
    std::uint64_t direct = 0, gdr = 0;
};

bool hasNvlink(const NcclLog& log, const NcclCommunicator& comm, std::int64_t rank) {
    const auto member = comm.members.find(rank);
    if (member != comm.members.end()) {
        const auto machine = log.machines.find(member->second.host);
        return machine != log.machines.end() && machine->second.nvlink;
    }
    return log.machines.size() == 1 && log.machines.begin()->second.nvlink;
}

Transports transportsOf(const NcclLog& log) {
    Transports out;
    for (const NcclCommunicator& comm : log.communicators) {
        for (const NcclEdge& edge : comm.edges) {
            const bool shared = has(edge.via, "SHM") || has(edge.via, "shared memory");
            if (has(edge.via, "NET/Socket")) out.socket.add(log, comm, edge);
            if (shared) out.shared.add(log, comm, edge);
            if (shared && (hasNvlink(log, comm, edge.from) || hasNvlink(log, comm, edge.to)))
                out.sharedBesideNvlink.add(log, comm, edge);
            out.direct += has(edge.via, "P2P") ? 1 : 0;
            if (!has(edge.via, "NET/IB")) continue;
            const bool both = has(edge.via, "GDRDMA") && (edge.receiveVia.empty() || has(edge.receiveVia, "GDRDMA"));
            const bool any = has(edge.via, "GDRDMA") || has(edge.receiveVia, "GDRDMA");
            out.gdr += any ? 1 : 0;
            if (!both) out.plainNet.add(log, comm, edge);
        }
    }
    return out;
}

std::string counted(std::uint64_t n, std::string_view one) { return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s"); }

void transportHints(NcclLog& log) {
    const Transports found = transportsOf(log);
    const bool severalNodes = log.hosts.size() > 1 || std::any_of(log.communicators.begin(), log.communicators.end(),
                                                                  [](const auto& comm) { return comm.nodes > 1; });
    const bool sockets = has(log.network, "Socket");
    if (log.infiniband && (found.socket.count > 0 || sockets))
        log.hints.emplace_back("data goes through sockets although an InfiniBand device was found");
    else if (found.socket.count > 0 || (sockets && severalNodes))
        log.hints.emplace_back("data goes through sockets, not InfiniBand");
    if (found.sharedBesideNvlink.count > 0)
        log.hints.push_back(fmt::format("{} through shared memory between GPUs with NVLink: {}",
                                        counted(found.sharedBesideNvlink.count, "connection"),
                                        found.sharedBesideNvlink.text()));
    else if (found.shared.count > 0 && found.direct > 0)
        log.hints.push_back(fmt::format("{} through shared memory where others are P2P: {}",
                                        counted(found.shared.count, "connection"), found.shared.text()));
    else if (found.shared.count > 0)
        log.hints.emplace_back("GPUs of a node talk through shared memory, not P2P");
    if (found.gdr > 0 && found.plainNet.count > 0)
        log.hints.push_back(fmt::format("{} without GPU Direct where others have it: {}",
                                        counted(found.plainNet.count, "network connection"), found.plainNet.text()));
    for (const auto& [name, what] : {std::pair("NCCL_P2P_DISABLE", "P2P"), std::pair("NCCL_IB_DISABLE", "InfiniBand"),
                                     std::pair("NCCL_SHM_DISABLE", "shared memory")})
        if (const auto set = log.environment.find(name); set != log.environment.end() && set->second == "1")
            log.hints.push_back(fmt::format("{} is switched off by {}", what, name));
}

std::string rankList(const std::set<std::int64_t>& ranks) {
    std::string out = ranks.size() == 1 ? "rank " : "ranks ";
    std::size_t n = 0;
    for (const std::int64_t rank : ranks) {
        if (n == 2 * kMostNamed) return fmt::format("{} and {} more", out, ranks.size() - n);
        out += fmt::format("{}{}", n++ == 0 ? "" : ", ", rank);
    }
    return out;
}

std::string nameOf(const NcclCommunicator& comm) { return comm.id.empty() ? "without a name" : comm.id; }

void setupHints(NcclLog& log) {
    for (const NcclCommunicator& comm : log.communicators) {
        std::set<std::int64_t> open, unheard;
        for (const std::int64_t rank : comm.started)
            if (!comm.completed.contains(rank)) open.insert(rank);
        if (open.empty()) continue;
        for (std::int64_t rank = 0; rank < comm.ranks && unheard.size() < 100; ++rank)
            if (!comm.started.contains(rank) && !comm.completed.contains(rank)) unheard.insert(rank);
        std::string text = fmt::format("{} of communicator {} began {} setup and did not finish it", rankList(open),
                                       nameOf(comm), open.size() == 1 ? "its" : "their");
        if (!unheard.empty() && comm.started.size() + comm.completed.size() > 1)
            text += fmt::format("; nothing is heard of {}", rankList(unheard));
        log.hints.push_back(std::move(text));
    }
}

std::int64_t channelsOf(const NcclCommunicator& comm) {
    if (const auto said = comm.channels.find("coll"); said != comm.channels.end()) return said->second;
    return static_cast<std::int64_t>(comm.rings.size() + comm.cutRings.size());
}

bool isOverNodes(const NcclCommunicator& comm) {
    if (comm.nodes > 0) return comm.nodes > 1;
    std::set<std::string> hosts;
    for (const auto& [rank, member] : comm.members) hosts.insert(member.host);
    return hosts.size() > 1;
}

// Communicators over several nodes have other numbers of channels than those within one: like with like.
void channelHints(NcclLog& log) {
    std::map<bool, const NcclCommunicator*> most;
    for (const NcclCommunicator& comm : log.communicators) {
        if (comm.ranks < 2 || channelsOf(comm) == 0) continue;
        const NcclCommunicator*& best = most[isOverNodes(comm)];
        if (!best || channelsOf(comm) > channelsOf(*best)) best = &comm;
    }
    std::size_t said = 0, more = 0;
    for (const NcclCommunicator& comm : log.communicators) {
        if (comm.ranks < 2 || channelsOf(comm) == 0) continue;
        const NcclCommunicator& best = *most[isOverNodes(comm)];
        if (channelsOf(comm) >= channelsOf(best)) continue;
        if (said++ >= kMostNamed) {
            ++more;
            continue;
        }
        log.hints.push_back(fmt::format("communicator {} ({} ranks) has {} where {} ({} ranks) has {}", nameOf(comm),
                                        comm.ranks, counted(static_cast<std::uint64_t>(channelsOf(comm)), "channel"),
                                        nameOf(best), best.ranks, channelsOf(best)));
    }
    if (more > 0) log.hints.push_back(fmt::format("{} more communicators have fewer channels than others", more));
}

void warningHints(NcclLog& log) {
    std::uint64_t retries = 0;
    for (const NcclWarning& warning : log.warnings)
        if (has(warning.text, "status=12") || has(warning.text, "status 12") || has(warning.text, "error 12"))
            retries += warning.times;
    if (retries > 0)
        log.hints.push_back(fmt::format("{} gave up after retries (status 12): no answer from the peer",
                                        counted(retries, "network operation")));
    if (has(log.version, ", ")) log.hints.push_back(fmt::format("different versions of NCCL: {}", log.version));
    if (log.warningCount > 0) log.hints.push_back(counted(log.warningCount, "warning"));
}

void missingParts(NcclLog& log) {
    const bool init = std::any_of(log.communicators.begin(), log.communicators.end(),
                                  [](const auto& comm) { return !comm.members.empty(); });
    if (!init) log.missing.emplace_back("communicators and ranks (INIT)");
    if (log.graphLines == 0) log.missing.emplace_back("topology, searches and steps of rings (GRAPH)");
    if (log.netLines == 0) log.missing.emplace_back("details of network devices (NET)");
    if (log.choiceLines == 0) log.missing.emplace_back("choice of algorithms (TUNING)");
    if (log.callLines == 0) log.missing.emplace_back("calls (COLL)");
}

} // namespace

void addHints(NcclLog& log) {
    log.hints.clear();
    log.missing.clear();
    setupHints(log);
    transportHints(log);
    channelHints(log);
    warningHints(log);
    missingParts(log);
}

} // namespace lanescope::readers::nccl
