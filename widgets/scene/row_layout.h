// Where each row lies: heights from UI.md 4, folded and hidden rows left out, pinned ones first. y counts from the top
// of the row area; pinned rows do not scroll. A value; any thread.
#pragma once

#include "core/query/row_tree.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace lanescope::scene {

enum class Density : std::uint8_t { Normal, Compact };

// What the user did to the rows, by Row::key so that it can be kept for other traces.
struct RowState {
    std::set<std::string> folded;   // closed by the user
    std::set<std::string> unfolded; // opened by the user where they start closed
    std::set<std::string> hidden;
    std::vector<std::string> pinned; // in order
    std::unordered_map<std::string, double> heightFactor;
    Density density = Density::Normal;
    bool isFolded(const Row& row) const;
};

// Bands pinned to the top while there are few devices.
RowState defaultRowState(const RowTree& tree);

struct PlacedRow {
    std::uint32_t row = 0; // index in the tree
    double y = 0, height = 0;
    bool pinned = false;
    bool folded = false;
};

struct RowLayout {
    std::vector<PlacedRow> pinned; // y from the top of the pinned area
    std::vector<PlacedRow> rows;   // y from the top of the scrolling area, before scrolling
    double pinnedHeight = 0;
    double height = 0; // of the scrolling rows
    std::size_t hiddenByUser = 0;
    const PlacedRow* find(std::uint32_t row) const; // the scrolling one
};

RowLayout layoutRows(const RowTree& tree, const RowState& state);

// Lanes inside a row.
struct LaneBox {
    double y = 0;      // top of the slices, from the top of the row
    double height = 0; // of the slices
};
LaneBox laneBox(const Row& row, const PlacedRow& placed, std::size_t lane, const RowState& state);

} // namespace lanescope::scene
