// The index file of a trace that was just read, being written in the background. Destroying this stops the writing and
// leaves no half of it behind; wait() lets it finish. Any thread.
#pragma once

#include "core/cache/index_cache.h"

#include <atomic>
#include <memory>
#include <thread>

namespace lanescope {

class IndexWriting {
public:
    IndexWriting(std::shared_ptr<const TraceStore> store, std::shared_ptr<const io::TextAccess> text,
                 cache::IndexKey key, cache::CacheSettings settings);
    ~IndexWriting() = default; // asks for a stop and joins
    IndexWriting(const IndexWriting&) = delete;
    IndexWriting& operator=(const IndexWriting&) = delete;

    void wait() { m_done.wait(false); }
    bool isDone() const { return m_done.load(); }
    void stop() { m_thread.request_stop(); }
    // After it is done: bytes written, 0 when nothing was (stopped, no room, no folder).
    std::uint64_t writtenBytes() const { return m_written.load(); }

private:
    std::atomic<bool> m_done{false};
    std::atomic<std::uint64_t> m_written{0};
    std::jthread m_thread;
};

} // namespace lanescope
