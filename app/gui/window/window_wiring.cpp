// Which piece tells which: loading, recent files, and what the panels ask for.
#include "app/gui/window/filter_rows.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/timeline_actions.h"
#include "app/gui/window/window_analyses.h"

#include "widgets/models/load_status.h"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>

namespace lanescope::app {

namespace {

// Several files, a folder, an archive or a pattern are looked through for ranks; anything else is one trace.
bool mayBeRanks(const QStringList& paths) {
    if (paths.size() > 1) return true;
    const QString& path = paths.first();
    for (const char* end : {".zip", ".tar", ".tar.gz", ".tgz", ".summary.json"})
        if (path.endsWith(QLatin1String(end), Qt::CaseInsensitive)) return true;
    return QFileInfo(path).isDir() || (path.contains(QLatin1Char('*')) && !QFileInfo::exists(path));
}

} // namespace

void MainWindow::connectPieces() {
    const auto refresh = [this] { m_actions->refresh(); };
    connect(&m_document, &timeline::Document::changed, this, &MainWindow::showStartOrTrace);
    connect(&m_document, &timeline::Document::changed, this, refresh);
    connect(&m_document, &timeline::Document::factsChanged, this, &MainWindow::onFacts);
    connect(&m_selection, &timeline::Selection::slicesChanged, this, refresh);
    connect(&m_selection, &timeline::Selection::rangeChanged, this, refresh);
    connect(&m_view, &timeline::ViewState::historyChanged, this, refresh);
    connect(m_page, &TracePage::partsChanged, this, refresh);
    m_navigator->setKeyNames([this](const char* id) { return m_actions->of(id)->property("keys").toString(); });
    connect(m_navigator.get(), &Navigator::said, m_status, &panels::StatusLine::say);
    connect(m_training.get(), &Training::opened, this, [this] {
        m_toolBar->hide();
        m_status->hide();
        m_actions->refresh();
    });
    connect(m_findingSteps.get(), &FindingSteps::said, m_status, &panels::StatusLine::say);
    connectAnalyses(*this, m_settings.store());
    const auto select = [this](SliceId slice) { m_navigator->select(slice); };
    connect(&m_page->bottom(), &panels::BottomPanel::sliceWanted, this, select);
    connect(&m_page->guide(), &panels::GuidePanel::sliceWanted, this, select);
    connect(&m_page->guide(), &panels::GuidePanel::rangeWanted, m_navigator.get(), &Navigator::showRange);
    connect(&m_page->steps(), &timeline::StepStrip::stepClicked, m_navigator.get(), &Navigator::selectStep);
    connect(&m_page->canvas(), &timeline::TimelineWidget::sliceActivated, this,
            [this](SliceId slice) { m_view.fit(m_document.store().range(slice)); });
    connect(&m_page->canvas(), &timeline::TimelineWidget::fittingWanted, m_navigator.get(), &Navigator::showRange);
    connect(m_status, &panels::StatusLine::odditiesClicked, this, &MainWindow::showImportReport);
    connect(m_toolBar, &panels::ToolBar::stepWanted, m_navigator.get(), &Navigator::selectStep);
    connect(m_toolBar, &panels::ToolBar::fileWanted, this, [this](const QString& path) { m_loader->open(path); });
    connect(&m_toolBar->omnibox(), &panels::Omnibox::paletteWanted, this, &MainWindow::openPalette);
    connect(&m_toolBar->omnibox(), &panels::Omnibox::left, this, [this] { m_page->canvas().setFocus(); });
    connect(m_search.get(), &SearchController::changed, this, refresh);
    connect(m_palette, &panels::CommandPalette::closed, this, [this] {
        if (m_document.isOpen()) m_page->canvas().setFocus();
    });
    connect(m_ask, &panels::AskBox::closed, this, [this] {
        if (m_document.isOpen()) m_page->canvas().setFocus();
        m_actions->refresh();
    });
    connectMenus();
    connectTimelineActions(*this, m_settings.store());
    connectFilterRows(*this);
    connect(&m_document, &timeline::Document::rowsChanged, this, refresh);
    connect(m_goTo, &panels::GoToBox::entered, this, [this](const QString& text) {
        const QString wrong = m_navigator->goTo(text);
        if (!wrong.isEmpty()) return m_goTo->complain(wrong);
        m_goTo->hide();
        m_page->canvas().setFocus();
    });
    connect(m_welcome, &panels::WelcomePage::folderWanted, this, &MainWindow::chooseFolder);
    connect(m_welcome, &panels::WelcomePage::openWanted, this, &MainWindow::chooseFiles);
    connect(m_welcome, &panels::WelcomePage::fileWanted, this, [this](const QString& path) { openFiles({path}); });
    connect(m_welcome, &panels::WelcomePage::sampleWanted, this, [this] { m_loader->openSample(); });
    connect(m_welcome, &panels::WelcomePage::keysWanted, this, &MainWindow::openKeys);
    connect(m_welcome, &panels::WelcomePage::clearRecentWanted, this, [this] {
        m_recent.clear();
        refreshRecent();
    });
}

void MainWindow::connectLoading() {
    connectNotes();
    LoadController* loader = m_loader.get();
    connect(loader, &LoadController::started, this, [this] {
        m_keeper->save(); // of what is open until now
        m_notesKeeper->saveNow();
        m_banner->hide();
        m_progress->begin();
        showStartOrTrace();
        onProgress();
        m_actions->refresh();
    });
    connect(loader, &LoadController::progressed, this, &MainWindow::onProgress);
    connect(loader, &LoadController::opened, this, &MainWindow::onOpened);
    connect(loader, &LoadController::failed, this, &MainWindow::onFailed);
    connect(loader, &LoadController::cancelled, this, [this](const QString& path) {
        m_status->say(tr("stopped reading %1").arg(path.section(QLatin1Char('/'), -1)));
    });
    connect(loader, &LoadController::ended, this, [this] {
        m_progress->end();
        m_status->setLoading({});
        showStartOrTrace();
        m_actions->refresh();
    });
}

void MainWindow::onProgress() {
    const jobs::LoadProgress p = m_loader->progress();
    m_status->setLoading(models::loadStatusText({p.doneBytes, p.totalBytes, p.secondsLeft}));
    if (p.totalBytes > 0) m_progress->setShare(static_cast<double>(p.doneBytes) / static_cast<double>(p.totalBytes));
}

void MainWindow::openFiles(const QStringList& paths) {
    if (paths.isEmpty() || m_session->open(paths)) return;
    if (mayBeRanks(paths)) return m_ranks->open(paths);
    openAlone({}, QFileInfo(paths.first()).absoluteFilePath());
}

void MainWindow::onOpened(const QString& path) {
    if (!m_files.contains(path)) m_files = {path};
    m_toolBar->setFiles(m_files, path);
    const TraceStore& store = m_document.store();
    models::RecentFile file;
    file.path = path;
    file.opened = QDateTime::currentDateTime();
    file.bytes = m_document.trace().source.size;
    file.modifiedMs = m_document.trace().source.mtimeNs / 1'000'000;
    const std::size_t steps = store.steps().size();
    file.facts = timeline::rankText(store.info()) + (steps == 0   ? tr(", no step markers")
                                                     : steps == 1 ? tr(", 1 step")
                                                                  : tr(", %1 steps").arg(steps));
    m_recent.add(file);
    refreshRecent();
    m_keeper->restore(path);
    m_notesKeeper->load();
    m_session->onTraceOpened(path);
    m_page->canvas().setFocus();
}

// The figures came: the list of recent files shows them as a small bar.
void MainWindow::onFacts() {
    const models::TraceAnalysis* analysis = m_document.analysis();
    const DeviceReport* device = analysis && !analysis->partial ? analysis->device() : nullptr;
    if (!device || !device->whole) return;
    const models::Parts parts = models::partsOf(*device->whole);
    m_recent.setParts(m_document.path(), {parts[0], parts[1], parts[2], parts[3]});
    refreshRecent();
}

void MainWindow::onFailed(const QString& path, const Error& error) {
    const QString file = path.section(QLatin1Char('/'), -1);
    QString sentence = file + QStringLiteral(": ") + QString::fromStdString(error.message);
    const QString hint = QString::fromStdString(error.hint);
    if (!hint.isEmpty()) sentence += QStringLiteral(". ") + hint.left(1).toUpper() + hint.mid(1);
    m_banner->show(sentence, tr("Open another file"), [this] { chooseFiles(); });
    if (error.code == ErrorCode::NotFound) {
        m_recent.remove(path);
        refreshRecent();
    }
}

void MainWindow::refreshRecent() {
    const QVector<models::RecentFile> files = m_recent.files();
    m_welcome->setRecent(files);
    using States = QHash<QString, QString>;
    m_runner.start(
        QStringLiteral("recent states"), this,
        [files](RunContext& context) -> Result<States> {
            States out;
            for (const models::RecentFile& file : files) {
                if (context.stopRequested()) break;
                const QFileInfo now(file.path);
                if (!now.exists()) {
                    out[file.path] = QStringLiteral("not found");
                } else if (static_cast<std::uint64_t>(now.size()) != file.bytes ||
                           now.lastModified().toMSecsSinceEpoch() != file.modifiedMs) {
                    out[file.path] = QStringLiteral("changed since");
                }
            }
            return out;
        },
        [this](Result<States> states) {
            if (!states.ok()) return;
            for (auto it = states->constBegin(); it != states->constEnd(); ++it)
                m_welcome->setState(it.key(), it.value(), scene::Ink::Warn);
        });
}

QStringList MainWindow::localFiles(const QMimeData* data) {
    QStringList out;
    for (const QUrl& url : data->urls())
        if (url.isLocalFile()) out << url.toLocalFile();
    return out;
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (localFiles(event->mimeData()).isEmpty()) return;
    event->acceptProposedAction();
    m_welcome->setDropState(panels::WelcomePage::DropState::Over);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) { m_welcome->setDropState(panels::WelcomePage::DropState::Idle); }

void MainWindow::dropEvent(QDropEvent* event) {
    m_welcome->setDropState(panels::WelcomePage::DropState::Idle);
    const QStringList files = localFiles(event->mimeData());
    if (files.isEmpty()) return;
    event->acceptProposedAction();
    openFiles(files);
}

} // namespace lanescope::app
