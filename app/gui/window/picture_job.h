// Pictures of what the window shows, made by a job from copies. Any thread.
#pragma once

#include "core/analysis/findings/finding.h"
#include "core/base/run_context.h"
#include "core/session_file/session_file.h"
#include "widgets/pictures/session_picture.h"
#include "widgets/timeline/document.h"
#include "widgets/timeline/notes.h"

#include <memory>
#include <vector>

namespace lanescope::app {

struct PictureSource {
    timeline::Document::Memento open; // with a trace
    session::Session session;
    std::vector<timeline::Note> notes;
    std::shared_ptr<const FindingsResult> findings; // of this trace and these thresholds; null: looked for
};
struct MadePicture {
    pictures::Picture picture;
    std::shared_ptr<const FindingsResult> findings; // for the next one
};
// The same picture as `lanescope-render` draws of the session with these wishes.
Result<MadePicture> makePicture(const PictureSource& source, const pictures::PictureWish& wish, paint::Fonts& fonts,
                                RunContext& context);

} // namespace lanescope::app
