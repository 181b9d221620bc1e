#include "widgets/models/analysis/analysis_request.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::models {

namespace {

constexpr const char* kGroups[] = {"Where the time goes", "GPU work", "Host and launches", "Other"};

struct Placed {
    std::string_view analysis;
    const char* group;
};
constexpr Placed kPlaced[] = {
    {"four_numbers", kGroups[0]},    {"idle", kGroups[0]},
    {"critical_path", kGroups[0]},   {"inference", kGroups[0]},
    {"compare", kGroups[0]},         {"kernels", kGroups[1]},
    {"collectives", kGroups[1]},     {"copies", kGroups[1]},
    {"sequences", kGroups[1]},       {"flops", kGroups[1]},
    {"profiler_ranges", kGroups[1]}, {"operators", kGroups[2]},
    {"call_tree", kGroups[2]},       {"user_ranges", kGroups[2]},
    {"launches", kGroups[2]},        {"syncs", kGroups[2]},
};

} // namespace

std::vector<OptionId> optionsOf(const AnalysisInfo& info) {
    std::vector<OptionId> out;
    out.reserve(7);
    const auto add = [&out](OptionId id) { out.push_back(id); };
    add(OptionId::Device);
    add(OptionId::Rows);
    if (contains(info.takes, Takes::Grouping)) {
        add(OptionId::Grouping);
        add(OptionId::StackDepth);
    }
    if (contains(info.takes, Takes::Model)) {
        add(OptionId::Tokens);
        add(OptionId::Parameters);
    }
    if (contains(info.takes, Takes::Peaks)) add(OptionId::Peaks);
    return out;
}

const char* groupOf(std::string_view analysis) {
    const auto* it = std::find_if(std::begin(kPlaced), std::end(kPlaced),
                                  [analysis](const Placed& p) { return p.analysis == analysis; });
    return it == std::end(kPlaced) ? kGroups[std::size(kGroups) - 1] : it->group;
}

std::span<const char* const> analysisGroups() { return kGroups; }

std::string AnalysisRequest::key() const {
    const std::string part = range ? fmt::format("{}..{}", count(range->begin), count(range->end)) : "whole";
    return fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}", analysis, part, options.device ? options.device->text() : "all",
                       static_cast<int>(options.grouping), options.stackDepth, options.rows,
                       options.tokens.value_or(-1), options.parameters.value_or(-1),
                       static_cast<const void*>(options.peaks.get()));
}

AnalysisInput AnalysisRequest::input(const GapThresholds& thresholds) const {
    AnalysisInput out;
    out.range = range;
    out.device = options.device;
    out.thresholds = thresholds;
    out.operators = options.grouping;
    out.stackDepth = options.stackDepth;
    out.maxRows = options.rows;
    out.peaks = options.peaks;
    out.tokensPerStep = options.tokens;
    out.parameters = options.parameters;
    return out;
}

} // namespace lanescope::models
