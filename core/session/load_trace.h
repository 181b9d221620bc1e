// One file in, one immutable store out. Runs on the caller's (worker) thread and starts helpers of its own.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/build/kind_rules.h"
#include "core/io/input.h"
#include "core/store/trace_store.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lanescope {

struct LoadOptions {
    unsigned threads = 0;             // 0 = all cores
    std::optional<std::int64_t> rank; // set by the user
    std::string member;               // of an archive (trace_sources.h); empty: the file itself
    KindRules rules = KindRules::builtin();
    // Called from a loader thread with growing partial stores, at most about ten times. Empty: no previews.
    std::function<void(std::shared_ptr<const TraceStore>)> onPreview;
    bool useIndex = true; // read and write the index file in the user's cache folder
    // Memory that the load needed and the trace does not goes back to the system (some ms), or stays for the next load.
    enum class FreedMemory : std::uint8_t { GiveBack, Keep } freedMemory = FreedMemory::GiveBack;
};

class IndexWriting;

// Traces with fewer elements are read again faster than it pays to keep an index of them.
inline constexpr std::uint64_t kIndexFromElements = 20'000;

struct LoadedTrace {
    std::filesystem::path path;
    std::string member; // of an archive; else empty
    std::shared_ptr<const TraceStore> store;
    std::shared_ptr<const io::TextAccess> text; // raw events on demand; may be null
    io::SourceId source;
    bool fromIndex = false;
    // The index file being written in the background; null when none is. It is given up when the last copy goes.
    std::shared_ptr<IndexWriting> indexWriting;
};

// Cancelled within 100 ms of a stop request. Nothing of the caller's is touched on error.
Result<LoadedTrace> loadTrace(const std::filesystem::path& path, const LoadOptions& options, RunContext& context);

// The raw JSON text of one event, decoded on demand. Any thread.
Result<std::string> eventText(const LoadedTrace& trace, SliceId slice);
// The same for any event whose '{' stands at this offset (InstantColumns::offset).
Result<std::string> eventTextAt(const LoadedTrace& trace, std::uint64_t offset);

} // namespace lanescope
