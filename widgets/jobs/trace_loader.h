// Loads a trace off the GUI thread and tells the window how it goes: progress by a timer, growing previews, then the
// trace, an error, or nothing more once cancelled. What was open before is not touched by anything here. GUI thread
// only.
#pragma once

#include "core/session/load_trace.h"
#include "widgets/jobs/job_runner.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace lanescope::jobs {

// What can be said about a load that is under way.
struct LoadProgress {
    QString fileName;
    std::uint64_t doneBytes = 0;
    std::uint64_t totalBytes = 0; // 0 = not known
    std::uint64_t events = 0;
    std::optional<int> secondsLeft; // from the mean speed so far; none in the first moments
};

class TraceLoader final : public QObject {
    Q_OBJECT
public:
    using LoadFunction =
        std::function<Result<LoadedTrace>(const std::filesystem::path&, const LoadOptions&, RunContext&)>;

    // `load` is loadTrace, or a stand-in for tests.
    TraceLoader(JobRunner& runner, LoadFunction load, QObject* parent = nullptr);
    ~TraceLoader() override;

    void load(const QString& path, LoadOptions options); // a load under way is given up
    void cancel();
    bool isLoading() const;
    LoadProgress progress() const;

signals:
    void started(const QString& path);
    void progressed();
    void previewReady(std::shared_ptr<const lanescope::TraceStore> store);
    void finished(const lanescope::LoadedTrace& trace, qint64 elapsedMs);
    void failed(const QString& path, const lanescope::Error& error);
    void cancelled(const QString& path);

private:
    void onResult(Result<LoadedTrace> result);

    JobRunner& m_runner;
    LoadFunction m_load;
    QString m_path;
    QTimer m_poll;
    QElapsedTimer m_elapsed;
    std::uint64_t m_generation = 0; // previews of an older load are dropped
};

} // namespace lanescope::jobs
