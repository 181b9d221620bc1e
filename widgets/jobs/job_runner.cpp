#include "widgets/jobs/job_runner.h"

#include <QThread>

#include <algorithm>

namespace lanescope::jobs {

JobRunner::JobRunner(int workers, QObject* parent) : QObject(parent) {
    m_pool.setMaxThreadCount(workers > 0 ? workers : std::max(3, QThread::idealThreadCount() + 1));
    m_pool.setThreadPriority(QThread::LowPriority); // the GUI thread goes first
}

JobRunner::~JobRunner() {
    for (const auto& job : std::as_const(m_current)) job->source.request_stop();
    m_current.clear();
    m_pool.waitForDone();
}

Error JobRunner::stoppedError() { return Error{ErrorCode::Cancelled, "stopped", {}, {}}; }

std::shared_ptr<JobRunner::Job> JobRunner::takeSlot(const QString& slot) {
    cancel(slot);
    auto job = std::make_shared<Job>(++m_generation);
    m_current.insert(slot, job);
    emit started(slot);
    return job;
}

void JobRunner::deliver(std::shared_ptr<Job> job, const QString& slot, std::function<void()> hand) {
    // The destructor waits for all workers, so `this` is alive here; calls still queued then are dropped with it.
    QMetaObject::invokeMethod(
        this,
        [this, job = std::move(job), slot, hand = std::move(hand)] {
            const auto it = m_current.constFind(slot);
            if (it == m_current.cend() || it.value()->generation != job->generation) return;
            m_current.erase(it);
            hand();
            emit ended(slot);
        },
        Qt::QueuedConnection);
}

void JobRunner::cancel(const QString& slot) {
    const auto it = m_current.constFind(slot);
    if (it == m_current.cend()) return;
    it.value()->source.request_stop();
    m_current.erase(it);
    emit ended(slot);
}

void JobRunner::cancelAll() {
    const QStringList slots_ = m_current.keys();
    for (const QString& slot : slots_) cancel(slot);
}

void JobRunner::waitForWorkers() { m_pool.waitForDone(); }

bool JobRunner::isRunning(const QString& slot) const { return m_current.contains(slot); }

bool JobRunner::isIdle() const { return m_current.isEmpty(); }

const Progress* JobRunner::progress(const QString& slot) const {
    const auto it = m_current.constFind(slot);
    return it == m_current.cend() ? nullptr : &it.value()->context.progress();
}

} // namespace lanescope::jobs
