// The report as tables: one row per device (whole), and per device and step (by window, by launch). Column ids are the
// names of the reference figures (gpu_busy_ns, exposed_comm_ns ...). Any thread.
#pragma once

#include "core/analysis/four_numbers.h"
#include "core/analysis/table.h"

namespace lanescope {

// The columns of a row of four numbers, in their order, and the cells of one.
std::vector<Column> fourNumberColumns();
std::vector<Cell> fourNumberCells(const FourNumbers& n);

// Both thresholds and the definition, as written on every output.
std::vector<std::string> fourNumberNotes(const GapThresholds& thresholds);

// Tables "whole", "steps_by_window", "steps_by_launch"; the step tables are left out when the trace has no steps. With
// several devices a row "all" follows them.
std::vector<Table> reportTables(const TraceStore& store, const TraceReport& report);

} // namespace lanescope
