#include "core/session/index_writing.h"

namespace lanescope {

IndexWriting::IndexWriting(std::shared_ptr<const TraceStore> store, std::shared_ptr<const io::TextAccess> text,
                           cache::IndexKey key, cache::CacheSettings settings) {
    m_thread = std::jthread([this, store = std::move(store), text = std::move(text), key = std::move(key),
                             settings = std::move(settings)](const std::stop_token& stop) mutable {
        // An index is a convenience: when it cannot be written, the next open reads the trace again, nothing else.
        const auto written = cache::IndexCache(std::move(settings)).put(*store, key, text.get(), stop);
        m_written = written.ok() ? *written : 0;
        store.reset(); // the trace may be closed by now: do not hold its memory longer than needed
        text.reset();
        m_done = true;
        m_done.notify_all();
    });
}

} // namespace lanescope
