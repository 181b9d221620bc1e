// Which rows of the ranks a picture has. Internal to widgets/rankpictures. Pure.
#pragma once

#include "widgets/scene/ranks_view.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::rankpictures {

inline constexpr double kLeastRows = 60; // px

// Rows that hold none of the words go; groups stay with what they have left. No words: all.
scene::RanksLayout withWords(const scene::RanksData& data, const scene::RanksLayout& whole,
                             const std::vector<std::string>& words);

// The height of as many whole rows as fit, at least kLeastRows.
double rowsThatFit(const scene::RanksLayout& layout, double scroll, double most);

// Ranks none of whose rows end above `bottom`.
std::size_t ranksBelow(const scene::RanksLayout& layout, double bottom);

// Sum of the rank's waits, the parts in the range of its own clock.
std::int64_t waitsIn(const scene::RankOnView& rank, TimeRange own);

} // namespace lanescope::rankpictures
