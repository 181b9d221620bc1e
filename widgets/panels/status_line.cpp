#include "widgets/panels/status_line.h"

#include "core/export/quantity.h"
#include "widgets/timeline/shown_axis.h"

#include <QMouseEvent>

#include <algorithm>

namespace lanescope::panels {

using scene::Ink;

namespace {
constexpr double kMargin = 14, kGap = 26;
constexpr int kHeight = 24;

std::string countText(std::uint64_t n) { return formatCount(static_cast<std::int64_t>(n)); }
} // namespace

StatusLine::StatusLine(const timeline::Shared& shared, QWidget* parent)
    : SceneWidget(shared.look, parent), m_shared(shared) {
    setFixedHeight(kHeight);
    setMouseTracking(true);
    setAccessibleName(QStringLiteral("status"));
    const auto changed = [this] { invalidate(); };
    connect(&shared.document, &timeline::Document::changed, this, [this] { say({}); });
    connect(&shared.document, &timeline::Document::factsChanged, this, changed);
    connect(&shared.view, &timeline::ViewState::scaleChanged, this, changed);
    connect(&shared.view, &timeline::ViewState::axisChanged, this, changed);
    connect(&shared.selection, &timeline::Selection::pointerChanged, this, changed);
    connect(&shared.selection, &timeline::Selection::stepChanged, this, changed);
    connect(&shared.selection, &timeline::Selection::slicesChanged, this, [this] {
        m_selected = selectedText();
        say({});
    });
}

void StatusLine::setLoading(const QString& text) {
    m_loading = text;
    invalidate();
}

void StatusLine::say(const QString& text) {
    m_remark = text;
    invalidate();
}

// Of all that is selected, however many; once per change, as they may be millions.
std::string StatusLine::selectedText() const {
    const auto& chosen = m_shared.selection.slices();
    if (chosen.size() < 2 || !m_shared.document.isOpen()) return {};
    std::int64_t sum = 0;
    for (const SliceId slice : chosen) sum += m_shared.document.store().duration(slice).count();
    std::string text = countText(chosen.size()) + " slices selected, " + formatDuration(sum) + " summed";
    constexpr std::size_t most = timeline::TimelineWidget::kMostMarked;
    if (chosen.size() > most) text += ", at most " + countText(most) + " outlined";
    return text;
}

std::vector<StatusLine::Item> StatusLine::leftItems() const {
    std::vector<Item> out;
    if (!m_loading.isEmpty()) out.push_back({m_loading.toStdString(), Ink::Accent, false});
    if (!m_remark.isEmpty()) out.push_back({m_remark.toStdString(), Ink::Text, false});
    if (!m_shared.document.isOpen()) return out;
    const TraceStore& store = m_shared.document.store();
    if (!m_selected.empty()) out.push_back({m_selected, Ink::Text, false});
    const LoadCounts& counts = store.counts();
    const std::string soFar = m_shared.document.isPartial() ? " so far" : "";
    if (counts.dropped > 0) {
        out.push_back(
            {countText(counts.elements - counts.dropped) + " of " + countText(counts.elements) + " events" + soFar});
    } else {
        out.push_back({countText(counts.elements) + " events" + soFar});
    }
    const std::size_t kinds = store.oddities().entries().size();
    if (kinds > 0) {
        const auto missing = std::count_if(store.oddities().entries().begin(), store.oddities().entries().end(),
                                           [](const auto& e) { return info(e.kind).severity == Severity::Missing; });
        std::string text = std::to_string(kinds) + (kinds == 1 ? " oddity" : " oddities");
        if (missing > 0) text += ", " + std::to_string(missing) + " with loss";
        out.push_back({text, Ink::Accent, true});
    } else {
        out.push_back({"no oddities"});
    }
    if (!store.launches().workRows.empty()) {
        const std::uint64_t early = store.oddities().countOf(OddityKind::KernelBeforeLaunch);
        out.push_back(
            {early == 0 ? std::string("clock check: ok") : "clock check: " + countText(early) + " before their call"});
    }
    const auto step = m_shared.selection.step();
    out.push_back({step && *step < store.steps().size()
                       ? "window: step " + std::to_string(store.steps()[*step].number) + " by host range"
                       : std::string("window: whole trace")});
    if (const models::TraceAnalysis* analysis = m_shared.document.analysis())
        out.push_back({"gaps: launch < " + formatDuration(analysis->thresholds.launchBelowNs, Precision::Slice) +
                       ", large \u2265 " + formatDuration(analysis->thresholds.largeFromNs, Precision::Slice)});
    return out;
}

std::vector<StatusLine::Item> StatusLine::rightItems() const {
    std::vector<Item> out;
    if (!m_shared.document.isOpen()) return out;
    const double nsPerPx = m_shared.view.scale().nsPerPx();
    out.push_back({nsPerPx >= 1 ? "1 px = " + formatDuration(static_cast<std::int64_t>(nsPerPx + 0.5), Precision::Slice)
                                : "1 ns = " + std::to_string(static_cast<int>(1 / nsPerPx + 0.5)) + " px"});
    const auto pointer = m_shared.selection.pointer();
    if (!pointer) return out;
    const TimeAxis axis = timeline::shownAxis(m_shared);
    out.push_back({"cursor " + (axis.isClock() ? clockText(axis, *pointer, nsPerPx < 1000 ? 9 : 6)
                                               : formatOffset((*pointer - axis.zero).count()))});
    return out;
}

void StatusLine::build(scene::Scene& out) {
    out.background = Ink::Window;
    m_link = {};
    scene::Layer layer;
    layer.lines.push_back(timeline::makeLine(0, 0.5, width(), 0.5, Ink::Line));
    const auto widthOf = [&](const Item& item) { return look().fonts().width(item.text, {}); };
    double right = width() - kMargin;
    const std::vector<Item> rights = rightItems();
    for (auto it = rights.rbegin(); it != rights.rend(); ++it) {
        layer.labels.push_back(timeline::makeLabel(right, 16, it->text, it->ink, {}, scene::Align::Right));
        // The pointer's time changes all the time: its place does not follow its width.
        right -= std::max(widthOf(*it), it == rights.rbegin() && rights.size() > 1 ? 110.0 : 0.0) + kGap;
    }
    std::vector<Item> lefts = leftItems();
    const auto total = [&] {
        double w = kMargin;
        for (const Item& item : lefts) w += widthOf(item) + kGap;
        return w;
    };
    while (lefts.size() > 1 && total() > right)
        lefts.erase(lefts.begin() + static_cast<std::ptrdiff_t>(lefts.size() / 2));
    double x = kMargin;
    for (const Item& item : lefts) {
        layer.labels.push_back(timeline::makeLabel(x, 16, item.text, item.ink));
        if (item.link) m_link = QRectF(x - 4, 0, widthOf(item) + 8, kHeight);
        x += widthOf(item) + kGap;
    }
    out.layers.push_back(std::move(layer));
}

QStringList StatusLine::texts() {
    QStringList out;
    for (const scene::Label& label : currentScene().layers.front().labels) out << QString::fromStdString(label.text);
    return out;
}

void StatusLine::mousePressEvent(QMouseEvent* event) {
    if (m_link.contains(event->position())) emit odditiesClicked();
}

void StatusLine::mouseMoveEvent(QMouseEvent* event) {
    setCursor(m_link.contains(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

} // namespace lanescope::panels
