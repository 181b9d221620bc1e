#include "core/align/matching_parts.h"

#include <algorithm>
#include <tuple>

namespace lanescope::align::parts {

namespace {

// Two events are the same collective when they have the same key: (kind or 0, number or step, how many before it).
using Key = std::tuple<std::uint8_t, std::int64_t, std::int64_t>;
using ByKey = std::map<Key, std::vector<CommPlace>>;

const CommEvent& eventAt(std::span<const RankRecord> records, std::uint32_t record, std::uint32_t event) {
    return records[record].events[event];
}

ByKey keyedBySeq(std::span<const RankRecord> records, const Lists& lists) {
    ByKey out;
    for (const auto& [record, events] : lists) {
        std::map<std::int64_t, std::int64_t> before; // several kernels of one number: coalesced operations
        for (const std::uint32_t e : events) {
            const std::int64_t seq = *eventAt(records, record, e).seq;
            out[{0, seq, before[seq]++}].push_back({record, e});
        }
    }
    return out;
}

ByKey keyedByOrder(std::span<const RankRecord> records, const Lists& lists, MatchedBy by) {
    ByKey out;
    for (const auto& [record, events] : lists) {
        std::map<std::pair<std::uint8_t, std::int64_t>, std::int64_t> before;
        for (const std::uint32_t e : events) {
            const CommEvent& event = eventAt(records, record, e);
            const auto kind = static_cast<std::uint8_t>(event.kind);
            const std::int64_t step =
                by == MatchedBy::OrderInStep ? records[record].steps[static_cast<std::size_t>(event.step)].number : 0;
            out[{kind, step, before[{kind, step}]++}].push_back({record, e});
        }
    }
    return out;
}

void take(std::span<const RankRecord> records, std::uint32_t group, const ByKey& keyed, MatchedBy by, Matching& out) {
    const std::size_t expected = out.groups[group].members.size();
    for (const auto& [key, places] : keyed) {
        if (places.size() < 2) {
            out.unmatched.push_back({places.front(), UnmatchedWhy::NoPartner});
            continue;
        }
        MatchedCollective one;
        const CommEvent& first = eventAt(records, places.front().record, places.front().event);
        one.group = group;
        one.kind = first.kind;
        one.by = by;
        one.seq = by == MatchedBy::Seq ? first.seq : std::nullopt;
        one.parts = places;
        one.allThere = places.size() >= expected;
        for (const CommPlace& place : places)
            one.sameKind = one.sameKind && eventAt(records, place.record, place.event).kind == first.kind;
        out.collectives.push_back(std::move(one));
    }
}

// Batches of sends and receives: only where every rank has as many.
void matchExchanges(std::span<const RankRecord> records, std::uint32_t group, const Lists& lists, std::size_t ranks,
                    Matching& out) {
    if (lists.empty()) return;
    const std::size_t each = lists.begin()->second.size();
    const bool alike = lists.size() == ranks &&
                       std::all_of(lists.begin(), lists.end(), [&](const auto& l) { return l.second.size() == each; });
    if (alike) return take(records, group, keyedByOrder(records, lists, MatchedBy::Order), MatchedBy::Order, out);
    for (const auto& [record, events] : lists)
        for (const std::uint32_t e : events) out.unmatched.push_back({{record, e}, UnmatchedWhy::NoPartner});
}

} // namespace

MatchedBy orderOf(std::span<const RankRecord> records, const Lists& lists) {
    if (lists.empty()) return MatchedBy::Order;
    // The steps that a rank recorded, not those that its kernels fall into: these lag by more or less.
    const auto recorded = [&](std::uint32_t record) {
        const auto& steps = records[record].steps;
        return steps.empty() ? std::pair<std::int64_t, std::int64_t>{}
                             : std::pair{steps.front().number, steps.back().number};
    };
    bool alike = true;
    const auto& [first, firstEvents] = *lists.begin();
    for (const auto& [record, events] : lists) {
        for (const std::uint32_t e : events)
            if (eventAt(records, record, e).step < 0) return MatchedBy::Order;
        alike = alike && events.size() == firstEvents.size() && recorded(record) == recorded(first);
    }
    return alike ? MatchedBy::Order : MatchedBy::OrderInStep;
}

void matchGroup(std::span<const RankRecord> records, std::uint32_t group, const Lists& lists, Matching& out) {
    if (lists.size() < 2) {
        for (const auto& [record, events] : lists)
            for (const std::uint32_t e : events) out.unmatched.push_back({{record, e}, UnmatchedWhy::NoOtherRank});
        return;
    }
    Lists numbered, ordered, exchanges;
    for (const auto& [record, events] : lists) {
        for (const std::uint32_t e : events) {
            const CommEvent& event = eventAt(records, record, e);
            Lists& list = event.kind == CollectiveKind::SendRecv ? exchanges : event.seq ? numbered : ordered;
            list[record].push_back(e);
        }
    }
    matchExchanges(records, group, exchanges, lists.size(), out);
    take(records, group, keyedBySeq(records, numbered), MatchedBy::Seq, out);
    const MatchedBy by = orderOf(records, ordered);
    take(records, group, keyedByOrder(records, ordered, by), by, out);
}

} // namespace lanescope::align::parts
