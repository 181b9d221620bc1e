#include "widgets/rankpictures/over_rows.h"

#include "widgets/scene/labels_over.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace lanescope::rankpictures {

using namespace scene;

namespace {

Scene emptyAs(const Scene& other) {
    Scene out;
    out.width = other.width;
    out.height = other.height;
    out.background = Ink::None;
    return out;
}

} // namespace

Scene labelsAbove(const Scene& rows, const Scene& joins, const Scene& notes, double headerWidth, TextMeasure& text) {
    std::vector<Line> lines;
    for (const Scene* scene : {&joins, &notes})
        for (const Layer& layer : scene->layers) lines.insert(lines.end(), layer.lines.begin(), layer.lines.end());
    Scene out = emptyAs(rows);
    out.layers.push_back(labelsOver(rows, lines, text));
    const auto left = static_cast<float>(headerWidth);
    out.layers.back().clip = RectF{left, 0, rows.width - left, rows.height};
    return out;
}

Scene takeDiscs(Scene& notes) {
    Scene out = emptyAs(notes);
    for (Layer& layer : notes.layers) {
        Layer& discs = out.layers.emplace_back();
        discs.clip = layer.clip;
        discs.labels = std::exchange(layer.labels, {});
        const auto isDisc = [](const Box& box) { return box.shape == Shape::Round; };
        std::copy_if(layer.boxes.begin(), layer.boxes.end(), std::back_inserter(discs.boxes), isDisc);
        std::erase_if(layer.boxes, isDisc);
    }
    return out;
}

} // namespace lanescope::rankpictures
