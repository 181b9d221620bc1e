// A counter as a step chart, at most one step per px.
#include "widgets/scene/counter_look.h"
#include "widgets/scene/frame.h"

#include <algorithm>

namespace lanescope::scene {

void addCounter(Frame& frame, LayerIndex layer, const RowAt& at) {
    if (!at.row.counter) return;
    const CounterCurve& curve = frame.data.tree.counter(*at.row.counter);
    if (curve.times.empty()) return;
    const TimeScale& scale = frame.view.scale;
    const auto yOf = [&](double value) { return counterY(curve, at.y, at.placed.height, value); };

    Area area;
    area.base = toF(yOf(0));
    area.ink = Ink::Text2;
    const TimeRange view = scale.visible();
    auto it = std::upper_bound(curve.times.begin(), curve.times.end(), count(view.begin));
    double x = frame.left();
    std::optional<double> value = valueAt(curve, view.begin);
    if (value) area.line.push_back({toF(x), toF(yOf(*value))});
    while (it != curve.times.end() && *it < count(view.end)) {
        // All samples of one column: its largest value, so that no peak is lost, then the last one goes on.
        const std::int64_t column = scale.columnOf(rankTime(*it));
        const auto end = std::lower_bound(it, curve.times.end(), count(scale.columnStart(column + 1)));
        const auto from = static_cast<std::size_t>(it - curve.times.begin());
        const auto to = static_cast<std::size_t>(end - curve.times.begin());
        const double peak = *std::max_element(curve.values.begin() + static_cast<std::ptrdiff_t>(from),
                                              curve.values.begin() + static_cast<std::ptrdiff_t>(to));
        const double last = curve.values[to - 1];
        x = frame.left() + scale.columnX(column);
        if (value) area.line.push_back({toF(x), toF(yOf(*value))});
        area.line.push_back({toF(x), toF(yOf(peak))});
        if (last != peak) {
            area.line.push_back({toF(x + 1), toF(yOf(peak))});
            area.line.push_back({toF(x + 1), toF(yOf(last))});
        }
        value = last;
        it = end;
    }
    if (!value) return;
    const double end = std::min(frame.width(), std::max(0.0, scale.x(frame.data.store.extent().end)));
    area.line.push_back({toF(std::max(x, frame.left() + end)), toF(yOf(*value))});
    frame.layer(layer).areas.push_back(std::move(area));
}

} // namespace lanescope::scene
