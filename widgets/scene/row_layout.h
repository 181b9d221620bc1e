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
    std::vector<std::string> pinned;                      // in order
    std::unordered_map<std::string, double> heightFactor; // kLeastHeight to kMostHeight
    // Of a group, by its key ("" = the groups themselves): the rows in the order the user chose; others follow.
    std::unordered_map<std::string, std::vector<std::string>> order;
    std::string filter; // row_filter.h; empty = all rows
    Density density = Density::Normal;
    bool isFolded(const Row& row) const;
};

inline constexpr double kLeastHeight = 0.5, kMostHeight = 6;

// Bands pinned to the top while there are few devices.
RowState defaultRowState(const RowTree& tree);

struct PlacedRow {
    std::uint32_t row = 0; // index in the tree
    double y = 0, height = 0;
    bool pinned = false;
    bool folded = false;
    std::uint32_t hidden = 0; // of groups: rows that the user hid or filtered
};

struct RowLayout {
    std::vector<PlacedRow> pinned; // y from the top of the pinned area
    std::vector<PlacedRow> rows;   // y from the top of the scrolling area, before scrolling
    double pinnedHeight = 0;
    double height = 0;                              // of the scrolling rows
    std::size_t hiddenByUser = 0;                   // hidden one by one, and by the filter
    std::vector<std::int32_t> placeOf;              // by row of the tree: index in `rows`, -1 = not shown
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
