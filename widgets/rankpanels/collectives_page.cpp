#include "widgets/rankpanels/collectives_page.h"

#include "core/export/quantity.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::rankpanels {

using ranksview::ChosenSlice;
using ranksview::RanksDocument;

namespace {
QString counted(const QString& text, std::size_t n) {
    return n == 0
               ? text
               : QStringLiteral("%1 (%2)").arg(text, QString::fromStdString(formatCount(static_cast<std::int64_t>(n))));
}
} // namespace

CollectivesPage::CollectivesPage(timeline::Look& look, RanksDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document) {
    m_choice = new QComboBox(this);
    m_choice->setAccessibleName(tr("which collectives are listed"));
    m_choice->addItems(
        {tr("of this step"), tr("of all steps"), tr("all figures"), tr("sends and receives"), tr("without a partner")});
    m_filter = new QPushButton(this);
    m_filter->setProperty("role", "link");
    m_filter->setAccessibleName(tr("show every group and step again"));
    m_pages = new QStackedWidget(this);
    m_list = new CollectivesList(look, document, m_pages);
    m_view = new panels::FigureView(look, m_model, m_pages);
    m_pages->addWidget(m_list);
    m_pages->addWidget(m_view);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(14, 2, 14, 2);
    head->setSpacing(12);
    head->addWidget(m_choice);
    head->addWidget(m_filter);
    head->addStretch(1);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addLayout(head);
    box->addWidget(m_pages, 1);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &CollectivesPage::fill);
    connect(m_filter, &QPushButton::clicked, this, [this] { m_document.setFilter({}); });
    connect(m_view, &panels::FigureView::rowChosen, this, &CollectivesPage::chooseRow);
    connect(&document, &RanksDocument::changed, this, &CollectivesPage::refresh);
    connect(&document, &RanksDocument::alignmentChanged, this, &CollectivesPage::refresh);
    connect(&document, &RanksDocument::filterChanged, this, &CollectivesPage::refresh);
    refresh();
}

void CollectivesPage::show(Show what) { m_choice->setCurrentIndex(static_cast<int>(what)); }

void CollectivesPage::refresh() {
    refreshFilter();
    const bool open = m_document.isOpen();
    m_choice->setItemText(3, counted(tr("sends and receives"), open ? m_document.set().matching.pairs.size() : 0));
    m_choice->setItemText(4, counted(tr("without a partner"), open ? m_document.set().matching.unmatched.size() : 0));
    fill();
}

void CollectivesPage::refreshFilter() {
    const ranksview::RanksFilter& filter = m_document.filter();
    QStringList words;
    if (!filter.groups.empty())
        words << (filter.groups.size() == 1
                      ? tr("group %1")
                            .arg(QString::fromStdString(sharedGroupText(m_document.set(), *filter.groups.begin())))
                      : tr("%1 groups").arg(filter.groups.size()));
    if (!filter.steps.empty())
        words << (filter.steps.size() == 1 ? tr("step %1").arg(*filter.steps.begin())
                                           : tr("%1 steps").arg(filter.steps.size()));
    m_filter->setText(words.isEmpty() ? QString() : tr("only %1: show all").arg(words.join(tr(" and "))));
    m_filter->setVisible(!words.isEmpty());
}

std::vector<std::size_t> CollectivesPage::listed() const {
    std::vector<std::size_t> out;
    for (std::size_t m = 0; m < m_document.measured().size() && m < ranksview::kMostTableRows; ++m)
        if (m_document.isListed(m)) out.push_back(m);
    return out;
}

void CollectivesPage::fill() {
    const Show what = shown();
    m_pages->setCurrentIndex(what == Show::Step || what == Show::AllSteps ? 0 : 1);
    if (what == Show::Step || what == Show::AllSteps)
        return m_list->setOf(what == Show::Step ? CollectivesList::Of::Step : CollectivesList::Of::All);
    if (!m_document.isOpen()) return m_model.setTable({});
    const ranksview::RankMeasures& measures = m_document.measures();
    if (what != Show::Figures) return m_model.setTable(measures.table(what == Show::Pairs ? "pairs" : "unmatched"));
    Table table = measures.table("collectives"); // its rows are those of measured(), in their order
    m_measured = listed();
    std::erase_if(m_measured, [&](std::size_t m) { return m >= table.rows.size(); });
    std::vector<std::vector<Cell>> rows;
    for (const std::size_t m : m_measured) rows.push_back(table.rows[m]);
    table.rows = std::move(rows);
    m_model.setTable(std::move(table));
}

void CollectivesPage::chooseRow(int row) {
    const auto at = static_cast<std::size_t>(m_model.tableRow(row));
    const align::Matching& matching = m_document.set().matching;
    if (shown() == Show::Figures && at < m_measured.size()) return emit m_list->collectiveActivated(m_measured[at]);
    if (shown() == Show::Pairs && at < matching.pairs.size())
        emit sliceWanted(m_document.sliceOf(matching.pairs[at].send));
    if (shown() == Show::Unmatched && at < matching.unmatched.size())
        emit sliceWanted(m_document.sliceOf(matching.unmatched[at].place));
}

} // namespace lanescope::rankpanels
