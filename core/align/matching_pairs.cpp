#include "core/align/matching_parts.h"

#include <algorithm>
#include <set>

namespace lanescope::align::parts {

namespace {

struct Direction { // all sends from one rank to another, and the receives there
    std::vector<CommPlace> sends, recvs;
};
using Directions = std::map<std::pair<std::int64_t, std::int64_t>, Direction>;

const CommEvent& eventAt(std::span<const RankRecord> records, const CommPlace& place) {
    return records[place.record].events[place.event];
}

// Files name the peer by its global rank or by its place in the group.
std::int64_t globalPeer(const SharedGroup& group, std::int64_t peer) {
    if (std::find(group.members.begin(), group.members.end(), peer) != group.members.end()) return peer;
    if (peer >= 0 && static_cast<std::size_t>(peer) < group.members.size())
        return group.members[static_cast<std::size_t>(peer)];
    return peer;
}

Directions directionsOf(std::span<const RankRecord> records, std::uint32_t group, const Lists& lists, Matching& out) {
    Directions all;
    for (const auto& [record, events] : lists) {
        for (const std::uint32_t e : events) {
            const CommEvent& event = records[record].events[e];
            const auto& own = records[record].rank;
            if (!own || event.peer < 0 || event.kind == CollectiveKind::SendRecv) {
                out.unmatched.push_back({{record, e}, UnmatchedWhy::NoPartner});
                continue;
            }
            const std::int64_t peer = globalPeer(out.groups[group], event.peer);
            if (event.kind == CollectiveKind::Send)
                all[{*own, peer}].sends.push_back({record, e});
            else
                all[{peer, *own}].recvs.push_back({record, e});
        }
    }
    return all;
}

// Numbers are those of the pair only where both sides count alike: else each side counts all its transfers.
bool numbersAgree(std::span<const RankRecord> records, const Direction& d) {
    const auto numbers = [&](const std::vector<CommPlace>& places) {
        std::set<std::int64_t> out;
        for (const CommPlace& place : places)
            if (const auto& seq = eventAt(records, place).seq) out.insert(*seq);
        return out;
    };
    const auto sent = numbers(d.sends), received = numbers(d.recvs);
    if (sent.size() != d.sends.size() || received.size() != d.recvs.size()) return false;
    const auto common = static_cast<std::size_t>(
        std::count_if(sent.begin(), sent.end(), [&](std::int64_t n) { return received.contains(n); }));
    return common * 2 >= std::min(sent.size(), received.size()) && common > 0;
}

using Key = std::pair<std::int64_t, std::int64_t>;
std::map<Key, CommPlace> keyed(std::span<const RankRecord> records, const std::vector<CommPlace>& places,
                               MatchedBy by) {
    std::map<Key, CommPlace> out;
    std::map<std::int64_t, std::int64_t> before;
    for (const CommPlace& place : places) {
        const CommEvent& event = eventAt(records, place);
        std::int64_t first = 0;
        if (by == MatchedBy::Seq) first = *event.seq;
        if (by == MatchedBy::OrderInStep)
            first = records[place.record].steps[static_cast<std::size_t>(event.step)].number;
        out[{first, before[first]++}] = place;
    }
    return out;
}

void pairUp(std::span<const RankRecord> records, const Direction& d, Matching& out) {
    const auto alone = [&](const CommPlace& place, UnmatchedWhy why) { out.unmatched.push_back({place, why}); };
    if (d.sends.empty() || d.recvs.empty()) {
        for (const CommPlace& place : d.sends.empty() ? d.recvs : d.sends) alone(place, UnmatchedWhy::NoOtherRank);
        return;
    }
    Lists lists;
    for (const auto* side : {&d.sends, &d.recvs})
        for (const CommPlace& place : *side) lists[place.record].push_back(place.event);
    const MatchedBy by = numbersAgree(records, d) ? MatchedBy::Seq : orderOf(records, lists);
    const auto sends = keyed(records, d.sends, by);
    auto recvs = keyed(records, d.recvs, by);
    for (const auto& [key, send] : sends) {
        const auto recv = recvs.find(key);
        if (recv == recvs.end()) {
            alone(send, UnmatchedWhy::NoPartner);
            continue;
        }
        out.pairs.push_back({send, recv->second, by});
        recvs.erase(recv);
    }
    for (const auto& [key, recv] : recvs) alone(recv, UnmatchedWhy::NoPartner);
}

} // namespace

void matchPairs(std::span<const RankRecord> records, std::uint32_t group, const Lists& lists, Matching& out) {
    for (const auto& [fromTo, direction] : directionsOf(records, group, lists, out)) pairUp(records, direction, out);
}

} // namespace lanescope::align::parts
