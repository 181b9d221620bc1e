// Ctrl-C (SIGINT) and SIGTERM become a stop request that jobs obey; a second one ends the program at once. SIGPIPE is
// ignored, so that writing tells instead. Exists at most once; created before any other thread is started.
#pragma once

#include <atomic>
#include <csignal>
#include <stop_token>
#include <thread>

namespace lanescope::cli {

class Stopping {
public:
    Stopping();
    ~Stopping();
    Stopping(const Stopping&) = delete;
    Stopping& operator=(const Stopping&) = delete;
    std::stop_token token() const { return m_source.get_token(); }

private:
    void watch();
    sigset_t m_signals{};
    std::stop_source m_source;
    std::atomic<bool> m_over{false};
    std::thread m_watcher;
};

void ignoreBrokenPipes();

} // namespace lanescope::cli
