// Drawing a session (docs/user/session.md): its trace, rows, view and notes as the window had them. One thread.
#pragma once

#include "app/render/parts/options.h"

#include <functional>

namespace lanescope::render {

// `warn` gets what is odd and does not stop the drawing: the trace changed since.
Status drawSession(const RenderOptions& options, const std::function<void(const Error&)>& warn);

} // namespace lanescope::render
