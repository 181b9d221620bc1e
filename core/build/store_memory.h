// The memory behind a store's columns, filled by the finishing parts. Different threads write different rows.
#pragma once

#include "core/build/column_buffer.h"
#include "core/build/string_table.h"
#include "core/store/trace_store.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace lanescope::build {

struct NarrowMemory {
    ColumnBuffer<std::uint32_t> narrow;
    std::vector<std::uint32_t> wideRows;
    std::vector<std::int64_t> wideValues;
    NarrowColumn column() const { return {narrow.span(), wideRows, wideValues}; }
};

// A side column whose size is known before it is filled; different threads fill different parts.
struct SideBuffer {
    ColumnBuffer<std::uint32_t> rows;
    std::span<const std::uint32_t> rowsOfOther; // used instead of `rows`, when not empty
    ColumnBuffer<std::uint32_t> narrow;         // one of narrow and wide is used
    ColumnBuffer<std::int64_t> wide;
    std::size_t size = 0;
    void reserve(std::size_t most, bool isWide);
    bool isWide() const { return wide.size() > 0; }
    void set(std::size_t i, std::uint32_t row, std::int64_t value) {
        rows[i] = row;
        if (isWide())
            wide[i] = value;
        else
            narrow[i] = static_cast<std::uint32_t>(value);
    }
    void move(std::size_t from, std::size_t count, std::size_t to); // to <= from
    void shrink(std::size_t count);
    SideColumn column() const;
};

// Columns that stand on the same rows (shapes and types of an operator, all about a collective) keep them once. Once
// filled; `columns` must not move afterwards.
void shareRows(std::span<SideBuffer> columns);

// A short side column that grows, by rising row. Turns wide when the first value does not fit 32 bits.
class SideList {
public:
    void push(std::uint32_t row, std::int64_t value);
    void append(const SideList& later); // all rows of `later` are larger
    SideColumn column() const { return {m_rowsOfOther.empty() ? m_rows : m_rowsOfOther, m_narrow, m_wide}; }
    // Nothing is pushed any more: gives back what is not needed, the rows too where `other` has the same.
    void seal();
    bool shareRowsOf(const SideList& other);

private:
    std::span<const std::uint32_t> m_rowsOfOther; // used instead of m_rows, when not empty
    std::vector<std::uint32_t> m_rows;
    std::vector<std::uint32_t> m_narrow;
    std::vector<std::int64_t> m_wide;
};

struct LodMemory {
    std::vector<std::uint64_t> laneFirstGroup;
    ColumnBuffer<std::int64_t> busy;
    ColumnBuffer<std::uint32_t> longest;
    ColumnBuffer<std::uint8_t> tone;
};

struct StoreMemory {
    // slices
    ColumnBuffer<std::int64_t> start;
    NarrowMemory duration, correlation, externalId;
    ColumnBuffer<std::uint32_t> name, parent, offsetLow;
    ColumnBuffer<std::uint8_t> offsetHigh, category, kind;
    std::array<SideBuffer, kArgFields> args;
    SideList uncut;
    // set aside
    struct Aside {
        std::vector<std::int64_t> start, duration;
        std::vector<std::uint32_t> name, thread;
        std::vector<std::uint64_t> offset;
        std::vector<std::uint8_t> category, reason;
    } aside;
    struct Instants {
        ColumnBuffer<std::int64_t> time;
        ColumnBuffer<std::uint32_t> track, name;
        ColumnBuffer<std::uint64_t> offset;
        ColumnBuffer<std::uint8_t> category, phase;
        std::array<SideList, kArgFields> args;
    } instants;
    struct Flows {
        ColumnBuffer<std::int64_t> time;
        ColumnBuffer<std::uint32_t> slice;
        ColumnBuffer<std::uint32_t> id;
        ColumnBuffer<std::uint64_t> wideId; // instead of `id`, when one does not fit
        ColumnBuffer<std::uint8_t> category, phase;
    } flows;
    struct Launches {
        std::vector<std::uint32_t> workRows, callRows, callIndex;
    } launches;
    ColumnBuffer<std::int64_t> counterTime;
    ColumnBuffer<double> counterValue;
    std::vector<LodMemory> lod;
    std::shared_ptr<const StringBytes> strings;

    explicit StoreMemory(std::size_t rows);
    std::uint64_t offset(std::uint32_t row) const { return (std::uint64_t{offsetHigh[row]} << 32) | offsetLow[row]; }
    // The starts of rows from `first` on as memory for 32-bit numbers, before they are written.
    std::uint32_t* argsAt(std::uint32_t first) { return reinterpret_cast<std::uint32_t*>(start.data() + first); }
    // The columns as views; tables and facts are set by the caller.
    void fill(StoreParts& parts) const;
};

} // namespace lanescope::build
