#include "widgets/timeline/overview_strip.h"

#include "core/export/quantity.h"

#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace lanescope::timeline {

using scene::Ink;

namespace {
constexpr double kBandTop = 4, kBandHeight = 24;
constexpr double kMinBrush = 6, kGrab = 6;
constexpr double kNewFromPx = 4;
} // namespace

OverviewStrip::OverviewStrip(const Shared& shared, QWidget* parent)
    : SceneWidget(shared.look, parent), m_shared(shared) {
    setFixedHeight(kHeight);
    setMouseTracking(true);
    setAccessibleName(QStringLiteral("overview of the whole trace"));
    const auto changed = [this] { invalidate(); };
    const auto anew = [this] {
        m_columns.clear();
        invalidate();
    };
    connect(&shared.document, &Document::changed, this, [this, anew] {
        m_hits.clear();
        anew();
    });
    connect(&shared.document, &Document::factsChanged, this, anew);
    connect(&shared.notes, &Notes::changed, this, changed);
    connect(&shared.view, &ViewState::headerWidthChanged, this, changed);
    connect(&shared.view, &ViewState::scaleChanged, this, changed);
}

void OverviewStrip::setHits(std::vector<RankTime> hits) {
    m_hits = std::move(hits);
    invalidate();
}

double OverviewStrip::xOf(RankTime t) const {
    const TimeRange whole = m_shared.view.extent();
    const double header = m_shared.view.headerWidth();
    if (whole.empty()) return header;
    const double share = static_cast<double>((t - whole.begin).count()) / static_cast<double>(whole.length().count());
    return header + share * (width() - header);
}

RankTime OverviewStrip::timeAt(double x) const {
    const TimeRange whole = m_shared.view.extent();
    const double header = m_shared.view.headerWidth();
    const double share = (x - header) / std::max(1.0, width() - header);
    return whole.begin + Ns{std::llround(share * static_cast<double>(whole.length().count()))};
}

QRectF OverviewStrip::brushRect() const {
    const TimeRange view = m_shared.view.scale().visible();
    double x0 = std::max(xOf(view.begin), m_shared.view.headerWidth());
    double x1 = std::min(xOf(view.end), static_cast<double>(width()));
    if (x1 - x0 < kMinBrush) {
        const double middle = (x0 + x1) / 2;
        x0 = middle - kMinBrush / 2;
        x1 = middle + kMinBrush / 2;
    }
    return {x0, kBandTop - 2, x1 - x0, kBandHeight + 4};
}

void OverviewStrip::addBand(scene::Layer& layer) {
    const TraceFacts* facts = m_shared.document.facts();
    const TimeRange whole = m_shared.view.extent();
    const int columns = width() - static_cast<int>(m_shared.view.headerWidth());
    if (!facts || facts->analysis->mainDevice >= facts->bands.devices.size() || whole.empty() || columns <= 0) return;
    if (static_cast<int>(m_columns.size()) != columns)
        m_columns = partsColumns(facts->bands.devices[facts->analysis->mainDevice], count(whole.begin),
                                 count(whole.end), columns);
    const double header = m_shared.view.headerWidth();
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        double bottom = kBandTop + kBandHeight;
        const std::pair<float, WorkKind> parts[] = {{m_columns[i].compute, WorkKind::Gemm},
                                                    {m_columns[i].exposedComm, WorkKind::Communication},
                                                    {m_columns[i].exposedMem, WorkKind::Memory}};
        for (const auto& [share, kind] : parts) {
            const double h = kBandHeight * static_cast<double>(std::min(1.0F, share));
            if (h < 0.25) continue;
            scene::Box box = makeBox(header + static_cast<double>(i), bottom - h, 1, h, Ink::Kind);
            box.variant = static_cast<std::uint8_t>(kind);
            box.alpha = kind == WorkKind::Gemm ? 80 : 100;
            layer.boxes.push_back(box);
            bottom -= h;
        }
    }
}

void OverviewStrip::addBrush(scene::Layer& layer) {
    const double header = m_shared.view.headerWidth();
    const QRectF brush = brushRect();
    const auto veil = [&](double x0, double x1) {
        if (x1 <= x0) return;
        scene::Box box = makeBox(x0, 1, x1 - x0, kHeight - 2, Ink::Window);
        box.alpha = 55;
        layer.boxes.push_back(box);
    };
    veil(header, brush.left());
    veil(brush.right(), width());
    scene::Box frame = makeBox(brush.x(), brush.y(), brush.width(), brush.height(), Ink::None);
    frame.shape = scene::Shape::Frame;
    frame.edge = Ink::Selection;
    frame.edgeWidth = 1.5F;
    layer.boxes.push_back(frame);
}

void OverviewStrip::build(scene::Scene& out) {
    out.background = Ink::Header;
    if (!m_shared.document.isOpen()) return;
    const double header = m_shared.view.headerWidth();
    scene::Layer band;
    band.clip = scene::RectF{static_cast<float>(header), 0, static_cast<float>(width() - header), kHeight};
    band.boxes.push_back(makeBox(header, kBandTop, width() - header, kBandHeight, Ink::Canvas));
    addBand(band);
    out.layers.push_back(std::move(band));
    scene::Layer over;
    over.clip = scene::RectF{static_cast<float>(header - 2), 0, static_cast<float>(width() - header + 2), kHeight};
    if (m_shared.document.analysis() == nullptr)
        over.labels.push_back(makeLabel(header + 8, 20, "\u2026", Ink::Muted, {12, 400, false}));
    addBrush(over);
    for (const Note& note : m_shared.notes.list())
        over.boxes.push_back(makeBox(std::floor(xOf(note.begin)), kHeight - 7, 2, 6, Ink::Accent));
    double last = -10;
    for (const RankTime hit : m_hits) {
        const double x = std::floor(xOf(hit));
        if (x - last < 1) continue; // one tick a px
        last = x;
        over.boxes.push_back(makeBox(x, 1, 2, 4, Ink::Hit));
    }
    out.layers.push_back(std::move(over));
    scene::Layer head;
    head.labels.push_back(makeLabel(14, 20, "Overview", Ink::Text, {12, 600, false}));
    head.labels.push_back(makeLabel(14 + look().fonts().width("Overview", {12, 600, false}) + 14, 20,
                                    formatDuration(m_shared.view.extent().length().count(), Precision::Slice),
                                    Ink::Text2));
    head.lines.push_back(makeLine(0, kHeight - 0.5, width(), kHeight - 0.5, Ink::Line));
    out.layers.push_back(std::move(head));
}

OverviewStrip::Drag OverviewStrip::dragAt(double x) const {
    if (x < m_shared.view.headerWidth()) return Drag::None;
    const QRectF brush = brushRect();
    // A brush narrower than its two grab areas can only be moved.
    const double grab = brush.width() > 2.5 * kGrab ? kGrab : 2;
    if (std::abs(x - brush.left()) <= grab) return Drag::Begin;
    if (std::abs(x - brush.right()) <= grab) return Drag::End;
    return brush.left() < x && x < brush.right() ? Drag::Brush : Drag::New;
}

void OverviewStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_shared.document.isOpen()) return;
    m_pressedX = m_lastX = event->position().x();
    m_pressedRange = m_shared.view.scale().visible();
    m_drag = dragAt(m_pressedX);
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event) {
    const double x = event->position().x();
    const Drag over = m_drag == Drag::None ? dragAt(x) : m_drag;
    setCursor(over == Drag::Begin || over == Drag::End ? Qt::SplitHCursor
              : over == Drag::Brush                    ? Qt::OpenHandCursor
                                                       : Qt::ArrowCursor);
    const RankTime t = timeAt(x);
    const Ns moved = t - timeAt(m_pressedX);
    TimeRange next = m_pressedRange;
    switch (m_drag) {
    case Drag::Brush:
        next = {m_pressedRange.begin + moved, m_pressedRange.end + moved};
        break;
    case Drag::Begin:
        next.begin = std::min(t, m_pressedRange.end - Ns{1});
        break;
    case Drag::End:
        next.end = std::max(t, m_pressedRange.begin + Ns{1});
        break;
    case Drag::New:
        if (std::abs(x - m_pressedX) < kNewFromPx) return;
        next = {std::min(t, timeAt(m_pressedX)), std::max(t, timeAt(m_pressedX))};
        break;
    default:
        return;
    }
    m_lastX = x;
    m_shared.view.follow(next);
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent*) {
    // A click outside the brush brings the view there.
    if (m_drag == Drag::New && std::abs(m_lastX - m_pressedX) < kNewFromPx) m_shared.view.centre(timeAt(m_pressedX));
    m_drag = Drag::None;
}

void OverviewStrip::keyPressEvent(QKeyEvent* event) {
    if (!m_shared.document.isOpen()) return SceneWidget::keyPressEvent(event);
    ViewState& view = m_shared.view;
    const double width = view.canvasWidth();
    const TimeRange shown = view.target().visible(), all = view.extent();
    switch (event->key()) {
    case Qt::Key_Left:
        return view.panBy(-width / 10);
    case Qt::Key_Right:
        return view.panBy(width / 10);
    case Qt::Key_Up:
        return view.zoomAt(width / 2, 1.25);
    case Qt::Key_Down:
        return view.zoomAt(width / 2, 1 / 1.25);
    case Qt::Key_Home:
        return view.show({all.begin, all.begin + shown.length()}, Motion::Instant);
    case Qt::Key_End:
        return view.show({all.end - shown.length(), all.end}, Motion::Instant);
    default:
        SceneWidget::keyPressEvent(event);
    }
}

void OverviewStrip::wheelEvent(QWheelEvent* event) {
    if (!m_shared.document.isOpen()) return;
    const double x = m_shared.view.target().x(timeAt(event->position().x()));
    const bool inView = x >= 0 && x <= m_shared.view.canvasWidth();
    m_shared.view.zoomAt(inView ? x : m_shared.view.canvasWidth() / 2, std::pow(1.25, event->angleDelta().y() / 120.0));
    event->accept();
}

} // namespace lanescope::timeline
