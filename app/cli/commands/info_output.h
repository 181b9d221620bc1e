// `info` as JSON and as tables. Names are those of docs/user/cli.md: they are stable.
#pragma once

#include "app/cli/commands/info_facts.h"
#include "core/analysis/table.h"
#include "core/base/json.h"
#include "core/export/table.h"

#include <string>
#include <vector>

namespace lanescope::cli {

Json infoJson(const std::string& path, const TraceStore& store, const InfoFacts& facts);
std::vector<Table> infoTables(const TraceStore& store, const InfoFacts& facts);

// The plain values of a document as a table of key and value ("counts.slices"), for CSV; lists are left out.
Table flatTable(const Json& document);

// The import report: every kind of oddity with its samples and what it means.
Json odditiesJson(const std::string& path, const TraceStore& store);
// For people the first three samples of each kind, for programs all that are kept.
std::vector<Table> oddityTables(const TraceStore& store, Format format);

} // namespace lanescope::cli
