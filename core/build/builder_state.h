// Everything the builder took over from batches, in global numbers; read by the finishing parts. Written by consume()
// only; finishing reads it, and gives raw memory back piece by piece when the store is taken rather than previewed.
#pragma once

#include "core/base/keyed_hash.h"
#include "core/build/category_table.h"
#include "core/build/event_batch.h"
#include "core/build/raw_stream.h"
#include "core/build/string_table.h"
#include "core/store/trace_store.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace lanescope::build {

struct RawFlow {
    std::int64_t time;
    std::uint64_t id;
    std::uint32_t offsetLow;
    std::uint8_t offsetHigh;
    std::uint8_t category;
    char phase;
    std::uint8_t flags; // RawEvent::kBindEnclosing
    std::uint64_t offset() const { return (std::uint64_t{offsetHigh} << 32) | offsetLow; }
};
static_assert(sizeof(RawFlow) == 24);

// A flow point that stands on its slice's own event (bind_id with flow_in or flow_out).
struct BoundFlow {
    std::uint32_t flow;
    std::uint32_t record;
};

using ArgCounts = std::array<std::uint32_t, kArgFields>;

// The flow points of one category.
struct FlowRange {
    std::uint64_t count = 0, firstId = UINT64_MAX, lastId = 0;
    void add(std::uint64_t id) {
        ++count;
        firstId = std::min(firstId, id);
        lastId = std::max(lastId, id);
    }
};

// One thread of the file with all its raw events. Small when there are few: files may hold a million threads.
struct RawThreadData {
    RawStream slices;
    std::unique_ptr<ArgCounts> argCounts; // of slices; null = none has any
    std::unique_ptr<RawStream> instants;
    BlockList<RawFlow> flows;
    std::vector<BoundFlow> boundFlows; // by flow
    std::uint32_t begins = 0;          // B
    std::uint32_t ends = 0;            // E
    std::uint32_t asyncs = 0;          // b, S
    std::uint32_t pythons = 0;
    std::uint32_t odd = 0; // X with a negative or too long duration
    // Of GPU rows: what the first says that says any. Rows that say the same keep nothing of their own.
    std::optional<std::int64_t> device, stream;
    std::size_t instantCount() const { return instants ? instants->records.size() : 0; }
};

// b, e, S and F: paired over the whole file.
struct RawAsync {
    std::int64_t time;
    std::uint64_t id;
    std::uint32_t name;     // part of the key of S and F only
    std::uint32_t pid;      // StringId when the id is local to its process, else 0
    std::uint32_t category; // StringId
    std::uint32_t thread;
    std::uint32_t record; // of b and S in the thread's slices, else kNoRecord
    char phase;
    std::uint8_t flags;
    std::uint64_t offset;
};

struct RawCounterSample {
    std::int64_t time;
    double value;
    std::uint32_t series; // number in BuilderState::counterSeries
};

struct RawCounterSeries {
    std::uint32_t thread;
    std::uint32_t name;
    std::uint32_t series;
    std::uint64_t samples = 0;
};

struct RawMeta { // metadata of a thread or process; the last one wins
    RawThreadMeta::Kind kind;
    std::uint32_t thread;
    std::uint32_t text;
    std::int64_t sortIndex;
};

// What is known of a name for all events that have it.
struct NameFlags {
    enum : std::uint8_t { kStep = 1, kAllocation = 2, kCollectiveOp = 4 };
};

// A parse thread's numbers -> global numbers.
struct ProducerMap {
    std::vector<std::uint32_t> strings{0};    // number 0 is the empty text
    std::vector<std::uint16_t> categories{0}; // category by string number; 0xffff = not asked yet
    std::vector<std::uint32_t> threads;
    std::vector<RawThreadData*> data; // by thread number; null until the first event
};

// For tables keyed by what a file says: nobody can write numbers that all fall into one slot.
struct SeededHash {
    std::uint64_t seed = randomSeed();
    std::size_t operator()(std::uint64_t value) const { return mixBits(value ^ seed, seed | 1); }
};

struct BuilderState {
    BlockPool pool; // first: outlives all lists
    StringTable strings;
    std::vector<std::uint8_t> nameFlags{0}; // NameFlags by StringId
    CategoryTable categories;
    std::array<bool, kArgFields> argIsWide{}; // a slice has a value that does not fit 32 bits
    std::vector<ProducerMap> producers;
    std::unordered_map<std::uint64_t, std::uint32_t, SeededHash> threadNumbers; // pid << 32 | tid
    std::vector<Thread> threads;
    std::vector<std::unique_ptr<RawThreadData>> data; // by thread
    std::vector<RawMeta> meta;
    BlockList<RawAsync> asyncs;
    BlockList<RawCounterSample> counterSamples;
    std::vector<RawCounterSeries> counterSeries;
    std::map<std::array<std::uint32_t, 3>, std::uint32_t> counterNumbers; // by pid, name and series
    OddityList oddities; // of batches, in file order, and of taking them over
    LoadCounts counts;
    std::uint64_t flows = 0;
    std::array<FlowRange, 256> flowRanges;                      // by category
    std::uint64_t slices = 0;                                   // candidates: X, B, b, S with a time
    std::int64_t firstStart = INT64_MAX, lastStart = INT64_MIN; // of slices
    TraceInfo info;
    bool finished = false;

    std::string_view text(std::uint32_t id) const { return strings.text(id); }
};

// Takes one batch over. In file order, one at a time.
class BatchTaker {
public:
    explicit BatchTaker(BuilderState& state) : m_state(state) {}
    void take(const RawBatch& batch);

private:
    struct Cursor; // of the batch being taken
    struct Form {  // what makes a record beside the event's own fields
        RecordKind kind;
        std::uint8_t category;
        std::uint32_t duration; // as in RawRecord
    };
    void takeNames(const RawBatch& batch, ProducerMap& map);
    void takeThreads(const RawBatch& batch, ProducerMap& map);
    void takeMeta(const RawBatch& batch, const ProducerMap& map);
    void takeEvents(const RawBatch& batch, ProducerMap& map);
    void takeEvent(Cursor& at, const RawEvent& event);
    bool takeBegin(const Cursor& at, const RawEvent& event, RecordKind kind);
    bool takeSlice(const Cursor& at, const RawEvent& event, RecordKind kind);
    void takeInstant(const Cursor& at, const RawEvent& event);
    void takeAsync(const Cursor& at, const RawEvent& event);
    void takeFlow(const Cursor& at, const RawEvent& event, char phase);
    void bindFlow(const Cursor& at, const RawEvent& event, char phase);
    void takeCounter(Cursor& at, const RawEvent& event);
    std::uint32_t counterNumber(const RawCounterSeries& wanted);
    void packArgs(const Cursor& at, RawThreadData& data, bool isGpu);
    void packSliceArg(ArgField field, std::int64_t value, RawThreadData& data, bool isGpu);
    void append(const Cursor& at, const RawEvent& event, RawStream& stream, const Form& form);
    std::uint8_t categoryOf(const Cursor& at, const RawEvent& event);
    std::uint32_t threadNumber(StringId pid, StringId tid);
    RawThreadData& dataOf(const Cursor& at, const RawEvent& event);
    BuilderState& m_state;
    ArgBytes::Packed m_packed;
};

} // namespace lanescope::build
