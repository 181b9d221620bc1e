// The two halves of the matching: collectives of a group, and its sends with their receives. One thread.
#pragma once

#include "core/align/matching.h"

#include <map>
#include <span>
#include <vector>

namespace lanescope::align::parts {

// Per record that has any: its events of one group, by begin.
using Lists = std::map<std::uint32_t, std::vector<std::uint32_t>>;

void matchGroup(std::span<const RankRecord> records, std::uint32_t group, const Lists& lists, Matching& out);
void matchPairs(std::span<const RankRecord> records, std::uint32_t group, const Lists& lists, Matching& out);

// How events without a number are told apart: by their place in the order of all, or within their step where all are in
// steps and their numbers or the recorded steps differ.
MatchedBy orderOf(std::span<const RankRecord> records, const Lists& lists);

} // namespace lanescope::align::parts
