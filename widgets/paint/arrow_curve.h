// The course of an arrow: leaves vertically, arrives from the left. Internal to widgets/paint.
#pragma once

#include "widgets/scene/scene.h"

#include <QPointF>

#include <algorithm>
#include <cmath>

namespace lanescope::paint {

struct Curve {
    QPointF from, c1, c2, to;
    QPointF at(double t) const {
        const double u = 1 - t;
        return from * (u * u * u) + c1 * (3 * u * u * t) + c2 * (3 * u * t * t) + to * (t * t * t);
    }
};

inline Curve curveOf(const scene::Arrow& arrow) {
    const QPointF from(arrow.from.x, arrow.from.y);
    const QPointF to(arrow.to.x, arrow.to.y);
    const double dy = to.y() - from.y();
    const double reach = std::clamp(std::abs(to.x() - from.x()) / 2, 24.0, 60.0);
    return {from, {from.x(), from.y() + 0.58 * dy}, {to.x() - reach, to.y() - 0.3 * dy}, to};
}

} // namespace lanescope::paint
