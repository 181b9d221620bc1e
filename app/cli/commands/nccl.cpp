#include "core/readers/nccl_log/nccl_log.h"

#include "app/cli/commands/commands.h"
#include "app/cli/commands/small_files.h"
#include "app/cli/frame/arguments.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"

namespace lanescope::cli {
namespace {

using readers::NcclCommunicator;
using readers::NcclLog;

Json numbers(const auto& list) {
    Json out = Json::array();
    for (const std::int64_t n : list) out.push(n);
    return out;
}

Json communicatorJson(const NcclCommunicator& comm) {
    Json out;
    out["id"] = comm.id;
    out["nranks"] = comm.ranks;
    out["nnodes"] = comm.nodes;
    out["rings"] = Json::array();
    for (const auto& [channel, ring] : comm.rings) out["rings"].push(numbers(ring));
    out["trees"] = Json::object();
    for (const auto& [rank, tree] : comm.trees) {
        Json& one = out["trees"][std::to_string(rank)];
        one["up"] = tree.up;
        one["down"] = numbers(tree.down);
    }
    out["channels"] = Json::object();
    for (const auto& [kind, count] : comm.channels) out["channels"][kind] = count;
    out["edges"] = Json::array();
    for (const readers::NcclEdge& edge : comm.edges) {
        Json one;
        one["channel"] = edge.channel;
        one["from"] = edge.from;
        one["to"] = edge.to;
        one["via"] = edge.via;
        out["edges"].push(std::move(one));
    }
    return out;
}

Json callJson(const readers::NcclCall& call) {
    Json out;
    out["func"] = call.function;
    out["count"] = call.count;
    out["datatype"] = call.type;
    out["bytes"] = call.bytes;
    out["nranks"] = call.ranks;
    out["algo"] = call.algorithm;
    out["proto"] = call.protocol;
    out["first_channel"] = call.firstChannel;
    out["last_channel"] = call.lastChannel;
    return out;
}

Json logJson(const std::string& path, const NcclLog& log) {
    Json out;
    out["file"] = path;
    out["nccl_version"] = log.version;
    out["network"] = log.network;
    out["lines"] = log.lines;
    out["nccl_lines"] = log.ncclLines;
    out["torn"] = log.torn;
    out["prefixed"] = log.prefixed;
    out["edge_lines"] = log.edgeLines;
    out["tree_lines"] = log.treeLines;
    out["ring_lines"] = log.ringLines;
    out["hosts"] = Json::object();
    for (const auto& [host, ranks] : log.hosts) out["hosts"][host] = numbers(ranks);
    out["communicators"] = Json::array();
    for (const NcclCommunicator& comm : log.communicators) out["communicators"].push(communicatorJson(comm));
    out["calls"] = Json::array();
    for (const readers::NcclCall& call : log.calls) out["calls"].push(callJson(call));
    out["warning_count"] = log.warningCount;
    out["warnings"] = Json::array();
    for (const std::string& warning : log.warnings) out["warnings"].push(warning);
    out["hints"] = Json::array();
    for (const std::string& hint : log.hints) out["hints"].push(hint);
    return out;
}

Table edgesTable(const std::string& path, const NcclLog& log) {
    Table table{"nccl_edges",
                "Connections in " + path,
                {{"communicator", "communicator", Unit::Text},
                 {"channel", "channel", Unit::None},
                 {"from", "from", Unit::None},
                 {"to", "to", Unit::None},
                 {"via", "via", Unit::Text}},
                {},
                0,
                {},
                {}};
    for (const NcclCommunicator& comm : log.communicators)
        for (const readers::NcclEdge& e : comm.edges) table.rows.push_back({comm.id, e.channel, e.from, e.to, e.via});
    table.notes = log.hints;
    return table;
}

} // namespace

ExitCode runNccl(const Arguments& arguments) {
    std::vector<std::string> files;
    std::string output;
    Format format = Format::Text;
    ArgumentParser parser("nccl",
                          "Reads logs of NCCL_DEBUG=INFO: communicators, rings, trees, transports, calls and "
                          "warnings, and says what looks wrong. NCCL_DEBUG_SUBSYS=INIT,ENV,NET,TUNING,COLL,GRAPH "
                          "gives them all.");
    parser.positional("FILE", files, Amount::AtLeastOne, "logs, or a folder of them");
    parser.text("-o,--output", output, "write to this file");
    parser.format(format);
    if (const auto over = parser.parse(arguments)) return *over;
    Json document;
    document["files"] = Json::array();
    std::vector<Table> tables;
    ExitCode code = ExitCode::Ok;
    for (const std::string& path : filesOf(files)) {
        auto text = readSmallFile(path);
        if (text.ok() && !readers::looksLikeNcclLog(*text))
            text = Error{ErrorCode::NotATrace, "expected an NCCL log, found no 'NCCL INFO' lines", path,
                         "set NCCL_DEBUG=INFO in the job"};
        if (!text.ok()) {
            const ExitCode said = complain(text.error());
            if (code == ExitCode::Ok) code = said;
            document["files"].push(errorJson(path, text.error()));
            continue;
        }
        const NcclLog log = readers::readNcclLog(*text);
        document["files"].push(logJson(path, log));
        tables.push_back(edgesTable(path, log));
    }
    if (tables.empty()) return code;
    const ExitCode emitted = emit(document, tables, format, output);
    return emitted != ExitCode::Ok ? emitted : code;
}

} // namespace lanescope::cli
