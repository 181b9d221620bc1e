// What the user does to rows (order, height, filter), the selection of many slices, and notes on the timeline.
#include "widgets/scene/scene.h"
#include "widgets/timeline/scene_widget.h"
#include "widgets/timeline/timeline_widget.h"

#include "core/query/derived_lanes.h"

#include <QContextMenuEvent>

#include <algorithm>
#include <cmath>
#include <ranges>

namespace lanescope::timeline {

namespace {
constexpr double kEdgeReach = 3; // px above and below the lower edge of a row
} // namespace

void TimelineWidget::togglePin(std::uint32_t index) {
    const std::string& key = m_shared.document.tree().row(index).key;
    m_pinsChosen = true;
    auto& pinned = m_rowState.pinned;
    const auto it = std::find(pinned.begin(), pinned.end(), key);
    if (it != pinned.end())
        pinned.erase(it);
    else
        pinned.push_back(key);
    relayout();
}

void TimelineWidget::moveRowUnderPointer(scene::Move move) {
    const auto row = rowUnderPointer();
    if (row && scene::moveRow(m_shared.document.tree(), m_rowState, *row, move)) relayout();
}

void TimelineWidget::setRowHeight(std::uint32_t index, double factor) {
    const Row& row = m_shared.document.tree().row(index);
    if (row.kind == RowKind::Group) return;
    m_rowState.heightFactor[row.key] = std::clamp(factor, scene::kLeastHeight, scene::kMostHeight);
    relayout();
}

void TimelineWidget::resizeRowUnderPointer(double factor) {
    const auto row = rowUnderPointer();
    if (!row) return;
    const auto known = m_rowState.heightFactor.find(m_shared.document.tree().row(*row).key);
    setRowHeight(*row, (known == m_rowState.heightFactor.end() ? 1.0 : known->second) * factor);
}

void TimelineWidget::setRowFilter(const std::string& text) {
    if (m_rowState.filter == text) return;
    m_rowState.filter = text;
    relayout();
}

void TimelineWidget::resetRows() {
    m_rowState = {};
    m_pinsChosen = false;
    if (m_shared.document.isOpen()) pinFirstBands();
    relayout();
}

void TimelineWidget::revealRow(std::uint32_t index) {
    const RowTree& tree = m_shared.document.tree();
    std::vector<std::uint32_t> path{index};
    if (const auto parent = tree.row(index).parent) path.push_back(*parent);
    for (const std::uint32_t r : path) {
        const Row& row = tree.row(r);
        m_rowState.hidden.erase(row.key);
        if (r == index && row.kind != RowKind::Group) continue;
        m_rowState.folded.erase(row.key);
        if (row.startsFolded != 0) m_rowState.unfolded.insert(row.key);
    }
    relayout();
    if (!m_layout.find(index) && !m_rowState.filter.empty()) setRowFilter({}); // the filter hides it
    const scene::PlacedRow* placed = m_layout.find(index);
    if (!placed) return;
    const double room = height() - rowsTop();
    const double top = placed->y - 22; // the group's row sticks to the top
    if (top < scrollY() || placed->y + placed->height > scrollY() + room) setScrollY(top);
}

std::optional<std::uint32_t> TimelineWidget::rowEdgeAt(const QPointF& pos) {
    if (pos.x() >= m_shared.view.headerWidth() || !m_shared.document.isOpen()) return std::nullopt;
    const double rowsTop = this->rowsTop();
    const auto fits = [&](const scene::PlacedRow& placed, double top) {
        return std::abs(pos.y() - top - placed.y - placed.height) <= kEdgeReach &&
               m_shared.document.tree().row(placed.row).kind != RowKind::Group;
    };
    for (const scene::PlacedRow& placed : m_layout.pinned)
        if (fits(placed, scene::kRulerHeight + m_laneHeight)) return placed.row;
    if (pos.y() < rowsTop) return std::nullopt;
    for (const scene::PlacedRow& placed : m_layout.rows)
        if (fits(placed, rowsTop - scrollY())) return placed.row;
    return std::nullopt;
}

void TimelineWidget::setViewArrows(ViewArrows arrows) {
    m_viewArrows = arrows;
    updateLinks();
}

void TimelineWidget::setArrows(scene::LinkKind kind, ViewArrows arrows) {
    if (arrows == ViewArrows::Shown)
        m_hiddenArrows.erase(kind);
    else
        m_hiddenArrows.insert(kind);
    m_viewLinksDirty = true;
    updateLinks();
}

TimelineWidget::ViewArrows TimelineWidget::arrows(scene::LinkKind kind) const {
    return m_hiddenArrows.count(kind) > 0 ? ViewArrows::Hidden : ViewArrows::Shown;
}

void TimelineWidget::removeHidden(scene::LinkSet& set) const {
    if (m_hiddenArrows.empty()) return;
    std::erase_if(set.links, [this](const scene::Link& link) { return m_hiddenArrows.count(link.kind) > 0; });
    if (set.links.empty()) set.left = 0; // those left out are of the kinds that are hidden
}

// Slices of one lane that are drawn, or folded, between two px of the canvas.
void TimelineWidget::addSlicesInView(std::uint32_t index, double fromX, double toX, std::size_t lane,
                                     std::vector<SliceId>& out) {
    const TraceStore& store = m_shared.document.store();
    const DisplayLane& shown = m_shared.document.tree().row(index).lanes[lane];
    const RankTime from = m_shared.view.scale().timeAt(fromX), to = m_shared.view.scale().timeAt(toX);
    const std::span<const std::uint32_t> derived =
        shown.derived ? shown.derived->rows() : std::span<const std::uint32_t>{};
    const Lane* plain = shown.derived ? nullptr : &store.lanes()[shown.lane.value];
    const std::size_t size = plain ? plain->sliceCount : derived.size();
    const auto at = [&](std::size_t i) {
        return SliceId{plain ? plain->firstSlice + static_cast<std::uint32_t>(i) : derived[i]};
    };
    // Slices of a lane never overlap, so their ends are in order too.
    const auto places = std::views::iota(std::size_t{0}, size);
    const auto first = std::ranges::partition_point(places, [&](std::size_t i) { return store.end(at(i)) < from; });
    for (auto it = first; it != places.end(); ++it) {
        const SliceId slice = at(*it);
        if (store.start(slice) > to) break;
        if (store.end(slice) > from || store.start(slice) == from) out.push_back(slice);
    }
}

bool TimelineWidget::selectRowInView() {
    if (!m_shared.document.isOpen()) return false;
    std::optional<std::uint32_t> row;
    if (const auto slice = m_shared.selection.current())
        if (const auto place = m_shared.document.tree().placeOf(m_shared.document.store(), *slice)) row = place->row;
    if (!row) row = rowUnderPointer();
    if (!row) return false;
    std::vector<SliceId> all;
    const std::size_t lanes = m_shared.document.tree().row(*row).lanes.size();
    for (std::size_t lane = 0; lane < lanes; ++lane) addSlicesInView(*row, 0, m_shared.view.canvasWidth(), lane, all);
    std::vector<SliceId> now = m_shared.selection.slices();
    std::sort(now.begin(), now.end());
    std::vector<SliceId> wanted = all;
    std::sort(wanted.begin(), wanted.end());
    if (all.empty() || now == wanted) return false;
    // What was current stays current: it is the last.
    if (const auto current = m_shared.selection.current()) {
        const auto it = std::find(all.begin(), all.end(), *current);
        if (it != all.end()) std::rotate(it, it + 1, all.end());
    }
    m_shared.selection.setSlices(std::move(all));
    return true;
}

std::vector<SliceId> TimelineWidget::slicesInBox(const QPointF& a, const QPointF& b) {
    std::vector<SliceId> out;
    const double header = m_shared.view.headerWidth();
    const double left = std::min(a.x(), b.x()) - header, right = std::max(a.x(), b.x()) - header;
    const double top = std::min(a.y(), b.y()), bottom = std::max(a.y(), b.y());
    const double rowsTop = this->rowsTop();
    for (const scene::PlacedRow& placed : m_layout.rows) {
        const double y = rowsTop + placed.y - scrollY();
        if (y + placed.height < std::max(top, rowsTop) || y > bottom) continue;
        const Row& row = m_shared.document.tree().row(placed.row);
        for (std::size_t lane = 0; lane < row.lanes.size(); ++lane) {
            const scene::LaneBox box = scene::laneBox(row, placed, lane, m_rowState);
            if (y + box.y + box.height < top || y + box.y > bottom) continue;
            addSlicesInView(placed.row, left, right, lane, out);
        }
    }
    return out;
}

void TimelineWidget::addBoxDrag(scene::Layer& layer) {
    const double header = m_shared.view.headerWidth();
    const bool alt = m_dragKeys.testFlag(Qt::AltModifier), shift = m_dragKeys.testFlag(Qt::ShiftModifier);
    if (alt && !shift) { // an arrow of a note
        const auto at = [](const QPointF& p) {
            return scene::PointF{static_cast<float>(p.x()), static_cast<float>(p.y())};
        };
        scene::Arrow arrow{at(m_pressed), at(m_lastPos)};
        arrow.ink = scene::Ink::Accent;
        layer.arrows.push_back(arrow);
        return;
    }
    const double x0 = std::max(header, std::min(m_pressed.x(), m_lastPos.x()));
    const double x1 = std::max(m_pressed.x(), m_lastPos.x());
    const double y0 = std::min(m_pressed.y(), m_lastPos.y()), y1 = std::max(m_pressed.y(), m_lastPos.y());
    scene::Box tint = makeBox(x0, y0, x1 - x0, y1 - y0, scene::Ink::Range);
    tint.alpha = 13;
    layer.boxes.push_back(tint);
    scene::Box frame = makeBox(x0, y0, x1 - x0, y1 - y0, scene::Ink::None);
    frame.shape = scene::Shape::Frame;
    frame.edge = scene::Ink::Range;
    layer.boxes.push_back(frame);
}

void TimelineWidget::contextMenuEvent(QContextMenuEvent* event) {
    if (!m_shared.document.isOpen()) return;
    QPointF pos = event->pos();
    if (event->reason() == QContextMenuEvent::Keyboard) // of the menu key: at the selection
        if (const auto slice = m_shared.selection.current())
            if (const auto rect = rectOf(*slice)) pos = rect->center();
    m_pointer = pos;
    const auto hit = hitAt(pos);
    m_menuRow = hit ? hit->row : std::nullopt; // the pointer leaves for the menu
    if (hit && hit->slice) {
        const auto& chosen = m_shared.selection.slices();
        if (std::find(chosen.begin(), chosen.end(), *hit->slice) == chosen.end())
            m_shared.selection.select(*hit->slice);
    }
    emit contextMenuWanted(hit, mapToGlobal(pos.toPoint()));
}

} // namespace lanescope::timeline
