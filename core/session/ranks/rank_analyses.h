// The functions behind the list in rank_set.cpp, one file each.
#pragma once

#include "core/session/ranks/rank_set.h"

namespace lanescope::ranks {

Result<RankAnswer> stragglers(const RankSet& set, const RankQuestion& question);
Result<RankAnswer> collectives(const RankSet& set, const RankQuestion& question);
Result<RankAnswer> heatmap(const RankSet& set, const RankQuestion& question);
Result<RankAnswer> alignment(const RankSet& set, const RankQuestion& question);

// Members that every document has: "ranks" (present, missing, twice, layout) and "alignment".
void addCommon(Json& document, const RankSet& set);
// {"0": f(0), "1": f(1) ...} by label.
template <class Function>
Json perRank(const RankSet& set, Function valueOf) {
    Json out = Json::object();
    for (std::size_t r = 0; r < set.records.size(); ++r) out[set.label(r)] = valueOf(r);
    return out;
}
// What every table says below: which clock, and what was odd about the ranks.
std::vector<std::string> commonNotes(const RankSet& set);

} // namespace lanescope::ranks
