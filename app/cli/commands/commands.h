// The functions behind builtin_commands.cpp, one file each.
#pragma once

#include "app/cli/frame/command.h"

namespace lanescope::cli {

ExitCode runInfo(const Arguments& arguments);
ExitCode runReport(const Arguments& arguments);
ExitCode runAnalyze(const Arguments& arguments);
ExitCode runCompare(const Arguments& arguments);
ExitCode runEvents(const Arguments& arguments);
ExitCode runFindings(const Arguments& arguments);
ExitCode runGuide(const Arguments& arguments);
ExitCode runRender(const Arguments& arguments);
ExitCode runDump(const Arguments& arguments);
ExitCode runFacts(const Arguments& arguments);
ExitCode runCut(const Arguments& arguments);
ExitCode runSummarize(const Arguments& arguments);
ExitCode runMerge(const Arguments& arguments);
ExitCode runNccl(const Arguments& arguments);
ExitCode runFlight(const Arguments& arguments);
ExitCode runSynth(const Arguments& arguments);
ExitCode runBench(const Arguments& arguments);
ExitCode runVersion(const Arguments& arguments);

} // namespace lanescope::cli
