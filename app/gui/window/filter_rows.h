// Rows the user makes from a filter: asking for the expression and the name, changing, renaming and removing them, and
// a row from the words of the search. GUI thread.
#pragma once

#include "app/gui/window/action_table.h"

#include <QString>

#include <vector>

namespace lanescope::app {

std::vector<ActionInfo> withFilterRows(std::vector<ActionInfo> actions);

// Adds a row of this name; where it is taken, "name 2" and so on. Empty when done, else what is wrong with it.
QString addFilterRow(MainWindow& window, const QString& name, const QString& where);

void connectFilterRows(MainWindow& window);

} // namespace lanescope::app
