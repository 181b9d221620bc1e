#include "app/gui/window/ranks_session.h"

#include <QFileInfo>

#include <utility>

namespace lanescope::app {

using ranksview::RanksDocument;

namespace {
constexpr int kPollMs = 30;
constexpr int kStillPolls = 40; // no more timelines came for so long
} // namespace

rankpictures::RanksView viewOfPage(RanksPage& page) {
    rankpanels::RanksTimeline& rows = page.timelines();
    rankpictures::RanksView view;
    view.scale = page.view().target();
    view.headerWidth = page.view().headerWidth();
    view.canvasHeight = rows.height();
    view.scrollY = rows.currentView().scrollY;
    view.range = rows.range();
    view.choice = rows.choice();
    view.colourBy = rows.colourBy();
    view.heatMetric = page.bottom().heatMap().metric();
    view.axis = page.view().axisClock();
    return view;
}

session::Session sessionOfPage(RanksController& ranks) {
    RanksPage& page = ranks.page();
    session::Session out = rankpictures::sessionOf(ranks.document(), viewOfPage(page));
    for (session::Trace& trace : out.traces)
        for (const session::Trace& saved : ranks.keptNotes())
            if (saved.path == trace.path && saved.member == trace.member) trace.notes = saved.notes;
    rankpanels::RanksPanes& panes = page.panes();
    if (panes.isSplit()) {
        session::RankPanes split;
        split.above = static_cast<std::size_t>(panes.above().currentData().toULongLong());
        split.below = static_cast<std::size_t>(panes.below().currentData().toULongLong());
        if (panes.isOfOtherRun())
            for (const QString& input : ranks.runInputs()) split.run.push_back(input.toStdString());
        split.ownScroll = panes.scroll() == rankpanels::RanksPanes::Scroll::Own;
        if (split.ownScroll) split.belowNs = panes.belowNs();
        out.ranks->panes = std::move(split);
    }
    out.window.bottom = page.isShown(RanksPage::Part::Bottom);
    out.window.guide = page.isShown(RanksPage::Part::Verdict);
    return out;
}

RanksSession::RanksSession(RanksController& ranks, QObject* parent) : QObject(parent), m_ranks(ranks) {
    m_poll.setInterval(kPollMs);
    connect(&m_poll, &QTimer::timeout, this, &RanksSession::settle);
    connect(&ranks.document(), &RanksDocument::changed, this, &RanksSession::onDocument);
    // Stopped, failed, or other ranks are opened over it: what comes next is not this session's.
    connect(&ranks, &RanksController::started, this, [this] { m_opening.reset(); });
    connect(&ranks, &RanksController::ended, this, [this] { m_opening.reset(); });
}

void RanksSession::open(const QString& file, session::Session session) {
    m_pending.reset();
    m_ranks.open(rankpictures::sourcesOf(session), QFileInfo(file).completeBaseName());
    m_openingFile = file; // after it said that something is opened
    m_opening = std::move(session);
}

// Other ranks are open now, or none.
void RanksSession::onDocument() {
    m_pending.reset();
    m_poll.stop();
    m_file.clear();
    m_ranks.keepNotes({});
    if (!m_ranks.document().isOpen() || !m_opening) return;
    m_pending = std::exchange(m_opening, std::nullopt);
    m_file = m_openingFile;
    m_ranks.keepNotes(m_pending->traces);
    rankpictures::apply(*m_pending, m_ranks.document());
    RanksPage& page = m_ranks.page();
    if (page.isShown(RanksPage::Part::Bottom) != m_pending->window.bottom) page.toggle(RanksPage::Part::Bottom);
    if (page.isShown(RanksPage::Part::Verdict) != m_pending->window.guide) page.toggle(RanksPage::Part::Verdict);
    if (!m_pending->ranks->heatMetric.empty()) page.bottom().heat().setMetric(m_pending->ranks->heatMetric);
    QStringList logs;
    for (const std::string& path : m_pending->ranks->logs) logs << QString::fromStdString(path);
    if (!logs.isEmpty()) m_ranks.addLogs(logs, RanksController::LogsTab::AsItIs);
    split();
    emit opened(*m_pending);
    m_placed.reset();
    m_open = 0;
    m_still = 0;
    place();
    m_poll.start();
}

// Two timelines as then; another run is read first.
void RanksSession::split() {
    using Scroll = rankpanels::RanksPanes::Scroll;
    if (!m_pending->ranks->panes) return;
    const session::RankPanes& then = *m_pending->ranks->panes;
    rankpanels::RanksPanes& panes = m_ranks.page().panes();
    const auto scroll = [&panes, own = then.ownScroll, at = then.belowNs] {
        panes.setScroll(own ? Scroll::Own : Scroll::Common);
        if (own) panes.showBelow(at);
    };
    if (!then.run.empty()) {
        QStringList inputs;
        for (const std::string& input : then.run) inputs << QString::fromStdString(input);
        return m_ranks.openRun(inputs, scroll);
    }
    const auto above = rankpictures::recordOf(*m_pending, m_ranks.document(), then.above);
    const auto below = rankpictures::recordOf(*m_pending, m_ranks.document(), then.below);
    if (!above || !below) return;
    panes.compareRanks(*above, *below);
    panes.setScroll(then.ownScroll ? Scroll::Own : Scroll::Common);
}

void RanksSession::place() {
    RanksPage& page = m_ranks.page();
    rankpanels::RanksTimeline& rows = page.timelines();
    timeline::ViewState& view = page.view();
    if (m_placed && m_placed->withWidth(view.canvasWidth()) != view.target()) return; // the user went elsewhere
    view.setHeaderWidth(m_pending->view.headerWidth);
    const rankpictures::RanksView then =
        rankpictures::viewOf(*m_pending, m_ranks.document(), rows.width() - view.headerWidth());
    page.panes().setChoice(then.choice);
    page.setColourBy(then.colourBy);
    rows.setRange(then.range);
    timeline::ViewState::Memento memento = view.memento();
    memento.scale = then.scale;
    memento.moved = true;
    memento.history = {then.scale};
    memento.position = 0;
    view.restore(memento);
    rows.scrollRows(then.scrollY - rows.currentView().scrollY);
    m_placed = view.target();
    const auto& panes = m_pending->ranks->panes;
    if (panes && panes->ownScroll && !page.panes().isOfOtherRun()) page.panes().showBelow(panes->belowNs);
}

// Once the timelines are there: rows have their heights, the chosen slice can be found.
void RanksSession::settle() {
    RanksDocument& document = m_ranks.document();
    if (!m_pending || !document.isOpen()) return m_poll.stop();
    std::size_t open = 0;
    for (const std::size_t record : document.shown()) open += document.wantsTrace(record) ? 0 : 1;
    m_still = open == m_open ? m_still + 1 : 0;
    m_open = open;
    // Of many ranks only those in view are opened.
    if (open < document.shown().size() && (open == 0 || m_still < kStillPolls)) return;
    m_poll.stop();
    place();
    document.choose(rankpictures::chosenIn(*m_pending, document));
    for (const Error& error : rankpictures::changedSince(*m_pending, document))
        emit changed(QString::fromStdString(error.place));
    m_pending.reset();
}

} // namespace lanescope::app
