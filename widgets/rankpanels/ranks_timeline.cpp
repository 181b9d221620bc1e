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
    connect(&m_scroll, &QScrollBar::valueChanged, this, [this](int value) {
        frameChanged();
        emit scrolled(value);
        emit rowsMoved();
    });
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
    connect(&document, &RanksDocument::clocksMoved, this, &RanksTimeline::frameChanged);
    connect(&document, &RanksDocument::alignmentChanged, this, &RanksTimeline::frameChanged);
    connect(&document, &RanksDocument::layoutChanged, this, &RanksTimeline::frameChanged);
    connect(&document, &RanksDocument::stepChanged, this, &RanksTimeline::frameChanged);
    connect(&document, &RanksDocument::companionsChanged, this, &RanksTimeline::frameChanged);
    connect(&document, &RanksDocument::selectionChanged, this, qOverload<>(&QWidget::update));
    connect(&view, &ViewState::scaleChanged, this, &RanksTimeline::frameChanged);
    connect(&view, &ViewState::axisChanged, this, &RanksTimeline::frameChanged);
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

void RanksTimeline::setOnly(std::optional<std::vector<std::size_t>> records) {
    m_only = std::move(records);
    relayout();
}

std::optional<std::size_t> RanksTimeline::placeOf(std::size_t record) const {
    const auto it = std::find(m_records.begin(), m_records.end(), record);
    if (it == m_records.end()) return std::nullopt;
    return static_cast<std::size_t>(it - m_records.begin());
}

// Rows come while timelines are opened: what stands at the top stays there.
void RanksTimeline::relayout() {
    struct Top {
        scene::RanksRow row;
        std::size_t record = 0;
        double hidden = 0; // of it, above the edge
    };
    std::optional<Top> top;
    for (const scene::RanksRow& row : m_layout.rows)
        if (row.y + row.height > m_scroll.value() && row.rank < m_records.size()) {
            top = Top{row, m_records[row.rank], m_scroll.value() - row.y};
            break;
        }
    m_records.clear();
    for (const std::size_t record : m_document.shown())
        if (!m_only || std::find(m_only->begin(), m_only->end(), record) != m_only->end()) m_records.push_back(record);
    m_layout = m_document.isOpen() ? scene::layoutRanks(sceneData(), m_choice) : scene::RanksLayout{};
    m_hover.reset();
    updateScrollBar();
    if (top && m_scroll.value() > 0)
        for (const scene::RanksRow& row : m_layout.rows)
            if (row.rank < m_records.size() && m_records[row.rank] == top->record && row.what == top->row.what &&
                row.kind == top->row.kind && row.row == top->row.row) {
                m_scroll.setValue(static_cast<int>(std::lround(row.y + std::min(top->hidden, row.height))));
                break;
            }
    frameChanged();
    emit rowsMoved();
}

std::vector<std::size_t> RanksTimeline::recordsInView() const {
    std::vector<std::size_t> out;
    const double top = m_scroll.value(), bottom = top + height() - scene::kRulerHeight;
    for (const scene::RanksRow& row : m_layout.rows) {
        if (row.what == scene::RanksRow::What::KindGroup || row.y + row.height <= top || row.y >= bottom) continue;
        const std::size_t record = m_records[row.rank];
        if (std::find(out.begin(), out.end(), record) == out.end()) out.push_back(record);
    }
    return out;
}

void RanksTimeline::setOtherPointer(std::optional<double> px) {
    if (px == m_otherPointer) return;
    m_otherPointer = px;
    update();
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
    emit rowsMoved();
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
    view.axis = m_document.axis(m_view.axisClock());
    return view;
}

// Names and figures of many ranks are not made again for every move of the view or the pointer.
const scene::RanksData& RanksTimeline::sceneData() {
    const TimeScale& scale = m_view.scale();
    const std::uint64_t revision = m_document.sceneRevision();
    if (!m_dataOf || m_dataOf->revision != revision || m_dataOf->records != m_records) {
        m_data = m_document.sceneData(scale, m_records);
    } else if (!(m_dataOf->scale == scale)) {
        for (std::size_t i = 0; i < m_records.size(); ++i)
            m_data.ranks[i].scale = m_document.scaleOf(m_records[i], scale);
    } else {
        return m_data;
    }
    m_dataOf = Kept{revision, m_records, scale};
    return m_data;
}

const scene::Scene& RanksTimeline::frameScene() {
    if (m_frameDirty && m_document.isOpen()) {
        scene::buildRanks(sceneData(), m_layout, currentView(), m_look.fonts(), m_frame);
        m_frameDirty = false;
        m_picture = QImage();
    }
    return m_frame;
}

scene::RanksOverlay RanksTimeline::overlayState() const {
    scene::RanksOverlay state;
    if (const auto slice = m_document.slice())
        if (const auto at = placeOf(slice->record))
            state.current = scene::RankSlice{static_cast<std::uint32_t>(*at), slice->slice};
    for (const ChosenSlice& part : m_document.joinedParts())
        if (const auto at = placeOf(part.record)) state.joined.push_back({static_cast<std::uint32_t>(*at), part.slice});
    if (m_drag == Drag::None || m_drag == Drag::Pressed) state.hover = m_hover;
    if (m_pointer && m_drag != Drag::Clock)
        state.pointerX = m_pointer->x();
    else if (!m_pointer)
        state.pointerX = m_otherPointer;
    if (m_drag == Drag::Clock) {
        state.moved = m_movedRank;
        state.movedBy = formatOffset(m_movedNs);
    }
    return state;
}

const scene::Scene& RanksTimeline::overlayScene() {
    scene::clear(m_overlay);
    if (!m_document.isOpen()) return m_overlay;
    scene::RanksOverlay state = overlayState();
    state.frame = &frameScene();
    scene::buildRanksOverlay(sceneData(), m_layout, currentView(), state, m_look.fonts(), m_overlay);
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
    const auto at = placeOf(slice.record);
    if (!at) return std::nullopt;
    const auto r =
        scene::rankSliceRect(sceneData(), m_layout, currentView(), {static_cast<std::uint32_t>(*at), slice.slice});
    if (!r) return std::nullopt;
    return QRectF(static_cast<qreal>(r->x), static_cast<qreal>(r->y), static_cast<qreal>(r->w),
                  static_cast<qreal>(r->h));
}

std::optional<double> RanksTimeline::topOf(std::size_t record) const {
    const auto at = placeOf(record);
    if (!at) return std::nullopt;
    for (const scene::RanksRow& row : m_layout.rows)
        if (row.what == scene::RanksRow::What::RankGroup && row.rank == *at)
            return scene::kRulerHeight + row.y - m_scroll.value();
    return std::nullopt;
}

void RanksTimeline::revealRow(const ChosenSlice& slice) {
    const auto at = placeOf(slice.record);
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
