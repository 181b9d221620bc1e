#include "core/align/matching.h"

#include "core/align/matching_parts.h"

#include <algorithm>
#include <map>
#include <set>

namespace lanescope::align {

namespace {

using parts::Lists;

// Group of each event of each record, in terms of the shared groups.
struct GroupTable {
    std::vector<SharedGroup> groups;
    std::vector<std::vector<std::uint32_t>> ofRecord; // per record: own index -> shared index
};

std::string keyOf(const RankGroup& group) {
    std::string key = group.name;
    key += '\n';
    for (const std::int64_t member : group.members) key += std::to_string(member) + ' ';
    return key;
}

GroupTable shareGroups(std::span<const RankRecord> records) {
    GroupTable out;
    std::map<std::string, std::uint32_t> known;
    for (const RankRecord& record : records) {
        auto& own = out.ofRecord.emplace_back();
        for (const RankGroup& group : record.groups) {
            const auto [at, isNew] = known.emplace(keyOf(group), static_cast<std::uint32_t>(out.groups.size()));
            if (isNew) out.groups.push_back({group.name, group.description, group.members, group.size});
            SharedGroup& shared = out.groups[at->second];
            if (shared.description.empty()) shared.description = group.description;
            shared.size = std::max(shared.size, group.size);
            own.push_back(at->second);
        }
    }
    return out;
}

// Which records take part: the first of each rank.
std::vector<bool> firstOfRank(std::span<const RankRecord> records) {
    std::vector<bool> out;
    std::set<std::int64_t> seen;
    for (const RankRecord& record : records) out.push_back(!record.rank || seen.insert(*record.rank).second);
    return out;
}

void addMembersFromEvents(std::span<const RankRecord> records, const std::vector<Lists>& byGroup,
                          std::vector<SharedGroup>& groups) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
        if (groups[g].members.empty())
            for (const auto& [record, events] : byGroup[g])
                if (records[record].rank) groups[g].members.push_back(*records[record].rank);
        std::sort(groups[g].members.begin(), groups[g].members.end());
        groups[g].size = std::max(groups[g].size, static_cast<std::int64_t>(groups[g].members.size()));
    }
}

// A batch of sends and receives names no partner: where all ranks of a group have as many of them, they are one
// exchange of all, as an all-to-all is (NCCL runs it so).
bool isPair(const CommEvent& event) {
    return isSendOrReceive(event.kind) && (event.kind != CollectiveKind::SendRecv || event.peer >= 0);
}

// By order such events would make a group of their own with those of other ranks that lack theirs, whatever they are.
bool isNameless(const RankRecord& record, const CommEvent& event) {
    const RankGroup& group = record.groups[event.group];
    return group.name.empty() && group.members.empty();
}

bool anyGroups(std::span<const RankRecord> records) {
    return std::any_of(records.begin(), records.end(), [](const RankRecord& record) {
        return std::any_of(record.events.begin(), record.events.end(),
                           [&](const CommEvent& event) { return !isNameless(record, event); });
    });
}

void sortByTime(std::span<const RankRecord> records, Matching& matching) {
    const auto beginOf = [&](const CommPlace& place) { return records[place.record].events[place.event].begin; };
    std::stable_sort(matching.collectives.begin(), matching.collectives.end(),
                     [&](const MatchedCollective& a, const MatchedCollective& b) {
                         return beginOf(a.parts.front()) < beginOf(b.parts.front());
                     });
    std::stable_sort(matching.pairs.begin(), matching.pairs.end(),
                     [&](const MatchedPair& a, const MatchedPair& b) { return beginOf(a.send) < beginOf(b.send); });
    std::sort(matching.unmatched.begin(), matching.unmatched.end(), [](const Unmatched& a, const Unmatched& b) {
        return std::pair(a.place.record, a.place.event) < std::pair(b.place.record, b.place.event);
    });
}

} // namespace

std::string_view matchedByWord(MatchedBy by) {
    constexpr std::string_view kWords[] = {"seq", "order", "order_in_step"};
    return kWords[static_cast<std::size_t>(by)];
}

std::string_view unmatchedWhyWord(UnmatchedWhy why) {
    constexpr std::string_view kWords[] = {"no_other_rank", "no_partner", "no_group"};
    return kWords[static_cast<std::size_t>(why)];
}

Matching matchCollectives(std::span<const RankRecord> records) {
    GroupTable table = shareGroups(records);
    const std::vector<bool> counts = firstOfRank(records);
    std::vector<Lists> collectives(table.groups.size()), pairs(table.groups.size()), all(table.groups.size());
    Matching out;
    const bool named = anyGroups(records);
    for (std::uint32_t r = 0; r < records.size(); ++r) {
        for (std::uint32_t e = 0; e < records[r].events.size(); ++e) {
            const CommEvent& event = records[r].events[e];
            const std::uint32_t group = table.ofRecord[r][event.group];
            const bool lacksGroup = named && isNameless(records[r], event);
            if (!counts[r] || lacksGroup) {
                out.unmatched.push_back({{r, e}, lacksGroup ? UnmatchedWhy::NoGroup : UnmatchedWhy::NoPartner});
                continue;
            }
            all[group][r].push_back(e);
            (isPair(event) ? pairs : collectives)[group][r].push_back(e);
        }
    }
    addMembersFromEvents(records, all, table.groups);
    out.groups = std::move(table.groups);
    for (std::uint32_t g = 0; g < out.groups.size(); ++g) {
        parts::matchGroup(records, g, collectives[g], out);
        parts::matchPairs(records, g, pairs[g], out);
    }
    sortByTime(records, out);
    return out;
}

} // namespace lanescope::align
