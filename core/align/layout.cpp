#include "core/align/layout.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace lanescope::align {

namespace {

using Ranks = std::vector<std::int64_t>;

struct Word {
    std::string_view word;
    Parallel parallel;
};
constexpr std::array<Word, 13> kWordsInNames{{{"expert", Parallel::Expert},
                                              {"ep", Parallel::Expert},
                                              {"tensor", Parallel::Tensor},
                                              {"tp", Parallel::Tensor},
                                              {"pipeline", Parallel::Pipeline},
                                              {"pp", Parallel::Pipeline},
                                              {"pipe", Parallel::Pipeline},
                                              {"context", Parallel::Context},
                                              {"cp", Parallel::Context},
                                              {"data", Parallel::Data},
                                              {"dp", Parallel::Data},
                                              {"fsdp", Parallel::Data},
                                              {"ddp", Parallel::Data}}};

std::set<std::string> wordsOf(std::string_view text) {
    std::set<std::string> out;
    std::string word;
    for (const char c : text) {
        const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        if (lower >= 'a' && lower <= 'z') {
            word += lower;
            continue;
        }
        if (!word.empty()) out.insert(word);
        word.clear();
    }
    if (!word.empty()) out.insert(word);
    return out;
}

bool areNeighbours(const Ranks& members) {
    for (std::size_t i = 1; i < members.size(); ++i)
        if (members[i] != members[i - 1] + 1) return false;
    return true;
}

struct GroupUse {
    bool collectives = false, transfers = false;
};

std::vector<GroupUse> usesOf(std::span<const RankRecord> records, const Matching& matching) {
    std::vector<GroupUse> out(matching.groups.size());
    for (const MatchedCollective& c : matching.collectives) out[c.group].collectives = true;
    std::map<std::pair<std::string, std::vector<std::int64_t>>, std::size_t> index;
    for (std::size_t g = 0; g < matching.groups.size(); ++g)
        index[{matching.groups[g].name, matching.groups[g].members}] = g;
    for (const MatchedPair& pair : matching.pairs) {
        const RankRecord& record = records[pair.send.record];
        const RankGroup& group = record.groups[record.events[pair.send.event].group];
        if (const auto at = index.find({group.name, group.members}); at != index.end())
            out[at->second].transfers = true;
    }
    return out;
}

// Groups that share a rank joined, in the order of ranks: stages that send to each other in pairs are one pipeline.
std::vector<Ranks> joinedChains(const std::vector<const Ranks*>& groups) {
    std::map<std::int64_t, std::int64_t> leader; // of each rank; the lowest of its chain in the end
    const auto find = [&](std::int64_t rank) {
        std::int64_t at = rank;
        while (leader.at(at) != at) at = leader.at(at);
        leader.at(rank) = at;
        return at;
    };
    for (const auto* members : groups)
        for (const std::int64_t rank : *members) leader.emplace(rank, rank);
    for (const auto* members : groups)
        for (const std::int64_t rank : *members) {
            const std::int64_t a = find(members->front()), b = find(rank);
            leader.at(std::max(a, b)) = std::min(a, b);
        }
    std::map<std::int64_t, Ranks> chains;
    for (const auto& [rank, above] : leader) chains[find(rank)].push_back(rank);
    std::vector<Ranks> out;
    for (auto& [first, chain] : chains) out.push_back(std::move(chain));
    return out;
}

std::optional<Parallel> byShape(const SharedGroup& group, const GroupUse& use, std::size_t world) {
    if (use.transfers && !use.collectives) return Parallel::Pipeline;
    if (group.members.size() >= world) return std::nullopt;
    return areNeighbours(group.members) ? Parallel::Tensor : Parallel::Data;
}

class Builder {
public:
    explicit Builder(std::span<const RankRecord> records) : m_records(records) {}
    void add(Parallel parallel, KnownBy by, const Ranks& members) {
        if (members.size() < 2) return;
        Kind& kind = m_kinds[parallel];
        if (kind.groups.empty()) kind.by = by;
        kind.groups.push_back(&members);
    }
    bool empty() const { return m_kinds.empty(); }
    bool has(Parallel parallel) const { return m_kinds.contains(parallel); }
    Layout take() {
        for (const Parallel parallel : {Parallel::Tensor, Parallel::Context, Parallel::Expert}) {
            std::vector<const Ranks*> groups = m_kinds[parallel].groups; // the largest first: others are parts of them
            std::stable_sort(groups.begin(), groups.end(), [](auto a, auto b) { return a->size() > b->size(); });
            for (const Ranks* members : groups) put(parallel, *members);
        }
        for (const Ranks& chain : joinedChains(m_kinds[Parallel::Pipeline].groups)) put(Parallel::Pipeline, chain);
        for (const Ranks& chain : joinedChains(m_kinds[Parallel::Data].groups))
            for (const Ranks& part : partsOf(chain)) put(Parallel::Data, part);
        Layout out;
        for (const auto& [parallel, kind] : m_kinds)
            if (kind.size > 0) out.dimensions.push_back({parallel, kind.by, kind.size, 0});
        for (const RankRecord& record : m_records) {
            auto& places = out.places.emplace_back();
            for (const auto& [parallel, kind] : m_kinds)
                if (const auto at = kind.places.find(record.rank.value_or(-1)); record.rank && at != kind.places.end())
                    places.emplace(parallel, at->second);
        }
        return out;
    }

private:
    struct Kind {
        KnownBy by = KnownBy::Shape;
        std::vector<const Ranks*> groups; // members of the groups of the matching
        std::int64_t size = 0;
        std::map<std::int64_t, std::int64_t> places; // by rank, whether there is a record of it or not
    };
    void put(Parallel parallel, const Ranks& members) {
        if (members.size() < 2) return;
        Kind& kind = m_kinds[parallel];
        kind.size = std::max(kind.size, static_cast<std::int64_t>(members.size()));
        for (std::size_t i = 0; i < members.size(); ++i) kind.places.emplace(members[i], static_cast<std::int64_t>(i));
    }
    // Replicas hold the same place in all other dimensions (but that of experts, which are spread over replicas). Ranks
    // of which the others are not known (no file of their groups) stay only where nothing is to be parted.
    std::vector<Ranks> partsOf(const Ranks& chain) const {
        using Key = std::vector<std::int64_t>;
        std::map<Key, Ranks> parts;
        for (const std::int64_t rank : chain) {
            Key key;
            for (const Parallel parallel : {Parallel::Tensor, Parallel::Pipeline, Parallel::Context}) {
                const auto kind = m_kinds.find(parallel);
                if (kind == m_kinds.end() || kind->second.places.empty()) continue;
                const auto place = kind->second.places.find(rank);
                key.push_back(place == kind->second.places.end() ? -1 : place->second);
            }
            parts[key].push_back(rank);
        }
        const auto known = [](const auto& part) { return std::ranges::find(part.first, -1) == part.first.end(); };
        if (std::ranges::count_if(parts, known) < 2) return {chain};
        std::vector<Ranks> out;
        for (auto& part : parts)
            if (known(part)) out.push_back(std::move(part.second));
        return out;
    }

    std::span<const RankRecord> m_records;
    std::map<Parallel, Kind> m_kinds;
};

struct NamedGroup {
    std::vector<Parallel> parallels;
    const Ranks* members;
};

// Groups whose names say several dimensions at once.
void addCombined(Builder& builder, const std::vector<NamedGroup>& groups) {
    const auto isOf = [](const NamedGroup& group, Parallel parallel) {
        return std::ranges::find(group.parallels, parallel) != group.parallels.end();
    };
    for (const NamedGroup& group : groups) // a dimension that has no groups of its own has the size 1
        if (isOf(group, Parallel::Data) && !isOf(group, Parallel::Expert))
            builder.add(Parallel::Data, KnownBy::Name, *group.members);
    if (!builder.has(Parallel::Data)) // replicas of experts
        for (const NamedGroup& group : groups)
            if (isOf(group, Parallel::Data)) builder.add(Parallel::Data, KnownBy::Name, *group.members);
    for (const NamedGroup& group : groups)
        if (std::ranges::none_of(group.parallels, [&](Parallel p) { return builder.has(p); }))
            builder.add(group.parallels.front(), KnownBy::Name, *group.members);
}

// What a timeline of a pipeline said itself: ("pp", stage), ("dp", replica).
void addCoordinates(std::span<const RankRecord> records, Layout& layout) {
    std::map<Parallel, std::set<std::int64_t>> seen;
    for (std::size_t r = 0; r < records.size(); ++r)
        for (const auto& [name, place] : records[r].coordinates)
            for (const Parallel parallel : parallelsInName(name)) {
                layout.places[r][parallel] = place;
                seen[parallel].insert(place);
            }
    for (const auto& [parallel, places] : seen) {
        const auto size = static_cast<std::int64_t>(places.size());
        std::erase_if(layout.dimensions, [&](const auto& d) { return d.parallel == parallel; });
        layout.dimensions.push_back({parallel, KnownBy::Timeline, size, 0});
    }
}

// The smallest step between ranks that differ in this dimension alone, per step of their places.
std::int64_t strideOf(std::span<const RankRecord> records, const Layout& layout, Parallel parallel) {
    std::map<std::map<Parallel, std::int64_t>, std::map<std::int64_t, std::int64_t>> ranks; // by the others, by place
    for (std::size_t r = 0; r < records.size(); ++r) {
        auto others = layout.places[r];
        const auto own = others.find(parallel);
        if (!records[r].rank || own == others.end()) continue;
        const std::int64_t place = own->second;
        others.erase(own);
        ranks[others].emplace(place, *records[r].rank);
    }
    std::int64_t stride = 0;
    for (const auto& [others, byPlace] : ranks)
        for (auto next = byPlace.begin(), before = next; next != byPlace.end(); before = next, ++next) {
            const std::int64_t places = next->first - before->first, apart = next->second - before->second;
            if (places > 0 && apart >= places && (stride == 0 || apart / places < stride)) stride = apart / places;
        }
    return stride;
}

// Copies of a rank are one.
std::size_t worldOf(std::span<const RankRecord> records, const Matching& matching) {
    std::set<std::int64_t> ranks;
    std::size_t world = 0;
    for (const RankRecord& record : records) {
        if (record.rank) ranks.insert(*record.rank);
        if (record.worldSize && *record.worldSize > 0)
            world = std::max(world, static_cast<std::size_t>(*record.worldSize));
    }
    for (const SharedGroup& group : matching.groups) ranks.insert(group.members.begin(), group.members.end());
    return std::max(world, ranks.size());
}

} // namespace

std::string_view parallelWord(Parallel p) {
    constexpr std::string_view kWords[] = {"tp", "pp", "dp", "cp", "ep"};
    return kWords[static_cast<std::size_t>(p)];
}

std::vector<Parallel> parallelsInName(std::string_view name) {
    const std::set<std::string> words = wordsOf(name);
    std::set<Parallel> out;
    for (const Word& word : kWordsInNames)
        if (words.contains(std::string(word.word))) out.insert(word.parallel);
    return {out.begin(), out.end()};
}

Layout inferLayout(std::span<const RankRecord> records, const Matching& matching) {
    Builder builder(records);
    const std::size_t world = worldOf(records, matching);
    const std::vector<GroupUse> uses = usesOf(records, matching);
    std::vector<std::size_t> unnamed;
    std::vector<NamedGroup> combined;
    for (std::size_t g = 0; g < matching.groups.size(); ++g) {
        const SharedGroup& group = matching.groups[g];
        const std::vector<Parallel> named = parallelsInName(group.name + " " + group.description);
        if (named.empty()) unnamed.push_back(g);
        if (named.size() == 1) builder.add(named.front(), KnownBy::Name, group.members);
        if (named.size() > 1) combined.push_back({named, &group.members});
    }
    addCombined(builder, combined);
    const bool byNames = !builder.empty(), pipelineByName = builder.has(Parallel::Pipeline);
    for (const std::size_t g : unnamed) {
        const auto parallel = byShape(matching.groups[g], uses[g], world);
        // Ranks that only send and receive are a pipeline, whatever other groups are called.
        if (parallel && (!byNames || (!pipelineByName && *parallel == Parallel::Pipeline)))
            builder.add(*parallel, KnownBy::Shape, matching.groups[g].members);
    }
    if (builder.empty())
        for (const std::size_t g : unnamed)
            if (uses[g].collectives) builder.add(Parallel::Data, KnownBy::Shape, matching.groups[g].members);
    Layout layout = builder.take();
    addCoordinates(records, layout);
    for (Layout::Dimension& d : layout.dimensions) d.stride = strideOf(records, layout, d.parallel);
    return layout;
}

} // namespace lanescope::align
