#include "widgets/scene/row_order.h"

#include <algorithm>

namespace lanescope::scene {

namespace {

std::string groupKey(const RowTree& tree, std::optional<std::uint32_t> group) {
    return group ? tree.row(*group).key : std::string();
}

} // namespace

std::vector<RowUnit> orderedUnits(const RowTree& tree, const RowState& state, std::optional<std::uint32_t> group) {
    std::vector<RowUnit> units;
    const std::vector<Row>& rows = tree.rows();
    for (std::uint32_t i = group ? *group + 1 : 0; i < rows.size(); ++i) {
        if (rows[i].parent != group) continue;
        if (group && rows[i].level >= 2 && !units.empty())
            units.back().push_back(i);
        else
            units.push_back({i});
    }
    const auto chosen = state.order.find(groupKey(tree, group));
    if (chosen == state.order.end()) return units;
    const std::vector<std::string>& keys = chosen->second;
    std::unordered_map<std::string, std::size_t> place;
    for (std::size_t i = 0; i < keys.size(); ++i) place.emplace(keys[i], i);
    const auto placeOf = [&](const RowUnit& unit) {
        const auto it = place.find(rows[unit.front()].key);
        return it == place.end() ? keys.size() : it->second;
    };
    std::stable_sort(units.begin(), units.end(),
                     [&](const RowUnit& a, const RowUnit& b) { return placeOf(a) < placeOf(b); });
    return units;
}

bool moveRow(const RowTree& tree, RowState& state, std::uint32_t row, Move move) {
    const std::optional<std::uint32_t> group = tree.row(row).parent;
    std::vector<RowUnit> units = orderedUnits(tree, state, group);
    const auto own = std::find_if(units.begin(), units.end(), [&](const RowUnit& unit) {
        return std::find(unit.begin(), unit.end(), row) != unit.end();
    });
    if (own == units.end()) return false;
    const RowLayout layout = layoutRows(tree, state);
    const auto isShown = [&](const RowUnit& unit) {
        return std::any_of(unit.begin(), unit.end(), [&](std::uint32_t r) { return layout.find(r) != nullptr; });
    };
    auto other = own;
    do {
        if (move == Move::Up ? other == units.begin() : other + 1 == units.end()) return false;
        other += move == Move::Up ? -1 : 1;
    } while (!isShown(*other));
    if (move == Move::Up)
        std::rotate(other, own, own + 1);
    else
        std::rotate(own, own + 1, other + 1);
    std::vector<std::string>& keys = state.order[groupKey(tree, group)];
    keys.clear();
    for (const RowUnit& unit : units) keys.push_back(tree.row(unit.front()).key);
    return true;
}

} // namespace lanescope::scene
