#include "core/session/ranks/companions.h"

#include "app/cli/commands/commands.h"
#include "app/cli/commands/rank_inputs.h"
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

Json mismatchJson(const FlightMismatch& m) {
    Json out;
    out["problem"] = readers::flightProblemWord(m.problem);
    out["pg"] = m.groupName;
    out["pg_name"] = m.group;
    out["pg_ranks"] = listOf(m.groupRanks);
    out["collective_seq_id"] = m.pair ? Json() : Json(m.seq);
    out["p2p_seq_id"] = m.pair ? Json(m.seq) : Json();
    out["from"] = m.pair ? Json(m.pair->first) : Json();
    out["to"] = m.pair ? Json(m.pair->second) : Json();
    out["name"] = m.name;
    out["differs_in"] = m.what.empty() ? Json() : Json(m.what);
    out["ranks_there"] = listOf(m.there);
    out["ranks_missing"] = listOf(m.missing);
    out["ranks_unfinished"] = listOf(m.unfinished);
    out["ranks_without_dump"] = listOf(m.unknown);
    out["variants"] = Json::array();
    out["ranks_by_variant"] = Json::array();
    for (const readers::FlightVariant& variant : m.variants) {
        out["variants"].push(variant.text);
        out["ranks_by_variant"].push(listOf(variant.ranks));
    }
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
        one["pg"] = pair.group;
        one["send_p2p_seq_id"] = pair.sendSeq;
        one["recv_p2p_seq_id"] = pair.recvSeq;
        one["matched"] = pair.matched;
        out["p2p"].push(std::move(one));
    }
    out["mismatches"] = Json::array();
    for (const FlightMismatch& m : report.mismatches) out["mismatches"].push(mismatchJson(m));
    out["ranks_absent"] = Json::array();
    for (const auto& [rank, group] : report.absent) out["ranks_absent"].push(rank);
    out["sentences"] = Json::array();
    for (const std::string& sentence : readers::flightSentences(report)) out["sentences"].push(sentence);
    out["notes"] = Json::array();
    for (const std::string& note : report.notes) out["notes"].push(note);
    return out;
}

bool isDump(std::string_view head) { return companionKind(head) == CompanionKind::FlightDump; }

} // namespace

ExitCode runFlight(const Arguments& arguments) {
    std::vector<std::string> files;
    std::string output;
    Format format = Format::Text;
    ArgumentParser parser("flight", "Compares flight recorder dumps of several ranks (pickle or JSON; nothing in them "
                                    "is executed): the first collective where a rank is missing, ranks disagree, or "
                                    "some have not finished; sends without their receive; ranks without a dump.");
    parser.positional("FILE", files, Amount::AtLeastOne, "dumps, one per rank, or a folder of them");
    parser.text("-o,--output", output, "write to this file");
    NamesOption names;
    addNamesOption(parser, names);
    parser.format(format);
    if (const auto over = parser.parse(arguments)) return *over;
    const auto paths = filesOf(files, {isDump, "flight recorder dump"});
    if (!paths.ok()) return complain(paths.error());
    RankCompanions found;
    ExitCode code = ExitCode::Ok;
    for (const std::string& path : *paths) {
        const auto bytes = readSmallFile(path);
        auto dump = bytes.ok() ? readers::readFlightDump(*bytes, path) : Result<FlightDump>(bytes.error());
        if (dump.ok()) {
            found.dumps.push_back(std::move(*dump));
            continue;
        }
        const ExitCode said = complain(dump.error());
        if (code == ExitCode::Ok) code = said;
    }
    if (found.dumps.empty()) return code;
    compareCompanions(found);
    if (names.redact) leaveOutNames(found, partedByCommas(names.hidden));
    const ExitCode emitted =
        emit(documentOf(found.dumps, found.flight), saidIn(companionTables(found)), format, output);
    return emitted != ExitCode::Ok ? emitted : code;
}

} // namespace lanescope::cli
