#include "widgets/scene/note_geometry.h"

#include <algorithm>

namespace lanescope::scene {
namespace {

float f(double v) { return static_cast<float>(v); }

// The row in px of the timeline area; none when it is hidden, folded away or scrolled out.
std::optional<RectF> rowRect(const TimelineData& data, const TimelineView& view, const std::string& key) {
    if (key.empty()) return std::nullopt;
    const auto row = data.tree.find(key);
    if (!row) return std::nullopt;
    for (const PlacedRow& placed : data.layout.pinned)
        if (placed.row == *row)
            return RectF{f(view.headerWidth), f(view.pinnedTop() + placed.y), f(view.canvasWidth()), f(placed.height)};
    const PlacedRow* placed = data.layout.find(*row);
    if (!placed) return std::nullopt;
    const double top = view.rowsTop(data.layout) + placed->y - view.scrollY;
    if (top + placed->height <= view.rowsTop(data.layout) || top >= view.height) return std::nullopt;
    return RectF{f(view.headerWidth), f(top), f(view.canvasWidth()), f(placed->height)};
}

std::optional<RectF> anchorRect(const TimelineData& data, const TimelineView& view, const std::optional<SliceId>& slice,
                                const notes::Anchor& anchor, double x) {
    if (slice) {
        const auto rect = sliceRect(data, view, *slice);
        if (rect && rect->y < view.height && rect->bottom() > kRulerHeight) return rect;
        return std::nullopt;
    }
    const auto row = rowRect(data, view, anchor.row);
    if (!row || x < view.headerWidth || x > view.width) return std::nullopt;
    return RectF{f(x), row->y, 0, row->h};
}

} // namespace

NotePlace placeOfNote(const TimelineData& data, const TimelineView& view, const NoteSource& source, std::size_t index) {
    NotePlace out;
    out.index = index;
    out.leads = source.note.kind != notes::Kind::Text;
    out.x0 = view.headerWidth + view.scale.x(source.note.begin);
    out.x1 = view.headerWidth + view.scale.x(source.note.end);
    out.inView = out.right() >= view.headerWidth && out.left() <= view.width;
    if (!out.inView) return out;
    out.at = anchorRect(data, view, source.from, source.note.from, out.x0);
    if (source.note.kind == notes::Kind::Arrow) out.to = anchorRect(data, view, source.to, source.note.to, out.x1);
    if (source.note.kind == notes::Kind::Box) {
        const auto first = rowRect(data, view, source.note.from.row);
        const auto last = rowRect(data, view, source.note.to.row);
        if (first || last) {
            const RectF a = first ? *first : *last, b = last ? *last : *first;
            const double top = std::min(a.y, b.y), bottom = std::max(a.bottom(), b.bottom());
            const double left = std::max(out.left(), view.headerWidth), right = std::min(out.right(), view.width);
            out.frame = RectF{f(left), f(top), f(right - left), f(bottom - top)};
        }
    }
    return out;
}

void addNoteShape(const TimelineView& view, const NoteSource& source, const NotePlace& place, Layer& layer) {
    const Ink ink = noteInk(source.note.meaning);
    const double left = std::max(place.left(), view.headerWidth), right = std::min(place.right(), view.width);
    if (place.frame) {
        Box frame;
        frame.rect = *place.frame;
        frame.shape = Shape::Frame;
        frame.fill = Ink::None;
        frame.edge = ink;
        frame.edgeWidth = 1.5F;
        layer.boxes.push_back(frame);
        return;
    }
    if (source.note.kind == notes::Kind::Arrow) {
        if (!place.at || !place.to) return;
        Arrow arrow;
        arrow.from = {f(place.at->w > 0 ? place.at->right() : place.at->x), f(place.at->y + place.at->h / 2)};
        arrow.to = {place.to->x, f(place.to->y + place.to->h / 2)};
        arrow.ink = ink;
        layer.arrows.push_back(arrow);
        return;
    }
    if (source.note.kind == notes::Kind::Range && source.note.isSpan()) { // a bracket below the ruler's labels
        const double y = kRulerHeight - 3;
        layer.lines.push_back({f(left), f(y), f(right), f(y), ink, 0, 100, Stroke::Solid, 1.5F});
        for (const double x : {place.left(), place.right()})
            if (x >= view.headerWidth && x <= view.width)
                layer.lines.push_back({f(x), f(y), f(x), f(kRulerHeight + 3), ink, 0, 100, Stroke::Solid, 1.5F});
    }
}

} // namespace lanescope::scene
