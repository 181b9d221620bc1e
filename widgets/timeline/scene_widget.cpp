#include "widgets/timeline/scene_widget.h"

#include "widgets/paint/scene_painter.h"
#include "widgets/scene/band_data.h"

#include <QPainter>
#include <QResizeEvent>

#include <numeric>

namespace lanescope::timeline {

using scene::Ink;

SceneWidget::SceneWidget(Look& look, QWidget* parent) : QWidget(parent), m_look(look) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&look, &Look::themeChanged, this, qOverload<>(&QWidget::update));
}

void SceneWidget::invalidate() {
    m_dirty = true;
    update();
}

const scene::Scene& SceneWidget::currentScene() {
    if (m_dirty) {
        m_scene.layers.clear();
        m_scene.width = static_cast<float>(width());
        m_scene.height = static_cast<float>(height());
        build(m_scene);
        m_dirty = false;
    }
    return m_scene;
}

void SceneWidget::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paint::paintScene(painter, currentScene(), m_look.theme(), m_look.fonts());
    if (!hasFocus()) return;
    painter.setPen(QPen(m_look.theme().color(Ink::Accent), 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void SceneWidget::resizeEvent(QResizeEvent* event) {
    m_dirty = true;
    QWidget::resizeEvent(event);
}

scene::Label makeLabel(double x, double baseline, std::string text, Ink ink, const scene::TextStyle& style,
                       scene::Align align) {
    scene::Label label;
    label.x = static_cast<float>(x);
    label.baseline = static_cast<float>(baseline);
    label.text = std::move(text);
    label.ink = ink;
    label.style = style;
    label.align = align;
    return label;
}

scene::Box makeBox(double x, double y, double w, double h, Ink ink) {
    scene::Box box;
    box.rect = {static_cast<float>(x), static_cast<float>(y), static_cast<float>(w), static_cast<float>(h)};
    box.fill = ink;
    return box;
}

scene::Line makeLine(double x1, double y1, double x2, double y2, Ink ink) {
    scene::Line line;
    line.x1 = static_cast<float>(x1);
    line.y1 = static_cast<float>(y1);
    line.x2 = static_cast<float>(x2);
    line.y2 = static_cast<float>(y2);
    line.ink = ink;
    return line;
}

std::string elided(scene::TextMeasure& text, std::string_view utf8, const scene::TextStyle& style, double maxWidth) {
    if (text.width(utf8, style) <= maxWidth) return std::string(utf8);
    constexpr std::size_t kLeast = 3;
    std::size_t low = 0, high = utf8.size();
    const auto cut = [&](std::size_t n) {
        while (n > 0 && (static_cast<unsigned char>(utf8[n]) & 0xc0U) == 0x80U) --n; // whole characters
        return std::string(utf8.substr(0, n)) + "\u2026";
    };
    while (low < high) {
        const std::size_t middle = low + (high - low + 1) / 2;
        if (middle < utf8.size() && text.width(cut(middle), style) <= maxWidth) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low < kLeast ? std::string() : cut(low);
}

std::string elidedInMiddle(scene::TextMeasure& text, std::string_view utf8, const scene::TextStyle& style,
                           double maxWidth) {
    if (text.width(utf8, style) <= maxWidth) return std::string(utf8);
    const auto isInside = [&](std::size_t i) { // of a character of several bytes
        return i < utf8.size() && (static_cast<unsigned char>(utf8[i]) & 0xc0U) == 0x80U;
    };
    const auto cut = [&](std::size_t kept) {
        std::size_t head = kept * 6 / 10, tail = utf8.size() - (kept - head);
        while (head > 0 && isInside(head)) --head;
        while (isInside(tail)) ++tail;
        return std::string(utf8.substr(0, head)) + "\u2026" + std::string(utf8.substr(tail));
    };
    constexpr std::size_t kLeast = 9;
    std::size_t low = 0, high = utf8.size() - 1;
    while (low < high) {
        const std::size_t middle = low + (high - low + 1) / 2;
        if (text.width(cut(middle), style) <= maxWidth) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low < kLeast ? elided(text, utf8, style, maxWidth) : cut(low);
}

namespace {

scene::Box partBox(int part) {
    scene::Box box;
    switch (part) {
    case 0:
        box.fill = Ink::Kind;
        box.variant = static_cast<std::uint8_t>(WorkKind::Gemm);
        break;
    case 1:
        box.fill = Ink::Kind;
        box.variant = static_cast<std::uint8_t>(WorkKind::Communication);
        break;
    case 2:
        box.fill = Ink::Kind;
        box.variant = static_cast<std::uint8_t>(WorkKind::Memory);
        break;
    default: // idle as one total wears the pattern of the late launch
        box.fill = Ink::Owner;
        box.variant = static_cast<std::uint8_t>(scene::IdleOwner::Late);
        box.shape = scene::Shape::Idle;
    }
    return box;
}

} // namespace

void addPartsBar(scene::Layer& layer, double x, double y, double w, double h, const std::array<double, 4>& values) {
    const double whole = std::accumulate(values.begin(), values.end(), 0.0);
    if (!(whole > 0)) return;
    double at = x;
    for (int part = 0; part < 4; ++part) {
        const double width = w * values[static_cast<std::size_t>(part)] / whole;
        if (!(width > 0)) continue;
        scene::Box box = partBox(part);
        box.rect = {static_cast<float>(at), static_cast<float>(y), static_cast<float>(width), static_cast<float>(h)};
        layer.boxes.push_back(box);
        at += width;
    }
}

void addPartsColumn(scene::Layer& layer, double x, double y, double w, double h, const std::array<double, 4>& values,
                    std::uint8_t alpha) {
    const double whole = std::accumulate(values.begin(), values.end(), 0.0);
    if (!(whole > 0)) return;
    double bottom = y + h;
    for (int part = 0; part < 4; ++part) {
        const double height = h * values[static_cast<std::size_t>(part)] / whole;
        if (!(height > 0)) continue;
        scene::Box box = partBox(part);
        box.alpha = alpha;
        box.rect = {static_cast<float>(x), static_cast<float>(bottom - height), static_cast<float>(w),
                    static_cast<float>(height)};
        layer.boxes.push_back(box);
        bottom -= height;
    }
}

void addPartChip(scene::Layer& layer, double x, double y, int part) {
    scene::Box box = partBox(part);
    box.rect = {static_cast<float>(x), static_cast<float>(y), 8, 8};
    layer.boxes.push_back(box);
}

} // namespace lanescope::timeline
