// Tables of one kind of companion, for companionTables. Any thread.
#pragma once

#include "core/session/ranks/companions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lanescope::companions {

inline constexpr std::size_t kMostRows = 20'000;

Table emptyTable(std::string id, std::string title, std::vector<Column> columns);
std::string fileNameOf(const std::string& path);
std::string listed(const auto& numbers) { return fmt::format("{}", fmt::join(numbers, ", ")); }

void addNcclTables(const RankCompanions& companions, std::vector<Table>& out);
void addFlightTables(const RankCompanions& companions, std::vector<Table>& out);

} // namespace lanescope::companions
