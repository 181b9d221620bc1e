// The analyses in the window: an entry of menu and palette for each one in the list, and what their panel and the
// timeline tell each other. GUI thread.
#pragma once

#include "app/gui/window/action_table.h"

#include <QSettings>

#include <span>
#include <vector>

namespace lanescope::app {

// `table` and, behind it, the menu Analyse: one action per entry of the list of analyses ("analyse.kernels"), under the
// headings of the panel, and those that concern the panel itself.
std::vector<ActionInfo> withAnalyses(std::span<const ActionInfo> table);

void connectAnalyses(MainWindow& window, QSettings& settings);

} // namespace lanescope::app
