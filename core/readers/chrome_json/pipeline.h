// The events of one array through all cores: threads share one serial token for reading; whoever is free reads the next
// chunk, or parses one, or hands the next batch to the sink, in the order of the file. Memory is bounded by the number
// of chunks. The result does not depend on the number of threads or the size of chunks.
#pragma once

#include "core/base/run_context.h"
#include "core/build/event_sink.h"
#include "core/readers/chrome_json/chunk.h"
#include "core/readers/chrome_json/chunk_parser.h"
#include "core/readers/chrome_json/splitter.h"
#include "core/readers/chrome_json/text_source.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace lanescope::readers {

struct PipelineOptions {
    unsigned threads = 1;
    Separators separators = Separators::Commas;
    SplitOptions split;
    std::function<void()> betweenBatches;
};

// What all batches of a load come to.
struct LoadSums {
    ElementCounts counts;
    FractionStats fractions;
    std::uint64_t drawable = 0; // events that are no metadata
    bool truncated = false;     // the text ended inside an element
};

class EventPipeline {
public:
    EventPipeline(TextSource& source, EventSink& sink, const PipelineOptions& options, RunContext& context);
    ~EventPipeline();
    // Reads elements from where the source stands, behind the '['. Returns when the array ended (the source stands
    // behind it), the text ended, or a stop was asked for. May be called again for another array.
    enum class Outcome : std::uint8_t { ArrayEnd, EndOfText, Stopped };
    Outcome readArray();
    const LoadSums& sums() const { return m_sums; }
    // Every text the events hold, at least once.
    void eachText(const std::function<void(std::string_view)>& visit) const;

private:
    enum class State : std::uint8_t { Ready, Parsing, Parsed };
    struct Slot {
        Chunk* chunk = nullptr;
        State state = State::Ready;
    };
    enum class Job : std::uint8_t { Deliver, Read, Parse, Wait, Leave };

    void runPhase();
    void work(ChunkParser& parser, std::unique_lock<std::mutex>& lock);
    Job nextJob();
    void deliver(std::unique_lock<std::mutex>& lock);
    void read(std::unique_lock<std::mutex>& lock);
    void parse(ChunkParser& parser, std::unique_lock<std::mutex>& lock);
    void handOver(Chunk& chunk);
    void takeBackRest();
    void giveBackText();
    Chunk* freeChunk();

    TextSource& m_source;
    EventSink& m_sink;
    PipelineOptions m_options;
    RunContext& m_context;
    Splitter m_splitter;
    std::vector<std::unique_ptr<ChunkParser>> m_parsers;
    std::vector<std::unique_ptr<Chunk>> m_chunks;
    LoadSums m_sums;
    std::uint64_t m_sequence = 0;
    Between m_between = Between::Start;

    std::mutex m_mutex; // guards what follows; taken a few times per chunk
    std::condition_variable m_changed;
    std::deque<Slot> m_order; // chunks in the order of the file
    std::vector<Chunk*> m_free;
    bool m_reading = false, m_delivering = false;
    bool m_allRead = false;    // nothing more to read in this phase
    bool m_isFirstRead = true; // of this phase, or behind an open end
    bool m_halted = false;     // a chunk could not be finished: what follows it is taken back
    WalkResult m_haltedAt;
};

} // namespace lanescope::readers
