#include "widgets/rankpanels/bandwidth_plot.h"

#include "core/export/quantity.h"
#include "widgets/rankpanels/collectives_list.h"

#include <fmt/format.h>

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <set>

namespace lanescope::rankpanels {

using ranksview::RanksDocument;
using scene::Ink;
using timeline::makeLabel;
using timeline::makeLine;

namespace {
constexpr double kLeft = 72, kTop = 12, kDot = 7, kReach = 8;
constexpr std::size_t kMostPoints = 20'000;
constexpr scene::TextStyle kSmall{11, 400, false};
// A kind of collective has a colour and a shape; never the colour alone.
constexpr scene::MarkShape kShapes[] = {scene::MarkShape::Disc,       scene::MarkShape::Square,
                                        scene::MarkShape::TriangleUp, scene::MarkShape::TriangleDown,
                                        scene::MarkShape::Ring,       scene::MarkShape::Cross};
constexpr WorkKind kInks[] = {WorkKind::Communication, WorkKind::Gemm,      WorkKind::Norm,
                              WorkKind::Optimizer,     WorkKind::Attention, WorkKind::Reduction};

std::size_t looksLike(CollectiveKind kind) { return static_cast<std::size_t>(kind) % std::size(kShapes); }

scene::Mark markOf(CollectiveKind kind, double x, double y) {
    scene::Mark mark{kShapes[looksLike(kind)], {static_cast<float>(x), static_cast<float>(y)}, kDot, kDot, Ink::Kind};
    mark.variant = static_cast<std::uint8_t>(kInks[looksLike(kind)]);
    return mark;
}

// 1, 2 or 5 times a power of ten, at most five steps to `most`.
double tickStep(double most) {
    const double raw = most / 5;
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double by : {1.0, 2.0, 5.0, 10.0})
        if (by * power >= raw) return by * power;
    return 10 * power;
}
} // namespace

BandwidthPlot::BandwidthPlot(timeline::Look& look, RanksDocument& document, QWidget* parent)
    : SceneWidget(look, parent), m_document(document) {
    setAccessibleName(tr("bus rate by message size"));
    connect(&document, &RanksDocument::changed, this, &BandwidthPlot::refresh);
    connect(&document, &RanksDocument::alignmentChanged, this, &BandwidthPlot::refresh);
    connect(&document, &RanksDocument::filterChanged, this, &BandwidthPlot::refresh);
    connect(&document, &RanksDocument::selectionChanged, this, [this] { invalidate(); });
    refresh();
}

void BandwidthPlot::refresh() {
    m_points.clear();
    m_withoutSize = m_leftOut = 0;
    m_leastLog = 1e9, m_mostLog = 0, m_mostRate = 1;
    for (std::size_t m = 0; m < m_document.measured().size(); ++m) {
        const auto& rates = m_document.measured()[m].rates;
        if (!m_document.isListed(m)) continue;
        if (!rates || !rates->bus || rates->bytes <= 0) {
            ++m_withoutSize;
            continue;
        }
        if (m_points.size() == kMostPoints) {
            ++m_leftOut;
            continue;
        }
        m_points.push_back({m, rates->bytes, *rates->bus, m_document.matched(m).kind});
        m_leastLog = std::min(m_leastLog, std::floor(std::log10(static_cast<double>(rates->bytes))));
        m_mostLog = std::max(m_mostLog, std::ceil(std::log10(static_cast<double>(rates->bytes) * 1.0001)));
        m_mostRate = std::max(m_mostRate, *rates->bus);
    }
    if (m_leastLog >= m_mostLog) m_mostLog = m_leastLog + 1;
    invalidate();
}

QPointF BandwidthPlot::placeOf(const Point& point) const {
    const double share = (std::log10(static_cast<double>(point.bytes)) - m_leastLog) / (m_mostLog - m_leastLog);
    return {kLeft + share * (plotRight() - kLeft),
            plotBottom() - point.rate / (m_mostRate * 1.05) * (plotBottom() - kTop)};
}

void BandwidthPlot::addAxes(scene::Layer& layer) {
    layer.lines.push_back(makeLine(kLeft, plotBottom() + 0.5, plotRight(), plotBottom() + 0.5, Ink::Line2));
    layer.lines.push_back(makeLine(kLeft - 0.5, kTop, kLeft - 0.5, plotBottom(), Ink::Line2));
    const double step = tickStep(m_mostRate * 1.05);
    for (double rate = 0; rate <= m_mostRate * 1.05; rate += step) {
        const double y = plotBottom() - rate / (m_mostRate * 1.05) * (plotBottom() - kTop);
        if (rate > 0) layer.lines.push_back(makeLine(kLeft, y, plotRight(), y, Ink::Line));
        layer.labels.push_back(
            makeLabel(kLeft - 8, y + 4, rate == 0 ? "0" : formatRate(rate), Ink::Text2, kSmall, scene::Align::Right));
    }
    for (double log = m_leastLog; log <= m_mostLog; ++log) {
        const double x = kLeft + (log - m_leastLog) / (m_mostLog - m_leastLog) * (plotRight() - kLeft);
        layer.lines.push_back(makeLine(x, plotBottom(), x, plotBottom() + 4, Ink::Line2));
        layer.labels.push_back(makeLabel(x, plotBottom() + 17, formatBytes(std::llround(std::pow(10.0, log))),
                                         Ink::Text2, kSmall, scene::Align::Center));
    }
}

void BandwidthPlot::build(scene::Scene& out) {
    out.background = Ink::Panel;
    scene::Layer& layer = out.layers.emplace_back();
    if (!m_document.isOpen()) return;
    if (m_points.empty()) {
        layer.labels.push_back(makeLabel(14, 24, "the sizes of the collectives are not recorded in these traces",
                                         Ink::Text2, {12, 400, false}));
        return;
    }
    addAxes(layer);
    std::set<CollectiveKind> kinds;
    for (const Point& point : m_points) {
        const QPointF at = placeOf(point);
        layer.marks.push_back(markOf(point.kind, at.x(), at.y()));
        kinds.insert(point.kind);
        if (m_document.collective() != point.measured) continue;
        scene::Box ring = timeline::makeBox(at.x() - 7, at.y() - 7, 14, 14, Ink::None);
        ring.shape = scene::Shape::Round;
        ring.radius = 7;
        ring.edge = Ink::Selection;
        ring.edgeWidth = 1.5F;
        layer.boxes.push_back(ring);
    }
    double y = kTop + 8;
    for (const CollectiveKind kind : kinds) {
        layer.marks.push_back(markOf(kind, plotRight() + 18, y - 4));
        layer.labels.push_back(makeLabel(plotRight() + 30, y, std::string(collectiveWord(kind)), Ink::Text2, kSmall));
        y += 18;
    }
    y += 4;
    const auto note = [&](const std::string& words) {
        layer.labels.push_back(makeLabel(plotRight() + 12, y, words, Ink::Muted, kSmall));
        y += 15;
    };
    if (m_withoutSize > 0) note(fmt::format("{} without a size", m_withoutSize));
    if (m_leftOut > 0) note(fmt::format("{} not drawn", m_leftOut));
    note("rate: bus, in the");
    note("time of who is last");
}

const BandwidthPlot::Point* BandwidthPlot::pointAt(const QPointF& pos) const {
    const Point* best = nullptr;
    double nearest = kReach;
    for (const Point& point : m_points) {
        const QPointF away = placeOf(point) - pos;
        const double distance = std::hypot(away.x(), away.y());
        if (distance >= nearest) continue;
        nearest = distance;
        best = &point;
    }
    return best;
}

void BandwidthPlot::mousePressEvent(QMouseEvent* event) {
    if (const Point* point = pointAt(event->position())) emit collectiveChosen(point->measured);
}

bool BandwidthPlot::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return SceneWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    const Point* point = pointAt(QPointF(help->pos()));
    if (!point) {
        QToolTip::hideText();
        return true;
    }
    QToolTip::showText(
        help->globalPos(),
        QString::fromStdString(fmt::format("{}: {}, {}", collectiveName(m_document.matched(point->measured)),
                                           formatBytes(point->bytes), formatRate(point->rate))),
        this);
    return true;
}

} // namespace lanescope::rankpanels
