// Tables of several files together. One thread.
#pragma once

#include "core/export/table.h"

#include <string>
#include <vector>

namespace lanescope::cli {

// CSV: one table of each kind for all files, with the file as its first column, so that a spreadsheet takes it as it
// is. Other formats: each file has its own tables, with its name in their titles.
void addTables(std::vector<Table>& all, std::vector<Table> ofFile, const std::string& file, Format format);

} // namespace lanescope::cli
