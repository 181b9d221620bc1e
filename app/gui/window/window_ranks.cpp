// How the window and the page of several ranks tell each other what happens.
#include "app/gui/window/main_window.h"

#include "widgets/models/load_status.h"

namespace lanescope::app {

void MainWindow::connectRanks() {
    RanksController* ranks = m_ranks.get();
    connect(ranks, &RanksController::started, this, [this] {
        m_banner->hide();
        m_progress->begin();
        showStartOrTrace();
        m_status->setLoading(tr("looking for ranks"));
        m_actions->refresh();
    });
    connect(ranks, &RanksController::progressed, this, [this](std::uint64_t done, std::uint64_t total) {
        if (total == 0) return;
        m_progress->setShare(static_cast<double>(done) / static_cast<double>(total));
        m_status->setLoading(models::loadStatusText({done, total, {}}));
    });
    const auto again = [this] {
        showStartOrTrace();
        m_actions->refresh();
    };
    for (const auto signal : {&RanksController::shown, &RanksController::left}) connect(ranks, signal, this, again);
    connect(ranks, &RanksController::ended, this, [this] {
        m_progress->end();
        m_status->setLoading({});
        showStartOrTrace();
        m_actions->refresh();
    });
    connect(ranks, &RanksController::failed, this,
            [this](const Error& error) { m_banner->show(QString::fromStdString(error.text())); });
    connect(ranks, &RanksController::aloneWanted, this, &MainWindow::openAlone);
    connect(ranks, &RanksController::noteWanted, this, [this](std::size_t record, const notes::Note& note) {
        const TraceSource* source = m_ranks->timelineOf(record);
        const bool isOpen = source && source->member.empty() && m_document.isOpen() && !m_document.isPartial() &&
                            m_document.path().toStdString() == source->path.string();
        if (!isOpen) return m_ranks->saveNote(record, note);
        m_ranks->page().say(m_notes.add(note) ? tr("the note is in the trace of this rank")
                                              : tr("this trace has as many notes as can be kept"));
    });
    // A file that is no trace may be a summary, a log or a dump: told by what it holds.
    connect(m_loader.get(), &LoadController::failed, this, [this](const QString& path, const Error& error) {
        if (error.code == ErrorCode::NotATrace || error.code == ErrorCode::NoTraceEvents ||
            error.code == ErrorCode::UnsupportedFormat)
            m_ranks->openIfOfRanks(path);
    });
    const auto axis = [this] { m_ranks->page().view().setAxisClock(m_view.axisClock()); };
    axis();
    connect(&m_view, &timeline::ViewState::axisChanged, this, axis);
    const auto refresh = [this] { m_actions->refresh(); };
    connect(ranks, &RanksController::workChanged, this, refresh);
    connect(&ranks->document(), &ranksview::RanksDocument::alignmentChanged, this, refresh);
    // A single trace takes the place of the ranks; closing it leads back to them.
    connect(&m_document, &timeline::Document::changed, this, [this] {
        if (m_document.isOpen())
            m_ranks->leave();
        else if (m_ranks->hasRanks())
            m_ranks->show();
        showStartOrTrace();
        m_actions->refresh();
    });
}

void MainWindow::openAlone(const QStringList& files, const QString& shown) {
    m_files = files.isEmpty() ? QStringList{shown} : files;
    m_ranks->leave();
    if (m_document.isOpen() && m_document.path() == shown) {
        showStartOrTrace();
        m_toolBar->setFiles(m_files, shown);
        m_page->canvas().setFocus();
        return m_actions->refresh();
    }
    m_loader->open(shown);
}

} // namespace lanescope::app
