#include "widgets/jobs/trace_loader.h"

#include "core/session/trace_sources.h"

#include <QFileInfo>

#include <cmath>

namespace lanescope::jobs {

namespace {
const QString kSlot = QStringLiteral("load");
constexpr int kPollMs = 100;
constexpr qint64 kNoEstimateBeforeMs = 500;

std::optional<int> secondsLeft(const LoadProgress& p, qint64 elapsedMs) {
    if (p.totalBytes == 0 || p.doneBytes == 0 || elapsedMs < kNoEstimateBeforeMs) return std::nullopt;
    if (p.doneBytes >= p.totalBytes) return 0;
    const double perByte = static_cast<double>(elapsedMs) / static_cast<double>(p.doneBytes);
    return static_cast<int>(std::ceil(perByte * static_cast<double>(p.totalBytes - p.doneBytes) / 1000.0));
}
} // namespace

TraceLoader::TraceLoader(JobRunner& runner, LoadFunction load, QObject* parent)
    : QObject(parent), m_runner(runner), m_load(std::move(load)) {
    m_poll.setInterval(kPollMs);
    connect(&m_poll, &QTimer::timeout, this, &TraceLoader::progressed);
}

TraceLoader::~TraceLoader() {
    m_runner.cancel(kSlot);
    m_runner.waitForWorkers(); // a loader thread may be about to hand over a preview
}

void TraceLoader::load(const QString& path, LoadOptions options) {
    m_path = path;
    const std::uint64_t generation = ++m_generation;
    options.onPreview = [this, generation](std::shared_ptr<const TraceStore> store) {
        QMetaObject::invokeMethod(
            this,
            [this, generation, store = std::move(store)] {
                if (generation == m_generation && isLoading()) emit previewReady(store);
            },
            Qt::QueuedConnection);
    };
    m_elapsed.start();
    m_poll.start();
    const std::filesystem::path file = QFileInfo(path).filesystemAbsoluteFilePath();
    m_runner.start(
        kSlot, this,
        [load = m_load, file, options = std::move(options)](RunContext& context) mutable {
            std::error_code error;
            if (std::filesystem::exists(file, error)) return load(file, options, context);
            const auto sources = traceSources(file, context.stopToken()); // "ranks.zip!rank3.json"
            const bool inside = sources.ok() && sources->size() == 1 && !sources->front().member.empty();
            if (!inside) return load(file, options, context);
            options.member = sources->front().member;
            return load(sources->front().path, options, context);
        },
        [this](Result<LoadedTrace> result) { onResult(std::move(result)); });
    emit started(path);
}

void TraceLoader::onResult(Result<LoadedTrace> result) {
    m_poll.stop();
    ++m_generation;
    if (result.ok()) {
        emit finished(*result, m_elapsed.elapsed());
    } else if (result.error().code == ErrorCode::Cancelled) {
        emit cancelled(m_path);
    } else {
        emit failed(m_path, result.error());
    }
}

void TraceLoader::cancel() {
    if (!isLoading()) return;
    m_poll.stop();
    ++m_generation;
    m_runner.cancel(kSlot);
    emit cancelled(m_path);
}

bool TraceLoader::isLoading() const { return m_runner.isRunning(kSlot); }

LoadProgress TraceLoader::progress() const {
    LoadProgress out;
    out.fileName = QFileInfo(m_path).fileName();
    if (const Progress* p = m_runner.progress(kSlot)) {
        out.doneBytes = p->done.load(std::memory_order_relaxed);
        out.totalBytes = p->total.load(std::memory_order_relaxed);
        out.events = p->events.load(std::memory_order_relaxed);
        out.secondsLeft = secondsLeft(out, m_elapsed.elapsed());
    }
    return out;
}

} // namespace lanescope::jobs
