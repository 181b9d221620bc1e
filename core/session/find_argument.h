// Which events have an argument of a value: for arguments that are no column of the store, so the text of the trace is
// read once, front to back. Any thread; stops early, with an error, when the context says so.
#pragma once

#include "core/session/load_trace.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct ArgumentWanted {
    std::string key;   // of "args"
    std::string value; // a text as it is; anything else as JSON without blanks: "[108,1,1]", "0.5"
};

// "arg:grid=[108,1,1]", `arg:"est. achieved occupancy %"=50`; none when it is no such line.
std::optional<ArgumentWanted> argumentWanted(std::string_view line);
std::string argumentLine(const ArgumentWanted& wanted); // the other way round

// In the order of the store's rows. Error: the text is not at hand, or the file has changed.
Result<std::vector<SliceId>> slicesWithArgument(const LoadedTrace& trace, const ArgumentWanted& wanted,
                                                RunContext& context);

} // namespace lanescope
