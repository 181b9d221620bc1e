// Sessions and cuts on their way into files.
#include "app/gui/window/main_window.h"
#include "app/gui/window/ranks_session.h"
#include "app/gui/window/session_controller.h"

#include "core/session/cut/cut.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

namespace lanescope::app {

namespace {

const QString kSave = QStringLiteral("save session"), kCut = QStringLiteral("cut");

// Asks for a name to save under and hands it on.
void askName(MainWindow& window, const QString& title, const QString& start, const QString& filter,
             const QString& suffix, std::function<void(const QString&)> use) {
    auto* dialog = new QFileDialog(&window, title, start, filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    QObject::connect(dialog, &QFileDialog::fileSelected, &window, std::move(use));
    dialog->open();
}

// The trace's place and name without its endings.
QString stemOf(const QString& path) {
    const QFileInfo info(path);
    return info.dir().filePath(info.fileName().section(QLatin1Char('.'), 0, 0));
}

// "seen.lanescope" -> "seen-cut.json.gz", beside it.
QString cutBeside(const QString& session) {
    const QFileInfo info(session);
    return info.dir().filePath(info.completeBaseName() + QStringLiteral("-cut.json.gz"));
}

void shift(std::optional<session::Offsets>& offsets, std::int64_t by) {
    if (offsets) offsets = session::Offsets{offsets->first + by, offsets->second + by};
}

// The same places, counted from the beginning of the cut.
void pointToCut(session::Session& session, const std::string& path, std::int64_t earlier) {
    session::Trace trace = session.traces[session.current];
    trace.path = path;
    trace.member.clear();
    trace.identity.reset();
    session.traces = {std::move(trace)};
    session.current = 0;
    session.view.shown.first += earlier;
    session.view.shown.second += earlier;
    session.view.nsPerPx = 0; // its columns count from the beginning of the trace
    shift(session.view.range, earlier);
    shift(session.view.criticalPath, earlier);
    for (session::Selected& one : session.view.selected) one.beginNs += earlier;
}

// Beside the folder of the ranks, called as it is.
QString ranksStem(const ranksview::RanksDocument& document) {
    const auto& sources = document.job().sources;
    if (sources.empty()) return QStringLiteral("ranks");
    const QFileInfo first(QString::fromStdString(sources.front().source.path.string()));
    return first.dir().filePath(QString::fromStdString(document.job().title));
}

QString wrongOf(const Error& error) { return QString::fromStdString(error.text()); }

} // namespace

void SessionController::save() {
    if (m_window.ranks().isShown()) return ranks().file().isEmpty() ? saveAs() : saveRanksTo(ranks().file());
    if (m_file.isEmpty()) return saveAs();
    saveTo(m_file, With::TraceAsItIs);
}

void SessionController::saveAs() {
    if (m_window.ranks().isShown()) {
        const QString beside = ranksStem(m_window.ranks().document());
        return askName(m_window, tr("Save session"), ranks().file().isEmpty() ? beside + ".lanescope" : ranks().file(),
                       tr("Lanescope sessions (*.lanescope)"), QStringLiteral("lanescope"),
                       [this](const QString& path) { saveRanksTo(path); });
    }
    const QString start = m_file.isEmpty() ? stemOf(m_window.document().path()) + ".lanescope" : m_file;
    askName(m_window, tr("Save session"), start, tr("Lanescope sessions (*.lanescope)"), QStringLiteral("lanescope"),
            [this](const QString& path) { saveTo(path, With::TraceAsItIs); });
}

void SessionController::saveWithCut() {
    askName(m_window, tr("Save session with a cut of the trace"), stemOf(m_window.document().path()) + ".lanescope",
            tr("Lanescope sessions (*.lanescope)"), QStringLiteral("lanescope"),
            [this](const QString& path) { saveTo(path, With::Cut); });
}

void SessionController::saveTo(const QString& path, With with) {
    if (m_window.ranks().isShown()) return saveRanksTo(path);
    if (!m_window.document().isOpen()) return;
    const cut::Options options{rangeMeant(), {}};
    m_window.m_runner.start(
        kSave, this,
        [path, with, options, session = now(), trace = m_window.document().trace()](RunContext& context) -> Status {
            session::Session saved = session;
            if (with == With::Cut) {
                const QString small = cutBeside(path);
                const auto counts = cut::save(trace, options, small.toStdString(), context);
                if (!counts.ok()) return counts.error();
                pointToCut(saved, small.toStdString(), (trace.store->extent().begin - counts->begin).count());
            }
            return session::saveSession(path.toStdString(), saved);
        },
        [this, path, with](const Status& saved) {
            if (!saved.ok()) return m_window.banner().show(tr("not saved: %1").arg(wrongOf(saved.error())));
            if (with == With::TraceAsItIs) m_file = path;
            m_window.status().say(with == With::Cut ? tr("saved: %1 and %2").arg(path, cutBeside(path))
                                                    : tr("saved: %1").arg(path));
        });
}

void SessionController::exportCut() {
    const bool ranks = m_window.ranks().isShown();
    const QString stem = ranks ? ranksStem(m_window.ranks().document()) : stemOf(m_window.document().path());
    askName(m_window, ranks ? tr("Export cut of each shown rank") : tr("Export cut"), stem + "-cut.json.gz",
            tr("Traces (*.json.gz *.json)"), QStringLiteral("json.gz"), [this](const QString& path) { cutTo(path); });
}

void SessionController::cutTo(const QString& path) {
    if (m_window.ranks().isShown()) return cutRanksTo(path);
    if (!m_window.document().isOpen()) return;
    const cut::Options options{rangeMeant(), {}};
    m_window.m_runner.start(
        kCut, this,
        [path, options, trace = m_window.document().trace()](RunContext& context) {
            return cut::save(trace, options, path.toStdString(), context);
        },
        [this, path](const Result<cut::Counts>& counts) {
            if (!counts.ok()) return m_window.banner().show(tr("not written: %1").arg(wrongOf(counts.error())));
            m_window.status().say(tr("written: %1, %2 slices").arg(path).arg(counts->slices));
        });
}

} // namespace lanescope::app
