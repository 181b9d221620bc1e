#include "widgets/paint/vector_clip.h"

#include <algorithm>

namespace lanescope::paint {

using namespace scene;

std::vector<Box> cutBoxes(const std::vector<Box>& boxes, const RectF& clip) {
    std::vector<Box> out;
    out.reserve(boxes.size());
    for (const Box& box : boxes) {
        const float left = std::max(box.rect.x, clip.x), right = std::min(box.rect.right(), clip.right());
        const float top = std::max(box.rect.y, clip.y), bottom = std::min(box.rect.bottom(), clip.bottom());
        if (right < left || bottom < top) continue;
        Box& kept = out.emplace_back(box);
        if (box.shape != Shape::Round && box.shape != Shape::Diamond)
            kept.rect = {left, top, right - left, bottom - top};
    }
    return out;
}

std::vector<Line> cutLines(const std::vector<Line>& lines, const RectF& clip) {
    std::vector<Line> out;
    out.reserve(lines.size());
    for (const Line& line : lines) {
        Line& kept = out.emplace_back(line);
        if (line.y1 == line.y2) {
            kept.x1 = std::clamp(line.x1, clip.x, clip.right());
            kept.x2 = std::clamp(line.x2, clip.x, clip.right());
        } else if (line.x1 == line.x2) {
            kept.y1 = std::clamp(line.y1, clip.y, clip.bottom());
            kept.y2 = std::clamp(line.y2, clip.y, clip.bottom());
        } else {
            continue;
        }
        const bool beside = line.y1 == line.y2 ? line.y1 < clip.y || line.y1 > clip.bottom()
                                               : line.x1 < clip.x || line.x1 > clip.right();
        if (beside || (kept.x1 == kept.x2 && kept.y1 == kept.y2)) out.pop_back();
    }
    return out;
}

} // namespace lanescope::paint
