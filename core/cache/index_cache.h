// The folder of index files: which file belongs to which trace, how much it may hold, what goes when it is full.
// Nothing here ever makes a load fail: without a usable index the trace is read again. Any thread; several processes
// may share the folder. Keep off the GUI thread.
//
// A load does:
//     const IndexCache cache(CacheSettings::fromEnvironment());
//     if (auto hit = cache.find(key, path)) -> hit->store, hit->text
//     else read the trace, then in the background: cache.put(*store, key, text.get(), stop)
#pragma once

#include "core/cache/index_file.h"

namespace lanescope::cache {

struct CacheSettings {
    std::filesystem::path folder;                    // empty: no cache
    std::uint64_t maxBytes = std::uint64_t{4} << 30; // of all index files together; 0: no cache
    // LANESCOPE_CACHE_DIR, else XDG_CACHE_HOME/lanescope, else ~/.cache/lanescope. LANESCOPE_CACHE_LIMIT in bytes or
    // with K, M, G; 0 or "off" turns the cache off.
    static CacheSettings fromEnvironment();
};

struct CachedTrace {
    std::shared_ptr<const TraceStore> store;
    std::shared_ptr<const io::TextAccess> text; // null when it was not saved
    std::uint64_t indexBytes = 0;
};

class IndexCache {
public:
    explicit IndexCache(CacheSettings settings) : m_settings(std::move(settings)) {}
    bool enabled() const { return !m_settings.folder.empty() && m_settings.maxBytes > 0; }
    std::filesystem::path pathFor(const IndexKey& key) const;
    // The trace from its index, with the use noted for eviction. Nothing when there is none or anything about it is
    // off; a damaged one is removed.
    std::optional<CachedTrace> find(const IndexKey& key, const std::filesystem::path& tracePath,
                                    unsigned threads = 0) const;
    // Writes the index, then removes those used longest ago until all fit. `text` may be null. For a background thread:
    // saving the text's restart points takes about 0.1 s per GB of gzip text (1.2 s per GB for zstd). Partial stores
    // (previews) are refused, pipes passed over. Returns the bytes written; errors as writeIndex, LimitExceeded when it
    // alone is too large.
    Result<std::uint64_t> put(const TraceStore& store, const IndexKey& key, const io::TextAccess* text,
                              const std::stop_token& stop = {}) const;
    // Removes the index files used longest ago until `maxBytes` holds, and what crashed writers left behind.
    void evict() const;
    std::uint64_t usedBytes() const;
    void clear() const; // removes all index files

private:
    CacheSettings m_settings;
};

} // namespace lanescope::cache
