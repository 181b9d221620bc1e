#include "core/build/flow_columns.h"

#include "core/build/natural_sort.h"
#include "core/build/number_ranks.h"

#include <algorithm>
#include <array>

namespace lanescope::build {
namespace {

constexpr std::uint32_t kStopEvery = 1u << 16;
constexpr std::size_t kSortAtOnce = std::size_t{1} << 15; // more: with looks at the stop token

struct FlowRef {
    std::uint32_t thread;
    std::uint32_t flow;
};

// The flow points of one category: how many, which ids, and where each id's points go in the order.
struct CategoryFlows {
    std::uint64_t count = 0, firstId = UINT64_MAX, lastId = 0;
    std::size_t first = 0;           // place of the category's first point
    NumberRanks ranks;               // of ids, where they are dense
    std::vector<std::uint32_t> next; // place of the next point by rank, from `first`
    std::size_t unranked = 0;        // points placed where ids are not dense: in any order, sorted later
};

class FlowOrder {
public:
    FlowOrder(const BuilderState& state, const std::stop_token& stop) : m_state(state), m_stop(stop) {}
    // By category, id, time and place in the file.
    std::vector<FlowRef> sorted() {
        forEachFlow([&](const FlowRef&, const RawFlow& flow) {
            CategoryFlows& category = m_categories[flow.category];
            ++category.count;
            category.firstId = std::min(category.firstId, flow.id);
            category.lastId = std::max(category.lastId, flow.id);
        });
        prepare();
        std::vector<FlowRef> refs(m_state.flows);
        forEachFlow([&](const FlowRef& ref, const RawFlow& flow) {
            CategoryFlows& category = m_categories[flow.category];
            const std::size_t at =
                category.ranks.empty() ? category.unranked++ : category.next[category.ranks.rank(flow.id)]++;
            refs[category.first + at] = ref;
        });
        for (const CategoryFlows& category : m_categories)
            if (category.count > 0 && !m_stop.stop_requested()) finish(refs, category);
        return refs;
    }
    const RawFlow& flow(const FlowRef& ref) const { return m_state.data[ref.thread]->flows[ref.flow]; }

private:
    template <class F>
    void forEachFlow(F&& f) const {
        for (std::uint32_t thread = 0; thread < m_state.data.size(); ++thread) {
            if (!m_state.data[thread]) continue;
            const BlockList<RawFlow>& flows = m_state.data[thread]->flows;
            for (std::uint32_t i = 0; i < flows.size(); ++i) {
                if (i % kStopEvery == 0 && m_stop.stop_requested()) return;
                f(FlowRef{thread, i}, flows[i]);
            }
        }
    }
    void prepare() {
        std::size_t first = 0;
        for (CategoryFlows& category : m_categories) {
            category.first = first;
            first += category.count;
            if (category.count > 0 && NumberRanks::isDense(category.firstId, category.lastId, category.count))
                category.ranks = NumberRanks(category.firstId, category.lastId);
        }
        forEachFlow([&](const FlowRef&, const RawFlow& flow) {
            CategoryFlows& category = m_categories[flow.category];
            if (!category.ranks.empty()) category.ranks.add(flow.id);
        });
        for (CategoryFlows& category : m_categories) {
            category.ranks.seal();
            category.next.assign(category.ranks.count() + std::size_t{1}, 0);
        }
        forEachFlow([&](const FlowRef&, const RawFlow& flow) {
            CategoryFlows& category = m_categories[flow.category];
            if (!category.ranks.empty()) ++category.next[category.ranks.rank(flow.id) + 1];
        });
        for (CategoryFlows& category : m_categories)
            for (std::size_t i = 1; i < category.next.size(); ++i) category.next[i] += category.next[i - 1];
    }
    bool isBefore(const FlowRef& x, const FlowRef& y) const {
        const RawFlow &a = flow(x), &b = flow(y);
        if (a.id != b.id) return a.id < b.id;
        return a.time != b.time ? a.time < b.time : a.offset() < b.offset();
    }
    // Points of one id are a handful; where ids are not dense all are sorted.
    void finish(std::vector<FlowRef>& refs, const CategoryFlows& category) const {
        if (category.ranks.empty()) return sortPart(refs, category.first, category.first + category.count);
        // next[] now holds where each id's points end
        for (std::size_t rank = 0, begin = 0; rank < category.ranks.count(); ++rank) {
            const std::size_t end = category.next[rank];
            if (end - begin > 1) sortPart(refs, category.first + begin, category.first + end);
            begin = end;
        }
    }
    void sortPart(std::vector<FlowRef>& refs, std::size_t begin, std::size_t end) const {
        const auto less = [&](const FlowRef& a, const FlowRef& b) { return isBefore(a, b); };
        const auto from = refs.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto to = refs.begin() + static_cast<std::ptrdiff_t>(end);
        if (end - begin < kSortAtOnce) return std::sort(from, to, less);
        std::vector<FlowRef> part(from, to);
        naturalSort(part, less, m_stop);
        std::copy(part.begin(), part.end(), from);
    }
    const BuilderState& m_state;
    const std::stop_token& m_stop;
    std::array<CategoryFlows, 256> m_categories;
};

} // namespace

void fillFlows(const BuilderState& state, const std::vector<std::vector<std::uint32_t>>& rows, StoreMemory& memory,
               const std::stop_token& stop) {
    FlowOrder order(state, stop);
    const std::vector<FlowRef> refs = order.sorted();
    if (stop.stop_requested()) return;
    StoreMemory::Flows& out = memory.flows;
    out.time = ColumnBuffer<std::int64_t>(state.flows);
    out.slice = ColumnBuffer<std::uint32_t>(state.flows);
    out.id = ColumnBuffer<std::uint64_t>(state.flows);
    out.category = ColumnBuffer<std::uint8_t>(state.flows);
    out.phase = ColumnBuffer<std::uint8_t>(state.flows);
    for (std::size_t i = 0; i < refs.size(); ++i) {
        const RawFlow& flow = order.flow(refs[i]);
        out.time[i] = flow.time;
        out.slice[i] = rows[refs[i].thread][refs[i].flow];
        out.id[i] = flow.id;
        out.category[i] = flow.category;
        out.phase[i] = static_cast<std::uint8_t>(flow.phase);
    }
}

} // namespace lanescope::build
