#include "core/readers/flight_recorder/flight_recorder.h"

#include "app/cli/commands/commands.h"
#include "app/cli/commands/small_files.h"
#include "app/cli/frame/arguments.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"

namespace lanescope::cli {
namespace {

using readers::FlightDump;
using readers::FlightMismatch;
using readers::FlightReport;

Json listOf(const std::vector<std::int64_t>& numbers) {
    Json out = Json::array();
    for (const std::int64_t n : numbers) out.push(n);
    return out;
}

std::string textOf(const std::vector<std::int64_t>& numbers) {
    std::string out;
    for (const std::int64_t n : numbers) out += (out.empty() ? "" : ", ") + std::to_string(n);
    return out;
}

Json documentOf(const std::vector<FlightDump>& dumps, const FlightReport& report) {
    Json out;
    out["dumps"] = Json::array();
    for (const FlightDump& dump : dumps) {
        Json one;
        one["file"] = dump.file;
        one["rank"] = dump.rank;
        one["version"] = dump.version;
        one["comm_library"] = dump.commLibrary;
        one["entries"] = dump.entries.size();
        out["dumps"].push(std::move(one));
    }
    out["completed"] = Json::object();
    for (const auto& [rank, numbers] : report.completed) out["completed"][std::to_string(rank)] = listOf(numbers);
    out["p2p"] = Json::array();
    for (const readers::FlightPair& pair : report.pairs) {
        Json one;
        one["from"] = pair.from;
        one["to"] = pair.to;
        one["send_state"] = pair.sendState;
        one["recv_state"] = pair.recvState;
        out["p2p"].push(std::move(one));
    }
    out["mismatches"] = Json::array();
    for (const FlightMismatch& m : report.mismatches) {
        Json one;
        one["problem"] = readers::flightProblemWord(m.problem);
        one["pg"] = m.groupName;
        one["collective_seq_id"] = m.seq;
        one["name"] = m.name;
        one["ranks_there"] = listOf(m.there);
        one["ranks_missing"] = listOf(m.missing);
        one["ranks_unfinished"] = listOf(m.unfinished);
        one["variants"] = Json::array();
        for (const std::string& variant : m.variants) one["variants"].push(variant);
        out["mismatches"].push(std::move(one));
    }
    return out;
}

Table tableOf(const FlightReport& report) {
    Table table{"flight",
                "First collective of each group where ranks differ",
                {{"pg", "group", Unit::Text},
                 {"collective_seq_id", "number", Unit::None},
                 {"name", "collective", Unit::Text},
                 {"problem", "problem", Unit::Text},
                 {"ranks_there", "there", Unit::Text},
                 {"ranks_missing", "missing", Unit::Text},
                 {"ranks_unfinished", "not finished", Unit::Text}},
                {},
                0,
                {},
                {}};
    for (const FlightMismatch& m : report.mismatches) {
        table.rows.push_back({m.groupName, m.seq, m.name, std::string(readers::flightProblemWord(m.problem)),
                              textOf(m.there), textOf(m.missing), textOf(m.unfinished)});
        for (const std::string& variant : m.variants) table.notes.push_back(variant);
    }
    if (report.mismatches.empty()) table.notes.emplace_back("no difference between the ranks");
    return table;
}

} // namespace

ExitCode runFlight(const Arguments& arguments) {
    std::vector<std::string> files;
    std::string output;
    Format format = Format::Text;
    ArgumentParser parser("flight", "Compares flight recorder dumps of several ranks (pickle or JSON; nothing in them "
                                    "is executed): the first collective where a rank is missing, ranks disagree, or "
                                    "some have not finished.");
    parser.positional("FILE", files, Amount::AtLeastOne, "dumps, one per rank, or a folder of them");
    parser.text("-o,--output", output, "write to this file");
    parser.format(format);
    if (const auto over = parser.parse(arguments)) return *over;
    std::vector<FlightDump> dumps;
    ExitCode code = ExitCode::Ok;
    for (const std::string& path : filesOf(files)) {
        const auto bytes = readSmallFile(path);
        auto dump = bytes.ok() ? readers::readFlightDump(*bytes, path) : Result<FlightDump>(bytes.error());
        if (dump.ok()) {
            dumps.push_back(std::move(*dump));
            continue;
        }
        const ExitCode said = complain(dump.error());
        if (code == ExitCode::Ok) code = said;
    }
    if (dumps.empty()) return code;
    const FlightReport report = readers::compareFlights(dumps);
    const ExitCode emitted = emit(documentOf(dumps, report), {tableOf(report)}, format, output);
    return emitted != ExitCode::Ok ? emitted : code;
}

} // namespace lanescope::cli
