#include "core/build/flow_columns.h"

#include "core/build/natural_sort.h"

#include <array>

namespace lanescope::build {
namespace {

struct Key {
    std::uint64_t id;
    std::int64_t time;
    std::uint32_t thread;
    std::uint32_t flow;
};

} // namespace

void fillFlows(const BuilderState& state, const std::vector<std::vector<std::uint32_t>>& rows, StoreMemory& memory,
               const std::stop_token& stop) {
    std::array<std::vector<Key>, 256> byCategory;
    for (std::uint32_t thread = 0; thread < state.data.size(); ++thread) {
        if (!state.data[thread]) continue;
        const BlockList<RawFlow>& flows = state.data[thread]->flows;
        for (std::uint32_t i = 0; i < flows.size(); ++i)
            byCategory[flows[i].category].push_back({flows[i].id, flows[i].time, thread, i});
    }
    StoreMemory::Flows& out = memory.flows;
    out.time = ColumnBuffer<std::int64_t>(state.flows);
    out.slice = ColumnBuffer<std::uint32_t>(state.flows);
    out.id = ColumnBuffer<std::uint64_t>(state.flows);
    out.category = ColumnBuffer<std::uint8_t>(state.flows);
    out.phase = ColumnBuffer<std::uint8_t>(state.flows);
    std::size_t at = 0;
    for (std::vector<Key>& keys : byCategory) {
        if (stop.stop_requested()) return;
        naturalSort(keys, [&](const Key& a, const Key& b) {
            if (a.id != b.id) return a.id < b.id;
            if (a.time != b.time) return a.time < b.time;
            return state.data[a.thread]->flows[a.flow].offset() < state.data[b.thread]->flows[b.flow].offset();
        });
        for (const Key& key : keys) {
            const RawFlow& flow = state.data[key.thread]->flows[key.flow];
            out.time[at] = flow.time;
            out.slice[at] = rows[key.thread][key.flow];
            out.id[at] = flow.id;
            out.category[at] = flow.category;
            out.phase[at] = static_cast<std::uint8_t>(flow.phase);
            ++at;
        }
        keys = {};
    }
}

} // namespace lanescope::build
