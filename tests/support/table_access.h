// Cells of a result by the ids of table and column, for tests of analyses. A table, row or column that is not there
// stops the test program with a message.
#pragma once

#include "core/analysis/analysis.h"

#include <QString>
#include <QtGlobal>

#include <string>
#include <string_view>

namespace lanescope::testing {

inline const Table& tableIn(const std::vector<Table>& tables, std::string_view id) {
    for (const Table& table : tables)
        if (table.id == id) return table;
    qFatal("no table %.*s", static_cast<int>(id.size()), id.data());
}

inline AnalysisResult resultOf(std::string_view analysis, const TraceStore& store, const AnalysisInput& input = {}) {
    RunContext run;
    auto result = runAnalysis(*findAnalysis(analysis), store, input, run);
    if (!result.ok()) qFatal("%s", result.error().text().c_str());
    return std::move(*result);
}

inline std::size_t columnIn(const Table& table, std::string_view id) {
    for (std::size_t c = 0; c < table.columns.size(); ++c)
        if (table.columns[c].id == id) return c;
    qFatal("no column %.*s", static_cast<int>(id.size()), id.data());
}

inline const Cell& cellIn(const Table& table, std::size_t row, std::string_view column) {
    if (row >= table.rows.size()) qFatal("no row %zu in %s", row, table.id.c_str());
    return table.rows[row][columnIn(table, column)];
}

// The first row whose text in the column is this.
inline std::size_t rowWith(const Table& table, std::string_view column, std::string_view text) {
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const auto* cell = std::get_if<std::string>(&table.rows[r][columnIn(table, column)]);
        if (cell != nullptr && *cell == text) return r;
    }
    qFatal("no row with %.*s in %s", static_cast<int>(text.size()), text.data(), table.id.c_str());
}

inline qint64 numberIn(const Table& table, std::size_t row, std::string_view column) {
    const auto* number = std::get_if<std::int64_t>(&cellIn(table, row, column));
    return number != nullptr ? *number : -1;
}
inline double valueIn(const Table& table, std::size_t row, std::string_view column) {
    const auto* value = std::get_if<double>(&cellIn(table, row, column));
    return value != nullptr ? *value : -1;
}
inline QString textIn(const Table& table, std::size_t row, std::string_view column) {
    const auto* text = std::get_if<std::string>(&cellIn(table, row, column));
    return text != nullptr ? QString::fromStdString(*text) : QString("-");
}

} // namespace lanescope::testing
