#include "app/cli/frame/tables.h"

#include <algorithm>
#include <filesystem>

namespace lanescope::cli {

void addTables(std::vector<Table>& all, std::vector<Table> ofFile, const std::string& file, Format format) {
    const std::string name = std::filesystem::path(file).filename().string();
    for (Table& table : ofFile) {
        table.rowSlices.clear();
        if (format != Format::Csv) {
            table.title = table.title.empty() ? name : name + ": " + table.title;
            all.push_back(std::move(table));
            continue;
        }
        for (auto& row : table.rows) row.insert(row.begin(), Cell(file));
        const auto same = std::find_if(all.begin(), all.end(), [&](const Table& t) { return t.id == table.id; });
        if (same != all.end()) {
            std::move(table.rows.begin(), table.rows.end(), std::back_inserter(same->rows));
            continue;
        }
        table.columns.insert(table.columns.begin(), Column{"file", "file", Unit::Text});
        all.push_back(std::move(table));
    }
}

} // namespace lanescope::cli
