#include "widgets/rankpanels/ranks_timeline.h"

#include "core/export/quantity.h"
#include "widgets/paint/scene_painter.h"

#include <QPainter>
#include <QResizeEvent>

#include <algorithm>
#include <cmath>

namespace lanescope::rankpanels {

using ranksview::ChosenSlice;
using ranksview::RanksDocument;
using timeline::ViewState;

namespace {
constexpr int kTipDelayMs = 250, kScrollBarPx = 8, kKeyMs = 15;
}

RanksTimeline::RanksTimeline(timeline::Look& look, RanksDocument& document, ViewState& view, QWidget* parent)
    : QWidget(parent), m_look(look), m_document(document), m_view(view), m_scroll(Qt::Vertical, this) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(60);
    setAccessibleName(tr("timelines of the ranks"));
    m_scroll.setObjectName(QStringLiteral("rankScroll"));
    m_scroll.hide();
    m_tipTimer.setSingleShot(true);
    m_tipTimer.setInterval(kTipDelayMs);
    m_keyTimer.setInterval(kKeyMs);
    m_keyTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_tipTimer, &QTimer::timeout, this, &RanksTimeline::showToolTip);
    connect(&m_keyTimer, &QTimer::timeout, this, &RanksTimeline::moveByKeys);
    connect(&m_scroll, &QScrollBar::valueChanged, this, &RanksTimeline::frameChanged);
    connect(&look, &timeline::Look::themeChanged, this, &RanksTimeline::frameChanged);
    connect(&document, &RanksDocument::changed, this, [this] {
        m_choice.folded.clear();
        m_range.reset();
        m_hover.reset();
        m_drag = Drag::None;
        relayout();
    });
    connect(&document, &RanksDocument::shownChanged, this, &RanksTimeline::relayout);
    connect(&document, &RanksDocument::traceChanged, this, &RanksTimeline::relayout);
    connect(&document, &RanksDocument::alignmentChanged, this, &RanksTimeline::frameChanged);
    connect(&document, &RanksDocument::stepChanged, this, &RanksTimeline::frameChanged);
    connect(&document, &RanksDocument::selectionChanged, this, qOverload<>(&QWidget::update));
    connect(&view, &ViewState::scaleChanged, this, &RanksTimeline::frameChanged);
    connect(&view, &ViewState::headerWidthChanged, this, [this] {
        m_view.setCanvasWidth(width() - m_view.headerWidth());
        frameChanged();
    });
}

void RanksTimeline::setChoice(const scene::RanksChoice& choice) {
    m_choice = choice;
    relayout();
}

void RanksTimeline::toggleFold(const std::string& group) {
    if (m_choice.folded.erase(group) == 0) m_choice.folded.insert(group);
    relayout();
}

void RanksTimeline::setColourBy(scene::ColourBy by) {
    m_colourBy = by;
    frameChanged();
}

void RanksTimeline::setRange(std::optional<TimeRange> range) {
    m_range = range;
    frameChanged();
    emit rangeChanged();
}

void RanksTimeline::relayout() {
    m_layout =
        m_document.isOpen() ? scene::layoutRanks(m_document.sceneData(m_view.scale()), m_choice) : scene::RanksLayout{};
    m_hover.reset();
    updateScrollBar();
    frameChanged();
}

void RanksTimeline::updateScrollBar() {
    const double room = height() - scene::kRulerHeight;
    const int most = static_cast<int>(std::ceil(std::max(0.0, m_layout.height - room)));
    m_scroll.setRange(0, most);
    m_scroll.setPageStep(static_cast<int>(std::max(1.0, room)));
    m_scroll.setSingleStep(24);
    m_scroll.setVisible(most > 0);
    const int top = static_cast<int>(scene::kRulerHeight);
    m_scroll.setGeometry(width() - kScrollBarPx, top, kScrollBarPx, std::max(0, height() - top));
}

void RanksTimeline::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    updateScrollBar();
    m_view.setCanvasWidth(width() - m_view.headerWidth());
    frameChanged();
}

void RanksTimeline::scrollRows(double px) { m_scroll.setValue(static_cast<int>(std::lround(m_scroll.value() + px))); }

void RanksTimeline::frameChanged() {
    m_frameDirty = true;
    update();
}

scene::TimelineView RanksTimeline::currentView() const {
    scene::TimelineView view;
    view.scale = m_view.scale();
    view.width = width();
    view.height = height();
    view.headerWidth = m_view.headerWidth();
    view.scrollY = m_scroll.value();
    view.colourBy = m_colourBy;
    view.range = m_range;
    if (!m_document.isOpen()) return view;
    view.zero = m_document.zero();
    view.zeroName = m_document.zeroName();
    return view;
}

const scene::Scene& RanksTimeline::frameScene() {
    if (m_frameDirty && m_document.isOpen()) {
        scene::buildRanks(m_document.sceneData(m_view.scale()), m_layout, currentView(), m_look.fonts(), m_frame);
        m_frameDirty = false;
        m_picture = QImage();
    }
    return m_frame;
}

scene::RanksOverlay RanksTimeline::overlayState() const {
    scene::RanksOverlay state;
    const auto place = [&](std::size_t record) { return m_document.placeOf(record); };
    if (const auto slice = m_document.slice())
        if (const auto at = place(slice->record))
            state.current = scene::RankSlice{static_cast<std::uint32_t>(*at), slice->slice};
    if (const auto collective = m_document.collective())
        for (const align::CommPlace& part : m_document.matched(*collective).parts)
            if (const auto at = place(part.record))
                state.joined.push_back({static_cast<std::uint32_t>(*at),
                                        SliceId{m_document.set().records[part.record].events[part.event].slice}});
    if (m_drag == Drag::None || m_drag == Drag::Pressed) state.hover = m_hover;
    if (m_pointer && m_drag != Drag::Clock) state.pointerX = m_pointer->x();
    if (m_drag == Drag::Clock) {
        state.moved = m_movedRank;
        state.movedBy = formatOffset(m_movedNs);
    }
    return state;
}

const scene::Scene& RanksTimeline::overlayScene() {
    scene::clear(m_overlay);
    if (m_document.isOpen())
        scene::buildRanksOverlay(m_document.sceneData(m_view.scale()), m_layout, currentView(), overlayState(),
                                 m_look.fonts(), m_overlay);
    return m_overlay;
}

void RanksTimeline::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (!m_document.isOpen()) {
        painter.fillRect(rect(), m_look.color(scene::Ink::Canvas));
        return;
    }
    const double ratio = devicePixelRatioF();
    frameScene();
    if (m_picture.isNull() || m_picture.devicePixelRatio() != ratio) {
        m_picture =
            QImage(QSize(static_cast<int>(std::ceil(width() * ratio)), static_cast<int>(std::ceil(height() * ratio))),
                   QImage::Format_RGB32);
        m_picture.setDevicePixelRatio(ratio);
        QPainter frame(&m_picture);
        paint::paintScene(frame, m_frame, m_look.theme(), m_look.fonts());
    }
    painter.drawImage(0, 0, m_picture);
    paint::paintScene(painter, overlayScene(), m_look.theme(), m_look.fonts(),
                      {paint::Target::Pixels, paint::Background::Left});
}

QImage RanksTimeline::picture(double scale) {
    QImage image(QSize(static_cast<int>(width() * scale), static_cast<int>(height() * scale)),
                 QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(m_look.color(scene::Ink::Canvas));
    if (!m_document.isOpen()) return image;
    const auto pointer = std::exchange(m_pointer, std::nullopt);
    QPainter painter(&image);
    paint::paintScene(painter, frameScene(), m_look.theme(), m_look.fonts());
    paint::paintScene(painter, overlayScene(), m_look.theme(), m_look.fonts(),
                      {paint::Target::Pixels, paint::Background::Left});
    m_pointer = pointer;
    return image;
}

std::optional<QRectF> RanksTimeline::rectOf(const ChosenSlice& slice) {
    const auto at = m_document.placeOf(slice.record);
    if (!at) return std::nullopt;
    const auto r = scene::rankSliceRect(m_document.sceneData(m_view.scale()), m_layout, currentView(),
                                        {static_cast<std::uint32_t>(*at), slice.slice});
    if (!r) return std::nullopt;
    return QRectF(static_cast<qreal>(r->x), static_cast<qreal>(r->y), static_cast<qreal>(r->w),
                  static_cast<qreal>(r->h));
}

std::optional<double> RanksTimeline::topOf(std::size_t record) const {
    const auto at = m_document.placeOf(record);
    if (!at) return std::nullopt;
    for (const scene::RanksRow& row : m_layout.rows)
        if (row.what == scene::RanksRow::What::RankGroup && row.rank == *at)
            return scene::kRulerHeight + row.y - m_scroll.value();
    return std::nullopt;
}

void RanksTimeline::revealRow(const ChosenSlice& slice) {
    const auto at = m_document.placeOf(slice.record);
    if (!at) return;
    const auto& group = m_document.label(slice.record);
    if (m_choice.folded.contains(group)) toggleFold(group);
    const auto rect = rectOf(slice);
    if (!rect) return;
    constexpr double kGroupRow = 22;
    const double top = scene::kRulerHeight + kGroupRow;
    if (rect->top() < top) scrollRows(rect->top() - top);
    if (rect->bottom() > height() - 6) scrollRows(rect->bottom() - height() + 6);
}

double RanksTimeline::pointerX() const {
    const double canvas = width() - m_view.headerWidth();
    if (!m_pointer || m_pointer->x() < m_view.headerWidth()) return canvas / 2;
    return m_pointer->x() - m_view.headerWidth();
}

} // namespace lanescope::rankpanels
