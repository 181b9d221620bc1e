// Rows of the heat map: a rank each, or the ranks of one place in the job.
#include "widgets/rankpanels/heat_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lanescope::rankpanels {

using ranksview::RanksDocument;
using scene::Ink;

namespace {
constexpr std::size_t kByNodeFrom = 200;
constexpr double kAroundRows = 48, kLeastPitch = 4.5, kApart = 6; // px: head and legend; of a row; between groups
constexpr scene::TextStyle kSmall{10, 400, false};

std::optional<align::Parallel> parallelOf(const std::string& word) {
    for (std::size_t i = 0; i < align::kParallels; ++i)
        if (align::parallelWord(static_cast<align::Parallel>(i)) == word) return static_cast<align::Parallel>(i);
    return std::nullopt;
}

// A rank found twice is called by its file.
std::string shortLabel(const std::string& label) { return label.substr(label.find_last_of('/') + 1); }
} // namespace

void HeatMap::setGrouping(const std::string& what) {
    if (what == m_grouping) return;
    m_grouping = what;
    refresh();
}

QStringList HeatMap::rowNames() const {
    QStringList out;
    for (std::size_t row = m_grid.firstRow; row < m_grid.firstRow + m_grid.rows; ++row)
        out << QString::fromStdString(m_rows[row].name);
    return out;
}

// "pp 2", "node 1", a host; "other" where it is not known.
std::string HeatMap::groupOf(std::size_t record) const {
    const align::RankRecord& of = m_document.set().records[record];
    if (m_grouping == "node") {
        if (const auto perNode = m_document.ranksPerNode(); perNode && *perNode > 0 && of.rank)
            return fmt::format("node {}", *of.rank / *perNode);
        return of.host.empty() ? "other" : of.host;
    }
    const auto parallel = parallelOf(m_grouping);
    const auto& places = m_document.set().layout.places;
    if (!parallel || record >= places.size()) return "other";
    const auto at = places[record].find(*parallel);
    return at == places[record].end() ? "other" : fmt::format("{} {}", m_grouping, at->second);
}

void HeatMap::groupRows(double height) {
    m_placedFor = height;
    m_rows.clear();
    m_most = 0;
    m_together = false;
    const auto& records = m_document.set().records;
    std::string before = m_grouping;
    if (before.empty() && records.size() > kByNodeFrom)
        for (const align::RankRecord& record : records)
            if (record.host != records.front().host) m_grouping = "node"; // for this layout only
    struct Group {
        std::string name;
        std::vector<std::size_t> records;
    };
    std::vector<Group> groups;
    std::map<std::string, std::size_t> index;
    for (std::size_t r = 0; r < records.size(); ++r) {
        const std::string name = m_grouping.empty() ? std::string() : groupOf(r);
        const auto [at, isNew] = index.try_emplace(name, groups.size());
        if (isNew) groups.push_back({name, {}});
        groups[at->second].records.push_back(r);
    }
    if (!m_grouping.empty() && m_grouping != "node") // by place, however the ranks run through them
        std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
            return std::pair(a.name.size(), a.name) < std::pair(b.name.size(), b.name);
        });
    const double needed =
        static_cast<double>(records.size()) * kLeastPitch + static_cast<double>(groups.size()) * kApart;
    m_together = !m_grouping.empty() && groups.size() > 1 && needed > height - kAroundRows;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        if (m_together) {
            m_rows.push_back({groups[g].name, groups[g].records, groups[g].name, g});
            continue;
        }
        for (const std::size_t record : groups[g].records)
            m_rows.push_back({shortLabel(m_document.set().label(record)), {record}, groups[g].name, g});
    }
    m_grouping = std::move(before);
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        for (const std::int64_t step : m_document.steps())
            if (!isWarmup(step)) m_most = std::max(m_most, rowValue(row, step).value_or(0));
    m_firstRow = std::min(m_firstRow, m_rows.size());
}

double HeatMap::rowTop(std::size_t row) const {
    const double groups = static_cast<double>(m_rows[row].groupIndex - m_rows[m_grid.firstRow].groupIndex);
    return m_grid.top + static_cast<double>(row - m_grid.firstRow) * m_grid.pitchY() + groups * m_grid.apart;
}

// The name of a group stands at the right of its first row, with a line along its rows.
void HeatMap::addGroups(scene::Layer& layer) {
    if (m_together || m_grid.apart == 0) return;
    const double x = m_grid.left + static_cast<double>(m_grid.steps) * m_grid.pitchX() + 16;
    for (std::size_t row = m_grid.firstRow; row < m_grid.firstRow + m_grid.rows;) {
        std::size_t last = row;
        while (last + 1 < m_grid.firstRow + m_grid.rows && m_rows[last + 1].groupIndex == m_rows[row].groupIndex)
            ++last;
        const double top = rowTop(row), bottom = rowTop(last) + m_grid.h;
        layer.lines.push_back(timeline::makeLine(x, top, x, bottom, Ink::Line2));
        if (bottom - top >= 10)
            layer.labels.push_back(
                timeline::makeLabel(x + 5, (top + bottom) / 2 + 3.5, m_rows[row].group, Ink::Text2, kSmall));
        row = last + 1;
    }
}

} // namespace lanescope::rankpanels
