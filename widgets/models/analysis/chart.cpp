// Charts that show what the tables of an answer hold, and the list of who has which.
#include "widgets/models/analysis/chart.h"

#include "core/analysis/flops/device_peaks.h"
#include "widgets/models/analysis/chart_data.h"
#include "widgets/models/analysis/table_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace lanescope::models {

namespace {

constexpr std::size_t kMostBars = 2'000;

struct Part {
    const char* column;
    const char* name;
    ChartColour colour;
};
constexpr std::array<Part, 4> kParts{{{"compute_ns", "compute", ChartColour::Compute},
                                      {"exposed_comm_ns", "exposed comm", ChartColour::Communication},
                                      {"exposed_mem_ns", "exposed copies", ChartColour::Memory},
                                      {"idle_ns", "idle", ChartColour::Idle}}};

// "ProfilerStep#12" is 12.
std::string stepLabel(const std::string& name) {
    const std::size_t hash = name.find_last_of('#');
    return hash == std::string::npos ? name : name.substr(hash + 1);
}

ChartTarget rangeTarget(const TableReader& table, std::size_t row) {
    const auto begin = table.integer(row, "begin_ns"), end = table.integer(row, "end_ns");
    ChartTarget out;
    out.slice = table.firstSlice(row);
    if (begin && end && *begin < *end) out.range = timeRange(*begin, *end);
    return out;
}

// One bar per row of the table, one series per part.
Chart stacked(const Table& source, std::string id, std::string title, std::string_view nameColumn,
              std::span<const Part> parts) {
    const TableReader table(source);
    Chart out{std::move(id), std::move(title), ChartKind::Bars, {}, {"", Unit::Nanoseconds}};
    for (const Part& part : parts) out.series.push_back({part.name, part.colour, 0, {}});
    const bool several = table.rows() > 0 && table.text(0, "device") != table.text(table.rows() - 1, "device");
    for (std::size_t r = 0; r < std::min(table.rows(), kMostBars); ++r) {
        std::string label = stepLabel(table.text(r, nameColumn));
        if (several && nameColumn != "device") label = "GPU " + table.text(r, "device") + ", " + label;
        for (std::size_t p = 0; p < parts.size(); ++p)
            out.series[p].points.push_back({static_cast<double>(r), table.number(r, parts[p].column).value_or(0),
                                            rangeTarget(table, r), table.text(r, "mark")});
        out.categories.push_back(std::move(label));
    }
    return out;
}

std::vector<Chart> fourNumbers(const ChartInput& in) {
    std::vector<Chart> out;
    if (const Table* steps = tableOf(in.result, "steps_by_window"); steps && !steps->rows.empty())
        out.push_back(stacked(*steps, "steps", "Parts of each step, by window", "name", kParts));
    if (const Table* steps = tableOf(in.result, "steps_by_launch"); steps && !steps->rows.empty())
        out.push_back(stacked(*steps, "steps_by_launch", "Parts of each step, by launch", "name", kParts));
    if (const Table* whole = tableOf(in.result, "whole"); whole && !whole->rows.empty()) {
        out.push_back(stacked(*whole, "devices", "Parts of each device", "device", kParts));
        for (std::string& name : out.back().categories) name = "GPU " + name;
    }
    return out;
}

std::vector<Chart> inferenceSteps(const ChartInput& in) {
    const Table* steps = tableOf(in.result, "inference_steps");
    if (!steps || steps->rows.empty()) return {};
    static constexpr std::array<Part, 1> busy{{{"busy_ns", "GPU busy", ChartColour::Compute}}};
    Chart out = stacked(*steps, "steps", "GPU busy time of each step", "name", busy);
    const TableReader table(*steps);
    for (std::size_t r = 0; r < out.series[0].points.size(); ++r)
        out.series[0].points[r].label = table.text(r, "phase") + ", " + table.text(r, "mode");
    return {out};
}

std::vector<Chart> criticalPath(const ChartInput& in) {
    std::vector<Chart> out;
    const auto bars = [&](const char* tableId, const char* title, const char* name, const char* value) {
        const Table* source = tableOf(in.result, tableId);
        if (!source || source->rows.empty()) return;
        const TableReader table(*source);
        Chart chart{tableId, title, ChartKind::Bars, {}, {"", Unit::Nanoseconds}};
        chart.series.push_back({"time", ChartColour::Plain, 0, {}});
        for (std::size_t r = 0; r < std::min<std::size_t>(table.rows(), 12); ++r) {
            chart.categories.push_back(table.text(r, name));
            chart.series[0].points.push_back(
                {static_cast<double>(r), table.number(r, value).value_or(0), {table.firstSlice(r), {}}, {}});
        }
        out.push_back(std::move(chart));
    };
    bars("critical_path_causes", "What the critical path consists of", "cause", "total_ns");
    bars("critical_path_what_if", "Saved if it took no time (estimates)", "without", "saved_ns");
    return out;
}

// The roof of a device: bytes per second up to where the arithmetic takes over.
std::optional<ChartGuide> roof(const ChartInput& in, double least, double most) {
    const DevicePeaks& peaks = in.input.peaks ? *in.input.peaks : DevicePeaks::builtin();
    for (const auto& gpu : in.store.info().devices) {
        const DevicePeak* peak = peaks.find(gpu.name);
        if (!peak || peak->memoryGBs <= 0) continue;
        const double top = peak->float16 > 0 ? peak->float16 : peak->float32;
        if (top <= 0) continue;
        const double ridge = top * 1e3 / peak->memoryGBs;
        ChartGuide guide{fmt::format("roof of {}: {:.0f} GB/s, {:.0f} TFLOP/s", gpu.name, peak->memoryGBs, top), {}};
        for (const double x : {std::min(least, ridge / 10), ridge, std::max(most, ridge * 10)})
            guide.points.push_back({x, std::min(x * peak->memoryGBs / 1e3, top), {}, {}});
        return guide;
    }
    return std::nullopt;
}

std::vector<Chart> flops(const ChartInput& in) {
    const Table* source = tableOf(in.result, "flops");
    if (!source) return {};
    const TableReader table(*source);
    Chart out{"roofline",
              "Intensity and what was reached (estimates)",
              ChartKind::Dots,
              {"operations per byte", Unit::None, Scaling::Log},
              {"", Unit::None, Scaling::Log, "TFLOP/s"}};
    std::map<std::string, ChartSeries> families;
    double least = 1e300, most = 0;
    for (std::size_t r = 0; r < table.rows(); ++r) {
        const auto x = table.number(r, "intensity"), y = table.number(r, "tflops");
        if (!x || !y || *x <= 0 || *y <= 0) continue;
        least = std::min(least, *x);
        most = std::max(most, *x);
        ChartSeries& series = families[table.text(r, "family")];
        series.points.push_back(
            {*x, *y, {table.firstSlice(r), {}}, table.text(r, "name") + " " + table.text(r, "shapes")});
    }
    static const std::map<std::string, WorkKind> kinds{
        {"gemm", WorkKind::Gemm}, {"convolution", WorkKind::Convolution}, {"attention", WorkKind::Attention},
        {"norm", WorkKind::Norm}, {"elementwise", WorkKind::Elementwise}, {"reduction", WorkKind::Reduction}};
    for (auto& [family, series] : families) {
        series.name = family;
        series.colour = ChartColour::Kind;
        const auto kind = kinds.find(family);
        series.variant = static_cast<std::uint8_t>(kind == kinds.end() ? WorkKind::Other : kind->second);
        out.series.push_back(std::move(series));
    }
    if (out.series.empty()) return {};
    if (auto guide = roof(in, least, most)) out.guides.push_back(std::move(*guide));
    return {out};
}

std::vector<Chart> collectives(const ChartInput& in) {
    const Table* source = tableOf(in.result, "collectives");
    if (!source) return {};
    const TableReader table(*source);
    Chart out{"bandwidth",
              "Bus rate by size",
              ChartKind::Dots,
              {"", Unit::Bytes, Scaling::Log},
              {"", Unit::BytesPerSecond, Scaling::Log},
              {},
              {},
              {},
              "the time of a collective holds waiting for late ranks: rates are lower bounds"};
    std::map<std::string, ChartSeries> kinds;
    for (std::size_t r = 0; r < table.rows(); ++r) {
        const auto bytes = table.number(r, "bytes"), rate = table.number(r, "bus_rate");
        if (!bytes || !rate || *bytes <= 0 || *rate <= 0) continue;
        kinds[table.text(r, "kind")].points.push_back(
            {*bytes, *rate, {table.firstSlice(r), {}}, table.text(r, "group")});
    }
    for (auto& [kind, series] : kinds) {
        series.name = kind;
        series.colour = ChartColour::Communication;
        out.series.push_back(std::move(series));
    }
    return out.series.empty() ? std::vector<Chart>() : std::vector<Chart>{out};
}

struct Maker {
    std::string_view analysis;
    std::vector<Chart> (*make)(const ChartInput&);
};
constexpr Maker kMakers[] = {
    {"four_numbers", fourNumbers},   {"idle", gapHistogram}, {"inference", inferenceSteps},
    {"critical_path", criticalPath}, {"flops", flops},       {"collectives", collectives},
    {"launches", launchCharts},      {"copies", copyRates},
};

} // namespace

bool Chart::isEmpty() const {
    return std::all_of(series.begin(), series.end(), [](const ChartSeries& s) { return s.points.empty(); });
}

std::vector<Chart> chartsOf(std::string_view analysis, const TraceStore& store, const AnalysisInput& input,
                            const AnalysisResult& result, RunContext& context) {
    for (const Maker& maker : kMakers)
        if (maker.analysis == analysis) {
            std::vector<Chart> out = maker.make({store, input, result, context});
            std::erase_if(out, [](const Chart& chart) { return chart.isEmpty(); });
            return out;
        }
    return {};
}

} // namespace lanescope::models
