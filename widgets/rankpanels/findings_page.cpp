#include "widgets/rankpanels/findings_page.h"

#include "core/analysis/signatures/signatures.h"
#include "core/session/ranks/rank_findings.h"

#include <fmt/format.h>

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::rankpanels {

using ranksview::RanksDocument;
using ranksview::RankTrace;

namespace {
const QString kSlot = QStringLiteral("ranks findings");
constexpr std::string_view kStraggler = "straggler";
constexpr int kCardFrom = 700; // narrower pages leave the card out

struct Inputs {
    std::vector<std::shared_ptr<const RankTrace>> traces; // kept while they are read
    std::vector<RankInput> ranks;
    FindingOptions options;
};

Result<std::vector<FindingsResult>> findingsOf(const Inputs& inputs, RunContext& context) {
    if (inputs.ranks.size() > 1) return findJobFindings(inputs.ranks, inputs.options, context);
    auto one = findFindings(*inputs.ranks.front().store, inputs.options, context);
    if (!one.ok()) return one.error();
    std::vector<FindingsResult> out;
    out.push_back(std::move(*one));
    return out;
}
} // namespace

FindingsPage::FindingsPage(timeline::Look& look, RanksDocument& document, jobs::JobRunner& runner, QWidget* parent)
    : QWidget(parent), m_document(document), m_runner(runner) {
    m_words = new QLabel(this);
    m_words->setProperty("role", "second");
    m_words->setContentsMargins(14, 4, 14, 4);
    m_view = new panels::FigureView(look, m_model, this);
    m_card = new panels::FindingCard(this);
    m_card->setFixedWidth(panels::FindingCard::kWidth);
    auto* both = new QHBoxLayout;
    both->setContentsMargins(0, 0, 0, 0);
    both->setSpacing(0);
    both->addWidget(m_view, 1);
    both->addWidget(m_card);
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addWidget(m_words);
    box->addLayout(both, 1);
    connect(m_view, &panels::FigureView::rowChosen, this, &FindingsPage::choose);
    connect(&document, &RanksDocument::changed, this, &FindingsPage::clear);
    connect(&document, &RanksDocument::shownChanged, this, &FindingsPage::clear);
    connect(&document, &RanksDocument::traceChanged, this, &FindingsPage::clear);
}

void FindingsPage::clear() {
    m_stale = true;
    m_runner.cancel(kSlot);
    m_rows.clear();
    m_results.clear();
    m_model.setTable({});
    m_card->clear();
    emit countChanged();
    if (isVisible()) this->look();
}

void FindingsPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_stale) this->look();
}

void FindingsPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_card->setVisible(width() >= kCardFrom);
}

// Only what is open: a rank is read when it is looked at.
void FindingsPage::look() {
    Inputs inputs;
    m_records.clear();
    if (m_document.isOpen())
        for (const std::size_t record : m_document.shown()) {
            const auto& rank = m_document.set().records[record].rank;
            const bool twice = std::any_of(inputs.ranks.begin(), inputs.ranks.end(),
                                           [&](const RankInput& other) { return other.rank == rank.value_or(-1); });
            auto trace = m_document.sharedTrace(record);
            if (!trace || !rank || twice) continue;
            inputs.ranks.push_back({*rank, trace->trace.store.get(), nullptr});
            inputs.traces.push_back(std::move(trace));
            m_records.push_back(record);
        }
    if (inputs.ranks.empty()) return m_words->setText(tr("no timeline is open yet"));
    if (m_thresholds) inputs.options.gaps = m_thresholds();
    m_stale = false;
    m_words->setText(tr("looking \u2026"));
    m_runner.start(
        kSlot, this, [inputs = std::move(inputs)](RunContext& context) { return findingsOf(inputs, context); },
        [this](Result<std::vector<FindingsResult>> results) {
            if (!results.ok()) return m_words->setText(QString::fromStdString(results.error().text()));
            show(std::move(*results));
        });
}

void FindingsPage::show(std::vector<FindingsResult> results) {
    m_results = std::move(results);
    m_rows.clear();
    for (std::size_t r = 0; r < m_results.size(); ++r)
        for (std::size_t f = 0; f < m_results[r].findings.size(); ++f)
            if (m_results[r].findings[f].costNs > 0) m_rows.push_back({r, f});
    const auto of = [&](const RowOf& row) -> const Finding& { return m_results[row.rank].findings[row.finding]; };
    std::stable_sort(m_rows.begin(), m_rows.end(),
                     [&](const RowOf& a, const RowOf& b) { return of(a).costPerStepNs > of(b).costPerStepNs; });
    Table table{"ranks_findings",
                "Findings",
                {{"finding", "finding", Unit::Text},
                 {"rank", "rank", Unit::Text},
                 {"cost_per_step_ns", "cost per step", Unit::Nanoseconds},
                 {"cost_share", "of the time", Unit::Ratio},
                 {"confidence", "confidence", Unit::Text}},
                {},
                0,
                {},
                {}};
    for (const RowOf& row : m_rows)
        table.rows.push_back({titleOf(of(row), m_records[row.rank]), m_document.label(m_records[row.rank]),
                              of(row).costPerStepNs, of(row).costShare,
                              std::string(confidenceWord(of(row).confidence))});
    m_model.setTable(std::move(table));
    m_words->setText(m_rows.empty() ? tr("nothing found in %1 ranks").arg(m_results.size())
                                    : tr("%1 in %2 ranks, most costly first").arg(m_rows.size()).arg(m_results.size()));
    emit countChanged();
}

// The finding of a straggler lies in the ranks that wait for it: its title alone would accuse them.
std::string FindingsPage::titleOf(const Finding& finding, std::size_t record) const {
    const auto straggler = m_document.report().record;
    if (finding.signature->id != kStraggler || !straggler || *straggler == record)
        return std::string(finding.signature->title);
    return fmt::format("Waits for straggler {}", m_document.label(*straggler));
}

void FindingsPage::choose(int row) {
    const auto at = static_cast<std::size_t>(m_model.tableRow(row));
    if (at >= m_rows.size()) return;
    const std::size_t record = m_records[m_rows[at].rank];
    const FindingsResult& result = m_results[m_rows[at].rank];
    const Finding& finding = result.findings[m_rows[at].finding];
    m_card->show(result, finding);
    if (finding.ranges.empty() || !m_document.isOpen()) return;
    const align::RankClockFit& clock = m_document.set().alignment.ranks[record];
    emit rangeWanted(record, {ranksview::onRuler(clock.toCommon(finding.ranges.front().begin)),
                              ranksview::onRuler(clock.toCommon(finding.ranges.front().end))});
}

} // namespace lanescope::rankpanels
