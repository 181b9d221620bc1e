// Options of pictures that say how the timeline is looked at: one list that both `lanescope-cli render`, which passes
// them on, and the picture program, which understands them, read. Any thread.
#pragma once

#include <span>
#include <string_view>

namespace lanescope {

struct PictureOption {
    std::string_view name;    // "--colour-by"
    std::string_view value;   // what stands behind it, in capitals; empty: nothing, it is a switch
    std::string_view meaning; // for the help of both programs
};
std::span<const PictureOption> pictureOptionList();

} // namespace lanescope
