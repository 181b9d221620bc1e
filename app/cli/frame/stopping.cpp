#include "app/cli/frame/stopping.h"

#include "app/cli/frame/exit_code.h"

#include <pthread.h>
#include <unistd.h>

namespace lanescope::cli {

// A thread that waits for signals may do what a signal handler may not: ask for a stop, which takes locks.
Stopping::Stopping() {
    sigemptyset(&m_signals);
    sigaddset(&m_signals, SIGINT);
    sigaddset(&m_signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &m_signals, nullptr);
    m_watcher = std::thread([this] { watch(); });
}

Stopping::~Stopping() {
    m_over = true;
    pthread_kill(m_watcher.native_handle(), SIGINT); // wakes it
    m_watcher.join();
    pthread_sigmask(SIG_UNBLOCK, &m_signals, nullptr);
}

void Stopping::watch() {
    for (;;) {
        int signal = 0;
        if (sigwait(&m_signals, &signal) != 0) return;
        if (m_over) return;
        if (m_source.stop_requested()) ::_exit(static_cast<int>(ExitCode::Cancelled));
        m_source.request_stop();
    }
}

void ignoreBrokenPipes() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN); // a file that grows too large is an error to tell, not the end of the program
}

} // namespace lanescope::cli
