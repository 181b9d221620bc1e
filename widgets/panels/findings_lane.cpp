#include "widgets/panels/findings_lane.h"

#include "core/analysis/signatures/signatures.h"
#include "core/export/findings_text.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <cmath>

namespace lanescope::panels {

FindingsLane::FindingsLane(const timeline::Shared& shared, timeline::TimelineWidget& canvas)
    : SceneWidget(shared.look, &canvas), m_shared(shared), m_canvas(canvas) {
    setAttribute(Qt::WA_OpaquePaintEvent, false); // step marks, range and pointer go through it
    setMouseTracking(true);
    setAccessibleName(QStringLiteral("findings"));
    hide();
    canvas.installEventFilter(this);
    connect(&shared.view, &timeline::ViewState::scaleChanged, this, &FindingsLane::layout);
    connect(&shared.view, &timeline::ViewState::headerWidthChanged, this, &FindingsLane::layout);
}

void FindingsLane::setFindings(std::shared_ptr<const FindingsResult> findings) {
    m_findings = std::move(findings);
    m_sources.clear();
    m_findingOfSource.clear();
    if (m_findings) {
        m_sources = scene::bracketSources(*m_findings);
        for (std::size_t i = 0; i < m_findings->findings.size(); ++i)
            if (!m_findings->findings[i].ranges.empty()) m_findingOfSource.push_back(i);
    }
    // As high as the brackets of the whole trace need, so that zooming does not move the rows below.
    const TimeRange whole = m_shared.view.extent();
    m_lanesKept = 0;
    if (!whole.empty() && !m_sources.empty())
        m_lanesKept = scene::layoutBrackets(
                          m_sources, TimeScale::fit(whole.begin, whole, std::max(100.0, m_shared.view.canvasWidth())))
                          .lanes;
    layout();
    const int height = static_cast<int>(std::ceil(scene::bracketsHeight(m_layout)));
    setGeometry(0, static_cast<int>(scene::kRulerHeight), m_canvas.width(), height);
    setVisible(m_lanesKept > 0);
    m_canvas.setLaneHeight(m_lanesKept > 0 ? height : 0);
}

void FindingsLane::layout() {
    m_layout = scene::layoutBrackets(m_sources, m_shared.view.scale());
    m_layout.lanesKept = m_lanesKept;
    invalidate();
}

const Finding& FindingsLane::findingOf(std::size_t bracket) const {
    return m_findings->findings[m_findingOfSource[m_layout.placed[bracket].finding]];
}

void FindingsLane::build(scene::Scene& out) {
    scene::buildBrackets(m_sources, m_layout, width(), m_shared.view.headerWidth(), look().fonts(), out);
    out.background = scene::Ink::None;
}

std::optional<std::size_t> FindingsLane::bracketAt(QPointF at) const {
    const double x = at.x() - m_shared.view.headerWidth();
    if (x < 0) return std::nullopt;
    for (std::size_t i = 0; i < m_layout.placed.size(); ++i) {
        const scene::PlacedBracket& b = m_layout.placed[i];
        const double y = at.y() - scene::bracketTop(b);
        if (y >= 0 && y < scene::kBracketHeight && x >= b.x && x < b.x + b.w) return i;
    }
    return std::nullopt;
}

void FindingsLane::mouseMoveEvent(QMouseEvent* event) {
    setCursor(bracketAt(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    event->ignore(); // the timeline follows the pointer
}

void FindingsLane::mousePressEvent(QMouseEvent* event) {
    const auto hit = bracketAt(event->position());
    if (!hit) return event->ignore();
    const Interval at = m_layout.placed[*hit].at;
    emit findingWanted(m_findingOfSource[m_layout.placed[*hit].finding], timeRange(at.begin, at.end));
}

bool FindingsLane::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_canvas && event->type() == QEvent::Resize) resize(m_canvas.width(), height());
    return SceneWidget::eventFilter(watched, event);
}

bool FindingsLane::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return SceneWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto hit = bracketAt(help->pos());
    if (!hit) {
        QToolTip::hideText();
        return true;
    }
    const Finding& finding = findingOf(*hit);
    std::string text = std::string(finding.signature->title) + ", " + std::string(confidenceWord(finding.confidence)) +
                       ": " + findingCost(finding, *m_findings);
    for (const Evidence& e : finding.evidence) text += "\n" + evidenceText(e);
    QToolTip::showText(help->globalPos(), QString::fromStdString(text), this);
    return true;
}

} // namespace lanescope::panels
