#include "widgets/rankpanels/straggler_page.h"

#include <QVBoxLayout>

namespace lanescope::rankpanels {

using ranksview::RanksDocument;

StragglerPage::StragglerPage(timeline::Look& look, RanksDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document) {
    m_tables = new TableViews(look, tr("how the ranks are compared"), tr("no ranks are open"), this);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->addWidget(m_tables);
    connect(m_tables, &TableViews::rowChosen, this, &StragglerPage::choose);
    connect(&document, &RanksDocument::changed, this, &StragglerPage::refresh);
    connect(&document, &RanksDocument::alignmentChanged, this, &StragglerPage::refresh);
    refresh();
}

void StragglerPage::refresh() {
    std::vector<Table> tables;
    if (m_document.isOpen())
        for (const char* id : {"stragglers", "straggler_steps", "straggler_nodes", "places", "pipeline"})
            if (const Table& table = m_document.measures().table(id); !table.columns.empty()) tables.push_back(table);
    m_tables->setTables(std::move(tables));
}

std::optional<std::size_t> StragglerPage::recordOf(const Cell& label) const {
    const auto* text = std::get_if<std::string>(&label);
    for (std::size_t r = 0; text && r < m_document.set().records.size(); ++r)
        if (m_document.set().label(r) == *text) return r;
    return std::nullopt;
}

void StragglerPage::choose(const QString& table, int row) {
    const std::vector<std::vector<Cell>>& rows = m_document.measures().table(table.toStdString()).rows;
    const auto at = static_cast<std::size_t>(row);
    if (row < 0 || at >= rows.size()) return;
    if (table == QLatin1String("stragglers")) {
        if (const auto record = recordOf(rows[at][0])) emit rankWanted(*record);
    } else if (table == QLatin1String("straggler_steps")) {
        const auto* step = std::get_if<std::int64_t>(&rows[at][0]);
        const auto record = recordOf(rows[at][1]);
        if (step && record) emit stepWanted(*record, *step);
    }
}

} // namespace lanescope::rankpanels
