#include "core/build/flow_columns.h"

#include "core/build/natural_sort.h"

#include <algorithm>
#include <array>

namespace lanescope::build {
namespace {

struct FlowRef {
    std::uint32_t thread;
    std::uint32_t flow;
};

class FlowWriter {
public:
    FlowWriter(const BuilderState& state, const std::vector<std::vector<std::uint32_t>>& rows, StoreMemory::Flows& out)
        : m_state(state), m_rows(rows), m_out(out) {}
    void write(std::vector<FlowRef> refs) {
        std::uint64_t first = UINT64_MAX, last = 0;
        for (const FlowRef& ref : refs) {
            first = std::min(first, flow(ref).id);
            last = std::max(last, flow(ref).id);
        }
        if (refs.empty()) return;
        if (last - first < kDenseFactor * refs.size() + 1024)
            refs = countingSort(refs, first, static_cast<std::size_t>(last - first + 1));
        else
            naturalSort(refs, [&](const FlowRef& x, const FlowRef& y) { return isBefore(flow(x), flow(y)); });
        for (const FlowRef& ref : refs) append(flow(ref), m_rows[ref.thread][ref.flow]);
    }

private:
    static constexpr std::uint64_t kDenseFactor = 16; // counters per flow point that are worth it
    static bool isBefore(const RawFlow& a, const RawFlow& b) {
        if (a.id != b.id) return a.id < b.id;
        return a.time != b.time ? a.time < b.time : a.offset() < b.offset();
    }
    const RawFlow& flow(const FlowRef& ref) const { return m_state.data[ref.thread]->flows[ref.flow]; }

    // By id only; what has one id is a handful.
    std::vector<FlowRef> countingSort(const std::vector<FlowRef>& refs, std::uint64_t first, std::size_t range) const {
        std::vector<std::uint32_t> next(range + 1, 0);
        for (const FlowRef& ref : refs) ++next[static_cast<std::size_t>(flow(ref).id - first) + 1];
        for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
        std::vector<FlowRef> sorted(refs.size());
        for (const FlowRef& ref : refs) sorted[next[static_cast<std::size_t>(flow(ref).id - first)]++] = ref;
        sortGroups(sorted);
        return sorted;
    }
    void sortGroups(std::vector<FlowRef>& sorted) const {
        for (std::size_t i = 0; i < sorted.size();) {
            std::size_t end = i + 1;
            while (end < sorted.size() && flow(sorted[end]).id == flow(sorted[i]).id) ++end;
            if (end - i > 1)
                std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(i),
                          sorted.begin() + static_cast<std::ptrdiff_t>(end),
                          [&](const FlowRef& a, const FlowRef& b) { return isBefore(flow(a), flow(b)); });
            i = end;
        }
    }
    void append(const RawFlow& f, std::uint32_t row) {
        m_out.time[m_at] = f.time;
        m_out.slice[m_at] = row;
        m_out.id[m_at] = f.id;
        m_out.category[m_at] = f.category;
        m_out.phase[m_at] = static_cast<std::uint8_t>(f.phase);
        ++m_at;
    }
    const BuilderState& m_state;
    const std::vector<std::vector<std::uint32_t>>& m_rows;
    StoreMemory::Flows& m_out;
    std::size_t m_at = 0;
};

} // namespace

void fillFlows(const BuilderState& state, const std::vector<std::vector<std::uint32_t>>& rows, StoreMemory& memory,
               const std::stop_token& stop) {
    std::array<std::vector<FlowRef>, 256> byCategory;
    for (std::uint32_t thread = 0; thread < state.data.size(); ++thread) {
        if (!state.data[thread]) continue;
        const BlockList<RawFlow>& flows = state.data[thread]->flows;
        for (std::uint32_t i = 0; i < flows.size(); ++i) byCategory[flows[i].category].push_back({thread, i});
    }
    StoreMemory::Flows& out = memory.flows;
    out.time = ColumnBuffer<std::int64_t>(state.flows);
    out.slice = ColumnBuffer<std::uint32_t>(state.flows);
    out.id = ColumnBuffer<std::uint64_t>(state.flows);
    out.category = ColumnBuffer<std::uint8_t>(state.flows);
    out.phase = ColumnBuffer<std::uint8_t>(state.flows);
    FlowWriter writer(state, rows, out);
    for (std::vector<FlowRef>& refs : byCategory) {
        if (stop.stop_requested()) return;
        writer.write(std::move(refs));
    }
}

} // namespace lanescope::build
