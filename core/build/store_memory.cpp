#include "core/build/store_memory.h"

#include <algorithm>

namespace lanescope::build {
namespace {

bool isNarrow(std::int64_t value) { return value >= 0 && value <= INT64_C(0xffffffff); }

} // namespace

void SideBuffer::reserve(std::size_t most, bool isWide) {
    rows = ColumnBuffer<std::uint32_t>(most);
    narrow = ColumnBuffer<std::uint32_t>(isWide ? 0 : most);
    wide = ColumnBuffer<std::int64_t>(isWide ? most : 0);
    size = most;
}

void SideBuffer::move(std::size_t from, std::size_t count, std::size_t to) {
    if (from == to || count == 0) return;
    std::memmove(rows.data() + to, rows.data() + from, count * sizeof(std::uint32_t));
    if (isWide())
        std::memmove(wide.data() + to, wide.data() + from, count * sizeof(std::int64_t));
    else
        std::memmove(narrow.data() + to, narrow.data() + from, count * sizeof(std::uint32_t));
}

void SideBuffer::shrink(std::size_t count) {
    rows.shrink(count);
    if (isWide())
        wide.shrink(count);
    else
        narrow.shrink(count);
    size = count;
}

SideColumn SideBuffer::column() const {
    return {rowsOfOther.empty() ? rows.span() : rowsOfOther, narrow.span(), wide.span()};
}

void shareRows(std::span<SideBuffer> columns) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::span<const std::uint32_t> rows = columns[i].rows.span();
        for (std::size_t before = 0; before < i && !rows.empty(); ++before) {
            const std::span<const std::uint32_t> known = columns[before].rows.span();
            if (!std::ranges::equal(known, rows)) continue;
            columns[i].rowsOfOther = known;
            columns[i].rows = {};
            break;
        }
    }
}

void SideList::push(std::uint32_t row, std::int64_t value) {
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

void SideList::append(const SideList& later) {
    for (std::size_t i = 0; i < later.m_rows.size(); ++i)
        push(later.m_rows[i], later.m_wide.empty() ? std::int64_t{later.m_narrow[i]} : later.m_wide[i]);
}

void SideList::seal() {
    m_rows.shrink_to_fit();
    m_narrow.shrink_to_fit();
    m_wide.shrink_to_fit();
}

bool SideList::shareRowsOf(const SideList& other) {
    if (m_rows.empty() || m_rows != other.m_rows) return false;
    m_rowsOfOther = other.m_rows;
    m_rows = {};
    return true;
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
    parts.instants.time = instants.time.span();
    parts.instants.track = instants.track.span();
    parts.instants.name = instants.name.span();
    parts.instants.offset = instants.offset.span();
    parts.instants.category = instants.category.span();
    parts.instants.phase = instants.phase.span();
    parts.flows.time = flows.time.span();
    parts.flows.slice = flows.slice.span();
    parts.flows.id = {flows.id.span(), flows.wideId.span()};
    parts.flows.category = flows.category.span();
    parts.flows.phase = flows.phase.span();
    parts.launches = {launches.workRows, launches.callRows, launches.callIndex};
    parts.counters = {counterTime.span(), counterValue.span()};
    for (const LodMemory& level : lod)
        parts.lod.push_back({level.laneFirstGroup, level.busy.span(), level.longest.span(), level.tone.span()});
    parts.stringEnds = {strings->ends.data(), strings->ends.size()};
    parts.stringBytes = {strings->bytes.data(), strings->bytes.size()};
}

} // namespace lanescope::build
