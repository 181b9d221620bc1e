// Acts of the table about reports.
#include "app/gui/window/main_window.h"
#include "app/gui/window/report_dialog.h"

namespace lanescope::app {

void MainWindow::exportReport() {
    if (!m_document.isOpen()) return;
    if (m_reportDialog) return m_reportDialog->raise();
    ReportDialog::Source source;
    source.isOpen = [this] { return m_document.isOpen() && !m_document.isPartial(); };
    source.now = [this] { return PictureSource{m_document.memento(), m_session->now(), m_notes.list(), nullptr}; };
    source.range = [this] { return m_selection.range(); };
    source.step = [this]() -> std::optional<TimeRange> {
        const auto step = m_selection.step();
        if (!m_document.isOpen() || !step || *step >= m_document.store().steps().size()) return std::nullopt;
        return m_document.store().range(SliceId{m_document.store().steps()[*step].slice});
    };
    auto* dialog = new ReportDialog(std::move(source), m_runner, m_settings.lastFolder(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_reportDialog = dialog;
    connect(dialog, &ReportDialog::folderChosen, this, [this](const QString& path) { m_settings.setLastFolder(path); });
    connect(dialog, &ReportDialog::written, this,
            [this](const QString& path) { m_status->say(tr("written: %1").arg(path)); });
    connect(&m_selection, &timeline::Selection::rangeChanged, dialog, &ReportDialog::refresh);
    connect(&m_selection, &timeline::Selection::stepChanged, dialog, &ReportDialog::refresh);
    connect(&m_document, &timeline::Document::rowsChanged, dialog, &ReportDialog::refresh);
    connect(&m_document, &timeline::Document::changed, dialog, &ReportDialog::refresh);
    dialog->show();
}

} // namespace lanescope::app
