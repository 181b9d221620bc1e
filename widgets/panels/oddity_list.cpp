#include "widgets/panels/import_panel.h"

#include "core/export/quantity.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

namespace lanescope::panels {

using scene::Ink;
using timeline::makeBox;
using timeline::makeLabel;
using timeline::makeLine;

namespace {
constexpr double kHead = 24, kRow = 34, kLegend = 30;

scene::Mark shapeOf(Severity severity, double x, double y) {
    scene::Mark mark;
    mark.centre = {static_cast<float>(x), static_cast<float>(y)};
    mark.w = mark.h = 9;
    switch (severity) {
    case Severity::Missing:
        mark.shape = scene::MarkShape::TriangleUp;
        mark.ink = Ink::Bad;
        break;
    case Severity::Repaired:
        mark.shape = scene::MarkShape::Square;
        mark.ink = Ink::Warn;
        break;
    case Severity::Strange:
        mark.shape = scene::MarkShape::Ring;
        mark.ink = Ink::Muted;
        break;
    }
    return mark;
}
} // namespace

OddityList::OddityList(timeline::Look& look, QWidget* parent) : SceneWidget(look, parent) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(QStringLiteral("oddities"));
}

void OddityList::setRows(const std::vector<models::OddityRow>* rows) {
    m_rows = rows && !rows->empty() ? rows : nullptr;
    m_current = m_rows ? std::optional<std::size_t>(0) : std::nullopt;
    setMinimumHeight(sizeHint().height());
    updateGeometry();
    invalidate();
    emit currentChanged();
}

QSize OddityList::sizeHint() const {
    const double rows = m_rows ? static_cast<double>(m_rows->size()) : 0;
    return {600, static_cast<int>(m_rows ? kHead + kRow * rows + kLegend : 60)};
}

void OddityList::setCurrent(std::size_t row) {
    if (!m_rows || row >= m_rows->size()) return;
    m_current = row;
    invalidate();
    emit currentChanged();
}

void OddityList::addRow(scene::Layer& layer, const models::OddityRow& row, double y) {
    const scene::TextStyle style{12, 400, false};
    const double w = width(), found = 46, done = w * 0.48, effect = w * 0.68;
    const std::string count = formatCount(static_cast<std::int64_t>(row.count));
    const double countWidth = look().fonts().width(count, style);
    const auto put = [&](double x, double room, const QString& text, Ink ink) {
        layer.labels.push_back(
            makeLabel(x, y + 21, timeline::elided(look().fonts(), text.toStdString(), style, room), ink, style));
    };
    layer.marks.push_back(shapeOf(row.severity, 24, y + kRow / 2));
    put(found, done - 30 - countWidth - found, row.found, Ink::Text);
    layer.labels.push_back(makeLabel(done - 20, y + 21, count, Ink::Text, style, scene::Align::Right));
    put(done, effect - done - 10, row.done, Ink::Text2);
    put(effect, w - effect - 10, row.effect, Ink::Text2);
    layer.lines.push_back(makeLine(0, y + kRow - 0.5, w, y + kRow - 0.5, Ink::Line));
}

void OddityList::build(scene::Scene& out) {
    out.background = Ink::Panel;
    scene::Layer layer;
    if (!m_rows) {
        layer.labels.push_back(
            makeLabel(14, 26, "Nothing strange was found in this file.", Ink::Text2, {12, 400, false}));
        out.layers.push_back(std::move(layer));
        return;
    }
    const double w = width();
    layer.boxes.push_back(makeBox(0, 0, w, kHead, Ink::Group));
    layer.labels.push_back(makeLabel(46, 16, "what was found", Ink::Text2));
    layer.labels.push_back(makeLabel(w * 0.48 - 20, 16, "count", Ink::Text2, {}, scene::Align::Right));
    layer.labels.push_back(makeLabel(w * 0.48, 16, "what was done", Ink::Text2));
    layer.labels.push_back(makeLabel(w * 0.68, 16, "effect on the numbers", Ink::Text2));
    double y = kHead;
    for (std::size_t i = 0; i < m_rows->size(); ++i, y += kRow) {
        if (m_current == i) {
            layer.boxes.push_back(makeBox(0, y, w, kRow, Ink::AccentBack));
            layer.boxes.push_back(makeBox(0, y, 3, kRow, Ink::Accent));
        }
        addRow(layer, (*m_rows)[i], y);
    }
    double x = 24;
    const std::pair<Severity, const char*> legend[] = {{Severity::Missing, "something is missing"},
                                                       {Severity::Repaired, "repaired"},
                                                       {Severity::Strange, "strange, nothing lost"}};
    for (const auto& [severity, text] : legend) {
        layer.marks.push_back(shapeOf(severity, x, y + 16));
        layer.labels.push_back(makeLabel(x + 12, y + 20, text, Ink::Text2));
        x += 40 + look().fonts().width(text, {});
    }
    out.layers.push_back(std::move(layer));
}

void OddityList::mousePressEvent(QMouseEvent* event) {
    const double row = (event->position().y() - kHead) / kRow;
    if (row >= 0) setCurrent(static_cast<std::size_t>(row));
    setFocus(Qt::MouseFocusReason);
}

void OddityList::keyPressEvent(QKeyEvent* event) {
    if (m_current && event->key() == Qt::Key_Down) return setCurrent(*m_current + 1);
    if (m_current && *m_current > 0 && event->key() == Qt::Key_Up) return setCurrent(*m_current - 1);
    SceneWidget::keyPressEvent(event);
}

} // namespace lanescope::panels
