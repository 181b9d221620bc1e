// The window: it owns what is looked at and puts the pieces together. What the pieces do lives in them and in the
// controllers; what the user can do is listed in the action table. GUI thread.
#pragma once

#include "app/gui/window/finding_steps.h"
#include "app/gui/window/load_controller.h"
#include "app/gui/window/navigator.h"
#include "app/gui/window/notes_keeper.h"
#include "app/gui/window/ranks_controller.h"
#include "app/gui/window/search_controller.h"
#include "app/gui/window/session_controller.h"
#include "app/gui/window/settings.h"
#include "app/gui/window/theme_controller.h"
#include "app/gui/window/title_menu_bar.h"
#include "app/gui/window/trace_keeper.h"
#include "app/gui/window/trace_page.h"
#include "app/gui/window/training.h"
#include "app/gui/window/window_actions.h"
#include "widgets/models/recent_files.h"
#include "widgets/panels/ask_box.h"
#include "widgets/panels/banner.h"
#include "widgets/panels/command_palette.h"
#include "widgets/panels/go_to_box.h"
#include "widgets/panels/progress_line.h"
#include "widgets/panels/settings_dialog.h"
#include "widgets/panels/status_line.h"
#include "widgets/panels/tool_bar.h"
#include "widgets/panels/welcome_page.h"

#include <QMainWindow>
#include <QPointer>
#include <QStackedWidget>

#include <functional>
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
    panels::AskBox& askBox() { return *m_ask; }
    panels::SettingsDialog* settingsDialog() { return m_settingsDialog; } // null while it is closed
    timeline::Notes& notes() { return m_notes; }
    NotesKeeper& notesKeeper() { return *m_notesKeeper; }
    SessionController& session() { return *m_session; }
    TraceKeeper& keeper() { return *m_keeper; }
    LoadController& loader() { return *m_loader; }
    Navigator& navigator() { return *m_navigator; }
    Training& training() { return *m_training; }
    RanksController& ranks() { return *m_ranks; }
    FindingSteps& findingSteps() { return *m_findingSteps; }
    SearchController& searching() { return *m_search; }
    WindowActions& actionsOfWindow() { return *m_actions; }
    models::RecentFiles& recentFiles() { return m_recent; }

    // Acts of the table that concern the whole window.
    bool has(Needs needs) const;
    void chooseFiles();
    void chooseFolder();
    void focusPane(int by); // 1: the next part of the window, -1: the one before
    void exportPicture();
    void exportReport();
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
    void setRangeBy(models::GroupBy by);
    void searchSelectedName();
    void findRow();
    void pinByName();
    void askRowFilter();
    void chooseRowSet();
    void saveRowSet();
    void togglePython();
    void toggleMergedStreams();
    void toggleViewArrows();
    void addNote();
    void addTextNote(); // words on the canvas, under the pointer
    void showNotesList();
    QDialog* pictureDialog() { return m_pictureDialog; } // null while it is closed
    QDialog* reportDialog() { return m_reportDialog; }   // the same
    void keepMeasure();
    void removeNote();
    void nextNote();
    void editNote();
    void editNote(std::size_t index);
    void wordsFor(timeline::Note note); // asks for them, then adds it
    void noteArrow();                   // between the two slices chosen last
    void noteFromFinding();
    void changeMeaning();
    void showNote(std::size_t index);
    void openSettings();
    void openKeySettings();
    std::unique_ptr<QMenu> contextMenu(const std::optional<scene::Hit>& hit); // of what lies there
    bool isMotionReduced() const; // by the user's choice, else by the system's
    void setMotion(MotionChoice choice);
    void rememberAxis() { m_settings.setAxisClock(m_view.axisClock()); }

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    friend class SessionController;
    void buildPieces();
    void buildActions();
    void connectPieces();
    void connectLoading();
    void connectRanks();
    void openAlone(const QStringList& files, const QString& shown);
    void restoreLayout();
    void showStartOrTrace();
    void refreshRecent();
    void onOpened(const QString& path);
    void onFacts();
    void onFailed(const QString& path, const Error& error);
    void onProgress();
    bool closeSomethingOpen();
    struct Choice {
        QString text, note;
        std::function<void()> act;
    };
    void choose(const std::vector<Choice>& choices);
    RankTime noteTime() const;
    std::optional<std::size_t> noteMeant() const; // under the pointer, else the chosen one
    void connectNotes();
    void setThresholds(const GapThresholds& thresholds);
    QList<QAction*> actionsIn(const char* submenu) const;
    void showContextMenu(const std::optional<scene::Hit>& hit, QPoint globalPos);
    void connectMenus();
    static QStringList localFiles(const QMimeData* data);

    Settings m_settings;
    timeline::Look m_look;
    ThemeController m_theme;
    models::RecentFiles m_recent;
    timeline::Document m_document;
    timeline::ViewState m_view;
    timeline::Selection m_selection;
    timeline::Notes m_notes;
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
    panels::AskBox* m_ask = nullptr;
    QPointer<panels::SettingsDialog> m_settingsDialog;
    QPointer<QDialog> m_pictureDialog, m_reportDialog;
    std::unique_ptr<QObject> m_choices; // actions of the list that is shown
    std::unique_ptr<LoadController> m_loader;
    std::unique_ptr<Navigator> m_navigator;
    std::unique_ptr<FindingSteps> m_findingSteps;
    std::unique_ptr<Training> m_training;
    std::unique_ptr<RanksController> m_ranks;
    std::unique_ptr<SearchController> m_search;
    std::unique_ptr<TraceKeeper> m_keeper;
    std::unique_ptr<NotesKeeper> m_notesKeeper;
    SessionController* m_session = nullptr;
    WindowActions* m_actions = nullptr;
};

} // namespace lanescope::app
