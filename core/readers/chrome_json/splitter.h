// Cuts the text into chunks that end between two elements: at the last place that looks like it, or, where that has
// deceived before, by counting brackets. What it says is a guess until the walker has ended exactly there. One thread
// at a time.
#pragma once

#include "core/readers/chrome_json/chunk.h"
#include "core/readers/chrome_json/structural_index.h"
#include "core/readers/chrome_json/text_source.h"

#include <cstdint>
#include <string>

namespace lanescope::readers {

struct SplitOptions {
    std::size_t chunkBytes = 0;    // text per chunk, about; 0 = the product's size
    std::size_t maxEventBytes = 0; // a chunk that finds no end grows up to this; 0 = the product's limit
};

class Splitter {
public:
    Splitter(TextSource& source, const SplitOptions& options);
    // Fills the chunk's text. False when there is none left.
    bool next(Chunk& chunk);
    // `chunk` ends inside an element, which began where its result says: the next one starts with that element and must
    // be longer.
    void endedInside(const Chunk& chunk);
    // Puts what was read beyond the last chunk back to the source.
    void giveBack();
    std::size_t chunkBytes() const { return m_chunkBytes; }

private:
    bool cut(Chunk& chunk, std::size_t after);
    std::size_t exactCut(const Chunk& chunk, std::size_t after);

    TextSource& m_source;
    std::size_t m_chunkBytes;
    std::size_t m_maxEventBytes;
    std::string m_rest; // read, but behind the last chunk
    std::size_t m_mustExceed = 0;
    unsigned m_deceived = 0;
    unsigned m_good = 0;
    StructuralIndexer m_indexer;
};

} // namespace lanescope::readers
