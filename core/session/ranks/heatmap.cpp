#include "core/session/ranks/measured.h"
#include "core/session/ranks/rank_analyses.h"

namespace lanescope::ranks {
namespace {

Json placesJson(const RankSet& set, std::size_t record) {
    Json out = Json::object();
    for (const auto& [parallel, place] : set.layout.places[record]) out[align::parallelWord(parallel)] = place;
    return out;
}

} // namespace

Result<RankAnswer> heatmap(const RankSet& set, const RankQuestion& question) {
    const RankMetric* metric = findRankMetric(question.metric);
    if (!metric) {
        std::string all;
        for (const RankMetric& m : rankMetrics()) all += (all.empty() ? "" : ", ") + std::string(m.id);
        return Error{ErrorCode::Usage, "no figure is called '" + question.metric + "'", "--metric",
                     "there are: " + all};
    }
    const std::vector<std::int64_t> steps = stepNumbers(set);
    if (steps.empty())
        return Error{ErrorCode::MissingData, "no ProfilerStep in any of the traces", "heatmap",
                     "call prof.step() once per step of the training loop"};
    const RankStepValues values = rankStepValues(set, *metric);
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
