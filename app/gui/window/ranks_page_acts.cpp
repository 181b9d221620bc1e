// What the page of several ranks does with its rows, panes, boxes and tables.
#include "app/gui/window/ranks_page.h"

namespace lanescope::app {

using rankpanels::RanksBottom;
using ranksview::ChosenSlice;

void RanksPage::connectTables() {
    connect(&m_bottom->collectivesPage(), &rankpanels::CollectivesPage::sliceWanted, this, &RanksPage::showHit);
    connect(&m_bottom->search(), &rankpanels::SearchPage::hitWanted, this, &RanksPage::showHit);
    connect(&m_bottom->straggler(), &rankpanels::StragglerPage::stepWanted, this, &RanksPage::goTo);
    connect(&m_bottom->findings(), &rankpanels::FindingsPage::rangeWanted, this,
            [this](std::size_t record, TimeRange range) {
                showRank(record);
                m_view.reveal(range);
                timelines().setRange(range);
            });
    connect(&timelines(), &rankpanels::RanksTimeline::rangeChanged, this,
            [this] { m_bottom->range().setRange(timelines().range()); });
    connect(m_notice, &rankpanels::RanksNotice::ranksWanted, this, [this] { chooseRanks(); });
    connect(m_notice, &rankpanels::RanksNotice::logsWanted, this,
            [this] { m_bottom->showTab(RanksBottom::Tab::Logs); });
    connect(&m_bottom->heat(), &rankpanels::HeatPanel::layoutWanted, this, [this] { askLayout(); });
    connect(&timelines(), &rankpanels::RanksTimeline::rowsMoved, this, &RanksPage::tracesWanted);
    connect(m_panes, &rankpanels::RanksPanes::rowsMoved, this, &RanksPage::tracesWanted);
    connect(m_panes, &rankpanels::RanksPanes::splitChanged, this, &RanksPage::tracesWanted);
    connect(m_panes, &rankpanels::RanksPanes::splitChanged, this, &RanksPage::arrange);
}

void RanksPage::toggleRows() {
    scene::RanksChoice choice = timelines().choice();
    choice.rows = choice.rows == scene::RankRows::Stacked ? scene::RankRows::ByKind : scene::RankRows::Stacked;
    choice.folded.clear();
    m_panes->setChoice(choice);
    refreshBar();
}

void RanksPage::toggleCompact() {
    scene::RanksChoice choice = timelines().choice();
    choice.density = choice.density == scene::Density::Normal ? scene::Density::Compact : scene::Density::Normal;
    m_panes->setChoice(choice);
}

void RanksPage::toggleIdle() {
    using Idle = scene::RanksChoice::Idle;
    scene::RanksChoice choice = timelines().choice();
    choice.idle = choice.idle == Idle::Hidden ? Idle::Shown : Idle::Hidden;
    m_panes->setChoice(choice);
}

void RanksPage::toggleScroll() {
    using Scroll = rankpanels::RanksPanes::Scroll;
    if (!m_panes->isSplit()) return say(tr("there is one timeline: split it first"));
    m_panes->setScroll(m_panes->scroll() == Scroll::Common ? Scroll::Own : Scroll::Common);
}

void RanksPage::toggleSplit() {
    if (!m_document.isOpen()) return;
    if (m_panes->isSplit()) return m_panes->closeSecond();
    const std::size_t count = m_document.set().records.size();
    const auto chosen = m_document.slice();
    const std::size_t above = chosen ? chosen->record : m_document.set().alignment.reference;
    std::size_t below = m_document.verdict().slow.empty() ? (above + 1) % count : m_document.verdict().slow.front();
    if (below == above)
        below =
            above == m_document.set().alignment.reference ? (above + 1) % count : m_document.set().alignment.reference;
    m_panes->compareRanks(above, below);
}

rankpanels::RankChooser* RanksPage::chooseRanks() {
    if (!m_document.isOpen()) return nullptr;
    auto* box = new rankpanels::RankChooser(m_document, window());
    connect(box, &rankpanels::RankChooser::ranksGiven, this, &RanksPage::ranksGiven);
    box->open();
    return box;
}

rankpanels::LayoutBox* RanksPage::askLayout() {
    if (!m_document.isOpen()) return nullptr;
    auto* box = new rankpanels::LayoutBox(m_document, window());
    box->open();
    return box;
}

void RanksPage::setColourBy(scene::ColourBy by) {
    m_panes->setColourBy(by);
    refreshBar();
}

void RanksPage::search() {
    if (!m_showBottom) toggle(Part::Bottom);
    m_bottom->showTab(RanksBottom::Tab::Search);
    m_bottom->search().input().setFocus(Qt::ShortcutFocusReason);
    m_bottom->search().input().selectAll();
}

void RanksPage::showHit(const ChosenSlice& slice) {
    showRank(slice.record);
    m_document.choose(slice);
    if (const auto range = m_document.sliceRange(slice)) m_view.reveal(*range);
    timelines().revealRow(slice);
}

} // namespace lanescope::app
