// A rank as a small file: its record as JSON, so that hundreds of ranks can be compared without their traces. Written
// by `summarize`, several ranks in one file. Reading is bounded and never trusts a number. Any thread.
#pragma once

#include "core/align/rank_record.h"
#include "core/base/json.h"
#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

inline constexpr std::string_view kSummaryFormat = "lanescope-rank-summary";
inline constexpr std::int64_t kSummaryVersion = 1;

std::string summaryText(std::span<const align::RankRecord> records);

// Whether the beginning of a file looks like a summary.
bool looksLikeSummary(std::string_view head);
// Errors: NotATrace (not a summary), UnsupportedFormat (a later version), Damaged (with what was expected).
Result<std::vector<align::RankRecord>> readSummary(std::string_view text, std::string_view place);

} // namespace lanescope
