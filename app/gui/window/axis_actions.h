// The actions that choose what the time axis counts in, behind those of the table (action_table.h).
#pragma once

#include "app/gui/window/action_table.h"
#include "core/query/time_axis.h"

#include <vector>

namespace lanescope::app {

std::vector<ActionInfo> withAxis(std::vector<ActionInfo> actions);

// Remembered for every trace. Says so in the status line when the open trace does not know its time of day.
void chooseAxis(MainWindow& window, AxisClock clock);

} // namespace lanescope::app
