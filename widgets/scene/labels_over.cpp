#include "widgets/scene/labels_over.h"

#include <algorithm>

namespace lanescope::scene {
namespace {

constexpr float kAround = 2; // px of the ground that are seen around a word

RectF rectOf(const Label& label, TextMeasure& text) {
    const auto w = static_cast<float>(text.width(label.text, label.style));
    const float left = label.align == Align::Left    ? label.x
                       : label.align == Align::Right ? label.x - w
                                                     : label.x - w / 2;
    const float size = label.style.size;
    return {left - kAround, label.baseline - size * 0.85F - 1, w + 2 * kAround, size * 1.1F + 2};
}

// Cut by one side of the rectangle after the other (Liang and Barsky): something is left.
bool crosses(const Line& line, const RectF& r) {
    const float dx = line.x2 - line.x1, dy = line.y2 - line.y1;
    const float p[] = {-dx, dx, -dy, dy};
    const float q[] = {line.x1 - r.x, r.right() - line.x1, line.y1 - r.y, r.bottom() - line.y1};
    float from = 0, to = 1;
    for (int i = 0; i < 4; ++i) {
        if (p[i] == 0.0F) {
            if (q[i] < 0) return false;
            continue;
        }
        const float at = q[i] / p[i];
        if (p[i] < 0)
            from = std::max(from, at);
        else
            to = std::min(to, at);
    }
    return from <= to;
}

bool contains(const RectF& r, float x, float y) { return x >= r.x && x <= r.right() && y >= r.y && y <= r.bottom(); }

// What is seen behind the middle of a word, where it is a plain ground.
const Box* groundOf(const Scene& frame, const RectF& word) {
    const float x = word.x + word.w / 2, y = word.y + word.h / 2;
    for (auto layer = frame.layers.rbegin(); layer != frame.layers.rend(); ++layer)
        for (auto box = layer->boxes.rbegin(); box != layer->boxes.rend(); ++box)
            if (box->fill != Ink::None && box->shape != Shape::Frame && contains(box->rect, x, y)) return &*box;
    return nullptr;
}

Box cutTo(const RectF& word, const Box* ground, Ink otherwise) {
    Box out;
    out.rect = word;
    out.fill = otherwise;
    if (!ground || ground->shape == Shape::Idle || ground->alpha < 100) return out;
    out.fill = ground->fill;
    out.variant = ground->variant;
    const float left = std::max(word.x, ground->rect.x), top = std::max(word.y, ground->rect.y);
    out.rect = {left, top, std::min(word.right(), ground->rect.right()) - left,
                std::min(word.bottom(), ground->rect.bottom()) - top};
    return out;
}

} // namespace

Layer labelsOver(const Scene& frame, std::span<const Line> lines, TextMeasure& text) {
    Layer out;
    if (lines.empty()) return out;
    for (const Layer& layer : frame.layers)
        for (const Label& label : layer.labels) {
            const RectF word = rectOf(label, text);
            const bool isCrossed =
                std::any_of(lines.begin(), lines.end(), [&](const Line& line) { return crosses(line, word); });
            if (!isCrossed) continue;
            out.boxes.push_back(cutTo(word, groundOf(frame, word), frame.background));
            out.labels.push_back(label);
        }
    return out;
}

} // namespace lanescope::scene
