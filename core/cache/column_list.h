// Every column of a store, in one order, with what its values must obey to be used safely. Writing, mapping, checking
// and the schema's fingerprint all go through this one list; a member added to the store's structs breaks its
// structured bindings here, so that none can be forgotten.
#pragma once

#include "core/store/trace_store.h"

#include <cstdint>
#include <string_view>
#include <utility>

namespace lanescope::cache {

struct ColumnRule {
    enum class Order : std::uint8_t { Any, NotFalling, Rising };
    std::uint64_t below = ~std::uint64_t{0}; // values of unsigned columns are less; all ones: no limit
    bool noRowAllowed = false;               // kNoRow stands for "none"
    Order order = Order::Any;
    bool isTime = false; // signed values whose sums and differences fit: [-kMaxTime, kMaxTime)
};
inline constexpr std::int64_t kMaxTime = std::int64_t{1} << 62; // 146 years in ns

namespace detail {

inline ColumnRule below(std::uint64_t limit) { return {limit, false, ColumnRule::Order::Any, false}; }
inline ColumnRule rising(std::uint64_t limit) { return {limit, false, ColumnRule::Order::Rising, false}; }
inline ColumnRule rowOrNone(std::uint64_t limit) { return {limit, true, ColumnRule::Order::Any, false}; }
inline constexpr ColumnRule kAny{};
inline constexpr ColumnRule kTime{~std::uint64_t{0}, false, ColumnRule::Order::Any, true};

template <class Column, class F>
void narrowColumn(Column& column, std::uint64_t rows, const ColumnRule& wideRule, F& f) {
    auto& [narrow, wideRows, wideValues] = column;
    f(narrow, kAny);
    f(wideRows, rising(rows));
    f(wideValues, wideRule);
}

template <class Column, class F>
void sideColumn(Column& column, std::uint64_t rows, const ColumnRule& narrowRule, F& f) {
    auto& [sideRows, narrow, wide] = column;
    f(sideRows, rising(rows));
    f(narrow, narrowRule);
    f(wide, kAny);
}

template <class Columns, class F>
void argColumns(Columns& columns, std::uint64_t rows, std::uint64_t strings, F& f) {
    for (const ArgFieldInfo& field : argFieldTable())
        sideColumn(columns[static_cast<std::size_t>(field.field)], rows,
                   field.type == ArgType::Text ? below(strings) : kAny, f);
}

template <class Columns, class F>
void sliceColumns(Columns& slices, std::uint64_t strings, std::uint64_t categories, F& f) {
    auto& [start, duration, name, parent, correlation, externalId, offsetLow, offsetHigh, category, kind] = slices;
    const std::uint64_t rows = start.size();
    f(start, kTime);
    narrowColumn(duration, rows, kTime, f);
    f(name, below(strings));
    f(parent, rowOrNone(rows));
    narrowColumn(correlation, rows, kAny, f);
    narrowColumn(externalId, rows, kAny, f);
    f(offsetLow, kAny);
    f(offsetHigh, kAny);
    f(category, below(categories));
    f(kind, below(static_cast<std::uint64_t>(WorkKind::Count_)));
}

template <class Columns, class F>
void setAsideColumns(Columns& setAside, std::uint64_t strings, std::uint64_t threads, std::uint64_t categories, F& f) {
    auto& [start, duration, name, thread, offset, category, reason] = setAside;
    f(start, kAny);
    f(duration, kAny);
    f(name, below(strings));
    f(thread, below(threads));
    f(offset, kAny);
    f(category, below(categories));
    f(reason, below(static_cast<std::uint64_t>(SetAsideColumns::Reason::FarStart) + 1));
}

template <class Columns, class F>
void instantColumns(Columns& instants, std::uint64_t strings, std::uint64_t tracks, std::uint64_t categories, F& f) {
    auto& [time, track, name, offset, category, phase, args] = instants;
    f(time, kAny);
    f(track, below(tracks));
    f(name, below(strings));
    f(offset, kAny);
    f(category, below(categories));
    f(phase, kAny);
    argColumns(args, time.size(), strings, f);
}

template <class Columns, class F>
void flowColumns(Columns& flows, std::uint64_t rows, std::uint64_t categories, F& f) {
    auto& [time, slice, id, category, phase] = flows;
    f(time, kAny);
    f(slice, rowOrNone(rows));
    auto& [narrowIds, wideIds] = id;
    f(narrowIds, kAny);
    f(wideIds, kAny);
    f(category, below(categories));
    f(phase, kAny);
}

template <class Columns, class F>
void launchColumns(Columns& launches, std::uint64_t rows, F& f) {
    auto& [workRows, callRows, callIndex] = launches;
    f(workRows, rising(rows));
    f(callRows, below(rows));
    f(callIndex, below(workRows.size()));
}

template <class Level, class F>
void lodColumns(Level& level, std::uint64_t rows, F& f) {
    auto& [laneFirstGroup, busy, longest, tone] = level;
    f(laneFirstGroup, ColumnRule{busy.size() + 1, false, ColumnRule::Order::NotFalling, false});
    f(busy, kTime);
    f(longest, below(rows));
    f(tone, below(kTones));
}

} // namespace detail

// Calls f(column, rule) for each. Limits in the rules come from the sizes of the columns and tables in `parts`; the LOD
// levels visited are those that parts.lod has.
template <class Parts, class F>
void forEachColumn(Parts& parts, F&& f) {
    using namespace detail;
    auto& [slices, args, uncut, setAside, instants, flows, launches, counters, lod, stringEnds, stringBytes, categories,
           threads, tracks, lanes, counterSeries, steps, info, counts, oddities, partial] = parts;
    const std::uint64_t rows = slices.start.size(), strings = stringEnds.size(), kinds = categories.size();
    sliceColumns(slices, strings, kinds, f);
    argColumns(args, rows, strings, f);
    sideColumn(uncut, rows, kAny, f);
    setAsideColumns(setAside, strings, threads.size(), kinds, f);
    instantColumns(instants, strings, tracks.size(), kinds, f);
    flowColumns(flows, rows, kinds, f);
    launchColumns(launches, rows, f);
    auto& [sampleTime, sampleValue] = counters;
    f(sampleTime, kAny);
    f(sampleValue, kAny);
    for (auto& level : lod) lodColumns(level, rows, f);
    f(stringEnds, ColumnRule{stringBytes.size() + 1, false, ColumnRule::Order::NotFalling, false});
    f(stringBytes, kAny);
}

} // namespace lanescope::cache
