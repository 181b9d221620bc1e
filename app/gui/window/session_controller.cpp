#include "app/gui/window/session_controller.h"

#include "app/gui/window/main_window.h"
#include "app/gui/window/ranks_session.h"
#include "app/gui/window/trace_watch.h"

#include "core/session/trace_sources.h"
#include "widgets/pictures/session_picture.h"

#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace lanescope::app {

namespace {

const QString kJob = QStringLiteral("session"), kPathJob = QStringLiteral("path of the session");
constexpr int kPollMs = 30;

ThemeChoice choiceOf(const std::string& word) {
    for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light, ThemeChoice::HighContrast})
        if (word == themeWord(choice)) return choice;
    return ThemeChoice::Dark;
}

// "ranks.zip!rank3.json" of a rank in an archive: what loads it, and what lists of files have.
QString textOf(const session::Trace& trace) {
    return QString::fromStdString(TraceSource{trace.path, trace.member}.text());
}

} // namespace

SessionController::SessionController(MainWindow& window) : QObject(&window), m_window(window) {
    m_poll.setInterval(kPollMs);
    connect(&m_poll, &QTimer::timeout, this, &SessionController::settle);
    auto* watch = new TraceWatch(window.m_document, window.m_runner, this);
    connect(watch, &TraceWatch::changed, this, [this](const QString& path) {
        m_window.banner().show(tr("%1 changed on disk since it was read; what is shown is the file as it was")
                                   .arg(QFileInfo(path).fileName()),
                               tr("Read it again"), [this] { reload(); });
    });
    connect(watch, &TraceWatch::gone, this, [this](const QString& path) {
        m_window.banner().show(tr("%1 is no longer on disk; what is shown stays, raw events may be missing")
                                   .arg(QFileInfo(path).fileName()));
    });
}

void SessionController::reload() {
    if (!m_window.document().isOpen() || m_window.document().isPartial()) return;
    m_window.notesKeeper().saveNow();
    m_opening = now();
    m_opening->traces[m_opening->current].identity.reset(); // that it changed is why it is read again
    m_reloading = true;
    m_window.loader().open(textOf(m_opening->traces[m_opening->current]));
}

bool SessionController::open(const QStringList& paths) {
    const auto it = std::find_if(paths.begin(), paths.end(),
                                 [](const QString& path) { return session::isSessionName(path.toStdString()); });
    if (it == paths.end()) return false;
    const QString path = QFileInfo(*it).absoluteFilePath();
    m_window.m_runner.start(
        kJob, this,
        [path](RunContext&) -> Result<session::Session> { return session::loadSession(path.toStdString()); },
        [this, path](Result<session::Session> session) {
            if (session.ok()) return begin(path, std::move(*session));
            m_window.banner().show(QString::fromStdString(session.error().text()));
            if (session.error().code != ErrorCode::NotFound) return;
            m_window.recentFiles().remove(path);
            m_window.refreshRecent();
        });
    return true;
}

void SessionController::begin(const QString& path, session::Session session) {
    m_pending.reset();
    m_poll.stop();
    if (session.ranks) return ranks().open(path, std::move(session));
    QStringList files;
    for (const session::Trace& trace : session.traces) files << textOf(trace);
    const QString shown = files[static_cast<qsizetype>(session.current)];
    m_file = path;
    if (!QFileInfo::exists(
            QString::fromStdString(session.traces[session.current].path))) { // what the session holds stays in its file
        m_window.banner().show(
            tr("%1: the trace of this session is not found; its notes and view stay in the session").arg(shown),
            tr("Find the trace"), [this, path, session] {
                auto* dialog = new QFileDialog(&m_window, tr("Find the trace"), QFileInfo(path).path());
                dialog->setAttribute(Qt::WA_DeleteOnClose);
                connect(dialog, &QFileDialog::fileSelected, this, [this, path, session](const QString& found) {
                    session::Session moved = session;
                    moved.traces[moved.current].path = found.toStdString();
                    begin(path, std::move(moved));
                });
                dialog->open();
            });
        return;
    }
    m_opening = std::move(session);
    m_reloading = false;
    m_window.m_files = files;
    m_window.loader().open(shown);
}

void SessionController::onTraceOpened(const QString& path) {
    if (!m_opening || QFileInfo(textOf(m_opening->traces[m_opening->current])) != QFileInfo(path)) {
        m_opening.reset();
        m_pending.reset();
        m_file.clear();
        m_reloading = false;
        return;
    }
    m_pending = std::exchange(m_opening, std::nullopt);
    if (std::exchange(m_reloading, false)) {
        apply();
        return m_poll.start();
    }
    models::RecentFile file;
    file.path = m_file;
    file.opened = QDateTime::currentDateTime();
    const QFileInfo info(m_file);
    file.bytes = static_cast<std::uint64_t>(info.size());
    file.modifiedMs = info.lastModified().toMSecsSinceEpoch();
    file.facts = tr("session of %1").arg(QFileInfo(path).fileName());
    m_window.recentFiles().add(file);
    m_window.refreshRecent();
    apply();
    m_poll.start();
}

void SessionController::apply() {
    const session::Session& s = *m_pending;
    MainWindow& w = m_window;
    const TraceStore& store = w.document().store();
    const RankTime zero = store.extent().begin;
    const LoadedTrace& trace = w.document().trace();
    const session::Trace& saved = s.traces[s.current];
    const notes::TraceIdentity now{{}, trace.source.size, trace.source.mtimeNs, trace.source.fingerprint};
    if (saved.identity && notes::compare(*saved.identity, now) == notes::Match::Changed)
        w.banner().show(tr("the trace changed since the session was saved; view and notes may lie elsewhere now"));
    w.notesKeeper().useInstead(saved.notes);
    w.loader().setThresholds(s.thresholds);
    timeline::RowsMemory rows;
    rows.state = pictures::rowStateOf(s.rows);
    rows.pinsChosen = s.rows.pinsChosen;
    rows.python = s.rows.python ? PythonFrames::Shown : PythonFrames::Hidden;
    rows.streams = s.rows.mergeStreams ? StreamRows::MergedByDevice : StreamRows::Separate;
    for (const auto& [name, where] : s.rows.filters) rows.filters.push_back({name, where});
    w.keeper().apply(rows);
    timeline::TimelineWidget& canvas = w.page().canvas();
    using Arrows = timeline::TimelineWidget::ViewArrows;
    canvas.setViewArrows(s.view.arrows ? Arrows::Shown : Arrows::Hidden);
    canvas.setColourBy(pictures::colourByOf(s.view.colourBy));
    w.view().setAxisClock(axisClockOf(s.view.axis).value_or(AxisClock::Step));
    w.setThemeForThisRun(choiceOf(s.view.theme));
    using Part = TracePage::Part;
    w.page().setShown(Part::Strips, s.window.strips);
    w.page().setShown(Part::Bottom, s.window.bottom);
    w.page().setShown(Part::Guide, s.window.guide);
    if (s.window.bottomHeight > 0) w.page().setBottomHeight(s.window.bottomHeight);
    if (s.window.guideWidth > 0) w.page().setGuideWidth(s.window.guideWidth);
    if (s.window.width > 0 && s.window.height > 0 && !w.isMaximized() && !w.isFullScreen())
        w.resize(std::max(s.window.width, w.minimumWidth()), std::max(s.window.height, w.minimumHeight()));
    w.view().setHeaderWidth(s.view.headerWidth);
    w.selection().setStep(std::nullopt);
    for (std::size_t i = 0; s.view.step && i < store.steps().size(); ++i)
        if (store.steps()[i].number == *s.view.step) w.selection().setStep(i);
    w.selection().holdRange(timeline::Selection::RangeHold::Free);
    w.selection().setRange(std::nullopt);
    if (s.view.range) {
        w.selection().setRange(TimeRange{zero + Ns{s.view.range->first}, zero + Ns{s.view.range->second}});
        if (s.view.rangeLocked) w.selection().holdRange(timeline::Selection::RangeHold::Locked);
    }
    QSettings& settings = w.m_settings.store();
    if (!s.peaks.empty() && !settings.contains("analysis/peaks")) // what the user entered here stays
        settings.setValue("analysis/peaks", QByteArray::fromStdString(s.peaks));
    selectSlices();
    if (!s.view.search.empty()) {
        const QString query = QString::fromStdString(s.view.search);
        w.toolBar().omnibox().setText(query);
        w.searching().search(query);
    }
    showPath();
    m_placed.reset();
    m_scrolled = canvas.scrollY();
    place();
}

// The critical path that was outlined.
void SessionController::showPath() {
    if (!m_pending->view.criticalPath) return;
    const auto store = m_window.document().sharedStore();
    m_window.m_runner.start(
        kPathJob, this,
        [store, session = *m_pending](RunContext& context) {
            return pictures::criticalPathOf(*store, session, context);
        },
        [this, store](Result<std::vector<scene::PathPiece>> path) {
            const bool same = m_window.document().isOpen() && m_window.document().sharedStore() == store;
            if (same && path.ok()) m_window.page().canvas().setPath(std::move(*path));
        });
}

void SessionController::selectSlices() {
    MainWindow& w = m_window;
    const TraceStore& store = w.document().store();
    std::vector<SliceId> slices;
    for (const session::Selected& one : m_pending->view.selected) {
        const RankTime at = store.extent().begin + Ns{one.beginNs};
        if (const auto slice = notes::sliceOf(store, w.document().tree(), one.anchor, at)) slices.push_back(*slice);
    }
    w.selection().setSlices(std::move(slices));
}

void SessionController::place() {
    const session::View& v = m_pending->view;
    timeline::ViewState& view = m_window.view();
    timeline::TimelineWidget& canvas = m_window.page().canvas();
    const RankTime zero = m_window.document().store().extent().begin;
    const bool untouched = !m_placed || m_placed->withWidth(view.canvasWidth()) == view.target();
    if (untouched) {
        timeline::ViewState::Memento memento = view.memento();
        const bool sameCanvas = std::abs(v.canvasWidth - view.canvasWidth()) < 0.5 && v.nsPerPx > 0;
        if (sameCanvas) {
            memento.scale =
                TimeScale(zero, zero, v.nsPerPx, v.canvasWidth).pannedBy(static_cast<double>(v.firstColumn));
            memento.moved = true;
            memento.history = {memento.scale};
            memento.position = 0;
            view.restore(memento);
        } else if (v.shown.second > v.shown.first) {
            view.show({zero + Ns{v.shown.first}, zero + Ns{v.shown.second}}, timeline::Motion::Instant);
        }
        m_placed = view.target();
    }
    if (canvas.scrollY() == m_scrolled) {
        canvas.setScrollY(v.scrollY);
        m_scrolled = canvas.scrollY();
    }
}

// Once all is worked out: rows that came late are there now.
void SessionController::settle() {
    if (!m_pending || !m_window.document().isOpen()) return m_poll.stop();
    if (!m_window.isQuiet()) return;
    m_poll.stop();
    place();
    m_window.notes().choose(m_pending->view.chosenNote);
    m_pending.reset();
    m_window.actionsOfWindow().refresh();
}

} // namespace lanescope::app
