#include "app/cli/commands/commands.h"
#include "app/cli/frame/command.h"

namespace lanescope::cli {
namespace {

constexpr CommandInfo kCommands[] = {
    {"info", "what is in a trace, and what was odd about it", runInfo},
    {"report", "busy, exposed communication and idle, per device and step", runReport},
    {"analyze", "one of the analyses, as tables", runAnalyze},
    {"compare", "what changed from one trace to another", runCompare},
    {"events", "the slices that a filter holds for, as rows for scripts", runEvents},
    {"findings", "which bottlenecks it shows, how that was measured, and what to try", runFindings},
    {"guide", "the fixed reading order filled in, with a command for Nsight Compute", runGuide},
    {"render", "the timeline as a picture", runRender},
    {"dump", "the whole trace as canonical text", runDump},
    {"facts", "answers to the questions of a JSON file, for scripts and regression checks", runFacts},
    {"summarize", "what is needed of each rank to compare it with others, as one file", runSummarize},
    {"cut", "a part of a trace as a smaller trace", runCut},
    {"merge", "the traces of several ranks as one, on one clock", runMerge},
    {"nccl", "rings, trees and transports of NCCL logs, and what is wrong in them", runNccl},
    {"flight", "the first collective where flight recorder dumps of ranks differ", runFlight},
    {"synth", "make a trace with known answers", runSynth},
    {"bench", "how fast traces are read, stage by stage", runBench},
    {"version", "the version of this program", runVersion},
};

} // namespace

std::span<const CommandInfo> builtinCommands() { return kCommands; }

} // namespace lanescope::cli
