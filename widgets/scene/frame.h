// One frame being built: the layers and what every part of it needs. Internal to widgets/scene.
#pragma once

#include "core/query/visible_runs.h"
#include "widgets/scene/timeline_view.h"

namespace lanescope::scene {

enum LayerIndex : std::size_t { kUnder, kRows, kPinned, kSteps, kHeaders, kTopHeaders, kOver, kRuler, kLayerCount };

struct Frame {
    const TimelineData& data;
    const TimelineView& view;
    TextMeasure& text;
    Scene& scene;
    std::vector<Piece> pieces; // of the lane in hand

    Layer& layer(LayerIndex index) { return scene.layers[index]; }
    double left() const { return view.headerWidth; } // of the canvas
    double width() const { return view.canvasWidth(); }
    double rowsTop() const { return view.rowsTop(data.layout); }
};

// A row and where its top is, in px of the timeline area.
struct RowAt {
    const Row& row;
    const PlacedRow& placed;
    double y;
};

void addGrid(Frame& frame);
void addRuler(Frame& frame);
void addSteps(Frame& frame);
void addRange(Frame& frame);
void addHeader(Frame& frame, LayerIndex layer, const RowAt& at);
void addStickyGroup(Frame& frame);
void addLanes(Frame& frame, LayerIndex layer, const RowAt& at);
void addPartsBand(Frame& frame, LayerIndex layer, const RowAt& at);
void addIdleBand(Frame& frame, LayerIndex layer, const RowAt& at);
void addCounter(Frame& frame, LayerIndex layer, const RowAt& at);

// The pieces of a lane, from those that are kept where the data has such.
inline void piecesOf(const TimelineData& data, const TimeScale& scale, const DisplayLane& lane,
                     std::vector<Piece>& out) {
    if (data.kept != nullptr) return data.kept->pieces(data.store, lane, scale, out);
    out.clear();
    visiblePieces(data.store, lane, scale, out);
}

inline float toF(double v) { return static_cast<float>(v); }
inline RectF rectOf(double x, double y, double w, double h) { return {toF(x), toF(y), toF(w), toF(h)}; }

} // namespace lanescope::scene
