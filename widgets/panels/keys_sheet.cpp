#include "widgets/panels/keys_sheet.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>

namespace lanescope::panels {

using scene::Ink;
using timeline::makeBox;
using timeline::makeLabel;
using timeline::makeLine;

namespace {
constexpr double kRow = 21, kMargin = 26, kColumn = 350, kKeys = 150, kTop = 66, kBottom = 20, kGroupGap = 10;

// One group of each name, where its first line stood: actions of one menu come from several places.
std::vector<KeyLine> inGroups(std::vector<KeyLine> lines) {
    QStringList order;
    for (const KeyLine& line : lines)
        if (!order.contains(line.group)) order << line.group;
    std::stable_sort(lines.begin(), lines.end(), [&](const KeyLine& a, const KeyLine& b) {
        return order.indexOf(a.group) < order.indexOf(b.group);
    });
    return lines;
}
} // namespace

KeysSheet::KeysSheet(timeline::Look& look, QWidget* window) : SceneWidget(look, window) {
    setAccessibleName(tr("keys"));
    setFocusPolicy(Qt::StrongFocus);
    hide();
}

void KeysSheet::open(std::vector<KeyLine> lines) {
    m_lines = inGroups(std::move(lines));
    const QWidget* window = parentWidget();
    const int columns = std::clamp(static_cast<int>((window->width() - 40 - 2 * kMargin) / kColumn), 1, 4);
    const int w = static_cast<int>(columns * kColumn + 2 * kMargin);
    const int h = std::min(window->height() - 60, 860);
    setGeometry((window->width() - w) / 2, (window->height() - h) / 2, w, h);
    m_scroll = 0;
    place();
    QStringList words; // for those who hear it
    for (const KeyLine& line : m_lines) words << line.keys + QStringLiteral(": ") + line.text;
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    invalidate();
    if (!isVisible()) m_before = QApplication::focusWidget();
    show();
    raise();
    setFocus();
}

// Columns of about the same height, lower than the sheet only when all fits.
void KeysSheet::place() {
    const int columns = std::max(1, static_cast<int>((width() - 2 * kMargin) / kColumn));
    double whole = 0;
    QString group;
    for (const KeyLine& line : m_lines) {
        if (line.group != group) whole += kGroupGap + kRow + 2;
        group = line.group;
        whole += kRow;
    }
    const double most = std::max(room(), whole / columns + 2 * kRow);
    m_placed.clear();
    m_height = 0;
    double x = kMargin, y = 0;
    group.clear();
    for (const KeyLine& line : m_lines) {
        const bool heads = line.group != group;
        if (y + (heads ? 3 : 1) * kRow > most && x + 2 * kColumn <= width()) {
            x += kColumn;
            y = 0;
        }
        if (heads) {
            group = line.group;
            if (y > 0) y += kGroupGap;
            m_placed.push_back({x, y, nullptr, group});
            y += kRow + 2;
        }
        m_placed.push_back({x, y, &line, {}});
        y += kRow;
        m_height = std::max(m_height, y);
    }
}

double KeysSheet::room() const { return std::max(kRow, height() - kTop - kBottom); }

double KeysSheet::mostScroll() const { return std::max(0.0, m_height - room()); }

void KeysSheet::scrollTo(double px) {
    m_scroll = std::clamp(px, 0.0, mostScroll());
    invalidate();
}

void KeysSheet::build(scene::Scene& out) {
    out.background = Ink::Raised;
    scene::Layer around;
    scene::Box frame = makeBox(0, 0, width(), height(), Ink::None);
    frame.shape = scene::Shape::Frame;
    frame.edge = Ink::Line2;
    around.boxes.push_back(frame);
    around.labels.push_back(makeLabel(kMargin, 34, "Keys", Ink::Text, {16, 600, false}));
    const char* const hint = mostScroll() > 0 ? "wheel and arrows scroll, Esc closes" : "Esc closes";
    around.labels.push_back(makeLabel(width() - kMargin, 34, hint, Ink::Muted, {}, scene::Align::Right));
    out.layers.push_back(std::move(around));
    scene::Layer layer;
    layer.clip = scene::RectF{0, static_cast<float>(kTop - kRow), static_cast<float>(width()),
                              static_cast<float>(room() + kRow)};
    for (const Placed& at : m_placed) {
        const double y = kTop + at.y - m_scroll;
        if (y < kTop - 2 * kRow || y > height() + kRow) continue;
        if (!at.line) {
            layer.labels.push_back(makeLabel(at.x, y, at.head.toStdString(), Ink::Text, {12, 600, false}));
            layer.lines.push_back(makeLine(at.x, y + 6.5, at.x + kColumn - 16, y + 6.5, Ink::Line));
            continue;
        }
        const std::string keys =
            timeline::elided(look().fonts(), at.line->keys.toStdString(), {11, 500, false}, kKeys - 8);
        layer.labels.push_back(makeLabel(at.x, y, keys, Ink::Text, {11, 500, false}));
        layer.labels.push_back(makeLabel(
            at.x + kKeys, y,
            timeline::elided(look().fonts(), at.line->text.toStdString(), {12, 400, false}, kColumn - kKeys - 16),
            Ink::Text2, {12, 400, false}));
    }
    out.layers.push_back(std::move(layer));
}

void KeysSheet::mousePressEvent(QMouseEvent*) { hide(); }

void KeysSheet::wheelEvent(QWheelEvent* event) {
    scrollTo(m_scroll - event->angleDelta().y() / 120.0 * 3 * kRow);
    event->accept();
}

void KeysSheet::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Down:
        return scrollTo(m_scroll + kRow);
    case Qt::Key_Up:
        return scrollTo(m_scroll - kRow);
    case Qt::Key_PageDown:
    case Qt::Key_Space:
        return scrollTo(m_scroll + room() - kRow);
    case Qt::Key_PageUp:
        return scrollTo(m_scroll - room() + kRow);
    case Qt::Key_Home:
        return scrollTo(0);
    case Qt::Key_End:
        return scrollTo(mostScroll());
    default:
        SceneWidget::keyPressEvent(event);
    }
}

void KeysSheet::hideEvent(QHideEvent* event) {
    SceneWidget::hideEvent(event);
    if (m_before && m_before->isVisible()) m_before->setFocus();
    m_before = nullptr;
}

} // namespace lanescope::panels
