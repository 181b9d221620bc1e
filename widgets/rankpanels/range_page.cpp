#include "widgets/rankpanels/range_page.h"

#include "core/analysis/four_numbers.h"
#include "core/export/quantity.h"

#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::rankpanels {

using ranksview::RanksDocument;
using ranksview::RankTrace;

namespace {

const QString kSlot = QStringLiteral("ranks range");

struct Part { // of one rank
    std::string label;
    std::shared_ptr<const RankTrace> trace;
    std::int64_t beginNs = 0, endNs = 0; // its own clock
    std::vector<scene::RankWait> waits;
};

std::int64_t waitedIn(const Part& part) {
    std::int64_t out = 0;
    const TraceStore& store = *part.trace->trace.store;
    for (const scene::RankWait& wait : part.waits) {
        if (wait.slice.value >= store.slices().size()) continue;
        const std::int64_t begin = count(store.start(wait.slice));
        out += std::max<std::int64_t>(0, std::min(begin + wait.waitNs, part.endNs) - std::max(begin, part.beginNs));
    }
    return out;
}

Table emptyTable() {
    return {"ranks_range",
            "Ranks in the range",
            {{"rank", "rank", Unit::Text},
             {"wall_ns", "range", Unit::Nanoseconds},
             {"busy_ns", "busy", Unit::Nanoseconds},
             {"busy_share", "busy, %", Unit::Ratio},
             {"compute_ns", "compute", Unit::Nanoseconds},
             {"comm_ns", "communication", Unit::Nanoseconds},
             {"waiting_ns", "of it waiting", Unit::Nanoseconds},
             {"exposed_comm_ns", "exposed comm", Unit::Nanoseconds},
             {"exposed_mem_ns", "exposed copies", Unit::Nanoseconds},
             {"idle_ns", "idle", Unit::Nanoseconds}},
            {},
            0,
            {},
            {}};
}

std::vector<Cell> rowOf(const Part& part) {
    const FourNumbers n = fourNumbers(part.trace->all, part.beginNs, part.endNs, {});
    const auto busy = n.busyShare();
    return {part.label,     n.wallNs, n.busyNs,       busy ? Cell(*busy) : Cell(),
            n.computeNs,    n.commNs, waitedIn(part), n.exposedCommNs,
            n.exposedMemNs, n.idleNs};
}

Result<Table> tableOf(const std::vector<Part>& parts, RunContext& context) {
    Table out = emptyTable();
    for (const Part& part : parts) {
        if (context.stopRequested()) return Error{ErrorCode::Cancelled, "stopped", {}, {}};
        out.rows.push_back(rowOf(part));
    }
    return out;
}

} // namespace

RangePage::RangePage(timeline::Look& look, RanksDocument& document, jobs::JobRunner& runner, QWidget* parent)
    : QWidget(parent), m_document(document), m_runner(runner) {
    m_words = new QLabel(this);
    m_words->setProperty("role", "second");
    m_words->setContentsMargins(14, 4, 14, 4);
    m_view = new panels::FigureView(look, m_model, this);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addWidget(m_words);
    box->addWidget(m_view, 1);
    connect(m_view, &panels::FigureView::rowChosen, this, [this](int row) {
        const auto at = static_cast<std::size_t>(m_model.tableRow(row));
        if (at < m_records.size()) emit rankWanted(m_records[at]);
    });
    for (const auto signal : {&RanksDocument::changed, &RanksDocument::alignmentChanged, &RanksDocument::shownChanged})
        connect(&document, signal, this, &RangePage::refresh);
    connect(&document, &RanksDocument::traceChanged, this, &RangePage::refresh);
    refresh();
}

void RangePage::setRange(std::optional<TimeRange> range) {
    if (range == m_range) return;
    m_range = range;
    refresh();
}

void RangePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_stale) refresh();
}

void RangePage::refresh() {
    m_stale = !isVisible();
    if (m_stale) return;
    if (!m_document.isOpen() || !m_range) {
        m_model.setTable({});
        return m_words->setText(tr("drag over the timelines: what each rank does in that range"));
    }
    std::vector<Part> parts;
    m_records.clear();
    std::size_t closed = 0;
    for (const std::size_t record : m_document.shown()) {
        const auto trace = m_document.sharedTrace(record);
        if (!trace) {
            ++closed;
            continue;
        }
        const align::RankClockFit& clock = m_document.set().alignment.ranks[record];
        parts.push_back({m_document.label(record), trace, clock.toFile(CommonTime{Ns{count(m_range->begin)}}),
                         clock.toFile(CommonTime{Ns{count(m_range->end)}}), m_document.measures().waits[record]});
        m_records.push_back(record);
    }
    QString words = tr("%1 from %2")
                        .arg(QString::fromStdString(formatDuration(m_range->length().count())),
                             QString::fromStdString(formatOffset((m_range->begin - m_document.zero()).count())));
    if (closed > 0) words += tr(", %1 ranks are not open yet").arg(closed);
    m_words->setText(words);
    m_runner.start(
        kSlot, this, [parts = std::move(parts)](RunContext& context) { return tableOf(parts, context); },
        [this](const Result<Table>& table) {
            if (table.ok() && m_document.isOpen()) m_model.setTable(*table);
        });
}

} // namespace lanescope::rankpanels
