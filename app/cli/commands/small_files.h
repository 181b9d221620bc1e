// Whole files that are no traces: logs and dumps. Any thread.
#pragma once

#include "app/cli/frame/arguments.h"
#include "core/analysis/table.h"
#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::cli {

// Errors: NotFound, NotReadable, LimitExceeded above 1 GB.
Result<std::string> readSmallFile(const std::string& path);

// The files among these; a folder stands for those in it, by name, not deeper.
std::vector<std::string> filesOf(const std::vector<std::string>& paths);

// Of those, the ones that are of a kind; in a folder others are passed over with one line of complaint for all, and an
// error is given when nothing is left. A file that is named is taken whatever it holds.
struct KindOfFiles {
    bool (*is)(std::string_view head);
    std::string_view name; // "flight recorder dump"
};
Result<std::vector<std::string>> filesOf(const std::vector<std::string>& paths, const KindOfFiles& kind);

// Without those that hold nothing; the first stays, as an answer.
std::vector<Table> saidIn(std::vector<Table> tables);

// --redact and --hide-names of the commands that read them.
struct NamesOption {
    bool redact = false;
    std::string hidden;
};
void addNamesOption(ArgumentParser& parser, NamesOption& names);
} // namespace lanescope::cli
