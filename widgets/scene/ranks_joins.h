// Lines that join one collective over ranks keep off words: where a line would cross a label, a figure or a chip of the
// frame below it, it is left out. Values; one thread, as TextMeasure.
#pragma once

#include "widgets/scene/scene.h"
#include "widgets/scene/text_measure.h"

#include <span>
#include <vector>

namespace lanescope::scene {

// Places of the words right of `left`, a little larger than the words, from those layers of a frame that hold rows and
// their headers. What a frame clips away is left out.
std::vector<RectF> wordsOf(const Scene& frame, double left, TextMeasure& text);

// The parts of `line` that lie on none of the places, in its direction; bits that are too short to be seen are left
// out.
void addApart(Layer& layer, const Line& line, std::span<const RectF> places);

} // namespace lanescope::scene
