#include "core/analysis/row_selection.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lanescope {

namespace {

// Columns that hold the name of a slice as the file has it.
constexpr std::array<std::string_view, 3> kNameColumns{"name", "call", "kernel"};

bool isNamed(const Table& table, const std::vector<Cell>& row, std::string_view name) {
    for (std::size_t c = 0; c < table.columns.size() && c < row.size(); ++c) {
        if (std::find(kNameColumns.begin(), kNameColumns.end(), table.columns[c].id) == kNameColumns.end()) continue;
        const auto* text = std::get_if<std::string>(&row[c]);
        if (text != nullptr && *text == name) return true;
    }
    return false;
}

} // namespace

std::vector<std::size_t> rowsOf(const Table& table, const TraceStore& store, SliceId slice) {
    std::vector<std::size_t> out;
    for (std::size_t r = 0; r < table.rowSlices.size(); ++r)
        if (std::find(table.rowSlices[r].begin(), table.rowSlices[r].end(), slice) != table.rowSlices[r].end())
            out.push_back(r);
    if (!out.empty() || table.rowSlices.empty()) return out;
    const std::string_view name = store.name(slice);
    for (std::size_t r = 0; r < table.rows.size(); ++r)
        if (isNamed(table, table.rows[r], name)) out.push_back(r);
    return out;
}

} // namespace lanescope
