// Charts as plain data: what is drawn, in which units, and where a click leads. The widget paints them with the theme;
// nothing here knows of pixels. Values; any thread.
#pragma once

#include "core/analysis/analysis.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::models {

enum class ChartKind : std::uint8_t {
    Bars,  // categories side by side, series stacked
    Curve, // series over x, each value holds until the next
    Dots,  // points; guides are lines through them
};
enum class Scaling : std::uint8_t { Linear, Log };

struct ChartAxis {
    std::string title;
    Unit unit = Unit::None;
    Scaling scaling = Scaling::Linear;
    std::string suffix = {}; // unit word of what Unit does not know: "TFLOP/s"
};

// The colours of the data, as everywhere else.
enum class ChartColour : std::uint8_t { Compute, Communication, Memory, Idle, Plain, Owner, Kind };

struct ChartTarget { // where a click leads
    std::optional<SliceId> slice;
    std::optional<TimeRange> range;
};

struct ChartPoint {
    // In the unit of the axis: ns, bytes ...; points in time from the start of the trace; of bars, x is the category.
    double x = 0, y = 0;
    ChartTarget target;
    std::string label; // said beside the values
};

struct ChartSeries {
    std::string name;
    ChartColour colour = ChartColour::Plain;
    std::uint8_t variant = 0; // of Owner and Kind
    std::vector<ChartPoint> points;
};

struct ChartGuide { // a line that is no data: a roof, a median
    std::string name;
    std::vector<ChartPoint> points;
};

struct Chart {
    std::string id, title;
    ChartKind kind = ChartKind::Bars;
    ChartAxis x, y;
    std::vector<std::string> categories = {}; // of bars
    std::vector<ChartSeries> series = {};
    std::vector<ChartGuide> guides = {};
    std::string note = {};
    bool isEmpty() const;
};

// The charts that say more than the tables of an answer; empty for analyses that have none. Stopped: those made so far.
std::vector<Chart> chartsOf(std::string_view analysis, const TraceStore& store, const AnalysisInput& input,
                            const AnalysisResult& result, RunContext& context);

// How the time of a row's slices changes over the steps, else over time. Empty below three slices.
Chart variationChart(const TraceStore& store, std::span<const SliceId> slices, const std::string& name);

} // namespace lanescope::models
