#include "widgets/scene/frame.h"

#include <algorithm>

namespace lanescope::scene {

namespace {

void addRow(Frame& frame, LayerIndex layer, const RowAt& at) {
    switch (at.row.kind) {
    case RowKind::Group:
        return;
    case RowKind::PartsBand:
        return addPartsBand(frame, layer, at);
    case RowKind::IdleBand:
        return addIdleBand(frame, layer, at);
    case RowKind::Counter:
        return addCounter(frame, layer, at);
    default:
        return addLanes(frame, layer, at);
    }
}

void addSeparator(Frame& frame, LayerIndex layer, const RowAt& at) {
    const double bottom = at.y + at.placed.height - 0.5;
    frame.layer(layer).lines.push_back(
        {toF(frame.left()), toF(bottom), toF(frame.left() + frame.width()), toF(bottom), Ink::Grid});
}

void addScrollingRows(Frame& frame) {
    const double top = frame.rowsTop();
    frame.layer(kRows).clip = rectOf(frame.left(), top, frame.width(), std::max(0.0, frame.view.height - top));
    frame.layer(kHeaders).clip = rectOf(0, top, frame.view.width, std::max(0.0, frame.view.height - top));
    const auto& rows = frame.data.layout.rows;
    // The first row whose bottom is in view.
    auto it = std::lower_bound(rows.begin(), rows.end(), frame.view.scrollY,
                               [](const PlacedRow& row, double y) { return row.y + row.height <= y; });
    for (; it != rows.end(); ++it) {
        const double y = top + it->y - frame.view.scrollY;
        if (y >= frame.view.height) break;
        const RowAt at{frame.data.tree.row(it->row), *it, y};
        addSeparator(frame, kRows, at);
        addRow(frame, kRows, at);
        addHeader(frame, kHeaders, at);
    }
}

void addPinnedRows(Frame& frame) {
    const double top = frame.view.pinnedTop();
    frame.layer(kPinned).clip = rectOf(frame.left(), top, frame.width(), frame.data.layout.pinnedHeight);
    for (const PlacedRow& placed : frame.data.layout.pinned) {
        const RowAt at{frame.data.tree.row(placed.row), placed, top + placed.y};
        addSeparator(frame, kPinned, at);
        addRow(frame, kPinned, at);
        addHeader(frame, kTopHeaders, at);
    }
    if (frame.data.layout.pinned.empty()) return;
    const double bottom = frame.rowsTop() - 0.5;
    frame.layer(kTopHeaders).lines.push_back({0, toF(bottom), toF(frame.view.width), toF(bottom), Ink::Line2});
}

} // namespace

void buildTimeline(const TimelineData& data, const TimelineView& view, TextMeasure& text, Scene& scene) {
    clear(scene);
    scene.layers.resize(kLayerCount);
    scene.width = toF(view.width);
    scene.height = toF(view.height);
    scene.background = Ink::Canvas;
    Frame frame{data, view, text, scene, {}};
    frame.layer(kUnder).clip =
        rectOf(frame.left(), kRulerHeight, frame.width(), std::max(0.0, view.height - kRulerHeight));
    frame.layer(kOver).clip = rectOf(frame.left(), 0, frame.width(), view.height);
    frame.layer(kSteps).clip = frame.layer(kOver).clip;
    addGrid(frame);
    addRange(frame);
    addScrollingRows(frame);
    addPinnedRows(frame);
    addStickyGroup(frame);
    addSteps(frame);
    addRuler(frame);
    // The header column goes down to the bottom, with its edge.
    Box column{rectOf(0, kRulerHeight, frame.left(), std::max(0.0, view.height - kRulerHeight)), Ink::Header};
    frame.layer(kUnder).boxes.push_back(column);
    frame.layer(kUnder).clip.reset();
    const double edge = frame.left() + 0.5;
    frame.layer(kSteps).lines.push_back({toF(edge), 0, toF(edge), toF(view.height), Ink::Line2});
}

} // namespace lanescope::scene
