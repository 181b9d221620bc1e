#include "widgets/panels/kernels_panel.h"

#include "widgets/panels/panel_parts.h"

#include <QVBoxLayout>

namespace lanescope::panels {

namespace {
const QString kSlot = QStringLiteral("kernels");
constexpr int kTotalColumn = 4;
} // namespace

KernelsPanel::KernelsPanel(const timeline::Shared& shared, jobs::JobRunner& runner, QWidget* parent)
    : QWidget(parent),
      m_shared(shared),
      m_runner(runner),
      m_sentence(makeText({}, TextRole::Second, this)),
      m_table(new FigureView(shared.look, m_model, this)) {
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    m_sentence->setContentsMargins(14, 8, 14, 8);
    box->addWidget(m_sentence);
    box->addWidget(m_table, 1);
    connect(&shared.document, &timeline::Document::factsChanged, this, &KernelsPanel::ask);
    connect(m_table, &FigureView::sliceWanted, this, &KernelsPanel::sliceWanted);
}

void KernelsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    ask();
}

void KernelsPanel::ask() {
    if (!isVisible()) return;
    const timeline::TraceFacts* facts = m_shared.document.facts();
    if (!facts || !facts->analysis->hasWork()) {
        m_shown.reset();
        m_model.setTable({});
        m_table->hide();
        m_sentence->setText(facts ? tr("no GPU events in this file") : QStringLiteral("\u2026"));
        m_sentence->show();
        return;
    }
    if (m_shown == facts->analysis) return;
    const auto analysis = facts->analysis;
    m_runner.start(
        kSlot, this,
        [analysis](RunContext& context) -> Result<models::RangeSummary> {
            const TimeRange whole = analysis->store->extent();
            return models::summariseRange(*analysis->store, *analysis->mainWork(), count(whole.begin), count(whole.end),
                                          analysis->thresholds, context, models::GroupBy::Name,
                                          analysis->kernelGroups.get());
        },
        [this, analysis](Result<models::RangeSummary> result) {
            if (!result.ok() || m_shared.document.analysis() != analysis.get()) return;
            const bool first = m_model.table().id.empty();
            auto table = models::kernelTable(*analysis->store, *result, m_shared.document.names());
            m_model.setTable(std::move(table.table), std::move(table.marks));
            if (first) m_table->setSorted(kTotalColumn, Qt::DescendingOrder);
            m_shown = analysis;
            const DeviceReport* device = analysis->device();
            m_sentence->setText(tr("all GPU work of GPU %1 by name, whole trace, warm-up included%2; share of the sum "
                                   "over all streams")
                                    .arg(device ? QString::fromStdString(device->device) : QString(),
                                         analysis->partial ? tr(", so far") : QString()));
            m_table->show();
        });
}

} // namespace lanescope::panels
