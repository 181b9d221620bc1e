// What a panel asks of an analysis: which one, over which part of the trace, with which options. The options of an
// analysis are declared here once and become controls by themselves. Values; any thread.
#pragma once

#include "core/analysis/analysis.h"
#include "core/analysis/flops/device_peaks.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::models {

enum class Scope : std::uint8_t { Whole, Range, Step, Visible }; // which part of the trace

enum class OptionId : std::uint8_t { Device, Rows, Grouping, StackDepth, Tokens, Parameters, Peaks };
// The controls of an analysis, made of what it says it reads (AnalysisInfo::takes), in order.
std::vector<OptionId> optionsOf(const AnalysisInfo& info);

// Under which heading it stands in menus and lists; "Other" for those that are not known here.
const char* groupOf(std::string_view analysis);
std::span<const char* const> analysisGroups(); // in order, "Other" last

struct AnalysisOptions {
    std::optional<DeviceKey> device; // none: every device on its own
    OperatorGrouping grouping = OperatorGrouping::Name;
    unsigned stackDepth = 0;
    std::size_t rows = 200; // of lists of single events
    std::optional<double> tokens, parameters;
    std::shared_ptr<const DevicePeaks> peaks; // none: the built-in table
};

struct AnalysisRequest {
    std::string analysis;
    Scope scope = Scope::Whole;
    std::optional<TimeRange> range; // none: the whole trace
    AnalysisOptions options;

    // Equal for requests that have the same answer; for caches.
    std::string key() const;
    AnalysisInput input(const GapThresholds& thresholds) const;
};

} // namespace lanescope::models
