// Works out what a review report says of one trace. The program and the window both come through here; pictures are
// drawn by whoever asks, since core has no Qt. Any thread; stops when the context says so.
#pragma once

#include "core/analysis/device_work.h"
#include "core/base/run_context.h"
#include "core/report/review.h"

#include <cstdint>
#include <functional>

namespace lanescope::report {

// Deep stacks make a picture tall and mostly empty: pictures of a whole step or trace are drawn without.
enum class PythonFrames : std::uint8_t { Shown, LeftOut };

struct PictureAsk {
    std::string title;
    std::optional<TimeRange> range;   // none, and no step: the whole trace
    std::optional<std::int64_t> step; // the number of a ProfilerStep
    PythonFrames python = PythonFrames::Shown;
};
using DrawPicture = std::function<std::string(const PictureAsk&)>; // an SVG document; empty when it cannot be drawn

struct ReviewInput {
    std::shared_ptr<const TraceStore> store;
    std::shared_ptr<const TraceWork> work; // made when missing
    GapThresholds thresholds;
    std::vector<notes::Note> notes;
    std::optional<TimeRange> range; // only steps, findings, kernels and notes in it; none: the whole trace
    DrawPicture draw;               // none: no pictures
};

// Errors: Cancelled, those of the analyses.
Result<ReviewTrace> makeReview(const ReviewInput& input, RunContext& context);

} // namespace lanescope::report
