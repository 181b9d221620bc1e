#include "app/gui/window/trace_page.h"

#include <QMouseEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::app {

namespace {
constexpr int kGrip = 7;
constexpr int kMinGuide = 280, kMaxGuide = 480;
constexpr double kMaxBottomShare = 0.7;
} // namespace

TracePage::TracePage(const timeline::Shared& shared, jobs::JobRunner& runner, QWidget* parent)
    : QWidget(parent), m_shared(shared), m_runner(runner) {
    m_left = new QWidget(this);
    m_steps = new timeline::StepStrip(shared, m_left);
    m_overview = new timeline::OverviewStrip(shared, m_left);
    m_splitter = new QSplitter(Qt::Vertical, m_left);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_canvases = new QSplitter(Qt::Vertical, m_splitter);
    m_canvases->setHandleWidth(1);
    m_canvases->setChildrenCollapsible(false);
    m_canvas = new timeline::TimelineWidget(shared, m_canvases);
    m_findings = new panels::FindingsLane(shared, *m_canvas);
    m_bottom = new panels::BottomPanel(shared, runner, m_splitter);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    auto* box = new QVBoxLayout(m_left);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addWidget(m_steps);
    box->addWidget(m_overview);
    box->addWidget(m_splitter, 1);
    m_headers = new timeline::HeaderFocus(shared, *m_canvas);
    m_guide = new panels::GuidePanel(shared, runner, this);
    connect(m_guide, &panels::GuidePanel::findingsFound, m_findings, &panels::FindingsLane::setFindings);
    m_grip = new QWidget(this);
    m_grip->setCursor(Qt::SplitHCursor);
    m_grip->installEventFilter(this);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] {
        const int most = static_cast<int>(height() * kMaxBottomShare);
        m_bottomHeight = std::min(m_bottom->height(), most);
        if (m_bottom->height() > most) m_splitter->setSizes({m_splitter->height() - most, most});
    });
}

void TracePage::setShown(Part part, bool shown) {
    switch (part) {
    case Part::Strips:
        m_strips = shown;
        break;
    case Part::Bottom:
        m_showBottom = shown;
        break;
    case Part::Guide:
        // Before the window is shown it has no width yet: what comes then is what is remembered.
        (isNarrow() && isVisible() ? m_guideWhenNarrow : m_showGuide) = shown;
        break;
    }
    arrange();
}

bool TracePage::isShown(Part part) const {
    switch (part) {
    case Part::Strips:
        return m_strips;
    case Part::Bottom:
        return m_showBottom;
    case Part::Guide:
        return isNarrow() ? m_guideWhenNarrow : m_showGuide;
    }
    return false;
}

bool TracePage::isWanted(Part part) const { return part == Part::Guide ? m_showGuide : isShown(part); }

QList<QWidget*> TracePage::panes() const {
    QList<QWidget*> out;
    for (QWidget* pane : QList<QWidget*>{m_steps, m_overview, m_headers, m_canvas, m_bottom, m_guide})
        if (pane->isVisible()) out << pane;
    return out;
}

int TracePage::bottomHeight() const { return m_bottomHeight; }

void TracePage::setGuideWidth(int px) {
    m_guideWidth = std::clamp(px, kMinGuide, kMaxGuide);
    arrange();
}

void TracePage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool wasNarrow = event->oldSize().width() < kNarrow;
    if (!isNarrow()) m_guideWhenNarrow = false;
    arrange();
    if (wasNarrow != isNarrow()) emit partsChanged();
}

void TracePage::arrange() {
    const bool shown = isShown(Part::Guide);
    const int guide = !shown ? 0 : isNarrow() ? kMinGuide : m_guideWidth;
    m_left->setGeometry(0, 0, width() - guide, height());
    m_guide->setVisible(shown);
    m_guide->setGeometry(width() - guide, 0, guide, height());
    m_grip->setVisible(shown && !isNarrow());
    m_grip->setGeometry(width() - guide - kGrip / 2, 0, kGrip, height());
    m_grip->raise();
    const int windowHeight = window()->height();
    m_overview->setVisible(m_strips && windowHeight >= kLow);
    m_steps->setVisible(m_strips && windowHeight >= kVeryLow);
    m_bottom->setVisible(m_showBottom);
    if (m_showBottom) {
        const int whole = m_splitter->height();
        const int bottom = std::clamp(m_bottomHeight, 120, std::max(120, static_cast<int>(whole * kMaxBottomShare)));
        m_splitter->setSizes({whole - bottom, bottom});
    }
}

bool TracePage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_grip && event->type() == QEvent::MouseMove) {
        const auto* move = static_cast<QMouseEvent*>(event);
        if (move->buttons().testFlag(Qt::LeftButton))
            setGuideWidth(width() - mapFromGlobal(move->globalPosition().toPoint()).x());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lanescope::app
