// Work of the page that takes long: how far it is, and how it is stopped. The clocks by a chosen event are such work:
// every rank's trace is read for it.
#include "app/gui/window/ranks_controller.h"

#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>

namespace lanescope::app {

using ranksview::RankJob;
using ranksview::RankTrace;

namespace {
const QString kEvent = QStringLiteral("rank event"), kLogs = QStringLiteral("rank logs");
}

void RanksController::giveRanks(const std::map<std::size_t, std::int64_t>& ranks) {
    if (!m_document.isOpen()) return;
    const RankJob& job = m_document.job();
    std::vector<RankSource> sources = job.sources;
    for (const auto& [record, rank] : ranks)
        if (const RankSource* source = job.sourceOf(job.set.records[record]))
            sources[static_cast<std::size_t>(source - job.sources.data())].rank = rank;
    const auto logs = std::make_shared<const RankCompanions>(m_document.companions());
    open(std::move(sources), QString::fromStdString(job.title));
    m_kept = logs;
}

QFileDialog* RanksController::fileDialog(const QString& title) {
    auto* dialog = new QFileDialog(m_page, title, m_parts.folder ? m_parts.folder() : QString());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::filesSelected, this, [this, dialog](const QStringList& files) {
        const bool folder = dialog->fileMode() == QFileDialog::Directory;
        if (m_parts.setFolder && !files.isEmpty())
            m_parts.setFolder(folder ? files.first() : QFileInfo(files.first()).absolutePath());
    });
    return dialog;
}

bool RanksController::isBusy() const {
    return isLoading() || std::any_of(m_working.begin(), m_working.end(),
                                      [&](const auto& one) { return m_parts.runner.isRunning(one.first); });
}

void RanksController::watchWork(const QString& slot, const QString& words) {
    m_working[slot] = words;
    m_page->say(words);
    m_work.start();
    emit workChanged();
}

void RanksController::sayWork() {
    std::erase_if(m_working, [&](const auto& one) { return !m_parts.runner.isRunning(one.first); });
    if (m_working.empty()) {
        m_work.stop();
        return emit workChanged();
    }
    const auto& [slot, words] = *m_working.begin();
    QString text = words;
    if (const Progress* progress = m_parts.runner.progress(slot); progress && progress->total.load() > 0) {
        const double share = static_cast<double>(progress->done.load()) / static_cast<double>(progress->total.load());
        text += tr(": %1 %").arg(static_cast<int>(std::clamp(share, 0.0, 1.0) * 100));
    }
    const QList<QKeySequence> keys = m_parts.keysOf("file.stop");
    if (!keys.isEmpty()) text += tr(", %1 stops").arg(keys.first().toString(QKeySequence::NativeText));
    m_page->say(text);
}

void RanksController::cancelWork() {
    m_parts.runner.cancel(kLogs);
    for (const auto& [slot, words] : m_working) {
        if (!m_parts.runner.isRunning(slot)) continue;
        m_parts.runner.cancel(slot);
        m_page->say(tr("stopped: %1").arg(words));
    }
    m_working.clear();
    m_work.stop();
    emit workChanged();
}

void RanksController::alignBySelection() {
    const auto chosen = m_document.isOpen() ? m_document.slice() : std::nullopt;
    const RankTrace* trace = chosen ? m_document.trace(chosen->record) : nullptr;
    if (!trace) return m_page->say(tr("choose a slice first: ranks are aligned by the first one of its name"));
    const std::string name(trace->trace.store->name(chosen->slice));
    m_parts.runner.start(
        kEvent, this,
        [job = m_document.sharedJob(), name](RunContext& context) {
            return ranksview::findRankEvent(*job, name, {}, context);
        },
        [this, name, of = &m_document.job()](const Result<std::vector<std::optional<std::int64_t>>>& starts) {
            if (!m_document.isOpen() || &m_document.job() != of) return;
            if (!starts.ok()) return m_page->say(QString::fromStdString(starts.error().text()));
            alignedByEvent(name, *starts);
        });
    watchWork(kEvent, tr("looking for the event on every rank"));
}

// Ranks without it keep the clocks of their files; that is said.
void RanksController::alignedByEvent(const std::string& name, const std::vector<std::optional<std::int64_t>>& starts) {
    std::size_t found = 0, noTrace = 0;
    for (std::size_t r = 0; r < starts.size(); ++r) {
        found += starts[r] ? 1 : 0;
        noTrace += m_document.job().timelineOf(r) ? 0 : 1;
    }
    if (found < 2) {
        const QString why = noTrace > 0 ? tr("; %1 ranks have no trace beside their summary").arg(noTrace) : QString();
        return m_page->say(tr("not aligned: %1 of %2 ranks have this event").arg(found).arg(starts.size()) + why);
    }
    m_document.alignBy(align::AlignBy::Event, starts, name);
    const std::size_t without = starts.size() - found - noTrace;
    QStringList rest;
    if (noTrace > 0) rest << tr("%1 ranks have no trace beside their summary").arg(noTrace);
    if (without > 0) rest << tr("%1 ranks have no such event").arg(without);
    m_page->say(tr("aligned by the event on %1 ranks").arg(found) +
                (rest.isEmpty() ? QString() : QStringLiteral("; ") + rest.join(QStringLiteral(", "))));
}

} // namespace lanescope::app
