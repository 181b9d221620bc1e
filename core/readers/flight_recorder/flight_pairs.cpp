// Sends and their receives.
#include "core/readers/flight_recorder/flight_histories.h"

#include <algorithm>
#include <charconv>

namespace lanescope::readers::flight {
namespace {

using Pair = std::pair<std::int64_t, std::int64_t>; // sender, receiver
struct Sides {
    std::vector<const FlightEntry*> sends, receives; // by number, then as recorded
};
struct Matched {
    const FlightEntry* send = nullptr;
    const FlightEntry* receive = nullptr;
};

// Sender and receiver of "nccl:send 0->1", "nccl:recv 1<-0": places in the group.
std::optional<Pair> directionOf(const std::string& name) {
    const bool forward = name.find("->") != std::string::npos;
    const std::size_t arrow = name.find(forward ? "->" : "<-");
    const std::size_t blank = name.rfind(' ', arrow);
    if (arrow == std::string::npos || blank == std::string::npos) return std::nullopt;
    std::int64_t left = 0, right = 0;
    const char* end = name.data() + name.size();
    if (std::from_chars(name.data() + blank + 1, name.data() + arrow, left).ec != std::errc()) return std::nullopt;
    if (std::from_chars(name.data() + arrow + 2, end, right).ec != std::errc()) return std::nullopt;
    return forward ? Pair(left, right) : Pair(right, left);
}

std::int64_t memberAt(const History& history, std::int64_t place) {
    const auto i = static_cast<std::size_t>(place);
    return place >= 0 && i < history.members.size() ? history.members[i] : place;
}

std::map<Pair, Sides> sidesOf(const History& history) {
    std::map<Pair, Sides> out;
    for (const auto& [rank, entries] : history.p2p) {
        for (const FlightEntry* entry : entries) {
            const auto places = directionOf(entry->name);
            if (!places) continue;
            Sides& sides = out[{memberAt(history, places->first), memberAt(history, places->second)}];
            (entry->name.find("recv") != std::string::npos ? sides.receives : sides.sends).push_back(entry);
        }
    }
    const auto earlier = [](const FlightEntry* a, const FlightEntry* b) { return a->p2pSeq < b->p2pSeq; };
    for (auto& [pair, sides] : out) {
        std::stable_sort(sides.sends.begin(), sides.sends.end(), earlier);
        std::stable_sort(sides.receives.begin(), sides.receives.end(), earlier);
    }
    return out;
}

// The numbers that each rank used.
using Numbers = std::map<std::int64_t, std::set<std::int64_t>>;
Numbers numbersOf(const History& history) {
    Numbers out;
    for (const auto& [rank, entries] : history.p2p)
        for (const FlightEntry* entry : entries) out[rank].insert(entry->p2pSeq);
    return out;
}

bool hasUsed(const Numbers& numbers, std::int64_t rank, std::int64_t seq) {
    const auto at = numbers.find(rank);
    return at != numbers.end() && at->second.contains(seq);
}

bool hasNumber(const std::vector<const FlightEntry*>& sorted, std::int64_t seq) {
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), seq,
                                     [](const FlightEntry* e, std::int64_t n) { return e->p2pSeq < n; });
    return at != sorted.end() && (*at)->p2pSeq == seq;
}

// The two ranks count alike unless the other one used a number of this pair for something else.
bool countAlike(const Numbers& numbers, const Pair& pair, const Sides& sides) {
    for (const FlightEntry* e : sides.sends)
        if (hasUsed(numbers, pair.second, e->p2pSeq) && !hasNumber(sides.receives, e->p2pSeq)) return false;
    for (const FlightEntry* e : sides.receives)
        if (hasUsed(numbers, pair.first, e->p2pSeq) && !hasNumber(sides.sends, e->p2pSeq)) return false;
    return true;
}

std::vector<Matched> byNumber(const Sides& sides) {
    std::vector<Matched> out;
    std::size_t s = 0, r = 0;
    while (s < sides.sends.size() || r < sides.receives.size()) {
        const std::int64_t send = s < sides.sends.size() ? sides.sends[s]->p2pSeq : INT64_MAX;
        const std::int64_t receive = r < sides.receives.size() ? sides.receives[r]->p2pSeq : INT64_MAX;
        Matched& one = out.emplace_back();
        if (send <= receive && s < sides.sends.size()) one.send = sides.sends[s++];
        if (receive <= send && r < sides.receives.size()) one.receive = sides.receives[r++];
    }
    return out;
}

std::vector<Matched> byOrder(const Sides& sides) {
    std::vector<Matched> out(std::max(sides.sends.size(), sides.receives.size()));
    for (std::size_t i = 0; i < sides.sends.size(); ++i) out[i].send = sides.sends[i];
    for (std::size_t i = 0; i < sides.receives.size(); ++i) out[i].receive = sides.receives[i];
    return out;
}

// The numbers say nothing and places do not either, as the beginning of a side is lost.
std::vector<Matched> apart(const Sides& sides) {
    std::vector<Matched> out;
    for (const FlightEntry* send : sides.sends) out.push_back({send, nullptr});
    for (const FlightEntry* receive : sides.receives) out.push_back({nullptr, receive});
    return out;
}

// A rank without a dump, or one whose older entries fell out of its buffer, proves nothing.
bool wouldKnow(const History& history, std::int64_t rank, std::int64_t seq) {
    if (!history.present.contains(rank)) return false;
    if (history.whole.contains(rank)) return true;
    const auto at = history.p2p.find(rank);
    if (at == history.p2p.end()) return !history.cut.contains(rank);
    return at->second.front()->p2pSeq <= 1 || at->second.front()->p2pSeq < seq;
}

std::string sizesText(const FlightEntry& entry, const std::string& sizes, const std::string& types) {
    std::string out = entry.name;
    out.append(" ").append(sizes);
    return types.empty() ? out : out.append(" ").append(types);
}

// Parts of a batch are never marked themselves: the state of the whole is theirs.
std::string stateOf(const History& history, std::int64_t rank, const FlightEntry& entry) {
    const auto batch = history.batches.find({rank, entry.p2pSeq});
    return batch == history.batches.end() ? entry.state : batch->second;
}

std::optional<FlightMismatch> mismatchOf(const History& history, const Pair& pair, const Matched& matched) {
    FlightMismatch out;
    out.pair = pair;
    const FlightEntry& known = matched.send ? *matched.send : *matched.receive;
    out.name = known.name;
    out.seq = known.p2pSeq;
    if (!matched.send || !matched.receive) {
        const std::int64_t there = matched.send ? pair.first : pair.second;
        const std::int64_t other = matched.send ? pair.second : pair.first;
        if (!wouldKnow(history, other, known.p2pSeq)) return std::nullopt;
        out.problem = FlightProblem::Missing;
        out.there = {there};
        out.missing = {other};
        if (stateOf(history, there, known) != "completed") out.unfinished = {there};
        return out;
    }
    const FlightEntry &send = *matched.send, &receive = *matched.receive;
    out.there = {pair.first, pair.second};
    const std::string sent = stateOf(history, pair.first, send), received = stateOf(history, pair.second, receive);
    if (sent != "completed") out.unfinished.push_back(pair.first);
    if (received != "completed") out.unfinished.push_back(pair.second);
    if (send.inputs != receive.outputs || send.inputTypes != receive.outputTypes) {
        out.problem = FlightProblem::Differs;
        out.what = send.inputs != receive.outputs ? "sizes" : "types";
        out.variants = {{sizesText(send, send.inputs, send.inputTypes), {pair.first}},
                        {sizesText(receive, receive.outputs, receive.outputTypes), {pair.second}}};
        return out;
    }
    // Of a batch whose end is not recorded nothing is marked: only what was begun can be stuck.
    if (sent != "started" && received != "started") return std::nullopt;
    out.problem = FlightProblem::Stuck;
    out.variants = {{sent, {pair.first}}, {received, {pair.second}}};
    if (sent == received) out.variants = {{sent, {pair.first, pair.second}}};
    return out;
}

} // namespace

void comparePairs(const History& history, FlightReport& report) {
    const Numbers numbers = numbersOf(history);
    for (const auto& [pair, sides] : sidesOf(history)) {
        const bool numbered = countAlike(numbers, pair, sides);
        const bool comparable = numbered || (history.whole.contains(pair.first) && history.whole.contains(pair.second));
        bool found = false;
        for (const Matched& matched : numbered ? byNumber(sides) : comparable ? byOrder(sides) : apart(sides)) {
            FlightPair& one = report.pairs.emplace_back();
            one.from = pair.first;
            one.to = pair.second;
            one.group = history.label;
            one.matched = comparable && matched.send && matched.receive;
            if (matched.send) {
                one.sendSeq = matched.send->p2pSeq;
                one.sendState = stateOf(history, pair.first, *matched.send);
            }
            if (matched.receive) {
                one.recvSeq = matched.receive->p2pSeq;
                one.recvState = stateOf(history, pair.second, *matched.receive);
            }
            auto mismatch = found || !comparable ? std::nullopt : mismatchOf(history, pair, matched);
            if (!mismatch) continue;
            found = true;
            mismatch->group = history.group;
            mismatch->groupName = history.label;
            mismatch->groupRanks = history.members;
            report.mismatches.push_back(std::move(*mismatch));
        }
    }
}

} // namespace lanescope::readers::flight
