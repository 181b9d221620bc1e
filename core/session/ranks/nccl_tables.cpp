// NCCL logs as tables: all logs of a job as one.
#include "core/session/ranks/companion_parts.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace lanescope::companions {
namespace {

using readers::NcclCommunicator;
using readers::NcclEdge;
using readers::NcclLog;

constexpr std::size_t kMostWarnings = 500, kMostLongNotes = 50, kLongText = 80;

std::string timesText(std::uint64_t times) { return times == 1 ? std::string() : fmt::format("{} times: ", times); }

std::string whoSaid(const readers::NcclWarning& warning) {
    if (warning.ranks.empty()) return listed(warning.hosts);
    return readers::flightRanks(std::vector<std::int64_t>(warning.ranks.begin(), warning.ranks.end()));
}

Table hintsTable(const RankCompanions& all) {
    const NcclLog& log = all.nccl;
    Table table = emptyTable("nccl_hints", "What looks wrong",
                             {{"what", "what", Unit::Text}, {"text", "text", Unit::Text}, {"who", "who", Unit::Text}});
    for (const std::string& hint : log.hints) {
        table.rows.push_back({std::string("hint"), hint, std::string()});
        if (hint.size() > kLongText && table.notes.size() < kMostLongNotes) table.notes.push_back(hint);
    }
    for (const readers::NcclWarning& warning : log.warnings) {
        if (table.rows.size() >= kMostWarnings) break;
        const std::string text = timesText(warning.times) + warning.text;
        table.rows.push_back({std::string("warning"), text, whoSaid(warning)});
        const bool isLong = text.size() > kLongText || !warning.place.empty();
        if (isLong && table.notes.size() < kMostLongNotes)
            table.notes.push_back(fmt::format("warning of {}: {}{}", whoSaid(warning), text,
                                              warning.place.empty() ? "" : fmt::format(" [{}]", warning.place)));
    }
    for (const auto& [path, one] : all.logs) {
        if (table.notes.size() > 2 * kMostLongNotes) break;
        table.notes.push_back(fmt::format("{}: NCCL {}, network {}, {} of {} lines are NCCL's{}", fileNameOf(path),
                                          one.version.empty() ? "of unknown version" : one.version,
                                          one.network.empty() ? "not said" : one.network, one.ncclLines, one.lines,
                                          one.torn == 0 ? "" : fmt::format(", {} torn", one.torn)));
    }
    if (!log.missing.empty())
        table.notes.push_back(fmt::format("not in the log: {}. NCCL_DEBUG_SUBSYS=INIT,ENV,NET,GRAPH,TUNING,COLL writes "
                                          "them all",
                                          fmt::join(log.missing, "; ")));
    return table;
}

std::string jobRanksOf(const NcclLog& log, const NcclCommunicator& comm, const NcclEdge& edge) {
    if (comm.id == log.largest) return {};
    const auto from = readers::ncclJobRank(log, comm, edge.from), to = readers::ncclJobRank(log, comm, edge.to);
    if (log.communicators.size() == 1 || (!from && !to) || (from == edge.from && to == edge.to)) return {};
    const auto word = [](const std::optional<std::int64_t>& rank) {
        return rank ? std::to_string(*rank) : std::string("?");
    };
    return fmt::format("{} -> {}", word(from), word(to));
}

// A row per pair of ranks and transport, with its channels counted: 24 channels of one kind are one line.
Table edgesTable(const NcclLog& log) {
    Table table = emptyTable("nccl_edges", "Transports of each pair",
                             {{"from", "from", Unit::None},
                              {"to", "to", Unit::None},
                              {"via", "via", Unit::Text},
                              {"channels", "channels", Unit::Count},
                              {"communicator", "communicator", Unit::Text},
                              {"job_ranks", "ranks of the job", Unit::Text}});
    for (const NcclCommunicator& comm : log.communicators) {
        std::map<std::tuple<std::int64_t, std::int64_t, std::string>, std::int64_t> pairs;
        std::map<std::pair<std::int64_t, std::int64_t>, std::string> jobRanks;
        for (const NcclEdge& e : comm.edges) {
            const std::string via =
                e.receiveVia.empty() ? e.via : fmt::format("{}, received via {}", e.via, e.receiveVia);
            ++pairs[{e.from, e.to, via}];
            if (const auto [at, fresh] = jobRanks.try_emplace({e.from, e.to}); fresh)
                at->second = jobRanksOf(log, comm, e);
        }
        for (const auto& [pair, channels] : pairs) {
            const auto& [from, to, via] = pair;
            if (table.rows.size() < kMostRows)
                table.rows.push_back({from, to, via, channels, comm.id, jobRanks[{from, to}]});
        }
    }
    return table;
}

Table transportsTable(const NcclLog& log) {
    Table table = emptyTable("nccl_transports", "Transports by kind",
                             {{"kind", "transport", Unit::Text},
                              {"pairs", "pairs", Unit::Count},
                              {"connections", "connections", Unit::Count},
                              {"communicator", "communicator", Unit::Text}});
    for (const NcclCommunicator& comm : log.communicators) {
        std::map<std::string, std::pair<std::set<std::pair<std::int64_t, std::int64_t>>, std::int64_t>> kinds;
        for (const NcclEdge& edge : comm.edges) {
            auto& [pairs, connections] = kinds[readers::ncclTransportKind(edge.via)];
            pairs.emplace(edge.from, edge.to);
            ++connections;
        }
        for (const auto& [kind, found] : kinds)
            table.rows.push_back({kind, static_cast<std::int64_t>(found.first.size()), found.second, comm.id});
        if (!comm.collnet.empty())
            table.rows.push_back({std::string("COLLNET"), static_cast<std::int64_t>(comm.collnet.size()),
                                  static_cast<std::int64_t>(comm.collnet.size()), comm.id});
        if (table.rows.size() > kMostRows) break;
    }
    return table;
}

std::string channelsText(const std::vector<std::int64_t>& channels) {
    return readers::flightRanks(channels, "channel");
}

// Channels with the same ring are one row.
Table ringsTable(const NcclLog& log) {
    Table table = emptyTable("nccl_rings", "Rings",
                             {{"channels", "channels", Unit::Text},
                              {"ranks", "order of the ranks", Unit::Text},
                              {"communicator", "communicator", Unit::Text}});
    const auto add = [&](const auto& rings, const NcclCommunicator& comm, std::string_view ending) {
        std::map<std::string, std::vector<std::int64_t>> byOrder;
        for (const auto& [channel, ring] : rings) byOrder[listed(ring) + std::string(ending)].push_back(channel);
        for (const auto& [order, channels] : byOrder) {
            if (table.rows.size() == kMostRows) return;
            table.rows.push_back({channelsText(channels), order, comm.id});
            if (order.size() > kLongText && table.notes.size() < kMostLongNotes)
                table.notes.push_back(fmt::format("{}, {}: {}", comm.id, channelsText(channels), order));
        }
    };
    std::size_t rebuilt = 0;
    for (const NcclCommunicator& comm : log.communicators) {
        add(comm.rings, comm, "");
        add(comm.cutRings, comm, ", ... (cut in the log)");
        rebuilt += comm.rebuilt.size();
    }
    if (rebuilt > 0)
        table.notes.push_back(
            fmt::format("{} of them put together from their connections: the log cuts or lacks them", rebuilt));
    return table;
}

Table treesTable(const NcclLog& log) {
    Table table = emptyTable("nccl_trees", "Trees",
                             {{"rank", "rank", Unit::None},
                              {"up", "up", Unit::Text},
                              {"down", "down", Unit::Text},
                              {"channels", "channels", Unit::Text},
                              {"communicator", "communicator", Unit::Text}});
    for (const NcclCommunicator& comm : log.communicators) {
        std::map<std::tuple<std::int64_t, std::int64_t, std::string>, std::vector<std::int64_t>> same;
        for (const auto& [channel, trees] : comm.trees)
            for (const auto& [rank, tree] : trees) same[{rank, tree.up, listed(tree.down)}].push_back(channel);
        for (const auto& [key, channels] : same) {
            const auto& [rank, up, down] = key;
            if (table.rows.size() < kMostRows)
                table.rows.push_back(
                    {rank, up < 0 ? std::string("root") : std::to_string(up), down, channelsText(channels), comm.id});
        }
    }
    return table;
}

Table callsTable(const NcclLog& log) {
    Table table = emptyTable("nccl_calls", "Calls",
                             {{"func", "call", Unit::Text},
                              {"bytes", "size", Unit::Bytes},
                              {"count", "elements", Unit::Count},
                              {"datatype", "type", Unit::Text},
                              {"op", "operation", Unit::Text},
                              {"algo", "algorithm", Unit::Text},
                              {"proto", "protocol", Unit::Text},
                              {"channels", "channels", Unit::Text},
                              {"nranks", "ranks", Unit::Count},
                              {"times", "times", Unit::Count}});
    for (const readers::NcclCall& call : log.calls) {
        if (table.rows.size() == kMostRows) break;
        const bool channels = call.firstChannel && call.lastChannel;
        table.rows.push_back({call.function, call.bytes > 0 ? Cell(call.bytes) : Cell(),
                              call.count > 0 ? Cell(call.count) : Cell(), call.type, call.operation, call.algorithm,
                              call.protocol,
                              channels ? Cell(fmt::format("{}-{}", *call.firstChannel, *call.lastChannel)) : Cell(),
                              call.ranks > 0 ? Cell(call.ranks) : Cell(), static_cast<std::int64_t>(call.times)});
    }
    if (log.callsLeftOut > 0) table.notes.push_back(fmt::format("{} more calls of other sizes", log.callsLeftOut));
    return table;
}

std::string setupText(const NcclCommunicator& comm) {
    const auto open = static_cast<std::size_t>(std::count_if(
        comm.started.begin(), comm.started.end(), [&](auto rank) { return !comm.completed.contains(rank); }));
    if (open > 0) return open == 1 ? std::string("1 rank not complete") : fmt::format("{} ranks not complete", open);
    std::string out = comm.completed.empty() ? "not said" : "complete";
    const readers::NcclMember* slowest = nullptr;
    std::int64_t rank = 0;
    for (const auto& [number, member] : comm.members) {
        if (!member.setupSeconds || (slowest && *slowest->setupSeconds >= *member.setupSeconds)) continue;
        slowest = &member;
        rank = number;
    }
    if (slowest)
        out += fmt::format(", at most {:.2f} s (rank {}: {})", *slowest->setupSeconds, rank, slowest->setupParts);
    return out;
}

Table communicatorsTable(const NcclLog& log) {
    Table table = emptyTable("nccl_communicators", "Communicators",
                             {{"id", "communicator", Unit::Text},
                              {"nranks", "ranks", Unit::Count},
                              {"nnodes", "nodes", Unit::Count},
                              {"channels", "channels", Unit::Text},
                              {"heard", "ranks in the log", Unit::Count},
                              {"set_up", "set up", Unit::Text}});
    for (const NcclCommunicator& comm : log.communicators) {
        std::string channels;
        for (const auto& [kind, count] : comm.channels)
            channels += fmt::format("{}{} {}", channels.empty() ? "" : ", ", count, kind);
        if (channels.empty() && !comm.rings.empty())
            channels = fmt::format("{} ring{}", comm.rings.size(), comm.rings.size() == 1 ? "" : "s");
        if (comm.nvlsTree) channels += channels.empty() ? "NVLS tree" : ", NVLS tree";
        if (table.rows.size() < kMostRows)
            table.rows.push_back({comm.id.empty() ? std::string("without its beginning") : comm.id, comm.ranks,
                                  comm.nodes > 0 ? Cell(comm.nodes) : Cell(), channels,
                                  static_cast<std::int64_t>(comm.members.size()), setupText(comm)});
    }
    const auto unnamed = std::count_if(log.communicators.begin(), log.communicators.end(),
                                       [](const auto& comm) { return !comm.named && comm.members.size() > 1; });
    if (unnamed > 0)
        table.notes.push_back(
            fmt::format("{} have no commId in the log: put together by size and order of setup", unnamed));
    return table;
}

Table machinesTable(const NcclLog& log) {
    Table table = emptyTable("nccl_machines", "Machines",
                             {{"host", "host", Unit::Text},
                              {"ranks", "ranks", Unit::Text},
                              {"devices", "network devices", Unit::Text},
                              {"gpu_direct", "GPU Direct RDMA", Unit::Text},
                              {"bandwidth", "topology GB/s", Unit::Text},
                              {"gpu_paths", "between GPUs", Unit::Text},
                              {"net_paths", "to the network", Unit::Text},
                              {"links", "links", Unit::Text}});
    std::set<std::string> hosts;
    for (const auto& [host, ranks] : log.hosts) hosts.insert(host);
    for (const auto& [host, machine] : log.machines) hosts.insert(host);
    for (const std::string& host : hosts) {
        const auto ranks = log.hosts.find(host);
        const auto found = log.machines.find(host);
        const readers::NcclMachine machine = found == log.machines.end() ? readers::NcclMachine{} : found->second;
        std::string links = machine.nvlink ? "NVLink" : "";
        if (machine.nvls) links += links.empty() ? "NVLS" : ", NVLS";
        if (table.rows.size() < kMostRows)
            table.rows.push_back({host, ranks == log.hosts.end() ? std::string() : listed(ranks->second),
                                  listed(machine.devices), listed(machine.direct), machine.bandwidth,
                                  listed(machine.gpuPaths), listed(machine.netPaths), links});
    }
    for (const std::string& search : log.searches) table.notes.push_back(search);
    std::string set;
    for (const auto& [name, value] : log.environment)
        set += fmt::format("{}{}{}", set.empty() ? "" : ", ", name, value.empty() ? "" : fmt::format("={}", value));
    if (!set.empty()) table.notes.push_back(fmt::format("set by the environment: {}", set));
    return table;
}

} // namespace

void addNcclTables(const RankCompanions& companions, std::vector<Table>& out) {
    const NcclLog& log = companions.nccl;
    out.push_back(hintsTable(companions));
    out.push_back(edgesTable(log));
    out.push_back(transportsTable(log));
    out.push_back(ringsTable(log));
    out.push_back(treesTable(log));
    out.push_back(callsTable(log));
    out.push_back(communicatorsTable(log));
    out.push_back(machinesTable(log));
}

} // namespace lanescope::companions
