#include "app/cli/frame/tables.h"

#include <algorithm>
#include <filesystem>

namespace lanescope::cli {

void addTables(std::vector<Table>& all, std::vector<Table> ofFile, const TableSource& source, Format format) {
    const std::string name = std::filesystem::path(source.file).filename().string();
    for (Table& table : ofFile) {
        table.rowSlices.clear();
        if (format != Format::Csv) {
            table.title = table.title.empty() ? name : name + ": " + table.title;
            all.push_back(std::move(table));
            continue;
        }
        Cell rank;
        if (source.rank) rank = *source.rank;
        for (auto& row : table.rows) {
            row.insert(row.begin(), rank);
            row.insert(row.begin(), Cell(source.file));
        }
        const auto same = std::find_if(all.begin(), all.end(), [&](const Table& t) { return t.id == table.id; });
        if (same != all.end()) {
            std::move(table.rows.begin(), table.rows.end(), std::back_inserter(same->rows));
            continue;
        }
        table.columns.insert(table.columns.begin(), {{"file", "file", Unit::Text}, {"rank", "rank", Unit::None}});
        all.push_back(std::move(table));
    }
}

} // namespace lanescope::cli
