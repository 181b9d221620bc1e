// Pictures of one trace, or of a session as it was saved (docs/user/session.md), into a file. Both become a session and
// go through the same function as the window's export. One thread.
#pragma once

#include "app/render/parts/options.h"
#include "core/session/load_trace.h"
#include "widgets/pictures/timeline_picture.h"

#include <functional>

namespace lanescope::render {

struct DrawnPicture {
    pictures::Picture picture;
    std::string theme; // its word
};
// Without writing it. `warn` hears what does not keep the picture from being drawn: the trace changed, its notes cannot
// be read.
Result<DrawnPicture> pictureFor(const RenderOptions& options, const std::function<void(const Error&)>& warn,
                                paint::Fonts& fonts);
Status drawPicture(const RenderOptions& options, const std::function<void(const Error&)>& warn);

// How the trace is read: rank, rules, index. Errors: NotReadable, and those of the rules.
Result<LoadOptions> loadOptionsOf(const RenderOptions& options);

} // namespace lanescope::render
