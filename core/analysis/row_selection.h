// From the timeline to the tables: which rows of a table stand for a slice. The other direction is Table::rowSlices.
// Any thread.
#pragma once

#include "core/analysis/table.h"
#include "core/store/trace_store.h"

#include <cstddef>
#include <vector>

namespace lanescope {

// Indices of the rows that list the slice. As rows list a bounded number of slices, a row also stands for a slice whose
// name it has in a column of names, when no row lists the slice itself. Ascending; empty: none.
std::vector<std::size_t> rowsOf(const Table& table, const TraceStore& store, SliceId slice);

} // namespace lanescope
