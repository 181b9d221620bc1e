// The lists of `analyze collectives` beside the collectives themselves, for machines: kinds, pairs, what has no
// partner. Any thread.
#pragma once

#include "core/base/json.h"
#include "core/session/ranks/measured.h"

#include <span>

namespace lanescope::ranks {

// By group, kind and size, sizes ascending: count, transfer, waiting, median rates.
Json kindsJson(const RankSet& set, std::span<const MeasuredCollective> all);
Json pairsJson(const RankSet& set);     // every send with its receive, on the common clock
Json unmatchedJson(const RankSet& set); // rank, kind, group, number, own start, why

} // namespace lanescope::ranks
