// A stretch of traceEvents on its way through the pipeline: its text, then its decoded batch. Reused.
#pragma once

#include "core/build/event_batch.h"
#include "core/readers/chrome_json/event_writer.h"
#include "core/readers/chrome_json/walker.h"

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

namespace lanescope::readers {

// Text with a NUL and 64 readable bytes behind it; the last of them ends any number.
class ChunkText {
public:
    static constexpr std::size_t kPadding = 64;
    char* data() { return m_data.get(); }
    const char* data() const { return m_data.get(); }
    std::size_t size() const { return m_size; }
    std::string_view view() const { return {m_data.get(), m_size}; }
    void reserve(std::size_t capacity) {
        if (capacity <= m_capacity) return;
        auto larger = std::make_unique_for_overwrite<char[]>(capacity + kPadding);
        if (m_size > 0) std::memcpy(larger.get(), m_data.get(), m_size);
        m_data = std::move(larger);
        m_capacity = capacity;
    }
    std::size_t capacity() const { return m_capacity; }
    void resize(std::size_t size) { // the padding is cleared
        m_size = size;
        std::memset(m_data.get() + size, 0, kPadding);
        m_data[size + kPadding - 1] = ',';
    }
    // Gives memory of unusually large chunks back.
    void shrinkTo(std::size_t capacity) {
        m_size = 0;
        if (m_capacity <= capacity) return;
        m_data.reset();
        m_capacity = 0;
    }

private:
    std::unique_ptr<char[]> m_data;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
};

// Empties a batch but keeps its memory.
inline void clearBatch(RawBatch& batch) {
    batch.events.clear();
    batch.args.clear();
    batch.counterValues.clear();
    batch.threadMeta.clear();
    batch.newStrings.clear();
    batch.newThreads.clear();
    batch.counts = {};
    batch.oddities.clear();
}

struct Chunk {
    ChunkText text;
    std::uint64_t textOffset = 0;
    bool endIsBoundary = false; // an element begins right behind the chunk, by its look
    bool endIsOpen = false;     // no end of an element was found: nothing is known about what follows
    TextEnd end = TextEnd::MoreFollows;
    bool mustDecide = false; // too long already: a broken element may not ask for more
    Between begins = Between::Start;

    RawBatch batch;
    FractionStats fractions;
    WalkResult result; // position counts from the chunk's start
    std::uint32_t producer = 0;
    std::uint32_t firstString = 0; // sizes of the producer's tables before this chunk
    std::uint32_t firstThread = 0;
};

} // namespace lanescope::readers
