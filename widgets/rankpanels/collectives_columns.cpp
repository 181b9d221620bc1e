// Columns of the list of collectives: which fit, where they stand, what they say.
#include "widgets/rankpanels/collectives_list.h"

#include "core/export/quantity.h"
#include "core/query/collective_kind.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::rankpanels {

namespace {
constexpr double kMostBar = 34, kLeastBar = 8, kExtra = 76;
constexpr double kBeside = 160 + 76 + 14; // columns right of the bars, and the edge
} // namespace

std::string collectiveName(const align::MatchedCollective& c) {
    constexpr std::pair<std::string_view, std::string_view> kNames[] = {
        {"all_reduce", "AllReduce"}, {"all_gather", "AllGather"}, {"reduce_scatter", "ReduceScatter"},
        {"all_to_all", "AllToAll"},  {"broadcast", "Broadcast"},  {"barrier", "Barrier"}};
    std::string name(collectiveWord(c.kind));
    for (const auto& [word, shown] : kNames)
        if (word == name) {
            name = std::string(shown);
            break;
        }
    return c.seq ? fmt::format("{} #{}", name, *c.seq) : name;
}

std::size_t CollectivesList::barCount() const {
    return m_document.shown().size() <= kMostBars ? std::max<std::size_t>(1, m_document.shown().size()) : 2;
}

// Those that come when there is room for them and for bars that can be told apart.
std::vector<CollectivesList::Column> CollectivesList::extras() const {
    // Mean and most have words above them.
    const double least = m_document.shown().size() > kMostBars ? kMostBar : kLeastBar;
    double room = width() - bars() - kBeside - static_cast<double>(barCount()) * (least + kBarGap);
    std::vector<Column> out;
    for (const Column column : {Column::SkewEnd, Column::Algorithm, Column::Imbalance}) {
        if (column == Column::Imbalance && !m_hasImbalance) continue;
        room -= kExtra;
        if (room < 0) break;
        out.push_back(column);
    }
    return out;
}

// As wide as is left beside the figures.
double CollectivesList::barWidth() const {
    const double room = width() - bars() - kBeside - static_cast<double>(extras().size()) * kExtra;
    return std::clamp(room / static_cast<double>(barCount()) - kBarGap, kLeastBar, kMostBar);
}

double CollectivesList::barsWidth() const { return static_cast<double>(barCount()) * (barWidth() + kBarGap); }

double CollectivesList::bars() const { return kPad + 142 + 68 + 72 + 72 + 12; }

std::vector<CollectivesList::Place> CollectivesList::places() const {
    std::vector<Place> out{{Column::Name, "collective", kPad, 142},
                           {Column::Bytes, "bytes", kPad + 142, 68},
                           {Column::Transfer, "transfer", kPad + 210, 72},
                           {Column::Bus, "bus rate", kPad + 282, 72}};
    double x = bars() + barsWidth();
    const auto add = [&](Column column, const char* title, double width, double before = 0) {
        out.push_back({column, title, x + before, width});
        x += before + width;
    };
    const std::vector<Column> more = extras();
    const auto shows = [&](Column column) { return std::find(more.begin(), more.end(), column) != more.end(); };
    const bool end = shows(Column::SkewEnd);
    add(Column::Skew, end ? "skew start" : "skew", 66);
    if (end) add(Column::SkewEnd, "skew end", kExtra);
    add(Column::Last, "last", 60, 24);
    add(Column::Exposed, "exposed", 68);
    if (shows(Column::Algorithm)) add(Column::Algorithm, "alg. rate", kExtra);
    if (shows(Column::Imbalance)) add(Column::Imbalance, "imbalance", kExtra);
    return out;
}

std::string CollectivesList::textOf(Column column, std::size_t row) const {
    const MeasuredCollective& m = m_document.measured()[m_rows[row]];
    const align::MatchedCollective& c = m_document.matched(m_rows[row]);
    const std::string unknown = kNotKnown;
    switch (column) {
    case Column::Bytes:
        return m.rates ? formatBytes(m.rates->bytes) : unknown;
    case Column::Transfer:
        return formatDuration(m.times.transferNs);
    case Column::Bus:
        return m.rates && m.rates->bus ? formatRate(*m.rates->bus) : unknown;
    case Column::Algorithm:
        return m.rates && m.rates->algorithm ? formatRate(*m.rates->algorithm) : unknown;
    case Column::Skew:
        return formatDuration(m.times.skewStartNs);
    case Column::SkewEnd:
        return formatDuration(m.times.skewEndNs);
    case Column::Last:
        return m_document.label(c.parts[m.times.lastPart].record);
    case Column::Exposed:
        return formatDuration(m.exposedNs);
    case Column::Imbalance:
        return m.imbalance ? fmt::format("{:.2f}", *m.imbalance) : unknown;
    case Column::Name:
    case Column::Order:
        break;
    }
    return collectiveName(c);
}

std::vector<std::string> CollectivesList::cells(std::size_t row) const {
    std::vector<std::string> out;
    for (const Place& place : places()) out.push_back(textOf(place.column, row));
    return out;
}

QStringList CollectivesList::titles() const {
    QStringList out;
    for (const Place& place : places()) out << QString::fromLatin1(place.title);
    return out;
}

} // namespace lanescope::rankpanels
