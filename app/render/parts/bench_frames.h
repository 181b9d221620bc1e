// What a frame costs: scene and paint of a 1920 x 1080 timeline, in CPU ms, at several zooms, standing, panning,
// zooming, and against one rectangle per event. Prints one JSON object.
#pragma once

#include "core/store/trace_store.h"

#include <string>

namespace lanescope::render {

std::string benchFrames(const TraceStore& store);

} // namespace lanescope::render
