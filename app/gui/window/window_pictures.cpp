// Acts of the table about pictures.
#include "app/gui/window/main_window.h"
#include "app/gui/window/picture_dialog.h"

namespace lanescope::app {

void MainWindow::exportPicture() {
    if (!m_document.isOpen()) return;
    if (m_pictureDialog) return m_pictureDialog->raise();
    PictureDialog::Source source;
    source.isOpen = [this] { return m_document.isOpen() && !m_document.isPartial(); };
    source.now = [this] { return PictureSource{m_document.memento(), m_session->now(), m_notes.list(), nullptr}; };
    auto* dialog = new PictureDialog(std::move(source), m_runner, m_settings.lastFolder(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_pictureDialog = dialog;
    connect(dialog, &PictureDialog::folderChosen, this,
            [this](const QString& path) { m_settings.setLastFolder(path); });
    connect(dialog, &PictureDialog::written, this,
            [this](const QString& path) { m_status->say(tr("written: %1").arg(path)); });
    // The preview follows the window.
    connect(&m_view, &timeline::ViewState::scaleChanged, dialog, &PictureDialog::refresh);
    connect(&m_selection, &timeline::Selection::rangeChanged, dialog, &PictureDialog::refresh);
    connect(&m_selection, &timeline::Selection::stepChanged, dialog, &PictureDialog::refresh);
    connect(&m_notes, &timeline::Notes::changed, dialog, &PictureDialog::refresh);
    connect(&m_document, &timeline::Document::factsChanged, dialog, &PictureDialog::refresh);
    connect(&m_document, &timeline::Document::rowsChanged, dialog, &PictureDialog::refresh);
    dialog->show();
}

} // namespace lanescope::app
