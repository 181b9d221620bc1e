#include "core/readers/nccl_log/nccl_log.h"

#include "core/readers/nccl_log/nccl_parts.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace lanescope::readers {
namespace {

using nccl::EdgeList;
using nccl::Line;
using nccl::numberAfter;
using nccl::wholeNumber;
using nccl::wordAfter;

struct Thread { // what its last lines were about
    std::size_t communicator = SIZE_MAX;
    bool settingUp = false; // lines belong to a setup that has begun; without START: that may begin at any time
    bool ringsDone = false;
};

class LogReader {
public:
    NcclLog take() {
        m_calls.finish(m_log);
        std::erase_if(m_log.communicators, [](const NcclCommunicator& c) {
            return c.id.empty() && c.edges.empty() && c.rings.empty() && c.trees.empty() && c.channels.empty() &&
                   c.next.empty() && c.collnet.empty() && c.cutRings.empty();
        });
        return std::move(m_log);
    }

    void add(const Line& line) {
        ++m_log.ncclLines;
        m_log.prefixed += line.prefixed ? 1 : 0;
        if (line.warning) return warning(line);
        const std::string_view m = line.message;
        if (m.starts_with("Init timings")) return timings(line);
        if (m.find("Init START") != std::string_view::npos || m.find("Init COMPLETE") != std::string_view::npos ||
            m.find("ncclCommInitRank") != std::string_view::npos)
            return init(line);
        if (m.starts_with("comm 0x") && m.find("nRanks") != std::string_view::npos) return size(line);
        if (m.starts_with("Trees [")) return trees(line);
        if (m.starts_with("Tree ")) return treeStep(line);
        if (m.starts_with("Channel ") || m.starts_with("Ring ")) return channel(line);
        if (m.starts_with("CollNet ")) return collnet(line);
        if (m.starts_with("Connected ")) return connected(line);
        if (m.find(" coll channels, ") != std::string_view::npos) return channelCounts(line);
        if (m.starts_with("NCCL version ")) return version(m.substr(13));
        if (m.find(" Bytes -> Algo ") != std::string_view::npos) return m_calls.choice(line, m_log);
        if (m.find(": opCount ") != std::string_view::npos) return m_calls.call(line, m_log);
        nccl::machineLine(line, m_log);
    }

    void version(std::string_view text) {
        const std::string name(text.substr(0, text.find(' ')));
        if (m_log.version.empty()) m_log.version = name;
        if (m_log.version.find(name) == std::string::npos && m_log.version.size() < 200)
            m_log.version.append(", ").append(name);
    }

    void otherLine(std::string_view line) {
        const std::size_t version_ = line.find("NCCL version ");
        if (version_ != std::string_view::npos)
            version(line.substr(version_ + 13));
        else if (line.find("NCCL INFO") != std::string_view::npos || line.find(" NCCL WARN") != std::string_view::npos)
            ++m_log.torn;
    }

private:
    void warning(const Line& line) {
        NcclWarning one;
        one.text = line.message.substr(0, 1023);
        one.place = line.place.substr(0, 200);
        one.hosts.insert(std::string(line.host));
        one.processes.insert(line.device);
        one.times = 1;
        nccl::addWarning(m_log, m_warnings, std::move(one));
    }

    std::size_t newCommunicator(std::string id) {
        m_log.communicators.emplace_back().id = std::move(id);
        m_edges.emplace_back(m_log.communicators.back());
        return m_log.communicators.size() - 1;
    }

    // Threads of their own connect later: they are of their device, else of their process.
    Thread& threadOf(const Line& line) {
        Thread& thread = m_threads[line.thread];
        if (thread.communicator != SIZE_MAX) return thread;
        for (const std::string& key : {line.device, line.process})
            if (const auto known = m_current.find(key); known != m_current.end()) {
                thread.communicator = known->second;
                return thread;
            }
        thread.communicator = newCommunicator("");
        m_current[line.device] = thread.communicator;
        return thread;
    }

    std::size_t indexOf(const Line& line) { return threadOf(line).communicator; }
    NcclCommunicator& communicatorOf(const Line& line) { return m_log.communicators[indexOf(line)]; }

    // Old logs say at the end of a setup only whose it was: its first line begins an unknown one.
    void setupMayBegin(const Line& line) {
        Thread& thread = threadOf(line);
        const NcclCommunicator& comm = m_log.communicators[thread.communicator];
        if (thread.settingUp || comm.id.empty()) return;
        thread.communicator = newCommunicator("");
        thread.settingUp = true;
        thread.ringsDone = false;
        m_current[line.device] = thread.communicator;
    }

    std::size_t communicatorIn(const Line& line, std::int64_t rank, std::int64_t ranks) {
        const std::string_view m = line.message;
        const std::string id(wordAfter(m, "commId"));
        const std::string address(wordAfter(m, "comm"));
        const std::string key = line.process + ' ' + address;
        const bool begins = m.find("START") != std::string_view::npos;
        if (!id.empty()) {
            const auto [at, fresh] = m_named.try_emplace(id, 0);
            if (fresh) at->second = newCommunicator(id);
            m_log.communicators[at->second].named = true;
            return m_addresses[key] = at->second;
        }
        if (const auto at = m_addresses.find(key); at != m_addresses.end()) {
            const NcclCommunicator& comm = m_log.communicators[at->second];
            if (!begins && (comm.started.contains(rank) || comm.completed.contains(rank))) return at->second;
        }
        const std::size_t index = newCommunicator(address);
        m_log.communicators[index].ordinal = m_ordinals[line.device + ' ' + std::to_string(ranks)]++;
        return m_addresses[key] = index;
    }

    void init(const Line& line) {
        const std::string_view m = line.message;
        const auto rank = numberAfter(m, "rank");
        if (!rank) return;
        const std::int64_t ranks = numberAfter(m, "nranks").value_or(0);
        const bool complete = m.find("COMPLETE") != std::string_view::npos;
        const std::size_t index = communicatorIn(line, *rank, ranks);
        NcclCommunicator& comm = m_log.communicators[index];
        Thread& thread = m_threads[line.thread];
        const std::size_t before = thread.communicator;
        if (complete && before != SIZE_MAX && before != index && m_log.communicators[before].id.empty()) {
            nccl::absorb(comm, std::move(m_log.communicators[before]), m_edges[index]);
            m_log.communicators[before] = {};
            m_edges[before] = EdgeList(m_log.communicators[before]);
        }
        thread.communicator = index;
        thread.settingUp = !complete;
        if (!complete) thread.ringsDone = false;
        m_current[line.device] = m_current[line.process] = index;
        comm.ranks = std::max(comm.ranks, ranks);
        NcclMember& member = comm.members[*rank];
        member.host = line.host;
        member.process = line.device;
        (complete ? comm.completed : comm.started).insert(*rank);
    }

    // "Init timings - ncclCommInitRankConfig: rank 0 nranks 4 total 1.25 (kernels 0.20, alloc 0.30, ...)"
    void timings(const Line& line) {
        const auto rank = numberAfter(line.message, "rank");
        const std::string_view total = wordAfter(line.message, "total");
        if (!rank || total.empty()) return;
        NcclMember& member = communicatorOf(line).members[*rank];
        if (member.process.empty()) member.host = line.host, member.process = line.device;
        member.setupSeconds = std::strtod(std::string(total).c_str(), nullptr);
        const std::size_t open = line.message.find('('), close = line.message.find(')');
        if (open < close && close != std::string_view::npos)
            member.setupParts = line.message.substr(open + 1, std::min<std::size_t>(close - open - 1, 200));
    }

    void size(const Line& line) {
        const auto known = m_addresses.find(line.process + ' ' + std::string(wordAfter(line.message, "comm")));
        NcclCommunicator& comm = known == m_addresses.end() ? communicatorOf(line) : m_log.communicators[known->second];
        comm.ranks = std::max(comm.ranks, numberAfter(line.message, "nRanks").value_or(0));
        comm.nodes = std::max(comm.nodes, numberAfter(line.message, "nNodes").value_or(0));
    }

    // "1/2/-1": children.
    static std::vector<std::int64_t> childrenIn(std::string_view text) {
        std::vector<std::int64_t> out;
        while (!text.empty()) {
            const auto child = wholeNumber(text);
            if (child && *child >= 0) out.push_back(*child);
            const std::size_t slash = text.find('/');
            text = slash == std::string_view::npos ? std::string_view() : text.substr(slash + 1);
        }
        return out;
    }

    // "Trees [0] 1/2/-1->0->-1 [1] ...": children, the rank, its parent; of old ones the half before '|'.
    void trees(const Line& line) {
        ++m_log.treeLines;
        setupMayBegin(line);
        NcclCommunicator& comm = communicatorOf(line);
        std::string_view rest = line.message.substr(6);
        while (rest.starts_with('[')) {
            const auto number = wholeNumber(rest.substr(1));
            const std::size_t close = rest.find("] ");
            if (!number || close == std::string_view::npos) return;
            rest.remove_prefix(close + 2);
            const std::size_t end = rest.find(" [");
            if (end == std::string_view::npos && line.cut) return; // its last numbers may have lost digits
            tree(comm, *number, rest.substr(0, std::min(end, rest.find_first_of(" |"))));
            rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        }
    }

    static void tree(NcclCommunicator& comm, std::int64_t channel, std::string_view text) {
        const std::size_t toRank = text.find("->");
        const std::size_t toUp = toRank == std::string_view::npos ? toRank : text.find("->", toRank + 2);
        if (toUp == std::string_view::npos) return;
        const auto rank = wholeNumber(text.substr(toRank + 2)), up = wholeNumber(text.substr(toUp + 2));
        if (!rank || !up) return;
        comm.trees[channel].emplace(*rank, NcclTree{*up, childrenIn(text.substr(0, toRank))});
    }

    // "Tree 0 : -1 -> 0 -> 1/2/-1": its parent, the rank, children.
    void treeStep(const Line& line) {
        const std::string_view m = line.message;
        const std::size_t colon = m.find(" : ");
        const auto number = wholeNumber(m.substr(5));
        if (colon == std::string_view::npos || !number) return;
        const std::size_t first = m.find(" -> ", colon), second = m.find(" -> ", first + 4);
        if (first == std::string_view::npos || second == std::string_view::npos) return;
        const auto up = wholeNumber(m.substr(colon + 3)), rank = wholeNumber(m.substr(first + 4));
        if (!up || !rank) return;
        ++m_log.graphLines;
        communicatorOf(line).trees[*number].emplace(*rank, NcclTree{*up, childrenIn(m.substr(second + 4))});
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
        if (arrow == std::string_view::npos) return ring(line, *number, rest);
        const auto from = wholeNumber(rest), to = wholeNumber(rest.substr(arrow + 4));
        if (!from || !to) return;
        if (via == std::string_view::npos) return ringStep(line, *number, rest.substr(arrow + 4), *from, *to);
        edge(line, rest, {*number, *from, *to, std::string(rest.substr(via + 5)), {}, 0, 1});
    }

    void ring(const Line& line, std::int64_t number, std::string_view text) {
        const std::size_t dots = text.find("...");
        std::vector<std::int64_t> order = nccl::numbersIn(text.substr(0, dots));
        if (order.empty()) {
            ++m_log.torn;
            return;
        }
        ++m_log.ringLines;
        setupMayBegin(line);
        NcclCommunicator& comm = communicatorOf(line);
        if (dots == std::string_view::npos && !line.cut) {
            comm.rings.emplace(number, std::move(order));
            return;
        }
        order.pop_back(); // it may have lost digits
        comm.cutRings.emplace(number, std::move(order));
    }

    // "Ring 00 : 5 -> 6 -> 7": who is before and after a rank.
    void ringStep(const Line& line, std::int64_t number, std::string_view rest, std::int64_t previous,
                  std::int64_t rank) {
        ++m_log.graphLines;
        auto& next = communicatorOf(line).next[number];
        next.emplace(previous, rank);
        const std::size_t arrow = rest.find(" -> ");
        const auto after = arrow == std::string_view::npos ? std::nullopt : wholeNumber(rest.substr(arrow + 4));
        if (after) next.emplace(rank, *after);
    }

    void edge(const Line& line, std::string_view rest, NcclEdge edge) {
        constexpr std::array<std::string_view, 6> kKinds{"P2P", "SHM", "NET", "COLLNET", "direct ", "NVLS"};
        if (std::none_of(kKinds.begin(), kKinds.end(), [&](auto kind) { return edge.via.starts_with(kind); })) {
            ++m_log.torn; // the end of another line, or none
            return;
        }
        ++m_log.edgeLines;
        edge.heard = rest.find("[receive]") != std::string_view::npos ? 2 : 1;
        const std::string_view head = line.message.substr(0, line.message.find(" : "));
        if (const std::size_t slash = head.find('/'); slash != std::string_view::npos)
            edge.index = wholeNumber(head.substr(slash + 1)).value_or(0);
        const Thread thread = threadOf(line);
        NcclCommunicator& comm = m_log.communicators[thread.communicator];
        if (edge.index == 0 && !thread.ringsDone) comm.next[edge.channel].emplace(edge.from, edge.to);
        m_edges[thread.communicator].add(comm, std::move(edge));
    }

    // "CollNet 00/0 : 0 [send] via COLLNET/SHARP/0/GDRDMA"
    void collnet(const Line& line) {
        const std::size_t colon = line.message.find(" : "), via = line.message.find(" via ");
        const auto rank = wholeNumber(line.message.substr(std::min(line.message.size(), colon + 3)));
        if (colon == std::string_view::npos || via == std::string_view::npos || !rank) return;
        communicatorOf(line).collnet[*rank].insert(std::string(line.message.substr(via + 5)));
    }

    void connected(const Line& line) {
        Thread& thread = threadOf(line);
        if (line.message.starts_with("Connected all rings")) thread.ringsDone = true;
        if (line.message.starts_with("Connected NVLS tree")) m_log.communicators[thread.communicator].nvlsTree = true;
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

    NcclLog m_log;
    std::vector<EdgeList> m_edges; // as many as communicators
    nccl::CallList m_calls;
    std::map<std::string, Thread> m_threads;
    std::map<std::string, std::size_t> m_current, m_named, m_addresses, m_warnings;
    std::map<std::string, std::int64_t> m_ordinals;
};

} // namespace

bool looksLikeNcclLog(std::string_view head) {
    return head.find(" NCCL INFO ") != std::string_view::npos || head.find(" NCCL WARN ") != std::string_view::npos;
}

NcclLog readNcclLog(std::string_view text) {
    LogReader reader;
    std::uint64_t lines = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string line = nccl::withoutColours(text.substr(0, std::min<std::size_t>(end, 65536)));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        ++lines;
        if (const auto parsed = nccl::lineOf(line))
            reader.add(*parsed);
        else
            reader.otherLine(line);
    }
    NcclLog log = reader.take();
    log.lines = lines;
    nccl::finish(log);
    return log;
}

} // namespace lanescope::readers
