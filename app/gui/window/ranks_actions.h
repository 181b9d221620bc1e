// The actions of several ranks, behind those of the table (action_table.h).
#pragma once

#include "app/gui/window/action_table.h"

#include <vector>

namespace lanescope::app {

std::vector<ActionInfo> withRanks(std::vector<ActionInfo> actions);

} // namespace lanescope::app
