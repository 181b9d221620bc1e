// A picture as plain data: boxes, lines, labels, arrows with roles, in px at 1x. No Qt. The same scene is drawn on
// screen and into PNG, SVG and PDF, and can be dumped as text for tests. Themes give the roles their colours, so a
// change of theme needs no new scene. A value; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::scene {

// What a thing is. widgets/paint/theme maps each to a token. Those from Kind on need a variant.
enum class Ink : std::uint8_t {
    None, // not drawn
    Window,
    Header,
    Canvas,
    Panel,
    Raised,
    Input,
    Group,
    Line,
    Line2,
    Grid,
    Text,
    Text2,
    Muted,
    Accent,
    AccentBack,
    OnAccent,
    Selection,
    SelectionHalo,
    Range,
    Operator,
    OperatorText,
    Python,
    PythonText,
    RuntimeCall,
    RuntimeText,
    Annotation,
    AnnotationText,
    Hit,
    Bad,
    Warn,
    Good,
    HoverTint, // laid over what the pointer is on: lighter in dark themes, darker in light ones
    KindText,  // ink on any kind
    Kind,      // variant: WorkKind
    KindRail,  // variant: WorkKind; the kind mixed with 28 % black
    Owner,     // variant: IdleOwner; the plain colour
    OwnerCall, // variant: IdleOwner; a host call that owns idle time: 34 % over the canvas
    Heat,      // variant: step 0 to 6 of the ramp
    HeatText,  // variant: text on that step
    Count_,
};

struct RectF {
    float x = 0, y = 0, w = 0, h = 0;
    float right() const { return x + w; }
    float bottom() const { return y + h; }
};

enum class Shape : std::uint8_t {
    Fill,    // whole device px, no edge
    Slice,   // as Fill; light themes add a 1 px edge of the darkened fill from 4 px width on
    Run,     // folded: as Fill
    Frame,   // outline only, of `edge`
    Round,   // rounded, antialiased, with an edge when `edge` is set
    Diamond, // centred in rect
    Idle,    // the pattern of an owner (variant), anchored to the canvas; plain below 3 px. Of a Kind: waiting
};
enum class Rail : std::uint8_t { None, Solid, Dashed };

struct Box {
    RectF rect;
    Ink fill = Ink::Operator;
    std::uint8_t variant = 0;
    std::uint8_t alpha = 100; // per cent
    Shape shape = Shape::Fill;
    Rail rail = Rail::None;
    Ink edge = Ink::None;
    std::uint8_t edgeVariant = 0;
    float edgeWidth = 1;
    float radius = 0;
};

enum class Stroke : std::uint8_t { Solid, Dash23, Dash32, Dash43, Dash73, Dash83 };

struct Line {
    float x1 = 0, y1 = 0, x2 = 0, y2 = 0;
    Ink ink = Ink::Line;
    std::uint8_t variant = 0;
    std::uint8_t alpha = 100;
    Stroke stroke = Stroke::Solid;
    float width = 1; // horizontal and vertical ones lie on whole device px
};

struct PointF {
    float x = 0, y = 0;
};

struct Area { // a step chart: the line, and the space below it down to `base` at 22 %
    std::vector<PointF> line;
    float base = 0;
    Ink ink = Ink::Text2;
};

enum class Head : std::uint8_t { None, Arrow, Dot };
struct Arrow { // leaves downwards (or upwards), arrives from the left; over a canvas-coloured casing
    PointF from, to;
    Head head = Head::Arrow;
    Ink ink = Ink::Selection;
    std::uint8_t alpha = 100;
    Stroke stroke = Stroke::Solid;
    float width = 1.5F;
};

enum class MarkShape : std::uint8_t {
    ChevronDown,
    ChevronRight,
    TriangleDown,
    TriangleUp,
    Disc,
    Ring,
    Square,
    Pin,
    Cross
};
struct Mark {
    MarkShape shape = MarkShape::Disc;
    PointF centre;
    float w = 0, h = 0;
    Ink ink = Ink::Text2;
    std::uint8_t variant = 0;
};

enum class Align : std::uint8_t { Left, Center, Right };
struct TextStyle {
    float size = 11; // px
    std::uint16_t weight = 400;
    bool mono = false;
    friend bool operator==(const TextStyle&, const TextStyle&) = default;
};
struct Label {
    float x = 0;        // left end, middle or right end of the text, by `align`
    float baseline = 0; // y
    std::string text;   // already cut to fit
    TextStyle style;
    Ink ink = Ink::Text;
    std::uint8_t variant = 0;
    Align align = Align::Left;
};

// Painted in the order of the members.
struct Layer {
    std::optional<RectF> clip;
    std::vector<Box> boxes;
    std::vector<Area> areas;
    std::vector<Line> lines;
    std::vector<Arrow> arrows;
    std::vector<Mark> marks;
    std::vector<Label> labels;
};

struct Scene {
    float width = 0, height = 0;
    Ink background = Ink::Canvas;
    std::vector<Layer> layers;
};

// Empties the scene but keeps its memory: frames are built into the same one again.
void clear(Scene& scene);
// Canonical text, stable between runs: one line a thing, coordinates with two decimals.
std::string dump(const Scene& scene);

} // namespace lanescope::scene
