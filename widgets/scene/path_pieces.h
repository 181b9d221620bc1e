// A path as an analysis finds it, in the form in which it is drawn. Pure; any thread.
#pragma once

#include "widgets/scene/overlay.h"

#include <vector>

namespace lanescope::scene {

// Slices in order of the path, some twice in a row; how each led to the next is read from the store.
std::vector<PathPiece> pathPieces(const TraceStore& store, const std::vector<SliceId>& path);

} // namespace lanescope::scene
