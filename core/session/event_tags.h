// Slices by the text of their argument "tag", found in the raw text in one pass. Any thread.
#pragma once

#include "core/session/load_trace.h"

#include <stop_token>
#include <string>
#include <vector>

namespace lanescope {

struct EventTag {
    std::string tag;
    SliceId slice;
};
// In file order. Error: the raw text is not there any more, or Cancelled.
Result<std::vector<EventTag>> eventTags(const LoadedTrace& trace, const std::stop_token& stop);

} // namespace lanescope
