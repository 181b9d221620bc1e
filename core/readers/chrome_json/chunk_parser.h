// Turns the text of one chunk into its batch: token positions, walker, and for what the walker refuses the tolerant
// parser. One per parse thread, with the tables of texts and threads that the batches' numbers mean.
#pragma once

#include "core/readers/chrome_json/chunk.h"
#include "core/readers/chrome_json/event_writer.h"
#include "core/readers/chrome_json/structural_index.h"
#include "core/readers/chrome_json/tolerant.h"
#include "core/readers/chrome_json/walker.h"

namespace lanescope::readers {

class ChunkParser {
public:
    ChunkParser(std::uint32_t producer, Separators separators)
        : m_producer(producer),
          m_separators(separators),
          m_walker(m_writer, separators),
          m_tolerant(m_writer, separators) {}
    ChunkParser(const ChunkParser&) = delete;
    ChunkParser& operator=(const ChunkParser&) = delete;

    // Parses as far as it can be decided from the chunk's own text; chunk.result says how far that is.
    void parse(Chunk& chunk);
    // Forgets what was met from `chunk` on, the earliest of this parser's chunks that are not delivered.
    void rollback(const Chunk& chunk);
    // Looks at every text that was met, once each.
    const StringTable& strings() const { return m_strings; }

private:
    void parseStretch(Chunk& chunk);
    void finishBetween(Chunk& chunk);
    bool isToBeDecided(const Chunk& chunk, const WalkResult& result) const;
    WalkResult repair(Chunk& chunk, const WalkResult& at);
    std::uint32_t stretchEnd(const Chunk& chunk, std::uint32_t from) const;

    std::uint32_t m_producer;
    Separators m_separators;
    StringTable m_strings;
    ThreadTable m_threads{m_strings};
    EventWriter m_writer{m_strings, m_threads};
    Walker m_walker;
    TolerantParser m_tolerant;
    StructuralIndexer m_indexer;
    bool m_saidFull = false;
    std::uint32_t m_stretchSize = 0; // of the next stretch after trouble; 0 = all that is left
};

} // namespace lanescope::readers
