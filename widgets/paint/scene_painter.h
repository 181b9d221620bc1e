// Replays a scene on a QPainter. The painter's origin is the scene's top left; its transformation may move and scale by
// whole device px. One thread.
#pragma once

#include "widgets/paint/fonts.h"
#include "widgets/paint/theme.h"
#include "widgets/scene/scene.h"

class QPainter;

namespace lanescope::paint {

enum class Target : std::uint8_t {
    Pixels, // a widget or an image: boxes on whole device px
    Vector, // SVG, PDF: exact, no translucency
};
enum class Background : std::uint8_t { Filled, Left };

struct PaintOptions {
    Target target = Target::Pixels;
    Background background = Background::Filled;
};

void paintScene(QPainter& painter, const scene::Scene& scene, const Theme& theme, Fonts& fonts,
                const PaintOptions& options = {});

} // namespace lanescope::paint
