#include "app/cli/frame/progress_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <unistd.h>

namespace lanescope::cli {

ProgressLine::ProgressLine(std::string what, const Progress& progress) : m_what(std::move(what)), m_progress(progress) {
    if (::isatty(STDERR_FILENO) != 1) return;
    m_thread = std::jthread([this](const std::stop_token& stop) { show(stop); });
}

ProgressLine::~ProgressLine() = default; // the thread stops and is joined

void ProgressLine::show(const std::stop_token& stop) {
    using namespace std::chrono_literals;
    std::mutex mutex;
    std::condition_variable_any wake;
    bool shown = false;
    const auto pause = [&](std::chrono::milliseconds time) {
        std::unique_lock lock(mutex);
        return wake.wait_for(lock, stop, time, [] { return false; }), !stop.stop_requested();
    };
    for (bool goOn = pause(400ms); goOn; goOn = pause(200ms)) {
        const auto done = m_progress.done.load(std::memory_order_relaxed);
        const auto total = m_progress.total.load(std::memory_order_relaxed);
        const auto events = m_progress.events.load(std::memory_order_relaxed);
        std::string line = "\r\x1b[K" + m_what;
        if (total > 0) line += fmt::format("  {} %", std::min<std::uint64_t>(100, done * 100 / total));
        if (events > 0) line += fmt::format("  {:.1f} million events", static_cast<double>(events) / 1e6);
        std::fwrite(line.data(), 1, line.size(), stderr);
        shown = true;
    }
    if (shown) std::fputs("\r\x1b[K", stderr);
}

} // namespace lanescope::cli
