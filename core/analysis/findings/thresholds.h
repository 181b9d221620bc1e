// Every limit the findings use, in one table: name, default, unit, meaning. Settable by name (a flag or a file),
// printed with every output. A value; any thread. docs/user/findings.md holds the same table.
#pragma once

#include "core/analysis/table.h"
#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lanescope {

enum class Limit : std::uint8_t {
    MinCostShare,
    MinStepsShare,
    AllReduceMaxOverlap,
    AllReduceAfterBackward,
    AllReduceMinBusRate,
    AllReduceMinExposed,
    AllReduceMaxWait,
    InputMaxFromStart,
    LaunchMaxMedianKernel,
    LaunchMinCostOfIdle,
    LaunchMaxQueueDelay,
    LaunchMaxMeanGap,
    MemoryMinShare,
    MemoryMinCostShare,
    MemoryMinRun,
    MemoryMinRate,
    MemoryMinBusy,
    StragglerMinLast,
    StragglerMinWait,
    StragglerMinMatched,
    StragglerWaitOfExposed,
    PipelineMinExchanges,
    HealthyMinBusy,
    HealthyMaxExposedComm,
    HealthyMaxStepSpread,
    HealthyMinLead,
    HealthyMinKernels,
    SeverityHigh,
    SeverityMedium,
    NoteSerialCopies,
    Count_
};
inline constexpr std::size_t kLimits = static_cast<std::size_t>(Limit::Count_);

struct LimitInfo {
    Limit limit{};
    std::string_view name;  // stable: "launch.max_median_kernel"
    double value = 0;       // default
    Unit unit = Unit::None; // Ratio: 0..1; Nanoseconds; Count; BytesPerSecond
    std::string_view meaning;
};
std::span<const LimitInfo> limitTable();

class Thresholds {
public:
    Thresholds();
    double operator[](Limit limit) const { return m_values[static_cast<std::size_t>(limit)]; }
    std::int64_t ns(Limit limit) const { return static_cast<std::int64_t>((*this)[limit]); }
    void set(Limit limit, double value) { m_values[static_cast<std::size_t>(limit)] = value; }
    // "name=value"; shares as "0.03" or "3%", times as "20us", "1.5ms", rates as "5GB/s". Errors: Usage.
    Status set(std::string_view assignment);
    // Lines of assignments; blank lines and those that start with '#' are skipped. Errors: Usage, with the line.
    Status setLines(std::string_view text);
    friend bool operator==(const Thresholds&, const Thresholds&) = default;

private:
    std::array<double, kLimits> m_values{};
};

// Name, value in force, default and meaning.
Table thresholdTable(const Thresholds& thresholds);
// "3 %", "20 us": a value as people write it, and as set() reads it.
std::string limitText(const LimitInfo& info, double value);

} // namespace lanescope
