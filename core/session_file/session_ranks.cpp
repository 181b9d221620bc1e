#include "core/session_file/session_ranks.h"

#include "core/session_file/session_fields.h"

#include <algorithm>

namespace lanescope::session {
namespace {

constexpr std::size_t kMostFilterSteps = 65'536;
constexpr std::int64_t kFurthestNs = std::int64_t{1} << 61;

std::int64_t nsIn(const Json& json, std::string_view key) {
    return std::clamp(integerIn(json, key).value_or(0), -kFurthestNs, kFurthestNs);
}

RankEntry entryFrom(const Json& json) {
    RankEntry out;
    out.name = textIn(json, "rank");
    out.shown = switchIn(json, "shown", false);
    out.shiftedNs = nsIn(json, "shifted_ns");
    out.offsetNs = nsIn(json, "offset_ns");
    const auto event = integerIn(json, "event_ns");
    if (event && *event >= -kFurthestNs && *event <= kFurthestNs) out.eventNs = event;
    return out;
}

std::optional<RankChoice> choiceFrom(const Json& json, std::size_t entries) {
    const auto entry = integerIn(json, "of");
    const std::string* slice = member(json, "slice").asText(); // names of kernels may be long
    if (!entry || *entry < 0 || static_cast<std::uint64_t>(*entry) >= entries || !slice) return std::nullopt;
    return RankChoice{static_cast<std::size_t>(*entry),
                      {textIn(json, "row"), *slice, integerIn(json, "correlation")},
                      nsIn(json, "begin_ns")};
}

Json panesJson(const RankPanes& panes) {
    Json out;
    if (panes.run.empty()) {
        out["above"] = static_cast<std::int64_t>(panes.above);
        out["below"] = static_cast<std::int64_t>(panes.below);
    } else {
        out["run"] = textsJson(panes.run);
    }
    out["scroll"] = panes.ownScroll ? "own" : "common";
    if (panes.ownScroll) out["below_ns"] = panes.belowNs;
    return out;
}

std::optional<RankPanes> panesFrom(const Json& json, std::size_t entries) {
    if (!json.isObject()) return std::nullopt;
    RankPanes out;
    out.run = textsIn(member(json, "run"));
    const auto above = integerIn(json, "above"), below = integerIn(json, "below");
    const auto isEntry = [&](const std::optional<std::int64_t>& at) {
        return at && *at >= 0 && static_cast<std::uint64_t>(*at) < entries;
    };
    if (out.run.empty()) {
        if (!isEntry(above) || !isEntry(below)) return std::nullopt;
        out.above = static_cast<std::size_t>(*above);
        out.below = static_cast<std::size_t>(*below);
    }
    out.ownScroll = wordIn(json, "scroll", {"common", "own"}) == "own";
    if (out.ownScroll) out.belowNs = nsIn(json, "below_ns");
    return out;
}

Json filterJson(const RanksPart& part) {
    Json out, steps = Json::array();
    for (const std::int64_t step : part.filterSteps) steps.push(step);
    out["groups"] = textsJson(part.filterGroups);
    out["steps"] = std::move(steps);
    return out;
}

void readFilter(const Json& json, RanksPart& out) {
    out.filterGroups = textsIn(member(json, "groups"));
    for (const Json& step : member(json, "steps").elements()) {
        if (out.filterSteps.size() == kMostFilterSteps) break;
        if (const auto number = step.asInteger()) out.filterSteps.push_back(*number);
    }
}

} // namespace

Json alignmentJson(const RanksPart& part) {
    Json out, list = Json::array();
    out["by"] = part.alignBy;
    if (!part.event.empty()) out["event"] = part.event;
    out["residual_ns"] = part.residualNs;
    for (const RankEntry& entry : part.ranks) {
        Json one;
        one["rank"] = entry.name;
        one["offset_ns"] = entry.offsetNs;
        if (entry.shiftedNs != 0) one["shifted_ns"] = entry.shiftedNs;
        if (entry.eventNs) one["event_ns"] = *entry.eventNs;
        one["shown"] = entry.shown;
        list.push(std::move(one));
    }
    out["ranks"] = std::move(list);
    return out;
}

Json ranksJson(const RanksPart& part) {
    Json out;
    out["rows"] = part.rows;
    out["compact"] = part.compact;
    out["idle"] = part.idle;
    out["folded"] = textsJson({part.folded.begin(), part.folded.end()});
    out["origin_ns"] = part.originNs;
    if (!part.heatMetric.empty()) out["heat_metric"] = part.heatMetric;
    if (!part.layout.empty()) out["layout"] = part.layout;
    if (part.panes) out["panes"] = panesJson(*part.panes);
    if (!part.filterGroups.empty() || !part.filterSteps.empty()) out["filter"] = filterJson(part);
    if (!part.logs.empty()) out["logs"] = textsJson(part.logs);
    if (!part.selected) return out;
    Json chosen;
    chosen["of"] = static_cast<std::int64_t>(part.selected->entry);
    chosen["row"] = part.selected->anchor.row;
    chosen["slice"] = part.selected->anchor.slice;
    if (part.selected->anchor.correlation) chosen["correlation"] = *part.selected->anchor.correlation;
    chosen["begin_ns"] = part.selected->beginNs;
    out["selected"] = std::move(chosen);
    return out;
}

RanksPart ranksFrom(const Json& alignment, const Json& ranks) {
    RanksPart out;
    for (const Json& entry : member(alignment, "ranks").elements()) {
        if (out.ranks.size() == kMostRanks) break;
        out.ranks.push_back(entryFrom(entry));
    }
    out.alignBy = wordIn(alignment, "by", {"collective_ends", "none", "step_start", "event"});
    out.event = textIn(alignment, "event");
    out.residualNs = nsIn(alignment, "residual_ns");
    out.rows = wordIn(ranks, "rows", {"stacked", "kind"});
    out.compact = switchIn(ranks, "compact", false);
    out.idle = switchIn(ranks, "idle", false);
    for (std::string& name : textsIn(member(ranks, "folded"))) out.folded.insert(std::move(name));
    out.originNs = nsIn(ranks, "origin_ns");
    out.heatMetric = textIn(ranks, "heat_metric");
    out.layout = textIn(ranks, "layout");
    out.panes = panesFrom(member(ranks, "panes"), out.ranks.size());
    readFilter(member(ranks, "filter"), out);
    out.logs = textsIn(member(ranks, "logs"));
    out.selected = choiceFrom(member(ranks, "selected"), out.ranks.size());
    return out;
}

} // namespace lanescope::session
