#include "widgets/trainer/trace_stage.h"

#include "widgets/models/step_bars.h"

#include <QMouseEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::trainer {

namespace {
constexpr double kDragPx = 4; // less is a click
constexpr int kCalloutGap = 12;
} // namespace

TraceStage::TraceStage(timeline::Look& look, QWidget* parent)
    : QWidget(parent), m_shared{look, m_document, m_view, m_selection, m_notes} {
    m_steps = new timeline::StepStrip(m_shared, this);
    m_overview = new timeline::OverviewStrip(m_shared, this);
    m_canvas = new timeline::TimelineWidget(m_shared, this);
    m_lane = new panels::FindingsLane(m_shared, *m_canvas);
    m_canvas->installEventFilter(this);
    m_callout = new Callout(m_canvas);
    m_callout->hide();
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addWidget(m_steps);
    box->addWidget(m_overview);
    box->addWidget(m_canvas, 1);
    connect(m_steps, &timeline::StepStrip::stepClicked, this, [this](std::size_t step) {
        m_selection.setStep(step);
        m_view.fit(m_document.store().range(SliceId{m_document.store().steps()[step].slice}));
    });
    const auto fit = [this](TimeRange range) { m_view.fit(range); };
    connect(m_canvas, &timeline::TimelineWidget::fittingWanted, this, fit);
    connect(m_canvas, &timeline::TimelineWidget::sliceActivated, this,
            [this](SliceId slice) { m_view.fit(m_document.store().range(slice)); });
    connect(m_lane, &panels::FindingsLane::findingWanted, this, [fit](std::size_t, TimeRange range) { fit(range); });
    connect(&m_view, &timeline::ViewState::scaleChanged, this, &TraceStage::placeCallout);
}

// The widgets look at what this object holds: they go first.
TraceStage::~TraceStage() { qDeleteAll(findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)); }

void TraceStage::show(const PracticeTrace& trace) {
    clear();
    m_findings = trace.findings;
    m_document.open(trace.open);
    m_view.setExtent(m_document.store().extent(), timeline::ViewState::Keep::Nothing);
    m_selection.setStep(models::typicalStep(m_document.store()));
    m_document.setFacts(trace.facts);
    foldHosts();
}

// Of several ranks the GPUs are what is compared: hosts start closed, so that all of them are in view.
void TraceStage::foldHosts() {
    const RowTree& tree = m_document.tree();
    scene::RowState state = scene::defaultRowState(tree);
    if (m_document.analysis() && m_document.analysis()->devices.size() > 1)
        for (const Row& row : tree.rows())
            if (row.level == 0 && !row.device) state.folded.insert(row.key);
    m_canvas->setRowState(state);
}

void TraceStage::clear() {
    m_marked.reset();
    m_callout->hide();
    m_lane->setFindings(nullptr);
    m_findings.reset();
    m_selection.clear();
    if (m_document.isOpen()) m_document.close();
}

void TraceStage::setBrackets(Brackets brackets) {
    if (brackets == Brackets::Hidden || !m_findings) return m_lane->setFindings(nullptr);
    auto one = std::make_shared<FindingsResult>(*m_findings);
    one->findings.resize(1);
    m_lane->setFindings(std::move(one));
}

void TraceStage::mark(TimeRange range, std::optional<SliceId> slice) {
    m_marked = range;
    m_selection.setRange(range);
    m_selection.clearSlices();
    if (slice) {
        m_selection.select(*slice);
        m_canvas->revealRow(*slice);
    }
    // With what lies around it: a place is known by its surroundings.
    const Ns around = std::max(range.length(), Ns{m_view.extent().length().count() / 2'000});
    m_view.fit(TimeRange{range.begin - around, range.end + around}.clippedTo(m_view.extent()));
    placeCallout();
}

void TraceStage::fitStep(int by) {
    if (!hasTrace() || m_document.store().steps().empty()) return;
    const auto n = static_cast<int>(m_document.store().steps().size());
    const int now = m_selection.step() ? static_cast<int>(*m_selection.step()) : 0;
    const auto step = static_cast<std::size_t>(std::clamp(now + by, 0, n - 1));
    m_selection.setStep(step);
    m_view.fit(m_document.store().range(SliceId{m_document.store().steps()[step].slice}));
}

std::int64_t TraceStage::nsPerPx() const {
    const double px = std::max(1.0, m_view.canvasWidth());
    return static_cast<std::int64_t>(static_cast<double>(m_view.target().visible().length().count()) / px);
}

// A click and a drag both say a place; what the timeline makes of them stays as it is.
bool TraceStage::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_canvas || !hasTrace()) return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::MouseButtonPress) {
        const auto* press = static_cast<QMouseEvent*>(event);
        m_pressed.reset();
        if (press->button() == Qt::LeftButton && press->position().x() >= m_view.headerWidth() &&
            !press->modifiers().testFlag(Qt::ShiftModifier))
            m_pressed = press->position();
    } else if (event->type() == QEvent::MouseButtonRelease && m_pressed) {
        const auto* release = static_cast<QMouseEvent*>(event);
        const auto timeAt = [this](double x) { return m_view.scale().timeAt(x - m_view.headerWidth()); };
        const RankTime a = timeAt(m_pressed->x()), b = timeAt(release->position().x());
        const bool click = std::abs(release->position().x() - m_pressed->x()) < kDragPx;
        m_pressed.reset();
        emit placePicked(click ? TimeRange{a, a} : TimeRange{std::min(a, b), std::max(a, b)});
    }
    return QWidget::eventFilter(watched, event);
}

void TraceStage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeCallout();
}

// Beside what is marked, at the side with more room, below the ruler.
void TraceStage::placeCallout() {
    if (!m_marked || m_callout->isHidden()) return;
    const double header = m_view.headerWidth(), right = m_canvas->width();
    const double from = header + m_view.scale().x(m_marked->begin), to = header + m_view.scale().x(m_marked->end);
    const int w = m_callout->width(), h = m_callout->height();
    double x = to + kCalloutGap;
    Callout::Side side = Callout::Side::Left; // where its mark is
    if (right - to < from - header) {
        x = from - kCalloutGap - w;
        side = Callout::Side::Right;
    }
    x = std::clamp(x, header + kCalloutGap, std::max(header + kCalloutGap, right - w - kCalloutGap));
    m_callout->setSide(side);
    m_callout->move(static_cast<int>(x), std::max(40, m_canvas->height() - h - 24));
    m_callout->raise();
}

} // namespace lanescope::trainer
