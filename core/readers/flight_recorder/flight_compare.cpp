#include "core/readers/flight_recorder/flight_histories.h"

#include <algorithm>

namespace lanescope::readers {
namespace {

using flight::ByRank;
using flight::History;
using flight::Operation;

// Which sizes ranks may choose for themselves.
enum class Uneven : std::uint8_t { No, Inputs, Outputs, Both };
Uneven unevenOf(std::string_view name) {
    const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
    if (has("all_to_all") || has("alltoall")) return Uneven::Both;
    if (has("scatter") && !has("reduce_scatter")) return Uneven::Inputs; // only the root has one
    if (has("gather") && !has("all_gather") && !has("allgather")) return Uneven::Outputs;
    return Uneven::No;
}

struct Said {
    std::string name, sizes, types;
};
Said saidBy(const Operation& operation) {
    Said out;
    out.name = operation.name();
    for (const FlightEntry* entry : operation.entries) {
        const Uneven uneven = unevenOf(entry->name);
        const bool in = uneven == Uneven::No || uneven == Uneven::Outputs;
        const bool to = uneven == Uneven::No || uneven == Uneven::Inputs;
        if (!out.types.empty()) out.types += " + ";
        if (in) out.sizes += entry->inputs;
        if (in || uneven == Uneven::Both) out.types += entry->inputTypes;
        if (to) out.sizes.append(" -> ").append(entry->outputs);
        if (to || uneven == Uneven::Both) out.types += entry->outputTypes;
    }
    return out;
}

std::string textOf(const Operation& operation) {
    std::string out;
    for (const FlightEntry* e : operation.entries) {
        if (!out.empty()) out += " + ";
        out.append(e->name).append(" ").append(e->inputs).append(" -> ").append(e->outputs);
        const std::string types = e->inputTypes == e->outputTypes ? e->inputTypes : e->inputTypes + e->outputTypes;
        if (!types.empty()) out.append(" ").append(types);
    }
    return out;
}

std::vector<FlightVariant> variantsOf(const std::map<std::string, std::vector<std::int64_t>>& byText) {
    std::vector<FlightVariant> out;
    for (const auto& [text, ranks] : byText) out.push_back({text, ranks});
    std::stable_sort(out.begin(), out.end(),
                     [](const auto& a, const auto& b) { return a.ranks.front() < b.ranks.front(); });
    return out;
}

// What ranks do not agree on; empty when they do.
std::string differenceOf(const std::vector<std::pair<std::int64_t, const Operation*>>& there) {
    const Said first = saidBy(*there.front().second);
    std::string out;
    for (const auto& [rank, operation] : there) {
        const Said said = saidBy(*operation);
        if (said.name != first.name) return "names";
        if (said.sizes != first.sizes)
            out = "sizes";
        else if (said.types != first.types && out.empty())
            out = "types";
    }
    return out;
}

// It has no entry of this number, and that means that it never got there.
bool isMissing(const History& history, std::int64_t rank, std::int64_t seq) {
    if (const auto first = history.first.find(rank); first != history.first.end()) return first->second < seq;
    const auto last = history.enqueued.find(rank); // its entries of this group fell out of the buffer
    return last == history.enqueued.end() ? !history.cut.contains(rank) : last->second < seq;
}

std::optional<FlightMismatch> mismatchAt(const History& history, std::int64_t seq, const ByRank& operations) {
    FlightMismatch out;
    out.seq = seq;
    out.name = operations.begin()->second.name();
    std::vector<std::pair<std::int64_t, const Operation*>> there;
    std::map<std::string, std::vector<std::int64_t>> says, states;
    for (const std::int64_t rank : history.present) {
        const auto at = operations.find(rank);
        if (at == operations.end()) {
            if (isMissing(history, rank, seq)) out.missing.push_back(rank);
            continue;
        }
        there.emplace_back(rank, &at->second);
        out.there.push_back(rank);
        says[textOf(at->second)].push_back(rank);
        const std::string state = at->second.state();
        states[state].push_back(rank);
        if (state != "completed") out.unfinished.push_back(rank);
    }
    out.what = there.empty() ? std::string() : differenceOf(there);
    if (!out.missing.empty()) {
        out.problem = FlightProblem::Missing;
        if (out.what.empty()) says.clear();
        out.variants = variantsOf(says); // whoever came may disagree as well
    } else if (!out.what.empty()) {
        out.problem = FlightProblem::Differs;
        out.variants = variantsOf(says);
    } else if (!out.unfinished.empty()) {
        out.problem = FlightProblem::Stuck;
        out.variants = variantsOf(states);
    } else {
        return std::nullopt;
    }
    return out;
}

void compareCollectives(const History& history, FlightReport& out) {
    for (const auto& [seq, operations] : history.bySeq) {
        auto mismatch = mismatchAt(history, seq, operations);
        if (!mismatch) continue;
        mismatch->group = history.group;
        mismatch->groupName = history.label;
        mismatch->groupRanks = history.members;
        mismatch->unknown = history.absent;
        out.mismatches.push_back(std::move(*mismatch));
        return; // what comes after follows from it
    }
}

} // namespace

std::string_view flightProblemWord(FlightProblem problem) {
    constexpr std::string_view kWords[] = {"missing", "differs", "stuck"};
    return kWords[static_cast<std::size_t>(problem)];
}

FlightReport compareFlights(std::span<const FlightDump> dumps) {
    FlightReport out;
    flight::Histories histories = flight::historiesOf(dumps);
    out.notes = std::move(histories.notes);
    for (const History& history : histories.groups) {
        compareCollectives(history, out);
        flight::comparePairs(history, out);
        for (const std::int64_t rank : history.absent) out.absent.try_emplace(rank, history.label);
    }
    for (std::size_t i = 0; i < dumps.size(); ++i) {
        const auto [at, fresh] = out.completed.try_emplace(flight::rankOf(dumps, i));
        if (!fresh) continue;
        for (const FlightEntry& entry : dumps[i].entries)
            if (!entry.isP2p && entry.state == "completed") at->second.push_back(entry.seq);
    }
    return out;
}

} // namespace lanescope::readers
