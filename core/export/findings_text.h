// Findings as people read them: one line per measurement, cards for the terminal and for Markdown; and as JSON with
// integers in ns. Any thread.
#pragma once

#include "core/analysis/findings/finding.h"
#include "core/base/json.h"
#include "core/export/table.h"
#include "core/store/trace_store.h"

#include <string>
#include <vector>

namespace lanescope {

// Names come from files: without line breaks and control characters, cut at the end.
std::string printable(std::string_view text, std::size_t most = 160);
std::string evidenceText(const Evidence& evidence);                            // "median kernel: 4.10 us"
std::string evidenceValue(const Evidence& evidence);                           // "4.10 us"
std::string findingCost(const Finding& finding, const FindingsResult& result); // "3.1 ms per step, 12.4 %"
std::string severityText(FindingSeverity severity); // with its shape: "\u25b2 high"; a dash for none
// The limits a finding goes by, as they are in force: "launch.max_median_kernel = 20us".
std::vector<std::string> limitLines(const Finding& finding, const Thresholds& limits);
// One or two sentences for a card: the measurements that confirm first.
std::string evidenceLine(const Finding& finding);

enum class CardStyle : std::uint8_t { Text, Markdown };
std::string findingsText(const TraceStore& store, const FindingsResult& result, CardStyle style);
// One finding with everything that is known of it, as Markdown.
std::string findingMarkdown(const TraceStore& store, const FindingsResult& result, const Finding& finding);
Json findingsJson(const TraceStore& store, const FindingsResult& result);
// One row per finding, for CSV.
Table findingsTable(const TraceStore& store, const FindingsResult& result);

} // namespace lanescope
