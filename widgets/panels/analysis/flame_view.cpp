// Layout, pointer, keys of the flame graph. What is painted: flame_paint.cpp.
#include "widgets/panels/analysis/flame_view.h"

#include "core/export/quantity.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QMenu>
#include <QToolTip>

#include <algorithm>

namespace lanescope::panels {

namespace {
constexpr double kLeast = 1; // px; narrower calls are one block

QString q(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }
} // namespace

FlameView::FlameView(timeline::Look& look, QWidget* parent) : QWidget(parent), m_look(look) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(300, 100);
    setAccessibleName(tr("flame graph"));
    connect(&look, &timeline::Look::themeChanged, this, qOverload<>(&QWidget::update));
}

const FlameGraph* FlameView::graph() const {
    if (!m_flame) return nullptr;
    const FlameGraph& g = m_flame->graph(m_side, m_by);
    return g.isEmpty() ? nullptr : &g;
}

void FlameView::setFlame(std::shared_ptr<const Flame> flame) {
    m_flame = std::move(flame);
    changed();
}

void FlameView::setView(FlameSide side, FlameBy by) {
    m_side = side;
    m_by = by;
    changed();
}

void FlameView::changed() {
    m_zoom = 0;
    m_scroll = 0;
    m_current.reset();
    m_hover.reset();
    countHits();
    m_dirty = true;
    update();
    emit currentChanged();
}

void FlameView::setSearch(const QString& text) {
    m_search = text.trimmed();
    countHits();
    update();
}

bool FlameView::isHit(std::uint32_t node) const {
    return !m_search.isEmpty() && q(m_flame->name(graph()->nodes[node])).contains(m_search, Qt::CaseInsensitive);
}

// Parents come before children: what lies below a hit does not count again.
void FlameView::countHits() {
    m_hits = {};
    const FlameGraph* g = graph();
    if (!g || m_search.isEmpty()) return;
    std::unordered_map<std::string_view, bool> known;
    std::vector<bool> inside(g->nodes.size(), false);
    for (std::uint32_t i = 1; i < g->nodes.size(); ++i) {
        const FlameNode& node = g->nodes[i];
        const std::string_view name = m_flame->name(node);
        const auto [it, fresh] = known.try_emplace(name, false);
        if (fresh) it->second = q(name).contains(m_search, Qt::CaseInsensitive);
        inside[i] = inside[node.parent] || it->second;
        if (it->second) ++m_hits.count;
        if (it->second && !inside[node.parent]) m_hits.ns += node.totalNs;
    }
}

void FlameView::zoomTo(std::uint32_t node) {
    const FlameGraph* g = graph();
    if (!g || node >= g->nodes.size()) return;
    m_zoom = node;
    m_dirty = true;
    update();
}

void FlameView::setCurrent(std::optional<std::uint32_t> node) {
    if (node == m_current) return;
    m_current = node;
    if (node) setAccessibleDescription(textOf(*node));
    update();
    emit currentChanged();
}

std::optional<std::uint32_t> FlameView::nodeNamed(std::string_view name) const {
    std::optional<std::uint32_t> best;
    const FlameGraph* g = graph();
    for (std::uint32_t i = 0; g && i < g->nodes.size(); ++i)
        if (m_flame->name(g->nodes[i]) == name && (!best || g->nodes[i].totalNs > g->nodes[*best].totalNs)) best = i;
    return best;
}

void FlameView::mark(SliceId slice) {
    if (!graph()) return;
    setCurrent(nodeNamed(m_flame->store().name(slice)));
}

std::vector<std::uint32_t> FlameView::pathTo(std::uint32_t node) const {
    std::vector<std::uint32_t> out;
    const FlameGraph* g = graph();
    for (std::uint32_t up = node; g && up != kNoRow; up = g->nodes[up].parent) out.push_back(up);
    std::reverse(out.begin(), out.end());
    return out;
}

const std::vector<FlameView::Box>& FlameView::boxes() {
    if (m_dirty) layOut();
    return m_boxes;
}

void FlameView::layOut() {
    m_dirty = false;
    m_boxes.clear();
    m_depthPx = 0;
    const FlameGraph* g = graph();
    if (!g) return;
    const double whole = width();
    const auto rectOf = [&](std::uint32_t depth, double x, double w) {
        return QRectF(x, kHead + static_cast<double>(depth) * kRow - m_scroll, w, kRow);
    };
    for (const std::uint32_t up : pathTo(m_zoom)) // those above lie over the whole width
        if (up != m_zoom) m_boxes.push_back({rectOf(g->nodes[up].depth, 0, whole), up, Box::Part::Call});
    struct Todo {
        std::uint32_t node;
        double x, w;
    };
    std::vector<Todo> todo{{m_zoom, 0, whole}};
    while (!todo.empty()) {
        const Todo at = todo.back();
        todo.pop_back();
        const FlameNode& node = g->nodes[at.node];
        m_depthPx = std::max(m_depthPx, (node.depth + 1.0) * kRow);
        m_boxes.push_back({rectOf(node.depth, at.x, at.w), at.node, Box::Part::Call});
        double x = at.x;
        for (std::uint32_t i = 0; i < node.childCount && node.totalNs > 0; ++i) {
            const std::uint32_t child = node.firstChild + i;
            const double w = at.w * static_cast<double>(g->nodes[child].totalNs) / static_cast<double>(node.totalNs);
            if (w >= kLeast) {
                todo.push_back({child, x, w});
                x += w;
                continue;
            }
            double rest = 0; // the others are narrower still
            for (std::uint32_t k = i; k < node.childCount; ++k)
                rest += static_cast<double>(g->nodes[node.firstChild + k].totalNs);
            const double restW = at.w * rest / static_cast<double>(node.totalNs);
            if (restW >= kLeast) m_boxes.push_back({rectOf(node.depth + 1, x, restW), child, Box::Part::Rest});
            break;
        }
    }
}

std::optional<std::uint32_t> FlameView::nodeAt(QPointF pos) {
    if (pos.y() < kHead) return std::nullopt;
    for (const Box& box : boxes())
        if (box.part == Box::Part::Call && box.rect.contains(pos)) return box.node;
    return std::nullopt;
}

QString FlameView::textOf(std::uint32_t index) const {
    const FlameGraph* g = graph();
    if (!g) return {};
    const FlameNode& node = g->nodes[index];
    const auto share = [&](std::int64_t ns) {
        return QString::fromStdString(
            formatShare(static_cast<double>(ns) / static_cast<double>(std::max<std::int64_t>(1, g->nodes[0].totalNs))));
    };
    const QString kind = m_by == FlameBy::Cpu ? tr("CPU") : tr("GPU");
    if (m_side == FlameSide::BottomUp && index != 0)
        return tr("%1 %2 time that ends here, %3, %4 calls")
            .arg(QString::fromStdString(formatDuration(node.totalNs)), kind, share(node.totalNs),
                 QString::fromStdString(formatCount(static_cast<std::int64_t>(node.count))));
    return tr("%1 total %2, %3; self %4; %5 calls")
        .arg(kind, QString::fromStdString(formatDuration(node.totalNs)), share(node.totalNs),
             QString::fromStdString(formatDuration(node.selfNs)),
             QString::fromStdString(formatCount(static_cast<std::int64_t>(node.count))));
}

bool FlameView::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Backspace || key == Qt::Key_Return || key == Qt::Key_Space || key == Qt::Key_Home) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const auto node = nodeAt(help->pos());
        if (!node) {
            QToolTip::hideText();
            return true;
        }
        QToolTip::showText(help->globalPos(), q(m_flame->name(graph()->nodes[*node])) + '\n' + textOf(*node), this);
        return true;
    }
    return QWidget::event(event);
}

void FlameView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_dirty = true;
}

void FlameView::mouseMoveEvent(QMouseEvent* event) {
    const auto node = nodeAt(event->position());
    if (node == m_hover) return;
    m_hover = node;
    setCursor(node ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void FlameView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_hover.reset();
    update();
}

void FlameView::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    if (event->button() != Qt::LeftButton) return;
    for (const Crumb& crumb : m_crumbs)
        if (crumb.rect.contains(event->position())) {
            zoomTo(crumb.node);
            return setCurrent(crumb.node);
        }
    const auto node = nodeAt(event->position());
    if (!node) return;
    setCurrent(node);
    if (event->modifiers() & Qt::ControlModifier) return wantSlices(*node);
    zoomTo(*node);
}

void FlameView::wheelEvent(QWheelEvent* event) {
    const double most = std::max(0.0, m_depthPx + kHead - height());
    m_scroll = std::clamp(m_scroll - event->angleDelta().y() / 2.0, 0.0, most);
    m_dirty = true;
    update();
    event->accept();
}

void FlameView::walk(int key) {
    const FlameGraph* g = graph();
    if (!g) return;
    const std::uint32_t now = m_current.value_or(m_zoom);
    const FlameNode& node = g->nodes[now];
    std::uint32_t next = now;
    if (key == Qt::Key_Down && node.childCount > 0) next = node.firstChild;
    if (key == Qt::Key_Up && node.parent != kNoRow) next = node.parent;
    if (node.parent != kNoRow && (key == Qt::Key_Left || key == Qt::Key_Right)) {
        const FlameNode& above = g->nodes[node.parent];
        if (key == Qt::Key_Right && now + 1 < above.firstChild + above.childCount) next = now + 1;
        if (key == Qt::Key_Left && now > above.firstChild) next = now - 1;
    }
    setCurrent(next);
    // What cannot be seen at this zoom becomes visible.
    const auto seen = std::find_if(boxes().begin(), boxes().end(),
                                   [next](const Box& b) { return b.node == next && b.part == Box::Part::Call; });
    if (seen == m_boxes.end() && g->nodes[next].parent != kNoRow) zoomTo(g->nodes[next].parent);
    const double y = static_cast<double>(g->nodes[next].depth) * kRow;
    m_scroll = std::clamp(m_scroll, std::max(0.0, y + kRow + kHead - height()), y);
    m_dirty = true;
    update();
}

void FlameView::wantSlices(std::uint32_t node) {
    std::vector<SliceId> slices = m_flame->slices(graph()->nodes[node]);
    if (!slices.empty()) emit slicesWanted(slices);
}

void FlameView::keyPressEvent(QKeyEvent* event) {
    if (!graph()) return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Down:
    case Qt::Key_Up:
    case Qt::Key_Left:
    case Qt::Key_Right:
        return walk(event->key());
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return zoomTo(m_current.value_or(0));
    case Qt::Key_Space:
        if (m_current) wantSlices(*m_current);
        return;
    case Qt::Key_Home:
        return zoomTo(0);
    case Qt::Key_Backspace: {
        const std::uint32_t parent = graph()->nodes[m_zoom].parent;
        return zoomTo(parent == kNoRow ? 0 : parent);
    }
    default:
        QWidget::keyPressEvent(event);
    }
}

void FlameView::contextMenuEvent(QContextMenuEvent* event) {
    const auto node = nodeAt(event->pos());
    if (!node) return;
    setCurrent(node);
    QMenu menu(this);
    menu.addAction(tr("Zoom to it"), this, [this, node] { zoomTo(*node); });
    menu.addAction(tr("All of it"), this, [this] { zoomTo(0); });
    menu.addAction(tr("Select on the timeline"), this, [this, node] { wantSlices(*node); });
    menu.addSeparator();
    menu.addAction(tr("Copy name"), this,
                   [this, node] { QGuiApplication::clipboard()->setText(q(m_flame->name(graph()->nodes[*node]))); });
    menu.addAction(tr("Copy path"), this, [this, node] {
        QStringList path;
        for (const std::uint32_t up : pathTo(*node)) path << q(m_flame->name(graph()->nodes[up]));
        QGuiApplication::clipboard()->setText(path.join(QLatin1Char('\n')));
    });
    menu.exec(event->globalPos());
}

} // namespace lanescope::panels
