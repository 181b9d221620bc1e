// Fusion with check boxes and radio buttons whose outline can be seen on every ground: its own is a shade of the
// window, next to nothing in the dark theme. Colours come from the palette. GUI thread.
#pragma once

#include <QProxyStyle>

namespace lanescope::panels {

class BoxStyle final : public QProxyStyle {
public:
    BoxStyle();
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
};

} // namespace lanescope::panels
