#include "widgets/panels/keys_sheet.h"

#include <QMouseEvent>

#include <algorithm>

namespace lanescope::panels {

using scene::Ink;
using timeline::makeBox;
using timeline::makeLabel;
using timeline::makeLine;

namespace {
constexpr double kRow = 21, kMargin = 26, kColumn = 350, kKeys = 150;
}

KeysSheet::KeysSheet(timeline::Look& look, QWidget* window) : SceneWidget(look, window) {
    setAccessibleName(tr("keys"));
    hide();
}

void KeysSheet::open(std::vector<KeyLine> lines) {
    m_lines = std::move(lines);
    const QWidget* window = parentWidget();
    const int w = std::min(window->width() - 40, static_cast<int>(3 * kColumn + 2 * kMargin));
    const int h = std::min(window->height() - 60, 640);
    setGeometry((window->width() - w) / 2, (window->height() - h) / 2, w, h);
    invalidate();
    show();
    raise();
}

void KeysSheet::build(scene::Scene& out) {
    out.background = Ink::Raised;
    scene::Layer layer;
    scene::Box frame = makeBox(0, 0, width(), height(), Ink::None);
    frame.shape = scene::Shape::Frame;
    frame.edge = Ink::Line2;
    layer.boxes.push_back(frame);
    layer.labels.push_back(makeLabel(kMargin, 34, "Keys", Ink::Text, {16, 600, false}));
    layer.labels.push_back(makeLabel(width() - kMargin, 34, "Esc closes", Ink::Muted, {}, scene::Align::Right));
    double x = kMargin, y = 66;
    QString group;
    for (const KeyLine& line : m_lines) {
        const bool heads = line.group != group;
        if (y + (heads ? 2 * kRow : 0) > height() - 20) {
            x += kColumn;
            y = 66;
        }
        if (heads) {
            group = line.group;
            if (y > 66) y += 10;
            layer.labels.push_back(makeLabel(x, y, group.toStdString(), Ink::Text, {12, 600, false}));
            layer.lines.push_back(makeLine(x, y + 6.5, x + kColumn - 30, y + 6.5, Ink::Line));
            y += kRow + 2;
        }
        layer.labels.push_back(makeLabel(x, y, line.keys.toStdString(), Ink::Text, {11, 500, false}));
        layer.labels.push_back(
            makeLabel(x + kKeys, y,
                      timeline::elided(look().fonts(), line.text.toStdString(), {12, 400, false}, kColumn - kKeys - 16),
                      Ink::Text2, {12, 400, false}));
        y += kRow;
    }
    out.layers.push_back(std::move(layer));
}

void KeysSheet::mousePressEvent(QMouseEvent*) { hide(); }

} // namespace lanescope::panels
