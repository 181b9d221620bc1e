#include "app/render/parts/ranks_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace lanescope::render {
namespace {

Error wrong(std::string_view expected, std::string_view value, std::string_view option) {
    return {ErrorCode::Usage, fmt::format("expected {}, found '{}'", expected, value), std::string(option), ""};
}

std::optional<std::int64_t> numberIn(std::string_view text) {
    std::int64_t out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc() || end != text.data() + text.size() || out < 0) return std::nullopt;
    return out;
}

bool isAlign(std::string_view word) {
    constexpr std::string_view event = "event:";
    return word == "ends" || word == "step-start" || word == "none" ||
           (word.starts_with(event) && word.size() > event.size());
}

} // namespace

Result<bool> setRanksValue(RanksOptions& options, std::string_view option, std::string_view value) {
    if (option == "--layout") {
        if (value != "stacked" && value != "kind") return wrong("stacked or kind", value, option);
        options.layout = value;
    } else if (option == "--align") {
        if (!isAlign(value)) return wrong("ends, step-start, none or event:NAME", value, option);
        options.align = value;
    } else if (option == "--ranks") {
        if (value != "all")
            if (const auto numbers = numbersIn(value); !numbers.ok()) return numbers.error();
        options.ranks = value;
    } else if (option == "--collective") {
        const std::size_t colon = value.rfind(':');
        const bool isNumbered = colon != std::string_view::npos && numberIn(value.substr(colon + 1));
        if (value != "most" && value != "none" && !isNumbered) return wrong("most, none or GROUP:SEQ", value, option);
        options.collective = value;
    } else if (option == "--rank" && value.find('=') != std::string_view::npos) {
        const std::size_t at = value.rfind('=');
        const auto rank = numberIn(value.substr(at + 1));
        if (!rank || at == 0) return wrong("FILE=N", value, option);
        options.rankOf.emplace_back(value.substr(0, at), *rank);
    } else {
        return false;
    }
    return true;
}

bool setRanksSwitch(RanksOptions& options, std::string_view word) {
    bool* const found = word == "--whole"         ? &options.whole
                        : word == "--no-verdict"  ? &options.noVerdict
                        : word == "--no-evidence" ? &options.noEvidence
                                                  : nullptr;
    if (found) *found = true;
    return found != nullptr;
}

std::string ranksHelp() {
    return R"(
A folder, an archive, a pattern or several files of ranks are drawn side by side on one clock; then also:

  --layout NAME      stacked: rank by rank; kind: all compute together, all communication together
  --align WAY        ends (of collectives), step-start, none, event:NAME
  --ranks LIST       all, or 0-3,7; else the first eight, the straggler among them
  --collective WHAT  joined over the ranks and in view: most (waiting), or GROUP:SEQ; none: no joins;
                     else the one of the picture that waits most is joined
  --whole            all of the time; else the step in the middle
  --no-verdict       without the line about the straggler
  --no-evidence      without heat map and evidence below the rows
  --rank FILE=N      the rank of one of the files
)";
}

Result<std::vector<std::int64_t>> numbersIn(std::string_view text) {
    std::vector<std::int64_t> out;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        const std::string_view word = text.substr(at, comma - at);
        at = comma + 1;
        const std::size_t dash = word.find('-');
        const auto first = numberIn(word.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : numberIn(word.substr(dash + 1));
        if (!first || !last || *last < *first) return wrong("ranks such as 0-3,7", text, "--ranks");
        if (static_cast<std::uint64_t>(*last - *first) + out.size() >= kMostListed)
            return wrong(fmt::format("at most {} ranks", kMostListed), text, "--ranks");
        for (std::int64_t n = *first; n <= *last; ++n) out.push_back(n);
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

} // namespace lanescope::render
