// Drawing several ranks side by side: a folder, an archive, several files, or a session of them. One thread.
#pragma once

#include "app/render/parts/options.h"

#include <functional>

namespace lanescope::render {

// Several files, a folder, a pattern, an archive of several traces, a session of ranks, or an option that only ranks
// have.
bool isOfRanks(const RenderOptions& options);
// A session as it was saved; options that were given replace what it says. `warn` hears what is odd and does not keep
// the picture from being drawn.
Status drawRanks(const RenderOptions& options, const std::function<void(const Error&)>& warn);

} // namespace lanescope::render
