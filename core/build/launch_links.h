// Launch links by correlation (METRICS 5): the runtime record before the driver record, one call to many, never across
// processes where the file tells them apart. A dense array or sorting, no hash map over millions. Any thread.
#pragma once

#include "core/build/call_table.h"

#include <stop_token>

namespace lanescope::build {

// Fills memory.launches. Adds KernelBeforeLaunch.
void linkLaunches(StoreMemory& memory, const LinkTables& tables, OddityList& oddities, const std::stop_token& stop);

} // namespace lanescope::build
