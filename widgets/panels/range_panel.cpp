#include "widgets/panels/range_panel.h"

#include "core/export/quantity.h"

#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace lanescope::panels {

using scene::Ink;
using timeline::makeLabel;

namespace {
const QString kSlot = QStringLiteral("range");
constexpr int kDelayMs = 60; // while moving, at most so often
constexpr int kTotalColumn = 4;
constexpr int kGroupsWidth = 124; // of the choice of groups
constexpr int kGroupsHeight = 24, kGroupsTop = 3;
} // namespace

RangeHead::RangeHead(const timeline::Shared& shared, QWidget* parent) : SceneWidget(shared.look, parent) {
    setFixedHeight(74);
}

void RangeHead::setContent(Content content) {
    m_content = std::move(content);
    setAccessibleName(QString::fromStdString(m_content.title + ", " + m_content.answer));
    invalidate();
}

void RangeHead::build(scene::Scene& out) {
    out.background = Ink::Panel;
    scene::Layer layer;
    const double left = 14, right = width() - 14;
    addTitle(layer, left, width() - kGroupsWidth - 24);
    if (!m_content.numbers) {
        layer.labels.push_back(makeLabel(left, 44, m_content.sentence, Ink::Text2, {12, 400, false}));
        out.layers.push_back(std::move(layer));
        return;
    }
    const models::Parts parts = models::partsOf(*m_content.numbers);
    std::array<double, 4> values{};
    for (std::size_t i = 0; i < 4; ++i) values[i] = static_cast<double>(parts[i]);
    timeline::addPartsBar(layer, left, 29, right - left, 14, values);
    addLegend(layer, left, right);
    out.layers.push_back(std::move(layer));
}

// The range, what it is, and how busy it was; where they do not all fit, the remark goes first, then the length of the
// range, then the answer.
void RangeHead::addTitle(scene::Layer& layer, double left, double right) {
    const scene::TextStyle strong{12, 600, false}, small{11, 400, false};
    constexpr double kBetween = 20, kLeastNote = 60;
    auto& fonts = look().fonts();
    layer.labels.push_back(makeLabel(left, 20, m_content.title, Ink::Text, strong));
    const double after = left + fonts.width(m_content.title, strong) + kBetween;
    std::string answer = m_content.answer;
    if (after + fonts.width(answer, strong) > right) answer = answer.substr(0, answer.find(" of "));
    if (after + fonts.width(answer, strong) > right) answer.clear();
    const double end = right - fonts.width(answer, strong);
    layer.labels.push_back(makeLabel(right, 20, answer, Ink::Text, strong, scene::Align::Right));
    const double room = end - kBetween - after;
    if (room < kLeastNote) return;
    layer.labels.push_back(
        makeLabel(after, 20, timeline::elided(fonts, m_content.note, small, room), Ink::Muted, small));
}

// The parts with their figures. Where they do not all fit, the shares go, then the smallest parts: a number is never
// cut, and what takes most of the time is always named.
void RangeHead::addLegend(scene::Layer& layer, double left, double right) {
    const std::int64_t wall = m_content.numbers->wallNs;
    const models::Parts parts = models::partsOf(*m_content.numbers);
    const PartsText text = formatParts(parts, wall);
    const char* const names[] = {"compute", "exposed comm", "exposed copies", "idle"};
    const scene::TextStyle plain{12, 400, false}, strong{12, 600, false};
    constexpr double kChip = 14, kGap = 7, kBetween = 12;
    const auto share = [&](std::size_t i) {
        return wall > 0 ? formatShare(static_cast<double>(parts[i]) / static_cast<double>(wall)) : std::string();
    };
    const auto widthOf = [&](std::size_t i) {
        return kChip + look().fonts().width(names[i], plain) + kGap + look().fonts().width(text.parts[i], strong) +
               kGap;
    };
    double all = left;
    for (std::size_t i = 0; i < 4; ++i) all += widthOf(i) + look().fonts().width(share(i), plain) + kGap + kBetween;
    const bool withShares = all - kBetween <= right;
    std::array<bool, 4> shown{};
    std::array<std::size_t, 4> bySize{0, 1, 2, 3};
    std::stable_sort(bySize.begin(), bySize.end(), [&](std::size_t a, std::size_t b) { return parts[a] > parts[b]; });
    double taken = left;
    for (const std::size_t i : bySize) {
        if (!withShares && taken + widthOf(i) > right) break;
        shown[i] = true;
        taken += widthOf(i) + kBetween;
    }
    double x = left;
    for (std::size_t i = 0; i < 4; ++i) {
        if (!shown[i]) continue;
        timeline::addPartChip(layer, x, 56, static_cast<int>(i));
        layer.labels.push_back(makeLabel(x + kChip, 64, names[i], Ink::Text2, plain));
        const double value = x + kChip + look().fonts().width(names[i], plain) + kGap;
        layer.labels.push_back(makeLabel(value, 64, text.parts[i], m_content.soFar ? Ink::Text2 : Ink::Text, strong));
        x += widthOf(i);
        if (withShares) {
            layer.labels.push_back(makeLabel(x, 64, share(i), Ink::Text2, plain));
            x += look().fonts().width(share(i), plain) + kGap;
        }
        x += kBetween;
    }
}

RangePanel::RangePanel(const timeline::Shared& shared, jobs::JobRunner& runner, QWidget* parent)
    : QWidget(parent),
      m_shared(shared),
      m_runner(runner),
      m_head(new RangeHead(shared, this)),
      m_table(new FigureView(shared.look, m_model, this)),
      m_groups(new QComboBox(this)) {
    m_groups->setAccessibleName(tr("group by"));
    m_groups->setToolTip(tr("group the figures of the range"));
    for (const QString& text : {tr("by name"), tr("by kind"), tr("by operator"), tr("by stream"), tr("host operators")})
        m_groups->addItem(text);
    connect(m_groups, &QComboBox::currentIndexChanged, this,
            [this](int index) { setGroupBy(static_cast<models::GroupBy>(index)); });
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    m_groups->setFixedWidth(kGroupsWidth);
    m_groups->setFixedHeight(kGroupsHeight);
    auto* over = new QVBoxLayout(m_head); // the choice lies on the title's line
    over->setContentsMargins(0, kGroupsTop, 14, 0);
    over->addWidget(m_groups, 0, Qt::AlignTop | Qt::AlignRight);
    box->addWidget(m_head);
    box->addWidget(m_table, 1);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &RangePanel::ask);
    const auto later = [this] {
        if (!m_delay.isActive()) m_delay.start();
    };
    connect(&shared.document, &timeline::Document::factsChanged, this, later);
    connect(&shared.selection, &timeline::Selection::rangeChanged, this, later);
    connect(&shared.selection, &timeline::Selection::stepChanged, this, later);
    connect(&shared.view, &timeline::ViewState::scaleChanged, this, later);
    connect(m_table, &FigureView::sliceWanted, this, &RangePanel::sliceWanted);
}

void RangePanel::setGroupBy(models::GroupBy by) {
    if (by == m_by) return;
    m_by = by;
    m_groups->setCurrentIndex(static_cast<int>(by));
    ask();
}

void RangePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    ask();
}

TimeRange RangePanel::chosen() const {
    if (const auto range = m_shared.selection.range()) return *range;
    return m_shared.view.target().visible().clippedTo(m_shared.view.extent());
}

void RangePanel::ask() {
    if (!isVisible() || !m_shared.document.isOpen()) return;
    const timeline::TraceFacts* facts = m_shared.document.facts();
    RangeHead::Content content;
    if (!facts || !facts->analysis->hasWork()) {
        content.sentence = facts ? "no GPU events in this file" : "\u2026";
        m_head->setContent(content);
        m_model.setTable({});
        return;
    }
    const TimeRange range = chosen();
    // While something is dragged over a long range, figures come one after the other instead of each being overtaken.
    if (m_runner.isRunning(kSlot) && m_asked == facts->analysis.get()) {
        m_again = true;
        return;
    }
    m_again = false;
    m_asked = facts->analysis.get();
    m_runner.start(
        kSlot, this,
        [analysis = facts->analysis, range, by = m_by](RunContext& context) -> Result<models::RangeSummary> {
            models::RangeSummary out =
                models::summariseRange(*analysis->store, *analysis->mainWork(), count(range.begin), count(range.end),
                                       analysis->thresholds, context, by, analysis->kernelGroups.get());
            return out;
        },
        [this, store = m_shared.document.sharedStore()](Result<models::RangeSummary> result) {
            if (result.ok() && m_shared.document.isOpen() && m_shared.document.sharedStore() == store) show(*result);
            if (m_again) QTimer::singleShot(0, this, &RangePanel::ask);
        });
}

void RangePanel::show(const models::RangeSummary& summary) {
    const FourNumbers& n = summary.numbers;
    const TraceStore& store = m_shared.document.store();
    const auto step = m_shared.selection.step();
    const std::int64_t zero = count(step ? store.start(SliceId{store.steps()[*step].slice}) : store.extent().begin);
    const models::TraceAnalysis* analysis = m_shared.document.analysis();
    RangeHead::Content content;
    content.title = formatOffset(n.beginNs - zero) + " to " + formatOffset(n.endNs - zero);
    content.note = m_shared.selection.range() ? "range, clipped at the edges" : "what is in view";
    if (analysis && analysis->device()) content.note = "GPU " + analysis->device()->device + ", " + content.note;
    content.numbers = n;
    content.soFar = m_shared.document.isPartial();
    if (n.wallNs > 0)
        content.answer = "busy " + formatShare(static_cast<double>(n.busyNs) / static_cast<double>(n.wallNs)) + " of " +
                         formatDuration(n.wallNs) + (content.soFar ? " so far" : "");
    m_head->setContent(content);
    const bool first = m_model.table().id.empty() || m_shownBy != summary.by;
    m_shownBy = summary.by;
    models::MarkedTable table = models::rangeTable(store, summary, m_shared.document.names());
    m_model.setTable(std::move(table.table), std::move(table.marks));
    if (first) m_table->setSorted(kTotalColumn, Qt::DescendingOrder);
}

} // namespace lanescope::panels
