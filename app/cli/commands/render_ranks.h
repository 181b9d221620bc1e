// What `render` takes when several ranks are drawn beside each other; handed on to the picture program. One thread.
#pragma once

#include "app/cli/frame/arguments.h"

#include <string>
#include <vector>

namespace lanescope::cli {

struct RenderRanks {
    std::string layout, align, ranks, collective;
    bool whole = false, noVerdict = false, noEvidence = false;
};
void addRenderRanks(ArgumentParser& parser, RenderRanks& ranks);
// As words of its command line. `rankOf`: FILE=N words of --rank.
void appendRenderRanks(const RenderRanks& ranks, const std::vector<std::string>& rankOf,
                       std::vector<std::string>& words);

} // namespace lanescope::cli
