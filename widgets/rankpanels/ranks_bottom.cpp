#include "widgets/rankpanels/ranks_bottom.h"

#include "core/export/table.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QTimer>

#include <algorithm>

namespace lanescope::rankpanels {

using ranksview::RanksDocument;

namespace {

constexpr int kTabHeight = 30, kHeatFrom = 900, kMoreWidth = 34;
constexpr double kHeatShare = 0.42;
constexpr int kMostHeat = 620, kLeastHeat = 320;

QString counted(const QString& text, std::size_t n) { return n == 0 ? text : QStringLiteral("%1 %2").arg(text).arg(n); }

} // namespace

RanksBottom::RanksBottom(const timeline::Shared& alone, RanksDocument& document, jobs::JobRunner& runner,
                         QWidget* parent)
    : QWidget(parent), m_document(document), m_look(alone.look) {
    setObjectName(QStringLiteral("ranksBottom"));
    setMinimumHeight(120);
    m_tabs = new QTabBar(this);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(false); // what does not fit is in the menu
    m_tabs->setElideMode(Qt::ElideNone);
    m_tabs->setAccessibleName(tr("tables of the ranks"));
    m_more = new QToolButton(this);
    m_more->setText(QStringLiteral("\u2026"));
    m_more->setAccessibleName(tr("more tables of the ranks"));
    m_more->setToolTip(tr("more tables"));
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setMenu(new QMenu(m_more));
    m_more->setFocusPolicy(Qt::TabFocus);
    m_pages = new QStackedWidget(this);
    m_collectives = new CollectivesPage(alone.look, document, m_pages);
    m_bandwidth = new BandwidthPlot(alone.look, document, m_pages);
    m_groupView = new panels::FigureView(alone.look, m_groups, m_pages);
    m_straggler = new StragglerPage(alone.look, document, m_pages);
    m_range = new RangePage(alone.look, document, runner, m_pages);
    m_findings = new FindingsPage(alone.look, document, runner, m_pages);
    m_search = new SearchPage(alone.look, document, runner, m_pages);
    m_rankView = new panels::FigureView(alone.look, m_ranks, m_pages);
    m_logs = new TableViews(alone.look, tr("which table of the logs is shown"),
                            tr("no NCCL logs or flight recorder dumps are open: they are found in the folder of the "
                               "ranks by what they hold"),
                            m_pages);
    m_details = new panels::DetailsCard(alone, runner, m_pages);
    for (QLabel* label : m_details->findChildren<QLabel*>()) // one that is empty still takes keys
        if (label->focusPolicy() != Qt::NoFocus) label->setAccessibleName(tr("call stack"));
    m_heatPage = new QWidget(m_pages);
    const std::pair<const char*, QWidget*> pages[] = {{"Collectives", m_collectives},
                                                      {"Bandwidth by size", m_bandwidth},
                                                      {"Groups", m_groupView},
                                                      {"Straggler", m_straggler},
                                                      {"Range", m_range},
                                                      {"Findings", m_findings},
                                                      {"Search", m_search},
                                                      {"Ranks", m_rankView},
                                                      {"Logs", m_logs},
                                                      {"Selection", m_details},
                                                      {"Rank \u00d7 step", m_heatPage}};
    for (const auto& [title, page] : pages) {
        m_tabs->addTab(tr(title));
        m_pages->addWidget(page);
    }
    m_heat = new HeatPanel(alone.look, document, this);
    connectPages();
    refresh();
}

void RanksBottom::connectPages() {
    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(m_tabs, &QTabBar::currentChanged, this, &RanksBottom::arrange);
    connect(m_more->menu(), &QMenu::aboutToShow, this, &RanksBottom::fillMore);
    connect(m_bandwidth, &BandwidthPlot::collectiveChosen, &m_document,
            [this](std::size_t m) { m_document.chooseCollective(m); });
    connect(&m_collectives->list(), &CollectivesList::menuWanted, this, &RanksBottom::showMenu);
    connect(m_groupView, &panels::FigureView::rowChosen, this, &RanksBottom::chooseGroup);
    connect(m_rankView, &panels::FigureView::rowChosen, this,
            [this](int row) { emit rankWanted(static_cast<std::size_t>(m_ranks.tableRow(row))); });
    connect(m_straggler, &StragglerPage::rankWanted, this, &RanksBottom::rankWanted);
    connect(m_range, &RangePage::rankWanted, this, &RanksBottom::rankWanted);
    connect(m_findings, &FindingsPage::countChanged, this, [this] {
        m_tabs->setTabText(static_cast<int>(Tab::Findings), counted(tr("Findings"), m_findings->count()));
        arrange();
    });
    connect(&m_document, &RanksDocument::changed, this, &RanksBottom::refresh);
    connect(&m_document, &RanksDocument::alignmentChanged, this, &RanksBottom::refresh);
    connect(&m_document, &RanksDocument::companionsChanged, this, &RanksBottom::refreshLogs);
}

void RanksBottom::showTab(Tab tab) {
    if (tab == Tab::Heat && m_heatBeside) return;
    m_tabs->setTabVisible(static_cast<int>(tab), true);
    m_tabs->setCurrentIndex(static_cast<int>(tab));
}

QStringList RanksBottom::tabTexts() const {
    QStringList out;
    for (int i = 0; i < m_tabs->count(); ++i) out << m_tabs->tabText(i);
    return out;
}

QStringList RanksBottom::visibleTabTexts() const {
    QStringList out;
    for (int i = 0; i < m_tabs->count(); ++i)
        if (m_tabs->isTabVisible(i)) out << m_tabs->tabText(i);
    return out;
}

void RanksBottom::refresh() {
    const ranksview::RankMeasures& measures = m_document.measures();
    m_groups.setTable(m_document.isOpen() ? measures.table("collective_kinds") : Table{});
    m_ranks.setTable(m_document.isOpen() ? measures.table("alignment") : Table{});
    for (panels::FigureView* view : {m_groupView, m_rankView}) view->fitColumns();
    refreshLogs();
}

void RanksBottom::refreshLogs() {
    std::vector<Table> tables = companionTables(m_document.companions());
    const std::size_t found = companionWords(m_document.companions()).size();
    m_tabs->setTabText(static_cast<int>(Tab::Logs), counted(tr("Logs"), found));
    m_logs->setTables(std::move(tables));
    if (!m_document.companions().flight.mismatches.empty()) m_logs->showTable("flight");
    arrange();
}

// Its collectives alone, in the list.
void RanksBottom::chooseGroup(int row) {
    const Table& table = m_groups.table();
    const auto at = static_cast<std::size_t>(m_groups.tableRow(row));
    if (at >= table.rows.size()) return;
    const auto* name = std::get_if<std::string>(&table.rows[at].front());
    ranksview::RanksFilter filter = m_document.filter();
    filter.groups.clear();
    for (std::uint32_t g = 0; name && g < m_document.set().matching.groups.size(); ++g)
        if (sharedGroupText(m_document.set(), g) == *name) filter.groups.insert(g);
    m_document.setFilter(filter);
    m_collectives->show(CollectivesPage::Show::AllSteps);
    showTab(Tab::Collectives);
}

void RanksBottom::showMenu(QPoint at) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto copy = [this](Format format) {
        const Table& table = m_document.measures().table("collectives");
        QApplication::clipboard()->setText(QString::fromStdString(lanescope::render(table, format)));
        emit said(tr("the table of collectives is in the clipboard"));
    };
    menu->addAction(tr("Copy table as CSV"), this, [copy] { copy(Format::Csv); });
    menu->addAction(tr("Copy table as Markdown"), this, [copy] { copy(Format::Markdown); });
    menu->popup(at);
}

void RanksBottom::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
    QTimer::singleShot(0, this, &RanksBottom::arrange); // with the widths of tabs that are shown
}

void RanksBottom::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    QTimer::singleShot(0, this, &RanksBottom::arrange); // before, tabs had no widths yet
}

void RanksBottom::arrange() {
    if (m_arranging) return;
    m_arranging = true;
    m_heatBeside = width() >= kHeatFrom;
    const int right = m_heatBeside ? std::clamp(static_cast<int>(width() * kHeatShare), kLeastHeat, kMostHeat) : 0;
    const int left = width() - right;
    QWidget* holder = m_heatBeside ? static_cast<QWidget*>(this) : m_heatPage;
    if (m_heat->parentWidget() != holder) {
        m_heat->setParent(holder);
        m_heat->show();
        if (m_heatBeside && currentTab() == Tab::Heat) m_tabs->setCurrentIndex(0);
    }
    m_pages->setGeometry(0, kTabHeight, left, std::max(0, height() - kTabHeight));
    if (m_heatBeside)
        m_heat->setGeometry(left, 0, right, height());
    else
        m_heat->setGeometry(0, 0, left, std::max(0, height() - kTabHeight));
    arrangeTabs(left);
    m_arranging = false;
}

// From the left as many as fit; the current one and the heat map always.
void RanksBottom::arrangeTabs(int width) {
    m_tabs->ensurePolished(); // widths are those of the style sheet
    for (int i = 0; i < m_tabs->count(); ++i)
        m_tabs->setTabVisible(i, i != static_cast<int>(Tab::Heat) || !m_heatBeside);
    const int current = m_tabs->currentIndex();
    int whole = 0;
    for (int i = 0; i < m_tabs->count(); ++i) whole += m_tabs->isTabVisible(i) ? m_tabs->tabRect(i).width() : 0;
    const bool all = whole <= width;
    const int heat = m_heatBeside ? -1 : static_cast<int>(Tab::Heat);
    int free = (all ? width : width - kMoreWidth) - m_tabs->tabRect(current).width();
    if (heat >= 0 && heat != current) free -= m_tabs->tabRect(heat).width();
    bool full = false;
    for (int i = 0; i < m_tabs->count() && !all; ++i) {
        if (i == current || i == heat || !m_tabs->isTabVisible(i)) continue;
        free -= m_tabs->tabRect(i).width();
        full = full || free < 0;
        if (full) m_tabs->setTabVisible(i, false);
    }
    m_more->setVisible(!all);
    m_tabs->setGeometry(0, 0, all ? width : width - kMoreWidth, kTabHeight);
    m_more->setGeometry(width - kMoreWidth, 2, kMoreWidth - 4, kTabHeight - 4);
}

void RanksBottom::fillMore() {
    m_more->menu()->clear();
    for (int i = 0; i < m_tabs->count(); ++i) {
        if (m_tabs->isTabVisible(i) || (i == static_cast<int>(Tab::Heat) && m_heatBeside)) continue;
        m_more->menu()->addAction(m_tabs->tabText(i), this, [this, i] { showTab(static_cast<Tab>(i)); });
    }
}

} // namespace lanescope::rankpanels
