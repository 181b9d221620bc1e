#include "core/align/layout.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace lanescope::align {

namespace {

struct Word {
    std::string_view word;
    Parallel parallel;
};
// Whole words of a name, in this order: "expert data parallel" shards experts.
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

bool areNeighbours(const std::vector<std::int64_t>& members) {
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

// Stages that send to each other in pairs are one pipeline: groups that share a rank are joined, in the order of ranks.
std::vector<std::vector<std::int64_t>> joinedChains(const std::vector<const std::vector<std::int64_t>*>& groups) {
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
    std::map<std::int64_t, std::vector<std::int64_t>> chains;
    for (const auto& [rank, above] : leader) chains[find(rank)].push_back(rank);
    std::vector<std::vector<std::int64_t>> out;
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
    Builder(std::span<const RankRecord> records, std::size_t world) : m_records(records), m_world(world) {
        m_out.places.resize(records.size());
    }
    // Groups of a pipeline are kept until all are known.
    void add(Parallel parallel, KnownBy by, const std::vector<std::int64_t>& members) {
        if (parallel == Parallel::Pipeline && members.size() >= 2) {
            m_pipelines.push_back(&members);
            m_pipelinesBy = by;
        } else {
            put(parallel, by, members);
        }
    }
    bool empty() const { return m_out.dimensions.empty() && m_pipelines.empty(); }
    bool hasPipeline() const { return !m_pipelines.empty(); }
    std::size_t world() const { return m_world; }
    Layout take() {
        for (const std::vector<std::int64_t>& chain : joinedChains(m_pipelines))
            put(Parallel::Pipeline, m_pipelinesBy, chain);
        std::sort(m_out.dimensions.begin(), m_out.dimensions.end(),
                  [](const auto& a, const auto& b) { return a.parallel < b.parallel; });
        return std::move(m_out);
    }

private:
    void put(Parallel parallel, KnownBy by, const std::vector<std::int64_t>& members) {
        if (members.size() < 2) return;
        auto at = std::find_if(m_out.dimensions.begin(), m_out.dimensions.end(),
                               [&](const Layout::Dimension& d) { return d.parallel == parallel; });
        if (at == m_out.dimensions.end()) at = m_out.dimensions.insert(at, {parallel, by, 0, 0});
        at->size = std::max(at->size, static_cast<std::int64_t>(members.size()));
        for (std::size_t r = 0; r < m_records.size(); ++r) {
            if (!m_records[r].rank) continue;
            const auto place = std::find(members.begin(), members.end(), *m_records[r].rank);
            if (place != members.end()) m_out.places[r].emplace(parallel, place - members.begin());
        }
    }

    std::span<const RankRecord> m_records;
    std::size_t m_world;
    std::vector<const std::vector<std::int64_t>*> m_pipelines; // members of the groups of the matching
    KnownBy m_pipelinesBy = KnownBy::Shape;
    Layout m_out;
};

// What a timeline of a pipeline said itself: ("pp", stage), ("dp", replica).
void addCoordinates(std::span<const RankRecord> records, Layout& layout) {
    std::map<Parallel, std::set<std::int64_t>> seen;
    for (std::size_t r = 0; r < records.size(); ++r)
        for (const auto& [name, place] : records[r].coordinates)
            if (const auto parallel = parallelInName(name)) {
                layout.places[r][*parallel] = place;
                seen[*parallel].insert(place);
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

std::size_t worldOf(std::span<const RankRecord> records) {
    std::size_t world = records.size();
    for (const RankRecord& record : records)
        if (record.worldSize && *record.worldSize > 0)
            world = std::max(world, static_cast<std::size_t>(*record.worldSize));
    return world;
}

} // namespace

std::string_view parallelWord(Parallel p) {
    constexpr std::string_view kWords[] = {"tp", "pp", "dp", "cp", "ep"};
    return kWords[static_cast<std::size_t>(p)];
}

std::optional<Parallel> parallelInName(std::string_view name) {
    const std::set<std::string> words = wordsOf(name);
    for (const Word& word : kWordsInNames)
        if (words.contains(std::string(word.word))) return word.parallel;
    return std::nullopt;
}

Layout inferLayout(std::span<const RankRecord> records, const Matching& matching) {
    Builder builder(records, worldOf(records));
    const std::vector<GroupUse> uses = usesOf(records, matching);
    std::vector<std::size_t> unnamed;
    for (std::size_t g = 0; g < matching.groups.size(); ++g) {
        const SharedGroup& group = matching.groups[g];
        const auto named = parallelInName(group.name + " " + group.description);
        if (named)
            builder.add(*named, KnownBy::Name, group.members);
        else
            unnamed.push_back(g);
    }
    if (builder.empty()) {
        for (const std::size_t g : unnamed)
            if (const auto parallel = byShape(matching.groups[g], uses[g], builder.world()))
                builder.add(*parallel, KnownBy::Shape, matching.groups[g].members);
    }
    if (!builder.hasPipeline()) // ranks that only send and receive are one, whatever other groups are called
        for (const std::size_t g : unnamed)
            if (byShape(matching.groups[g], uses[g], builder.world()) == Parallel::Pipeline)
                builder.add(Parallel::Pipeline, KnownBy::Shape, matching.groups[g].members);
    if (builder.empty())
        for (const std::size_t g : unnamed)
            if (uses[g].collectives) builder.add(Parallel::Data, KnownBy::Shape, matching.groups[g].members);
    Layout layout = builder.take();
    addCoordinates(records, layout);
    for (Layout::Dimension& d : layout.dimensions) d.stride = strideOf(records, layout, d.parallel);
    return layout;
}

} // namespace lanescope::align
