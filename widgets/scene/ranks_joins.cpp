#include "widgets/scene/ranks_joins.h"

#include "widgets/scene/frame.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace lanescope::scene {

namespace {

constexpr double kBeside = 3, kAbove = 1; // px kept free around words
constexpr double kAscent = 0.8, kDescent = 0.24;
constexpr double kLeastPart = 2;

RectF placeOf(const Label& label, TextMeasure& text) {
    const double width = text.width(label.text, label.style), size = static_cast<double>(label.style.size);
    double x = static_cast<double>(label.x);
    if (label.align != Align::Left) x -= label.align == Align::Right ? width : width / 2;
    const double top = static_cast<double>(label.baseline) - kAscent * size;
    return rectOf(x - kBeside, top - kAbove, width + 2 * kBeside, (kAscent + kDescent) * size + 2 * kAbove);
}

bool meet(const RectF& a, const RectF& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

using Part = std::pair<double, double>; // of a line, 0 to 1

// What of the line lies inside.
std::optional<Part> inside(const Line& line, const RectF& rect) {
    double from = 0, to = 1;
    const auto cut = [&](double start, double step, double low, double high) {
        if (step == 0) return start > low && start < high;
        double a = (low - start) / step, b = (high - start) / step;
        if (a > b) std::swap(a, b);
        from = std::max(from, a);
        to = std::min(to, b);
        return from < to;
    };
    const auto d = [](float v) { return static_cast<double>(v); };
    if (!cut(d(line.x1), d(line.x2) - d(line.x1), d(rect.x), d(rect.right()))) return std::nullopt;
    if (!cut(d(line.y1), d(line.y2) - d(line.y1), d(rect.y), d(rect.bottom()))) return std::nullopt;
    return Part{from, to};
}

} // namespace

std::vector<RectF> wordsOf(const Scene& frame, double left, TextMeasure& text) {
    std::vector<RectF> out;
    for (const LayerIndex index : {kRows, kHeaders, kTopHeaders}) {
        if (frame.layers.size() <= index) continue;
        const Layer& layer = frame.layers[index];
        const auto add = [&](const RectF& place) {
            if (static_cast<double>(place.right()) > left && (!layer.clip || meet(place, *layer.clip)))
                out.push_back(place);
        };
        for (const Label& label : layer.labels) add(placeOf(label, text));
        if (index == kRows) continue;
        for (const Box& box : layer.boxes)
            if (box.shape == Shape::Round) add(box.rect);
    }
    return out;
}

void addApart(Layer& layer, const Line& line, std::span<const RectF> places) {
    std::vector<Part> covered;
    for (const RectF& place : places)
        if (const auto part = inside(line, place)) covered.push_back(*part);
    std::sort(covered.begin(), covered.end());
    const double dx = static_cast<double>(line.x2 - line.x1), dy = static_cast<double>(line.y2 - line.y1);
    const double length = std::hypot(dx, dy);
    const auto add = [&](double from, double to) {
        if ((to - from) * length < kLeastPart) return;
        Line part = line;
        if (from > 0) {
            part.x1 = toF(static_cast<double>(line.x1) + dx * from);
            part.y1 = toF(static_cast<double>(line.y1) + dy * from);
        }
        if (to < 1) {
            part.x2 = toF(static_cast<double>(line.x1) + dx * to);
            part.y2 = toF(static_cast<double>(line.y1) + dy * to);
        }
        layer.lines.push_back(part);
    };
    double free = 0;
    for (const auto& [from, to] : covered) {
        add(free, from);
        free = std::max(free, to);
    }
    add(free, 1);
}

} // namespace lanescope::scene
