// Sessions of several ranks, as the window opens and saves them.
#include "app/gui/window/main_window.h"
#include "app/gui/window/ranks_session.h"
#include "app/gui/window/session_controller.h"

#include "core/session/cut/cut.h"
#include "widgets/pictures/session_picture.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace lanescope::app {

namespace {
const QString kSave = QStringLiteral("save ranks session"), kCut = QStringLiteral("cut ranks");

struct CutOfRank {
    std::shared_ptr<const ranksview::RankTrace> trace;
    TimeRange range; // on its own clock
    QString path;
};

// "small.json.gz" -> "small-rank3.json.gz"
QString pathOf(const QString& path, const QString& mark) {
    const QFileInfo info(path);
    const QString name = info.fileName();
    const qsizetype dot = name.indexOf(QLatin1Char('.'), 1);
    const QString ending = dot < 0 ? QStringLiteral(".json.gz") : name.mid(dot);
    return info.dir().filePath((dot < 0 ? name : name.left(dot)) + QLatin1Char('-') + mark + ending);
}

// The range, else what is in view: the same time of every shown rank, each on its own clock.
std::vector<CutOfRank> cutsOf(RanksController& ranks, const QString& path) {
    RanksPage& page = ranks.page();
    const ranksview::RanksDocument& document = ranks.document();
    const TimeRange range = page.timelines().range().value_or(page.view().target().visible());
    std::vector<CutOfRank> out;
    for (const std::size_t record : document.shown()) {
        auto trace = document.sharedTrace(record);
        if (!trace) continue;
        const align::RankClockFit& clock = document.set().alignment.ranks[record];
        const auto own = [&](RankTime t) { return clock.toFile(CommonTime{Ns{count(t)}}); };
        const auto rank = document.set().records[record].rank;
        const QString mark = rank ? QStringLiteral("rank%1").arg(*rank) : QString::number(record + 1);
        out.push_back({std::move(trace), timeRange(own(range.begin), own(range.end)), pathOf(path, mark)});
    }
    return out;
}

} // namespace

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
    session::Session out = sessionOfPage(w.ranks());
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

void SessionController::cutRanksTo(const QString& path) {
    m_window.ranks().page().say(tr("writing cuts of the shown ranks"));
    m_window.m_runner.start(
        kCut, this,
        [cuts = cutsOf(m_window.ranks(), path)](RunContext& context) -> Result<std::size_t> {
            for (const CutOfRank& one : cuts) {
                cut::Options options;
                options.range = one.range;
                const auto done = cut::save(one.trace->trace, options, one.path.toStdString(), context);
                if (!done.ok()) return done.error();
            }
            return cuts.size();
        },
        [this, path](const Result<std::size_t>& done) {
            RanksPage& page = m_window.ranks().page();
            if (!done.ok()) return page.say(QString::fromStdString(done.error().text()));
            page.say(tr("written: %1 cuts, %2 and so on").arg(*done).arg(pathOf(path, QStringLiteral("rank\u2026"))));
        });
}

} // namespace lanescope::app
