// Timelines of the ranks: opened from their indexes as they come into view, let go when they are many; one alone;
// another run; logs.
#include "app/gui/window/ranks_controller.h"
#include "widgets/ranks/timelines_held.h"

#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>

namespace lanescope::app {

using ranksview::RankJob;
using ranksview::RanksDocument;
using ranksview::RankTrace;

namespace {
constexpr std::size_t kAtOnce = 2;              // timelines being opened
constexpr std::size_t kWithoutAsk = 16;         // of the shown ranks, opened before they are in view
constexpr std::size_t kMostOpen = 32;           // more are let go when they are out of view
constexpr std::size_t kMostSlices = 32'000'000; // of timelines out of view: about 1 GB
const QString kRun = QStringLiteral("another run"), kLogs = QStringLiteral("rank logs");

std::vector<std::string> namesOf(const QStringList& inputs) {
    std::vector<std::string> out;
    for (const QString& input : inputs) out.push_back(QFileInfo(input).absoluteFilePath().toStdString());
    return out;
}

QString slotOf(const QString& what, bool isFirst, std::size_t record) {
    return QStringLiteral("%1 %2%3").arg(what, isFirst ? QString() : QStringLiteral("below ")).arg(record);
}

std::vector<std::size_t> wanted(const RanksDocument& document, const std::vector<std::size_t>& inView) {
    return ranksview::timelinesToHold(inView, document.shown(),
                                      [&](std::size_t record) { return document.slicesOf(record); },
                                      {std::min(kWithoutAsk, kMostOpen), kMostSlices});
}
} // namespace

void RanksController::openTraces() {
    if (!m_document.isOpen()) return;
    openTracesOf(m_document, m_page->timelines().recordsInView());
    rankpanels::RanksPanes& panes = m_page->panes();
    if (rankpanels::RanksTimeline* second = panes.second())
        openTracesOf(panes.isOfOtherRun() ? panes.run() : m_document, second->recordsInView());
    letGo();
}

void RanksController::openTracesOf(RanksDocument& document, const std::vector<std::size_t>& inView) {
    for (const std::size_t record : wanted(document, inView)) {
        if (m_opening.size() >= kAtOnce) return;
        if (document.wantsTrace(record)) openOne(document, record);
    }
    if (m_page->timelines().choice().idle == scene::RanksChoice::Idle::Hidden) return;
    for (const std::size_t record : inView) {
        if (m_opening.size() >= kAtOnce) return;
        const auto trace = document.sharedTrace(record);
        if (trace && trace->owners == scene::IdleOwners::NotYet) findOwners(document, record, trace);
    }
}

void RanksController::findOwners(RanksDocument& document, std::size_t record,
                                 const std::shared_ptr<const RankTrace>& trace) {
    const QString slot = slotOf(QStringLiteral("rank owners"), &document == &m_document, record);
    if (!m_opening.insert(slot).second) return;
    m_parts.runner.start(
        slot, this, [trace](RunContext& context) { return ranksview::withOwners(*trace, context); },
        [this, slot, record, trace, to = &document](const Result<std::shared_ptr<const RankTrace>>& owned) {
            m_opening.erase(slot);
            if (owned.ok() && to->isOpen() && to->sharedTrace(record) == trace) to->setTrace(record, *owned);
            openTraces();
        });
}

void RanksController::openOne(RanksDocument& document, std::size_t record) {
    const QString slot = slotOf(QStringLiteral("rank trace"), &document == &m_document, record);
    if (!m_opening.insert(slot).second) return;
    m_parts.runner.start(
        slot, this,
        [job = document.sharedJob(), record](RunContext& context) {
            return ranksview::openRankTrace(*job, record, {}, context);
        },
        [this, slot, record, to = &document,
         of = &document.job()](const Result<std::shared_ptr<const RankTrace>>& trace) {
            m_opening.erase(slot);
            if (to->isOpen() && &to->job() == of) {
                if (trace.ok())
                    to->setTrace(record, *trace);
                else
                    to->setFailed(record, QString::fromStdString(trace.error().message));
            }
            openTraces();
        });
}

// What is far from view is opened again from its index when it is looked at.
void RanksController::letGo() {
    std::vector<std::size_t> keep = wanted(m_document, m_page->timelines().recordsInView());
    rankpanels::RanksPanes& panes = m_page->panes();
    rankpanels::RanksTimeline* second = panes.isOfOtherRun() ? nullptr : panes.second();
    if (second) // what it asks for would be opened again at once
        for (const std::size_t record : wanted(m_document, second->recordsInView())) keep.push_back(record);
    if (const auto chosen = m_document.slice()) keep.push_back(chosen->record);
    std::size_t open = 0;
    for (const std::size_t record : m_document.shown())
        open += m_document.trace(record) ? m_document.slicesOf(record) : 0;
    const std::size_t most = open > kMostSlices ? 0 : kMostOpen;
    if (m_document.openCount() > most) m_document.letGoBut(keep, most);
}

QStringList RanksController::files() const {
    QStringList out;
    for (std::size_t r = 0; r < m_document.set().records.size(); ++r)
        if (const TraceSource* source = m_document.job().timelineOf(r)) out << QString::fromStdString(source->text());
    out.removeDuplicates();
    return out;
}

void RanksController::activate(std::size_t record) {
    const TraceSource* source = m_document.job().timelineOf(record);
    if (!source)
        return m_page->say(
            tr("there is no trace of %1 beside its summary").arg(QString::fromStdString(m_document.label(record))));
    emit aloneWanted(files(), QString::fromStdString(source->text()));
}

void RanksController::chooseRun() {
    if (!isShown()) return;
    QFileDialog* dialog = fileDialog(tr("Open another run below"));
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) { openRun({folder}); });
    dialog->open();
}

void RanksController::openRun(const QStringList& inputs, std::function<void()> then) {
    m_parts.runner.start(
        kRun, this,
        [names = namesOf(inputs)](RunContext& context) { return ranksview::loadRankJob(names, {}, context); },
        [this, inputs, then = std::move(then)](const Result<std::shared_ptr<const RankJob>>& job) {
            if (!job.ok()) return m_page->say(QString::fromStdString(job.error().text()));
            if (!m_document.isOpen() || (*job)->set.records.empty()) return;
            m_runInputs = inputs;
            m_page->panes().compareRun(*job);
            openTraces();
            if (then) then();
        });
    watchWork(kRun, tr("reading the other run"));
}

void RanksController::chooseLogs() {
    if (!isShown()) return;
    QFileDialog* dialog = fileDialog(tr("Open NCCL logs and flight recorder dumps"));
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) { addLogs(files); });
    dialog->open();
}

void RanksController::addLogs(const QStringList& inputs, LogsTab tab) {
    m_parts.runner.start(
        kLogs, this,
        [names = namesOf(inputs)](RunContext& context) -> Result<RankCompanions> {
            return loadCompanions(names, context.stopToken());
        },
        [this, tab](const Result<RankCompanions>& found) {
            if (!found.ok() || !m_document.isOpen()) return;
            if (found->empty())
                return m_page->say(found->failed.empty() ? tr("no NCCL log and no flight recorder dump among these")
                                                         : QString::fromStdString(found->failed.front().second.text()));
            m_document.setCompanions(std::make_shared<const RankCompanions>(joined(m_document.companions(), *found)));
            if (tab == LogsTab::Shown) m_page->bottom().showTab(rankpanels::RanksBottom::Tab::Logs);
        });
}

} // namespace lanescope::app
