// How the flame graph is painted: host rows as on the timeline, hits and what is no hit as there.
#include "widgets/panels/analysis/flame_view.h"

#include "core/export/quantity.h"
#include "widgets/timeline/scene_widget.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lanescope::panels {

using scene::Ink;

namespace {

constexpr scene::TextStyle kSmall{11, 400, false};

struct Inks {
    Ink fill, text;
};

Inks inksOf(Role role) {
    switch (role) {
    case Role::PythonFunction:
        return {Ink::Python, Ink::PythonText};
    case Role::UserAnnotation:
        return {Ink::Annotation, Ink::AnnotationText};
    case Role::Runtime:
    case Role::Driver:
        return {Ink::RuntimeCall, Ink::RuntimeText};
    default:
        return {Ink::Operator, Ink::OperatorText};
    }
}

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto part = [share](int x, int y) { return static_cast<int>(std::lround(x * share + y * (1 - share))); };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

// The full name; the part behind the last "::" or "file(line): "; cut.
std::string fitting(scene::TextMeasure& fonts, std::string_view name, double room) {
    if (fonts.width(name, kSmall) <= room) return std::string(name);
    std::string_view tail = name;
    if (const auto at = tail.rfind("): "); at != std::string_view::npos) tail.remove_prefix(at + 3);
    if (const auto at = tail.rfind("::"); at != std::string_view::npos) tail.remove_prefix(at + 2);
    return timeline::elided(fonts, tail, kSmall, room);
}

} // namespace

void FlameView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_look.color(Ink::Canvas));
    if (!graph()) {
        painter.setPen(m_look.color(Ink::Text2));
        m_look.fonts().draw(painter, 14, 24,
                            m_by == FlameBy::Device ? "no GPU time was launched by these calls"
                                                    : "no calls in this part of the trace",
                            {12, 400, false});
        return;
    }
    for (const Box& box : boxes())
        if (box.rect.bottom() > kHead && box.rect.top() < height()) paintBox(painter, box);
    paintHead(painter);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(m_look.color(Ink::Accent));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void FlameView::paintBox(QPainter& painter, const Box& box) {
    const QColor canvas = m_look.color(Ink::Canvas);
    const double left = std::round(box.rect.left()), right = std::round(box.rect.right());
    const QRectF r(left, box.rect.top(), std::max(1.0, right - left - (right - left > 3 ? 1 : 0)), kRow - 1);
    if (box.part == Box::Part::Rest) {
        painter.fillRect(r.adjusted(0, 2, 0, -2), mixed(m_look.color(Ink::Muted), canvas, 0.4));
        return;
    }
    const FlameNode& node = graph()->nodes[box.node];
    Inks inks = inksOf(box.node == 0 ? Role::UserAnnotation : m_flame->role(node));
    const bool searching = !m_search.isEmpty(), hit = searching && isHit(box.node);
    QColor fill = m_look.color(inks.fill);
    if (searching && !hit) {
        fill = mixed(fill, canvas, 0.28);
        inks.text = Ink::Text2;
    }
    const bool above = node.depth < graph()->nodes[m_zoom].depth;
    if (above) fill = mixed(fill, canvas, 0.6);
    if (m_hover == box.node) fill = m_look.theme().isDark() ? fill.lighter(125) : fill.darker(108);
    painter.fillRect(r, fill);
    if (inks.fill == Ink::Annotation || m_look.theme().id() == paint::ThemeId::HighContrast) {
        painter.setPen(m_look.color(Ink::Line2));
        painter.setBrush(Qt::NoBrush);
        if (r.width() > 3) painter.drawRect(r.adjusted(0, 0, -1, -1));
    }
    if (hit) {
        painter.fillRect(QRectF(r.left(), r.top(), 3, r.height()), m_look.color(Ink::Hit));
        painter.fillRect(QRectF(r.left(), r.bottom() - 2, r.width(), 2), m_look.color(Ink::Hit));
    }
    if (m_current == box.node) {
        painter.setPen(QPen(m_look.color(Ink::Selection), 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(r.adjusted(1, 1, -1, -1));
    }
    if (r.width() < 26) return;
    const std::string label = fitting(m_look.fonts(), m_flame->name(node), r.width() - 8);
    if (label.empty()) return;
    painter.setPen(m_look.color(inks.text));
    m_look.fonts().draw(painter, r.left() + 4, r.top() + 13, label, kSmall);
}

// The way back, and what is said about the call under the pointer or the chosen one.
void FlameView::paintHead(QPainter& painter) {
    painter.fillRect(QRectF(0, 0, width(), kHead), m_look.color(Ink::Panel));
    painter.fillRect(QRectF(0, kHead - 1, width(), 1), m_look.color(Ink::Line));
    auto& fonts = m_look.fonts();
    m_crumbs.clear();
    std::vector<std::uint32_t> path = pathTo(m_zoom);
    const std::size_t most = 4;
    std::vector<std::uint32_t> shown{path.front()};
    if (path.size() > most + 1) shown.push_back(kNoRow); // some are left out
    for (std::size_t i = path.size() > most + 1 ? path.size() - most : 1; i < path.size(); ++i)
        shown.push_back(path[i]);
    const auto about = m_hover ? m_hover : m_current;
    const std::string said = about ? textOf(*about).toStdString() : std::string();
    const double right = width() - 10 - fonts.width(said, kSmall);
    double x = 12;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (i > 0) {
            painter.setPen(m_look.color(Ink::Muted));
            fonts.draw(painter, x, 17, "\u203A", kSmall);
            x += 12;
        }
        const std::string name =
            shown[i] == kNoRow ? "\u2026" : fitting(fonts, m_flame->name(graph()->nodes[shown[i]]), 160);
        const double w = fonts.width(name, kSmall);
        if (x + w > right - 12) break;
        const bool last = i + 1 == shown.size();
        painter.setPen(m_look.color(last ? Ink::Text : Ink::Accent));
        fonts.draw(painter, x, 17, name, kSmall);
        if (shown[i] != kNoRow) m_crumbs.push_back({QRectF(x - 2, 2, w + 4, kHead - 4), shown[i], name});
        x += w + 6;
    }
    painter.setPen(m_look.color(Ink::Text2));
    fonts.draw(painter, std::max(x + 12, right), 17, said, kSmall);
}

} // namespace lanescope::panels
