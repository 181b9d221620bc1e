#include "widgets/panels/guide_panel.h"

#include "core/export/quantity.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>

namespace lanescope::panels {

using scene::Ink;
using timeline::makeBox;
using timeline::makeLabel;
using timeline::makeLine;

namespace {
const QString kSlot = QStringLiteral("guide kernels");
constexpr double kMargin = 16;
constexpr double kWheelPx = 0.5; // px per eighth of a degree
} // namespace

GuidePanel::GuidePanel(const timeline::Shared& shared, jobs::JobRunner& runner, QWidget* parent)
    : SceneWidget(shared.look, parent), m_shared(shared), m_runner(runner) {
    setMouseTracking(true);
    setMinimumWidth(280);
    setMaximumWidth(480);
    setAccessibleName(QStringLiteral("reading guide"));
    setFocusPolicy(Qt::TabFocus);
    connect(&shared.document, &timeline::Document::changed, this, [this] {
        m_scroll = 0;
        m_findings.reset();
        m_findingsOf = nullptr;
        m_handOver.reset();
        m_opened.clear();
        emit findingsFound(nullptr);
    });
    connect(&shared.document, &timeline::Document::factsChanged, this, &GuidePanel::refresh);
    connect(&shared.selection, &timeline::Selection::stepChanged, this, &GuidePanel::refresh);
}

void GuidePanel::refresh() {
    m_summary.reset();
    m_hovered.reset();
    askTopKernels();
    askFindings();
    invalidate();
    setAccessibleDescription(lines().join(QLatin1Char('\n')));
}

// The window the guide speaks of: the selected step, else the whole trace.
const FourNumbers* GuidePanel::numbers() const {
    const models::TraceAnalysis* analysis = m_shared.document.analysis();
    const DeviceReport* device = analysis ? analysis->device() : nullptr;
    if (!device) return nullptr;
    if (const auto step = m_shared.selection.step())
        for (const StepFigures& figures : device->steps)
            if (figures.step == *step) return &figures.byWindow;
    return device->whole ? &*device->whole : nullptr;
}

void GuidePanel::askTopKernels() {
    const FourNumbers* window = numbers();
    m_runner.cancel(kSlot);
    if (!window) return;
    const auto analysis = m_shared.document.facts()->analysis;
    m_runner.start(
        kSlot, this,
        [analysis, begin = window->beginNs, end = window->endNs](RunContext& context) -> Result<models::RangeSummary> {
            return models::summariseRange(*analysis->store, *analysis->mainWork(), begin, end, analysis->thresholds,
                                          context, models::GroupBy::Name, analysis->kernelGroups.get());
        },
        [this](Result<models::RangeSummary> result) {
            if (!result.ok()) return;
            m_summary = std::move(*result);
            invalidate();
            setAccessibleDescription(lines().join(QLatin1Char('\n')));
        });
}

QStringList GuidePanel::lines() {
    QStringList out;
    for (const scene::Layer& layer : currentScene().layers)
        for (const scene::Label& label : layer.labels) out << QString::fromStdString(label.text);
    return out;
}

void GuidePanel::build(scene::Scene& out) {
    out.background = Ink::Panel;
    m_jumps.clear();
    scene::Layer layer;
    Pen pen{&layer, 24 - m_scroll};
    if (m_shared.document.isOpen()) {
        addHead(pen);
        addStep(pen);
        addParts(pen);
        addOverlap(pen);
        addKernels(pen);
        addHandOver(pen);
        addFindings(pen);
        addCapture(pen);
    }
    m_contentHeight = pen.y + m_scroll;
    layer.lines.push_back(makeLine(0.5, 0, 0.5, height(), Ink::Line2));
    out.layers.push_back(std::move(layer));
}

void GuidePanel::mouseMoveEvent(QMouseEvent* event) {
    std::optional<std::size_t> hovered;
    for (std::size_t i = 0; i < m_jumps.size(); ++i)
        if (m_jumps[i].act && m_jumps[i].rect.contains(event->position())) hovered = i;
    setCursor(hovered ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hovered == m_hovered) return;
    m_hovered = hovered;
    invalidate();
}

void GuidePanel::mousePressEvent(QMouseEvent* event) {
    currentScene();
    for (const Jump& jump : m_jumps)
        if (jump.act && jump.rect.contains(event->position())) {
            const auto act = jump.act; // the jump may rebuild the list
            act();
            return;
        }
}

void GuidePanel::leaveEvent(QEvent*) {
    m_hovered.reset();
    invalidate();
}

void GuidePanel::wheelEvent(QWheelEvent* event) {
    const double most = std::max(0.0, m_contentHeight + kMargin - height());
    m_scroll = std::clamp(m_scroll - event->angleDelta().y() * kWheelPx, 0.0, most);
    invalidate();
    event->accept();
}

// From line to line that leads somewhere, and there.
void GuidePanel::keyPressEvent(QKeyEvent* event) {
    currentScene();
    std::vector<std::size_t> lines;
    for (std::size_t i = 0; i < m_jumps.size(); ++i)
        if (m_jumps[i].act) lines.push_back(i);
    const int key = event->key();
    const bool enter = key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space;
    const bool moves = key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_Home || key == Qt::Key_End;
    if (lines.empty() || (!enter && !moves)) return SceneWidget::keyPressEvent(event);
    if (enter) {
        if (!m_hovered || *m_hovered >= m_jumps.size() || !m_jumps[*m_hovered].act) return;
        const auto act = m_jumps[*m_hovered].act; // the jump may rebuild the list
        return act();
    }
    const auto at = m_hovered ? std::lower_bound(lines.begin(), lines.end(), *m_hovered) : lines.end();
    std::size_t next = 0;
    if (key == Qt::Key_End) next = lines.size() - 1;
    if (at != lines.end() && key == Qt::Key_Down)
        next = std::min(static_cast<std::size_t>(at - lines.begin()) + 1, lines.size() - 1);
    if (at != lines.end() && key == Qt::Key_Up && at != lines.begin())
        next = static_cast<std::size_t>(at - lines.begin()) - 1;
    m_hovered = lines[next];
    const QRectF rect = m_jumps[*m_hovered].rect;
    if (rect.top() < kMargin) m_scroll = std::max(0.0, m_scroll + rect.top() - kMargin);
    if (rect.bottom() > height() - kMargin) m_scroll += rect.bottom() - height() + kMargin;
    invalidate();
}

bool GuidePanel::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return SceneWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (const Jump& jump : m_jumps)
        if (!jump.tip.isEmpty() && jump.rect.contains(help->pos())) {
            QToolTip::showText(help->globalPos(), jump.tip, this);
            return true;
        }
    QToolTip::hideText();
    return true;
}

} // namespace lanescope::panels
