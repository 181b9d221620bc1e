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
    return view;
}

session::Session sessionOfPage(RanksController& ranks) {
    RanksPage& page = ranks.page();
    session::Session out = rankpictures::sessionOf(ranks.document(), viewOfPage(page));
    for (session::Trace& trace : out.traces)
        for (const session::Trace& saved : ranks.keptNotes())
            if (saved.path == trace.path && saved.member == trace.member) trace.notes = saved.notes;
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
    emit opened(*m_pending);
    m_placed.reset();
    m_open = 0;
    m_still = 0;
    place();
    m_poll.start();
}

void RanksSession::place() {
    RanksPage& page = m_ranks.page();
    rankpanels::RanksTimeline& rows = page.timelines();
    timeline::ViewState& view = page.view();
    if (m_placed && m_placed->withWidth(view.canvasWidth()) != view.target()) return; // the user went elsewhere
    view.setHeaderWidth(m_pending->view.headerWidth);
    const rankpictures::RanksView then =
        rankpictures::viewOf(*m_pending, m_ranks.document(), rows.width() - view.headerWidth());
    rows.setChoice(then.choice);
    rows.setColourBy(then.colourBy);
    rows.setRange(then.range);
    timeline::ViewState::Memento memento = view.memento();
    memento.scale = then.scale;
    memento.moved = true;
    memento.history = {then.scale};
    memento.position = 0;
    view.restore(memento);
    rows.scrollRows(then.scrollY - rows.currentView().scrollY);
    m_placed = view.target();
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
