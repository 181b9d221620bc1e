// The part of a collective in which a rank waits for the others (UI.md 8): thin diagonals in the colour of its kind, so
// that it is told from the transfer without its colour. One thread.
#pragma once

#include "widgets/paint/theme.h"

#include <QBrush>
#include <QPainter>

namespace lanescope::paint {

QColor waitingGround(const Theme& theme, std::uint8_t kind);
QColor waitingEdge(const Theme& theme, std::uint8_t kind);
// A texture of one 8 x 8 px tile at that scale, for device px with the brush origin at the canvas's corner.
QBrush waitingBrush(const Theme& theme, std::uint8_t kind, double scale);
// The same strokes as lines, cut at the borders of the rectangle: for files without textures and clipping.
void drawWaitingStrokes(QPainter& painter, const Theme& theme, std::uint8_t kind, const QRectF& rect);

} // namespace lanescope::paint
