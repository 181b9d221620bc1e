// Acts of the table that concern the whole window.
#include "app/gui/window/main_window.h"
#include "app/gui/window/palette_targets.h"

#include "core/query/short_names.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMessageBox>

#include <algorithm>

namespace lanescope::app {

void MainWindow::chooseFiles() {
    auto* dialog = new QFileDialog(this, tr("Open traces"), m_settings.lastFolder(),
                                   tr("Traces and sessions (*.json *.json.gz *.gz *.zst *.lanescope);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this, dialog](const QStringList& files) {
        m_settings.setLastFolder(dialog->directory().absolutePath());
        openFiles(files);
    });
    dialog->open();
}

void MainWindow::chooseFolder() {
    auto* dialog = new QFileDialog(this, tr("Open a folder of ranks"), m_settings.lastFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) {
        m_settings.setLastFolder(folder);
        openFiles({folder});
    });
    dialog->open();
}

// Round: search, steps, overview, row headers, timeline, tables, guide.
void MainWindow::focusPane(int by) {
    QList<QWidget*> panes = m_page->panes();
    panes.prepend(&m_toolBar->omnibox());
    const QWidget* const now = QApplication::focusWidget();
    qsizetype at = -1;
    for (qsizetype i = 0; i < panes.size() && at < 0; ++i)
        if (now && (panes[i] == now || panes[i]->isAncestorOf(now)) && now != &m_page->headers()) at = i;
    if (now == &m_page->headers()) at = panes.indexOf(&m_page->headers());
    QWidget* const next = panes[(std::max<qsizetype>(at, 0) + by + panes.size()) % panes.size()];
    if (next == &m_page->bottom()) return m_page->bottom().focusTabs();
    next->setFocus(Qt::TabFocusReason);
}

void MainWindow::copyPicture() {
    QGuiApplication::clipboard()->setImage(m_page->canvas().picture(2));
    m_status->say(tr("the timeline is in the clipboard as a picture"));
}

void MainWindow::copyName() {
    const auto slice = m_selection.current();
    if (!slice || !m_document.isOpen()) return;
    QGuiApplication::clipboard()->setText(QString::fromStdString(demangled(m_document.store().name(*slice))));
}

void MainWindow::setRangeBy(models::GroupBy by) {
    m_page->setShown(TracePage::Part::Bottom, true);
    m_page->bottom().showTab(panels::BottomPanel::Tab::Range);
    m_page->bottom().range().setGroupBy(by);
}

void MainWindow::searchSelectedName() {
    const auto slice = m_selection.current();
    if (!slice || !m_document.isOpen()) return;
    const std::string_view name = m_document.store().name(*slice);
    const QString query = searchText(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    m_toolBar->omnibox().setText(query);
    m_search->search(query);
}

void MainWindow::focusSearch() { m_toolBar->omnibox().setFocus(Qt::ShortcutFocusReason); }

// Every action, then what is in the trace.
void MainWindow::openPalette() {
    QList<QAction*> all = m_actions->all();
    m_choices = std::make_unique<QObject>();
    if (m_document.isOpen())
        for (const PaletteTarget& target : paletteTargets(*this)) {
            auto* action = new QAction(target.text, m_choices.get());
            action->setProperty("paletteText", target.text);
            action->setProperty("keys", target.note);
            connect(action, &QAction::triggered, this, [this, act = target.act] {
                act();
                m_actions->refresh();
            });
            all << action;
        }
    m_palette->open(all);
}

void MainWindow::openKeys() {
    if (m_keys->isVisible()) return m_keys->hide();
    m_keys->open(m_actions->keyLines());
}

void MainWindow::showAbout() {
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About Lanescope"),
                                tr("Lanescope %1\n\nViewer and analyser for GPU traces. Files stay on this machine; "
                                   "no network connection is opened.\n\nLicensed under the Apache License 2.0.")
                                    .arg(QCoreApplication::applicationVersion()),
                                QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setModal(false);
    box->show();
}

void MainWindow::showImportReport() {
    m_page->setShown(TracePage::Part::Bottom, true);
    m_page->bottom().showTab(panels::BottomPanel::Tab::ImportReport);
}

bool MainWindow::closeSomethingOpen() {
    if (m_palette->isVisible()) return m_palette->hide(), true;
    if (m_keys->isVisible()) return m_keys->hide(), true;
    if (m_goTo->isVisible()) {
        m_goTo->hide();
        if (m_document.isOpen()) m_page->canvas().setFocus();
        return true;
    }
    if (m_ask->isVisible()) return m_ask->hide(), true;
    if (m_training->isOpen()) return m_training->leave(), true;
    if (m_loader->isLoading()) return m_loader->cancel(), true;
    if (m_ranks->isLoading()) return m_ranks->cancel(), true;
    if (m_ranks->isShown()) return m_ranks->page().escape();
    panels::Omnibox& box = m_toolBar->omnibox();
    if (box.hasFocus() && box.text().isEmpty()) return m_page->canvas().setFocus(), true;
    if (!box.text().isEmpty() && (box.hasFocus() || m_search->isActive())) {
        box.clear();
        m_search->clear();
        if (m_document.isOpen()) m_page->canvas().setFocus();
        return true;
    }
    if (m_page->canvas().isMeasuring()) return m_page->canvas().stopMeasure(), true;
    return false;
}

void MainWindow::escapeOneLevel() {
    if (closeSomethingOpen() || !m_document.isOpen()) return;
    if (m_selection.current()) return m_selection.clearSlices();
    if (m_selection.range() && !m_selection.isRangeLocked()) return m_selection.setRange(std::nullopt);
    if (m_banner->isVisible()) m_banner->hide();
}

void MainWindow::setColourBy(scene::ColourBy by) {
    m_page->canvas().setColourBy(by);
    m_ranks->page().setColourBy(by);
    m_actions->refresh();
}

void MainWindow::setThemeForThisRun(ThemeChoice choice) {
    m_theme.wear(choice);
    m_welcome->setThemeName(m_theme.name());
    m_menuBar->update();
}

void MainWindow::setTheme(ThemeChoice choice) {
    m_theme.apply(choice);
    m_welcome->setThemeName(m_theme.name());
    m_menuBar->update();
}

void MainWindow::togglePart(TracePage::Part part) {
    const bool shown = !m_page->isShown(part);
    m_page->setShown(part, shown);
    const char* const names[] = {"strips", "bottom", "guide"};
    m_settings.setShown(QString::fromLatin1(names[static_cast<int>(part)]), m_page->isWanted(part));
}

void MainWindow::toggleCompact() {
    scene::RowState state = m_page->canvas().rowState();
    state.density = isCompact() ? scene::Density::Normal : scene::Density::Compact;
    m_page->canvas().setRowState(state);
}

bool MainWindow::isCompact() const { return m_page->canvas().rowState().density == scene::Density::Compact; }

} // namespace lanescope::app
