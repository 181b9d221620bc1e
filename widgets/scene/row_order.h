// The order of rows that the user chose. Rows move as units: a row of level 1 with those of level 2 below it (a
// thread with its runtime calls); groups move with all they hold. Pure; any thread.
#pragma once

#include "widgets/scene/row_layout.h"

#include <vector>

namespace lanescope::scene {

using RowUnit = std::vector<std::uint32_t>; // indices in the tree, top to bottom

// The units of a group (its index), or the groups themselves (none), in the order in which they are shown.
std::vector<RowUnit> orderedUnits(const RowTree& tree, const RowState& state, std::optional<std::uint32_t> group);

enum class Move : std::uint8_t { Up, Down };
// Past the next unit that is shown. False: it is the first or last already.
bool moveRow(const RowTree& tree, RowState& state, std::uint32_t row, Move move);

} // namespace lanescope::scene
