#include "core/cache/index_cache.h"

#include "core/cache/index_format.h"
#include "core/cache/temp_file.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <vector>

namespace lanescope::cache {
namespace {

constexpr const char* kSuffix = ".lsindex";

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

std::uint64_t parseLimit(std::string_view text, std::uint64_t fallback) {
    if (text == "off") return 0;
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc{}) return fallback;
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    const int shift = unit.empty() ? 0 : unit == "K" ? 10 : unit == "M" ? 20 : unit == "G" ? 30 : -1;
    return shift < 0 || value > (~std::uint64_t{0} >> shift) ? fallback : value << shift;
}

struct IndexFile {
    std::filesystem::path path;
    std::uint64_t bytes = 0;
    std::int64_t usedNs = 0;
};

std::vector<IndexFile> indexFiles(const std::filesystem::path& folder) {
    std::vector<IndexFile> files;
    std::error_code error;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        struct stat info {};
        if (it->path().extension() != kSuffix || ::lstat(it->path().c_str(), &info) != 0) continue;
        if (!S_ISREG(info.st_mode)) continue;
        files.push_back({it->path(), static_cast<std::uint64_t>(info.st_size),
                         std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec});
    }
    return files;
}

} // namespace

CacheSettings CacheSettings::fromEnvironment() {
    CacheSettings settings;
    // The XDG base directory specification: relative paths are to be ignored.
    const std::filesystem::path own = environment("LANESCOPE_CACHE_DIR"), xdg = environment("XDG_CACHE_HOME"),
                                home = environment("HOME");
    if (!own.empty())
        settings.folder = own;
    else if (xdg.is_absolute())
        settings.folder = xdg / "lanescope";
    else if (home.is_absolute())
        settings.folder = home / ".cache" / "lanescope";
    const std::string limit = environment("LANESCOPE_CACHE_LIMIT");
    if (!limit.empty()) settings.maxBytes = parseLimit(limit, settings.maxBytes);
    return settings;
}

std::filesystem::path IndexCache::pathFor(const IndexKey& key) const {
    return m_settings.folder / fmt::format("{:016x}-{:08x}{}", keyFingerprint(key), schemaFingerprint() >> 32, kSuffix);
}

std::optional<CachedTrace> IndexCache::find(const IndexKey& key, const std::filesystem::path& tracePath,
                                            unsigned threads) const {
    if (!enabled() || key.source.size == 0) return {}; // a pipe is never the same again
    const std::filesystem::path path = pathFor(key);
    auto opened = openIndex(key, path, threads);
    if (!opened) {
        // Of no use to anybody: the next load writes it anew. Another version's file goes the same way.
        std::error_code ignored;
        if (opened.error().code != ErrorCode::NotFound) std::filesystem::remove(path, ignored);
        return {};
    }
    ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0); // "used now", for eviction
    CachedTrace trace;
    trace.store = std::move(opened->store);
    trace.indexBytes = opened->fileBytes;
    if (opened->savedText.empty()) return trace;
    auto text = io::restoreTextAccess(tracePath, key.source, opened->savedText, opened->owner);
    if (!text) return {}; // raw events could not be shown: better to read the trace again
    trace.text = std::move(*text);
    return trace;
}

Result<std::uint64_t> IndexCache::put(const TraceStore& store, const IndexKey& key, const io::TextAccess* text,
                                      const std::stop_token& stop) const {
    if (!enabled() || key.source.size == 0) return std::uint64_t{0};
    std::string saved;
    if (text != nullptr) {
        auto bytes = text->save(stop);
        if (!bytes && bytes.error().code == ErrorCode::Cancelled) return bytes.error();
        if (bytes) saved = std::move(*bytes); // without it, raw events are found by reading the file anew
    }
    const std::filesystem::path path = pathFor(key);
    auto written = writeIndex(store, key, saved, path, stop);
    if (!written) return written;
    if (*written > m_settings.maxBytes) {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
        return Error{ErrorCode::LimitExceeded, "the index file is larger than the whole cache may be", path.string(),
                     "Raise LANESCOPE_CACHE_LIMIT"};
    }
    evict();
    return written;
}

void IndexCache::evict() const {
    removeLeftovers(m_settings.folder);
    std::vector<IndexFile> files = indexFiles(m_settings.folder);
    std::sort(files.begin(), files.end(), [](const IndexFile& a, const IndexFile& b) { return a.usedNs > b.usedNs; });
    std::uint64_t sum = 0;
    for (const IndexFile& file : files) {
        sum += file.bytes;
        std::error_code ignored;
        if (sum > m_settings.maxBytes) std::filesystem::remove(file.path, ignored); // mapped ones live on until closed
    }
}

std::uint64_t IndexCache::usedBytes() const {
    std::uint64_t sum = 0;
    for (const IndexFile& file : indexFiles(m_settings.folder)) sum += file.bytes;
    return sum;
}

void IndexCache::clear() const {
    removeLeftovers(m_settings.folder);
    std::error_code ignored;
    for (const IndexFile& file : indexFiles(m_settings.folder)) std::filesystem::remove(file.path, ignored);
}

} // namespace lanescope::cache
