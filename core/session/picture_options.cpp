#include "core/session/picture_options.h"

namespace lanescope {
namespace {

constexpr PictureOption kOptions[] = {
    {"--review", "", "as the window exports it for reviews: theme print, 1200 px, margins"},
    {"--colour-by", "NAME", "kind, class, name, stream or duration"},
    {"--hide", "WORDS", "without rows whose name holds one of these words"},
    {"--pin", "WORDS", "these rows at the top, in this order; none: no row"},
    {"--order", "WORDS", "these rows before the others of their group, and groups, in this order"},
    {"--fold", "WORDS", "these rows and groups folded"},
    {"--open", "WORDS", "these rows opened that start folded"},
    {"--row-height", "LIST", "word=factor, parted by commas: 0.5 to 6 times as high"},
    {"--filter", "TEXT", "rows that the filter of the window leaves: words, kind:stream, -word"},
    {"--compact", "", "low rows"},
    {"--no-python", "", "without python frames"},
    {"--merge-streams", "", "the streams of a GPU in one row"},
    {"--count-from", "N", "the ruler counts from the start of this ProfilerStep"},
    {"--axis", "NAME", "what the ruler counts: step, trace, timecode, utc or local"},
    {"--mark-range", "A..B", "this range tinted, with its length"},
    {"--lock-range", "", "the marked range is drawn as locked"},
    {"--search", "TEXT", "hits of this search are marked, all others dimmed"},
    {"--select", "TEXT", "the first slice in the picture that this search finds, with its arrows"},
    {"--arrows", "NAME", "none; selection; view: of all in view too, when few"},
    {"--critical-path", "", "the critical path of the time shown, outlined"},
    {"--gaps", "A,B", "launch gaps end below A, large gaps begin at B (50us,1ms)"},
    {"--device", "N", "the GPU whose four numbers are shown; else the first"},
    {"--no-legend", "", "without the legend"},
    {"--no-numbers", "", "without the four numbers"},
    {"--no-method", "", "without scale bar and method"},
    {"--no-marks", "", "without selection, range, hits and arrows of a session"},
    {"--margin", "PX", "left and right of everything, 0 to 200 (0; of sessions 32)"},
};

} // namespace

std::span<const PictureOption> pictureOptionList() { return kOptions; }

} // namespace lanescope
