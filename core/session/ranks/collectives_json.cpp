#include "core/session/ranks/collectives_json.h"

#include "core/align/robust_fit.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lanescope::ranks {
namespace {

const align::CommEvent& eventAt(const RankSet& set, const align::CommPlace& place) {
    return set.records[place.record].events[place.event];
}

struct Kind {
    std::vector<std::int64_t> transfers, waits, algorithm, bus; // rates: whole bytes per second
    double exposedNs = 0;
};

Json medianOrNull(const std::vector<std::int64_t>& values) {
    return values.empty() ? Json() : Json(align::lowerMedian(values));
}

} // namespace

Json kindsJson(const RankSet& set, std::span<const MeasuredCollective> all) {
    std::map<std::tuple<std::uint32_t, CollectiveKind, std::int64_t>, Kind> kinds;
    for (const MeasuredCollective& m : all) {
        const align::MatchedCollective& c = set.matching.collectives[m.index];
        Kind& kind = kinds[{c.group, c.kind, m.rates ? m.rates->bytes : -1}];
        kind.transfers.push_back(m.times.transferNs);
        kind.waits.push_back(m.meanWaitNs);
        kind.exposedNs += static_cast<double>(m.exposedNs);
        if (m.rates && m.rates->algorithm) kind.algorithm.push_back(static_cast<std::int64_t>(*m.rates->algorithm));
        if (m.rates && m.rates->bus) kind.bus.push_back(static_cast<std::int64_t>(*m.rates->bus));
    }
    Json out = Json::array();
    for (const auto& [key, kind] : kinds) {
        const auto& [group, what, bytes] = key;
        Json one;
        one["group"] = set.matching.groups[group].name;
        one["members"] = Json::array();
        for (const std::int64_t member : set.matching.groups[group].members) one["members"].push(member);
        one["kind"] = collectiveWord(what);
        one["bytes"] = bytes < 0 ? Json() : Json(bytes);
        one["count"] = kind.transfers.size();
        one["transfer_median_ns"] = medianOrNull(kind.transfers);
        one["mean_wait_median_ns"] = medianOrNull(kind.waits);
        one["exposed_mean_ns"] = static_cast<std::int64_t>(
            kind.exposedNs / static_cast<double>(std::max<std::size_t>(1, kind.transfers.size())));
        one["alg_median_bytes_per_s"] = medianOrNull(kind.algorithm);
        one["bus_median_bytes_per_s"] = medianOrNull(kind.bus);
        out.push(std::move(one));
    }
    return out;
}

Json pairsJson(const RankSet& set) {
    Json out = Json::array();
    for (const align::MatchedPair& pair : set.matching.pairs) {
        const align::CommEvent &send = eventAt(set, pair.send), &recv = eventAt(set, pair.recv);
        const std::int64_t sent = count(set.alignment.ranks[pair.send.record].toCommon(send.begin));
        const std::int64_t received = count(set.alignment.ranks[pair.recv.record].toCommon(recv.begin));
        Json one;
        one["from"] = set.label(pair.send.record);
        one["to"] = set.label(pair.recv.record);
        one["matched_by"] = align::matchedByWord(pair.by);
        const std::int64_t bytes = std::max(send.bytes, recv.bytes);
        one["bytes"] = bytes < 0 ? Json() : Json(bytes);
        one["send_start_ns"] = sent;
        one["recv_start_ns"] = received;
        one["send_ns"] = send.end - send.begin;
        one["recv_ns"] = recv.end - recv.begin;
        one["recv_wait_ns"] = std::max<std::int64_t>(0, sent - received);
        out.push(std::move(one));
    }
    return out;
}

Json unmatchedJson(const RankSet& set) {
    Json out = Json::array();
    for (const align::Unmatched& u : set.matching.unmatched) {
        const align::CommEvent& event = eventAt(set, u.place);
        Json one;
        one["rank"] = set.label(u.place.record);
        one["kind"] = collectiveWord(event.kind);
        one["group"] = set.records[u.place.record].groups[event.group].name;
        one["seq"] = event.seq;
        one["start_ns"] = event.begin;
        one["why"] = align::unmatchedWhyWord(u.why);
        out.push(std::move(one));
    }
    return out;
}

} // namespace lanescope::ranks
