// What a reader hands to the builder: decoded events of one stretch of the file, in file order.
// Strings and threads are numbered per producer (a parse thread); a batch carries those its producer met for the first
// time, so the builder can number them globally in order of first appearance, whatever the number of threads.
// String number 0 is the empty text and never sent: newStrings are 1, 2, 3 ... over all batches of a producer.
// What is odd about the text of an event (no ts, no dur, a negative one) is noted by the reader; the builder acts on
// it. newThreads are 0, 1, 2 ... A producer that is new to the builder may start at any batch.
#pragma once

#include "core/base/oddity.h"
#include "core/store/arg_fields.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lanescope {

inline constexpr std::int64_t kNoTime = INT64_MIN;

struct RawEvent {
    std::int64_t ts = kNoTime;     // ns, file clock; kNoTime = missing or not a number
    std::int64_t dur = kNoTime;    // ns (end - start after rounding both to ns); kNoTime = missing
    std::uint64_t id = 0;          // flows and async events: numeric id, or a hash of its text (flag)
    std::uint64_t correlation = 0; // 0 = none
    std::uint64_t externalId = 0;  // 0 = none
    std::uint32_t name = 0;        // producer's string number
    std::uint32_t category = 0;    // producer's string number; 0 = none
    std::uint32_t thread = 0;      // producer's thread number
    std::uint32_t offset = 0;      // of the event's '{' from textOffset of the batch
    char phase = 0;
    std::uint8_t flags = 0;
    enum Flags : std::uint8_t {
        kBindEnclosing = 1,
        kFlowIn = 2,
        kFlowOut = 4,
        kIdIsText = 8,
        kScopeGlobal = 16,
        kScopeProcess = 32,
        kIdLocal = 64
    };
};

// One typed argument of an event. Numbers are in `value`; text is a producer's string number in `value`.
struct RawArg {
    std::uint32_t event = 0; // index in RawBatch::events
    ArgField field{};
    std::int64_t value = 0;
};

// A counter's value: one per numeric arg of a C event.
struct RawCounterValue {
    std::uint32_t event = 0;
    std::uint32_t series = 0; // producer's string number of the arg's key
    double value = 0;
};

struct RawThread {
    std::uint32_t pid = 0; // producer's string numbers of the canonical text: a number in quotes is that number
    std::uint32_t tid = 0;
};

// Metadata events (ph M) that matter: names, labels and sort indexes.
struct RawThreadMeta {
    enum class Kind : std::uint8_t { ProcessName, ProcessLabels, ProcessSortIndex, ThreadName, ThreadSortIndex };
    Kind kind{};
    std::uint32_t thread = 0;
    std::uint32_t text = 0; // producer's string number
    std::int64_t sortIndex = 0;
};

struct ElementCounts {
    std::uint64_t elements = 0; // elements of traceEvents, whatever they are
    std::uint64_t empty = 0;    // {} or without ph
    std::uint64_t nonObjects = 0;
    std::uint64_t dropped = 0; // could not be used
    std::uint64_t byPhase[128] = {};
};

struct RawBatch {
    std::uint32_t producer = 0;   // parse thread
    std::uint64_t sequence = 0;   // order in the file, from 0 without holes
    std::uint64_t textOffset = 0; // decompressed offset that RawEvent::offset counts from
    std::vector<RawEvent> events; // in file order
    std::vector<RawArg> args;     // sorted by event
    std::vector<RawCounterValue> counterValues;
    std::vector<RawThreadMeta> threadMeta;
    // New in this batch for this producer, in order of first appearance. Views stay valid until the load ends.
    std::vector<std::string_view> newStrings;
    std::vector<RawThread> newThreads;
    ElementCounts counts;
    OddityList oddities;
    void clear();
};

} // namespace lanescope
