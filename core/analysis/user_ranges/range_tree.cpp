#include "core/analysis/user_ranges/range_tree.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace lanescope {

namespace {

constexpr std::size_t kMaxRowSlices = 10'000; // to select on the timeline; the figures hold all
constexpr std::size_t kMaxNodes = 20'000;     // paths; further ones count with the range around them
constexpr int kMaxAncestors = 4'096;          // a bound, not a rule

struct Node {
    std::string name;
    std::size_t parent = 0;
    std::size_t depth = 0;
    std::uint64_t count = 0, works = 0;
    std::int64_t totalNs = 0, selfNs = 0, deviceNs = 0, deviceSelfNs = 0;
    std::vector<SliceId> slices;
    std::vector<std::size_t> children;
};

std::optional<SliceId> rangeAround(const TraceStore& store, SliceId slice) {
    std::optional<SliceId> at = store.parent(slice);
    for (int i = 0; at && i < kMaxAncestors; ++i, at = store.parent(*at))
        if (store.role(*at) == Role::UserAnnotation) return at;
    return std::nullopt;
}

class Tree {
public:
    explicit Tree(const TraceStore& store) : m_store(store), m_nodes(1) {}

    void addRange(SliceId range) {
        const auto around = rangeAround(m_store, range);
        const auto outer = around ? m_nodeOf.find(around->value) : m_nodeOf.end();
        const std::size_t parent = outer != m_nodeOf.end() ? outer->second : 0;
        const std::string_view name = m_store.name(range);
        const std::size_t node = child(parent, name.starts_with("ProfilerStep#") ? "ProfilerStep*" : name);
        m_nodeOf[range.value] = node;
        Node& n = m_nodes[node];
        const std::int64_t ns = m_store.duration(range).count();
        ++n.count;
        n.totalNs += ns;
        n.selfNs += ns;
        if (n.slices.size() < kMaxRowSlices) n.slices.push_back(range);
        if (outer == m_nodeOf.end()) return;
        // What it covers of the range around it and no neighbour has covered yet is not that range's own time.
        std::int64_t& covered = m_covered.try_emplace(around->value, INT64_MIN).first->second;
        const std::int64_t end = std::min(count(m_store.end(range)), count(m_store.end(*around)));
        const std::int64_t begin = std::max(count(m_store.start(range)), covered);
        if (end > begin) m_nodes[parent].selfNs -= end - begin;
        covered = std::max(covered, end);
    }

    void addWork(SliceId work, SliceId call) {
        const auto around = rangeAround(m_store, call);
        const auto found = around ? m_nodeOf.find(around->value) : m_nodeOf.end();
        if (found == m_nodeOf.end()) return;
        ++m_nodes[found->second].works;
        m_nodes[found->second].deviceSelfNs += m_store.duration(work).count();
    }

    void addRows(Table& out) {
        for (std::size_t i = m_nodes.size(); i-- > 1;) { // inner before outer
            m_nodes[i].deviceNs += m_nodes[i].deviceSelfNs;
            m_nodes[m_nodes[i].parent].deviceNs += m_nodes[i].deviceNs;
        }
        for (Node& n : m_nodes)
            std::sort(n.children.begin(), n.children.end(), [this](std::size_t a, std::size_t b) {
                return m_nodes[a].totalNs != m_nodes[b].totalNs ? m_nodes[a].totalNs > m_nodes[b].totalNs
                                                                : m_nodes[a].name < m_nodes[b].name;
            });
        std::vector<std::size_t> todo(m_nodes[0].children.rbegin(), m_nodes[0].children.rend());
        while (!todo.empty()) {
            Node& n = m_nodes[todo.back()];
            todo.pop_back();
            out.rows.push_back({std::string(2 * (n.depth - 1), ' ') + n.name, countCell(n.depth - 1),
                                countCell(n.count), n.totalNs, n.selfNs, countCell(n.works), n.deviceNs,
                                n.deviceSelfNs});
            out.rowSlices.push_back(std::move(n.slices));
            todo.insert(todo.end(), n.children.rbegin(), n.children.rend());
        }
    }

private:
    std::size_t child(std::size_t parent, std::string_view name) {
        const auto [it, added] = m_children.try_emplace({parent, std::string(name)}, m_nodes.size());
        if (!added) return it->second;
        if (m_nodes.size() >= kMaxNodes && parent != 0) return it->second = parent;
        Node node;
        node.name = name;
        node.parent = parent;
        node.depth = m_nodes[parent].depth + 1;
        m_nodes[parent].children.push_back(m_nodes.size());
        m_nodes.push_back(std::move(node));
        return it->second;
    }

    const TraceStore& m_store;
    std::vector<Node> m_nodes; // the first stands for all
    std::map<std::pair<std::size_t, std::string>, std::size_t> m_children;
    std::unordered_map<std::uint32_t, std::size_t> m_nodeOf;   // by row
    std::unordered_map<std::uint32_t, std::int64_t> m_covered; // by row
};

} // namespace

Table userRangeTree(const TraceStore& store, const AnalysisInput& input, const std::vector<SliceId>& ranges,
                    RunContext& context) {
    Table out = makeTable(store, "user_range_tree", "User ranges as they nest",
                          {{"name", "range", Unit::Text},
                           {"depth", "depth", Unit::Count},
                           {"count", "count", Unit::Count},
                           {"cpu_total_ns", "CPU total", Unit::Nanoseconds},
                           {"cpu_self_ns", "self CPU", Unit::Nanoseconds},
                           {"work_count", "own pieces of GPU work", Unit::Count},
                           {"device_total_ns", "GPU total", Unit::Nanoseconds},
                           {"device_self_ns", "self GPU", Unit::Nanoseconds}});
    Tree tree(store);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (i % 16'384 == 0 && context.stopRequested()) return out;
        tree.addRange(ranges[i]);
    }
    const LaunchLinks& links = store.launches();
    for (std::size_t i = 0; i < links.workRows.size(); ++i) {
        if (i % 16'384 == 0 && context.stopRequested()) return out;
        const SliceId work{links.workRows[i]};
        if (!isGpuWork(store.role(work)) || (input.device && store.device(work) != input.device->device)) continue;
        tree.addWork(work, SliceId{links.callRows[i]});
    }
    tree.addRows(out);
    out.notes = {"GPU time: sum of the durations of the work launched inside, each piece with its innermost range"};
    return out;
}

} // namespace lanescope
