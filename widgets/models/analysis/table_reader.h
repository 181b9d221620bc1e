// Cells of an answer's table by the ids of its columns, for what makes charts of them. Columns that are not there give
// nothing, so that a chart goes without rather than wrong. Any thread.
#pragma once

#include "core/analysis/analysis.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope::models {

inline const Table* tableOf(const AnalysisResult& result, std::string_view id) {
    const auto it =
        std::find_if(result.tables.begin(), result.tables.end(), [id](const Table& t) { return t.id == id; });
    return it == result.tables.end() ? nullptr : &*it;
}

class TableReader {
public:
    explicit TableReader(const Table& table) : m_table(table) {}
    std::size_t rows() const { return m_table.rows.size(); }
    std::optional<std::size_t> column(std::string_view id) const {
        for (std::size_t c = 0; c < m_table.columns.size(); ++c)
            if (m_table.columns[c].id == id) return c;
        return std::nullopt;
    }
    std::string text(std::size_t row, std::string_view id) const {
        const Cell* cell = at(row, id);
        const auto* s = cell ? std::get_if<std::string>(cell) : nullptr;
        return s ? *s : std::string();
    }
    std::optional<double> number(std::size_t row, std::string_view id) const {
        const Cell* cell = at(row, id);
        if (!cell) return std::nullopt;
        if (const auto* n = std::get_if<std::int64_t>(cell)) return static_cast<double>(*n);
        if (const auto* d = std::get_if<double>(cell)) return *d;
        return std::nullopt;
    }
    std::optional<std::int64_t> integer(std::size_t row, std::string_view id) const {
        const Cell* cell = at(row, id);
        const auto* n = cell ? std::get_if<std::int64_t>(cell) : nullptr;
        return n ? std::optional(*n) : std::nullopt;
    }
    std::optional<SliceId> firstSlice(std::size_t row) const {
        if (row >= m_table.rowSlices.size() || m_table.rowSlices[row].empty()) return std::nullopt;
        return m_table.rowSlices[row].front();
    }

private:
    const Cell* at(std::size_t row, std::string_view id) const {
        const auto c = column(id);
        return c && row < m_table.rows.size() && *c < m_table.rows[row].size() ? &m_table.rows[row][*c] : nullptr;
    }
    const Table& m_table;
};

} // namespace lanescope::models
