#include "core/analysis/findings/thresholds.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <optional>

namespace lanescope {

namespace {

using enum Limit;

constexpr std::array<LimitInfo, kLimits> kTable{{
    {MinCostShare, "cost.min_share", 0.03, Unit::Ratio, "a finding costs at least this share of the steps' time"},
    {MinStepsShare, "steps.min_share", 0.5, Unit::Ratio, "steps in which a repeated stall must occur to be confirmed"},
    {AllReduceMaxOverlap, "allreduce.max_overlap", 0.30, Unit::Ratio,
     "communication under compute, of all communication, below which it counts as unoverlapped"},
    {AllReduceAfterBackward, "allreduce.after_backward", 0.5, Unit::Ratio,
     "exposed communication that lies after the last backward kernel"},
    {AllReduceMinBusRate, "allreduce.min_bus_rate", 2e9, Unit::BytesPerSecond,
     "bus rate of large exposed collectives below which they wait rather than transfer"},
    {AllReduceMinExposed, "allreduce.min_exposed", 0.5, Unit::Ratio,
     "exposed, of all communication, below which it counts only after the last backward kernel"},
    {AllReduceMaxWait, "allreduce.max_wait", 0.05, Unit::Ratio,
     "with one rank: time beyond the fastest equal collectives, of communication, that shows waiting"},
    {InputMaxFromStart, "input.max_from_start", 0.10, Unit::Ratio,
     "part of a step within which a hole begins that belongs to its start"},
    {LaunchMaxMedianKernel, "launch.max_median_kernel", 20'000, Unit::Nanoseconds,
     "median kernel of a launch-bound program"},
    {LaunchMinCostOfIdle, "launch.min_of_idle", 0.5, Unit::Ratio, "launch gaps, of all idle time"},
    {LaunchMaxQueueDelay, "launch.max_queue_delay", 100'000, Unit::Nanoseconds,
     "median time from call to kernel: a drained queue"},
    {LaunchMaxMeanGap, "launch.max_mean_gap", 100'000, Unit::Nanoseconds,
     "mean gap before a late launch; longer ones are pauses of the host"},
    {MemoryMinShare, "memory.min_share", 0.35, Unit::Ratio,
     "elementwise, norm, softmax, reduction and copy kernels, of kernel time"},
    {MemoryMinCostShare, "memory.min_cost_share", 0.25, Unit::Ratio,
     "memory-bound runs or one memory-bound kernel, of busy time"},
    {MemoryMinRun, "memory.min_run", 3, Unit::Count, "neighbouring memory-bound kernels that make a run"},
    {MemoryMinRate, "memory.min_rate", 0.4, Unit::Ratio,
     "bytes of the shapes over time, of the device's memory bandwidth, that confirm"},
    {MemoryMinBusy, "memory.min_busy", 0.5, Unit::Ratio,
     "busy share below which memory-bound kernels are no more than possible"},
    {StragglerMinLast, "straggler.min_last", 0.5, Unit::Ratio, "matched collectives in which the straggler comes last"},
    {StragglerMinWait, "straggler.min_wait", 0.01, Unit::Ratio,
     "the others' mean wait beyond the straggler's own, of its window"},
    {StragglerMinMatched, "straggler.min_matched", 10, Unit::Count,
     "matched collectives below which the claim is lowered"},
    {StragglerWaitOfExposed, "straggler.wait_of_exposed", 0.5, Unit::Ratio,
     "with one rank: time beyond the fastest equal collective, of exposed communication"},
    {PipelineMinExchanges, "pipeline.min_exchanges", 2, Unit::Count, "sends and receives per step of a pipeline"},
    {HealthyMinBusy, "healthy.min_busy", 0.90, Unit::Ratio, "busy share of a healthy program"},
    {HealthyMaxExposedComm, "healthy.max_exposed_comm", 0.03, Unit::Ratio,
     "exposed communication of a healthy program"},
    {HealthyMaxStepSpread, "healthy.max_step_spread", 0.10, Unit::Ratio,
     "median deviation of the step times, of their median"},
    {HealthyMinLead, "healthy.min_lead", 20'000, Unit::Nanoseconds, "median time from call to kernel: a deep queue"},
    {HealthyMinKernels, "healthy.min_kernels", 50, Unit::Count, "kernels below which nothing is shown to be healthy"},
    {SeverityHigh, "severity.high", 0.15, Unit::Ratio, "cost of a finding of high severity, of the steps' time"},
    {SeverityMedium, "severity.medium", 0.07, Unit::Ratio, "cost of a finding of medium severity, of the steps' time"},
    {NoteSerialCopies, "note.serial_copies", 0.02, Unit::Ratio, "exposed host-to-device copies worth a note"},
}};

struct Suffix {
    std::string_view text;
    Unit unit;
    double factor;
};
constexpr Suffix kSuffixes[] = {{"%", Unit::Ratio, 0.01},
                                {"ns", Unit::Nanoseconds, 1},
                                {"us", Unit::Nanoseconds, 1e3},
                                {"\u00B5s", Unit::Nanoseconds, 1e3},
                                {"ms", Unit::Nanoseconds, 1e6},
                                {"GB/s", Unit::BytesPerSecond, 1e9},
                                {"MB/s", Unit::BytesPerSecond, 1e6},
                                {"s", Unit::Nanoseconds, 1e9}};

std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

std::optional<double> valueOf(std::string_view text, Unit unit) {
    double factor = 1;
    for (const Suffix& suffix : kSuffixes) {
        if (suffix.unit != unit || !text.ends_with(suffix.text)) continue;
        factor = suffix.factor;
        text.remove_suffix(suffix.text.size());
        break;
    }
    const std::string number(trimmed(text));
    if (number.empty()) return std::nullopt;
    char* end = nullptr;
    const double value = std::strtod(number.c_str(), &end);
    if (end != number.c_str() + number.size() || !std::isfinite(value) || value < 0 || value > 1e18)
        return std::nullopt;
    return value * factor;
}

} // namespace

std::span<const LimitInfo> limitTable() { return kTable; }

Thresholds::Thresholds() {
    for (const LimitInfo& info : kTable) set(info.limit, info.value);
}

Status Thresholds::set(std::string_view assignment) {
    const std::size_t equals = assignment.find('=');
    const std::string_view name = trimmed(assignment.substr(0, equals));
    for (const LimitInfo& info : kTable) {
        if (info.name != name) continue;
        const std::string_view text =
            equals == std::string_view::npos ? std::string_view() : trimmed(assignment.substr(equals + 1));
        const auto value = valueOf(text, info.unit);
        if (!value)
            return Error{ErrorCode::Usage, fmt::format("expected a value, found '{}'", text), std::string(name),
                         fmt::format("for example {}={}", name, limitText(info, info.value))};
        set(info.limit, *value);
        return {};
    }
    return Error{ErrorCode::Usage, fmt::format("no threshold is called '{}'", name), "threshold",
                 "lanescope-cli findings --thresholds lists them"};
}

Status Thresholds::setLines(std::string_view text) {
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::size_t end = text.find('\n');
        const std::string_view one = trimmed(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (one.empty() || one.front() == '#') continue;
        if (Status status = set(one); !status.ok()) {
            Error error = status.error();
            error.place = fmt::format("line {}: {}", line, error.place);
            return error;
        }
    }
    return {};
}

std::string limitText(const LimitInfo& info, double value) {
    switch (info.unit) {
    case Unit::Ratio:
        return fmt::format("{:.12g}%", value * 100);
    case Unit::Nanoseconds:
        return fmt::format("{:.12g}us", value / 1e3);
    case Unit::BytesPerSecond:
        return fmt::format("{:.12g}GB/s", value / 1e9);
    default:
        return fmt::format("{}", value);
    }
}

Table thresholdTable(const Thresholds& thresholds) {
    Table table{"thresholds", "Thresholds", {}, {}, 0, {}, {}};
    table.columns = {{"name", "name", Unit::Text},
                     {"value", "value", Unit::Text},
                     {"default", "default", Unit::Text},
                     {"meaning", "meaning", Unit::Text}};
    for (const LimitInfo& info : kTable)
        table.rows.push_back({std::string(info.name), limitText(info, thresholds[info.limit]),
                              limitText(info, info.value), std::string(info.meaning)});
    return table;
}

} // namespace lanescope
