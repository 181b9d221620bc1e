#include "app/gui/window/ranks_page.h"

#include "core/export/quantity.h"
#include "core/query/ticks.h"
#include "widgets/models/navigation.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace lanescope::app {

using rankpanels::KeyAct;
using ranksview::ChosenSlice;
using ranksview::RanksDocument;
using timeline::Motion;

namespace {
constexpr int kBar = 44, kControl = 28, kStatus = 24, kVerdictWidth = 320, kNarrowVerdict = 280, kBottomHeight = 290;
constexpr double kZoomStep = 1.5, kPanShare = 0.1;
constexpr double kMostBottomShare = 0.7;
constexpr int kLeastBottom = 120, kLeastOfOne = 150, kLeastOfTwo = 320;

QString q(const std::string& s) { return QString::fromStdString(s); }
} // namespace

RanksPage::RanksPage(timeline::Look& look, RanksDocument& document, jobs::JobRunner& runner, QWidget* parent)
    : QWidget(parent), m_look(look), m_document(document) {
    m_bar = new QWidget(this);
    m_bar->setObjectName(QStringLiteral("toolbar"));
    m_bar->setAttribute(Qt::WA_StyledBackground);
    buildBar(m_bar);
    m_left = new QWidget(this);
    m_alignment = new rankpanels::AlignmentStrip(document, m_left);
    m_splitter = new QSplitter(Qt::Vertical, m_left);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_notice = new rankpanels::RanksNotice(look, document, m_left);
    m_panes = new rankpanels::RanksPanes(look, document, m_view, m_splitter);
    m_bottom = new rankpanels::RanksBottom({look, m_alone, m_aloneView, m_aloneSelection, m_aloneNotes}, document,
                                           runner, m_splitter);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    auto* box = new QVBoxLayout(m_left);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addWidget(m_notice);
    box->addWidget(m_alignment);
    box->addWidget(m_splitter, 1);
    m_verdict = new rankpanels::VerdictPanel(look, document, this);
    m_status = new QLabel(this);
    m_status->setProperty("role", "small");
    m_pointer = new QLabel(this);
    m_pointer->setProperty("role", "small");
    m_pointer->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    connectPieces();
    onOpened();
}

RanksPage::~RanksPage() {
    delete m_left; // looks at what this object holds
    m_left = nullptr;
}

void RanksPage::connectPieces() {
    using rankpanels::RanksBottom;
    connect(&m_document, &RanksDocument::changed, this, &RanksPage::onOpened);
    for (const auto signal :
         {&RanksDocument::shownChanged, &RanksDocument::stepChanged, &RanksDocument::alignmentChanged}) {
        connect(&m_document, signal, this, &RanksPage::refreshBar);
        connect(&m_document, signal, this, &RanksPage::refreshStatus);
    }
    connect(&m_document, &RanksDocument::traceChanged, this, &RanksPage::onSelection);
    connect(&m_document, &RanksDocument::selectionChanged, this, &RanksPage::onSelection);
    connect(&m_view, &timeline::ViewState::historyChanged, this, &RanksPage::refreshBar);
    connect(&m_view, &timeline::ViewState::scaleChanged, this, &RanksPage::refreshStatus);
    connect(&timelines(), &rankpanels::RanksTimeline::rankActivated, this, &RanksPage::rankActivated);
    connect(&timelines(), &rankpanels::RanksTimeline::rangeChanged, this, &RanksPage::refreshStatus);
    connect(&timelines(), &rankpanels::RanksTimeline::sliceActivated, this, [this](const ChosenSlice& slice) {
        m_document.choose(slice);
        if (const auto range = m_document.sliceRange(slice)) m_view.fit(*range);
    });
    connect(&timelines(), &rankpanels::RanksTimeline::pointerMoved, this, [this](std::optional<RankTime> time) {
        if (!time) return m_pointer->clear();
        const TimeAxis axis = m_document.axis(m_view.axisClock());
        m_pointer->setText(tr("cursor %1").arg(q(axisText(*time - axis.zero, timeTicks(m_view.scale(), axis)).whole)));
    });
    connect(m_alignment, &rankpanels::AlignmentStrip::eventWanted, this, &RanksPage::eventWanted);
    connectTables();
    connect(&m_bottom->heatMap(), &rankpanels::HeatMap::cellChosen, this, &RanksPage::goTo);
    connect(&m_bottom->collectives(), &rankpanels::CollectivesList::collectiveActivated, this,
            &RanksPage::showCollective);
    connect(m_bottom, &RanksBottom::rankWanted, this, &RanksPage::showRank);
    connect(m_bottom, &RanksBottom::said, this, &RanksPage::say);
    connect(m_verdict, &rankpanels::VerdictPanel::stepWanted, this, &RanksPage::goTo);
    connect(m_verdict, &rankpanels::VerdictPanel::rankWanted, this, &RanksPage::showRank);
    connect(m_verdict, &rankpanels::VerdictPanel::said, this, &RanksPage::say);
}

void RanksPage::onOpened() {
    m_aloneSelection.clear();
    m_alone.close();
    m_said.clear();
    if (m_document.isOpen()) {
        m_view.setExtent(m_document.extent(), timeline::ViewState::Keep::Nothing);
        if (m_document.step())
            if (const auto range = m_document.stepRange(*m_document.step())) m_view.fit(*range, Motion::Instant);
    }
    refreshBar();
    refreshStatus();
}

// The details card looks at the one rank whose slice is chosen.
void RanksPage::onSelection() {
    const auto chosen = m_document.slice();
    const auto trace = chosen ? m_document.sharedTrace(chosen->record) : nullptr;
    if (!trace) {
        m_aloneSelection.clearSlices();
        return refreshStatus();
    }
    if (!m_alone.isOpen() || m_alone.sharedStore() != trace->trace.store) {
        m_aloneSelection.clear();
        auto open = std::make_shared<timeline::OpenTrace>();
        open->trace = trace->trace;
        open->tree = trace->tree;
        m_alone.open(std::move(open));
    }
    if (chosen->slice.value < m_alone.store().slices().size()) m_aloneSelection.select(chosen->slice);
    refreshStatus();
}

void RanksPage::say(const QString& text) {
    m_said = text;
    refreshStatus();
}

void RanksPage::refreshStatus() {
    if (!m_document.isOpen()) return m_status->clear();
    const auto number = [](std::uint64_t n) { return q(formatCount(static_cast<std::int64_t>(n))); };
    QStringList words;
    if (!m_said.isEmpty()) words << m_said;
    if (const auto chosen = m_document.slice())
        if (const auto* trace = m_document.trace(chosen->record);
            trace && chosen->slice.value < trace->trace.store->slices().size()) {
            const std::string_view name = trace->trace.store->name(chosen->slice);
            words << tr("%1: %2").arg(q(m_document.label(chosen->record)),
                                      QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())).left(80));
        }
    words << tr("%1 ranks, %2 events").arg(number(m_document.set().records.size()), number(m_document.job().events));
    if (!m_document.job().failed.empty()) words << tr("could not be read: %1").arg(m_document.job().failed.size());
    std::int64_t most = 0;
    for (const align::RankClockFit& clock : m_document.set().alignment.ranks)
        most = std::max(most, std::abs(clock.offsetNs));
    words << (m_document.set().alignment.by == align::AlignBy::None ? tr("clocks: as in the files")
              : most == 0
                  ? tr("clocks: common, no offsets")
                  : tr("clocks: common, offsets up to %1 removed").arg(q(formatDuration(most, Precision::Slice))));
    if (const auto range = timelines().range()) words << tr("range %1").arg(q(formatDuration(range->length().count())));
    words << tr("1 px = %1").arg(q(formatDuration(std::llround(m_view.scale().nsPerPx()), Precision::Slice)));
    m_status->setText(words.join(QStringLiteral("      ")));
    m_said.clear();
}

void RanksPage::goTo(std::size_t record, std::int64_t step) {
    showRank(record);
    m_document.setStep(step);
    fitStep();
}

void RanksPage::showRank(std::size_t record) {
    if (record >= m_document.set().records.size()) return;
    if (!m_document.placeOf(record)) {
        std::vector<std::size_t> shown = m_document.shown();
        shown.push_back(record);
        m_document.setShown(std::move(shown));
    }
    if (const auto top = timelines().topOf(record)) {
        const double room = timelines().height();
        if (*top < scene::kRulerHeight || *top > room - 140) timelines().scrollRows(*top - scene::kRulerHeight);
    }
}

void RanksPage::showCollective(std::size_t measured) {
    m_document.chooseCollective(measured);
    m_view.fit(m_document.collectiveRange(measured));
    if (m_document.slice()) timelines().revealRow(*m_document.slice());
}

void RanksPage::moveStep(int by) {
    const auto& steps = m_document.steps();
    if (steps.empty()) return say(tr("these traces have no step markers"));
    const auto at = m_document.step() ? std::find(steps.begin(), steps.end(), *m_document.step()) : steps.begin();
    const auto next =
        std::clamp<std::int64_t>((at - steps.begin()) + by, 0, static_cast<std::int64_t>(steps.size()) - 1);
    m_document.setStep(steps[static_cast<std::size_t>(next)]);
    fitStep();
}

void RanksPage::fitStep() {
    if (!m_document.step()) return say(tr("these traces have no step markers"));
    if (const auto range = m_document.stepRange(*m_document.step())) m_view.fit(*range);
}

void RanksPage::fitSelection() {
    std::optional<TimeRange> range;
    if (m_document.collective())
        range = m_document.collectiveRange(*m_document.collective());
    else if (m_document.slice())
        range = m_document.sliceRange(*m_document.slice());
    else
        range = timelines().range();
    if (!range) return say(tr("nothing is selected"));
    const RankTime middle = range->begin + (range->end - range->begin) / 2;
    const double off = m_view.target().x(middle) - m_view.canvasWidth() / 2;
    if (std::abs(off) > 2) return m_view.centre(middle);
    m_view.fit(*range);
}

void RanksPage::nextOnLane(int by) {
    const auto chosen = m_document.slice();
    const ranksview::RankTrace* trace = chosen ? m_document.trace(chosen->record) : nullptr;
    if (!trace) return say(tr("nothing is selected"));
    const TraceStore& store = *trace->trace.store;
    const auto next = by > 0 ? models::nextOnLane(store, chosen->slice) : models::previousOnLane(store, chosen->slice);
    if (!next)
        return say(by > 0 ? tr("this is the last slice of its lane") : tr("this is the first slice of its lane"));
    m_document.choose(ChosenSlice{chosen->record, *next});
    if (const auto range = m_document.sliceRange({chosen->record, *next})) m_view.reveal(*range);
}

void RanksPage::toggle(Part part) {
    bool& shown = part == Part::Bottom ? m_showBottom : m_showVerdict;
    shown = !shown;
    arrange();
    refreshBar();
}

bool RanksPage::escape() {
    if (m_document.slice() || m_document.collective()) return m_document.choose(std::nullopt), true;
    if (timelines().range()) return timelines().setRange(std::nullopt), true;
    return false;
}

void RanksPage::setKeys(const std::function<QList<QKeySequence>(const QString&)>& keysOf) {
    std::vector<KeyAct> keys;
    const auto add = [&](const char* id, std::function<void()> act) {
        keys.push_back({keysOf(QString::fromLatin1(id)), std::move(act), 0, 0});
    };
    const auto held = [&](const char* id, double across, double in) {
        keys.push_back({keysOf(QString::fromLatin1(id)), {}, across, in});
    };
    held("view.zoom-in", 0, 1);
    held("view.zoom-out", 0, -1);
    held("go.pan-left", -1, 0);
    held("go.pan-right", 1, 0);
    add("go.left", [this] { m_view.panBy(-kPanShare * m_view.canvasWidth(), Motion::Animated); });
    add("go.right", [this] { m_view.panBy(kPanShare * m_view.canvasWidth(), Motion::Animated); });
    add("go.start", [this] {
        m_view.panBy(m_view.target().x(m_view.extent().begin) - m_view.canvasWidth() * 0.02, Motion::Animated);
    });
    add("go.end", [this] {
        m_view.panBy(m_view.target().x(m_view.extent().end) - m_view.canvasWidth() * 0.98, Motion::Animated);
    });
    add("go.back", [this] { m_view.back(); });
    add("go.forward", [this] { m_view.forward(); });
    add("go.next-step", [this] { moveStep(1); });
    add("go.previous-step", [this] { moveStep(-1); });
    add("view.fit-all", [this] { m_view.fitAll(); });
    add("view.fit-step", [this] { fitStep(); });
    add("view.fit-selection", [this] { fitSelection(); });
    add("view.guide", [this] { toggle(Part::Verdict); });
    add("view.bottom", [this] { toggle(Part::Bottom); });
    add("edit.search", [this] { search(); });
    add("edit.next-hit", [this] { m_bottom->search().next(1); });
    add("edit.previous-hit", [this] { m_bottom->search().next(-1); });
    add("view.compact", [this] { toggleCompact(); });
    add("select.next", [this] { nextOnLane(1); });
    add("select.previous", [this] { nextOnLane(-1); });
    add("edit.copy-picture", [this] { copyPicture(); });
    add("file.export", [this] { emit pictureWanted(); });
    add("note.undo", [this] { m_document.undo(); });
    m_panes->setKeys(keys);
}

void RanksPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
    refreshBar();
}

void RanksPage::arrange() {
    // The panel takes room, it covers nothing.
    const int verdict = !m_showVerdict ? 0 : width() < kNarrow ? kNarrowVerdict : kVerdictWidth;
    const int bottom = height() - kStatus;
    m_bar->setGeometry(0, 0, width(), kBar);
    m_left->setGeometry(0, kBar, width() - verdict, std::max(0, bottom - kBar));
    m_verdict->setVisible(m_showVerdict);
    m_verdict->setGeometry(width() - verdict, kBar, verdict, std::max(0, bottom - kBar));
    m_pointer->setGeometry(width() - 220, bottom, 206, kStatus);
    m_status->setGeometry(14, bottom, std::max(0, width() - 240), kStatus);
    m_bottom->setVisible(m_showBottom);
    if (!m_showBottom) return;
    const int whole = m_left->height() - rankpanels::AlignmentStrip::kHeight;
    const int timelines = m_panes->isSplit() ? kLeastOfTwo : kLeastOfOne; // they come before the tables
    const int most = std::min(static_cast<int>(whole * kMostBottomShare), whole - timelines);
    const int wanted = std::clamp(kBottomHeight, kLeastBottom, std::max(kLeastBottom, most));
    m_splitter->setSizes({whole - wanted, wanted});
}

} // namespace lanescope::app
