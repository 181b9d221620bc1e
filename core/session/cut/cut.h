// A smaller trace out of a trace: what overlaps a range, with the raw text of its events. docs/user/cut.md says what is
// kept: slices that overlap the range, on the rows asked for; the launch call of every piece of GPU work kept, and all
// work of every call in the range; steps that overlap it; instants and counter samples in it; arrows with both ends;
// names of what is left. Metadata is written anew from what is understood, so nothing secret of it gets through. For a
// worker thread; reads the text once, front to back; memory does not grow with the text.
#pragma once

#include "core/export/redact.h"
#include "core/session/load_trace.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::cut {

struct Options {
    TimeRange range;                            // not empty
    std::vector<std::string> words;             // rows whose name, key or subtitle holds one; empty: all rows
    std::shared_ptr<const Redactor> names = {}; // leaves out names of machines and people; null: they are kept
};
struct Counts { // events written
    std::uint64_t slices = 0, instants = 0, counters = 0, flows = 0, ends = 0, metadata = 0, hiddenSecrets = 0;
    RankTime begin{}; // of the first slice: where the cut counts its times from
};

using Output = std::function<bool(std::string_view)>; // false: no more is wanted

// Errors: MissingData (the text is not there, or nothing lies in the range), UnsupportedFormat (only Chrome JSON can be
// cut), Cancelled, and those of the reading. `name` becomes "traceName".
Result<Counts> write(const LoadedTrace& trace, const Options& options, std::string_view name, const Output& out,
                     RunContext& context);

// To a file: gzip where the name ends in .gz. Written to a temporary name, then renamed. NotWritable as well.
Result<Counts> save(const LoadedTrace& trace, const Options& options, const std::filesystem::path& path,
                    RunContext& context);

} // namespace lanescope::cut
