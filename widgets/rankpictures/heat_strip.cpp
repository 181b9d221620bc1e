#include "widgets/rankpictures/evidence_strip.h"

#include "core/export/quantity.h"
#include "widgets/rankpictures/ranks_picture_parts.h"
#include "widgets/scene/label_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace lanescope::rankpictures {
namespace {

using namespace scene;
using ranksview::RanksDocument;

constexpr TextStyle kSmall{11, 400, false}, kSmallStrong{11, 600, false}, kStrong{12, 600, false};
constexpr double kNames = 64, kRight = 18, kGap = 1.5;
constexpr double kMostCell = 28, kLeastCellX = 4, kLeastNamePx = 13;
constexpr std::size_t kMostRows = 128;
constexpr int kRamp = 7;
constexpr double kTellingWait = 0.005; // of the step

float f(double v) { return static_cast<float>(v); }

const align::RankStep* stepOf(const align::RankRecord& record, std::int64_t number) {
    const auto it = std::find_if(record.steps.begin(), record.steps.end(),
                                 [&](const align::RankStep& step) { return step.number == number; });
    return it == record.steps.end() ? nullptr : &*it;
}

// Shares of the step by rank and step, neighbours put together where there are too many.
struct HeatCells {
    std::vector<std::vector<std::size_t>> rows;     // records
    std::vector<std::vector<std::int64_t>> columns; // steps
    std::vector<std::vector<std::optional<double>>> shares;
    double most = 0;
    bool anyWarmup = false;
};

template <class T>
std::vector<std::vector<T>> together(const std::vector<T>& all, std::size_t most) {
    std::vector<std::vector<T>> out;
    const std::size_t each = (all.size() + most - 1) / std::max<std::size_t>(1, most);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i % each == 0) out.emplace_back();
        out.back().push_back(all[i]);
    }
    return out;
}

HeatCells cellsOf(const RanksDocument& document, const RankMetric& metric, std::size_t mostColumns) {
    HeatCells out;
    const RankSet& set = document.set();
    const RankStepValues own = metric.of ? rankStepValues(set, metric) : RankStepValues{};
    const RankStepValues& values = metric.of ? own : document.measures().stepWaits;
    std::vector<std::size_t> records(set.records.size());
    for (std::size_t r = 0; r < records.size(); ++r) records[r] = r;
    out.rows = together(records, kMostRows);
    out.columns = together(document.steps(), mostColumns);
    for (const auto& row : out.rows) {
        auto& shares = out.shares.emplace_back();
        for (const auto& column : out.columns) {
            double sum = 0;
            std::size_t n = 0;
            for (const std::size_t record : row)
                for (const std::int64_t number : column) {
                    const align::RankStep* step = stepOf(set.records[record], number);
                    out.anyWarmup |= step && step->warmup;
                    const auto it = values.find({record, number});
                    if (!step || step->warmup || it == values.end() || step->end <= step->begin) continue;
                    // On clocks that are not aligned a rank seems to wait longer than the step takes.
                    sum +=
                        std::min(1.0, static_cast<double>(it->second) / static_cast<double>(step->end - step->begin));
                    ++n;
                }
            shares.push_back(n == 0 ? std::nullopt : std::optional(sum / static_cast<double>(n)));
            out.most = std::max(out.most, shares.back().value_or(0));
        }
    }
    return out;
}

class Heat {
public:
    Heat(const RanksDocument& document, const RankMetric& metric, double x, double width, TextMeasure& text)
        : m_document(document), m_metric(metric), m_x(x), m_width(width), m_text(text) {}

    Corner add(double y, Layer& layer) {
        const double room = m_width - kNames - kRight;
        m_cells = cellsOf(m_document, m_metric, static_cast<std::size_t>(std::max(1.0, room / (kLeastCellX + kGap))));
        const auto columns = static_cast<double>(m_cells.columns.size()),
                   rows = static_cast<double>(m_cells.rows.size());
        m_w = std::clamp(std::floor(room / columns - kGap), kLeastCellX, kMostCell);
        m_h = rows <= 8 ? 18 : rows <= 16 ? 14 : rows <= 32 ? 9 : 6;
        m_left = m_x + kNames;
        m_top = y + 12;
        const Fitted words = cutAtEnd(title(), m_width, 8, kStrong, m_text);
        layer.labels.push_back(labelAt(m_x, y, words.text, Ink::Text, kStrong));
        addCells(layer);
        addNames(layer);
        const double below = m_top + rows * (m_h + kGap) + 12;
        addSteps(below, layer);
        const double ramp = addRamp(below + 10, layer);
        return {std::max({m_x + words.width, cellX(m_cells.columns.size()) + kRight, ramp}), below + 26};
    }

private:
    std::string title() const {
        std::string out = fmt::format("Rank \u00d7 step: {}, % of the step", m_metric.title);
        if (m_cells.rows.front().size() > 1) out += fmt::format(", means of {} ranks", m_cells.rows.front().size());
        if (m_cells.columns.front().size() > 1)
            out += fmt::format(", means of {} steps", m_cells.columns.front().size());
        return out;
    }

    void addCells(Layer& layer) const {
        for (std::size_t r = 0; r < m_cells.rows.size(); ++r)
            for (std::size_t c = 0; c < m_cells.columns.size(); ++c) {
                const auto& share = m_cells.shares[r][c];
                Box cell = boxAt(cellX(c), cellY(r), m_w, m_h, Ink::Raised);
                if (share) {
                    cell.fill = Ink::Heat;
                    const double step = m_cells.most > 0 ? std::floor(*share / m_cells.most * kRamp) : 0;
                    cell.variant = static_cast<std::uint8_t>(std::clamp(step, 0.0, kRamp - 1.0));
                }
                layer.boxes.push_back(cell);
                if (isChosen(r, c)) {
                    Box frame = boxAt(cellX(c) - 1, cellY(r) - 1, m_w + 2, m_h + 2, Ink::None);
                    frame.shape = Shape::Frame;
                    frame.edge = Ink::Selection;
                    frame.edgeWidth = 1.8F;
                    m_frames.push_back(frame);
                }
            }
        Box around = boxAt(m_left - 1.5, m_top - 1.5, cellX(m_cells.columns.size()) - m_left + 1.5,
                           cellY(m_cells.rows.size()) - m_top + 1.5, Ink::None);
        around.shape = Shape::Frame; // the lowest colour is close to the ground in light themes
        around.edge = Ink::Line2;
        layer.boxes.push_back(around);
        layer.boxes.insert(layer.boxes.end(), m_frames.begin(), m_frames.end());
    }

    // The step that is shown, of who is at fault.
    bool isChosen(std::size_t r, std::size_t c) const {
        const auto step = m_document.step();
        const auto& column = m_cells.columns[c];
        return step && isAtFault(r) && std::find(column.begin(), column.end(), *step) != column.end();
    }

    bool isAtFault(std::size_t r) const {
        const auto& row = m_cells.rows[r];
        return std::any_of(row.begin(), row.end(), [this](std::size_t record) { return m_document.isAtFault(record); });
    }

    void addNames(Layer& layer) const {
        const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(kLeastNamePx / (m_h + kGap))));
        for (std::size_t r = 0; r < m_cells.rows.size(); ++r) {
            const auto& row = m_cells.rows[r];
            const bool marked = isAtFault(r);
            const double middle = cellY(r) + m_h / 2;
            if (marked)
                layer.marks.push_back(
                    {MarkShape::TriangleUp, {f(cellX(m_cells.columns.size()) + 8), f(middle)}, 9, 8, Ink::Warn});
            if (!marked && (r % every != 0 || (every > 1 && isNearOne(r, every)))) continue;
            const TextStyle& style = marked ? kSmallStrong : kSmall;
            layer.labels.push_back(labelAt(m_left - 8, middle + 4,
                                           cutAtEnd(nameOf(row.front()), kNames - 12, 2, style, m_text).text,
                                           marked ? Ink::Text : Ink::Text2, style, Align::Right));
        }
    }

    bool isNearOne(std::size_t r, std::size_t every) const { // whose name has the room
        for (std::size_t other = r >= every ? r - every + 1 : 0; other < std::min(r + every, m_cells.rows.size());
             ++other)
            if (isAtFault(other)) return true;
        return false;
    }

    std::string nameOf(std::size_t record) const {
        const std::string name = m_document.label(record); // a rank found twice is called by its file
        return name.substr(name.find_last_of('/') + 1);
    }

    void addSteps(double y, Layer& layer) const {
        layer.labels.push_back(labelAt(m_left - 8, y, "step", Ink::Text2, kSmall, Align::Right));
        double free = -1e9;
        for (std::size_t c = 0; c < m_cells.columns.size(); ++c) {
            const std::string number = std::to_string(m_cells.columns[c].front());
            const double w = m_text.width(number, kSmall), x = cellX(c) + m_w / 2;
            if (x - w / 2 < free) continue;
            layer.labels.push_back(labelAt(x, y, number, Ink::Text2, kSmall, Align::Center));
            free = x + w / 2 + 14;
        }
    }

    double addRamp(double y, Layer& layer) const {
        constexpr double swatch = 24;
        layer.labels.push_back(labelAt(m_left - 8, y + 10, "0", Ink::Text2, kSmall, Align::Right));
        double x = m_left;
        for (std::uint8_t i = 0; i < kRamp; ++i, x += swatch) {
            Box one = boxAt(x, y + 1, swatch, 10, Ink::Heat);
            one.variant = i;
            layer.boxes.push_back(one);
        }
        const std::string most = formatShare(m_cells.most);
        layer.labels.push_back(labelAt(x + 8, y + 10, most, Ink::Text2, kSmall));
        x += m_text.width(most, kSmall) + 28;
        if (!m_cells.anyWarmup) return x;
        layer.boxes.push_back(boxAt(x, y + 1, 10, 10, Ink::Raised));
        layer.labels.push_back(labelAt(x + 16, y + 10, "warm-up, left out", Ink::Text2, kSmall));
        return x + 16 + m_text.width("warm-up, left out", kSmall);
    }

    double cellX(std::size_t column) const { return m_left + static_cast<double>(column) * (m_w + kGap); }
    double cellY(std::size_t row) const { return m_top + static_cast<double>(row) * (m_h + kGap); }

    const RanksDocument& m_document;
    const RankMetric& m_metric;
    double m_x, m_width, m_left = 0, m_top = 0, m_w = 0, m_h = 0;
    TextMeasure& m_text;
    HeatCells m_cells;
    mutable std::vector<Box> m_frames; // over all cells
};

} // namespace

Corner addHeatMap(const RanksDocument& document, std::string_view metric, Place at, Layer& layer, TextMeasure& text) {
    const RankMetric* found = findRankMetric(metric);
    if (!found) found = findRankMetric("waiting");
    // Nobody chose, and nobody waits: what they do tells more.
    if (metric.empty() && found && cellsOf(document, *found, document.steps().size()).most < kTellingWait)
        found = findRankMetric("compute");
    if (found && !document.steps().empty() && !document.set().records.empty())
        return Heat(document, *found, at.x, at.width, text).add(at.y, layer);
    const std::string_view nothing = "No step markers in these traces: nothing to compare by step.";
    layer.labels.push_back(labelAt(at.x, at.y, std::string(nothing), Ink::Text2, kSmall));
    return {at.x + text.width(nothing, kSmall), at.y + 6};
}

} // namespace lanescope::rankpictures
