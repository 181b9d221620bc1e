#include "widgets/rankpanels/heat_map.h"

#include "core/export/quantity.h"

#include <fmt/format.h>

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lanescope::rankpanels {

using ranksview::RanksDocument;
using scene::Ink;
using timeline::makeBox;
using timeline::makeLabel;

namespace {
constexpr double kMostCell = 28, kLeastCell = 4, kGap = 1.5, kThinGap = 0.5;
constexpr double kLeft = 64, kTop = 4, kStepsBelow = 18, kLegend = 26, kRight = 22;
constexpr double kLeastNamePx = 13; // between names of rows
constexpr double kApart = 6, kGroupNames = 44;
constexpr int kSteps = 7; // of the ramp
constexpr scene::TextStyle kSmall{11, 400, false}, kStrong{11, 600, false};

const align::RankStep* stepOf(const align::RankRecord& record, std::int64_t number) {
    const auto it = std::find_if(record.steps.begin(), record.steps.end(),
                                 [&](const align::RankStep& step) { return step.number == number; });
    return it == record.steps.end() ? nullptr : &*it;
}
} // namespace

HeatMap::HeatMap(timeline::Look& look, RanksDocument& document, QWidget* parent)
    : SceneWidget(look, parent), m_document(document) {
    setMouseTracking(true);
    setAccessibleName(tr("heat map of ranks and steps"));
    connect(&document, &RanksDocument::changed, this, &HeatMap::refresh);
    connect(&document, &RanksDocument::alignmentChanged, this, &HeatMap::refresh);
    connect(&document, &RanksDocument::layoutChanged, this, &HeatMap::refresh);
    connect(&document, &RanksDocument::filterChanged, this, &HeatMap::refresh);
    connect(&document, &RanksDocument::stepChanged, this, [this] { invalidate(); });
    connect(&document, &RanksDocument::selectionChanged, this, [this] { invalidate(); });
    refresh();
}

void HeatMap::setMetric(std::string_view id) {
    m_metric = std::string(id);
    refresh();
}

void HeatMap::setAs(As as) {
    m_as = as;
    refresh();
}

void HeatMap::refresh() {
    m_values.clear();
    m_rows.clear();
    m_grid = {}; // nothing is where it was until the next frame
    m_most = 0;
    m_placedFor = -1;
    if (m_document.isOpen())
        if (const RankMetric* metric = findRankMetric(m_metric))
            m_values =
                m_metric == "waiting" ? m_document.measures().stepWaits : rankStepValues(m_document.set(), *metric);
    if (m_metric == "waiting" && m_document.isOpen() && m_document.report().refuted()) m_values.clear();
    invalidate();
}

bool HeatMap::isWarmup(std::int64_t number) const {
    for (const align::RankRecord& record : m_document.set().records)
        if (const align::RankStep* step = stepOf(record, number)) return step->warmup;
    return false;
}

std::optional<double> HeatMap::value(std::size_t record, std::int64_t step) const {
    const auto it = m_values.find({record, step});
    if (it == m_values.end()) return std::nullopt;
    if (m_as == As::Time) return static_cast<double>(it->second);
    const align::RankStep* of = stepOf(m_document.set().records[record], step);
    if (!of || of->end <= of->begin) return std::nullopt;
    // On clocks that are not aligned a rank seems to wait longer than the step takes.
    return std::min(1.0, static_cast<double>(it->second) / static_cast<double>(of->end - of->begin));
}

std::optional<double> HeatMap::rowValue(std::size_t row, std::int64_t step) const {
    double sum = 0;
    std::size_t n = 0;
    for (const std::size_t record : m_rows[row].records)
        if (const auto one = value(record, step)) {
            sum += *one;
            ++n;
        }
    return n == 0 ? std::nullopt : std::optional(sum / static_cast<double>(n));
}

std::uint8_t HeatMap::heat(double value) const {
    if (m_most <= 0) return 0;
    return static_cast<std::uint8_t>(std::clamp(std::floor(value / m_most * kSteps), 0.0, kSteps - 1.0));
}

void HeatMap::place(double width, double height) {
    m_grid = {};
    m_steps = m_document.listedSteps();
    if (!m_document.isOpen()) return m_rows.clear();
    if (m_placedFor != height) groupRows(height);
    const std::size_t steps = m_steps.size();
    if (steps == 0 || m_rows.empty()) return;
    const std::size_t groups = m_rows.back().groupIndex;
    m_grid.apart = m_rows.back().group.empty() || m_together ? 0 : kApart;
    const double roomX = width - kLeft - kRight - (m_grid.apart > 0 ? kGroupNames : 0);
    const double roomY = height - kTop - kStepsBelow - kLegend - static_cast<double>(groups) * m_grid.apart;
    const double byWidth = roomX / static_cast<double>(steps) - kGap;
    const double byHeight = roomY / static_cast<double>(m_rows.size()) - kGap;
    m_grid.w = std::clamp(std::floor(byWidth), kLeastCell, kMostCell);
    m_grid.h = std::clamp(std::floor(byHeight), kLeastCell, kMostCell);
    if (m_grid.h < 2 * kLeastCell) m_grid.gap = kThinGap;
    m_grid.left = kLeft;
    m_grid.top = kTop;
    m_grid.steps = std::min(steps, static_cast<std::size_t>(std::max(1.0, roomX / m_grid.pitchX())));
    m_grid.rows = std::min(m_rows.size(), static_cast<std::size_t>(std::max(1.0, roomY / m_grid.pitchY())));
    m_firstRow = std::min(m_firstRow, m_rows.size() - m_grid.rows);
    m_grid.firstRow = m_firstRow;
    // The chosen step stays in view.
    const auto& numbers = m_steps;
    const auto at = m_document.step() ? std::find(numbers.begin(), numbers.end(), *m_document.step()) : numbers.end();
    const auto chosen = at == numbers.end() ? 0 : static_cast<std::size_t>(at - numbers.begin());
    if (chosen >= m_grid.steps) m_grid.firstStep = std::min(chosen - m_grid.steps / 2, steps - m_grid.steps);
}

QRectF HeatMap::cell(std::size_t record, std::int64_t step) const {
    const auto& numbers = m_steps;
    const auto at = std::find(numbers.begin(), numbers.end(), step);
    for (std::size_t row = m_grid.firstRow; row < m_grid.firstRow + m_grid.rows; ++row) {
        const auto& inside = m_rows[row].records;
        if (at == numbers.end() || std::find(inside.begin(), inside.end(), record) == inside.end()) continue;
        const auto column = static_cast<std::size_t>(at - numbers.begin());
        if (column < m_grid.firstStep || column >= m_grid.firstStep + m_grid.steps) return {};
        return {m_grid.left + static_cast<double>(column - m_grid.firstStep) * m_grid.pitchX(), rowTop(row), m_grid.w,
                m_grid.h};
    }
    return {};
}

void HeatMap::build(scene::Scene& out) {
    out.background = Ink::Panel;
    scene::Layer& layer = out.layers.emplace_back();
    const double width = static_cast<double>(out.width), height = static_cast<double>(out.height);
    place(width, height);
    if (!m_document.isOpen()) return;
    if (m_grid.rows == 0) {
        layer.labels.push_back(
            makeLabel(14, 22, "no step markers in these traces: nothing to compare by step", Ink::Text2));
        return;
    }
    addCells(layer);
    addGroups(layer);
    addNames(layer);
    addLegend(layer, height - kLegend + 4);
}

void HeatMap::addCells(scene::Layer& layer) {
    for (std::size_t r = 0; r < m_grid.rows; ++r)
        for (std::size_t s = 0; s < m_grid.steps; ++s) {
            const std::int64_t step = m_steps[m_grid.firstStep + s];
            const auto value = rowValue(m_grid.firstRow + r, step);
            scene::Box box = makeBox(m_grid.left + static_cast<double>(s) * m_grid.pitchX(),
                                     rowTop(m_grid.firstRow + r), m_grid.w, m_grid.h, Ink::Raised);
            if (value && !isWarmup(step)) {
                box.fill = Ink::Heat;
                box.variant = heat(*value);
            } else if (!value) {
                box.alpha = 35; // this rank did not record it
            }
            layer.boxes.push_back(box);
        }
    addCopies(layer);
    if (!m_document.step()) return;
    // The chosen rank's cell; without one the straggler's.
    std::optional<std::size_t> record;
    if (!m_document.verdict().slow.empty()) record = m_document.verdict().slow.front();
    if (m_document.slice()) record = m_document.slice()->record;
    if (!record) return;
    const QRectF at = cell(*record, *m_document.step());
    if (at.isNull()) return;
    scene::Box frame = makeBox(at.x() - 1, at.y() - 1, at.width() + 2, at.height() + 2, Ink::None);
    frame.shape = scene::Shape::Frame;
    frame.edge = Ink::Selection;
    frame.edgeWidth = 1.8F;
    layer.boxes.push_back(frame);
}

// In the empty cells of a copy, where they are wide and high enough.
void HeatMap::addCopies(scene::Layer& layer) {
    if (m_metric != "waiting") return;
    const std::string words = "a copy: not compared";
    if (m_grid.h < 9 || look().fonts().width(words, kSmall) > static_cast<double>(m_grid.steps) * m_grid.pitchX())
        return;
    for (std::size_t r = m_grid.firstRow; r < m_grid.firstRow + m_grid.rows; ++r)
        if (m_rows[r].records.size() == 1 && !m_document.isAnalysed(m_rows[r].records.front()))
            layer.labels.push_back(makeLabel(m_grid.left + 3, rowTop(r) + m_grid.h / 2 + 4, words, Ink::Text2, kSmall));
}

void HeatMap::addNames(scene::Layer& layer) {
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(kLeastNamePx / m_grid.pitchY())));
    for (std::size_t r = 0; r < m_grid.rows; ++r) {
        const RowOf& row = m_rows[m_grid.firstRow + r];
        const double middle = rowTop(m_grid.firstRow + r) + m_grid.h / 2;
        const bool marked = std::any_of(row.records.begin(), row.records.end(),
                                        [&](std::size_t record) { return m_document.isAtFault(record); });
        if (marked) {
            const double x = m_grid.left + static_cast<double>(m_grid.steps) * m_grid.pitchX() + 8;
            layer.marks.push_back(
                {scene::MarkShape::TriangleUp, {static_cast<float>(x), static_cast<float>(middle)}, 9, 8, Ink::Warn});
        }
        if ((m_grid.firstRow + r) % every != 0 && !(marked && every == 1)) continue;
        const std::string name = r == 0 && row.records.size() == 1 ? m_document.label(row.records.front()) : row.name;
        const scene::TextStyle& style = marked ? kStrong : kSmall;
        layer.labels.push_back(makeLabel(m_grid.left - 8, middle + 4,
                                         timeline::elided(look().fonts(), name, style, kLeft - 12),
                                         marked ? Ink::Text : Ink::Text2, style, scene::Align::Right));
    }
    const double y = rowTop(m_grid.firstRow + m_grid.rows - 1) + m_grid.pitchY() + 12;
    layer.labels.push_back(makeLabel(m_grid.left - 8, y, "step", Ink::Text2, kSmall, scene::Align::Right));
    double free = -1e9;
    for (std::size_t s = 0; s < m_grid.steps; ++s) {
        const std::string number = fmt::format("{}", m_steps[m_grid.firstStep + s]);
        const double width = look().fonts().width(number, kSmall);
        const double x = m_grid.left + static_cast<double>(s) * m_grid.pitchX() + m_grid.w / 2;
        if (x - width / 2 < free) continue;
        layer.labels.push_back(makeLabel(x, y, number, Ink::Text2, kSmall, scene::Align::Center));
        free = x + width / 2 + std::max(14.0, m_grid.pitchX() * 1.2);
    }
}

void HeatMap::addLegend(scene::Layer& layer, double y) {
    const std::string most =
        m_as == As::Time ? formatDuration(static_cast<std::int64_t>(m_most), Precision::Slice) : formatShare(m_most);
    double x = m_grid.left;
    layer.labels.push_back(makeLabel(x - 8, y + 12, "0", Ink::Text2, kSmall, scene::Align::Right));
    constexpr double kSwatch = 24;
    for (std::uint8_t step = 0; step < kSteps; ++step) {
        scene::Box box = makeBox(x, y + 3, kSwatch, 10, Ink::Heat);
        box.variant = step;
        layer.boxes.push_back(box);
        x += kSwatch;
    }
    layer.labels.push_back(makeLabel(x + 8, y + 12, most, Ink::Text2, kSmall));
    x += 8 + look().fonts().width(most, kSmall) + 20;
    const bool any = std::any_of(m_document.steps().begin(), m_document.steps().end(),
                                 [&](std::int64_t step) { return isWarmup(step); });
    if (any) {
        layer.boxes.push_back(makeBox(x, y + 3, 10, 10, Ink::Raised));
        layer.labels.push_back(makeLabel(x + 16, y + 12, "warm-up, left out", Ink::Text2, kSmall));
        x += 16 + look().fonts().width("warm-up, left out", kSmall) + 20;
    }
    if (m_grid.rows == m_rows.size()) return;
    const std::string rest = fmt::format("{} of {} rows: the wheel scrolls", m_grid.rows, m_rows.size());
    if (x + look().fonts().width(rest, kSmall) <= width() - 8)
        layer.labels.push_back(makeLabel(x, y + 12, rest, Ink::Muted, kSmall));
}

std::optional<std::pair<std::size_t, std::int64_t>> HeatMap::cellAt(const QPointF& pos) const {
    if (m_grid.rows == 0 || pos.x() < m_grid.left || pos.y() < m_grid.top) return std::nullopt;
    const auto column = static_cast<std::size_t>((pos.x() - m_grid.left) / m_grid.pitchX());
    std::size_t row = 0;
    while (row + 1 < m_grid.rows && rowTop(m_grid.firstRow + row + 1) <= pos.y()) ++row;
    if (column >= m_grid.steps || pos.y() >= rowTop(m_grid.firstRow + row) + m_grid.pitchY()) return std::nullopt;
    return std::pair{m_grid.firstRow + row, m_steps[m_grid.firstStep + column]};
}

void HeatMap::mousePressEvent(QMouseEvent* event) {
    const auto at = cellAt(event->position());
    if (!at || event->button() != Qt::LeftButton) return;
    emit cellChosen(m_rows[at->first].records.front(), at->second);
}

void HeatMap::wheelEvent(QWheelEvent* event) {
    if (m_grid.rows == 0) return event->accept(); // rows are placed by the next frame
    const int rows = event->angleDelta().y() > 0 ? -3 : 3;
    const auto most = static_cast<std::int64_t>(m_rows.size() - std::min(m_rows.size(), m_grid.rows));
    m_firstRow =
        static_cast<std::size_t>(std::clamp<std::int64_t>(static_cast<std::int64_t>(m_firstRow) + rows, 0, most));
    invalidate();
    event->accept();
}

bool HeatMap::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return SceneWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    const auto at = cellAt(QPointF(help->pos()));
    if (!at) {
        QToolTip::hideText();
        return true;
    }
    const RowOf& row = m_rows[at->first];
    const auto value = rowValue(at->first, at->second);
    const bool copy = row.records.size() == 1 && !m_document.isAnalysed(row.records.front());
    const bool refuted = m_metric == "waiting" && m_document.report().refuted();
    const std::string words = !value && refuted  ? std::string("not known: the clocks cannot be right")
                              : !value && copy   ? std::string("a copy of a rank: not compared")
                              : !value           ? std::string("not recorded")
                              : m_as == As::Time ? formatDuration(static_cast<std::int64_t>(*value))
                                                 : formatShare(*value) + " of the step";
    const std::string name = row.records.size() == 1 ? m_document.label(row.records.front()) : row.name;
    QToolTip::showText(help->globalPos(),
                       QString::fromStdString(fmt::format("{}, step {}: {}", name, at->second, words)), this);
    return true;
}

} // namespace lanescope::rankpanels
