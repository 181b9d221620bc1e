// What a reader is: a descriptor with a sniff over the first bytes, and a load function. The list is in
// builtin_readers.cpp. Any thread.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/build/event_sink.h"
#include "core/io/input.h"

#include <functional>
#include <span>
#include <string_view>

namespace lanescope::readers {

struct ReadOptions {
    unsigned threads = 0;                 // 0 = all cores
    std::string_view fileName;            // for the rank and for messages
    std::function<void()> betweenBatches; // called on the delivering thread after each batch; may take previews
};

struct ReaderInfo {
    std::string_view id;
    std::string_view title;
    // 0 = no, 100 = surely, from the first decompressed bytes.
    int (*sniff)(std::span<const char> head);
    // Reads all of `input` into `sink`. `head` holds bytes already taken from the front.
    Result<TraceInfo> (*load)(io::InputFile& input, std::span<const char> head, EventSink& sink,
                              const ReadOptions& options, RunContext& context);
};

std::span<const ReaderInfo> builtinReaders();

} // namespace lanescope::readers
