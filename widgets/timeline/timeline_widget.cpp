#include "widgets/timeline/timeline_widget.h"

#include "core/export/quantity.h"
#include "widgets/paint/scene_painter.h"
#include "widgets/scene/link_chain.h"
#include "widgets/timeline/shown_axis.h"

#include <QPainter>
#include <QResizeEvent>

#include <algorithm>
#include <cmath>

namespace lanescope::timeline {

namespace {
constexpr int kTipDelayMs = 250;
constexpr int kScrollBarPx = 8;

// "flash_fwd_kernel, 412.0 \u00b5s, stream 7": what the canvas is called for those who hear it.
QString spokenName(const TraceStore& store, ShortNames& names, SliceId slice) {
    QString out = QString::fromStdString(names.of(slice)) + QStringLiteral(", ") +
                  QString::fromStdString(formatDuration(store.duration(slice).count()));
    if (const auto stream = store.stream(slice)) out += QStringLiteral(", stream %1").arg(*stream);
    return out;
}
} // namespace

TimelineWidget::TimelineWidget(const Shared& shared, QWidget* parent)
    : QWidget(parent), m_shared(shared), m_scroll(Qt::Vertical, this) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(60);
    setAccessibleName(QStringLiteral("timeline"));
    m_scroll.setObjectName(QStringLiteral("rowScroll"));
    m_scroll.hide();
    m_tipTimer.setSingleShot(true);
    m_tipTimer.setInterval(kTipDelayMs);
    m_keyTimer.setInterval(15);
    m_keyTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_tipTimer, &QTimer::timeout, this, &TimelineWidget::showToolTip);
    connect(&m_keyTimer, &QTimer::timeout, this, &TimelineWidget::moveByKeys);
    connect(&m_scroll, &QScrollBar::valueChanged, this, &TimelineWidget::frameChanged);
    connect(&shared.look, &Look::themeChanged, this, &TimelineWidget::frameChanged);
    connect(&shared.document, &Document::changed, this, &TimelineWidget::onDocumentChanged);
    connect(&shared.document, &Document::factsChanged, this, &TimelineWidget::frameChanged);
    connect(&shared.document, &Document::rowsChanged, this, [this] {
        m_hover.reset(); // lanes may be others now
        relayout();
        updateLinks();
    });
    const auto notesChanged = [this] {
        m_notesDirty = true;
        update();
    };
    connect(&shared.notes, &Notes::changed, this, notesChanged);
    connect(&shared.notes, &Notes::chosenChanged, this, qOverload<>(&QWidget::update));
    connect(&shared.document, &Document::changed, this, notesChanged);
    connect(&shared.document, &Document::rowsChanged, this, notesChanged);
    connect(&shared.view, &ViewState::scaleChanged, this, &TimelineWidget::frameChanged);
    connect(&shared.view, &ViewState::axisChanged, this, &TimelineWidget::frameChanged);
    connect(&shared.view, &ViewState::headerWidthChanged, this, [this] {
        m_shared.view.setCanvasWidth(width() - m_shared.view.headerWidth());
        frameChanged();
    });
    connect(&shared.selection, &Selection::rangeChanged, this, &TimelineWidget::frameChanged);
    connect(&shared.selection, &Selection::stepChanged, this, &TimelineWidget::frameChanged);
    connect(&shared.selection, &Selection::slicesChanged, this, &TimelineWidget::updateLinks);
}

void TimelineWidget::onDocumentChanged() {
    m_hits.reset();
    m_currentHit.reset();
    m_hover.reset();
    m_measure.reset();
    m_menuRow.reset();
    m_keyRow.reset();
    m_kept.clear();
    m_path.clear();
    m_drag = Drag::None;
    if (!m_pinsChosen && m_shared.document.isOpen()) pinFirstBands();
    relayout();
    updateLinks();
}

void TimelineWidget::setRowState(const scene::RowState& state) {
    m_rowState = state;
    relayout();
}

void TimelineWidget::restoreRows(const scene::RowState& state, Pins pins) {
    m_rowState = state;
    m_pinsChosen = pins == Pins::Chosen;
    if (!m_pinsChosen && m_shared.document.isOpen()) pinFirstBands();
    relayout();
}

void TimelineWidget::setColourBy(scene::ColourBy by) {
    m_colourBy = by;
    frameChanged();
}

void TimelineWidget::setHits(std::shared_ptr<const std::vector<SliceId>> hits, std::optional<SliceId> current) {
    m_hits = std::move(hits);
    m_currentHit = current;
    frameChanged();
}

void TimelineWidget::setLaneHeight(double px) {
    if (px == m_laneHeight) return;
    m_laneHeight = px;
    relayout();
}

double TimelineWidget::rowsTop() const { return scene::kRulerHeight + m_laneHeight + m_layout.pinnedHeight; }

void TimelineWidget::setPath(std::vector<scene::PathPiece> path) {
    m_path = std::move(path);
    update();
}

void TimelineWidget::relayout() {
    m_layout =
        m_shared.document.isOpen() ? scene::layoutRows(m_shared.document.tree(), m_rowState) : scene::RowLayout{};
    updateScrollBar();
    frameChanged();
    emit rowsChanged();
}

void TimelineWidget::updateScrollBar() {
    const double room = height() - rowsTop();
    const int most = static_cast<int>(std::ceil(std::max(0.0, m_layout.height - room)));
    m_scroll.setRange(0, most);
    m_scroll.setPageStep(static_cast<int>(std::max(1.0, room)));
    m_scroll.setSingleStep(24);
    m_scroll.setVisible(most > 0);
    const int top = static_cast<int>(rowsTop());
    m_scroll.setGeometry(width() - kScrollBarPx, top, kScrollBarPx, std::max(0, height() - top));
}

void TimelineWidget::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    updateScrollBar();
    m_shared.view.setCanvasWidth(width() - m_shared.view.headerWidth());
    frameChanged();
}

double TimelineWidget::scrollY() const { return m_scroll.value(); }
void TimelineWidget::setScrollY(double px) { m_scroll.setValue(static_cast<int>(std::lround(px))); }
void TimelineWidget::scrollRows(double px) { setScrollY(scrollY() + px); }

void TimelineWidget::frameChanged() {
    m_frameDirty = true;
    m_viewLinksDirty = true;
    m_markedDirty = true;
    update();
}

scene::TimelineView TimelineWidget::currentView() const {
    scene::TimelineView view;
    view.scale = m_shared.view.scale();
    view.width = width();
    view.height = height();
    view.headerWidth = m_shared.view.headerWidth();
    view.laneHeight = m_laneHeight;
    view.scrollY = scrollY();
    view.colourBy = m_colourBy;
    view.range = m_shared.selection.range();
    if (m_shared.selection.isRangeLocked()) view.rangeHold = scene::TimelineView::RangeHold::Locked;
    if (m_hits && !m_hits->empty()) {
        view.hits = *m_hits;
        view.notHits = scene::TimelineView::Others::Dimmed;
    }
    if (!m_shared.document.isOpen()) return view;
    const TraceStore& store = m_shared.document.store();
    view.zero = stepZero(m_shared);
    view.axis = shownAxis(m_shared);
    const auto step = m_shared.selection.step();
    if (step && *step < store.steps().size()) view.zeroName = "step " + std::to_string(store.steps()[*step].number);
    return view;
}

scene::TimelineData TimelineWidget::currentData() {
    Document& document = m_shared.document;
    return {document.store(), document.tree(), m_layout, m_rowState, document.bands(), document.names(), &m_kept};
}

const scene::Scene& TimelineWidget::frameScene() {
    if (m_frameDirty && m_shared.document.isOpen()) {
        scene::clear(m_frame);
        scene::buildTimeline(currentData(), currentView(), m_shared.look.fonts(), m_frame);
    }
    return m_frame;
}

void TimelineWidget::paintFrame() {
    const double ratio = devicePixelRatioF();
    const QSize wanted(static_cast<int>(std::ceil(width() * ratio)), static_cast<int>(std::ceil(height() * ratio)));
    if (m_picture.size() != wanted) m_picture = QImage(wanted, QImage::Format_RGB32);
    m_picture.setDevicePixelRatio(ratio);
    frameScene();
    QPainter painter(&m_picture);
    paint::paintScene(painter, m_frame, m_shared.look.theme(), m_shared.look.fonts());
    m_frameDirty = false;
}

void TimelineWidget::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (!m_shared.document.isOpen()) {
        painter.fillRect(rect(), m_shared.look.color(scene::Ink::Canvas));
        return;
    }
    if (m_frameDirty || m_picture.devicePixelRatio() != devicePixelRatioF()) paintFrame();
    painter.drawImage(0, 0, m_picture);
    scene::clear(m_overlay);
    buildOverlays(m_overlay);
    paint::paintScene(painter, m_overlay, m_shared.look.theme(), m_shared.look.fonts(),
                      {paint::Target::Pixels, paint::Background::Left});
}

QImage TimelineWidget::picture(double scale) {
    QImage image(QSize(static_cast<int>(width() * scale), static_cast<int>(height() * scale)),
                 QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(m_shared.look.color(scene::Ink::Canvas));
    if (!m_shared.document.isOpen()) return image;
    const auto pointer = std::exchange(m_pointer, std::nullopt);
    scene::clear(m_overlay);
    buildOverlays(m_overlay);
    m_pointer = pointer;
    QPainter painter(&image);
    paint::paintScene(painter, frameScene(), m_shared.look.theme(), m_shared.look.fonts());
    paint::paintScene(painter, m_overlay, m_shared.look.theme(), m_shared.look.fonts(),
                      {paint::Target::Pixels, paint::Background::Left});
    return image;
}

// Outlines: of all that is selected, or of the first of them in view when they are many.
const std::vector<SliceId>& TimelineWidget::marked() {
    const std::vector<SliceId>& chosen = m_shared.selection.slices();
    if (chosen.size() <= kMostMarked) return chosen;
    if (!std::exchange(m_markedDirty, false)) return m_marked;
    m_marked.clear();
    const TraceStore& store = m_shared.document.store();
    const TimeRange view = m_shared.view.scale().visible();
    for (const SliceId slice : chosen) {
        if (m_marked.size() + 1 >= kMostMarked) break;
        if (slice != chosen.back() && store.start(slice) <= view.end && store.end(slice) >= view.begin)
            m_marked.push_back(slice);
    }
    m_marked.push_back(chosen.back()); // the current one is the last
    return m_marked;
}

scene::OverlayState TimelineWidget::overlayState() {
    scene::OverlayState state;
    state.selection = marked();
    if (const auto slice = m_shared.selection.current()) state.sameName = m_shared.document.store().nameId(*slice);
    state.related = m_related;
    scene::LinkSet links = m_links;
    if (m_shared.selection.slices().empty() && m_viewArrows == ViewArrows::Shown && m_drag == Drag::None) {
        if (m_viewLinksDirty) m_viewLinks = scene::linkSetInView(currentData(), currentView());
        removeHidden(m_viewLinks);
        m_viewLinksDirty = false;
        links = m_viewLinks;
    }
    state.links = std::move(links.links);
    state.linksLeft = links.left;
    state.path = m_path;
    state.currentHit = m_currentHit;
    if (m_drag == Drag::None || m_drag == Drag::Pressed) state.hover = m_hover;
    if (m_pointer && m_pointer->x() >= m_shared.view.headerWidth()) state.pointerX = m_pointer->x();
    return state;
}

void TimelineWidget::buildOverlays(scene::Scene& out) {
    out.width = static_cast<float>(width());
    out.height = static_cast<float>(height());
    scene::buildOverlay(currentData(), currentView(), overlayState(), m_shared.look.fonts(), out);
    scene::Layer extra;
    if (m_drag == Drag::RulerZoom) addRulerDrag(extra);
    if (m_drag == Drag::Box) addBoxDrag(extra);
    addNotes(out);
    if (m_measure) addMeasure(extra);
    out.layers.push_back(std::move(extra));
}

// The arrows of the selection: its launch (or what it launched), then flow records. Never a wall of lines.
void TimelineWidget::updateLinks() {
    m_links = {};
    m_related.clear();
    m_markedDirty = true;
    setAccessibleName(QStringLiteral("timeline, nothing selected"));
    const auto slice = m_shared.selection.current();
    if (slice && m_shared.document.isOpen()) {
        const TraceStore& store = m_shared.document.store();
        m_links = scene::linkSetOf(store, *slice);
        removeHidden(m_links);
        setAccessibleName(spokenName(store, m_shared.document.names(), *slice));
        for (const scene::Link& link : m_links.links)
            if (link.kind != scene::LinkKind::Chain) // outlined: what it is joined to itself
                for (const SliceId end : {link.from, link.to})
                    if (end != *slice) m_related.push_back(end);
    }
    update();
}

std::optional<QRectF> TimelineWidget::rectOf(SliceId slice) {
    if (!m_shared.document.isOpen()) return std::nullopt;
    const auto r = scene::sliceRect(currentData(), currentView(), slice);
    if (!r) return std::nullopt;
    return QRectF(r->x, r->y, r->w, r->h);
}

} // namespace lanescope::timeline
