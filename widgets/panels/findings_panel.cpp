#include "widgets/panels/findings_panel.h"

#include "core/analysis/signatures/signatures.h"
#include "core/export/findings_text.h"
#include "core/export/quantity.h"
#include "widgets/panels/panel_parts.h"
#include "widgets/scene/brackets_lane.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::panels {

namespace {

constexpr int kCostColumn = 4;

bool costs(const Finding& finding) { return finding.costNs > 0; }

std::string placeOf(const FindingsResult& result, const Finding& finding) {
    if (finding.rangeCount == 0) return finding.costNs > 0 ? "everywhere" : "whole trace";
    std::size_t steps = 0;
    for (const FindingWindow& w : result.windows) {
        if (!w.counts || !w.step) continue;
        steps += std::any_of(finding.ranges.begin(), finding.ranges.end(),
                             [&](const Interval& r) { return r.begin < w.at.end && w.at.begin < r.end; })
                     ? 1
                     : 0;
    }
    const auto number = [](std::size_t n, const char* one) {
        return formatCount(static_cast<std::int64_t>(n)) + " " + one + (n == 1 ? "" : "s");
    };
    std::string out = number(finding.rangeCount, "range");
    if (steps > 0) out += " in " + number(steps, "step");
    return out;
}

Table tableOf(const FindingsResult& result) {
    Table table;
    table.id = "findings";
    table.title = "Findings";
    table.columns = {{"finding", "finding", Unit::Text},
                     {"severity", "severity", Unit::Text},
                     {"confidence", "confidence", Unit::Text},
                     {"where", "where", Unit::Text},
                     {"cost_per_step_ns", result.hasSteps ? "cost per step" : "cost", Unit::Nanoseconds},
                     {"cost_share", "share", Unit::Ratio}};
    if (result.devices.size() > 1) table.columns.push_back({"device", "device", Unit::Text});
    for (const Finding& f : result.findings) {
        const std::string name = std::string(1, f.signature->letter) + "  " + std::string(f.signature->title);
        std::vector<Cell>& row = table.rows.emplace_back();
        row.emplace_back(name);
        row.emplace_back(severityText(severityOf(f, result.thresholds)));
        row.emplace_back(std::string(confidenceWord(f.confidence)));
        row.emplace_back(placeOf(result, f));
        row.emplace_back();
        row.emplace_back();
        if (costs(f)) row[kCostColumn] = f.costPerStepNs;
        if (costs(f)) row[kCostColumn + 1] = f.costShare;
        if (result.devices.size() > 1) row.emplace_back(f.device);
    }
    return table;
}

} // namespace

FindingsPanel::FindingsPanel(const timeline::Shared& shared, QWidget* parent)
    : QWidget(parent),
      m_shared(shared),
      m_sentence(makeText({}, TextRole::Second, this)),
      m_copy(makeButton(tr("Copy as Markdown"), ButtonRole::Link, this)),
      m_table(new FigureView(shared.look, m_model, this)),
      m_card(new FindingCard(this)) {
    setAccessibleName(tr("findings"));
    m_sentence->setWordWrap(true);
    m_table->setAccessibleName(tr("list of findings"));
    m_card->setFixedWidth(FindingCard::kWidth);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(14, 8, 14, 8);
    head->addWidget(m_sentence, 1);
    head->addWidget(m_copy);
    auto* left = new QVBoxLayout;
    left->setSpacing(0);
    left->addLayout(head);
    left->addWidget(m_table, 1);
    left->addStretch();
    auto* box = new QHBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addLayout(left, 1);
    box->addWidget(m_card);
    connect(m_table, &FigureView::rowChosen, this, &FindingsPanel::choose);
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(markdown()); });
    fill();
}

std::size_t FindingsPanel::count() const {
    if (!m_findings) return 0;
    return static_cast<std::size_t>(std::count_if(m_findings->findings.begin(), m_findings->findings.end(), costs));
}

void FindingsPanel::setFindings(std::shared_ptr<const FindingsResult> findings) {
    m_findings = std::move(findings);
    m_current.reset();
    fill();
    emit countChanged();
}

QString FindingsPanel::summary() const {
    if (!m_findings)
        return m_shared.document.isOpen() ? tr("Findings are looked for when the file has been read to its end.")
                                          : QString();
    if (m_findings->devices.empty()) return tr("no GPU events in this file; host rows only");
    const std::size_t n = count();
    if (n == 0 && m_findings->findings.empty())
        return tr("No signature holds, and the trace is not shown to be healthy.");
    if (n == 0) return tr("Healthy: nothing stands out. What shows it is at the right.");
    std::int64_t cost = 0;
    for (const Finding& f : m_findings->findings)
        if (f.device == m_findings->findings.front().device) cost += f.costPerStepNs;
    return tr("%1 %2, most costly first; together %3%4%5. A click goes there, F8 to the next.")
        .arg(n)
        .arg(n == 1 ? tr("finding") : tr("findings"), QString::fromStdString(formatDuration(cost)),
             m_findings->hasSteps ? tr(" per step") : QString(),
             m_findings->devices.size() > 1 ? tr(" on the device that suffers most") : QString());
}

void FindingsPanel::fill() {
    const bool any = m_findings && !m_findings->findings.empty();
    m_sentence->setText(summary());
    m_model.setTable(any ? tableOf(*m_findings) : Table());
    m_table->setVisible(any);
    m_copy->setVisible(any);
    m_card->setVisible(any);
    m_card->clear();
    if (!any) return;
    m_table->setSorted(kCostColumn, Qt::DescendingOrder);
    m_table->fitColumns();
    setCurrent(0);
}

int FindingsPanel::rowOf(std::size_t finding) const {
    for (int row = 0; row < m_model.rowCount(); ++row)
        if (m_model.tableRow(row) == static_cast<int>(finding)) return row;
    return -1;
}

void FindingsPanel::setCurrent(std::size_t finding) {
    if (!m_findings || finding >= m_findings->findings.size()) return;
    m_current = finding;
    m_table->selectRow(rowOf(finding));
    m_card->show(*m_findings, m_findings->findings[finding]);
}

void FindingsPanel::choose(int row) {
    const int at = m_model.tableRow(row);
    if (at < 0) return;
    setCurrent(static_cast<std::size_t>(at));
    emit findingWanted(static_cast<std::size_t>(at));
}

QString FindingsPanel::markdown() const {
    if (!m_findings || !m_shared.document.isOpen()) return {};
    return QString::fromStdString(findingsText(m_shared.document.store(), *m_findings, CardStyle::Markdown));
}

} // namespace lanescope::panels
