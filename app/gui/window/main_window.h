// The window: it owns what is looked at and puts the pieces together. What the pieces do lives in them and in the
// controllers; what the user can do is listed in the action table. GUI thread.
#pragma once

#include "app/gui/window/load_controller.h"
#include "app/gui/window/navigator.h"
#include "app/gui/window/search_controller.h"
#include "app/gui/window/settings.h"
#include "app/gui/window/theme_controller.h"
#include "app/gui/window/title_menu_bar.h"
#include "app/gui/window/trace_page.h"
#include "app/gui/window/window_actions.h"
#include "widgets/models/recent_files.h"
#include "widgets/panels/banner.h"
#include "widgets/panels/command_palette.h"
#include "widgets/panels/go_to_box.h"
#include "widgets/panels/progress_line.h"
#include "widgets/panels/status_line.h"
#include "widgets/panels/tool_bar.h"
#include "widgets/panels/welcome_page.h"

#include <QMainWindow>
#include <QStackedWidget>

#include <memory>

namespace lanescope::app {

class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    struct Options {
        QSettings& settings; // outlives the window
        QPalette systemPalette;
        jobs::TraceLoader::LoadFunction load; // loadTrace, or a stand-in for tests
    };
    explicit MainWindow(const Options& options);
    ~MainWindow() override;

    // The first is shown, the others are in the rank menu. A folder stands for the traces in it, by name.
    void openFiles(const QStringList& paths);
    bool isQuiet() const; // nothing is being read or worked out

    // The pieces, for the action table and for tests.
    timeline::Document& document() { return m_document; }
    timeline::ViewState& view() { return m_view; }
    timeline::Selection& selection() { return m_selection; }
    TracePage& page() { return *m_page; }
    panels::WelcomePage& welcome() { return *m_welcome; }
    panels::ToolBar& toolBar() { return *m_toolBar; }
    panels::StatusLine& status() { return *m_status; }
    panels::Banner& banner() { return *m_banner; }
    panels::ProgressLine& progressLine() { return *m_progress; }
    panels::CommandPalette& palette() { return *m_palette; }
    panels::KeysSheet& keysSheet() { return *m_keys; }
    panels::GoToBox& goToBox() { return *m_goTo; }
    LoadController& loader() { return *m_loader; }
    Navigator& navigator() { return *m_navigator; }
    SearchController& searching() { return *m_search; }
    WindowActions& actionsOfWindow() { return *m_actions; }
    models::RecentFiles& recentFiles() { return m_recent; }

    // Acts of the table that concern the whole window.
    bool has(Needs needs) const;
    void chooseFiles();
    void chooseFolder();
    void focusNextPane();
    void exportPicture();
    void copyPicture();
    void copyName();
    void focusSearch();
    void openPalette();
    void openKeys();
    void showAbout();
    void showImportReport();
    void escapeOneLevel();
    void setColourBy(scene::ColourBy by);
    void setTheme(ThemeChoice choice);
    void setThemeForThisRun(ThemeChoice choice); // not remembered
    ThemeChoice themeChoice() const { return m_theme.choice(); }
    void togglePart(TracePage::Part part);
    void toggleCompact();
    bool isCompact() const;
    void toggleMotion();
    bool isMotionReduced() const { return m_settings.motionReduced(); }

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildPieces();
    void buildActions();
    void connectPieces();
    void connectLoading();
    void restoreLayout();
    void showStartOrTrace();
    void refreshRecent();
    void onOpened(const QString& path);
    void onFacts();
    void onFailed(const QString& path, const Error& error);
    void onProgress();
    void openExpanded(const QStringList& files);
    bool closeSomethingOpen();
    static QStringList localFiles(const QMimeData* data);

    Settings m_settings;
    timeline::Look m_look;
    ThemeController m_theme;
    models::RecentFiles m_recent;
    timeline::Document m_document;
    timeline::ViewState m_view;
    timeline::Selection m_selection;
    jobs::JobRunner m_runner;
    timeline::Shared m_shared;
    QStringList m_files;

    TitleMenuBar* m_menuBar = nullptr;
    panels::ToolBar* m_toolBar = nullptr;
    panels::ProgressLine* m_progress = nullptr;
    panels::Banner* m_banner = nullptr;
    QStackedWidget* m_stack = nullptr;
    panels::WelcomePage* m_welcome = nullptr;
    TracePage* m_page = nullptr;
    panels::StatusLine* m_status = nullptr;
    panels::CommandPalette* m_palette = nullptr;
    panels::KeysSheet* m_keys = nullptr;
    panels::GoToBox* m_goTo = nullptr;
    std::unique_ptr<LoadController> m_loader;
    std::unique_ptr<Navigator> m_navigator;
    std::unique_ptr<SearchController> m_search;
    WindowActions* m_actions = nullptr;
};

} // namespace lanescope::app
