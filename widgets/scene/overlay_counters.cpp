// Values of the counters under the pointer: a dot on the curve, the value at the right end of the row.
#include "widgets/scene/counter_look.h"
#include "widgets/scene/frame.h"
#include "widgets/scene/overlay_parts.h"

namespace lanescope::scene {

namespace {

constexpr TextStyle kSmall{11, 400, false};
constexpr float kDot = 5;

void addValue(Overlay& o, const PlacedRow& placed, double y, double pointerX) {
    const Row& row = o.data.tree.row(placed.row);
    const CounterCurve& curve = o.data.tree.counter(*row.counter);
    const auto value = valueAt(curve, o.view.scale.timeAt(pointerX - o.view.headerWidth));
    if (!value) return;
    Layer& layer = o.scene.layers[kPointer];
    const double at = counterY(curve, y, placed.height, *value);
    layer.marks.push_back({MarkShape::Disc, {toF(pointerX), toF(at)}, kDot, kDot, Ink::Text});
    std::string words = counterText(curve, *value);
    const double width = o.text.width(words, kSmall);
    // At the left end while the pointer is near the right one.
    const bool isNear = pointerX > o.view.width - width - 24;
    const double right = isNear ? o.view.headerWidth + width + 14 : o.view.width;
    Box back{rectOf(right - width - 14, y + 4, width + 10, 16), Ink::Raised};
    back.shape = Shape::Round;
    back.radius = 3;
    layer.boxes.push_back(back);
    Label label{toF(right - 9), toF(y + 16), std::move(words), kSmall, Ink::Text};
    label.align = Align::Right;
    layer.labels.push_back(std::move(label));
}

} // namespace

void addCounterValues(Overlay& o, const OverlayState& state) {
    if (!state.pointerX || *state.pointerX < o.view.headerWidth || *state.pointerX >= o.view.width) return;
    for (const PlacedRow& placed : o.data.layout.pinned)
        if (o.data.tree.row(placed.row).counter) addValue(o, placed, o.view.pinnedTop() + placed.y, *state.pointerX);
    const double top = o.view.rowsTop(o.data.layout);
    for (const PlacedRow& placed : o.data.layout.rows) {
        const double y = top + placed.y - o.view.scrollY;
        if (o.data.tree.row(placed.row).counter && y >= top && y < o.view.height)
            addValue(o, placed, y, *state.pointerX);
    }
}

} // namespace lanescope::scene
