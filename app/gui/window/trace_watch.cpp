#include "app/gui/window/trace_watch.h"

#include <QGuiApplication>

#include <utility>

namespace lanescope::app {

namespace {
const QString kJob = QStringLiteral("look at the file");
} // namespace

TraceWatch::TraceWatch(timeline::Document& document, jobs::JobRunner& runner, QObject* parent)
    : QObject(parent), m_document(document), m_runner(runner) {
    m_wait.setSingleShot(true);
    m_wait.setInterval(kDelayMs);
    connect(&m_wait, &QTimer::timeout, this, &TraceWatch::look);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_wait, qOverload<>(&QTimer::start));
    connect(&document, &timeline::Document::changed, this, &TraceWatch::follow);
    // Folders on other machines send no signs.
    connect(qGuiApp, &QGuiApplication::applicationStateChanged, this, [this](Qt::ApplicationState state) {
        if (state == Qt::ApplicationActive) look();
    });
}

void TraceWatch::follow() {
    if (!m_watcher.files().isEmpty()) m_watcher.removePaths(m_watcher.files());
    m_wait.stop();
    m_told.reset();
    m_isGone = false;
    if (m_document.isOpen() && !m_document.isPartial()) m_watcher.addPath(m_document.path());
}

void TraceWatch::look() {
    if (!m_document.isOpen() || m_document.isPartial()) return;
    const QString path = m_document.path();
    m_runner.start(
        kJob, this,
        [path](RunContext&) -> Result<std::optional<io::SourceId>> {
            const auto found = io::identify(path.toStdString());
            return found.ok() ? std::optional(*found) : std::nullopt;
        },
        [this, path](const Result<std::optional<io::SourceId>>& now) {
            const bool same = m_document.isOpen() && !m_document.isPartial() && m_document.path() == path;
            if (same && now.ok()) judge(path, *now);
        });
}

// A file that was only touched is the same.
void TraceWatch::judge(const QString& path, const std::optional<io::SourceId>& now) {
    if (!now) {
        if (!std::exchange(m_isGone, true)) emit gone(path);
        return;
    }
    m_isGone = false;
    // Who writes by renaming leaves a file behind that is not watched yet.
    if (!m_watcher.files().contains(path)) m_watcher.addPath(path);
    const auto sameAs = [&](const io::SourceId& other) {
        return now->size == other.size && now->fingerprint == other.fingerprint;
    };
    if (sameAs(m_document.trace().source) || (m_told && sameAs(*m_told))) return;
    m_told = now;
    emit changed(path);
}

} // namespace lanescope::app
