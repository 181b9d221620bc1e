#include "core/readers/nccl_log/nccl_parts.h"

#include <algorithm>

namespace lanescope::readers::nccl {
namespace {

void mergeSides(NcclEdge& known, const NcclEdge& edge) {
    const bool hearsSender = (edge.heard & 1) != 0;
    if (known.heard == edge.heard || known.heard == 3) return;
    const std::string sender = hearsSender ? edge.via : known.via;
    const std::string receiver = hearsSender ? known.via : edge.via;
    known.via = sender;
    known.receiveVia = receiver == sender ? std::string() : receiver;
    known.heard = 3;
}

// Of one connection, in different words. Two are usual; what a strange log has more is left out, as each is compared.
constexpr std::size_t kMostWords = 64;

// The same edge: seen before in the same words, or its other end.
bool isSame(const NcclEdge& known, const NcclEdge& edge) {
    if ((known.heard & edge.heard) == 0) return true;
    const bool receiver = edge.heard == 2;
    return (receiver && !known.receiveVia.empty() ? known.receiveVia : known.via) == edge.via;
}

} // namespace

EdgeList::EdgeList(NcclCommunicator& comm) {
    for (std::size_t i = 0; i < comm.edges.size(); ++i) index(comm.edges[i], i);
}

void EdgeList::index(const NcclEdge& edge, std::size_t at) {
    m_at[{edge.channel, edge.index, edge.from, edge.to}].push_back(at);
}

void EdgeList::add(NcclCommunicator& comm, NcclEdge edge) {
    const std::vector<std::size_t>& same = m_at[{edge.channel, edge.index, edge.from, edge.to}];
    for (const std::size_t at : same) {
        NcclEdge& known = comm.edges[at];
        if (!isSame(known, edge)) continue;
        mergeSides(known, edge);
        return;
    }
    if (same.size() >= kMostWords) return;
    index(edge, comm.edges.size());
    comm.edges.push_back(std::move(edge));
}

void absorb(NcclCommunicator& to, NcclCommunicator from, EdgeList& edges) {
    to.ranks = std::max(to.ranks, from.ranks);
    to.nodes = std::max(to.nodes, from.nodes);
    to.rings.merge(from.rings);
    to.cutRings.merge(from.cutRings);
    for (auto& [channel, trees] : from.trees) to.trees[channel].merge(trees);
    for (const auto& [kind, count] : from.channels) to.channels[kind] = std::max(to.channels[kind], count);
    for (NcclEdge& edge : from.edges) {
        if (edge.heard != 3) {
            edges.add(to, std::move(edge));
            continue;
        }
        NcclEdge receive = edge; // both its ends, one after the other
        if (!edge.receiveVia.empty()) receive.via = edge.receiveVia;
        edge.receiveVia.clear();
        receive.receiveVia.clear();
        edge.heard = 1;
        receive.heard = 2;
        edges.add(to, std::move(edge));
        edges.add(to, std::move(receive));
    }
    for (auto& [rank, vias] : from.collnet) to.collnet[rank].merge(vias);
    to.started.merge(from.started);
    to.completed.merge(from.completed);
    for (auto& [rank, member] : from.members) {
        NcclMember& known = to.members[rank];
        if (known.host.empty()) known.host = member.host, known.process = member.process;
        if (!known.setupSeconds) known.setupSeconds = member.setupSeconds, known.setupParts = member.setupParts;
    }
    for (auto& [channel, steps] : from.next) to.next[channel].merge(steps);
    to.nvlsTree = to.nvlsTree || from.nvlsTree;
}

} // namespace lanescope::readers::nccl
