// Sessions of several ranks, as the window opens and saves them.
#include "app/gui/window/main_window.h"
#include "app/gui/window/ranks_session.h"
#include "app/gui/window/session_controller.h"

#include "widgets/pictures/session_picture.h"

#include <QFileInfo>

#include <algorithm>

namespace lanescope::app {

namespace {
const QString kSave = QStringLiteral("save ranks session");
}

RanksSession& SessionController::ranks() {
    if (m_ranks) return *m_ranks;
    m_ranks = new RanksSession(m_window.ranks(), this);
    connect(m_ranks, &RanksSession::opened, this, &SessionController::showRanksAs);
    connect(m_ranks, &RanksSession::changed, this, [this](const QString& path) {
        m_window.banner().show(
            tr("%1 changed since the session was saved; clocks and view may lie elsewhere now").arg(path));
    });
    return *m_ranks;
}

void SessionController::showRanksAs(const session::Session& session) {
    MainWindow& w = m_window;
    models::RecentFile file;
    file.path = m_ranks->file();
    file.opened = QDateTime::currentDateTime();
    const QFileInfo info(file.path);
    file.bytes = static_cast<std::uint64_t>(info.size());
    file.modifiedMs = info.lastModified().toMSecsSinceEpoch();
    file.facts = tr("session of %1 ranks").arg(w.ranks().document().set().records.size());
    w.recentFiles().add(file);
    w.refreshRecent();
    for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light, ThemeChoice::HighContrast})
        if (session.view.theme == themeWord(choice)) w.setThemeForThisRun(choice);
    w.loader().setThresholds(session.thresholds);
    if (session.window.width > 0 && session.window.height > 0 && !w.isMaximized() && !w.isFullScreen())
        w.resize(std::max(session.window.width, w.minimumWidth()), std::max(session.window.height, w.minimumHeight()));
}

session::Session SessionController::ranksNow() const {
    MainWindow& w = m_window;
    session::Session out = m_ranks->now();
    out.view.theme = pictures::wordOf(w.m_look.theme().id());
    out.window.width = w.width();
    out.window.height = w.height();
    out.thresholds = w.loader().thresholds();
    return out;
}

void SessionController::saveRanksTo(const QString& path) {
    if (!m_window.ranks().isShown()) return;
    RanksSession& session = ranks();
    m_window.m_runner.start(
        kSave, this,
        [path, saved = ranksNow()](RunContext&) -> Status { return session::saveSession(path.toStdString(), saved); },
        [this, path, &session](const Status& saved) {
            if (!saved.ok())
                return m_window.banner().show(tr("not saved: %1").arg(QString::fromStdString(saved.error().text())));
            session.setFile(path);
            m_window.ranks().page().say(tr("saved: %1").arg(path));
        });
}

} // namespace lanescope::app
