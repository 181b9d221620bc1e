// The index file: a store's columns as they stand in memory, to be mapped on the next open. Written to a temporary name
// and renamed; checked from end to end before anything of it is used: sums of all bytes, and every row, string number,
// category and range that other code uses as an index. A damaged, cut or hostile file gives an Error, never a crash.
// What stays trusted: that nobody changes the file while it is mapped (writers here only rename and unlink).
// Any thread; keep off the GUI thread.
#pragma once

#include "core/base/result.h"
#include "core/io/input.h"
#include "core/store/trace_store.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace lanescope::cache {

// An index serves exactly one key. Everything that changes the store belongs in it.
struct IndexKey {
    io::SourceId source;
    std::string fileName; // last part of the path: the rank may come from it; with the member of an archive
    std::uint64_t rulesFingerprint = 0; // KindRules::fingerprint()
    std::optional<std::int64_t> userRank;
    friend bool operator==(const IndexKey&, const IndexKey&) = default;
};

struct OpenedIndex {
    std::shared_ptr<const TraceStore> store; // keeps the mapping
    std::string_view savedText;              // TextAccess::save() of the load; empty when there was none
    std::shared_ptr<const void> owner;       // keeps savedText
    std::uint64_t fileBytes = 0;
};

// Errors: NotWritable (no folder, full disk, file size limit: nothing is left behind), Cancelled; Internal for a
// preview or a store that breaks a rule which opening checks. Returns the bytes written.
Result<std::uint64_t> writeIndex(const TraceStore& store, const IndexKey& key, std::string_view savedText,
                                 const std::filesystem::path& path, const std::stop_token& stop = {});

// Errors: NotFound; MissingData (of another key, version or machine); Damaged. `threads` 0 = all cores, at most 4.
Result<OpenedIndex> openIndex(const IndexKey& key, const std::filesystem::path& path, unsigned threads = 0);

} // namespace lanescope::cache
