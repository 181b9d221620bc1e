// The launch calls of a trace by correlation: found by rank where the numbers are dense, else by search. Any thread.
#pragma once

#include "core/build/number_ranks.h"
#include "core/build/store_memory.h"
#include "core/store/trace_store.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace lanescope::build {

struct Call {
    std::int64_t correlation;
    std::uint32_t row;
    std::uint32_t process; // StringId of the pid
    bool driver;
};

struct LinkTables { // what linking needs beside the columns
    std::span<const Thread> threads;
    std::span<const Track> tracks;
    std::span<const CategoryInfo> categories;
};

class CallTable {
public:
    CallTable(const StoreMemory& memory, const LinkTables& tables, const std::stop_token& stop);
    // Row of the only call that can have launched work with this correlation; none when there is no call or when it
    // must be chosen among several().
    std::optional<std::uint32_t> only(std::int64_t correlation) const {
        if (m_ranks.empty()) return std::nullopt;
        const std::uint32_t rank = m_ranks.rank(static_cast<std::uint64_t>(correlation));
        if (rank == NumberRanks::kNone || m_rows[rank] == kSeveral) return std::nullopt;
        return m_rows[rank];
    }
    // Calls to choose from: by process, runtime before driver, by start, as in the file.
    std::span<const Call> several(std::int64_t correlation) const;

private:
    static constexpr std::uint32_t kUnset = 0xfffffffeu;
    static constexpr std::uint32_t kSeveral = 0xffffffffu;
    template <class F>
    void forEachCall(F&& f) const;
    void fillRanks();
    void collectSeveral();
    void sortCalls();

    bool isDriver(std::uint32_t row) const { return m_isDriver[m_memory.category[row]]; }

    const StoreMemory& m_memory;
    const LinkTables& m_tables;
    const std::stop_token& m_stop;
    std::array<bool, 256> m_isDriver{}; // by category
    NumberRanks m_ranks;                // of the correlations, where they are dense
    std::vector<std::uint32_t> m_rows;  // by rank
    std::vector<Call> m_calls;          // without ranks: all; with them: those of correlations with several
};

} // namespace lanescope::build
