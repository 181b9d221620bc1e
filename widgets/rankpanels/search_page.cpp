#include "widgets/rankpanels/search_page.h"

#include "core/export/quantity.h"

#include <fmt/format.h>

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::rankpanels {

using ranksview::ChosenSlice;
using ranksview::RanksDocument;

namespace {
const QString kSlot = QStringLiteral("ranks search");

QString counted(std::size_t n, const char* one, const char* many) {
    return QString::fromStdString(formatCount(static_cast<std::int64_t>(n))) + QLatin1Char(' ') +
           QString::fromLatin1(n == 1 ? one : many);
}
} // namespace

SearchPage::SearchPage(timeline::Look& look, RanksDocument& document, jobs::JobRunner& runner, QWidget* parent)
    : QWidget(parent), m_document(document), m_runner(runner) {
    m_input = new QLineEdit(this);
    m_input->setPlaceholderText(tr("name, or a filter such as kind:comm dur>1ms"));
    m_input->setAccessibleName(tr("search in all shown ranks"));
    m_input->setClearButtonEnabled(true);
    m_words = new QLabel(this);
    m_words->setProperty("role", "second");
    m_view = new panels::FigureView(look, m_model, this);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(14, 3, 14, 3);
    head->setSpacing(12);
    head->addWidget(m_input, 2);
    head->addWidget(m_words, 3);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addLayout(head);
    box->addWidget(m_view, 1);
    connect(m_input, &QLineEdit::returnPressed, this, [this] { m_hits.empty() ? start() : next(1); });
    connect(m_input, &QLineEdit::textEdited, this, &SearchPage::start);
    connect(m_view, &panels::FigureView::rowChosen, this,
            [this](int row) { choose(static_cast<std::size_t>(m_model.tableRow(row))); });
    connect(&document, &RanksDocument::changed, this, [this] {
        m_input->clear();
        start();
    });
    for (const auto signal : {&RanksDocument::shownChanged, &RanksDocument::alignmentChanged})
        connect(&document, signal, this, &SearchPage::start);
    connect(&document, &RanksDocument::traceChanged, this, &SearchPage::start);
}

void SearchPage::search(const QString& query) {
    m_input->setText(query);
    start();
}

Result<SearchPage::Hits> SearchPage::find(const std::vector<Place>& places, const std::string& query, const Zero& zero,
                                          RunContext& context) {
    Hits out;
    out.table = {"ranks_hits",
                 "Hits",
                 {{"rank", "rank", Unit::Text},
                  {"name", "name", Unit::Text},
                  {"start_ns", zero.name.empty() ? std::string("start") : fmt::format("start, from {}", zero.name),
                   Unit::TimePoint},
                  {"duration_ns", "duration", Unit::Nanoseconds}},
                 {},
                 zero.ns,
                 {},
                 {}};
    for (const Place& place : places) {
        const TraceStore& store = *place.trace->trace.store;
        const auto hits = models::findHits(store, query, context);
        if (!hits.ok()) return hits.error();
        out.all += hits->byTime.size();
        out.ranks += hits->byTime.empty() ? 0 : 1;
        for (const SliceId slice : hits->byTime) {
            if (out.list.size() == kMostRows) break;
            out.list.push_back({place.record, slice});
            out.table.rows.push_back({place.label, std::string(store.name(slice)),
                                      count(place.clock.toCommon(count(store.start(slice)))),
                                      store.duration(slice).count()});
        }
    }
    return out;
}

void SearchPage::start() {
    m_hits.clear();
    m_current.reset();
    const std::string query = m_input->text().trimmed().toStdString();
    if (query.empty() || !m_document.isOpen()) {
        m_runner.cancel(kSlot);
        m_model.setTable({});
        return m_words->clear();
    }
    std::vector<Place> places;
    std::size_t closed = 0;
    for (const std::size_t record : m_document.shown()) {
        if (auto trace = m_document.sharedTrace(record))
            places.push_back(
                {record, m_document.label(record), std::move(trace), m_document.set().alignment.ranks[record]});
        else
            ++closed;
    }
    m_runner.start(
        kSlot, this,
        [places = std::move(places), query, zero = Zero{count(m_document.zero()), m_document.zeroName()}](
            RunContext& context) { return find(places, query, zero, context); },
        [this, closed](const Result<Hits>& hits) { show(hits, closed); });
}

void SearchPage::show(const Result<Hits>& hits, std::size_t closed) {
    m_words->setProperty("role", hits.ok() ? "second" : "bad");
    if (!hits.ok()) { // the last result stays
        m_words->setText(QString::fromStdString(hits.error().message));
        return;
    }
    m_hits = hits->list;
    m_model.setTable(hits->table);
    QString words = tr("%1 in %2").arg(counted(hits->all, "hit", "hits"), counted(hits->ranks, "rank", "ranks"));
    if (hits->all > hits->list.size()) words += tr(", the first %1 listed").arg(hits->list.size());
    if (closed > 0) words += tr("; %1 not open").arg(counted(closed, "rank is", "ranks are"));
    m_words->setText(words);
}

void SearchPage::choose(std::size_t hit) {
    if (hit >= m_hits.size()) return;
    m_current = hit;
    emit hitWanted(m_hits[hit]);
}

void SearchPage::next(int by) {
    if (m_hits.empty()) return;
    const auto n = static_cast<std::int64_t>(m_hits.size());
    const std::int64_t at = m_current ? static_cast<std::int64_t>(*m_current) + by : (by > 0 ? 0 : n - 1);
    choose(static_cast<std::size_t>((at % n + n) % n));
}

} // namespace lanescope::rankpanels
