#include "widgets/panels/analysis/pill_box.h"

#include "widgets/timeline/scene_widget.h"

#include <QPainter>

#include <algorithm>

namespace lanescope::panels {

using scene::Ink;

namespace {
constexpr int kHeight = 26, kLeft = 10, kChevronRoom = 26, kMostText = 300;
constexpr scene::TextStyle kStyle{12, 500, false};
} // namespace

PillBox::PillBox(timeline::Look& look, const QString& accessibleName, QWidget* parent)
    : QComboBox(parent), m_look(look) {
    setAccessibleName(accessibleName);
    setToolTip(accessibleName);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&look, &timeline::Look::themeChanged, this, qOverload<>(&QWidget::update));
    connect(this, &QComboBox::currentIndexChanged, this, [this] { updateGeometry(); });
}

QSize PillBox::sizeHint() const {
    const double text = m_look.fonts().width(currentText().toStdString(), kStyle);
    return {kLeft + kChevronRoom + static_cast<int>(std::min<double>(text + 1, kMostText)), kHeight};
}

QSize PillBox::minimumSizeHint() const { return {std::min(90, sizeHint().width()), kHeight}; }

void PillBox::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool strong = hasFocus() || underMouse();
    painter.setPen(m_look.color(hasFocus() ? Ink::Accent : strong ? Ink::Muted : Ink::Line2));
    painter.setBrush(m_look.color(Ink::Raised));
    painter.drawRoundedRect(QRectF(0.5, 0.5, width() - 1, height() - 1), 5, 5);
    painter.setPen(QPen(m_look.color(Ink::Text2), 1.5));
    const double x = width() - 17, y = height() / 2.0 - 2;
    painter.drawPolyline(QPolygonF{{QPointF(x, y), QPointF(x + 4, y + 4), QPointF(x + 8, y)}});
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(m_look.color(isEnabled() ? Ink::Text : Ink::Muted));
    const std::string text =
        timeline::elided(m_look.fonts(), currentText().toStdString(), kStyle, width() - kLeft - kChevronRoom + 2);
    m_look.fonts().draw(painter, kLeft, height() / 2.0 + 4, text, kStyle);
}

} // namespace lanescope::panels
