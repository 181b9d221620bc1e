// Files of other tools that people have beside their traces: recognised by content and named, with what to do instead.
// Nothing of them is read. Any thread.
#pragma once

#include "core/readers/reader.h"

#include <optional>
#include <string_view>

namespace lanescope::readers {

struct Neighbour {
    std::string_view what; // "an Nsight Systems report"
    std::string_view hint; // what to do instead
};
std::optional<Neighbour> recogniseNeighbour(std::span<const char> head);

int sniffNeighbour(std::span<const char> head);
// Always the Error UnsupportedFormat.
Result<TraceInfo> loadNeighbour(io::InputFile& input, std::span<const char> head, EventSink& sink,
                                const ReadOptions& options, RunContext& context);

} // namespace lanescope::readers
