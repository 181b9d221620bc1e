#include "core/readers/nccl_log/nccl_log.h"

#include "core/readers/nccl_log/nccl_line.h"

#include <algorithm>
#include <array>

namespace lanescope::readers {
namespace {

using nccl::Line;
using nccl::numberAfter;
using nccl::wholeNumber;
using nccl::wordAfter;

struct TypeName {
    std::string_view name;
    std::int64_t bytes;
};
constexpr std::array<TypeName, 12> kTypes{{{"int8", 1},
                                           {"uint8", 1},
                                           {"int32", 4},
                                           {"uint32", 4},
                                           {"int64", 8},
                                           {"uint64", 8},
                                           {"float16", 2},
                                           {"float32", 4},
                                           {"float64", 8},
                                           {"bfloat16", 2},
                                           {"float8_e4m3", 1},
                                           {"float8_e5m2", 1}}};
constexpr std::array<std::string_view, 7> kAlgorithms{"TREE",      "RING", "COLLNET_DIRECT", "COLLNET_CHAIN", "NVLS",
                                                      "NVLS_TREE", "PAT"};
constexpr std::array<std::string_view, 3> kProtocols{"LL", "LL128", "SIMPLE"};

struct Process { // what its last lines were about
    std::size_t communicator = SIZE_MAX;
    std::int64_t rank = -1;
};

class LogReader {
public:
    NcclLog take() { return std::move(m_log); }

    void add(const Line& line) {
        ++m_log.ncclLines;
        m_log.prefixed += line.prefixed ? 1 : 0;
        if (line.warning) return warning(line);
        const std::string_view m = line.message;
        if (m.find("ncclCommInitRank") != std::string_view::npos || m.find("Init COMPLETE") != std::string_view::npos)
            if (m.find("Init timings") == std::string_view::npos) return init(line);
        if (m.starts_with("comm 0x") && m.find("nRanks") != std::string_view::npos) return size(line);
        if (m.starts_with("Trees [")) return trees(line);
        if (m.starts_with("Channel ") || m.starts_with("Ring ")) return channel(line);
        if (m.find(" coll channels, ") != std::string_view::npos) return channelCounts(line);
        if (m.starts_with("Using network ")) m_log.network = wordAfter(m, "network");
        if (m.starts_with("NET/IB : Using")) m_log.infiniband = true;
        if (m.find(" Bytes -> Algo ") != std::string_view::npos) return choice(line);
        if (m.find(": opCount ") != std::string_view::npos) return call(line);
    }

private:
    void warning(const Line& line) {
        ++m_log.warningCount;
        if (m_log.warnings.size() < kMaxWarnings) m_log.warnings.emplace_back(line.message.substr(0, 1023));
    }

    std::size_t communicatorCalled(const std::string& id) {
        for (std::size_t i = 0; i < m_log.communicators.size(); ++i)
            if (m_log.communicators[i].id == id) return i;
        m_log.communicators.emplace_back().id = id;
        return m_log.communicators.size() - 1;
    }

    NcclCommunicator& communicatorOf(const Line& line) {
        Process& process = m_processes[line.process];
        if (process.communicator == SIZE_MAX) process.communicator = communicatorCalled("");
        return m_log.communicators[process.communicator];
    }

    void init(const Line& line) {
        const std::string_view m = line.message;
        const std::string_view commId = wordAfter(m, "commId");
        const auto rank = numberAfter(m, "rank");
        if (!rank) return;
        Process& process = m_processes[line.process];
        process.communicator = communicatorCalled(std::string(commId.empty() ? wordAfter(m, "comm") : commId));
        process.rank = *rank;
        NcclCommunicator& comm = m_log.communicators[process.communicator];
        comm.ranks = std::max(comm.ranks, numberAfter(m, "nranks").value_or(0));
        m_log.hosts[std::string(line.host)].insert(*rank);
        (m.find("COMPLETE") != std::string_view::npos ? comm.completed : comm.started).insert(*rank);
    }

    void size(const Line& line) {
        NcclCommunicator& comm = communicatorOf(line);
        comm.ranks = std::max(comm.ranks, numberAfter(line.message, "nRanks").value_or(0));
        comm.nodes = std::max(comm.nodes, numberAfter(line.message, "nNodes").value_or(0));
    }

    // "Trees [0] 1/2/-1->0->-1 [1] ...": children, the rank, its parent; of old ones the half before '|'.
    void trees(const Line& line) {
        ++m_log.treeLines;
        const std::size_t close = line.message.find("] ");
        if (close == std::string_view::npos) return;
        std::string_view first = line.message.substr(close + 2);
        first = first.substr(0, first.find_first_of(" |"));
        const std::size_t toRank = first.find("->");
        const std::size_t toUp = toRank == std::string_view::npos ? toRank : first.find("->", toRank + 2);
        if (toUp == std::string_view::npos) return;
        const auto rank = wholeNumber(first.substr(toRank + 2));
        const auto up = wholeNumber(first.substr(toUp + 2));
        if (!rank || !up) return;
        NcclTree tree;
        tree.up = *up;
        for (std::string_view rest = first.substr(0, toRank); !rest.empty();) {
            const auto child = wholeNumber(rest);
            if (child && *child >= 0) tree.down.push_back(*child);
            const std::size_t slash = rest.find('/');
            rest = slash == std::string_view::npos ? std::string_view() : rest.substr(slash + 1);
        }
        communicatorOf(line).trees.emplace(*rank, std::move(tree));
    }

    // "Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM", "Ring 00 : 6 -> 2 [receive] via NET/IB/0", "Channel 00/02 : 0 1 3 2"
    void channel(const Line& line) {
        const std::string_view m = line.message;
        const std::size_t colon = m.find(" : ");
        const auto number = wholeNumber(m.substr(m.find(' ') + 1));
        if (colon == std::string_view::npos || !number) return;
        const std::string_view rest = m.substr(colon + 3);
        const std::size_t arrow = rest.find(" -> ");
        const std::size_t via = rest.find(" via ");
        if (arrow == std::string_view::npos) {
            ++m_log.ringLines;
            if (rest.find("...") == std::string_view::npos) // else it was cut
                communicatorOf(line).rings.emplace(*number, nccl::numbersIn(rest));
            return;
        }
        if (via == std::string_view::npos) return; // a step of a ring, without its transport
        const auto from = wholeNumber(rest), to = wholeNumber(rest.substr(arrow + 4));
        if (!from || !to) return;
        ++m_log.edgeLines;
        NcclEdge edge{*number, *from, *to, std::string(rest.substr(via + 5))};
        std::vector<NcclEdge>& edges = communicatorOf(line).edges;
        if (std::find(edges.begin(), edges.end(), edge) == edges.end()) edges.push_back(std::move(edge));
    }

    void channelCounts(const Line& line) {
        std::map<std::string, std::int64_t>& channels = communicatorOf(line).channels;
        constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kParts{
            {{" coll channels", "coll"},
             {" collnet channels", "collnet"},
             {" nvls channels", "nvls"},
             {" p2p channels per peer", "p2p_per_peer"},
             {" p2p channels", "p2p"}}};
        std::string_view rest = line.message;
        while (!rest.empty()) {
            const std::size_t comma = rest.find(", ");
            const std::string_view part = rest.substr(0, comma);
            rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 2);
            for (const auto& [ending, key] : kParts) {
                if (part.find(ending) == std::string_view::npos) continue;
                channels[std::string(key)] = wholeNumber(part).value_or(0);
                break;
            }
        }
    }

    void call(const Line& line) {
        const std::string_view m = line.message;
        NcclCall one;
        one.function = m.substr(0, m.find(':'));
        one.count = numberAfter(m, "count").value_or(0);
        const auto type = numberAfter(m, "datatype");
        if (type && *type >= 0 && static_cast<std::size_t>(*type) < kTypes.size()) {
            one.type = kTypes[static_cast<std::size_t>(*type)].name;
            if (one.count <= INT64_MAX / 8) one.bytes = one.count * kTypes[static_cast<std::size_t>(*type)].bytes;
        }
        if (const std::size_t ranks = m.find("[nranks="); ranks != std::string_view::npos)
            one.ranks = wholeNumber(m.substr(ranks + 8)).value_or(0);
        m_log.calls.push_back(std::move(one));
    }

    // Belongs to the last call of its function and size, else stands alone.
    void choice(const Line& line) {
        const std::string_view m = line.message;
        NcclCall one;
        one.function = m.substr(0, m.find(':'));
        one.bytes = wholeNumber(m.substr(std::min(m.size(), one.function.size() + 2))).value_or(0);
        one.algorithm = named(wordAfter(m, "Algo"), kAlgorithms);
        one.protocol = named(wordAfter(m, "proto"), kProtocols);
        if (const std::size_t channels = m.find("}={"); channels != std::string_view::npos) {
            const auto numbers = nccl::numbersIn(m.substr(channels));
            if (!numbers.empty()) one.firstChannel = numbers.front();
            if (!numbers.empty()) one.lastChannel = numbers.back();
        }
        if (!m_log.calls.empty()) {
            NcclCall& last = m_log.calls.back();
            if (last.function == one.function && last.bytes == one.bytes && last.algorithm.empty()) {
                one.count = last.count;
                one.ranks = last.ranks;
                one.type = last.type;
                last = std::move(one);
                return;
            }
        }
        m_log.calls.push_back(std::move(one));
    }

    // Old logs write numbers.
    template <std::size_t N>
    static std::string named(std::string_view word, const std::array<std::string_view, N>& names) {
        const auto number = wholeNumber(word);
        if (number && *number >= 0 && static_cast<std::size_t>(*number) < N)
            return std::string(names[static_cast<std::size_t>(*number)]);
        return std::string(word);
    }

    NcclLog m_log;
    std::map<std::string, Process> m_processes;
};

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

void addHints(NcclLog& log) {
    std::uint64_t socket = 0, shared = 0, direct = 0, gdr = 0, plainNet = 0;
    for (const NcclCommunicator& comm : log.communicators) {
        for (const NcclEdge& edge : comm.edges) {
            socket += has(edge.via, "NET/Socket") ? 1 : 0;
            shared += has(edge.via, "SHM") || has(edge.via, "shared memory") ? 1 : 0;
            direct += has(edge.via, "P2P") ? 1 : 0;
            if (has(edge.via, "NET/IB")) ++(has(edge.via, "GDRDMA") ? gdr : plainNet);
        }
        for (const std::int64_t rank : comm.started)
            if (!comm.completed.contains(rank))
                log.hints.push_back("rank " + std::to_string(rank) + " of communicator " + comm.id +
                                    " began its setup and did not finish it");
    }
    if (socket > 0 || log.network == "Socket")
        log.hints.push_back(log.infiniband ? "data goes through sockets although an InfiniBand device was found"
                                           : "data goes through sockets, not InfiniBand");
    if (shared > 0 && direct > 0)
        log.hints.push_back(std::to_string(shared) + " connections go through shared memory where others are P2P");
    if (shared > 0 && direct == 0) log.hints.emplace_back("GPUs of a node talk through shared memory, not P2P");
    if (gdr > 0 && plainNet > 0)
        log.hints.push_back(std::to_string(plainNet) +
                            " network connections are without GPU Direct where others have it");
    if (log.warningCount > 0) log.hints.push_back(std::to_string(log.warningCount) + " warnings");
}

} // namespace

bool looksLikeNcclLog(std::string_view head) {
    return head.find(" NCCL INFO ") != std::string_view::npos || head.find(" NCCL WARN ") != std::string_view::npos;
}

NcclLog readNcclLog(std::string_view text) {
    LogReader reader;
    std::uint64_t lines = 0, torn = 0;
    std::string version;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string line = nccl::withoutColours(text.substr(0, std::min<std::size_t>(end, 65536)));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        ++lines;
        if (const auto parsed = nccl::lineOf(line))
            reader.add(*parsed);
        else if (line.starts_with("NCCL version "))
            version = line.substr(13);
        else if (line.find("NCCL INFO") != std::string::npos)
            ++torn;
    }
    NcclLog log = reader.take();
    log.lines = lines;
    log.torn = torn;
    log.version = version;
    addHints(log);
    return log;
}

} // namespace lanescope::readers
