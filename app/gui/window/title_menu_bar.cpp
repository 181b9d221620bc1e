#include "app/gui/window/title_menu_bar.h"

#include <QPainter>

namespace lanescope::app {

TitleMenuBar::TitleMenuBar(timeline::Look& look, QWidget* parent) : QMenuBar(parent), m_look(look) {
    setNativeMenuBar(true);
    setMinimumHeight(28);
}

void TitleMenuBar::setTitle(const QString& title) {
    m_title = title;
    update();
}

void TitleMenuBar::paintEvent(QPaintEvent* event) {
    QMenuBar::paintEvent(event);
    QPainter painter(this);
    const scene::TextStyle style{12, 400, false};
    const auto widthOf = [&](const std::string& s) { return m_look.fonts().width(s, style); };
    const double menus = actions().isEmpty() ? 0 : actionGeometry(actions().last()).right();
    const std::string program = "Lanescope";
    const double programX = width() - 14 - widthOf(program);
    const double y = height() / 2.0 + 4;
    if (programX > menus + 20) {
        painter.setPen(m_look.color(scene::Ink::Muted));
        m_look.fonts().draw(painter, programX, y, program, style);
    }
    const std::string title = m_title.toStdString();
    const double x = (width() - widthOf(title)) / 2;
    if (x < menus + 20 || x + widthOf(title) > programX - 20) return;
    painter.setPen(m_look.color(scene::Ink::Text2));
    m_look.fonts().draw(painter, x, y, title, style);
}

} // namespace lanescope::app
