#include "widgets/scene/overlay.h"

#include "widgets/scene/frame.h"
#include "widgets/scene/label_fit.h"
#include "widgets/scene/overlay_parts.h"
#include "widgets/scene/ruler_words.h"

#include "core/export/quantity.h"
#include "core/query/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope::scene {

namespace {

constexpr TextStyle kChip{10.5F, 600, false};
constexpr TextStyle kSmall{11, 400, false};

void addSelected(Overlay& o, const RectF& rect, OverLayer layer, bool isCurrent) {
    std::vector<Box>& boxes = o.scene.layers[layer].boxes;
    constexpr float leastBox = 3; // of less, outlines side by side would be a white block
    if (!isCurrent && rect.w < leastBox) {
        for (const float y : {rect.y - 0.75F, rect.bottom() + 0.75F}) {
            Line line{rect.x, y, std::max(rect.right(), rect.x + 1), y, Ink::Selection};
            line.width = 1.5F;
            o.scene.layers[layer].lines.push_back(line);
        }
        return;
    }
    if (isCurrent) {
        Box ring = frameBox(rect, 2, Ink::SelectionHalo, 1.5F);
        ring.radius = 3;
        ring.shape = Shape::Round;
        boxes.push_back(ring);
    }
    boxes.push_back(frameBox(rect, -0.25, Ink::Selection, 1.5F));
}

void addSelection(Overlay& o, const OverlayState& state) {
    for (std::size_t i = 0; i < state.selection.size(); ++i) {
        const bool isCurrent = i + 1 == state.selection.size();
        const auto rect = sliceRect(o.data, o.view, state.selection[i]);
        if (rect && inRows(o, *rect)) addSelected(o, *rect, kMarks, isCurrent);
        for (const Copy& copy : copiesOf(o, state.selection[i])) addSelected(o, copy.rect, copy.layer, isCurrent);
    }
}

void addHover(Overlay& o, SliceId slice) {
    const auto add = [&](const RectF& rect, OverLayer layer) {
        o.scene.layers[layer].boxes.push_back({rect, Ink::HoverTint});
        o.scene.layers[layer].boxes.push_back(frameBox(rect, 0, Ink::Text, 1));
    };
    if (const auto rect = sliceRect(o.data, o.view, slice)) add(*rect, kMarks);
    for (const Copy& copy : copiesOf(o, slice)) add(copy.rect, copy.layer);
}

void addRelated(Overlay& o, const OverlayState& state) {
    Layer& layer = o.scene.layers[kMarks];
    for (const SliceId slice : state.related) {
        const auto rect = sliceRect(o.data, o.view, slice);
        if (!rect || !inRows(o, *rect)) continue;
        const float x0 = rect->x, x1 = rect->right(), y0 = rect->y, y1 = rect->bottom();
        for (const Line& line :
             {Line{x0, y0, x1, y0}, Line{x0, y1, x1, y1}, Line{x0, y0, x0, y1}, Line{x1, y0, x1, y1}}) {
            Line dashed = line;
            dashed.ink = Ink::Selection;
            dashed.stroke = Stroke::Dash32;
            layer.lines.push_back(dashed);
        }
    }
}

void markSameName(Overlay& o, StringId name, const RowAt& at, std::size_t lane, std::vector<Piece>& pieces) {
    const LaneBox box = laneBox(at.row, at.placed, lane, o.data.rowState);
    const double top = at.y + box.y;
    piecesOf(o.data, o.view.scale, at.row.lanes[lane], pieces);
    for (const Piece& piece : pieces) {
        if (piece.kind == PieceKind::Run || o.data.store.nameId(piece.slice) != name) continue;
        const double x0 = o.view.headerWidth + std::max(0.0, piece.x0 + 0.5);
        const double x1 = o.view.headerWidth + std::max(piece.x0 + 1, piece.x1 - 0.5);
        for (const double y : {top - 0.75, top + box.height + 0.75}) {
            Line line{toF(x0), toF(y), toF(x1), toF(y), Ink::Selection};
            line.width = 1.5F;
            o.scene.layers[kMarks].lines.push_back(line);
        }
    }
}

void addSameName(Overlay& o, const OverlayState& state) {
    if (!state.sameName) return;
    std::vector<Piece> pieces;
    const double top = o.view.rowsTop(o.data.layout);
    for (const PlacedRow& placed : o.data.layout.rows) {
        const double y = top + placed.y - o.view.scrollY;
        if (y + placed.height < top || y > o.view.height) continue;
        const RowAt at{o.data.tree.row(placed.row), placed, y};
        for (std::size_t lane = 0; lane < at.row.lanes.size(); ++lane)
            markSameName(o, *state.sameName, at, lane, pieces);
    }
}

Arrow arrowFor(const Link& link, PointF from, PointF to, bool targetShown) {
    Arrow arrow{from, to};
    switch (link.kind) {
    case LinkKind::Launch:
        break;
    case LinkKind::Chain:
        arrow.width = 1;
        arrow.alpha = 50;
        break;
    case LinkKind::ForwardBackward:
        arrow.stroke = Stroke::Dash73;
        break;
    case LinkKind::EventWait:
        arrow.stroke = Stroke::Dash23;
        break;
    case LinkKind::Collective: // addCollective()
        break;
    }
    if (!targetShown) arrow.head = Head::Dot;
    return arrow;
}

// One collective on two lanes: its starts and its ends are joined.
void addCollective(Overlay& o, const Link& link) {
    const auto a = sliceRect(o.data, o.view, link.from), b = sliceRect(o.data, o.view, link.to);
    if (!a || !b) return;
    const bool down = a->y < b->y;
    const float from = down ? a->bottom() : a->y, to = down ? b->y : b->bottom();
    for (const auto& [x1, x2] : {std::pair(a->x, b->x), std::pair(a->right(), b->right())}) {
        Line line{x1, from, x2, to, Ink::Selection};
        line.stroke = Stroke::Dash43;
        line.width = 1.1F;
        o.scene.layers[kLinks].lines.push_back(line);
    }
}

// At the bottom right, in the pointer's layer: over everything.
void addLeftOut(Overlay& o, std::size_t count) {
    if (count == 0) return;
    const std::string words =
        fmt::format("+{} {} not drawn", formatCount(static_cast<std::int64_t>(count)), count == 1 ? "arrow" : "arrows");
    const double width = o.text.width(words, kSmall) + 16;
    const RectF at = rectOf(std::floor(o.view.width - width - 10), std::floor(o.view.height - 28), width, 20);
    Box chip{at, Ink::Raised};
    chip.shape = Shape::Round;
    chip.edge = Ink::Line2;
    chip.radius = 4;
    o.scene.layers[kPointer].boxes.push_back(chip);
    o.scene.layers[kPointer].labels.push_back({at.x + 8, at.y + 14, words, kSmall, Ink::Text2});
}

void addLinks(Overlay& o, const OverlayState& state) {
    addLeftOut(o, state.linksLeft);
    for (const Link& link : state.links) {
        if (link.kind == LinkKind::Collective) {
            addCollective(o, link);
            continue;
        }
        const auto to = linkEnd(o, link.to, true, 0);
        if (!to) continue;
        const auto from = linkEnd(o, link.from, false, to->at.y);
        if (!from) continue;
        const double left = o.view.headerWidth;
        if (std::max(from->at.x, to->at.x) < left || std::min(from->at.x, to->at.x) > o.view.width) continue;
        o.scene.layers[kLinks].arrows.push_back(arrowFor(link, from->at, to->at, to->shown));
        if (!link.chip.empty()) addChip(o, link.chip, from->at, to->at);
    }
}

// What a chip in the ruler would cut goes whole: half a number is none.
void coverCutWords(Overlay& o, double chipLeft, double chipRight) {
    std::vector<Box> covers;
    for (const Label& label : rulerWords(o.data, o.view, o.text)) {
        if (label.style == kRangeStyle) continue; // moves aside
        const double width = o.text.width(label.text, label.style);
        const double left = label.align == Align::Center ? label.x - width / 2 : label.x;
        if (left < o.view.headerWidth || left > chipRight + 1 || left + width < chipLeft - 1) continue;
        const RectF under = rectOf(left - 1, 4, width + 2, 15); // the ticks below stay
        covers.push_back({under, Ink::Header});
        if (!o.view.range) continue;
        const double middle = left + width / 2 - o.view.headerWidth;
        if (middle < o.view.scale.x(o.view.range->begin) || middle > o.view.scale.x(o.view.range->end)) continue;
        Box tint{under, Ink::Range};
        tint.alpha = 25; // as the ruler has it
        covers.push_back(tint);
    }
    std::vector<Box>& boxes = o.scene.layers[kPointer].boxes;
    boxes.insert(boxes.begin(), covers.begin(), covers.end()); // below every chip
}

// What lies under the pointer, beside its time in the ruler: right of it, else left of it.
void addHoverName(Overlay& o, SliceId slice, double timeLeft, double timeRight) {
    constexpr double mostName = 260, padding = 7, gap = 4;
    const std::string length = formatDuration(o.data.store.duration(slice).count(), Precision::Slice);
    const Fitted name = fitKernelName(o.data.names.of(slice), mostName, kSmall, o.text);
    if (name.text.empty()) return;
    const double lengthWidth = o.text.width(length, kSmall);
    const double width = padding + name.width + 8 + lengthWidth + padding;
    double x = timeRight + gap;
    if (x + width > o.view.width - 2) x = timeLeft - gap - width;
    if (x < o.view.headerWidth + 2) return;
    Layer& layer = o.scene.layers[kPointer];
    coverCutWords(o, x, x + width);
    Box chip{rectOf(x, 3, width, 19), Ink::Raised};
    chip.shape = Shape::Round;
    chip.radius = 3;
    chip.edge = Ink::Line2;
    layer.boxes.push_back(chip);
    layer.labels.push_back({toF(x + padding), 16.5F, name.text, kSmall, Ink::Text});
    layer.labels.push_back({toF(x + padding + name.width + 8), 16.5F, length, kSmall, Ink::Text2});
}

// The time's chip would cut the length of the range: it moves aside within the range, or gives way.
void moveRangeWords(Overlay& o, double chipLeft, double chipRight) {
    constexpr double free = 4;
    const auto at = rangeWordsAt(o.view, o.text);
    if (!at) return;
    const double left = o.view.headerWidth + at->begin, right = o.view.headerWidth + at->end;
    if (chipLeft - free >= right || chipRight + free <= left) return;
    Layer& layer = o.scene.layers[kPointer];
    const RectF under = rectOf(left - 1, kRangeHandleTop, right - left + 2, kRangeHandleHeight);
    layer.boxes.push_back({under, Ink::Header});
    Box tint{under, Ink::Range};
    tint.alpha = 25; // as the ruler has it
    layer.boxes.push_back(tint);
    const double inset = kRangeHandleWidth + free;
    const double from = std::max(0.0, o.view.scale.x(o.view.range->begin)) + o.view.headerWidth + inset;
    const double to = std::min(o.view.canvasWidth(), o.view.scale.x(o.view.range->end)) + o.view.headerWidth - inset;
    const double width = right - left;
    double x = chipLeft - free - width;
    if (x < from) x = chipRight + free;
    if (x < from || x + width > to) return;
    layer.labels.push_back(
        {toF(x), toF(kRulerBaseline), formatDuration(o.view.range->length().count()), kRangeStyle, Ink::Text});
}

// The lower edge of what lies over the scrolling rows: the group's row that sticks to the top, else where they begin.
double rowsClearFrom(const Overlay& o) {
    const double top = o.view.rowsTop(o.data.layout);
    const PlacedRow* current = nullptr;
    double limit = 1e9;
    for (const PlacedRow& placed : o.data.layout.rows) {
        if (o.data.tree.row(placed.row).kind != RowKind::Group) continue;
        if (placed.y > o.view.scrollY) {
            limit = top + placed.y - o.view.scrollY;
            break;
        }
        current = &placed;
    }
    if (current == nullptr || current->y >= o.view.scrollY) return top;
    return std::min(top, limit - current->height) + current->height;
}

void addPointer(Overlay& o, const OverlayState& state) {
    Layer& layer = o.scene.layers[kPointer];
    if (!state.pointerX || *state.pointerX < o.view.headerWidth || *state.pointerX > o.view.width) return;
    const double x = std::floor(*state.pointerX) + 0.5;
    Line line{toF(x), toF(kRulerHeight), toF(x), toF(o.view.height), Ink::Text2};
    line.alpha = 70;
    line.stroke = Stroke::Dash23;
    layer.lines.push_back(line);
    const RankTime time = o.view.scale.timeAt(*state.pointerX - o.view.headerWidth);
    const TimeAxis axis = o.view.shownAxis();
    const std::string words = axisText(time - axis.zero, timeTicks(o.view.scale, axis)).whole;
    const double width = o.text.width(words, kChip) + 12;
    const double middle = std::clamp(x, o.view.headerWidth + width / 2 + 2, o.view.width - width / 2 - 2);
    coverCutWords(o, middle - width / 2, middle + width / 2);
    moveRangeWords(o, middle - width / 2, middle + width / 2);
    Box chip{rectOf(middle - width / 2, 3, width, 19), Ink::Text};
    chip.shape = Shape::Round;
    chip.radius = 3;
    layer.boxes.push_back(chip);
    Label label{toF(middle), 16.5F, words, kChip, Ink::Canvas};
    label.align = Align::Center;
    layer.labels.push_back(std::move(label));
    if (state.hover) addHoverName(o, *state.hover, middle - width / 2, middle + width / 2);
}

} // namespace

void buildOverlay(const TimelineData& data, const TimelineView& view, const OverlayState& state, TextMeasure& text,
                  Scene& scene) {
    clear(scene);
    scene.layers.resize(kOverLayers);
    scene.width = toF(view.width);
    scene.height = toF(view.height);
    scene.background = Ink::None;
    Overlay overlay{data, view, text, scene};
    const double top = rowsClearFrom(overlay);
    const RectF rows = rectOf(view.headerWidth + 1, top, view.canvasWidth(), std::max(0.0, view.height - top));
    scene.layers[kMarks].clip = rows;
    scene.layers[kPinnedMarks].clip =
        rectOf(view.headerWidth + 1, view.pinnedTop(), view.canvasWidth(), data.layout.pinnedHeight);
    scene.layers[kLinks].clip = rows;
    addSameName(overlay, state);
    addRelated(overlay, state);
    if (state.hover) addHover(overlay, *state.hover);
    addPath(overlay, state);
    addLinks(overlay, state);
    addSelection(overlay, state);
    addPointer(overlay, state);
    addCounterValues(overlay, state);
}

std::vector<Link> launchLinks(const TraceStore& store, SliceId slice) {
    std::vector<Link> out;
    const auto link = [&](SliceId call, SliceId work) {
        const Ns queued = store.start(work) - store.start(call);
        std::string chip =
            queued.count() > 0 ? "queued " + formatDuration(queued.count(), Precision::Slice) : std::string();
        out.push_back({call, work, LinkKind::Launch, std::move(chip)});
    };
    if (const auto call = store.launchOf(slice)) link(*call, slice);
    for (const SliceId work : store.launchedBy(slice)) link(slice, work);
    if (out.size() <= 1) return out;
    // A graph launch owns hundreds of kernels: only the longest delay carries its chip.
    const auto longest = std::max_element(out.begin(), out.end(), [&](const Link& a, const Link& b) {
        return store.start(a.to) - store.start(a.from) < store.start(b.to) - store.start(b.from);
    });
    for (Link& other : out)
        if (&other != &*longest) other.chip.clear();
    return out;
}

} // namespace lanescope::scene
