#include "app/gui/window/finding_steps.h"

#include "core/analysis/signatures/signatures.h"
#include "core/export/findings_text.h"

#include <algorithm>

namespace lanescope::app {

FindingSteps::FindingSteps(const timeline::Shared& shared, TracePage& page, QObject* parent)
    : QObject(parent), m_shared(shared), m_page(page) {
    connect(&page.guide(), &panels::GuidePanel::findingsFound, this,
            [this](const std::shared_ptr<const FindingsResult>& findings) {
                m_findings = findings;
                m_current.reset();
                m_page.bottom().findings().setFindings(findings);
            });
    connect(&page.guide(), &panels::GuidePanel::findingWanted, this, &FindingSteps::show);
    connect(&page.findings(), &panels::FindingsLane::findingWanted, this,
            [this](std::size_t finding, lanescope::TimeRange range) {
                m_page.bottom().showTab(panels::BottomPanel::Tab::Findings);
                showAt(finding, range);
            });
    connect(&page.bottom().findings(), &panels::FindingsPanel::findingWanted, this, &FindingSteps::show);
}

void FindingSteps::show(std::size_t finding) {
    if (finding >= count()) return;
    const std::vector<Interval>& ranges = m_findings->findings[finding].ranges;
    if (ranges.empty()) return showAt(finding, m_shared.view.extent());
    const Interval at =
        *std::max_element(ranges.begin(), ranges.end(), [](auto& a, auto& b) { return a.length() < b.length(); });
    showAt(finding, timeRange(at.begin, at.end));
}

void FindingSteps::showAt(std::size_t finding, TimeRange range) {
    if (finding >= count() || !m_shared.document.isOpen()) return;
    const Finding& f = m_findings->findings[finding];
    const TraceStore& store = m_shared.document.store();
    std::vector<SliceId> slices; // that touch the range
    for (const SliceId slice : f.slices) {
        const TimeRange own = store.range(slice);
        if (own.end >= range.begin && own.begin <= range.end) slices.push_back(slice);
    }
    m_current = finding;
    m_page.bottom().findings().setCurrent(finding);
    if (!slices.empty()) std::rotate(slices.begin(), slices.begin() + 1, slices.end()); // the first is the current one
    m_shared.selection.setSlices(slices);
    if (!slices.empty()) m_page.canvas().revealRow(slices.back());
    m_shared.view.fit(range);
    const auto& title = f.signature->title;
    emit said(tr("finding %1 of %2: %3")
                  .arg(finding + 1)
                  .arg(count())
                  .arg(QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size()))));
}

void FindingSteps::step(int by) {
    const auto n = static_cast<int>(count());
    if (n == 0) return emit said(tr("there are no findings"));
    const int from = m_current ? static_cast<int>(*m_current) : (by > 0 ? -1 : 0);
    show(static_cast<std::size_t>((from + by + n) % n));
}

void FindingSteps::next() { step(1); }
void FindingSteps::previous() { step(-1); }

} // namespace lanescope::app
