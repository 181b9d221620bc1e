#include "core/readers/flight_recorder/flight_recorder.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace lanescope::readers {
namespace {

using ByRank = std::map<std::int64_t, const FlightEntry*>;

struct GroupHistory {
    std::set<std::int64_t> ranks; // that must take part
    std::string name;
    std::map<std::int64_t, std::int64_t> first; // per rank: its oldest number
    std::map<std::int64_t, ByRank> bySeq;
};

std::int64_t rankOf(std::span<const FlightDump> dumps, std::size_t i) {
    return dumps[i].rank.value_or(static_cast<std::int64_t>(i));
}

std::map<std::string, GroupHistory> historiesOf(std::span<const FlightDump> dumps) {
    std::map<std::string, GroupHistory> out;
    std::set<std::int64_t> present;
    for (std::size_t i = 0; i < dumps.size(); ++i) present.insert(rankOf(dumps, i));
    for (std::size_t i = 0; i < dumps.size(); ++i) {
        const std::int64_t rank = rankOf(dumps, i);
        for (const auto& [id, group] : dumps[i].groups) {
            GroupHistory& history = out[id];
            if (history.name.empty()) history.name = group.description.empty() ? group.name : group.description;
            for (const std::int64_t member : group.ranks)
                if (present.contains(member)) history.ranks.insert(member); // no dump, nothing known
        }
        for (const FlightEntry& entry : dumps[i].entries) {
            if (entry.isP2p) continue;
            GroupHistory& history = out[entry.group];
            history.ranks.insert(rank);
            history.first.try_emplace(rank, entry.seq);
            history.bySeq[entry.seq].emplace(rank, &entry);
        }
    }
    return out;
}

// Operations whose sizes ranks may choose for themselves.
bool isUneven(const std::string& name) {
    return name.find("all_to_all") != std::string::npos || name.find("alltoall") != std::string::npos ||
           name.find("gather") != std::string::npos || name.find("scatter") != std::string::npos;
}

std::string saidBy(const FlightEntry& entry) {
    return isUneven(entry.name) ? entry.name
                                : entry.name + " " + entry.inputs + " -> " + entry.outputs + " " + entry.dtypes;
}

std::optional<FlightMismatch> mismatchAt(const GroupHistory& history, std::int64_t seq, const ByRank& entries) {
    FlightMismatch out;
    out.groupName = history.name;
    out.seq = seq;
    out.name = entries.begin()->second->name;
    std::set<std::string> variants;
    for (const std::int64_t rank : history.ranks) {
        const auto at = entries.find(rank);
        if (at == entries.end()) {
            const auto first = history.first.find(rank);
            if (first == history.first.end() || first->second < seq) out.missing.push_back(rank);
            continue;
        }
        out.there.push_back(rank);
        variants.insert(saidBy(*at->second));
        if (at->second->state != "completed") out.unfinished.push_back(rank);
    }
    if (!out.missing.empty()) {
        out.problem = FlightProblem::Missing;
    } else if (variants.size() > 1) {
        out.problem = FlightProblem::Differs;
        out.variants.assign(variants.begin(), variants.end());
    } else if (!out.unfinished.empty()) {
        out.problem = FlightProblem::Stuck;
    } else {
        return std::nullopt;
    }
    return out;
}

// Sender and receiver of "nccl:send 0->1", "nccl:recv 1<-0".
std::optional<std::pair<std::int64_t, std::int64_t>> directionOf(const std::string& name) {
    const bool forward = name.find("->") != std::string::npos;
    const std::size_t arrow = name.find(forward ? "->" : "<-");
    const std::size_t blank = name.rfind(' ', arrow);
    if (arrow == std::string::npos || blank == std::string::npos) return std::nullopt;
    std::int64_t left = 0, right = 0;
    const char* end = name.data() + name.size();
    if (std::from_chars(name.data() + blank + 1, name.data() + arrow, left).ec != std::errc()) return std::nullopt;
    if (std::from_chars(name.data() + arrow + 2, end, right).ec != std::errc()) return std::nullopt;
    return forward ? std::pair(left, right) : std::pair(right, left);
}

std::vector<FlightPair> pairsOf(std::span<const FlightDump> dumps) {
    struct Sides {
        std::vector<const FlightEntry*> sends, recvs;
    };
    std::map<std::tuple<std::string, std::int64_t, std::int64_t>, Sides> byPair;
    for (const FlightDump& dump : dumps) {
        for (const FlightEntry& entry : dump.entries) {
            const auto direction = entry.isP2p ? directionOf(entry.name) : std::nullopt;
            if (!direction) continue;
            const bool recv = entry.name.find("recv") != std::string::npos;
            Sides& sides = byPair[{entry.group, direction->first, direction->second}];
            (recv ? sides.recvs : sides.sends).push_back(&entry);
        }
    }
    std::vector<FlightPair> out;
    for (const auto& [key, sides] : byPair) {
        for (std::size_t i = 0; i < std::max(sides.sends.size(), sides.recvs.size()); ++i) {
            FlightPair pair;
            pair.from = std::get<1>(key);
            pair.to = std::get<2>(key);
            if (i < sides.sends.size()) pair.sendState = sides.sends[i]->state;
            if (i < sides.recvs.size()) pair.recvState = sides.recvs[i]->state;
            out.push_back(std::move(pair));
        }
    }
    return out;
}

} // namespace

std::string_view flightProblemWord(FlightProblem problem) {
    constexpr std::string_view kWords[] = {"missing", "differs", "stuck"};
    return kWords[static_cast<std::size_t>(problem)];
}

FlightReport compareFlights(std::span<const FlightDump> dumps) {
    FlightReport out;
    for (const auto& [id, history] : historiesOf(dumps)) {
        for (const auto& [seq, entries] : history.bySeq) {
            auto mismatch = mismatchAt(history, seq, entries);
            if (!mismatch) continue;
            mismatch->group = id;
            out.mismatches.push_back(std::move(*mismatch));
            break; // what comes after follows from it
        }
    }
    out.pairs = pairsOf(dumps);
    for (std::size_t i = 0; i < dumps.size(); ++i) {
        std::vector<std::int64_t>& done = out.completed[rankOf(dumps, i)];
        for (const FlightEntry& entry : dumps[i].entries)
            if (!entry.isP2p && entry.state == "completed") done.push_back(entry.seq);
    }
    return out;
}

} // namespace lanescope::readers
