// Logs and dumps as tables and sentences.
#include "core/session/ranks/companion_parts.h"

#include <filesystem>
#include <map>
#include <set>

namespace lanescope {
namespace companions {

Table emptyTable(std::string id, std::string title, std::vector<Column> columns) {
    return Table{std::move(id), std::move(title), std::move(columns), {}, 0, {}, {}};
}

std::string fileNameOf(const std::string& path) { return std::filesystem::path(path).filename().string(); }

} // namespace companions

namespace {

using readers::FlightMismatch;
using readers::NcclCommunicator;

constexpr std::size_t kMostWords = 8;

// "NET/IB/0/GDRDMA" -> "NET/IB", "P2P/CUMEM" -> "P2P".
std::string transportOf(const std::string& via) {
    const std::size_t first = via.find('/');
    if (!via.starts_with("NET/")) return via.substr(0, first);
    return via.substr(0, via.find('/', first + 1));
}

std::string placeOf(const FlightMismatch& m) {
    if (!m.pair) return fmt::format("{}", m.seq);
    return fmt::format("{} of {} -> {}", m.seq, m.pair->first, m.pair->second);
}

} // namespace

std::map<std::int64_t, std::vector<std::pair<std::string, std::string>>>
companionFigures(const RankCompanions& companions) {
    std::map<std::int64_t, std::set<std::string>> links;
    for (const NcclCommunicator& comm : companions.nccl.communicators)
        for (const readers::NcclEdge& edge : comm.edges)
            for (const std::int64_t place : {edge.from, edge.to})
                if (const auto rank = readers::ncclJobRank(companions.nccl, comm, place))
                    links[*rank].insert(transportOf(edge.via));
    std::map<std::int64_t, std::vector<std::pair<std::string, std::string>>> out;
    for (const auto& [rank, names] : links) out[rank].emplace_back("links", fmt::format("{}", fmt::join(names, ", ")));
    for (const FlightMismatch& m : companions.flight.mismatches) {
        for (const std::int64_t rank : m.missing)
            out[rank].emplace_back("flight", fmt::format("missing at {}", placeOf(m)));
        if (m.problem == readers::FlightProblem::Differs)
            for (const std::int64_t rank : m.there)
                out[rank].emplace_back("flight", fmt::format("other {} at {}", m.what, placeOf(m)));
        for (const std::int64_t rank : m.unfinished)
            out[rank].emplace_back("flight", fmt::format("not done with {}", placeOf(m)));
    }
    for (const auto& [rank, group] : companions.flight.absent) out[rank].emplace_back("flight", "no dump");
    return out;
}

std::vector<Table> companionTables(const RankCompanions& all) {
    std::vector<Table> out;
    if (!all.logs.empty()) companions::addNcclTables(all, out);
    if (!all.dumps.empty()) companions::addFlightTables(all, out);
    return out;
}

std::vector<std::string> companionWords(const RankCompanions& all) {
    std::vector<std::string> out = readers::flightSentences(all.flight);
    out.insert(out.end(), all.nccl.hints.begin(), all.nccl.hints.end());
    for (const auto& [path, error] : all.failed)
        out.push_back(fmt::format("{}: {}", companions::fileNameOf(path), error.message));
    if (out.size() > kMostWords) out.resize(kMostWords);
    return out;
}

} // namespace lanescope
