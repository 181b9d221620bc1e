#include "app/cli/commands/render_ranks.h"

namespace lanescope::cli {

void addRenderRanks(ArgumentParser& parser, RenderRanks& ranks) {
    parser.text("--layout", ranks.layout, "of several ranks: stacked (rank by rank), or kind (all compute together)");
    parser.text("--align", ranks.align,
                "of several ranks: ends (of collectives, the default), step-start, event:NAME, none");
    parser.text("--ranks", ranks.ranks, "of several ranks: all, or 0-3,7 (the first eight, the straggler among them)");
    parser.text("--collective", ranks.collective,
                "of several ranks: one that is joined over them: most (waiting), GROUP:SEQ, or none");
    parser.flag("--whole", ranks.whole, "of several ranks: all of the time, not the step in the middle");
    parser.flag("--no-verdict", ranks.noVerdict, "of several ranks: without the line about the straggler");
    parser.flag("--no-evidence", ranks.noEvidence, "of several ranks: without heat map and evidence below the rows");
}

void appendRenderRanks(const RenderRanks& ranks, const std::vector<std::string>& rankOf,
                       std::vector<std::string>& words) {
    const auto add = [&words](const char* option, const std::string& value) {
        if (value.empty()) return;
        words.emplace_back(option);
        words.push_back(value);
    };
    add("--layout", ranks.layout);
    add("--align", ranks.align);
    add("--ranks", ranks.ranks);
    add("--collective", ranks.collective);
    if (ranks.whole) words.emplace_back("--whole");
    if (ranks.noVerdict) words.emplace_back("--no-verdict");
    if (ranks.noEvidence) words.emplace_back("--no-evidence");
    for (const std::string& word : rankOf) add("--rank", word);
}

} // namespace lanescope::cli
