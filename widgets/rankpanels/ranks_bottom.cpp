#include "widgets/rankpanels/ranks_bottom.h"

#include "core/export/quantity.h"
#include "core/export/table.h"
#include "core/session/ranks/measured.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>

#include <algorithm>

namespace lanescope::rankpanels {

using ranksview::RanksDocument;

namespace {

constexpr int kTabHeight = 30, kHeatFrom = 900;
constexpr double kHeatShare = 0.42;
constexpr int kMostHeat = 620, kLeastHeat = 320;

// The tables of one analysis of the ranks; none when it has nothing to say.
std::vector<Table> tablesOf(const RankSet& set, std::string_view id) {
    const RankAnalysisInfo* analysis = findRankAnalysis(id);
    if (!analysis) return {};
    RankQuestion question;
    question.maxRows = 20'000;
    auto answer = analysis->run(set, question);
    return answer.ok() ? std::move(answer->tables) : std::vector<Table>{};
}

Table tableNamed(const std::vector<Table>& tables, std::string_view id) {
    for (const Table& table : tables)
        if (table.id == id) return table;
    return {};
}

// A line at the left edge.
class RightPart final : public QWidget {
public:
    RightPart(timeline::Look& look, QWidget* parent) : QWidget(parent), m_look(look) {
        connect(&look, &timeline::Look::themeChanged, this, qOverload<>(&QWidget::update));
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.fillRect(rect(), m_look.color(scene::Ink::Panel));
        painter.fillRect(0, 0, 1, height(), m_look.color(scene::Ink::Line2));
    }

private:
    timeline::Look& m_look;
};

} // namespace

RanksBottom::RanksBottom(const timeline::Shared& alone, RanksDocument& document, jobs::JobRunner& runner,
                         QWidget* parent)
    : QWidget(parent), m_document(document), m_look(alone.look) {
    setObjectName(QStringLiteral("ranksBottom"));
    setMinimumHeight(120);
    m_tabs = new QTabBar(this);
    m_tabs->setExpanding(false);
    m_tabs->setAccessibleName(tr("tables of the ranks"));
    m_pages = new QStackedWidget(this);
    m_collectives = new CollectivesList(alone.look, document, m_pages);
    m_bandwidth = new BandwidthPlot(alone.look, document, m_pages);
    m_groupView = new panels::FigureView(alone.look, m_groups, m_pages);
    m_unmatchedView = new panels::FigureView(alone.look, m_unmatched, m_pages);
    m_rankView = new panels::FigureView(alone.look, m_ranks, m_pages);
    m_details = new panels::DetailsCard(alone, runner, m_pages);
    for (QLabel* label : m_details->findChildren<QLabel*>()) // one that is empty still takes keys
        if (label->focusPolicy() != Qt::NoFocus) label->setAccessibleName(tr("call stack"));
    const std::pair<const char*, QWidget*> pages[] = {
        {"Collectives", m_collectives}, {"Bandwidth by size", m_bandwidth},
        {"Groups", m_groupView},        {"Unmatched", m_unmatchedView},
        {"Ranks", m_rankView},          {"Selection", m_details}};
    for (const auto& [title, page] : pages) {
        m_tabs->addTab(tr(title));
        m_pages->addWidget(page);
    }
    m_of = new QComboBox(this);
    m_of->addItems({tr("of this step"), tr("of all steps")});
    m_of->setAccessibleName(tr("which collectives are listed"));
    m_right = makeHeat();
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        m_pages->setCurrentIndex(tab);
        m_of->setVisible(tab == 0);
    });
    connect(m_of, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_collectives->setOf(index == 0 ? CollectivesList::Of::Step : CollectivesList::Of::All);
    });
    connect(m_bandwidth, &BandwidthPlot::collectiveChosen, &document,
            [this](std::size_t m) { m_document.chooseCollective(m); });
    connect(m_collectives, &CollectivesList::menuWanted, this, &RanksBottom::showMenu);
    connect(m_rankView, &panels::FigureView::rowChosen, this,
            [this](int row) { emit rankWanted(static_cast<std::size_t>(m_ranks.tableRow(row))); });
    connect(&document, &RanksDocument::changed, this, &RanksBottom::refresh);
    connect(&document, &RanksDocument::alignmentChanged, this, &RanksBottom::refresh);
    refresh();
}

QWidget* RanksBottom::makeHeat() {
    auto* right = new RightPart(m_look, this);
    auto* title = new QLabel(tr("Rank \u00d7 step"), right);
    title->setStyleSheet(QStringLiteral("font-weight: 600;"));
    m_metrics = new QComboBox(right);
    m_metrics->setAccessibleName(tr("number of the heat map"));
    m_metrics->addItem(tr("waiting, % of step"), QStringLiteral("waiting"));
    for (const RankMetric& metric : rankMetrics())
        m_metrics->addItem(QString::fromUtf8(metric.title.data(), static_cast<qsizetype>(metric.title.size())),
                           QString::fromUtf8(metric.id.data(), static_cast<qsizetype>(metric.id.size())));
    auto* hint = new QLabel(tr("click: go to rank and step"), right);
    hint->setProperty("role", "muted");
    m_heat = new HeatMap(m_look, m_document, right);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(16, 4, 14, 2);
    head->setSpacing(12);
    head->addWidget(title);
    head->addWidget(m_metrics);
    head->addStretch(1);
    head->addWidget(hint);
    auto* box = new QVBoxLayout(right);
    box->setContentsMargins(1, 0, 0, 0);
    box->setSpacing(2);
    box->addLayout(head);
    box->addWidget(m_heat, 1);
    connect(m_metrics, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_heat->setMetric(m_metrics->itemData(index).toString().toStdString());
        m_heat->setAs(index == 0 ? HeatMap::As::ShareOfStep : HeatMap::As::Time);
    });
    return right;
}

void RanksBottom::showTab(Tab tab) { m_tabs->setCurrentIndex(static_cast<int>(tab)); }

QStringList RanksBottom::tabTexts() const {
    QStringList out;
    for (int i = 0; i < m_tabs->count(); ++i) out << m_tabs->tabText(i);
    return out;
}

void RanksBottom::refresh() {
    if (!m_document.isOpen()) {
        for (models::TableModel* model : {&m_groups, &m_unmatched, &m_ranks}) model->setTable({});
        return;
    }
    const std::vector<Table> collectives = tablesOf(m_document.set(), "collectives");
    m_groups.setTable(tableNamed(collectives, "collective_kinds"));
    Table unmatched = tableNamed(collectives, "unmatched");
    const std::size_t alone = unmatched.rows.size();
    m_unmatched.setTable(std::move(unmatched));
    m_ranks.setTable(tableNamed(tablesOf(m_document.set(), "alignment"), "alignment"));
    m_tabs->setTabText(static_cast<int>(Tab::Unmatched), alone == 0 ? tr("Unmatched") : tr("Unmatched %1").arg(alone));
    for (panels::FigureView* view : {m_groupView, m_unmatchedView, m_rankView}) view->fitColumns();
    const bool steps = m_document.step().has_value();
    m_of->setVisible(steps && currentTab() == Tab::Collectives);
}

void RanksBottom::showMenu(QPoint at) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto copy = [this](Format format) {
        const Table table = tableNamed(tablesOf(m_document.set(), "collectives"), "collectives");
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
}

void RanksBottom::arrange() {
    const bool heat = width() >= kHeatFrom;
    const int right = heat ? std::clamp(static_cast<int>(width() * kHeatShare), kLeastHeat, kMostHeat) : 0;
    m_right->setVisible(heat);
    m_right->setGeometry(width() - right, 0, right, height());
    const int left = width() - right;
    const int of = m_of->sizeHint().width();
    m_tabs->setGeometry(0, 0, std::max(100, left - of - 12), kTabHeight);
    m_of->setGeometry(left - of - 8, 2, of, kTabHeight - 4);
    m_pages->setGeometry(0, kTabHeight, left, std::max(0, height() - kTabHeight));
}

} // namespace lanescope::rankpanels
