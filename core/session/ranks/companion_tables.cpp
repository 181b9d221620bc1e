// Logs and dumps as tables and sentences.
#include "core/session/ranks/companions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <map>
#include <set>

namespace lanescope {
namespace {

using readers::FlightMismatch;
using readers::FlightProblem;
using readers::NcclCommunicator;

constexpr std::size_t kMostRows = 20'000, kMostWarnings = 500, kMostWords = 8;

std::string nameOf(const std::string& path) { return std::filesystem::path(path).filename().string(); }

std::string list(const auto& numbers) { return fmt::format("{}", fmt::join(numbers, ", ")); }

Table emptyTable(std::string id, std::string title, std::vector<Column> columns) {
    return Table{std::move(id), std::move(title), std::move(columns), {}, 0, {}, {}};
}

Table hintsTable(const RankCompanions& all) {
    Table table = emptyTable("nccl_hints", "What looks wrong",
                             {{"what", "what", Unit::Text}, {"text", "text", Unit::Text}, {"log", "log", Unit::Text}});
    for (const auto& [path, log] : all.logs)
        for (const std::string& hint : log.hints) table.rows.push_back({std::string("hint"), hint, nameOf(path)});
    for (const auto& [path, log] : all.logs)
        for (const std::string& warning : log.warnings)
            if (table.rows.size() < kMostWarnings)
                table.rows.push_back({std::string("warning"), warning, nameOf(path)});
    for (const auto& [path, log] : all.logs) {
        table.notes.push_back(fmt::format("{}: NCCL {}, network {}, {} of {} lines are NCCL's", nameOf(path),
                                          log.version.empty() ? "of unknown version" : log.version,
                                          log.network.empty() ? "not said" : log.network, log.ncclLines, log.lines));
        if (log.torn > 0) table.notes.push_back(fmt::format("{}: {} torn lines", nameOf(path), log.torn));
    }
    return table;
}

// A row per pair of ranks and transport, with its channels counted: 24 channels of one kind are one line.
Table edgesTable(const RankCompanions& all) {
    Table table = emptyTable("nccl_edges", "Transports of each pair",
                             {{"from", "from", Unit::None},
                              {"to", "to", Unit::None},
                              {"via", "via", Unit::Text},
                              {"channels", "channels", Unit::Count},
                              {"communicator", "communicator", Unit::Text}});
    for (const auto& [path, log] : all.logs)
        for (const NcclCommunicator& comm : log.communicators) {
            std::map<std::tuple<std::int64_t, std::int64_t, std::string>, std::int64_t> pairs;
            for (const readers::NcclEdge& e : comm.edges) ++pairs[{e.from, e.to, e.via}];
            for (const auto& [pair, channels] : pairs)
                if (table.rows.size() < kMostRows)
                    table.rows.push_back({std::get<0>(pair), std::get<1>(pair), std::get<2>(pair), channels, comm.id});
        }
    return table;
}

Table ringsTable(const RankCompanions& all) {
    Table table = emptyTable("nccl_rings", "Rings",
                             {{"channel", "channel", Unit::None},
                              {"ranks", "order of the ranks", Unit::Text},
                              {"communicator", "communicator", Unit::Text}});
    for (const auto& [path, log] : all.logs)
        for (const NcclCommunicator& comm : log.communicators)
            for (const auto& [channel, ring] : comm.rings)
                if (table.rows.size() < kMostRows) table.rows.push_back({channel, list(ring), comm.id});
    return table;
}

Table treesTable(const RankCompanions& all) {
    Table table = emptyTable("nccl_trees", "Trees (first channel)",
                             {{"rank", "rank", Unit::None},
                              {"up", "up", Unit::Text},
                              {"down", "down", Unit::Text},
                              {"communicator", "communicator", Unit::Text}});
    for (const auto& [path, log] : all.logs)
        for (const NcclCommunicator& comm : log.communicators)
            for (const auto& [rank, tree] : comm.trees)
                if (table.rows.size() < kMostRows)
                    table.rows.push_back(
                        {rank, tree.up < 0 ? std::string("root") : std::to_string(tree.up), list(tree.down), comm.id});
    return table;
}

Table callsTable(const RankCompanions& all) {
    Table table = emptyTable("nccl_calls", "Calls",
                             {{"func", "call", Unit::Text},
                              {"bytes", "size", Unit::Bytes},
                              {"count", "elements", Unit::Count},
                              {"datatype", "type", Unit::Text},
                              {"algo", "algorithm", Unit::Text},
                              {"proto", "protocol", Unit::Text},
                              {"nranks", "ranks", Unit::Count}});
    for (const auto& [path, log] : all.logs)
        for (const readers::NcclCall& call : log.calls)
            if (table.rows.size() < kMostRows)
                table.rows.push_back({call.function, call.bytes > 0 ? Cell(call.bytes) : Cell(),
                                      call.count > 0 ? Cell(call.count) : Cell(), call.type, call.algorithm,
                                      call.protocol, call.ranks > 0 ? Cell(call.ranks) : Cell()});
    return table;
}

Table communicatorsTable(const RankCompanions& all) {
    Table table = emptyTable("nccl_communicators", "Communicators",
                             {{"id", "communicator", Unit::Text},
                              {"nranks", "ranks", Unit::Count},
                              {"nnodes", "nodes", Unit::Count},
                              {"channels", "channels", Unit::Text},
                              {"set_up", "set up", Unit::Text},
                              {"log", "log", Unit::Text}});
    for (const auto& [path, log] : all.logs)
        for (const NcclCommunicator& comm : log.communicators) {
            std::string channels;
            for (const auto& [kind, count] : comm.channels)
                channels += fmt::format("{}{} {}", channels.empty() ? "" : ", ", count, kind);
            const std::size_t open = comm.started.size() - std::min(comm.started.size(), comm.completed.size());
            table.rows.push_back({comm.id, comm.ranks, comm.nodes, channels,
                                  open == 0 ? std::string("complete") : fmt::format("{} ranks not complete", open),
                                  nameOf(path)});
        }
    return table;
}

Table flightTable(const RankCompanions& all) {
    Table table = emptyTable("flight", "First collective of each group where ranks differ",
                             {{"pg", "group", Unit::Text},
                              {"collective_seq_id", "number", Unit::None},
                              {"name", "collective", Unit::Text},
                              {"problem", "problem", Unit::Text},
                              {"ranks_there", "there", Unit::Text},
                              {"ranks_missing", "missing", Unit::Text},
                              {"ranks_unfinished", "not finished", Unit::Text},
                              {"variants", "what ranks say", Unit::Text}});
    for (const FlightMismatch& m : all.flight.mismatches)
        table.rows.push_back({m.groupName, m.seq, m.name, std::string(readers::flightProblemWord(m.problem)),
                              list(m.there), list(m.missing), list(m.unfinished),
                              fmt::format("{}", fmt::join(m.variants, " | "))});
    if (!all.dumps.empty() && all.flight.mismatches.empty())
        table.notes.emplace_back("no difference between the ranks");
    return table;
}

Table flightPairsTable(const RankCompanions& all) {
    Table table = emptyTable("flight_pairs", "Sends and receives",
                             {{"from", "from", Unit::None},
                              {"to", "to", Unit::None},
                              {"send_state", "send", Unit::Text},
                              {"recv_state", "receive", Unit::Text}});
    for (const readers::FlightPair& pair : all.flight.pairs)
        if (table.rows.size() < kMostRows)
            table.rows.push_back(
                {pair.from, pair.to, pair.sendState.value_or("no entry"), pair.recvState.value_or("no entry")});
    return table;
}

Table flightRanksTable(const RankCompanions& all) {
    Table table = emptyTable("flight_ranks", "Dumps",
                             {{"rank", "rank", Unit::None},
                              {"entries", "entries", Unit::Count},
                              {"completed", "completed", Unit::Count},
                              {"last", "last completed", Unit::None},
                              {"version", "version", Unit::Text},
                              {"file", "file", Unit::Text}});
    for (std::size_t i = 0; i < all.dumps.size(); ++i) {
        const readers::FlightDump& dump = all.dumps[i];
        const auto done = all.flight.completed.find(dump.rank.value_or(static_cast<std::int64_t>(i)));
        const bool any = done != all.flight.completed.end() && !done->second.empty();
        table.rows.push_back({dump.rank ? Cell(*dump.rank) : Cell(), static_cast<std::int64_t>(dump.entries.size()),
                              any ? static_cast<std::int64_t>(done->second.size()) : std::int64_t{0},
                              any ? Cell(done->second.back()) : Cell(), dump.version, nameOf(dump.file)});
    }
    return table;
}

std::string wordsOf(const FlightMismatch& m) {
    const std::string what = fmt::format("{} number {} of {}", m.name, m.seq, m.groupName);
    switch (m.problem) {
    case FlightProblem::Missing:
        return fmt::format("{}: rank {} never got there, rank {} did", what, list(m.missing), list(m.there));
    case FlightProblem::Differs:
        return fmt::format("{}: ranks disagree: {}", what, fmt::join(m.variants, " | "));
    case FlightProblem::Stuck:
        break;
    }
    return fmt::format("{}: rank {} has not finished", what, list(m.unfinished));
}

// "NET/IB/0/GDRDMA" -> "NET/IB", "P2P/CUMEM" -> "P2P".
std::string transportOf(const std::string& via) {
    const std::size_t first = via.find('/');
    if (!via.starts_with("NET/")) return via.substr(0, first);
    return via.substr(0, via.find('/', first + 1));
}

} // namespace

std::map<std::int64_t, std::vector<std::pair<std::string, std::string>>>
companionFigures(const RankCompanions& companions) {
    std::map<std::int64_t, std::set<std::string>> links;
    for (const auto& [path, log] : companions.logs)
        for (const NcclCommunicator& comm : log.communicators)
            for (const readers::NcclEdge& edge : comm.edges)
                for (const std::int64_t rank : {edge.from, edge.to}) links[rank].insert(transportOf(edge.via));
    std::map<std::int64_t, std::vector<std::pair<std::string, std::string>>> out;
    for (const auto& [rank, names] : links) out[rank].emplace_back("links", fmt::format("{}", fmt::join(names, ", ")));
    for (const FlightMismatch& m : companions.flight.mismatches) {
        for (const std::int64_t rank : m.missing) out[rank].emplace_back("flight", fmt::format("missing at {}", m.seq));
        for (const std::int64_t rank : m.unfinished)
            out[rank].emplace_back("flight", fmt::format("not done with {}", m.seq));
    }
    return out;
}

std::vector<Table> companionTables(const RankCompanions& companions) {
    std::vector<Table> out;
    if (!companions.logs.empty()) {
        out.push_back(hintsTable(companions));
        out.push_back(edgesTable(companions));
        out.push_back(ringsTable(companions));
        out.push_back(treesTable(companions));
        out.push_back(callsTable(companions));
        out.push_back(communicatorsTable(companions));
    }
    if (!companions.dumps.empty()) {
        out.push_back(flightTable(companions));
        out.push_back(flightPairsTable(companions));
        out.push_back(flightRanksTable(companions));
    }
    return out;
}

std::vector<std::string> companionWords(const RankCompanions& companions) {
    std::vector<std::string> out;
    for (const FlightMismatch& m : companions.flight.mismatches)
        if (out.size() < kMostWords) out.push_back(wordsOf(m));
    for (const auto& [path, log] : companions.logs)
        for (const std::string& hint : log.hints)
            if (out.size() < kMostWords) out.push_back(hint);
    for (const auto& [path, error] : companions.failed)
        if (out.size() < kMostWords) out.push_back(fmt::format("{}: {}", nameOf(path), error.message));
    return out;
}

} // namespace lanescope
