#include "core/align/robust_fit.h"
#include "core/session/ranks/collectives_json.h"
#include "core/session/ranks/measured.h"
#include "core/session/ranks/rank_analyses.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace lanescope::ranks {
namespace {

using align::CommEvent;
using align::CommPlace;
using align::MatchedCollective;

using Measured = MeasuredCollective;

const CommEvent& eventAt(const RankSet& set, const CommPlace& place) {
    return set.records[place.record].events[place.event];
}

const MatchedCollective& of(const RankSet& set, const Measured& m) { return set.matching.collectives[m.index]; }

Json membersJson(const RankSet& set, std::uint32_t group) {
    Json out = Json::array();
    for (const std::int64_t member : set.matching.groups[group].members) out.push(member);
    return out;
}

// Clocks that the collectives themselves refute say nothing about who waited, for how long, and what the transfer was.
enum class Clocks : std::uint8_t { Right, Refuted };
Clocks clocksOf(const RankSet& set) {
    return align::clocksRefuted(set.records, set.matching, set.alignment).empty() ? Clocks::Right : Clocks::Refuted;
}

Json oneJson(const RankSet& set, const Measured& m, Clocks clocks) {
    const bool told = clocks == Clocks::Right;
    const MatchedCollective& c = of(set, m);
    Json out;
    out["kind"] = collectiveWord(c.kind);
    out["same_kind"] = c.sameKind;
    out["group"] = set.matching.groups[c.group].name;
    out["members"] = membersJson(set, c.group);
    out["seq"] = c.seq;
    out["matched_by"] = align::matchedByWord(c.by);
    out["all_there"] = c.allThere;
    out["bytes"] = m.rates ? Json(m.rates->bytes) : Json();
    out["latest_start_ns"] = m.times.latestStartNs;
    out["skew_start_ns"] = m.times.skewStartNs;
    out["skew_end_ns"] = m.times.skewEndNs;
    out["transfer_ns"] = told ? Json(m.times.transferNs) : Json();
    out["alg_bytes_per_s"] = told && m.rates ? Json(m.rates->algorithm) : Json();
    out["bus_bytes_per_s"] = told && m.rates ? Json(m.rates->bus) : Json();
    out["last"] = told ? Json(set.label(c.parts[m.times.lastPart].record)) : Json();
    out["imbalance"] = m.imbalance;
    for (std::size_t i = 0; i < c.parts.size(); ++i) {
        Json& rank = out["ranks"][set.label(c.parts[i].record)];
        rank["start_ns"] = m.times.startNs[i];
        rank["wait_ns"] = told ? Json(m.times.waitNs[i]) : Json();
        rank["duration_ns"] = m.times.endNs[i] - m.times.startNs[i];
        rank["exposed_ns"] = eventAt(set, c.parts[i]).exposedNs;
    }
    return out;
}

Cell cellOf(const std::optional<double>& value) { return value ? Cell(*value) : Cell(); }

Table listTable(const RankSet& set, std::span<const Measured> all, std::size_t maxRows) {
    Table table{"collectives",
                "Matched collectives",
                {{"latest_start_ns", "last arrival", Unit::TimePoint},
                 {"kind", "kind", Unit::Text},
                 {"group", "group", Unit::Text},
                 {"ranks", "ranks", Unit::Count},
                 {"seq", "seq", Unit::None},
                 {"matched_by", "matched by", Unit::Text},
                 {"bytes", "size", Unit::Bytes},
                 {"mean_wait_ns", "mean wait", Unit::Nanoseconds},
                 {"max_wait_ns", "longest wait", Unit::Nanoseconds},
                 {"transfer_ns", "transfer", Unit::Nanoseconds},
                 {"skew_start_ns", "skew at start", Unit::Nanoseconds},
                 {"skew_end_ns", "skew at end", Unit::Nanoseconds},
                 {"exposed_ns", "exposed", Unit::Nanoseconds},
                 {"alg_bytes_per_s", "algorithm", Unit::BytesPerSecond},
                 {"bus_bytes_per_s", "bus", Unit::BytesPerSecond},
                 {"last", "came last", Unit::Text},
                 {"imbalance", "imbalance", Unit::None}},
                {},
                0,
                {},
                {}};
    if (!set.records.empty()) {
        const auto& reference = set.records[set.alignment.reference];
        table.originNs = count(set.alignment.ranks[set.alignment.reference].toCommon(reference.begin));
    }
    const bool told = clocksOf(set) == Clocks::Right;
    const auto ifTold = [&](std::int64_t ns) { return told ? Cell(ns) : Cell(); };
    for (const Measured& m : all) {
        if (table.rows.size() == maxRows) break;
        const MatchedCollective& c = of(set, m);
        const std::string last = told ? set.label(c.parts[m.times.lastPart].record) : std::string();
        table.rows.push_back(
            {m.times.latestStartNs, std::string(collectiveWord(c.kind)), sharedGroupText(set, c.group),
             static_cast<std::int64_t>(c.parts.size()), c.seq ? Cell(*c.seq) : Cell(),
             std::string(align::matchedByWord(c.by)), m.rates ? Cell(m.rates->bytes) : Cell(), ifTold(m.meanWaitNs),
             ifTold(m.maxWaitNs), ifTold(m.times.transferNs), m.times.skewStartNs, m.times.skewEndNs, m.exposedNs,
             told && m.rates ? cellOf(m.rates->algorithm) : Cell(), told && m.rates ? cellOf(m.rates->bus) : Cell(),
             told ? Cell(last) : Cell(), cellOf(m.imbalance)});
    }
    table.notes = commonNotes(set);
    if (told)
        table.notes.emplace_back("transfer is the time of who came last; rates are bytes per that time");
    else
        table.notes.push_back("no waits, transfers and rates: " +
                              align::clocksRefuted(set.records, set.matching, set.alignment));
    if (all.size() > table.rows.size())
        table.notes.push_back(std::to_string(all.size() - table.rows.size()) + " more not shown");
    return table;
}

// By group, kind and size: with sizes ascending it is bandwidth against message size.
struct Kind {
    std::vector<std::int64_t> transfers, waits;
    std::vector<std::int64_t> algorithm, bus; // whole bytes per second
    std::int64_t exposedNs = 0;
};
using Kinds = std::map<std::tuple<std::uint32_t, CollectiveKind, std::int64_t>, Kind>;

Kinds kindsOf(const RankSet& set, std::span<const Measured> all) {
    Kinds out;
    for (const Measured& m : all) {
        Kind& kind = out[{of(set, m).group, of(set, m).kind, m.rates ? m.rates->bytes : -1}];
        kind.transfers.push_back(m.times.transferNs);
        kind.waits.push_back(m.meanWaitNs);
        kind.exposedNs += m.exposedNs;
        if (m.rates && m.rates->algorithm) kind.algorithm.push_back(static_cast<std::int64_t>(*m.rates->algorithm));
        if (m.rates && m.rates->bus) kind.bus.push_back(static_cast<std::int64_t>(*m.rates->bus));
    }
    return out;
}

std::int64_t sumOf(const std::vector<std::int64_t>& values) {
    std::int64_t sum = 0;
    for (const std::int64_t v : values) sum += v;
    return sum;
}

Cell medianRate(const std::vector<std::int64_t>& rates) {
    return rates.empty() ? Cell() : Cell(static_cast<double>(align::lowerMedian(rates)));
}

Table kindsTable(const RankSet& set, const Kinds& kinds) {
    Table table{"collective_kinds",
                "By group, kind and size",
                {{"group", "group", Unit::Text},
                 {"kind", "kind", Unit::Text},
                 {"bytes", "size", Unit::Bytes},
                 {"count", "count", Unit::Count},
                 {"transfer_ns", "transfer", Unit::Nanoseconds},
                 {"transfer_median_ns", "median", Unit::Nanoseconds},
                 {"mean_wait_ns", "waiting (mean rank)", Unit::Nanoseconds},
                 {"exposed_ns", "exposed (mean rank)", Unit::Nanoseconds},
                 {"alg_median_bytes_per_s", "algorithm, median", Unit::BytesPerSecond},
                 {"bus_median_bytes_per_s", "bus, median", Unit::BytesPerSecond}},
                {},
                0,
                {},
                {}};
    for (const auto& [key, kind] : kinds) {
        const auto& [group, what, bytes] = key;
        table.rows.push_back({sharedGroupText(set, group), std::string(collectiveWord(what)),
                              bytes < 0 ? Cell() : Cell(bytes), static_cast<std::int64_t>(kind.transfers.size()),
                              sumOf(kind.transfers), align::lowerMedian(kind.transfers), sumOf(kind.waits),
                              kind.exposedNs, medianRate(kind.algorithm), medianRate(kind.bus)});
    }
    return table;
}

std::string whyText(align::UnmatchedWhy why) {
    switch (why) {
    case align::UnmatchedWhy::NoOtherRank:
        return "no other rank of its group";
    case align::UnmatchedWhy::NoGroup:
        return "its group is not recorded";
    case align::UnmatchedWhy::NoPartner:
        break;
    }
    return "no partner";
}

Table unmatchedTable(const RankSet& set, std::size_t maxRows) {
    Table table{"unmatched",
                "Without a partner",
                {{"rank", "rank", Unit::Text},
                 {"start_ns", "start (own clock)", Unit::TimePoint},
                 {"kind", "kind", Unit::Text},
                 {"group", "group", Unit::Text},
                 {"seq", "seq", Unit::None},
                 {"why", "why", Unit::Text}},
                {},
                0,
                {},
                {}};
    for (const align::Unmatched& u : set.matching.unmatched) {
        if (table.rows.size() == maxRows) break;
        const CommEvent& event = eventAt(set, u.place);
        const align::RankRecord& record = set.records[u.place.record];
        table.rows.push_back({set.label(u.place.record), event.begin, std::string(collectiveWord(event.kind)),
                              record.groups[event.group].name, event.seq ? Cell(*event.seq) : Cell(), whyText(u.why)});
    }
    return table;
}

Table pairsTable(const RankSet& set, std::size_t maxRows) {
    Table table{"pairs",
                "Sends and their receives",
                {{"send_start_ns", "send starts", Unit::TimePoint},
                 {"from", "from", Unit::Text},
                 {"to", "to", Unit::Text},
                 {"bytes", "size", Unit::Bytes},
                 {"send_ns", "send takes", Unit::Nanoseconds},
                 {"recv_ns", "receive takes", Unit::Nanoseconds},
                 {"recv_wait_ns", "receiver waits", Unit::Nanoseconds},
                 {"matched_by", "matched by", Unit::Text}},
                {},
                0,
                {},
                {}};
    for (const align::MatchedPair& pair : set.matching.pairs) {
        if (table.rows.size() == maxRows) break;
        const CommEvent &send = eventAt(set, pair.send), &recv = eventAt(set, pair.recv);
        const std::int64_t sent = count(set.alignment.ranks[pair.send.record].toCommon(send.begin));
        const std::int64_t received = count(set.alignment.ranks[pair.recv.record].toCommon(recv.begin));
        const std::int64_t bytes = std::max(send.bytes, recv.bytes);
        table.rows.push_back({sent, set.label(pair.send.record), set.label(pair.recv.record),
                              bytes < 0 ? Cell() : Cell(bytes), send.end - send.begin, recv.end - recv.begin,
                              std::max<std::int64_t>(0, sent - received), std::string(align::matchedByWord(pair.by))});
    }
    return table;
}

// For people: what each rank waits. Of many ranks the JSON tells.
constexpr std::size_t kMostRankColumns = 16;
Table waitsTable(const RankSet& set, std::span<const Measured> all, std::size_t maxRows) {
    Table table{"collective_waits",
                "Waiting of each rank",
                {{"kind", "kind", Unit::Text}, {"group", "group", Unit::Text}, {"seq", "seq", Unit::None}},
                {},
                0,
                {},
                {}};
    for (std::size_t r = 0; r < set.records.size(); ++r)
        table.columns.push_back({fmt::format("wait_ns_{}", set.label(r)), set.label(r), Unit::Nanoseconds});
    for (const Measured& m : all) {
        if (table.rows.size() == maxRows) break;
        const MatchedCollective& c = of(set, m);
        std::vector<Cell> row{std::string(collectiveWord(c.kind)), sharedGroupText(set, c.group),
                              c.seq ? Cell(*c.seq) : Cell()};
        row.resize(row.size() + set.records.size());
        for (std::size_t i = 0; i < c.parts.size(); ++i) row[3 + c.parts[i].record] = m.times.waitNs[i];
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace

Result<RankAnswer> collectives(const RankSet& set, const RankQuestion& question) {
    const std::vector<Measured> all = measureCollectives(set);
    RankAnswer out;
    addCommon(out.document, set);
    const Clocks clocks = clocksOf(set);
    const bool told = clocks == Clocks::Right;
    out.document["kinds"] = kindsJson(set, told ? std::span<const Measured>(all) : std::span<const Measured>());
    out.document["pairs"] = pairsJson(set);
    out.document["unmatched"] = unmatchedJson(set);
    out.document["collectives"] = Json::array();
    for (const Measured& m : all) out.document["collectives"].push(oneJson(set, m, clocks));
    out.document["unmatched_count"] = set.matching.unmatched.size();
    out.document["pair_count"] = set.matching.pairs.size();
    out.tables = collectiveTables(set, all, question.maxRows);
    if (told && set.records.size() <= kMostRankColumns)
        out.tables.insert(out.tables.begin() + 1, waitsTable(set, all, question.maxRows));
    return out;
}

} // namespace lanescope::ranks

namespace lanescope {

std::vector<Table> collectiveTables(const RankSet& set, std::span<const MeasuredCollective> measured,
                                    std::size_t maxRows) {
    const bool told = align::clocksRefuted(set.records, set.matching, set.alignment).empty();
    const auto ofKinds = told ? measured : std::span<const MeasuredCollective>();
    return {ranks::listTable(set, measured, maxRows), ranks::kindsTable(set, ranks::kindsOf(set, ofKinds)),
            ranks::unmatchedTable(set, maxRows), ranks::pairsTable(set, maxRows)};
}

} // namespace lanescope
