// What `lanescope-cli events` can say about a slice: one list of columns. One thread.
#pragma once

#include "core/analysis/table.h"
#include "core/query/short_names.h"
#include "core/session/load_trace.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::cli {

struct EventSource { // one file, while its rows are written
    const std::string& path;
    const LoadedTrace& trace;
    ShortNames shortNames;
    EventSource(const std::string& file, const LoadedTrace& loaded)
        : path(file), trace(loaded), shortNames(*loaded.store) {}
};

struct EventColumn {
    Column column;
    std::string_view what; // for --help
    Cell (*value)(EventSource& source, SliceId slice);
};
std::span<const EventColumn> eventColumns();

// "name,dur_ns,op" to columns; "all" means every one. Error: Usage, with the list.
Result<std::vector<const EventColumn*>> columnsCalled(std::string_view text);

} // namespace lanescope::cli
