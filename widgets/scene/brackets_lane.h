// The findings lane above the rows: each finding as labelled brackets over its ranges (UI.md 9). Neighbouring ranges
// that would touch on screen are one bracket. Cost by pixels and ranges in view. A value; any thread.
#pragma once

#include "core/analysis/findings/finding.h"
#include "core/query/time_scale.h"
#include "widgets/scene/scene.h"
#include "widgets/scene/text_measure.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::scene {

struct BracketSource { // one finding
    std::string letter, name;
    std::string perStep; // "3.10 ms per step, 12.4 %"
    std::string confidence;
    Ink ink = Ink::Muted;
    std::uint8_t variant = 0;
    Stroke stroke = Stroke::Solid;
    std::vector<Interval> ranges; // in order of time, apart
};
// Most costly first; healthy findings have no brackets.
std::vector<BracketSource> bracketSources(const FindingsResult& result);

struct PlacedBracket {
    std::size_t finding = 0; // index in the sources
    Interval at;             // first range's begin to last range's end
    std::size_t ranges = 0;
    std::int64_t ns = 0; // sum of the ranges
    std::size_t lane = 0;
    double x = 0, w = 0; // px of the canvas, cut to it
};

struct BracketLayout {
    std::vector<PlacedBracket> placed;
    std::size_t lanes = 0;     // at most kMaxBracketLanes
    std::size_t lanesKept = 0; // room for so many at least, whatever is in view
    std::size_t hidden = 0;    // brackets that found no lane
};
inline constexpr std::size_t kMaxBracketLanes = 3;
BracketLayout layoutBrackets(const std::vector<BracketSource>& sources, const TimeScale& scale);

inline constexpr double kBracketHeight = 19;
double bracketTop(const PlacedBracket& bracket);    // y in the lane
double bracketsHeight(const BracketLayout& layout); // px; 0 when there are none

// `headerWidth` px at the left hold the lane's name; legs reach down to the lane's bottom edge.
void buildBrackets(const std::vector<BracketSource>& sources, const BracketLayout& layout, double width,
                   double headerWidth, TextMeasure& text, Scene& scene);

} // namespace lanescope::scene
