// Tables into files, off the GUI thread: to a temporary name, then renamed, so that no half file is ever seen.
#pragma once

#include "core/base/result.h"
#include "core/export/table.h"

#include <QString>

#include <vector>

namespace lanescope::panels {

// By the ending of the path: .csv, .json, .md; anything else is text. Any thread. Error: NotWritable with the path.
Status writeTables(const std::vector<Table>& tables, const QString& path);
Format formatOf(const QString& path);

} // namespace lanescope::panels
