// Tables of several files together. One thread.
#pragma once

#include "core/export/table.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::cli {

// CSV: one table of each kind for all files, with file and rank as its first columns, so that a spreadsheet takes it as
// it is. Other formats: each file has its own tables, with its name in their titles.
struct TableSource {
    std::string file;
    std::optional<std::int64_t> rank;
};
void addTables(std::vector<Table>& all, std::vector<Table> ofFile, const TableSource& source, Format format);

} // namespace lanescope::cli
