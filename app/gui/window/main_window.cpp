#include "app/gui/window/main_window.h"

#include <QCloseEvent>
#include <QVBoxLayout>

namespace lanescope::app {

namespace {
constexpr QSize kFirstSize(1600, 1000), kLeastSize(900, 600);
}

MainWindow::MainWindow(const Options& options)
    : m_settings(options.settings),
      m_look(paint::ThemeId::Dark),
      m_theme(m_look, m_settings, options.systemPalette),
      m_recent(options.settings),
      m_shared{m_look, m_document, m_view, m_selection, m_notes} {
    setWindowTitle(QStringLiteral("Lanescope"));
    setAcceptDrops(true);
    setMinimumSize(kLeastSize);
    resize(kFirstSize);
    m_view.setMotion(isMotionReduced() ? timeline::Motion::Instant : timeline::Motion::Animated);
    m_view.setHeaderWidth(m_settings.headerWidth());
    m_view.setAxisClock(m_settings.axisClock());
    buildPieces();
    m_navigator = std::make_unique<Navigator>(m_shared, m_page->canvas());
    m_training = std::make_unique<Training>(Training::Parts{m_look, m_runner, m_settings.store(), *m_stack}, [this] {
        showStartOrTrace();
        m_actions->refresh();
        if (m_document.isOpen()) m_page->canvas().setFocus();
    });
    m_training->setMotion(isMotionReduced() ? timeline::Motion::Instant : timeline::Motion::Animated);
    m_findingSteps = std::make_unique<FindingSteps>(m_shared, *m_page);
    m_loader = std::make_unique<LoadController>(m_shared, m_runner, options.load);
    m_loader->setThresholds(m_settings.thresholds());
    m_keeper = std::make_unique<TraceKeeper>(m_shared, m_settings, m_page->canvas(), *m_loader);
    m_notesKeeper = std::make_unique<NotesKeeper>(m_shared, m_runner);
    m_session = new SessionController(*this);
    buildActions();
    m_search = std::make_unique<SearchController>(m_shared, m_runner,
                                                  SearchController::Parts{m_toolBar->omnibox(), m_page->canvas(),
                                                                          m_page->overview(), m_page->bottom().hits(),
                                                                          *m_navigator});
    m_ranks = std::make_unique<RanksController>(
        RanksController::Parts{m_look, m_runner, *m_stack, [this](const QString& id) { return m_actions->keysOf(id); },
                               [this] { return m_loader->thresholds(); }, [this] { return m_settings.lastFolder(); },
                               [this](const QString& folder) { m_settings.setLastFolder(folder); }});
    m_ranks->setMotion(isMotionReduced() ? timeline::Motion::Instant : timeline::Motion::Animated);
    connectPieces();
    connectLoading();
    connectRanks();
    restoreLayout();
    m_keeper->restoreRows();
    m_welcome->setThemeName(m_theme.name());
    refreshRecent();
    showStartOrTrace();
    m_actions->refresh();
}

MainWindow::~MainWindow() {
    m_runner.cancelAll();
    m_actions->stop(); // pages that go show others, and each change asks what can be done
    // The pieces look at what this object holds: they go first.
    m_search.reset();
    m_notesKeeper.reset(); // waits until all is written
    m_keeper.reset();
    m_loader.reset();
    m_training.reset();
    m_ranks.reset();
    m_findingSteps.reset();
    m_navigator.reset();
    delete m_palette;
    delete m_keys;
    delete m_goTo;
    delete m_ask;
    delete m_settingsDialog;
    delete m_pictureDialog;
    delete m_reportDialog;
    delete takeCentralWidget();
}

void MainWindow::buildPieces() {
    m_menuBar = new TitleMenuBar(m_look, this);
    setMenuBar(m_menuBar);
    auto* central = new QWidget(this);
    m_progress = new panels::ProgressLine(m_look, central);
    m_banner = new panels::Banner(m_look, central);
    m_stack = new QStackedWidget(central);
    m_welcome = new panels::WelcomePage(m_look, m_stack);
    m_page = new TracePage(m_shared, m_runner, m_stack);
    m_stack->addWidget(m_welcome);
    m_stack->addWidget(m_page);
    m_status = new panels::StatusLine(m_shared, central);
    auto* box = new QVBoxLayout(central);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addWidget(m_progress);
    box->addWidget(m_banner);
    box->addWidget(m_stack, 1);
    box->addWidget(m_status);
    setCentralWidget(central);
    m_palette = new panels::CommandPalette(m_look, this);
    m_keys = new panels::KeysSheet(m_look, this);
    m_goTo = new panels::GoToBox(this);
    m_ask = new panels::AskBox(this);
}

void MainWindow::buildActions() {
    m_actions = new WindowActions(*this, m_page->canvas(), m_settings.store());
    m_actions->fill(*m_menuBar);
    panels::ToolBarActions bar;
    bar.back = m_actions->of("go.back");
    bar.forward = m_actions->of("go.forward");
    bar.previousStep = m_actions->of("go.previous-step");
    bar.nextStep = m_actions->of("go.next-step");
    bar.colours = m_actions->inSubmenu("Colour by");
    bar.switches = {{m_actions->of("view.guide"), tr("Guide")},
                    {m_actions->of("view.bottom"), tr("Range")},
                    {m_actions->of("file.export"), tr("Export picture")}};
    m_toolBar = new panels::ToolBar(m_shared, bar, centralWidget());
    static_cast<QVBoxLayout*>(centralWidget()->layout())->insertWidget(0, m_toolBar);
    connect(m_actions->recentMenu(), &QMenu::aboutToShow, this, [this] {
        m_actions->recentMenu()->clear();
        for (const models::RecentFile& file : m_recent.files())
            m_actions->recentMenu()->addAction(file.path, this, [this, path = file.path] { openFiles({path}); });
    });
}

void MainWindow::restoreLayout() {
    using Part = TracePage::Part;
    m_page->setShown(Part::Guide, m_settings.isShown("guide"));
    m_page->setShown(Part::Bottom, m_settings.isShown("bottom"));
    m_page->setShown(Part::Strips, m_settings.isShown("strips"));
    m_page->setBottomHeight(m_settings.size("bottom", 266));
    m_page->setGuideWidth(m_settings.size("guide", 320));
    if (!m_settings.geometry().isEmpty()) restoreGeometry(m_settings.geometry());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_settings.setGeometry(saveGeometry());
    m_settings.setSize("bottom", m_page->bottomHeight());
    m_settings.setSize("guide", m_page->guideWidth());
    m_settings.setHeaderWidth(m_view.headerWidth());
    m_keeper->save();
    m_notesKeeper->saveNow();
    m_runner.cancelAll();
    QMainWindow::closeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    m_keys->hide();
    m_palette->hide();
    m_goTo->hide();
    m_ask->hide();
}

void MainWindow::showStartOrTrace() {
    const bool ranks = m_ranks && m_ranks->isWanted();
    const bool open = m_document.isOpen() && !ranks;
    if (!ranks) m_stack->setCurrentWidget(open ? static_cast<QWidget*>(m_page) : m_welcome);
    m_toolBar->setVisible(open);
    m_status->setVisible(open || m_loader->isLoading() || (m_ranks && m_ranks->isLoading()));
    const QString title = ranks ? m_ranks->title() : m_document.title();
    m_menuBar->setTitle(title);
    setWindowTitle(open || ranks ? title + QStringLiteral(" \u00b7 Lanescope") : QStringLiteral("Lanescope"));
}

bool MainWindow::has(Needs needs) const {
    const bool ranks = m_ranks && m_ranks->isShown();
    const bool open = m_document.isOpen() && !m_training->isOpen() && !ranks; // these pages have keys of their own
    switch (needs) {
    case Needs::Nothing:
        return true;
    case Needs::Trace:
        return open;
    case Needs::Selection:
        return open && m_selection.current().has_value();
    case Needs::Range:
        return open && m_selection.range().has_value();
    case Needs::SelectionOrRange:
        return open && (m_selection.range() || m_selection.current());
    case Needs::Steps:
        return open && !m_document.store().steps().empty();
    case Needs::Loading:
        return m_loader->isLoading() || (m_ranks && m_ranks->isBusy());
    case Needs::Ranks:
        return ranks;
    case Needs::TraceOrRanks:
        return open || ranks;
    case Needs::RanksOpen:
        return m_ranks && m_ranks->hasRanks();
    case Needs::Back:
        return open && m_view.canGoBack();
    case Needs::Forward:
        return open && m_view.canGoForward();
    case Needs::Search:
        return open && m_search && m_search->isActive();
    }
    return false;
}

bool MainWindow::isQuiet() const { return !m_loader->isLoading() && m_runner.isIdle(); }

} // namespace lanescope::app
