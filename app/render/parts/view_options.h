// The options that say how the timeline is looked at (core/session/picture_options.h), turned into the session and the
// wishes that a picture is drawn from. One thread.
#pragma once

#include "app/render/parts/options.h"
#include "core/session_file/session_file.h"
#include "widgets/pictures/session_picture.h"

namespace lanescope::render {

// What does not need the trace: thresholds, how the tree of rows is built, colours, what stands beside the rows.
// Errors: Usage.
Status applyOptions(const RenderOptions& options, session::Session& session, pictures::PictureWish& wish);

// Rows and slices by their words. Errors: Usage (a bad filter, no such row), MissingData (nothing is found to select).
Status applyToTrace(const RenderOptions& options, const TraceStore& store, const RowTree& tree,
                    const pictures::PictureWish& wish, session::Session& session, RunContext& context);

} // namespace lanescope::render
