#include "widgets/panels/findings_lane.h"

#include "core/analysis/signatures/signatures.h"
#include "core/export/findings_text.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <cmath>

namespace lanescope::panels {

FindingsLane::FindingsLane(const timeline::Shared& shared, QWidget* parent)
    : SceneWidget(shared.look, parent), m_shared(shared) {
    setMouseTracking(true);
    setAccessibleName(QStringLiteral("findings"));
    setFixedHeight(0);
    hide();
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
    const double height =
        whole.empty() || m_sources.empty()
            ? 0
            : scene::bracketsHeight(scene::layoutBrackets(
                  m_sources, TimeScale::fit(whole.begin, whole, std::max(100.0, m_shared.view.canvasWidth()))));
    setFixedHeight(static_cast<int>(std::ceil(height)));
    setVisible(height > 0);
    layout();
}

void FindingsLane::layout() {
    m_layout = scene::layoutBrackets(m_sources, m_shared.view.scale());
    invalidate();
}

const Finding& FindingsLane::findingOf(std::size_t bracket) const {
    return m_findings->findings[m_findingOfSource[m_layout.placed[bracket].finding]];
}

void FindingsLane::build(scene::Scene& out) {
    scene::buildBrackets(m_sources, m_layout, width(), m_shared.view.headerWidth(), look().fonts(), out);
    out.height = static_cast<float>(height());
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
}

void FindingsLane::mousePressEvent(QMouseEvent* event) {
    const auto hit = bracketAt(event->position());
    if (!hit) return;
    const Interval at = m_layout.placed[*hit].at;
    emit findingWanted(m_findingOfSource[m_layout.placed[*hit].finding], timeRange(at.begin, at.end));
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
