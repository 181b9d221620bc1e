// What an analysis is: an entry of one explicit list (builtin_analyses.cpp) that turns a store into tables and
// highlights. It never formats text and never draws. Panels, the terminal, exports and tests loop over the list.
// Analyses may run on any thread; they obey the stop token of their context.
#pragma once

#include "core/analysis/device_work.h"
#include "core/analysis/four_numbers.h"
#include "core/analysis/idle/gap_owners.h"
#include "core/analysis/table.h"
#include "core/base/result.h"
#include "core/base/run_context.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct DevicePeaks; // core/analysis/flops/device_peaks.h

enum class OperatorGrouping : std::uint8_t { Name, NameAndShape };

struct AnalysisInput {
    std::optional<TimeRange> range;  // a selection or a step; none: the whole trace
    std::optional<DeviceKey> device; // none: every device, each on its own
    GapThresholds thresholds;        // written on every output that depends on them
    IdleOptions idle;
    OperatorGrouping operators = OperatorGrouping::Name;
    unsigned stackDepth = 0;               // operators: group by this many frames as well
    std::size_t maxRows = 200;             // of lists of single events; groups are always complete
    std::shared_ptr<const TraceWork> work; // kept by whoever asks more than once; made when missing
    // Of single analyses; each says in docs/user/analyses.md what it does without.
    std::shared_ptr<const DevicePeaks> peaks;              // flops: none: the built-in table
    std::optional<double> tokensPerStep, parameters;       // flops: utilisation by the model
    std::function<Result<std::string>(SliceId)> eventText; // the event in the file; counters
};

struct Highlight { // something to mark on the timeline
    TimeRange range;
    std::vector<SliceId> slices;
    std::string label;
};

struct AnalysisResult {
    std::vector<Table> tables;
    std::vector<Highlight> highlights;
};

// What a trace must have for an analysis to say anything. Bits.
enum class Needs : std::uint8_t { Nothing = 0, GpuWork = 1, Launches = 2, Calls = 4, Operators = 8, Annotations = 16 };
constexpr Needs operator|(Needs a, Needs b) {
    return static_cast<Needs>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
constexpr bool contains(Needs all, Needs one) {
    return (static_cast<std::uint8_t>(all) & static_cast<std::uint8_t>(one)) != 0;
}

// What of the input an analysis reads beside range, device and maxRows, which all do: what a panel offers, and what
// tells two kept answers apart (result_cache.h). Bits.
enum class Takes : std::uint8_t {
    Nothing = 0,
    Thresholds = 1, // AnalysisInput::thresholds
    Idle = 2,
    Grouping = 4, // operators and stackDepth
    Peaks = 8,
    Model = 16, // tokensPerStep and parameters
    EventText = 32,
};
constexpr Takes operator|(Takes a, Takes b) {
    return static_cast<Takes>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
constexpr bool contains(Takes all, Takes one) {
    return (static_cast<std::uint8_t>(all) & static_cast<std::uint8_t>(one)) != 0;
}

struct AnalysisInfo {
    std::string_view id;    // stable: "four_numbers"; its part of docs/user/analyses.md has it as heading
    std::string_view title; // for people
    Needs needs = Needs::Nothing;
    Result<AnalysisResult> (*run)(const TraceStore&, const AnalysisInput&, RunContext&) = nullptr;
    Takes takes = Takes::Nothing;
};

std::span<const AnalysisInfo> builtinAnalyses();
const AnalysisInfo* findAnalysis(std::string_view id); // null when there is none

// Why the analysis cannot say anything about this trace ("no GPU activity in this trace"); none when it can.
std::optional<std::string> missingNeed(const TraceStore& store, const AnalysisInfo& info);

// Checks the needs (MissingData with the reason), then runs.
Result<AnalysisResult> runAnalysis(const AnalysisInfo& info, const TraceStore& store, const AnalysisInput& input,
                                   RunContext& context);

} // namespace lanescope
