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

// Where the flow points of one category go in the order.
struct CategoryFlows {
    std::size_t first = 0;           // place of the category's first point
    NumberRanks ranks;               // of ids, where they are dense
    std::vector<std::uint32_t> next; // place of the next point by rank, from `first`
    std::size_t unranked = 0;        // points placed where ids are not dense: in any order, sorted later
};

class FlowWriter {
public:
    FlowWriter(const BuilderState& state, const std::vector<std::vector<std::uint32_t>>& rows, StoreMemory::Flows& out,
               const std::stop_token& stop)
        : m_state(state), m_rows(rows), m_out(out), m_stop(stop), m_isWide(out.wideId.size() > 0) {}
    // By category, id, time and place in the file.
    void write() {
        prepare();
        m_refs.resize(m_state.flows);
        forEachFlow([&](const FlowRef& ref, const RawFlow& flow) {
            CategoryFlows& category = m_categories[flow.category];
            const std::size_t at =
                category.ranks.empty() ? category.unranked++ : category.next[category.ranks.rank(flow.id)]++;
            m_refs[category.first + at] = ref;
        });
        for (std::size_t i = 0; i < m_categories.size() && !m_stop.stop_requested(); ++i)
            writeCategory(m_categories[i], m_state.flowRanges[i].count);
    }

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
        for (std::size_t i = 0; i < m_categories.size(); ++i) {
            const FlowRange& range = m_state.flowRanges[i];
            m_categories[i].first = first;
            first += range.count;
            if (range.count > 0 && NumberRanks::isDense(range.firstId, range.lastId, range.count))
                m_categories[i].ranks = NumberRanks(range.firstId, range.lastId);
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
    // Points of one id are a handful; where ids are not dense all are sorted.
    void writeCategory(const CategoryFlows& category, std::size_t count) {
        if (category.ranks.empty()) return writePart(category.first, category.first + count);
        // next[] now holds where each id's points end
        for (std::size_t rank = 0, begin = 0; rank < category.ranks.count(); ++rank) {
            if (rank % kStopEvery == 0 && m_stop.stop_requested()) return;
            const std::size_t end = category.next[rank];
            writePart(category.first + begin, category.first + end);
            begin = end;
        }
    }
    void writePart(std::size_t begin, std::size_t end) {
        if (end - begin > 1) sortPart(begin, end);
        for (std::size_t i = begin; i < end; ++i) {
            const RawFlow& f = flow(m_refs[i]);
            m_out.time[i] = f.time;
            m_out.slice[i] = m_rows[m_refs[i].thread][m_refs[i].flow];
            if (m_isWide)
                m_out.wideId[i] = f.id;
            else
                m_out.id[i] = static_cast<std::uint32_t>(f.id);
            m_out.category[i] = f.category;
            m_out.phase[i] = static_cast<std::uint8_t>(f.phase);
        }
    }
    void sortPart(std::size_t begin, std::size_t end) {
        const auto less = [&](const FlowRef& a, const FlowRef& b) { return isBefore(flow(a), flow(b)); };
        const auto from = m_refs.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto to = m_refs.begin() + static_cast<std::ptrdiff_t>(end);
        if (end - begin < kSortAtOnce) return std::sort(from, to, less);
        std::vector<FlowRef> part(from, to);
        naturalSort(part, less, m_stop);
        std::copy(part.begin(), part.end(), from);
    }
    static bool isBefore(const RawFlow& a, const RawFlow& b) {
        if (a.id != b.id) return a.id < b.id;
        return a.time != b.time ? a.time < b.time : a.offset() < b.offset();
    }
    const RawFlow& flow(const FlowRef& ref) const { return m_state.data[ref.thread]->flows[ref.flow]; }

    const BuilderState& m_state;
    const std::vector<std::vector<std::uint32_t>>& m_rows;
    StoreMemory::Flows& m_out;
    const std::stop_token& m_stop;
    const bool m_isWide;
    std::array<CategoryFlows, 256> m_categories;
    std::vector<FlowRef> m_refs; // in the order of the columns
};

} // namespace

void fillFlows(const BuilderState& state, const std::vector<std::vector<std::uint32_t>>& rows, StoreMemory& memory,
               const std::stop_token& stop) {
    StoreMemory::Flows& out = memory.flows;
    out.time = ColumnBuffer<std::int64_t>(state.flows);
    out.slice = ColumnBuffer<std::uint32_t>(state.flows);
    const bool isWide = std::ranges::any_of(
        state.flowRanges, [](const FlowRange& range) { return range.count > 0 && range.lastId > 0xffffffffu; });
    out.id = ColumnBuffer<std::uint32_t>(isWide ? 0 : state.flows);
    out.wideId = ColumnBuffer<std::uint64_t>(isWide ? state.flows : 0);
    out.category = ColumnBuffer<std::uint8_t>(state.flows);
    out.phase = ColumnBuffer<std::uint8_t>(state.flows);
    FlowWriter(state, rows, out, stop).write();
}

} // namespace lanescope::build
