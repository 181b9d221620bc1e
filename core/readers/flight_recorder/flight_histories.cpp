#include "core/readers/flight_recorder/flight_histories.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lanescope::readers::flight {
namespace {

using Key = std::pair<std::string, std::vector<std::int64_t>>; // name and ranks: names alone repeat in some jobs

// A group whose ranks this dump does not say is the one that others know by its name, if it is only one.
class Keys {
public:
    explicit Keys(std::span<const FlightDump> dumps) {
        for (const FlightDump& dump : dumps)
            for (const auto& [name, group] : dump.groups)
                if (!group.ranks.empty()) m_known[name].insert(group.ranks);
    }
    Key of(const FlightDump& dump, const std::string& name) const {
        if (const auto group = dump.groups.find(name); group != dump.groups.end() && !group->second.ranks.empty())
            return {name, group->second.ranks};
        const auto known = m_known.find(name);
        if (known == m_known.end() || known->second.size() != 1) return {name, {}};
        return {name, *known->second.begin()};
    }

private:
    std::map<std::string, std::set<std::vector<std::int64_t>>> m_known;
};

bool isCoalesced(const FlightEntry& entry) { return entry.name.ends_with("coalesced") && entry.inputs.size() <= 2; }

void addDump(const FlightDump& dump, std::int64_t rank, const Keys& keys, std::map<Key, History>& out) {
    const bool whole = !dump.entries.empty() && dump.entries.front().record.value_or(INT64_MAX) <= 1;
    for (const auto& [name, group] : dump.groups) {
        History& history = out[keys.of(dump, name)];
        history.group = name;
        if (history.description.empty()) history.description = group.description;
        if (history.members.empty()) history.members = group.ranks;
        if (group.enqueued) history.enqueued.emplace(rank, *group.enqueued);
        if (whole) history.whole.insert(rank);
    }
    const FlightEntry* previous = nullptr;
    std::map<std::string, History*> byName; // thousands of ranks of a group are looked at once, not for each entry
    for (const FlightEntry& entry : dump.entries) {
        History*& known = byName[entry.group];
        if (!known) known = &out[keys.of(dump, entry.group)];
        History& history = *known;
        history.present.insert(rank);
        const FlightEntry* before = std::exchange(previous, &entry);
        if (before && before->isP2p && isCoalesced(entry) && entry.group == before->group &&
            entry.p2pSeq == before->p2pSeq) { // the end of a batch of sends and receives, no collective
            history.batches[{rank, entry.p2pSeq}] = entry.state;
            continue;
        }
        if (entry.isP2p) {
            history.p2p[rank].push_back(&entry);
            continue;
        }
        history.first.try_emplace(rank, entry.seq);
        history.bySeq[entry.seq][rank].entries.push_back(&entry);
    }
}

void labelAll(std::vector<History>& histories) {
    std::map<std::string, std::size_t> uses;
    for (History& history : histories) {
        history.label = history.description.empty() ? history.group : history.description;
        ++uses[history.label];
    }
    for (History& history : histories)
        if (uses[history.label] > 1)
            history.label += history.members.empty() ? fmt::format(" ({})", history.group)
                                                     : fmt::format(" ({})", flightRanks(history.members));
    uses.clear(); // frameworks describe many groups of the same ranks alike: "undefined"
    for (const History& history : histories) ++uses[history.label];
    for (History& history : histories)
        if (uses[history.label] > 1 && !history.description.empty() && !history.members.empty())
            history.label = fmt::format("{} {} ({})", history.description, history.group, flightRanks(history.members));
}

} // namespace

std::string Operation::name() const {
    std::string out;
    for (const FlightEntry* entry : entries)
        if (entries.size() == 1 || !isCoalesced(*entry)) out += (out.empty() ? "" : " + ") + entry->name;
    return out.empty() ? entries.front()->name : out;
}

std::string Operation::state() const {
    for (const FlightEntry* entry : entries)
        if (isCoalesced(*entry)) return entry->state;
    for (const FlightEntry* entry : entries)
        if (entry->state != "completed") return entry->state;
    return entries.front()->state;
}

std::int64_t rankOf(std::span<const FlightDump> dumps, std::size_t i) {
    return dumps[i].rank.value_or(static_cast<std::int64_t>(i));
}

Histories historiesOf(std::span<const FlightDump> dumps) {
    Histories out;
    std::map<Key, History> byKey;
    std::map<std::int64_t, std::string> seen; // rank -> file
    std::set<std::int64_t> cut;
    const Keys keys(dumps);
    for (std::size_t i = 0; i < dumps.size(); ++i) {
        const std::int64_t rank = rankOf(dumps, i);
        if (const auto [at, fresh] = seen.try_emplace(rank, dumps[i].file); !fresh) {
            out.notes.push_back(
                fmt::format("two dumps of rank {}: {} is compared, {} is not", rank, at->second, dumps[i].file));
            continue;
        }
        addDump(dumps[i], rank, keys, byKey);
        if (!dumps[i].entries.empty() && dumps[i].entries.front().record.value_or(0) > 1) cut.insert(rank);
    }
    for (auto& [key, history] : byKey) {
        for (const std::int64_t member : history.members) {
            if (seen.contains(member))
                history.present.insert(member);
            else
                history.absent.push_back(member);
        }
        for (const std::int64_t rank : history.present)
            if (cut.contains(rank)) history.cut.insert(rank);
        out.groups.push_back(std::move(history));
    }
    labelAll(out.groups);
    return out;
}

} // namespace lanescope::readers::flight
