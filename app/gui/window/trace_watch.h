// Sees that the open trace changes on disk: told by the system where it can, else when the window comes to the front.
// The file is looked at by a job. GUI thread.
#pragma once

#include "core/io/input.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/timeline/document.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <optional>

namespace lanescope::app {

class TraceWatch final : public QObject {
    Q_OBJECT
public:
    static constexpr int kDelayMs = 400; // after the last sign of a change
    TraceWatch(timeline::Document& document, jobs::JobRunner& runner, QObject* parent = nullptr);
    void look(); // now, by a job

signals:
    void changed(const QString& path); // once for each content
    void gone(const QString& path);    // once

private:
    void follow();
    void judge(const QString& path, const std::optional<io::SourceId>& now);

    timeline::Document& m_document;
    jobs::JobRunner& m_runner;
    QFileSystemWatcher m_watcher;
    QTimer m_wait;
    std::optional<io::SourceId> m_told; // the content that was told last
    bool m_isGone = false;
};

} // namespace lanescope::app
