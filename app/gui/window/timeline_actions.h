// Actions about what is drawn on the timeline and found in its arguments: arrows by kind, measuring between two slices,
// the same value of an argument. GUI thread.
#pragma once

#include "app/gui/window/action_table.h"

#include <QSettings>

#include <vector>

namespace lanescope::app {

std::vector<ActionInfo> withTimeline(std::vector<ActionInfo> actions);

// Once the window's pieces stand: what they say to each other about these, the arrows as they were left, and the keys
// that the welcome page names.
void connectTimelineActions(MainWindow& window, QSettings& settings);

} // namespace lanescope::app
