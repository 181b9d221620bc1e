// Flight recorder dumps as tables.
#include "core/session/ranks/companion_parts.h"

#include <tuple>

namespace lanescope::companions {
namespace {

using readers::FlightMismatch;
using readers::FlightPair;

std::string variantsText(const FlightMismatch& m) {
    std::string out;
    for (const readers::FlightVariant& variant : m.variants)
        out += fmt::format("{}{}: {}", out.empty() ? "" : " | ", readers::flightRanks(variant.ranks), variant.text);
    return out;
}

Table flightTable(const RankCompanions& all) {
    Table table = emptyTable("flight", "First operation of each group where ranks differ",
                             {{"pg", "group", Unit::Text},
                              {"collective_seq_id", "number", Unit::None},
                              {"name", "collective", Unit::Text},
                              {"problem", "problem", Unit::Text},
                              {"ranks_there", "there", Unit::Text},
                              {"ranks_missing", "missing", Unit::Text},
                              {"ranks_unfinished", "not finished", Unit::Text},
                              {"ranks_unknown", "no dump", Unit::Text},
                              {"variants", "what ranks say", Unit::Text}});
    for (const FlightMismatch& m : all.flight.mismatches) {
        if (table.rows.size() == kMostRows) break;
        std::string problem(readers::flightProblemWord(m.problem));
        if (m.problem == readers::FlightProblem::Differs) problem = fmt::format("{}: {}", problem, m.what);
        table.rows.push_back({m.groupName, m.seq, m.name, std::move(problem), listed(m.there), listed(m.missing),
                              listed(m.unfinished), listed(m.unknown), variantsText(m)});
    }
    table.notes = readers::flightSentences(all.flight);
    table.notes.insert(table.notes.end(), all.flight.notes.begin(), all.flight.notes.end());
    if (all.dumps.size() == 1)
        table.notes.insert(table.notes.begin(), "one dump alone: nothing to compare it with");
    else if (all.flight.mismatches.empty())
        table.notes.insert(table.notes.begin(), all.flight.absent.empty()
                                                    ? "no difference between the ranks"
                                                    : "no difference between the ranks whose dumps are here");
    return table;
}

std::string numbersText(std::int64_t first, std::int64_t last) {
    return first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
}

// What is the same of a pair is one row: thousands of finished sends are a line.
Table pairsTable(const RankCompanions& all) {
    Table table = emptyTable("flight_pairs", "Sends and receives",
                             {{"from", "from", Unit::None},
                              {"to", "to", Unit::None},
                              {"send_state", "send", Unit::Text},
                              {"recv_state", "receive", Unit::Text},
                              {"times", "times", Unit::Count},
                              {"numbers", "numbers", Unit::Text},
                              {"pg", "group", Unit::Text}});
    struct Run {
        std::int64_t times = 0, first = INT64_MAX, last = 0;
    };
    std::map<std::tuple<std::string, std::int64_t, std::int64_t, std::string, std::string>, Run> runs;
    for (const FlightPair& pair : all.flight.pairs) {
        const std::string none = pair.matched ? "no entry" : "not known";
        Run& run = runs[{pair.group, pair.from, pair.to, pair.sendState.value_or(none), pair.recvState.value_or(none)}];
        const std::int64_t number = pair.sendSeq.value_or(pair.recvSeq.value_or(0));
        ++run.times;
        run.first = std::min(run.first, number);
        run.last = std::max(run.last, number);
    }
    for (const auto& [key, run] : runs) {
        if (table.rows.size() == kMostRows) break;
        const auto& [group, from, to, send, receive] = key;
        table.rows.push_back({from, to, send, receive, run.times, numbersText(run.first, run.last), group});
    }
    return table;
}

Table ranksTable(const RankCompanions& all) {
    Table table = emptyTable("flight_ranks", "Dumps",
                             {{"rank", "rank", Unit::None},
                              {"entries", "entries", Unit::Count},
                              {"completed", "completed", Unit::Count},
                              {"last", "last completed", Unit::None},
                              {"status", "enqueued/started/completed", Unit::Text},
                              {"version", "version", Unit::Text},
                              {"comm_library", "NCCL", Unit::Text},
                              {"file", "file", Unit::Text}});
    for (std::size_t i = 0; i < all.dumps.size(); ++i) {
        const readers::FlightDump& dump = all.dumps[i];
        const auto done = all.flight.completed.find(dump.rank.value_or(static_cast<std::int64_t>(i)));
        const bool any = done != all.flight.completed.end() && !done->second.empty();
        std::string status;
        for (const auto& [name, group] : dump.groups)
            if (group.enqueued && group.started && group.completed)
                status += fmt::format("{}{} {}/{}/{}", status.empty() ? "" : ", ",
                                      group.description.empty() ? name : group.description, *group.enqueued,
                                      *group.started, *group.completed);
        table.rows.push_back({dump.rank ? Cell(*dump.rank) : Cell(), static_cast<std::int64_t>(dump.entries.size()),
                              any ? static_cast<std::int64_t>(done->second.size()) : std::int64_t{0},
                              any ? Cell(done->second.back()) : Cell(), status, dump.version, dump.commLibrary,
                              fileNameOf(dump.file)});
    }
    for (const auto& [rank, group] : all.flight.absent)
        if (table.rows.size() < kMostRows)
            table.rows.push_back(
                {rank, Cell(), Cell(), Cell(), fmt::format("no dump, named by {}", group), Cell(), Cell(), Cell()});
    return table;
}

} // namespace

void addFlightTables(const RankCompanions& companions, std::vector<Table>& out) {
    out.push_back(flightTable(companions));
    out.push_back(pairsTable(companions));
    out.push_back(ranksTable(companions));
}

} // namespace lanescope::companions
