// A path of slices over the frame, and the parts it shares with arrows.
#include "widgets/scene/frame.h"
#include "widgets/scene/overlay_parts.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace lanescope::scene {

namespace {

constexpr TextStyle kDelay{11, 500, false};
constexpr float kPathWidth = 2;
constexpr double kLeastOutlinePx = 8; // of less, an outline would be nothing but edge
constexpr float kJoinPx = 1;          // underlines closer than this are one

struct Shown {
    std::size_t index = 0; // in the path
    RectF rect;
};

// The pieces in view, in order of the path.
std::vector<Shown> shownPieces(const Overlay& o, std::span<const PathPiece> path) {
    std::vector<Shown> out;
    const TimeRange view = o.view.scale.visible();
    for (std::size_t i = 0; i < path.size(); ++i) {
        const SliceId slice = path[i].slice;
        if (o.data.store.start(slice) >= view.end || o.data.store.end(slice) < view.begin) continue;
        const auto rect = sliceRect(o.data, o.view, slice);
        if (rect && inRows(o, *rect)) out.push_back({i, *rect});
    }
    return out;
}

// Of too many the widest.
void addOutlines(Overlay& o, std::vector<Shown> wide) {
    if (wide.size() > kMostPathOutlines) {
        std::nth_element(wide.begin(), wide.begin() + static_cast<std::ptrdiff_t>(kMostPathOutlines), wide.end(),
                         [](const Shown& a, const Shown& b) { return a.rect.w > b.rect.w; });
        wide.resize(kMostPathOutlines);
    }
    for (const Shown& shown : wide)
        o.scene.layers[kMarks].boxes.push_back(frameBox(shown.rect, 1, Ink::Warn, kPathWidth));
}

// What is too narrow for an outline is underlined, neighbours of a lane by one line: bars would hide the lane, and
// there are never more lines than px.
void addUnderlines(Overlay& o, const std::vector<Shown>& narrow) {
    std::vector<Box>& boxes = o.scene.layers[kMarks].boxes;
    std::vector<std::size_t> lastOfLane; // in boxes
    for (const Shown& shown : narrow) {
        const RectF line{shown.rect.x, shown.rect.bottom() - kPathWidth, shown.rect.w, kPathWidth};
        const auto lane = std::find_if(lastOfLane.begin(), lastOfLane.end(),
                                       [&](std::size_t at) { return boxes[at].rect.y == line.y; });
        if (lane != lastOfLane.end()) {
            RectF& last = boxes[*lane].rect;
            if (line.x >= last.x && line.x - last.right() <= kJoinPx) {
                last.w = std::max(last.right(), line.right()) - last.x;
                continue;
            }
            *lane = boxes.size();
        } else {
            lastOfLane.push_back(boxes.size());
        }
        boxes.push_back({line, Ink::Warn});
    }
}

Arrow edgeArrow(PathEdge edge, PointF from, const LinkEnd& to) {
    Arrow arrow{from, to.at};
    arrow.ink = Ink::Warn;
    arrow.width = kPathWidth;
    arrow.head = to.shown ? Head::Arrow : Head::Dot;
    if (edge == PathEdge::Wait) arrow.stroke = Stroke::Dash23;
    if (edge == PathEdge::Launch) arrow.stroke = Stroke::Dash73;
    return arrow;
}

// From the end of one slice to the start of the next.
void addEdge(Overlay& o, const PathPiece& piece, const PathPiece& next) {
    const auto to = linkEnd(o, next.slice, true, 0);
    if (!to) return;
    auto from = linkEnd(o, piece.slice, false, to->at.y);
    if (!from) return;
    if (const auto rect = sliceRect(o.data, o.view, piece.slice); rect && piece.edge != PathEdge::Launch)
        from->at.x = rect->right();
    const double left = o.view.headerWidth;
    if (std::max(from->at.x, to->at.x) < left || std::min(from->at.x, to->at.x) > o.view.width) return;
    o.scene.layers[kLinks].arrows.push_back(edgeArrow(piece.edge, from->at, *to));
    if (!piece.chip.empty()) addChip(o, piece.chip, from->at, to->at);
}

// Edges with an end in the time of the view.
std::vector<std::size_t> edgesInView(const Overlay& o, std::span<const PathPiece> path) {
    std::vector<std::size_t> out;
    const TimeRange view = o.view.scale.visible();
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        if (path[i].edge == PathEdge::None) continue;
        if (o.data.store.end(path[i].slice) < view.begin && o.data.store.start(path[i + 1].slice) < view.begin)
            continue;
        if (o.data.store.start(path[i].slice) >= view.end) continue;
        if (o.data.store.lane(path[i].slice) == o.data.store.lane(path[i + 1].slice)) continue; // side by side
        out.push_back(i);
        if (out.size() > kMostPathEdges) return {};
    }
    return out;
}

} // namespace

bool inRows(const Overlay& o, const RectF& rect) {
    const double top = o.view.rowsTop(o.data.layout);
    return rect.bottom() > top && rect.y < o.view.height && rect.right() > o.view.headerWidth && rect.x < o.view.width;
}

Box frameBox(RectF rect, double grow, Ink ink, float width) {
    const float by = toF(grow);
    Box box{{rect.x - by, rect.y - by, rect.w + 2 * by, rect.h + 2 * by}, Ink::None};
    box.shape = Shape::Frame;
    box.edge = ink;
    box.edgeWidth = width;
    return box;
}

std::optional<LinkEnd> linkEnd(const Overlay& o, SliceId slice, bool isTarget, float otherY) {
    if (const auto rect = sliceRect(o.data, o.view, slice)) {
        const float x = isTarget ? rect->x : rect->x + std::min(rect->w / 2, 6.0F);
        const float y = isTarget ? rect->y + rect->h / 2 : (otherY >= rect->y ? rect->bottom() : rect->y);
        return LinkEnd{{x, y}, true};
    }
    const auto place = o.data.tree.placeOf(o.data.store, slice);
    if (!place) return std::nullopt;
    const auto parent = o.data.tree.row(place->row).parent;
    const PlacedRow* group = parent ? o.data.layout.find(*parent) : nullptr;
    if (group == nullptr) return std::nullopt;
    const double y = o.view.rowsTop(o.data.layout) + group->y - o.view.scrollY + group->height / 2;
    const double x = std::clamp(o.view.scale.x(o.data.store.start(slice)), -2.0, o.view.canvasWidth() + 2);
    return LinkEnd{{toF(o.view.headerWidth + x), toF(y)}, false};
}

void addChip(Overlay& o, const std::string& words, PointF from, PointF to) {
    const double width = o.text.width(words, kDelay) + 16;
    const double middle =
        std::clamp<double>((from.x + to.x) / 2, o.view.headerWidth + width / 2 + 4, o.view.width - width / 2 - 4);
    const double y = (from.y + to.y) / 2;
    Box chip{rectOf(std::round(middle - width / 2), std::round(y - 9), width, 18), Ink::Raised};
    chip.shape = Shape::Round;
    chip.edge = Ink::Line2;
    chip.radius = 4;
    // In the pointer's layer, so that no arrow runs over it.
    o.scene.layers[kPointer].boxes.push_back(chip);
    Label label{toF(std::round(middle)), toF(std::round(y) + 4), words, kDelay, Ink::Text};
    label.align = Align::Center;
    o.scene.layers[kPointer].labels.push_back(std::move(label));
}

void addPath(Overlay& o, const OverlayState& state) {
    std::vector<Shown> narrow = shownPieces(o, state.path);
    const auto isWide = [](const Shown& shown) { return static_cast<double>(shown.rect.w) >= kLeastOutlinePx; };
    const auto firstWide = std::stable_partition(narrow.begin(), narrow.end(), std::not_fn(isWide));
    addOutlines(o, std::vector<Shown>(firstWide, narrow.end()));
    narrow.erase(firstWide, narrow.end());
    addUnderlines(o, narrow);
    for (const std::size_t i : edgesInView(o, state.path)) addEdge(o, state.path[i], state.path[i + 1]);
}

} // namespace lanescope::scene
