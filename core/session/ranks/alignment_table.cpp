#include "core/session/ranks/rank_analyses.h"

namespace lanescope::ranks {

Result<RankAnswer> alignment(const RankSet& set, const RankQuestion&) {
    RankAnswer out;
    addCommon(out.document, set);
    Table table{"alignment",
                "Ranks and their clocks",
                {{"rank", "rank", Unit::Text},
                 {"file", "file", Unit::Text},
                 {"host", "host", Unit::Text},
                 {"places", "place in the job", Unit::Text},
                 {"steps", "steps", Unit::Count},
                 {"collectives", "collectives", Unit::Count},
                 {"offset_ns", "clock ahead by", Unit::Nanoseconds},
                 {"drift_ppm", "drift, ppm", Unit::None},
                 {"residual_ns", "residual", Unit::Nanoseconds},
                 {"samples", "samples", Unit::Count},
                 {"aligned", "aligned", Unit::Text}},
                {},
                0,
                {},
                {}};
    out.document["clocks"] = Json::array();
    for (std::size_t r = 0; r < set.records.size(); ++r) {
        const align::RankRecord& record = set.records[r];
        const align::RankClockFit& clock = set.alignment.ranks[r];
        std::string places;
        for (const auto& [parallel, place] : set.layout.places[r])
            places += (places.empty() ? "" : " ") + std::string(align::parallelWord(parallel)) + std::to_string(place);
        const std::string_view aligned = !clock.aligned        ? "no"
                                         : clock.byTransfers   ? "by sends and receives"
                                         : clock.throughOthers ? "through others"
                                                               : "yes";
        table.rows.push_back({set.label(r), record.file, record.host, places,
                              static_cast<std::int64_t>(record.steps.size()),
                              static_cast<std::int64_t>(record.events.size()), clock.offsetNs, clock.drift * 1e6,
                              clock.residualNs, static_cast<std::int64_t>(clock.samples), std::string(aligned)});
        Json one;
        one["rank"] = set.label(r);
        one["file"] = record.file;
        one["places"] = Json::object();
        for (const auto& [parallel, place] : set.layout.places[r]) one["places"][align::parallelWord(parallel)] = place;
        one["offset_ns"] = clock.offsetNs;
        one["offset_at_pivot_ns"] = clock.atPivotNs;
        one["pivot_ns"] = clock.pivotNs;
        one["drift_ppb"] = static_cast<std::int64_t>(clock.drift * 1e9);
        one["residual_ns"] = clock.residualNs;
        one["worst_ns"] = clock.worstNs;
        one["samples"] = clock.samples;
        one["aligned"] = clock.aligned;
        one["through_others"] = clock.throughOthers;
        one["by_transfers"] = clock.byTransfers;
        one["part"] = static_cast<std::int64_t>(clock.part);
        out.document["clocks"].push(std::move(one));
    }
    table.notes = commonNotes(set);
    out.tables.push_back(std::move(table));
    return out;
}

} // namespace lanescope::ranks
