#include "core/readers/chrome_json/pipeline.h"

#include <algorithm>
#include <thread>

namespace lanescope::readers {
namespace {

constexpr unsigned kMaxThreads = 8;      // reading is serial: more would only wait
constexpr unsigned kChunksPerThread = 3; // one in work, one ready, one waiting for its turn

} // namespace

EventPipeline::EventPipeline(TextSource& source, EventSink& sink, const PipelineOptions& options, RunContext& context)
    : m_source(source), m_sink(sink), m_options(options), m_context(context), m_splitter(source, options.split) {
    m_options.threads = std::clamp(options.threads, 1u, kMaxThreads);
    for (unsigned i = 0; i < m_options.threads; ++i)
        m_parsers.push_back(std::make_unique<ChunkParser>(i, m_options.separators));
}

EventPipeline::~EventPipeline() = default;

EventPipeline::Outcome EventPipeline::readArray() {
    m_between = Between::Start;
    for (;;) {
        runPhase();
        if (m_context.stopRequested()) return Outcome::Stopped;
        if (!m_halted) return Outcome::EndOfText;
        takeBackRest();
        if (m_haltedAt.stop == WalkStop::ArrayEnd) return Outcome::ArrayEnd;
    }
}

// Until all is read and delivered, or a chunk could not be finished.
void EventPipeline::runPhase() {
    m_allRead = m_halted = false;
    m_isFirstRead = true;
    std::vector<std::jthread> helpers;
    std::unique_lock lock(m_mutex);
    read(lock); // a small file needs no other threads
    const unsigned wanted = m_allRead ? 1 : m_options.threads;
    for (unsigned i = 1; i < wanted; ++i)
        helpers.emplace_back([this, i] {
            std::unique_lock own(m_mutex);
            work(*m_parsers[i], own);
        });
    work(*m_parsers[0], lock);
    lock.unlock();
    helpers.clear(); // joins
}

void EventPipeline::work(ChunkParser& parser, std::unique_lock<std::mutex>& lock) {
    for (;;) {
        switch (nextJob()) {
        case Job::Deliver:
            deliver(lock);
            break;
        case Job::Read:
            read(lock);
            break;
        case Job::Parse:
            parse(parser, lock);
            break;
        case Job::Wait:
            m_changed.wait(lock);
            break;
        case Job::Leave:
            m_changed.notify_all();
            return;
        }
    }
}

EventPipeline::Job EventPipeline::nextJob() {
    if (m_halted || m_context.stopRequested()) return Job::Leave;
    if (m_order.empty() && m_allRead && !m_reading) return Job::Leave;
    if (!m_delivering && !m_order.empty() && m_order.front().state == State::Parsed) return Job::Deliver;
    const bool hasRoom = !m_free.empty() || m_chunks.size() < std::size_t{kChunksPerThread} * m_options.threads;
    const bool isHeld = !m_order.empty() && m_order.back().chunk->endIsOpen;
    if (!m_reading && !m_allRead && hasRoom && !isHeld) return Job::Read;
    const auto isReady = [](const Slot& s) { return s.state == State::Ready; };
    return std::any_of(m_order.begin(), m_order.end(), isReady) ? Job::Parse : Job::Wait;
}

Chunk* EventPipeline::freeChunk() {
    if (m_free.empty()) {
        m_chunks.push_back(std::make_unique<Chunk>());
        return m_chunks.back().get();
    }
    Chunk* chunk = m_free.back();
    m_free.pop_back();
    return chunk;
}

void EventPipeline::read(std::unique_lock<std::mutex>& lock) {
    Chunk* chunk = freeChunk();
    // Later chunks begin behind a comma if they begin at an element at all, which shows when their turn comes.
    chunk->begins = m_isFirstRead ? m_between : Between::AfterComma;
    m_isFirstRead = false;
    m_reading = true;
    lock.unlock();
    const bool hasText = m_splitter.next(*chunk);
    lock.lock();
    m_reading = false;
    m_allRead = !hasText || chunk->end == TextEnd::EndOfFile;
    if (hasText) {
        m_order.push_back({chunk, State::Ready});
    } else {
        m_free.push_back(chunk);
    }
    m_changed.notify_all();
}

void EventPipeline::parse(ChunkParser& parser, std::unique_lock<std::mutex>& lock) {
    const auto slot =
        std::find_if(m_order.begin(), m_order.end(), [](const Slot& s) { return s.state == State::Ready; });
    Chunk& chunk = *slot->chunk;
    slot->state = State::Parsing;
    lock.unlock();
    {
        const StageTimer timer(m_context.stages(), Stage::Parse);
        parser.parse(chunk);
    }
    m_source.deferredWork();
    lock.lock();
    // The slot may have moved, the chunk has not.
    for (Slot& s : m_order)
        if (s.chunk == &chunk) s.state = State::Parsed;
    m_changed.notify_all();
}

void EventPipeline::deliver(std::unique_lock<std::mutex>& lock) {
    Chunk* chunk = m_order.front().chunk;
    m_delivering = true;
    lock.unlock();
    handOver(*chunk);
    lock.lock();
    m_delivering = false;
    m_between = chunk->result.between;
    m_isFirstRead = m_isFirstRead || chunk->endIsOpen;
    if (chunk->result.stop != WalkStop::Done) {
        m_halted = true;
        m_haltedAt = chunk->result;
    } else {
        m_order.pop_front();
        m_free.push_back(chunk);
    }
    m_changed.notify_all();
}

void EventPipeline::handOver(Chunk& chunk) {
    RawBatch& batch = chunk.batch;
    batch.sequence = m_sequence++;
    m_sums.counts.elements += batch.counts.elements;
    m_sums.counts.empty += batch.counts.empty;
    m_sums.counts.nonObjects += batch.counts.nonObjects;
    m_sums.counts.dropped += batch.counts.dropped;
    m_sums.drawable += batch.events.size();
    m_sums.truncated = m_sums.truncated || batch.oddities.countOf(OddityKind::Truncated) > 0;
    m_sums.fractions.merge(chunk.fractions);
    m_sink.consume(batch);
    m_context.progress().events.fetch_add(batch.counts.elements, std::memory_order_relaxed);
    if (m_options.betweenBatches) m_options.betweenBatches();
}

// The front chunk stopped early: its rest and all chunks behind it become text again, and what their parsing met for
// the first time is forgotten.
void EventPipeline::takeBackRest() {
    Chunk& front = *m_order.front().chunk;
    std::vector<bool> isRolledBack(m_parsers.size(), false);
    for (std::size_t i = 1; i < m_order.size(); ++i) { // in the order of the file, so the earliest of each comes first
        const Slot& s = m_order[i];
        if (s.state != State::Parsed || isRolledBack[s.chunk->producer]) continue;
        m_parsers[s.chunk->producer]->rollback(*s.chunk);
        isRolledBack[s.chunk->producer] = true;
    }
    m_splitter.giveBack();
    for (std::size_t i = m_order.size() - 1; i > 0; --i) m_source.giveBack(m_order[i].chunk->text.view());
    m_source.giveBack(front.text.view().substr(m_haltedAt.position));
    if (m_haltedAt.stop == WalkStop::NeedMore && m_haltedAt.position < front.text.size()) m_splitter.endedInside(front);
    for (const Slot& s : m_order) m_free.push_back(s.chunk);
    m_order.clear();
}

void EventPipeline::eachText(const std::function<void(std::string_view)>& visit) const {
    for (const auto& parser : m_parsers)
        for (std::uint32_t n = 1; n < parser->strings().size(); ++n) visit(parser->strings().text(n));
}

} // namespace lanescope::readers
