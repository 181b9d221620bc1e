// The tables of the bottom panel as typed columns. Pure; any thread.
#pragma once

#include "core/export/table.h"
#include "core/query/short_names.h"
#include "widgets/models/range_summary.h"
#include "widgets/models/table_model.h"

#include <span>
#include <string>
#include <vector>

namespace lanescope::models {

struct MarkedTable {
    Table table;
    std::vector<RowMark> marks; // one per row
};

// GPU work of a range by name; share is of the range. Idle time is a row of its own.
MarkedTable rangeTable(const TraceStore& store, const RangeSummary& summary, ShortNames& names);
// GPU work of the whole trace by name; share is of the sum of all GPU work.
MarkedTable kernelTable(const TraceStore& store, const RangeSummary& summary, ShortNames& names);

// Short names for a list of names, told apart where several share one: by the longer group name, else the full one.
std::vector<std::string> distinctNames(const TraceStore& store, std::span<const StringId> list, ShortNames& names);

const char* kindName(WorkKind kind); // for people: "GEMM", "memory copy"

} // namespace lanescope::models
