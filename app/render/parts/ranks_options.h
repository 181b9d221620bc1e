// What lanescope-render takes when several ranks are drawn beside each other:
//   lanescope-render DIR|FILE... --output out.png [--layout stacked|kind] [--align ends|step-start|none|event:NAME]
//                    [--ranks all|0-3,7] [--collective most|none|GROUP:SEQ] [--whole] [--rank FILE=N]
// beside --range (from the start of all, on the common clock), --step, --tracks, sizes, theme and names.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::render {

struct RanksOptions {
    std::vector<std::string> inputs; // files, folders, archives, patterns
    std::string layout, align, ranks, collective;
    std::vector<std::pair<std::string, std::int64_t>> rankOf; // file, its rank as the user says
    bool whole = false;
    bool noVerdict = false;  // without the line about the straggler
    bool noEvidence = false; // without heat map and evidence
    bool asked() const { return !layout.empty() || !align.empty() || !ranks.empty() || !collective.empty() || whole; }
};

// False: the option is none of these. Errors: Usage.
Result<bool> setRanksValue(RanksOptions& options, std::string_view option, std::string_view value);
bool setRanksSwitch(RanksOptions& options, std::string_view word);
std::string ranksHelp();

// "0-3,7" -> 0, 1, 2, 3, 7: ascending, each once. Errors: Usage; more than kMostListed.
inline constexpr std::size_t kMostListed = 65'536;
Result<std::vector<std::int64_t>> numbersIn(std::string_view text);

} // namespace lanescope::render
