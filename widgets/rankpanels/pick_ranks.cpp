#include "widgets/rankpanels/pick_ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace lanescope::rankpanels {

using ranksview::RanksDocument;

namespace {
constexpr std::size_t kTelling = 8, kMostPlaces = 24;
}

std::vector<std::size_t> allRanks(const RanksDocument& document) {
    std::vector<std::size_t> out(document.set().records.size());
    std::iota(out.begin(), out.end(), std::size_t{0});
    return out;
}

std::vector<std::size_t> tellingRanks(const RanksDocument& document) {
    const align::StragglerReport& report = document.report();
    std::vector<std::size_t> byWait = allRanks(document);
    std::stable_sort(byWait.begin(), byWait.end(), [&](std::size_t a, std::size_t b) {
        return report.ranks[a].sums.totalWaitNs > report.ranks[b].sums.totalWaitNs;
    });
    std::vector<std::size_t> out{document.set().alignment.reference};
    if (report.leastWaiting) out.push_back(*report.leastWaiting);
    for (const std::size_t record : byWait)
        if (out.size() < kTelling && std::find(out.begin(), out.end(), record) == out.end()) out.push_back(record);
    return out;
}

std::vector<RankPlaces> ranksByPlace(const RanksDocument& document) {
    const RankSet& set = document.set();
    std::map<std::string, std::vector<std::size_t>> byName;
    for (std::size_t r = 0; r < set.records.size(); ++r) {
        if (!set.records[r].host.empty()) byName["node " + set.records[r].host].push_back(r);
        for (const auto& [parallel, place] : set.layout.places[r])
            byName[fmt::format("{} {}", align::parallelWord(parallel), place)].push_back(r);
    }
    std::vector<RankPlaces> out;
    for (auto& [name, records] : byName)
        if (records.size() > 1 && records.size() < set.records.size() && out.size() < kMostPlaces)
            out.push_back({name, std::move(records)});
    return out;
}

std::optional<std::vector<std::size_t>> ranksInText(const RanksDocument& document, const QString& text) {
    std::vector<std::size_t> out;
    const auto& records = document.set().records;
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QStringList ends = part.trimmed().split(QLatin1Char('-'));
        bool first = false, last = false;
        const qlonglong from = ends[0].trimmed().toLongLong(&first);
        const qlonglong to = ends.size() == 2 ? ends[1].trimmed().toLongLong(&last) : from;
        if (!first || ends.size() > 2 || (ends.size() == 2 && !last)) return std::nullopt;
        for (std::size_t r = 0; r < records.size(); ++r)
            if (records[r].rank && *records[r].rank >= from && *records[r].rank <= to) out.push_back(r);
    }
    if (out.empty()) return std::nullopt;
    return out;
}

} // namespace lanescope::rankpanels
