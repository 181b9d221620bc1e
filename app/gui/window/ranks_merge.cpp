// One trace of all ranks, for other viewers.
#include "app/gui/window/ranks_controller.h"

#include "core/session/ranks/save_merged.h"

#include <QFileDialog>

namespace lanescope::app {

namespace {
const QString kMerge = QStringLiteral("merge ranks");
}

// On the clocks as they are laid now; each trace is read again, one at a time.
void RanksController::exportMerged() {
    if (!isShown()) return;
    QFileDialog* dialog = fileDialog(tr("Export one trace of all ranks"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(tr("Chrome trace (*.json.gz *.json)"));
    dialog->setDefaultSuffix(QStringLiteral("json.gz"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        MergedTraceOptions options;
        options.event = m_document.alignedEvent();
        for (std::size_t r = 0; r < m_document.set().records.size(); ++r)
            options.shiftedNs.push_back(m_document.shiftedBy(r));
        m_parts.runner.start(
            kMerge, this,
            [job = m_document.sharedJob(), set = m_document.set(), options, path](RunContext& context) {
                return saveMerged(job->calledByTraces(set), job->traceSources(), path.toStdString(), options, {},
                                  context);
            },
            [this, path](const Result<MergedCounts>& done) {
                m_page->say(done.ok() ? tr("written: %1").arg(path) : QString::fromStdString(done.error().text()));
            });
        watchWork(kMerge, tr("writing %1").arg(path));
    });
    dialog->open();
}

} // namespace lanescope::app
