// Sessions of several ranks, as the window opens and saves them.
#include "app/gui/window/main_window.h"
#include "app/gui/window/ranks_session.h"
#include "app/gui/window/session_controller.h"

#include "core/session/cut/cut.h"
#include "widgets/pictures/session_picture.h"
#include "widgets/rankpictures/notes_of_ranks.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

namespace lanescope::app {

namespace {
const QString kSave = QStringLiteral("save ranks session"), kCut = QStringLiteral("cut ranks");

struct CutOfRank {
    std::size_t record = 0;
    std::shared_ptr<const ranksview::RankTrace> trace; // null: not open yet
    TimeRange range;                                   // on its own clock
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

// The range, else what is in view: the same time of every shown rank that has a trace, each on its own clock.
std::vector<CutOfRank> cutsOf(RanksController& ranks, const QString& path) {
    RanksPage& page = ranks.page();
    const ranksview::RanksDocument& document = ranks.document();
    const TimeRange range = page.timelines().range().value_or(page.view().target().visible());
    std::vector<CutOfRank> out;
    std::map<QString, int> used;
    for (const std::size_t record : document.shown()) {
        if (!document.job().timelineOf(record)) continue;
        const align::RankClockFit& clock = document.set().alignment.ranks[record];
        const auto own = [&](RankTime t) { return clock.toFile(CommonTime{Ns{count(t)}}); };
        const auto rank = document.set().records[record].rank;
        QString mark = rank ? QStringLiteral("rank%1").arg(*rank) : QString::number(record + 1);
        const int times = ++used[mark];
        if (times > 1) mark += QStringLiteral("-%1").arg(times); // a rank found twice
        out.push_back(
            {record, document.sharedTrace(record), timeRange(own(range.begin), own(range.end)), pathOf(path, mark)});
    }
    return out;
}

// Nobody was asked about these names, so nothing is replaced.
Status nothingIsThere(const std::vector<CutOfRank>& cuts, const ranksview::RankJob& job) {
    std::error_code error;
    for (const CutOfRank& one : cuts) {
        const std::filesystem::path path(one.path.toStdString());
        const auto isIt = [&](const TraceSource& source) {
            return !source.path.empty() && std::filesystem::equivalent(source.path, path, error);
        };
        const auto status = std::filesystem::symlink_status(path, error);
        if (status.type() == std::filesystem::file_type::not_found) continue;
        const bool open = std::any_of(job.timelines.begin(), job.timelines.end(), isIt);
        return Error{ErrorCode::NotWritable,
                     open ? "is one of the traces that are open; no cut was written"
                          : "is there already; no cut was written",
                     one.path.toStdString(), "choose another name"};
    }
    return {};
}

// How many were written. Ranks that recorded nothing in the range are left out, unless that is all of them.
Result<std::size_t> writeCuts(const std::vector<CutOfRank>& cuts, const ranksview::RankJob& job, RunContext& context) {
    if (const Status free = nothingIsThere(cuts, job); !free.ok()) return free.error();
    std::size_t written = 0;
    std::optional<Error> empty;
    for (const CutOfRank& one : cuts) {
        std::shared_ptr<const ranksview::RankTrace> trace = one.trace;
        if (!trace) {
            const auto opened = ranksview::openRankTrace(job, one.record, {}, context);
            if (!opened.ok()) return opened.error();
            trace = *opened;
        }
        cut::Options options;
        options.range = one.range;
        const auto done = cut::save(trace->trace, options, one.path.toStdString(), context);
        if (done.ok())
            ++written;
        else if (done.error().code == ErrorCode::MissingData)
            empty = done.error();
        else
            return done.error();
    }
    if (written == 0 && empty) return *empty;
    return written;
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
    w.view().setAxisClock(axisClockOf(session.view.axis).value_or(AxisClock::Step));
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
        [path, saved = ranksNow()](RunContext&) mutable -> Status {
            rankpictures::takeNotesBeside(saved, [](const Error&) {}); // those that cannot be read stay where they are
            return session::saveSession(path.toStdString(), std::move(saved));
        },
        [this, path, &session](const Status& saved) {
            if (!saved.ok())
                return m_window.banner().show(tr("not saved: %1").arg(QString::fromStdString(saved.error().text())));
            session.setFile(path);
            m_window.ranks().page().say(tr("saved: %1").arg(path));
        });
}

void SessionController::cutRanksTo(const QString& path) {
    RanksController& ranks = m_window.ranks();
    ranks.page().say(tr("writing cuts of the shown ranks"));
    std::vector<CutOfRank> cuts = cutsOf(ranks, path);
    const std::size_t without = ranks.document().shown().size() - cuts.size();
    const std::size_t wanted = cuts.size();
    m_window.m_runner.start(
        kCut, this,
        [cuts = std::move(cuts), job = ranks.document().sharedJob()](RunContext& context) {
            return writeCuts(cuts, *job, context);
        },
        [this, path, without, wanted](const Result<std::size_t>& done) {
            RanksPage& page = m_window.ranks().page();
            if (!done.ok()) return page.say(QString::fromStdString(done.error().text()));
            QString rest;
            if (without > 0) rest += tr("; %1 shown ranks have no trace").arg(without);
            if (const std::size_t empty = wanted - *done; empty > 0)
                rest += empty == 1 ? tr("; 1 shown rank has nothing in the range")
                                   : tr("; %1 shown ranks have nothing in the range").arg(empty);
            page.say(tr("written: %1 cuts, %2 and so on").arg(*done).arg(pathOf(path, QStringLiteral("rank\u2026"))) +
                     rest);
        });
}

} // namespace lanescope::app
