#include "widgets/rankpanels/collectives_list.h"

#include "core/export/quantity.h"
#include "core/query/short_names.h"

#include <QContextMenuEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <set>

namespace lanescope::rankpanels {

using ranksview::RanksDocument;
using scene::Ink;
using timeline::makeBox;
using timeline::makeLabel;

namespace {
constexpr double kHead = 22, kRow = 25, kBelow = 64;
constexpr int kScrollBarPx = 8;
constexpr auto kComm = static_cast<std::uint8_t>(WorkKind::Communication);
constexpr scene::TextStyle kPlain{12, 400, false}, kStrong{12, 600, false}, kSmall{11, 400, false};
constexpr double kBetweenNames = 3; // px, so that names above narrow bars do not run together
} // namespace

CollectivesList::CollectivesList(timeline::Look& look, RanksDocument& document, QWidget* parent)
    : SceneWidget(look, parent), m_document(document), m_scroll(Qt::Vertical, this) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("collectives"));
    m_scroll.hide();
    m_scroll.setSingleStep(static_cast<int>(kRow));
    connect(&m_scroll, &QScrollBar::valueChanged, this, [this] { invalidate(); });
    for (const auto signal : {&RanksDocument::changed, &RanksDocument::alignmentChanged, &RanksDocument::stepChanged,
                              &RanksDocument::filterChanged})
        connect(&document, signal, this, &CollectivesList::refresh);
    connect(&document, &RanksDocument::shownChanged, this, [this] { invalidate(); });
    connect(&document, &RanksDocument::selectionChanged, this, &CollectivesList::onSelection);
    refresh();
}

void CollectivesList::setOf(Of of) {
    m_of = of;
    refresh();
}

void CollectivesList::refresh() {
    m_rows.clear();
    m_mostWait = 0;
    m_hasImbalance = false;
    const bool all = m_of == Of::All || !m_document.isOpen() || !m_document.step();
    for (std::size_t m = 0; m < m_document.measured().size(); ++m) {
        if (!m_document.isListed(m)) continue;
        if (!all && stepOfCollective(m_document.set(), m_document.matched(m)) != m_document.step()) continue;
        m_rows.push_back(m);
        m_mostWait = std::max(m_mostWait, m_document.measured()[m].maxWaitNs);
        m_hasImbalance = m_hasImbalance || m_document.measured()[m].imbalance.has_value();
    }
    sortRows();
    arrange();
    onSelection();
}

void CollectivesList::sortBy(Column column) {
    m_sorted = m_sorted == column ? Column::Order : column;
    sortRows();
    invalidate();
}

void CollectivesList::sortRows() {
    std::sort(m_rows.begin(), m_rows.end()); // measured() is by time
    const auto by = [&](auto valueOf) {
        std::stable_sort(m_rows.begin(), m_rows.end(), [&](std::size_t a, std::size_t b) {
            return valueOf(m_document.measured()[a]) > valueOf(m_document.measured()[b]);
        });
    };
    switch (m_sorted) {
    case Column::Bytes:
        return by([](const MeasuredCollective& m) { return m.rates ? m.rates->bytes : -1; });
    case Column::Transfer:
        return by([](const MeasuredCollective& m) { return m.times.transferNs; });
    case Column::Bus:
        return by([](const MeasuredCollective& m) { return m.rates ? m.rates->bus.value_or(-1) : -1; });
    case Column::Skew:
        return by([](const MeasuredCollective& m) { return m.times.skewStartNs; });
    case Column::Algorithm:
        return by([](const MeasuredCollective& m) { return m.rates ? m.rates->algorithm.value_or(-1) : -1; });
    case Column::SkewEnd:
        return by([](const MeasuredCollective& m) { return m.times.skewEndNs; });
    case Column::Imbalance:
        return by([](const MeasuredCollective& m) { return m.imbalance.value_or(-1); });
    case Column::Exposed:
        return by([](const MeasuredCollective& m) { return m.exposedNs; });
    case Column::Name:
    case Column::Last:
    case Column::Order:
        return;
    }
}

double CollectivesList::listHeight() const { return std::max(0.0, height() - kHead - (height() > 150 ? kBelow : 0)); }

void CollectivesList::arrange() {
    const double whole = static_cast<double>(m_rows.size()) * kRow;
    const int most = static_cast<int>(std::ceil(std::max(0.0, whole - listHeight())));
    m_scroll.setRange(0, most);
    m_scroll.setPageStep(static_cast<int>(std::max(1.0, listHeight())));
    m_scroll.setVisible(most > 0);
    m_scroll.setGeometry(width() - kScrollBarPx, static_cast<int>(kHead), kScrollBarPx, static_cast<int>(listHeight()));
    invalidate();
}

void CollectivesList::resizeEvent(QResizeEvent* event) {
    SceneWidget::resizeEvent(event);
    arrange();
}

void CollectivesList::onSelection() {
    const auto chosen = m_document.collective();
    const auto at = chosen ? std::find(m_rows.begin(), m_rows.end(), *chosen) : m_rows.end();
    if (at != m_rows.end()) {
        const auto top = static_cast<int>(static_cast<double>(at - m_rows.begin()) * kRow);
        const auto room = static_cast<int>(listHeight());
        if (top < m_scroll.value()) m_scroll.setValue(top);
        if (top + static_cast<int>(kRow) > m_scroll.value() + room)
            m_scroll.setValue(top + static_cast<int>(kRow) - room);
    }
    invalidate();
}

void CollectivesList::build(scene::Scene& out) {
    out.background = Ink::Panel;
    out.layers.resize(2);
    scene::Layer& list = out.layers[0];
    scene::Layer& over = out.layers[1];
    list.clip = scene::RectF{0, static_cast<float>(kHead), out.width, static_cast<float>(listHeight())};
    if (!m_document.isOpen()) return;
    if (m_document.measured().empty()) {
        over.labels.push_back(
            makeLabel(kPad, 24, "no collective was recorded by two of these ranks", Ink::Text2, kPlain));
        return;
    }
    const auto first = static_cast<std::size_t>(m_scroll.value() / kRow);
    for (std::size_t row = first; row < m_rows.size(); ++row) {
        const double y = kHead + static_cast<double>(row) * kRow - m_scroll.value();
        if (y > kHead + listHeight()) break;
        addRow(list, row, y);
    }
    addHead(over);
    if (height() > 150) addBelow(over, kHead + listHeight());
}

void CollectivesList::addHead(scene::Layer& layer) {
    layer.boxes.push_back(makeBox(0, 0, width(), kHead, Ink::Panel));
    layer.lines.push_back(timeline::makeLine(0, kHead - 0.5, width(), kHead - 0.5, Ink::Line));
    for (const Place& place : places()) {
        if (place.left + place.width > width()) continue;
        const scene::TextStyle& style = m_sorted == place.column ? kStrong : kPlain;
        const bool text = place.column == Column::Name || place.column == Column::Last;
        layer.labels.push_back(makeLabel(text ? place.left : place.left + place.width, 15, place.title, Ink::Text2,
                                         style, text ? scene::Align::Left : scene::Align::Right));
    }
    const auto& shown = m_document.shown();
    if (shown.size() > kMostBars) {
        for (std::size_t i = 0; i < 2; ++i)
            layer.labels.push_back(makeLabel(bars() + static_cast<double>(i) * (barWidth() + kBarGap) + barWidth() / 2,
                                             15, i == 0 ? "mean" : "most", Ink::Text2, kSmall, scene::Align::Center));
        return;
    }
    const auto nameOf = [&](std::size_t record) { return "r" + m_document.set().label(record); };
    const bool fit = std::all_of(shown.begin(), shown.end(), [&](std::size_t record) {
        return look().fonts().width(nameOf(record), kSmall) + kBetweenNames <= barWidth() + kBarGap;
    });
    if (!fit) layer.labels.push_back(makeLabel(bars(), 15, "waiting", Ink::Text2, kSmall));
    for (std::size_t i = 0; fit && i < shown.size(); ++i) {
        const std::string name = nameOf(shown[i]);
        layer.labels.push_back(makeLabel(bars() + static_cast<double>(i) * (barWidth() + kBarGap) + barWidth() / 2, 15,
                                         name, Ink::Text2, kSmall, scene::Align::Center));
    }
}

void CollectivesList::addRow(scene::Layer& layer, std::size_t row, double y) {
    const bool chosen = m_document.collective() == m_rows[row];
    if (chosen) layer.boxes.push_back(makeBox(0, y, width(), kRow, Ink::AccentBack));
    layer.lines.push_back(timeline::makeLine(0, y + kRow - 0.5, width(), y + kRow - 0.5, Ink::Line));
    scene::Box chip = makeBox(kPad, y + 8, 9, 9, Ink::Kind);
    chip.variant = kComm;
    layer.boxes.push_back(chip);
    const std::vector<std::string> texts = cells(row);
    const std::vector<Place> all = places();
    const MeasuredCollective& m = m_document.measured()[m_rows[row]];
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].left + all[i].width > width()) continue;
        const bool name = all[i].column == Column::Name, last = all[i].column == Column::Last;
        const scene::TextStyle& style = all[i].column == Column::Skew ? kStrong : kPlain;
        const Ink ink = name || last || all[i].column == Column::Skew ? Ink::Text : Ink::Text2;
        if (last && m_document.isAtFault(m_document.matched(m_rows[row]).parts[m.times.lastPart].record))
            layer.marks.push_back({scene::MarkShape::TriangleUp,
                                   {static_cast<float>(all[i].left - 10), static_cast<float>(y + 12.5)},
                                   8,
                                   7,
                                   Ink::Warn});
        const std::string text =
            name || last ? timeline::elided(look().fonts(), texts[i], style, all[i].width - (name ? 20 : 0)) : texts[i];
        layer.labels.push_back(makeLabel(name   ? all[i].left + 18
                                         : last ? all[i].left
                                                : all[i].left + all[i].width,
                                         y + 16.5, text, ink, style,
                                         name || last ? scene::Align::Left : scene::Align::Right));
    }
    addBars(layer, m, y);
}

void CollectivesList::addBars(scene::Layer& layer, const MeasuredCollective& m, double y) {
    const align::MatchedCollective& c = m_document.set().matching.collectives[m.index];
    const auto bar = [&](std::size_t at, std::optional<std::int64_t> ns) {
        const double x = bars() + static_cast<double>(at) * (barWidth() + kBarGap);
        layer.boxes.push_back(makeBox(x, y + 7, barWidth(), 11, Ink::Canvas));
        if (!ns) return;
        const double share = m_mostWait > 0 ? static_cast<double>(*ns) / static_cast<double>(m_mostWait) : 0;
        scene::Box box = makeBox(x, y + 7, std::max(1.5, share * barWidth()), 11, *ns == 0 ? Ink::Warn : Ink::Kind);
        if (*ns != 0) {
            box.variant = kComm;
            box.alpha = 78;
        }
        layer.boxes.push_back(box);
    };
    const auto& shown = m_document.shown();
    if (shown.size() > kMostBars) {
        bar(0, m.meanWaitNs);
        bar(1, m.maxWaitNs);
        return;
    }
    for (std::size_t i = 0; i < shown.size(); ++i) {
        std::optional<std::int64_t> ns;
        for (std::size_t p = 0; p < c.parts.size(); ++p)
            if (c.parts[p].record == shown[i]) ns = m.times.waitNs[p];
        bar(i, ns);
    }
}

QStringList CollectivesList::summary() const {
    const auto& set = m_document.set();
    std::set<std::uint32_t> groups;
    std::size_t byOrder = 0;
    for (const std::size_t row : m_rows) {
        groups.insert(m_document.matched(row).group);
        byOrder += m_document.matched(row).by == align::MatchedBy::Seq ? 0 : 1;
    }
    const auto count = [](std::size_t n) { return QString::fromStdString(formatCount(static_cast<std::int64_t>(n))); };
    QString first =
        m_document.step() && m_of == Of::Step
            ? tr("%1 in this step, %2 in %3 steps")
                  .arg(count(m_rows.size()), count(m_document.measured().size()), count(m_document.steps().size()))
            : tr("%1 collectives").arg(count(m_rows.size()));
    if (groups.size() == 1) // old traces name none
        if (const std::string group = sharedGroupText(set, *groups.begin()); !group.empty())
            first += tr(", group %1").arg(QString::fromStdString(group));
    if (groups.size() > 1) first += tr(", %1 groups").arg(groups.size());
    first += set.matching.unmatched.empty() ? tr(", none unmatched")
                                            : tr(", %1 parts unmatched").arg(count(set.matching.unmatched.size()));
    if (!set.matching.pairs.empty())
        first += tr(", %1 sends with their receives").arg(count(set.matching.pairs.size()));
    return {first, tr("Bars: waiting per rank. Exposed: mean of the ranks. Matched by group and %1.")
                       .arg(byOrder == 0               ? tr("sequence number")
                            : byOrder == m_rows.size() ? tr("order")
                                                       : tr("sequence number, else order"))};
}

void CollectivesList::addBelow(scene::Layer& layer, double y) {
    layer.boxes.push_back(makeBox(0, y, width(), kBelow, Ink::Panel));
    layer.lines.push_back(timeline::makeLine(0, y + 0.5, width(), y + 0.5, Ink::Line2));
    const QStringList lines = summary();
    const double room = width() - 2 * kPad;
    layer.labels.push_back(makeLabel(
        kPad, y + 17, timeline::elided(look().fonts(), lines[0].toStdString(), kPlain, room), Ink::Text2, kPlain));
    layer.labels.push_back(makeLabel(
        kPad, y + 34, timeline::elided(look().fonts(), lines[1].toStdString(), kSmall, room), Ink::Muted, kSmall));
    double x = kPad;
    const auto legend = [&](const std::string& words) {
        const double w = look().fonts().width(words, kSmall);
        if (x + 26 + w <= width() - kPad) layer.labels.push_back(makeLabel(x + 26, y + 53, words, Ink::Text2, kSmall));
        x += 26 + w + 18;
    };
    scene::Box waiting = makeBox(x, y + 45, 18, 10, Ink::Kind);
    waiting.variant = kComm;
    waiting.shape = scene::Shape::Idle;
    layer.boxes.push_back(waiting);
    legend("waiting: latest start " + std::string(kMinus) + " own start");
    scene::Box transfer = makeBox(x, y + 45, 18, 10, Ink::Kind);
    transfer.variant = kComm;
    transfer.shape = scene::Shape::Slice;
    transfer.rail = scene::Rail::Solid;
    if (x + 18 < width()) layer.boxes.push_back(transfer);
    legend("transfer: the rest");
    scene::Line dashes = timeline::makeLine(x, y + 50.5, x + 18, y + 50.5, Ink::Selection);
    dashes.stroke = scene::Stroke::Dash43;
    if (x + 18 < width()) layer.lines.push_back(dashes);
    legend("one collective on all ranks");
}

std::optional<std::size_t> CollectivesList::rowAt(double y) const {
    if (y < kHead || y >= kHead + listHeight()) return std::nullopt;
    const auto row = static_cast<std::size_t>((y - kHead + m_scroll.value()) / kRow);
    return row < m_rows.size() ? std::optional(row) : std::nullopt;
}

void CollectivesList::mousePressEvent(QMouseEvent* event) {
    if (event->position().y() < kHead) {
        for (const Place& place : places())
            if (event->position().x() >= place.left && event->position().x() < place.left + place.width)
                return sortBy(place.column);
        return;
    }
    if (const auto row = rowAt(event->position().y())) m_document.chooseCollective(m_rows[*row]);
}

void CollectivesList::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const auto row = rowAt(event->position().y())) emit collectiveActivated(m_rows[*row]);
}

void CollectivesList::wheelEvent(QWheelEvent* event) {
    m_scroll.setValue(m_scroll.value() - event->angleDelta().y() / 2);
    event->accept();
}

void CollectivesList::keyPressEvent(QKeyEvent* event) {
    const int by = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    const auto chosen = m_document.collective();
    const auto at = chosen ? std::find(m_rows.begin(), m_rows.end(), *chosen) : m_rows.end();
    if (event->key() == Qt::Key_Return && chosen) return emit collectiveActivated(*chosen);
    if (by == 0 || m_rows.empty()) return SceneWidget::keyPressEvent(event);
    const std::int64_t now = at == m_rows.end() ? (by > 0 ? -1 : 0) : at - m_rows.begin();
    const auto next = std::clamp<std::int64_t>(now + by, 0, static_cast<std::int64_t>(m_rows.size()) - 1);
    m_document.chooseCollective(m_rows[static_cast<std::size_t>(next)]);
}

void CollectivesList::contextMenuEvent(QContextMenuEvent* event) { emit menuWanted(event->globalPos()); }

} // namespace lanescope::rankpanels
