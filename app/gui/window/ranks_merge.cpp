// One trace of all ranks, for other viewers.
#include "app/gui/window/ranks_controller.h"

#include "core/session/ranks/merged_trace.h"

#include <QFileDialog>
#include <QSaveFile>

namespace lanescope::app {

using ranksview::RankJob;

namespace {
const QString kMerge = QStringLiteral("merge ranks");
}

namespace {

// One Chrome trace of all ranks on the clocks as they are laid now.
Result<std::uint64_t> writeMerged(const RankJob& job, const RankSet& set, const std::string& path,
                                  RunContext& context) {
    QSaveFile file(QString::fromStdString(path)); // under a temporary name until all is written
    if (!file.open(QIODevice::WriteOnly))
        return Error{ErrorCode::NotWritable, "the file cannot be opened for writing", path, "choose another folder"};
    std::uint64_t written = 0;
    MergedTraceWriter writer(set, [&](std::string_view text) {
        written += text.size();
        return file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size());
    });
    const Error notWritten{ErrorCode::NotWritable, "the file cannot be written", path, "look at the free space"};
    if (!writer.begin()) return notWritten;
    for (std::size_t r = 0; r < set.records.size(); ++r) {
        if (context.stopRequested()) return Error{ErrorCode::Cancelled, "stopped", {}, {}};
        const auto trace = ranksview::openRankTrace(job, r, {}, context);
        if (!trace.ok()) return trace.error();
        if (!writer.addRank(r, *(*trace)->trace.store, context.stopToken())) return notWritten;
    }
    if (!writer.end()) return notWritten;
    if (!file.commit()) return notWritten;
    return written;
}

} // namespace

void RanksController::exportMerged() {
    if (!isShown()) return;
    auto* dialog = new QFileDialog(m_page, tr("Export one trace of all ranks"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(tr("Chrome trace (*.json)"));
    dialog->setDefaultSuffix(QStringLiteral("json"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_page->say(tr("writing %1").arg(path));
        m_parts.runner.start(
            kMerge, this,
            [job = m_document.sharedJob(), set = m_document.set(), path](RunContext& context) {
                return writeMerged(*job, set, path.toStdString(), context);
            },
            [this, path](const Result<std::uint64_t>& done) {
                m_page->say(done.ok() ? tr("written: %1").arg(path) : QString::fromStdString(done.error().text()));
            });
    });
    dialog->open();
}

} // namespace lanescope::app
