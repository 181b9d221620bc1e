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

inline constexpr std::size_t kArgFields = static_cast<std::size_t>(ArgField::Count_);

struct NarrowMemory {
    ColumnBuffer<std::uint32_t> narrow;
    std::vector<std::uint32_t> wideRows;
    std::vector<std::int64_t> wideValues;
    NarrowColumn column() const { return {narrow.span(), wideRows, wideValues}; }
};

// A side column while it grows, by rising row. Turns wide when the first value does not fit 32 bits.
class SideMemory {
public:
    void push(std::uint32_t row, std::int64_t value);
    void append(const SideMemory& later); // all rows of `later` are larger
    std::size_t size() const { return m_rows.size(); }
    std::uint32_t row(std::size_t i) const { return m_rows[i]; }
    std::int64_t value(std::size_t i) const { return m_wide.empty() ? m_narrow[i] : m_wide[i]; }
    // Keeps the entries for which keep(row, value) holds.
    template <class Keep>
    void filter(Keep&& keep) {
        std::size_t to = 0;
        for (std::size_t i = 0; i < size(); ++i) {
            if (!keep(m_rows[i], value(i))) continue;
            m_rows[to] = m_rows[i];
            (m_wide.empty() ? void(m_narrow[to] = m_narrow[i]) : void(m_wide[to] = m_wide[i]));
            ++to;
        }
        m_rows.resize(to);
        (m_wide.empty() ? void(m_narrow.resize(to)) : void(m_wide.resize(to)));
    }
    void shrink();
    SideColumn column() const { return {m_rows, m_narrow, m_wide}; }

private:
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
    std::array<SideMemory, kArgFields> args;
    SideMemory uncut;
    // set aside
    struct Aside {
        std::vector<std::int64_t> start, duration;
        std::vector<std::uint32_t> name, thread;
        std::vector<std::uint64_t> offset;
        std::vector<std::uint8_t> category, reason;
    } aside;
    struct Instants {
        std::vector<std::int64_t> time;
        std::vector<std::uint32_t> track, name;
        std::vector<std::uint64_t> offset;
        std::vector<std::uint8_t> category, phase;
        std::array<SideMemory, kArgFields> args;
    } instants;
    struct Flows {
        ColumnBuffer<std::int64_t> time;
        ColumnBuffer<std::uint32_t> slice;
        ColumnBuffer<std::uint64_t> id;
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
    // The columns as views; tables and facts are set by the caller.
    void fill(StoreParts& parts) const;
};

} // namespace lanescope::build
