#include "core/build/store_memory.h"

namespace lanescope::build {
namespace {

bool isNarrow(std::int64_t value) { return value >= 0 && value <= INT64_C(0xffffffff); }

} // namespace

void SideMemory::push(std::uint32_t row, std::int64_t value) {
    m_rows.push_back(row);
    if (m_wide.empty() && isNarrow(value)) {
        m_narrow.push_back(static_cast<std::uint32_t>(value));
        return;
    }
    if (m_wide.empty()) {
        m_wide.assign(m_narrow.begin(), m_narrow.end());
        m_narrow = {};
    }
    m_wide.push_back(value);
}

void SideMemory::append(const SideMemory& later) {
    for (std::size_t i = 0; i < later.size(); ++i) push(later.row(i), later.value(i));
}

void SideMemory::shrink() {
    m_rows.shrink_to_fit();
    m_narrow.shrink_to_fit();
    m_wide.shrink_to_fit();
}

StoreMemory::StoreMemory(std::size_t rows)
    : start(rows), name(rows), parent(rows), offsetLow(rows), offsetHigh(rows), category(rows), kind(rows) {
    for (NarrowMemory* column : {&duration, &correlation, &externalId})
        column->narrow = ColumnBuffer<std::uint32_t>(rows);
}

void StoreMemory::fill(StoreParts& parts) const {
    SliceColumns& s = parts.slices;
    s.start = start.span();
    s.duration = duration.column();
    s.name = name.span();
    s.parent = parent.span();
    s.correlation = correlation.column();
    s.externalId = externalId.column();
    s.offsetLow = offsetLow.span();
    s.offsetHigh = offsetHigh.span();
    s.category = category.span();
    s.kind = kind.span();
    for (std::size_t i = 0; i < kArgFields; ++i) {
        parts.args[i] = args[i].column();
        parts.instants.args[i] = instants.args[i].column();
    }
    parts.uncut = uncut.column();
    parts.setAside = {aside.start,  aside.duration, aside.name,  aside.thread,
                      aside.offset, aside.category, aside.reason};
    parts.instants.time = instants.time;
    parts.instants.track = instants.track;
    parts.instants.name = instants.name;
    parts.instants.offset = instants.offset;
    parts.instants.category = instants.category;
    parts.instants.phase = instants.phase;
    parts.flows = {flows.time.span(), flows.slice.span(), flows.id.span(), flows.category.span(), flows.phase.span()};
    parts.launches = {launches.workRows, launches.callRows, launches.callIndex};
    parts.counters = {counterTime.span(), counterValue.span()};
    for (const LodMemory& level : lod)
        parts.lod.push_back({level.laneFirstGroup, level.busy.span(), level.longest.span(), level.tone.span()});
    parts.stringEnds = {strings->ends.data(), strings->ends.size()};
    parts.stringBytes = {strings->bytes.data(), strings->bytes.size()};
}

} // namespace lanescope::build
