// Runs work off the GUI thread: a job is (RunContext&) -> Result<T>. Each job has a slot, a name of what it is for; a
// newer job of the same slot makes the older one irrelevant: it is asked to stop and its result is thrown away. Results
// arrive on the thread of the runner (the GUI thread), never inside start(). All methods: GUI thread only.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <stop_token>
#include <type_traits>
#include <utility>

namespace lanescope::jobs {

class JobRunner final : public QObject {
    Q_OBJECT
public:
    // `workers` threads at most; 0 = one more than cores, so that a long load never holds up short work.
    explicit JobRunner(int workers = 0, QObject* parent = nullptr);
    // Asks every job to stop and waits for it: a job has to obey within 100 ms.
    ~JobRunner() override;

    // Starts `work` for `slot`. `done` gets the Result<T> on the GUI thread, unless the job was overtaken or cancelled,
    // or `receiver` is gone.
    template <class Work, class Done>
    void start(const QString& slot, QObject* receiver, Work work, Done done) {
        using R = std::invoke_result_t<Work, RunContext&>;
        const std::shared_ptr<Job> job = takeSlot(slot);
        auto body = [this, job, slot, guard = QPointer<QObject>(receiver), work = std::move(work),
                     done = std::move(done)]() mutable {
            auto result = std::make_shared<R>(job->context.stopRequested() ? R(stoppedError()) : work(job->context));
            deliver(job, slot, [guard, result, done = std::move(done)]() mutable {
                if (guard) done(std::move(*result));
            });
        };
        enqueue(std::make_shared<decltype(body)>(std::move(body)));
    }

    // Asks the job of a slot to stop; its `done` will not be called. No job: nothing happens.
    void cancel(const QString& slot);
    void cancelAll();
    // Blocks until no worker runs: for owners of what work refers to, after a cancel.
    void waitForWorkers();
    bool isRunning(const QString& slot) const;
    bool isIdle() const; // no relevant job is running
    // Progress of the running job of a slot; null when there is none. Valid until control returns to the event loop.
    const Progress* progress(const QString& slot) const;

signals:
    void started(const QString& slot);
    void ended(const QString& slot); // delivered, cancelled or overtaken

private:
    struct Job {
        explicit Job(std::uint64_t number) : generation(number), context(source.get_token()) {}
        std::uint64_t generation;
        std::stop_source source;
        RunContext context;
    };
    static Error stoppedError();
    std::shared_ptr<Job> takeSlot(const QString& slot);
    void deliver(std::shared_ptr<Job> job, const QString& slot, std::function<void()> hand); // worker threads
    template <class Body>
    void enqueue(std::shared_ptr<Body> body) {
        m_pool.start([body = std::move(body)] { (*body)(); });
    }

    QThreadPool m_pool;
    QHash<QString, std::shared_ptr<Job>> m_current;
    std::uint64_t m_generation = 0;
};

} // namespace lanescope::jobs
