#include "widgets/panels/hits_panel.h"

#include "core/export/quantity.h"
#include "widgets/models/figure_tables.h"
#include "widgets/panels/panel_parts.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::panels {

namespace {

std::string rowName(const RowTree& tree, const TraceStore& store, SliceId slice) {
    const auto place = tree.placeOf(store, slice);
    if (!place) return "not shown";
    const Row& row = tree.row(place->row);
    return row.parent ? tree.row(*row.parent).name + " / " + row.name : row.name;
}

} // namespace

HitsPanel::HitsPanel(const timeline::Shared& shared, QWidget* parent)
    : QWidget(parent),
      m_shared(shared),
      m_sentence(makeText({}, TextRole::Second, this)),
      m_table(new FigureView(shared.look, m_model, this)) {
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    m_sentence->setContentsMargins(14, 8, 14, 8);
    m_sentence->setWordWrap(true);
    m_asRow = makeButton(tr("Show as a row"), ButtonRole::Link, this);
    m_asRow->setToolTip(tr("a row of the timeline with these events, also of the next traces"));
    connect(m_asRow, &QPushButton::clicked, this, &HitsPanel::rowWanted);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 14, 0);
    head->addWidget(m_sentence, 1);
    head->addWidget(m_asRow, 0, Qt::AlignTop);
    box->addLayout(head);
    box->addWidget(m_table, 1);
    connect(m_table, &FigureView::sliceWanted, this, &HitsPanel::sliceWanted);
    setHits(nullptr);
}

void HitsPanel::setHits(std::shared_ptr<const models::NameHits> hits) {
    m_hits = std::move(hits);
    if (isVisible() || !m_hits) fill();
}

void HitsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fill();
}

void HitsPanel::fill() {
    const bool any = m_hits && !m_hits->byTime.empty() && m_shared.document.isOpen();
    m_table->setVisible(any);
    m_asRow->setVisible(any);
    if (!any) {
        m_filled.reset();
        m_model.setTable({});
        m_sentence->setText(m_hits ? tr("no hits; part of a name is enough, whatever its case")
                                   : tr("in the search box: a name, /a regular expression/, or conditions such as "
                                        "kind:comm dur>1ms stream:20"));
        return;
    }
    if (m_filled == m_hits) return;
    m_filled = m_hits;
    const TraceStore& store = m_shared.document.store();
    Table table;
    table.id = "hits";
    table.originNs = count(store.extent().begin);
    table.columns = {{"name", "name", Unit::Text},
                     {"kind", "kind", Unit::Text},
                     {"row", "row", Unit::Text},
                     {"start_ns", "start", Unit::TimePoint},
                     {"duration_ns", "duration", Unit::Nanoseconds}};
    std::vector<models::RowMark> marks;
    const std::size_t shown = std::min(m_hits->byTime.size(), kMostRows);
    for (std::size_t i = 0; i < shown; ++i) {
        const SliceId slice = m_hits->byTime[i];
        const bool work = isGpuWork(store.role(slice));
        table.rows.push_back({m_shared.document.names().of(slice),
                              work ? std::string(models::kindName(store.kind(slice)))
                                   : std::string(store.text(store.category(slice).text)),
                              rowName(m_shared.document.tree(), store, slice), count(store.start(slice)),
                              store.duration(slice).count()});
        models::RowMark mark;
        mark.slice = slice;
        if (work) mark.kind = store.kind(slice);
        const std::string_view full = store.name(slice);
        mark.fullText = QString::fromUtf8(full.data(), static_cast<qsizetype>(full.size()));
        marks.push_back(std::move(mark));
    }
    std::int64_t sum = 0; // by row, as the column lies in memory: of millions of hits in milliseconds
    for (const SliceId slice : m_hits->byRow) sum += store.duration(slice).count();
    const auto text = [](std::size_t n) { return QString::fromStdString(formatCount(static_cast<std::int64_t>(n))); };
    QString sentence =
        (m_hits->byTime.size() == 1
             ? tr("1 hit, %1").arg(QString::fromStdString(formatDuration(sum)))
             : tr("%1 hits, %2 summed").arg(text(m_hits->byTime.size()), QString::fromStdString(formatDuration(sum))));
    if (shown < m_hits->byTime.size()) sentence += tr("; the first %1 are listed").arg(text(shown));
    for (const std::string& remark : m_hits->remarks) sentence += QStringLiteral("; ") + QString::fromStdString(remark);
    m_sentence->setText(sentence);
    m_model.setTable(std::move(table), std::move(marks));
}

void HitsPanel::setCurrent(std::size_t hit) {
    if (!isVisible() || m_model.sortedColumn() >= 0 || hit >= static_cast<std::size_t>(m_model.rowCount())) return;
    m_table->selectRow(static_cast<int>(hit));
}

} // namespace lanescope::panels
