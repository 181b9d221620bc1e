// Many arrows at once: thin lines without casing, those that would lie on each other drawn once. A graph launch owns
// hundreds of kernels, and a painter's path costs a tenth of a ms each. Internal to widgets/paint. One thread.
#pragma once

#include "widgets/paint/theme.h"

#include <span>

class QPainter;

namespace lanescope::paint {

inline constexpr std::size_t kCrowd = 64; // arrows from which on this is used

void paintArrowCrowd(QPainter& painter, std::span<const scene::Arrow> arrows, const Theme& theme);

} // namespace lanescope::paint
