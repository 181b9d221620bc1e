// `analyze` with an analysis of several ranks. One thread.
#pragma once

#include "app/cli/frame/command.h"

#include <optional>

namespace lanescope::cli {

// None when the arguments name no analysis of ranks: the analyses of one trace have their turn. `collectives` is one of
// ranks when more than one trace is given.
std::optional<ExitCode> runRankAnalysis(const Arguments& arguments);

} // namespace lanescope::cli
