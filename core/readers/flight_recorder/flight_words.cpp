// What the comparison found, as sentences.
#include "core/readers/flight_recorder/flight_recorder.h"

#include <fmt/format.h>

namespace lanescope::readers {
namespace {

std::string variantsText(const FlightMismatch& m) {
    std::string out;
    for (const FlightVariant& variant : m.variants) {
        if (!out.empty()) out += "; ";
        out += fmt::format("{}: {}", flightRanks(variant.ranks), variant.text);
    }
    return out;
}

std::string unknownText(const FlightMismatch& m) {
    if (m.unknown.empty()) return {};
    return fmt::format(" (no dump of {})", flightRanks(m.unknown));
}

// The half of a pair that is not there, by its name's other half.
std::string missingHalf(const FlightMismatch& m) {
    const bool receive = m.there.empty() || m.there.front() == m.pair->first;
    return fmt::format("rank {} never posted the {}, rank {} posted the {}", m.missing.front(),
                       receive ? "receive" : "send", m.there.front(), receive ? "send" : "receive");
}

} // namespace

std::string flightRanks(std::span<const std::int64_t> ranks, std::string_view one) {
    std::string out = fmt::format("{}{}", one, ranks.size() == 1 ? "" : "s");
    for (std::size_t i = 0; i < ranks.size();) {
        std::size_t end = i + 1;
        while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1) ++end;
        if (end - i < 4) end = i + 1; // two or three numbers are read faster one by one
        out += fmt::format("{}{}", i == 0 ? " " : ", ", ranks[i]);
        if (end > i + 1) out += fmt::format("-{}", ranks[end - 1]);
        i = end;
    }
    return out;
}

std::string flightSentence(const FlightMismatch& m) {
    const std::string what = fmt::format("{} number {} of {}", m.name, m.seq, m.groupName);
    switch (m.problem) {
    case FlightProblem::Missing:
        if (m.pair) return fmt::format("{}: {}", what, missingHalf(m));
        return fmt::format("{}: {} never got there, {} did{}", what, flightRanks(m.missing), flightRanks(m.there),
                           unknownText(m));
    case FlightProblem::Differs:
        return fmt::format("{}: ranks disagree on {}: {}{}", what, m.what, variantsText(m), unknownText(m));
    case FlightProblem::Stuck:
        break;
    }
    return fmt::format("{}: {} {} not finished: {}{}", what, flightRanks(m.unfinished),
                       m.unfinished.size() == 1 ? "has" : "have", variantsText(m), unknownText(m));
}

std::vector<std::string> flightSentences(const FlightReport& report) {
    std::vector<std::string> out;
    for (const FlightMismatch& mismatch : report.mismatches) out.push_back(flightSentence(mismatch));
    std::map<std::string, std::vector<std::int64_t>> byGroup;
    for (const auto& [rank, group] : report.absent) byGroup[group].push_back(rank);
    for (const auto& [group, ranks] : byGroup)
        out.push_back(fmt::format("no dump of {}, which {} names: what {} did is not known", flightRanks(ranks), group,
                                  ranks.size() == 1 ? "it" : "they"));
    return out;
}

} // namespace lanescope::readers
