#include "app/gui/window/ranks_controller.h"

#include "app/gui/window/ranks_picture_dialog.h"
#include "app/gui/window/ranks_session.h"
#include "core/readers/chrome_json/rank_from_name.h"

#include <QFileInfo>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace lanescope::app {

using ranksview::RankJob;
using ranksview::RankTrace;

namespace {
const QString kRanks = QStringLiteral("ranks");
constexpr int kPollMs = 100;
const QString kClocks = QStringLiteral("rank clocks");
} // namespace

RanksController::RanksController(Parts parts, QObject* parent) : QObject(parent), m_parts(std::move(parts)) {
    m_page = new RanksPage(m_parts.look, m_document, m_parts.runner, &m_parts.stack);
    m_parts.stack.addWidget(m_page);
    m_page->bottom().findings().setThresholds(m_parts.thresholds);
    m_poll.setInterval(kPollMs);
    connect(&m_poll, &QTimer::timeout, this, [this] {
        if (const Progress* progress = m_parts.runner.progress(kRanks))
            emit progressed(progress->done.load(), progress->total.load());
    });
    m_work.setInterval(kPollMs);
    connect(&m_work, &QTimer::timeout, this, &RanksController::sayWork);
    m_document.setLater([this](std::function<ranksview::RanksDocument::Moved()> work,
                               std::function<void(const ranksview::RanksDocument::Moved&)> done) {
        using Moved = ranksview::RanksDocument::Moved;
        m_parts.runner.start(
            kClocks, this, [work = std::move(work)](RunContext&) -> Result<Moved> { return work(); },
            [done = std::move(done)](const Result<Moved>& moved) {
                if (moved.ok()) done(*moved);
            });
    });
    connect(&m_document, &ranksview::RanksDocument::shownChanged, this, &RanksController::openTraces);
    connect(m_page, &RanksPage::tracesWanted, this, &RanksController::openTraces);
    connect(&m_page->verdict(), &rankpanels::VerdictPanel::noteWanted, this, &RanksController::noteVerdict);
    connect(m_page, &RanksPage::rankActivated, this, &RanksController::activate);
    connect(m_page, &RanksPage::ranksGiven, this, &RanksController::giveRanks);
    connect(m_page, &RanksPage::eventWanted, this, &RanksController::alignBySelection);
    connect(m_page, &RanksPage::pictureWanted, this, &RanksController::exportPicture);
    connect(m_page, &RanksPage::closeWanted, this, &RanksController::close);
}

RanksController::~RanksController() { delete m_page; }

void RanksController::open(const QStringList& inputs) {
    if (inputs.isEmpty()) return;
    cancelWork(); // it is of the ranks that were open
    m_kept.reset();
    m_from = From::Files;
    m_inputs.clear();
    std::vector<std::string> names;
    for (const QString& input : inputs) {
        m_inputs << QFileInfo(input).absoluteFilePath();
        names.push_back(m_inputs.back().toStdString());
    }
    m_parts.runner.start(
        kRanks, this,
        [names = std::move(names)](RunContext& context) { return ranksview::loadRankJob(names, {}, context); },
        [this](const Result<std::shared_ptr<const RankJob>>& job) { onLoaded(job); });
    m_poll.start();
    emit started();
}

void RanksController::open(std::vector<RankSource> sources, const QString& title) {
    m_from = From::Session;
    cancelWork();
    m_kept.reset();
    m_inputs = QStringList{title};
    m_parts.runner.start(
        kRanks, this,
        [sources = std::move(sources), title = title.toStdString()](RunContext& context) {
            return ranksview::loadRankJob(sources, title, {}, context);
        },
        [this](const Result<std::shared_ptr<const RankJob>>& job) { onLoaded(job); });
    m_poll.start();
    emit started();
}

void RanksController::cancel() {
    cancelWork();
    if (!isLoading()) return;
    m_parts.runner.cancel(kRanks);
    m_poll.stop();
    emit ended();
}

bool RanksController::isLoading() const { return m_parts.runner.isRunning(kRanks); }

namespace {

bool namesTellRanks(const RankSet& set) {
    std::set<std::int64_t> ranks;
    for (const align::RankRecord& record : set.records)
        if (const auto rank = readers::rankFromFileName(std::filesystem::path(record.file).filename().string()))
            ranks.insert(*rank);
    return ranks.size() > 1;
}

} // namespace

void RanksController::onLoaded(Result<std::shared_ptr<const RankJob>> job) {
    m_poll.stop();
    if (!job.ok()) {
        emit failed(job.error());
        return emit ended();
    }
    const RankSet& set = (*job)->set;
    if (set.records.empty() || ((*job)->sources.empty() && m_document.isOpen())) { // logs and dumps alone
        if (m_document.isOpen()) {
            m_document.setCompanions(
                std::make_shared<const RankCompanions>(joined(m_document.companions(), *(*job)->companions)));
            m_page->bottom().showTab(rankpanels::RanksBottom::Tab::Logs);
            show();
        } else {
            emit failed({ErrorCode::NotATrace, "these are logs of a job, not its traces",
                         m_inputs.first().toStdString(), "open the traces first, or the folder that holds both"});
        }
        return emit ended();
    }
    bool anyTrace = false; // else there is nothing to open alone: a summary or dump of one rank
    for (std::size_t r = 0; r < set.records.size(); ++r) anyTrace = anyTrace || (*job)->timelineOf(r);
    // Files of several ranks by their names that all say one rank: which they are is for the user to say. Files whose
    // names tell no ranks may be one rank recorded twice, before and after a change.
    const align::Discovery& found = set.discovery;
    const bool sameRank = !found.twice.empty() && found.worldSize > 1 && found.mixed.empty() && namesTellRanks(set);
    const bool ranks = found.present.size() > 1 || sameRank || !anyTrace || m_from == From::Session;
    if (!ranks) { // unrelated traces, or a single one
        QStringList names;
        for (std::size_t r = 0; r < set.records.size(); ++r) {
            const TraceSource* source = (*job)->timelineOf(r);
            if (source && source->member.empty()) names << QString::fromStdString(source->path.string());
        }
        names.removeDuplicates();
        const QString first = QString::fromStdString(set.records.front().file);
        emit ended();
        return emit aloneWanted(names, names.contains(first) ? first : names.value(0, m_inputs.first()));
    }
    m_opening.clear();
    const auto kept = std::exchange(m_kept, nullptr);
    std::vector<session::Trace> notes = m_saved; // of a session: they are in it alone
    m_document.open(*job);
    if (kept) keepNotes(std::move(notes)); // the same ranks, read again
    if (kept && m_document.companions().empty()) m_document.setCompanions(kept);
    show();
    openTraces();
    emit ended();
}

bool RanksController::isShown() const { return m_parts.stack.currentWidget() == m_page; }

void RanksController::show() {
    if (!m_document.isOpen()) return;
    m_wanted = true;
    m_page->setKeys(m_parts.keysOf);
    m_parts.stack.setCurrentWidget(m_page);
    m_page->timelines().setFocus();
    openTraces();
    emit shown();
}

void RanksController::close() {
    for (const QString& slot : m_opening) m_parts.runner.cancel(slot);
    m_opening.clear();
    cancelWork();
    m_document.close();
    m_wanted = false;
    emit left();
}

QString RanksController::title() const {
    if (!m_document.isOpen()) return {};
    return tr("%1 \u00b7 %2 ranks")
        .arg(QString::fromStdString(m_document.job().title))
        .arg(m_document.set().records.size());
}

void RanksController::exportPicture() {
    if (!isShown()) return;
    const auto source = [this]() -> std::optional<rankpictures::RanksPictureSource> {
        if (!m_document.isOpen()) return std::nullopt;
        session::Session session = sessionOfPage(*this);
        if (m_parts.thresholds) session.thresholds = m_parts.thresholds();
        return rankpictures::pictureSource(m_document, std::move(session));
    };
    auto* dialog =
        new RanksPictureDialog(source, m_parts.runner, m_parts.folder ? m_parts.folder() : QString(), m_page);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (m_parts.setFolder) connect(dialog, &ExportDialog::folderChosen, this, m_parts.setFolder);
    connect(&m_page->view(), &timeline::ViewState::axisChanged, dialog, &RanksPictureDialog::refresh);
    connect(&m_page->view(), &timeline::ViewState::scaleChanged, dialog, &RanksPictureDialog::refresh);
    connect(&m_page->timelines(), &rankpanels::RanksTimeline::rangeChanged, dialog, &RanksPictureDialog::refresh);
    connect(&m_document, &ranksview::RanksDocument::shownChanged, dialog, &RanksPictureDialog::refresh);
    connect(&m_document, &ranksview::RanksDocument::traceChanged, dialog, &RanksPictureDialog::refresh);
    connect(&m_document, &ranksview::RanksDocument::stepChanged, dialog, &RanksPictureDialog::refresh);
    connect(&m_document, &ranksview::RanksDocument::selectionChanged, dialog, &RanksPictureDialog::refresh);
    connect(&m_document, &ranksview::RanksDocument::alignmentChanged, dialog, &RanksPictureDialog::refresh);
    dialog->show();
}

} // namespace lanescope::app
