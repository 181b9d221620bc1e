// Rows and held keys of the timeline: folding, pinning, hiding, and W A S D by speed.
#include "widgets/timeline/timeline_widget.h"

#include <QGuiApplication>
#include <QKeyEvent>

#include <algorithm>
#include <cmath>

namespace lanescope::timeline {

namespace {

constexpr double kSlowViews = 0.8, kFastViews = 3; // views per second, from pressing to holding
constexpr double kAccelerateMs = 1000;
constexpr double kZoomPerView = 4; // one "view" of zooming is this factor
constexpr double kTapMs = 90;      // a tap moves as much as this long a press

// W A S D by position: scan codes of Linux (evdev + 8), else by the letter.
int byPosition(quint32 scanCode) {
    switch (scanCode) {
    case 25:
        return Qt::Key_W;
    case 38:
        return Qt::Key_A;
    case 39:
        return Qt::Key_S;
    case 40:
        return Qt::Key_D;
    default:
        return 0;
    }
}

} // namespace

std::optional<std::uint32_t> TimelineWidget::rowUnderPointer() {
    if (!m_shared.document.isOpen()) return std::nullopt;
    if (m_keyRow && *m_keyRow < m_shared.document.tree().rows().size()) return m_keyRow;
    if (m_menuRow && *m_menuRow < m_shared.document.tree().rows().size()) return m_menuRow;
    if (m_pointer)
        if (const auto hit = hitAt(*m_pointer); hit && hit->row) return hit->row;
    // By keys alone: the row of the selection.
    const auto slice = m_shared.document.isOpen() ? m_shared.selection.current() : std::nullopt;
    if (!slice) return std::nullopt;
    const auto place = m_shared.document.tree().placeOf(m_shared.document.store(), *slice);
    return place ? std::optional(place->row) : std::nullopt;
}

void TimelineWidget::toggleFold(std::uint32_t index) {
    const Row& row = m_shared.document.tree().row(index);
    if (m_rowState.isFolded(row)) {
        m_rowState.folded.erase(row.key);
        if (row.startsFolded != 0) m_rowState.unfolded.insert(row.key);
    } else {
        m_rowState.unfolded.erase(row.key);
        m_rowState.folded.insert(row.key);
    }
    relayout();
}

void TimelineWidget::toggleRowUnderPointer() {
    if (const auto row = rowUnderPointer()) toggleFold(*row);
}

void TimelineWidget::foldAll(Fold fold) {
    if (!m_shared.document.isOpen()) return;
    for (const Row& row : m_shared.document.tree().rows()) {
        if (row.kind != RowKind::Group) continue;
        m_rowState.folded.erase(row.key);
        m_rowState.unfolded.erase(row.key);
        if (fold == Fold::Close) m_rowState.folded.insert(row.key);
        if (fold == Fold::Open && row.startsFolded != 0) m_rowState.unfolded.insert(row.key);
    }
    relayout();
}

void TimelineWidget::hideRowUnderPointer() {
    const auto row = rowUnderPointer();
    if (!row) return;
    m_rowState.hidden.insert(m_shared.document.tree().row(*row).key);
    relayout();
}

void TimelineWidget::showAllRows() {
    m_rowState.hidden.clear();
    relayout();
}

void TimelineWidget::pinRowUnderPointer() {
    const auto row = rowUnderPointer();
    if (!row) return;
    togglePin(*row);
}

void TimelineWidget::pinFirstBands() {
    m_rowState.pinned.clear();
    std::optional<DeviceId> device;
    for (const Row& row : m_shared.document.tree().rows()) {
        if (row.kind != RowKind::PartsBand && row.kind != RowKind::IdleBand) continue;
        if (device && row.device != device) break;
        device = row.device;
        m_rowState.pinned.push_back(row.key);
    }
}

bool TimelineWidget::isFoldedAway(std::uint32_t row) const {
    const auto parent = m_shared.document.tree().row(row).parent;
    return parent && m_layout.find(*parent) && m_rowState.isFolded(m_shared.document.tree().row(*parent));
}

void TimelineWidget::revealRow(SliceId slice) {
    if (!m_shared.document.isOpen()) return;
    const RowTree& tree = m_shared.document.tree();
    const auto place = tree.placeOf(m_shared.document.store(), slice);
    if (!place) return;
    bool opened = m_rowState.hidden.erase(tree.row(place->row).key) > 0;
    if (!m_rowState.filter.empty() && !m_layout.find(place->row) && !isFoldedAway(place->row)) {
        m_rowState.filter.clear(); // it was filtered out, and is wanted now
        opened = true;
    }
    for (std::optional<std::uint32_t> up = place->row; up; up = tree.row(*up).parent) {
        const Row& row = tree.row(*up);
        if (!m_rowState.isFolded(row)) continue;
        m_rowState.folded.erase(row.key);
        if (row.startsFolded != 0) m_rowState.unfolded.insert(row.key);
        opened = true;
    }
    if (opened) relayout();
    const scene::PlacedRow* placed = m_layout.find(place->row);
    if (!placed || placed->pinned) return;
    const scene::LaneBox lane = scene::laneBox(tree.row(place->row), *placed, place->lane, m_rowState);
    const double room = height() - rowsTop();
    constexpr double kGroupRow = 22; // group rows stick to the top
    const double top = placed->y + lane.y - kGroupRow, bottom = placed->y + lane.y + lane.height + 6;
    if (top < scrollY()) setScrollY(top);
    if (bottom > scrollY() + room) setScrollY(bottom - room);
}

void TimelineWidget::setHeldKeys(HeldKeys keys) { m_heldKeys = std::move(keys); }

int TimelineWidget::heldKey(QKeyEvent* event) const {
    constexpr auto kIgnored = Qt::KeypadModifier | Qt::GroupSwitchModifier;
    static const bool evdev = QGuiApplication::platformName() == QLatin1String("xcb") ||
                              QGuiApplication::platformName().startsWith(QLatin1String("wayland"));
    const auto modifiers = event->modifiers() & ~Qt::KeyboardModifiers(kIgnored);
    const QKeySequence sign(QKeyCombination(modifiers, static_cast<Qt::Key>(event->key())));
    const int position = evdev && event->nativeScanCode() != 0 && !modifiers ? byPosition(event->nativeScanCode()) : -1;
    const std::pair<const HeldKeys::Keys&, int> all[] = {{m_heldKeys.in, Qt::Key_W},
                                                         {m_heldKeys.left, Qt::Key_A},
                                                         {m_heldKeys.out, Qt::Key_S},
                                                         {m_heldKeys.right, Qt::Key_D}};
    for (const auto& [keys, means] : all) {
        const bool isPlace = keys.meaning == HeldKeys::Meaning::ByPosition && position >= 0;
        if (isPlace ? position == means : keys.keys.contains(sign)) return means;
    }
    return 0;
}

void TimelineWidget::keyPressEvent(QKeyEvent* event) {
    const int key = heldKey(event);
    if (key == 0 || !m_shared.document.isOpen()) return QWidget::keyPressEvent(event);
    if (event->isAutoRepeat()) return;
    if (m_held.empty()) {
        m_heldMs = 0;
        m_keyClock.start();
        m_keyTimer.start();
    }
    m_held.insert(key);
}

void TimelineWidget::keyReleaseEvent(QKeyEvent* event) {
    const int key = heldKey(event);
    if (key == 0) return QWidget::keyReleaseEvent(event);
    if (event->isAutoRepeat()) return;
    if (m_held.count(key) > 0 && m_heldMs < kTapMs) {
        // A tap shorter than a few frames still moves by a visible step.
        m_heldMs = 0;
        m_keyClock.invalidate();
        moveByKeys();
    }
    m_held.erase(key);
    if (m_held.empty()) m_keyTimer.stop();
}

void TimelineWidget::focusOutEvent(QFocusEvent* event) {
    m_held.clear();
    m_keyTimer.stop();
    QWidget::focusOutEvent(event);
}

void TimelineWidget::moveByKeys() {
    const double ms = m_keyClock.isValid() ? static_cast<double>(m_keyClock.restart()) : kTapMs;
    m_heldMs += ms;
    const double speed = kSlowViews + (kFastViews - kSlowViews) * std::min(1.0, m_heldMs / kAccelerateMs);
    const double views = speed * ms / 1000;
    const auto held = [&](int key) { return m_held.count(key) > 0 ? 1.0 : 0.0; };
    const double across = held(Qt::Key_D) - held(Qt::Key_A);
    const double in = held(Qt::Key_W) - held(Qt::Key_S);
    if (across != 0) m_shared.view.panBy(across * views * m_shared.view.canvasWidth());
    if (in != 0) m_shared.view.zoomAt(pointerX(), std::pow(kZoomPerView, in * views));
}

} // namespace lanescope::timeline
