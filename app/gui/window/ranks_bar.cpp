// The tool bar of the page of several ranks, and its pictures.
#include "app/gui/window/ranks_page.h"

#include "app/gui/window/ranks_session.h"
#include "widgets/rankpanels/pick_ranks.h"
#include "widgets/rankpictures/ranks_picture.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>

#include <algorithm>
#include <utility>

namespace lanescope::app {

using ranksview::RanksDocument;

namespace {
constexpr int kControl = 28;
constexpr std::size_t kMostInMenu = 200;

QString q(const std::string& s) { return QString::fromStdString(s); }
} // namespace

QToolButton* RanksPage::button(QWidget* parent, const QString& text, const QString& name) {
    auto* out = new QToolButton(parent);
    out->setText(text);
    out->setAccessibleName(name);
    out->setToolTip(name);
    out->setFixedHeight(kControl);
    out->setFocusPolicy(Qt::TabFocus);
    return out;
}

void RanksPage::buildBar(QWidget* bar) {
    auto* box = new QHBoxLayout(bar);
    box->setContentsMargins(12, 0, 12, 0);
    box->setSpacing(8);
    m_back = button(bar, QStringLiteral("\u2039"), tr("back in zoom history"));
    m_forward = button(bar, QStringLiteral("\u203a"), tr("forward in zoom history"));
    m_rankMenu = new QMenu(bar);
    m_ranks = button(bar, {}, tr("which ranks are shown"));
    m_ranks->setMenu(m_rankMenu);
    m_ranks->setPopupMode(QToolButton::InstantPopup);
    m_stepMenu = new QMenu(bar);
    m_stepBack = button(bar, QStringLiteral("\u2039"), tr("previous step"));
    m_stepBack->setProperty("role", "left");
    m_stepBack->setFixedWidth(kControl);
    m_step = button(bar, {}, tr("step"));
    m_step->setProperty("role", "middle");
    m_step->setMinimumWidth(84);
    m_step->setMenu(m_stepMenu);
    m_step->setPopupMode(QToolButton::InstantPopup);
    m_stepOn = button(bar, QStringLiteral("\u203a"), tr("next step"));
    m_stepOn->setProperty("role", "right");
    m_stepOn->setFixedWidth(kControl);
    m_rows = button(bar, {}, tr("rows below their rank, or all compute and all communication together"));
    QToolButton* picture = button(bar, tr("Export picture"), tr("the timelines as PNG, SVG or PDF"));
    QToolButton* close = button(bar, tr("Close"), tr("close these ranks"));
    m_tables = button(bar, tr("Tables"), tr("tables and heat map"));
    m_panel = button(bar, tr("Straggler"), tr("the straggler"));
    m_tables->setCheckable(true);
    m_panel->setCheckable(true);
    box->addWidget(m_back);
    box->addWidget(m_forward);
    box->addSpacing(4);
    box->addWidget(m_ranks);
    auto* steps = new QHBoxLayout;
    steps->setSpacing(0);
    for (QWidget* widget : {m_stepBack, m_step, m_stepOn}) steps->addWidget(widget);
    box->addLayout(steps);
    box->addWidget(m_rows);
    buildColours(bar);
    box->addWidget(m_colour);
    buildFilter(bar);
    box->addWidget(m_filter, 1);
    box->addStretch(1);
    for (QWidget* widget : {m_panel, m_tables, picture, close}) box->addWidget(widget);
    connect(m_back, &QToolButton::clicked, this, [this] { m_view.back(); });
    connect(m_forward, &QToolButton::clicked, this, [this] { m_view.forward(); });
    connect(m_stepBack, &QToolButton::clicked, this, [this] { moveStep(-1); });
    connect(m_stepOn, &QToolButton::clicked, this, [this] { moveStep(1); });
    connect(m_rows, &QToolButton::clicked, this, &RanksPage::toggleRows);
    connect(m_tables, &QToolButton::clicked, this, [this] { toggle(Part::Bottom); });
    connect(m_panel, &QToolButton::clicked, this, [this] { toggle(Part::Verdict); });
    connect(picture, &QToolButton::clicked, this, &RanksPage::pictureWanted);
    connect(close, &QToolButton::clicked, this, &RanksPage::closeWanted);
    connect(m_rankMenu, &QMenu::aboutToShow, this, &RanksPage::fillRankMenu);
    connect(m_stepMenu, &QMenu::aboutToShow, this, &RanksPage::fillStepMenu);
}

namespace {
constexpr std::pair<scene::ColourBy, const char*> kColours[] = {{scene::ColourBy::Kind, "kind"},
                                                                {scene::ColourBy::Class, "class"},
                                                                {scene::ColourBy::Name, "name"},
                                                                {scene::ColourBy::Stream, "stream"},
                                                                {scene::ColourBy::Duration, "duration"}};
constexpr int kColoursFrom = 1000, kFilterFrom = 1240; // narrower bars leave them out
} // namespace

void RanksPage::buildColours(QWidget* bar) {
    auto* menu = new QMenu(bar);
    m_colour = button(bar, {}, tr("colour by"));
    m_colour->setMenu(menu);
    m_colour->setPopupMode(QToolButton::InstantPopup);
    for (const auto& [by, word] : kColours) menu->addAction(tr(word), this, [this, by = by] { setColourBy(by); });
}

// What is typed is looked for as in the Search tab, which shows the hits.
void RanksPage::buildFilter(QWidget* bar) {
    m_filter = new QLineEdit(bar);
    m_filter->setPlaceholderText(tr("search the ranks: a name, or kind:comm dur>1ms"));
    m_filter->setAccessibleName(tr("search the ranks"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(520);
    connect(m_filter, &QLineEdit::textEdited, this, [this](const QString& text) {
        if (!text.isEmpty() && !m_showBottom) toggle(Part::Bottom);
        if (!text.isEmpty()) m_bottom->showTab(rankpanels::RanksBottom::Tab::Search);
        m_bottom->search().search(text);
    });
    connect(m_filter, &QLineEdit::returnPressed, this, [this] { m_bottom->search().next(1); });
}

void RanksPage::refreshBar() {
    const bool open = m_document.isOpen();
    m_back->setEnabled(m_view.canGoBack());
    m_forward->setEnabled(m_view.canGoForward());
    const bool steps = open && !m_document.steps().empty();
    for (QWidget* widget : {m_stepBack, m_step, m_stepOn}) widget->setVisible(steps);
    m_tables->setChecked(m_showBottom);
    m_panel->setChecked(m_showVerdict);
    const bool stacked = timelines().choice().rows == scene::RankRows::Stacked;
    m_rows->setText(stacked ? tr("rows: by rank") : tr("rows: by kind"));
    for (const auto& [by, word] : kColours)
        if (timelines().colourBy() == by) m_colour->setText(tr("colour: %1  \u25be").arg(tr(word)));
    m_colour->setVisible(width() >= kColoursFrom);
    m_filter->setVisible(width() >= kFilterFrom);
    if (!open) return m_filter->clear();
    m_ranks->setText(tr("%1 of %2 ranks  \u25be").arg(m_document.shown().size()).arg(m_document.set().records.size()));
    m_step->setText(m_document.step() ? tr("step %1").arg(*m_document.step()) : tr("no step"));
}

void RanksPage::fillRankMenu() {
    m_rankMenu->clear();
    if (!m_document.isOpen()) return;
    const std::size_t all = m_document.set().records.size();
    m_rankMenu->addAction(tr("All ranks"), this, [this] { m_document.setShown(rankpanels::allRanks(m_document)); });
    m_rankMenu->addAction(tr("Straggler and who waits most"), this,
                          [this] { m_document.setShown(rankpanels::tellingRanks(m_document)); });
    m_rankMenu->addAction(tr("Ranks, groups and steps\u2026"), this, [this] { chooseRanks(); });
    for (const rankpanels::RankPlaces& places : rankpanels::ranksByPlace(m_document))
        m_rankMenu->addAction(q(places.name), this, [this, records = places.records] { m_document.setShown(records); });
    m_rankMenu->addSeparator();
    for (std::size_t record = 0; record < all && record < kMostInMenu; ++record) {
        QAction* action = m_rankMenu->addAction(q(m_document.label(record)));
        action->setCheckable(true);
        action->setChecked(m_document.placeOf(record).has_value());
        connect(action, &QAction::triggered, this, [this, record](bool shown) {
            std::vector<std::size_t> records = m_document.shown();
            if (shown)
                records.push_back(record);
            else
                std::erase(records, record);
            m_document.setShown(std::move(records));
        });
    }
}

void RanksPage::fillStepMenu() {
    m_stepMenu->clear();
    for (std::size_t i = 0; i < m_document.steps().size() && i < kMostInMenu; ++i) {
        const std::int64_t number = m_document.steps()[i];
        QAction* action = m_stepMenu->addAction(tr("step %1").arg(number));
        action->setCheckable(true);
        action->setChecked(m_document.step() == number);
        connect(action, &QAction::triggered, this, [this, number] {
            m_document.setStep(number);
            fitStep();
        });
    }
}

// With the clocks written below, as every picture of several ranks.
void RanksPage::copyPicture() {
    if (!m_document.isOpen()) return;
    rankpictures::RanksWish wish;
    wish.width = timelines().width();
    wish.rows = rankpictures::RanksWish::Rows::InView;
    wish.numbers = wish.verdict = wish.evidence = false;
    const auto picture = rankpictures::ranksPicture(m_document, viewOfPage(*this), wish, m_look.fonts());
    if (!picture.ok()) return say(q(picture.error().text()));
    QGuiApplication::clipboard()->setImage(pictures::toImage(*picture, m_look.theme(), 2, m_look.fonts()));
    say(tr("the timelines are in the clipboard as a picture"));
}

} // namespace lanescope::app
