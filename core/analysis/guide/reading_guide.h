// The fixed reading order, filled in from a trace: step boundary, gaps and their owners, overlap, top kernels, and the
// hand-over of one kernel. Typed values and jumps; nothing here formats text. Any thread.
#pragma once

#include "core/analysis/findings/find_findings.h"
#include "core/analysis/guide/ncu_command.h"

#include <optional>
#include <string>
#include <vector>

namespace lanescope {

struct GuideLine {
    std::string title;
    Cell value;
    Unit unit = Unit::None;
    std::optional<double> share;   // of the step, or of kernel time in section 4
    std::optional<TimeRange> jump; // where to look
    std::vector<SliceId> slices;   // what to select there
};

struct GuideSection {
    int number = 0;
    std::string title;  // "Step boundary"
    std::string phrase; // what the answer says in words; may be empty
    GuideLine answer;   // the figure beside the title; no value when there is none
    std::vector<GuideLine> lines;
};

struct ReadingGuide {
    std::vector<GuideSection> sections;     // five, always in this order
    std::optional<KernelHandOver> handOver; // of the top kernel that is no collective, else of the top one
    std::optional<SliceId> kernel;          // the one handed over
    std::string device;                     // of which it speaks: the one with most work
};

// Over the windows that count: means per step. `work` is made when missing.
Result<ReadingGuide> readingGuide(const TraceStore& store, const FindingOptions& options, RunContext& context,
                                  std::shared_ptr<const TraceWork> work = {});

} // namespace lanescope
