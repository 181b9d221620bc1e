#include "core/session/ranks/rank_analyses.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace lanescope::ranks {
namespace {

using align::RankFigures;
using align::RankStep;

struct Metric {
    std::string_view id;
    std::string_view title;
    std::int64_t (*of)(const RankFigures&) = nullptr; // null: waiting
};
template <std::size_t Part>
std::int64_t idlePart(const RankFigures& f) {
    return f.idlePartNs[Part];
}
constexpr Metric kMetrics[] = {
    {"step_time", "step time", [](const RankFigures& f) { return f.wallNs; }},
    {"busy", "busy", [](const RankFigures& f) { return f.busyNs; }},
    {"compute", "compute", [](const RankFigures& f) { return f.computeNs; }},
    {"comm", "communication", [](const RankFigures& f) { return f.commNs; }},
    {"exposed_comm", "exposed communication", [](const RankFigures& f) { return f.exposedCommNs; }},
    {"exposed_mem", "exposed copies", [](const RankFigures& f) { return f.exposedMemNs; }},
    {"waiting", "waiting in collectives", nullptr},
    {"idle", "idle", [](const RankFigures& f) { return f.idleNs; }},
    {"idle_late_launch", "idle: late launch", idlePart<0>},
    {"idle_synchronisation", "idle: synchronisation", idlePart<1>},
    {"idle_allocation", "idle: allocation", idlePart<2>},
    {"idle_data_loading", "idle: data loading", idlePart<3>},
    {"idle_launch_latency", "idle: launch latency", idlePart<4>},
    {"idle_dependency", "idle: dependency", idlePart<5>},
    {"idle_kernel_gap", "idle: kernel gap", idlePart<6>},
    {"idle_unknown", "idle: unknown", idlePart<7>},
};

using Values = std::map<std::pair<std::size_t, std::int64_t>, std::int64_t>; // (record, step number)

Values waitingOf(const RankSet& set) {
    Values out;
    for (std::size_t r = 0; r < set.records.size(); ++r)
        for (const RankStep& step : set.records[r].steps) out[{r, step.number}] = 0;
    for (const align::MatchedCollective& c : set.matching.collectives) {
        const align::CollectiveTimes times = align::timesOf(set.records, set.alignment, c);
        for (std::size_t i = 0; i < c.parts.size(); ++i) {
            const align::RankRecord& record = set.records[c.parts[i].record];
            const std::int32_t step = record.events[c.parts[i].event].step;
            if (step >= 0)
                out[{c.parts[i].record, record.steps[static_cast<std::size_t>(step)].number}] += times.waitNs[i];
        }
    }
    return out;
}

Values valuesOf(const RankSet& set, const Metric& metric) {
    if (!metric.of) return waitingOf(set);
    Values out;
    for (std::size_t r = 0; r < set.records.size(); ++r)
        for (const RankStep& step : set.records[r].steps) out[{r, step.number}] = metric.of(step.figures);
    return out;
}

Json placesJson(const RankSet& set, std::size_t record) {
    Json out = Json::object();
    for (const auto& [parallel, place] : set.layout.places[record]) out[align::parallelWord(parallel)] = place;
    return out;
}

} // namespace

Result<RankAnswer> heatmap(const RankSet& set, const RankQuestion& question) {
    const auto metric = std::find_if(std::begin(kMetrics), std::end(kMetrics),
                                     [&](const Metric& m) { return m.id == question.metric; });
    if (metric == std::end(kMetrics)) {
        std::string all;
        for (const Metric& m : kMetrics) all += (all.empty() ? "" : ", ") + std::string(m.id);
        return Error{ErrorCode::Usage, "no figure is called '" + question.metric + "'", "--metric",
                     "there are: " + all};
    }
    std::set<std::int64_t> steps;
    for (const align::RankRecord& record : set.records)
        for (const RankStep& step : record.steps) steps.insert(step.number);
    if (steps.empty())
        return Error{ErrorCode::MissingData, "no ProfilerStep in any of the traces", "heatmap",
                     "call prof.step() once per step of the training loop"};
    const Values values = valuesOf(set, *metric);
    RankAnswer out;
    Table table{"heatmap", "By rank and step: " + std::string(metric->title), {{"rank", "rank", Unit::Text}}, {}, 0, {},
                {}};
    Json& document = out.document;
    document["metric"] = metric->id;
    document["unit"] = "ns";
    document["steps"] = Json::array();
    for (const std::int64_t step : steps) {
        document["steps"].push(step);
        table.columns.push_back(
            {"step_" + std::to_string(step) + "_ns", "step " + std::to_string(step), Unit::Nanoseconds});
    }
    document["rows"] = Json::array();
    for (std::size_t r = 0; r < set.records.size(); ++r) {
        Json row;
        row["rank"] = set.label(r);
        row["places"] = placesJson(set, r);
        row["values"] = Json::array();
        std::vector<Cell> cells{set.label(r)};
        for (const std::int64_t step : steps) {
            const auto value = values.find({r, step});
            row["values"].push(value == values.end() ? Json() : Json(value->second));
            Cell& cell = cells.emplace_back(); // not applicable, unless there is a figure
            if (value != values.end()) cell = value->second;
        }
        document["rows"].push(std::move(row));
        table.rows.push_back(std::move(cells));
    }
    addCommon(document, set);
    table.notes = commonNotes(set);
    out.tables.push_back(std::move(table));
    return out;
}

} // namespace lanescope::ranks
