#include "app/gui/window/linked_pane.h"

#include "core/analysis/steady_steps.h"
#include "widgets/panels/analysis/pill_box.h"
#include "widgets/panels/panel_parts.h"
#include "widgets/scene/rank_bands.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::app {

using timeline::OpenTrace;
using timeline::TraceFacts;

namespace {

const QString kPrepare = QStringLiteral("linked trace"), kFacts = QStringLiteral("linked trace figures");

Result<std::shared_ptr<const OpenTrace>> prepared(const LoadedTrace& trace) {
    auto open = std::make_shared<OpenTrace>();
    open->trace = trace;
    open->tree = buildRowTree(*trace.store, {});
    return std::shared_ptr<const OpenTrace>(std::move(open));
}

Result<std::shared_ptr<const TraceFacts>> factsOf(std::shared_ptr<const TraceStore> store,
                                                  const GapThresholds& thresholds, RunContext& context) {
    auto analysis = models::analyseTrace(std::move(store), thresholds, context);
    if (!analysis.ok()) return analysis.error();
    auto facts = std::make_shared<TraceFacts>();
    facts->analysis = *analysis;
    GapFinder finder(*facts->analysis->store);
    for (const DeviceWork& device : facts->analysis->devices) {
        facts->idle.push_back(finder.find(device, context.stopToken()));
        if (context.stopRequested()) return Error{ErrorCode::Cancelled, "stopped", {}, {}};
    }
    facts->bands = scene::bandsOf(facts->analysis->devices, facts->idle);
    scene::addRankBands(facts->bands, *facts->analysis->store, facts->analysis->devices, scene::IdleOwners::Found);
    return std::shared_ptr<const TraceFacts>(std::move(facts));
}

RankTime startOf(const TraceStore& store, std::size_t step) { return store.start(SliceId{store.steps()[step].slice}); }

// The step of this number; else the one in the same place among those that count.
std::optional<std::size_t> sameStep(const TraceStore& store, std::int64_t number, std::size_t place) {
    for (std::size_t i = 0; i < store.steps().size(); ++i)
        if (store.steps()[i].number == number) return i;
    const std::vector<std::size_t> steady = steadySteps(store);
    if (steady.empty()) return std::nullopt;
    return steady[std::min(place, steady.size() - 1)];
}

} // namespace

LinkedPane::LinkedPane(const timeline::Shared& first, timeline::TimelineWidget& canvas, jobs::JobRunner& runner,
                       QWidget* parent)
    : QWidget(parent), m_first(first), m_firstCanvas(canvas), m_runner(runner) {
    build();
    m_view.setMotion(timeline::Motion::Instant);
    connect(&first.document, &timeline::Document::changed, this, &LinkedPane::leave);
    const auto again = [this](Origin origin) {
        return [this, origin] {
            if (isShowing() && this->origin() == origin) link();
        };
    };
    connect(&first.selection, &timeline::Selection::stepChanged, this, again(Origin::Step));
    connect(&first.selection, &timeline::Selection::rangeChanged, this, again(Origin::Range));
    connect(&m_selection, &timeline::Selection::rangeChanged, this, again(Origin::Range));
    connect(m_canvas, &timeline::TimelineWidget::sliceActivated, this,
            [this](SliceId slice) { m_view.fit(m_document.store().range(slice)); });
    connect(m_canvas, &timeline::TimelineWidget::fittingWanted, this, [this](TimeRange range) { m_view.fit(range); });
    connect(m_origins, &QComboBox::currentIndexChanged, this, [this] {
        if (isShowing()) link();
    });
    QWidget::hide();
}

LinkedPane::~LinkedPane() {
    m_runner.cancel(kPrepare);
    m_runner.cancel(kFacts);
}

void LinkedPane::build() {
    m_name = panels::makeText({}, panels::TextRole::Strong, this);
    m_words = panels::makeText({}, panels::TextRole::Small, this);
    m_words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_origins = new panels::PillBox(m_first.look, tr("both timelines are counted from"), this);
    m_origins->addItem(tr("start of a step"), static_cast<int>(Origin::Step));
    m_origins->addItem(tr("start of a range"), static_cast<int>(Origin::Range));
    m_origins->addItem(tr("start of the traces"), static_cast<int>(Origin::Trace));
    auto* close = panels::makeButton(tr("Close"), panels::ButtonRole::Link, this);
    m_canvas = new timeline::TimelineWidget({m_first.look, m_document, m_view, m_selection, m_notes}, this);
    m_canvas->setAccessibleName(tr("timeline of the trace from before"));
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 4, 12, 4);
    head->setSpacing(10);
    head->addWidget(m_name);
    head->addWidget(panels::makeText(tr("linked at the"), panels::TextRole::Second, this));
    head->addWidget(m_origins);
    head->addWidget(m_words, 1);
    head->addWidget(close);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addLayout(head);
    box->addWidget(m_canvas, 1);
    connect(close, &QPushButton::clicked, this, &LinkedPane::leave);
}

void LinkedPane::show(std::shared_ptr<const LoadedTrace> trace) {
    if (isShowing() && m_document.sharedStore() == trace->store) return;
    m_runner.start(
        kPrepare, this, [trace = std::move(trace)](RunContext&) { return prepared(*trace); },
        [this](Result<std::shared_ptr<const OpenTrace>> ready) {
            if (ready.ok() && m_first.document.isOpen()) onReady(std::move(*ready));
        });
}

void LinkedPane::onReady(std::shared_ptr<const OpenTrace> trace) {
    m_links.remove(m_view);
    m_selection.clear();
    m_document.open(std::move(trace));
    m_name->setText(tr("before: %1").arg(m_document.title()));
    m_name->setToolTip(m_document.path());
    setVisible(true);
    // Without steps there is nothing to count from but the traces themselves.
    if (origin() == Origin::Step && !stepOrigins()) setOrigin(Origin::Trace);
    link();
    askFacts();
    emit shown();
}

// For the bands of the devices and the colours of kernels.
void LinkedPane::askFacts() {
    const models::TraceAnalysis* facts = m_first.document.analysis();
    const GapThresholds thresholds = facts ? facts->thresholds : GapThresholds{};
    m_runner.start(
        kFacts, this,
        [store = m_document.sharedStore(), thresholds](RunContext& context) {
            return factsOf(store, thresholds, context);
        },
        [this](Result<std::shared_ptr<const TraceFacts>> found) {
            if (found.ok() && isShowing()) m_document.setFacts(std::move(*found));
        });
}

void LinkedPane::leave() {
    m_runner.cancel(kPrepare);
    m_runner.cancel(kFacts);
    if (!isShowing()) return;
    m_links.remove(m_view);
    m_links.remove(m_first.view);
    setVisible(false);
    m_selection.clear();
    m_document.close();
    emit left();
}

void LinkedPane::setOrigin(Origin origin) { m_origins->setCurrentIndex(m_origins->findData(static_cast<int>(origin))); }

std::optional<LinkedPane::Origins> LinkedPane::stepOrigins() const {
    const TraceStore& first = m_first.document.store();
    const std::vector<std::size_t> steady = steadySteps(first);
    const auto chosen = m_first.selection.step();
    if (!chosen && steady.empty()) return std::nullopt;
    const std::size_t step = chosen.value_or(steady.empty() ? 0 : steady.front());
    const std::int64_t number = first.steps()[step].number;
    const auto place = static_cast<std::size_t>(std::lower_bound(steady.begin(), steady.end(), step) - steady.begin());
    const auto own = sameStep(m_document.store(), number, place);
    if (!own) return std::nullopt;
    const std::int64_t ownNumber = m_document.store().steps()[*own].number;
    return Origins{startOf(first, step), startOf(m_document.store(), *own),
                   number == ownNumber ? tr("step %1 of both").arg(number)
                                       : tr("step %1 below step %2").arg(ownNumber).arg(number)};
}

LinkedPane::Origins LinkedPane::origins() const {
    const Origins traces{m_first.document.store().extent().begin, m_document.store().extent().begin,
                         tr("both from their first event")};
    switch (origin()) {
    case Origin::Trace:
        return traces;
    case Origin::Step:
        if (auto steps = stepOrigins()) return *steps;
        return {traces.first, traces.own, tr("no steps in one of them: both from their first event")};
    case Origin::Range:
        break;
    }
    const auto first = m_first.selection.range(), own = m_selection.range();
    if (!first || !own) return {traces.first, traces.own, tr("choose a range in each: both from their first event")};
    return {first->begin, own->begin, tr("the ranges of both")};
}

void LinkedPane::link() {
    const Origins at = origins();
    m_words->setText(at.words);
    m_words->setToolTip(at.words);
    // As far out as the first one goes, or zooming out there would leave this one behind.
    const TimeRange first = m_first.view.extent();
    const TimeRange own = m_document.store().extent();
    const RankTime begin = std::min(own.begin, at.own + (first.begin - at.first));
    const RankTime end = std::max(own.end, at.own + (first.end - at.first));
    m_links.setLineColour(palette().color(QPalette::Text));
    m_links.remove(m_view); // so that the first one stays where it is
    m_links.add({&m_first.view, &m_first.selection, &m_firstCanvas}, at.first);
    m_view.setExtent({begin, end}, timeline::ViewState::Keep::View);
    m_links.add({&m_view, &m_selection, m_canvas}, at.own);
}

void LinkedPane::select(const std::vector<SliceId>& slices) {
    if (!isShowing()) return;
    std::vector<SliceId> chosen = slices;
    if (chosen.size() > timeline::TimelineWidget::kMostSelected) chosen.resize(timeline::TimelineWidget::kMostSelected);
    if (!chosen.empty()) m_canvas->revealRow(chosen.front());
    m_selection.setSlices(std::move(chosen));
}

void LinkedPane::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window));
}

} // namespace lanescope::app
