// Comparing two traces in the window: the trace from before is shown below the open one, linked with it, as soon as it
// has been compared with, and a row of the comparison selects its slices in both. GUI thread.
#pragma once

#include "app/gui/window/action_table.h"
#include "app/gui/window/linked_pane.h"

namespace lanescope::app {

// Makes the pane in the page of the window; it hides itself until there is something to show.
void connectLinkedCompare(MainWindow& window);
LinkedPane* linkedPane(MainWindow& window); // null before it was made

// Shows the trace compared with last below the open one, or closes it.
void toggleLinked(MainWindow& window);
bool isLinked(MainWindow& window);

} // namespace lanescope::app
