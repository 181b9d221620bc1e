// Which ranks to show: all, those that tell most, by their place in the job, by numbers. GUI thread.
#pragma once

#include "widgets/ranks/ranks_document.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace lanescope::rankpanels {

std::vector<std::size_t> allRanks(const ranksview::RanksDocument& document);
// The straggler (or who waits least), the reference, and those that wait most; at most eight.
std::vector<std::size_t> tellingRanks(const ranksview::RanksDocument& document);

struct RankPlaces {
    std::string name; // "node node-0", "dp 1"
    std::vector<std::size_t> records;
};
// By node and by each dimension of the layout; nothing that holds all ranks or is one of very many.
std::vector<RankPlaces> ranksByPlace(const ranksview::RanksDocument& document);

// "0-3, 7, 12": the records of those ranks. None when it is no such list or names nobody.
std::optional<std::vector<std::size_t>> ranksInText(const ranksview::RanksDocument& document, const QString& text);

} // namespace lanescope::rankpanels
