#include "widgets/rankpanels/table_views.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::rankpanels {

namespace {
QString q(const std::string& s) { return QString::fromStdString(s); }
} // namespace

TableViews::TableViews(timeline::Look& look, const QString& name, const QString& nothing, QWidget* parent)
    : QWidget(parent), m_nothing(nothing) {
    m_choice = new QComboBox(this);
    m_choice->setAccessibleName(name);
    m_words = new QLabel(this);
    m_words->setProperty("role", "second");
    m_words->setMinimumWidth(0);
    m_words->setTextFormat(Qt::PlainText);
    m_view = new panels::FigureView(look, m_model, this);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(14, 2, 14, 2);
    head->setSpacing(12);
    head->addWidget(m_choice);
    head->addWidget(m_words, 1);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addLayout(head);
    box->addWidget(m_view, 1);
    connect(m_choice, &QComboBox::activated, this, &TableViews::fill);
    connect(m_view, &panels::FigureView::rowChosen, this,
            [this](int row) { emit rowChosen(m_choice->currentData().toString(), m_model.tableRow(row)); });
    setTables({});
}

void TableViews::setTables(std::vector<Table> tables) {
    const QString before = m_choice->currentData().toString();
    m_tables = std::move(tables);
    m_choice->clear();
    for (const Table& table : m_tables) m_choice->addItem(q(table.title), q(table.id));
    m_choice->setCurrentIndex(std::max(0, m_choice->findData(before)));
    m_choice->setVisible(m_tables.size() > 1);
    fill();
}

void TableViews::showTable(const std::string& id) {
    const int at = m_choice->findData(q(id));
    if (at < 0 || at == m_choice->currentIndex()) return;
    m_choice->setCurrentIndex(at);
    fill();
}

std::string TableViews::shownTable() const { return m_choice->currentData().toString().toStdString(); }

void TableViews::fill() {
    const int at = m_choice->currentIndex();
    const bool any = at >= 0 && static_cast<std::size_t>(at) < m_tables.size();
    m_view->setVisible(any);
    if (!any) {
        m_model.setTable({});
        m_words->setText(m_nothing);
        return m_words->setToolTip(m_nothing);
    }
    const Table& table = m_tables[static_cast<std::size_t>(at)];
    m_model.setTable(table);
    QStringList notes;
    for (const std::string& note : table.notes) notes << q(note);
    if (table.rows.empty() && notes.isEmpty()) notes << tr("nothing here");
    m_words->setText(notes.join(QStringLiteral("; ")));
    m_words->setToolTip(notes.join(QLatin1Char('\n')));
}

} // namespace lanescope::rankpanels
