// A picture of the timeline as plain data: boxes, lines, labels, arrows with roles, in px. No Qt. The same scene is
// drawn on screen and into PNG, SVG and PDF, and can be dumped as text for tests. A value; any thread.
#pragma once

#include "core/base/id.h"
#include "core/store/columns.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::scene {

// What a thing is; themes map roles to colours in one file (widgets/paint/theme).
enum class Ink : std::uint8_t {
    Window,
    Header,
    Canvas,
    Group,
    Line,
    Line2,
    Grid,
    Text,
    Text2,
    Muted,
    Accent,
    Selection,
    SelectionHalo,
    RangeTint,
    Operator,
    OperatorText,
    Python,
    PythonText,
    RuntimeCall,
    RuntimeText,
    Annotation,
    AnnotationText,
    KindFill,  // by Box::kind
    KindInk,   // text on a kind
    IdleOwner, // by Box::owner
    Bad,
    Warn,
    Good,
    Hit,
};

struct RectF {
    double x = 0, y = 0, w = 0, h = 0;
};

enum class BoxShape : std::uint8_t { Slice, Run, Point /* diamond */, Outline, Fill, Band };

struct Box {
    RectF rect;
    BoxShape shape = BoxShape::Slice;
    Ink fill = Ink::Operator;
    WorkKind kind = WorkKind::None;
    std::uint8_t owner = 0;       // idle owner, when fill is IdleOwner
    std::uint8_t alpha = 100;     // per cent
    bool rail = false;            // communication: solid; memory: dashed rail at the bottom
    std::optional<SliceId> slice; // for hit tests
};

enum class Align : std::uint8_t { Left, Center, Right };
struct Label {
    double x = 0, y = 0; // left (or centre, right) of the text, baseline centre line of the row
    double maxWidth = 0;
    std::string text;
    Ink ink = Ink::Text;
    std::uint8_t size = 11; // px at 1x
    std::uint16_t weight = 400;
    Align align = Align::Left;
    bool mono = false;
};

enum class LineStyle : std::uint8_t { Solid, Dashed, Dotted };
struct Line {
    double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
    Ink ink = Ink::Line;
    double width = 1;
    LineStyle style = LineStyle::Solid;
};

struct Arrow { // curve from a launch to its work; drawn over a canvas-coloured casing
    double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
    double width = 1.5;
    LineStyle style = LineStyle::Solid;
    std::string chip; // "queued 1.45 ms", or empty
};

// Layers are painted in the order of the members.
struct Layer {
    std::optional<RectF> clip;
    std::vector<Box> boxes;
    std::vector<Line> lines;
    std::vector<Arrow> arrows;
    std::vector<Label> labels;
};

struct Scene {
    double width = 0, height = 0;
    Ink background = Ink::Canvas;
    std::vector<Layer> layers;
};

// Canonical text, stable between runs: one line a thing, coordinates with two decimals.
std::string dump(const Scene& scene);

} // namespace lanescope::scene
