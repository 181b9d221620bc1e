#include "app/gui/window/ranks_controller.h"

#include "core/session/ranks/merged_trace.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>

namespace lanescope::app {

using ranksview::RankJob;
using ranksview::RankTrace;

namespace {
const QString kRanks = QStringLiteral("ranks"), kEvent = QStringLiteral("rank event"),
              kMerge = QStringLiteral("merge ranks");
constexpr int kPollMs = 100;
constexpr std::size_t kAtOnce = 2; // timelines being opened

QString slotOf(std::size_t record) { return QStringLiteral("rank trace %1").arg(record); }
} // namespace

RanksController::RanksController(Parts parts, QObject* parent) : QObject(parent), m_parts(std::move(parts)) {
    m_page = new RanksPage(m_parts.look, m_document, m_parts.runner, &m_parts.stack);
    m_parts.stack.addWidget(m_page);
    m_poll.setInterval(kPollMs);
    connect(&m_poll, &QTimer::timeout, this, [this] {
        if (const Progress* progress = m_parts.runner.progress(kRanks))
            emit progressed(progress->done.load(), progress->total.load());
    });
    connect(&m_document, &ranksview::RanksDocument::shownChanged, this, &RanksController::openTraces);
    connect(m_page, &RanksPage::rankActivated, this, &RanksController::activate);
    connect(m_page, &RanksPage::eventWanted, this, &RanksController::alignBySelection);
    connect(m_page, &RanksPage::pictureWanted, this, &RanksController::exportPicture);
    connect(m_page, &RanksPage::closeWanted, this, &RanksController::close);
}

RanksController::~RanksController() { delete m_page; }

void RanksController::open(const QStringList& inputs) {
    if (inputs.isEmpty()) return;
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
    m_parts.runner.start(
        kRanks, this,
        [sources = std::move(sources), title = title.toStdString()](RunContext& context) {
            return ranksview::loadRankJob(sources, title, {}, context);
        },
        [this](const Result<std::shared_ptr<const RankJob>>& job) { onLoaded(job); });
    m_poll.start();
    emit started();
}

bool RanksController::isLoading() const { return m_parts.runner.isRunning(kRanks); }

void RanksController::cancel() {
    if (!isLoading()) return;
    m_parts.runner.cancel(kRanks);
    m_poll.stop();
    emit ended();
}

void RanksController::onLoaded(Result<std::shared_ptr<const RankJob>> job) {
    m_poll.stop();
    if (!job.ok()) {
        emit failed(job.error());
        return emit ended();
    }
    const RankSet& set = (*job)->set;
    const bool ranks = set.discovery.present.size() > 1 || m_from == From::Session;
    if (!ranks) { // unrelated traces, or a single one
        QStringList names;
        for (std::size_t r = 0; r < set.records.size(); ++r) {
            const RankSource* source = (*job)->sourceOf(r);
            if (source && source->source.member.empty()) names << QString::fromStdString(source->source.path.string());
        }
        names.removeDuplicates();
        const QString first = QString::fromStdString(set.records.front().file);
        emit ended();
        return emit aloneWanted(names, names.contains(first) ? first : names.value(0, m_inputs.first()));
    }
    m_opening.clear();
    m_document.open(*job);
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
    for (const std::size_t record : m_opening) m_parts.runner.cancel(slotOf(record));
    m_opening.clear();
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

// Those that are shown, a few at a time, in their order.
void RanksController::openTraces() {
    if (!m_document.isOpen()) return;
    for (const std::size_t record : m_document.shown()) {
        if (m_opening.size() >= kAtOnce) return;
        if (m_document.wantsTrace(record) && !m_opening.contains(record)) openOne(record);
    }
}

void RanksController::openOne(std::size_t record) {
    m_opening.insert(record);
    m_parts.runner.start(
        slotOf(record), this,
        [job = m_document.sharedJob(), record](RunContext& context) {
            return ranksview::openRankTrace(*job, record, {}, context);
        },
        [this, record, of = &m_document.job()](const Result<std::shared_ptr<const RankTrace>>& trace) {
            if (!m_document.isOpen() || &m_document.job() != of) return;
            m_opening.erase(record);
            if (trace.ok())
                m_document.setTrace(record, *trace);
            else
                m_document.setFailed(record, QString::fromStdString(trace.error().message));
            openTraces();
        });
}

QStringList RanksController::files() const {
    QStringList out;
    for (std::size_t r = 0; r < m_document.set().records.size(); ++r)
        if (const RankSource* source = m_document.job().sourceOf(r); source && source->source.member.empty())
            out << QString::fromStdString(source->source.path.string());
    out.removeDuplicates();
    return out;
}

void RanksController::activate(std::size_t record) {
    const RankSource* source = m_document.job().sourceOf(record);
    if (!source) return m_page->say(tr("a summary has no timeline"));
    if (!source->source.member.empty())
        return m_page->say(tr("unpack the archive to open this rank alone: %1")
                               .arg(QString::fromStdString(source->source.fileName())));
    emit aloneWanted(files(), QString::fromStdString(source->source.path.string()));
}

void RanksController::alignBySelection() {
    const auto chosen = m_document.isOpen() ? m_document.slice() : std::nullopt;
    const RankTrace* trace = chosen ? m_document.trace(chosen->record) : nullptr;
    if (!trace) return m_page->say(tr("choose a slice first: ranks are aligned by the first one of its name"));
    const std::string name(trace->trace.store->name(chosen->slice));
    LoadRanksOptions options;
    options.alignEvent = name;
    m_page->say(tr("looking for the event on every rank"));
    m_parts.runner.start(
        kEvent, this,
        [job = m_document.sharedJob(),
         options](RunContext& context) -> Result<std::vector<std::optional<std::int64_t>>> {
            const auto loaded = loadRanks(job->sources, options, context);
            if (!loaded.ok()) return loaded.error();
            std::vector<std::optional<std::int64_t>> starts(job->set.records.size());
            for (std::size_t r = 0; r < starts.size(); ++r)
                for (std::size_t i = 0; i < loaded->records.size(); ++i)
                    if (loaded->records[i].file == job->set.records[r].file &&
                        loaded->records[i].rank == job->set.records[r].rank)
                        starts[r] = loaded->eventStarts[i];
            return starts;
        },
        [this, name, of = &m_document.job()](const Result<std::vector<std::optional<std::int64_t>>>& starts) {
            if (!m_document.isOpen() || &m_document.job() != of) return;
            if (!starts.ok()) return m_page->say(QString::fromStdString(starts.error().text()));
            m_document.alignBy(align::AlignBy::Event, *starts, name);
        });
}

void RanksController::exportPicture() {
    if (!isShown()) return;
    auto* dialog = new QFileDialog(m_page, tr("Export picture"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("PNG picture (*.png)"), tr("SVG picture (*.svg)"), tr("PDF document (*.pdf)")});
    dialog->setDefaultSuffix(QStringLiteral("png"));
    connect(dialog, &QFileDialog::fileSelected, m_page, &RanksPage::savePicture);
    dialog->open();
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
