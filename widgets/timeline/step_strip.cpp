#include "widgets/timeline/step_strip.h"

#include "core/export/quantity.h"
#include "widgets/scene/band_data.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lanescope::timeline {

using scene::Ink;

namespace {
constexpr double kMinCell = 6;
constexpr double kMaxCell = 220;
constexpr double kBarTop = 6, kBarHeight = 34;
constexpr double kNumberFromPx = 24;
} // namespace

StepStrip::StepStrip(const Shared& shared, QWidget* parent) : SceneWidget(shared.look, parent), m_shared(shared) {
    setFixedHeight(kHeight);
    setMouseTracking(true);
    setAccessibleName(QStringLiteral("steps"));
    setFocusPolicy(Qt::TabFocus);
    const auto changed = [this] { invalidate(); };
    connect(&shared.document, &Document::factsChanged, this, changed);
    connect(&shared.document, &Document::changed, this, [this] {
        m_scroll = 0;
        invalidate();
    });
    connect(&shared.view, &ViewState::headerWidthChanged, this, changed);
    connect(&shared.selection, &Selection::stepChanged, this, &StepStrip::showStep);
}

const models::StepStripData* StepStrip::data() const {
    const models::TraceAnalysis* analysis = m_shared.document.analysis();
    return analysis ? &analysis->steps : nullptr;
}

double StepStrip::cellWidth() const {
    if (!data() || data()->bars.empty()) return kMinCell;
    const double room = width() - m_shared.view.headerWidth();
    return std::clamp(room / static_cast<double>(data()->bars.size()), kMinCell, kMaxCell);
}

double StepStrip::scrollMax() const {
    if (!data()) return 0;
    const double room = width() - m_shared.view.headerWidth();
    return std::max(0.0, cellWidth() * static_cast<double>(data()->bars.size()) - room);
}

QRectF StepStrip::barRect(std::size_t step) const {
    const double x = m_shared.view.headerWidth() + static_cast<double>(step) * cellWidth() - m_scroll;
    return {x, kBarTop, cellWidth(), kBarHeight};
}

std::optional<std::size_t> StepStrip::stepAtX(double x) const {
    if (!data() || x < m_shared.view.headerWidth()) return std::nullopt;
    const double cell = (x - m_shared.view.headerWidth() + m_scroll) / cellWidth();
    if (cell < 0 || cell >= static_cast<double>(data()->bars.size())) return std::nullopt;
    return static_cast<std::size_t>(cell);
}

void StepStrip::showStep() {
    if (const auto step = m_shared.selection.step()) {
        const QRectF cell = barRect(*step);
        if (cell.left() < m_shared.view.headerWidth()) m_scroll -= m_shared.view.headerWidth() - cell.left();
        if (cell.right() > width()) m_scroll += cell.right() - width();
        m_scroll = std::clamp(m_scroll, 0.0, scrollMax());
    }
    invalidate();
}

bool StepStrip::hasWork() const {
    const models::TraceAnalysis* analysis = m_shared.document.analysis();
    return analysis && analysis->hasWork();
}

void StepStrip::addBar(scene::Layer& layer, const models::StepBar& bar) {
    const QRectF cell = barRect(bar.step);
    const bool selected = m_shared.selection.step() == bar.step;
    if (selected) {
        scene::Box frame = makeBox(cell.x(), 2, cell.width(), kHeight - 5, Ink::AccentBack);
        frame.shape = scene::Shape::Round;
        frame.radius = 3;
        frame.edge = Ink::Accent;
        layer.boxes.push_back(frame);
    }
    const double gap = cell.width() >= 12 ? 1 : 0.5;
    const double longest = static_cast<double>(std::max<std::int64_t>(1, data()->longestNs));
    const double height = std::max(2.0, kBarHeight * static_cast<double>(bar.wallNs()) / longest);
    std::array<double, 4> values{};
    for (std::size_t i = 0; i < 4; ++i) values[i] = static_cast<double>(bar.parts[i]);
    const double top = kBarTop + kBarHeight - height;
    const std::uint8_t alpha = bar.warmup ? 45 : 100;
    if (hasWork()) {
        addPartsColumn(layer, cell.x() + gap, top, cell.width() - 2 * gap, height, values, alpha);
    } else { // no GPU was recorded: that is not idle time
        scene::Box plain = makeBox(cell.x() + gap, top, cell.width() - 2 * gap, height, Ink::Operator);
        plain.alpha = alpha;
        layer.boxes.push_back(plain);
    }
    if (bar.cutOff) {
        scene::Line edge = makeLine(cell.right() - gap, kBarTop, cell.right() - gap, kBarTop + kBarHeight, Ink::Text2);
        edge.stroke = scene::Stroke::Dash32;
        layer.lines.push_back(edge);
    }
    if (bar.outlier) {
        scene::Mark mark;
        mark.shape = scene::MarkShape::TriangleDown;
        mark.centre = {static_cast<float>(cell.center().x()), 4};
        mark.w = 8;
        mark.h = 5;
        mark.ink = Ink::Warn;
        layer.marks.push_back(mark);
    }
    if (cell.width() < kNumberFromPx) return;
    const scene::TextStyle style{10, static_cast<std::uint16_t>(selected ? 600 : 400), false};
    std::string text = (bar.warmup ? "warm-up " : "") + std::to_string(bar.number);
    if (look().fonts().width(text, style) > cell.width() - 2) text = std::to_string(bar.number);
    if (look().fonts().width(text, style) > cell.width() - 2) return;
    layer.labels.push_back(makeLabel(cell.center().x(), kHeight - 6.5, text,
                                     selected ? Ink::Text : (bar.warmup ? Ink::Muted : Ink::Text2), style,
                                     scene::Align::Center));
}

void StepStrip::addNote(scene::Layer& layer) {
    const double x = m_shared.view.headerWidth() + 8;
    const bool known = data() != nullptr;
    layer.labels.push_back(makeLabel(x, 32, known ? "no step markers: whole trace is one window" : "\u2026",
                                     known ? Ink::Text2 : Ink::Muted, {12, 400, false}));
}

void StepStrip::build(scene::Scene& out) {
    out.background = Ink::Header;
    if (!m_shared.document.isOpen()) return;
    m_scroll = std::clamp(m_scroll, 0.0, scrollMax());
    const double header = m_shared.view.headerWidth();
    scene::Layer bars;
    bars.clip = scene::RectF{static_cast<float>(header), 0, static_cast<float>(width() - header), kHeight};
    if (data() && !data()->bars.empty()) {
        for (const models::StepBar& bar : data()->bars)
            if (barRect(bar.step).right() >= header && barRect(bar.step).left() <= width()) addBar(bars, bar);
    } else {
        addNote(bars);
    }
    out.layers.push_back(std::move(bars));
    scene::Layer head;
    head.labels.push_back(makeLabel(14, 20, "Steps", Ink::Text, {12, 600, false}));
    if (data() && data()->medianNs > 0) {
        const std::string soFar = m_shared.document.isPartial() ? " so far" : "";
        head.labels.push_back(makeLabel(14, 36, formatDuration(data()->medianNs) + " median" + soFar, Ink::Text2));
    }
    head.lines.push_back(makeLine(0, kHeight - 0.5, width(), kHeight - 0.5, Ink::Line));
    out.layers.push_back(std::move(head));
}

void StepStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    if (const auto step = stepAtX(event->position().x())) emit stepClicked(*step);
}

void StepStrip::mouseMoveEvent(QMouseEvent* event) {
    setCursor(stepAtX(event->position().x()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void StepStrip::wheelEvent(QWheelEvent* event) {
    const int turn = event->angleDelta().x() != 0 ? event->angleDelta().x() : event->angleDelta().y();
    m_scroll = std::clamp(m_scroll - turn / 2.0, 0.0, scrollMax());
    invalidate();
    event->accept();
}

void StepStrip::keyPressEvent(QKeyEvent* event) {
    const std::size_t n = data() ? data()->bars.size() : 0;
    if (n == 0) return SceneWidget::keyPressEvent(event);
    const auto now = m_shared.selection.step();
    switch (event->key()) {
    case Qt::Key_Left:
        emit stepClicked(now && *now > 0 ? *now - 1 : 0);
        return;
    case Qt::Key_Right:
        emit stepClicked(now ? std::min(*now + 1, n - 1) : 0);
        return;
    case Qt::Key_Home:
        emit stepClicked(0);
        return;
    case Qt::Key_End:
        emit stepClicked(n - 1);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (now) emit stepClicked(*now);
        return;
    default:
        SceneWidget::keyPressEvent(event);
    }
}

bool StepStrip::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return SceneWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    const auto step = stepAtX(help->pos().x());
    if (!step) return QToolTip::hideText(), true;
    const models::StepBar& bar = data()->bars[*step];
    const auto q = [](const std::string& s) { return QString::fromStdString(s); };
    const PartsText parts = formatParts(bar.parts, bar.wallNs());
    QString text = QStringLiteral("step %1, %2").arg(bar.number).arg(q(parts.whole));
    if (bar.warmup) text += QStringLiteral(", warm-up: left out of averages");
    if (bar.cutOff) text += QStringLiteral(", cut off by the end of the recording");
    if (bar.outlier) text += QStringLiteral(", more than three median deviations from the median");
    if (!hasWork()) return QToolTip::showText(help->globalPos(), text, this), true;
    text += QStringLiteral("\ncompute %1, exposed comm %2, exposed copies %3, idle %4")
                .arg(q(parts.parts[0]), q(parts.parts[1]), q(parts.parts[2]), q(parts.parts[3]));
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

} // namespace lanescope::timeline
