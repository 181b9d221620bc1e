#include "core/readers/chrome_json/splitter.h"

#include "core/base/limits.h"
#include "core/readers/chrome_json/boundary.h"
#include "core/readers/chrome_json/token_class.h"

#include <algorithm>

namespace lanescope::readers {
namespace {

constexpr unsigned kTrustLooks = 2;    // how often the look may deceive before brackets are counted
constexpr unsigned kForgiveAfter = 64; // chunks that ended well make up for one that did not

} // namespace

Splitter::Splitter(TextSource& source, const SplitOptions& options)
    : m_source(source),
      m_chunkBytes(options.chunkBytes ? options.chunkBytes : limits::kChunkBytes),
      m_maxEventBytes(options.maxEventBytes ? options.maxEventBytes : limits::kMaxEventBytes) {}

bool Splitter::next(Chunk& chunk) {
    std::size_t size = m_rest.size();
    chunk.textOffset = m_source.offset() - size;
    chunk.text.shrinkTo(m_chunkBytes * 4);
    chunk.text.reserve(std::max(m_chunkBytes, size));
    std::copy(m_rest.begin(), m_rest.end(), chunk.text.data());
    m_rest.clear();
    const std::size_t after = m_mustExceed;
    m_mustExceed = 0;
    std::size_t target = m_chunkBytes + 2 * after;
    chunk.mustDecide = after >= m_maxEventBytes;
    chunk.end = TextEnd::MoreFollows;
    chunk.endIsOpen = chunk.endIsBoundary = false;
    for (;;) {
        chunk.text.resize(size);
        chunk.text.reserve(target);
        const std::size_t wanted = target - std::min(target, size);
        const std::size_t got = m_source.read({chunk.text.data() + size, wanted});
        size += got;
        chunk.text.resize(size);
        if (got < wanted) {
            chunk.end = TextEnd::EndOfFile;
            return size > 0;
        }
        if (cut(chunk, after)) return true;
        // Where this ends shows when it is parsed: an array that ended long ago, or one very long element, which then
        // is read to its end or up to the limit at once.
        const bool isTooLong = size >= m_maxEventBytes;
        if (after == 0 || isTooLong) {
            chunk.endIsOpen = true;
            chunk.mustDecide = chunk.mustDecide || isTooLong;
            return true;
        }
        target = std::min(size * 4, std::max(m_maxEventBytes, size + 1));
    }
}

// Shortens the chunk to its last boundary behind `after`; the rest is kept for the next one.
bool Splitter::cut(Chunk& chunk, std::size_t after) {
    const StageTimer timer(m_source.stages(), Stage::Split);
    const std::string_view text = chunk.text.view();
    std::size_t end = kNowhere;
    if (m_deceived >= kTrustLooks) end = exactCut(chunk, after);
    if (end == kNowhere) end = lastBoundary(text, after);
    if (end == kNowhere && m_deceived < kTrustLooks) end = exactCut(chunk, after);
    if (end == kNowhere) return false;
    chunk.endIsBoundary = text[end] == '{' && isBoundary(text, end);
    if (++m_good % kForgiveAfter == 0 && m_deceived > 0) --m_deceived;
    m_rest.assign(text.substr(end));
    chunk.text.resize(end);
    return true;
}

// The place behind the last comma between elements, by the brackets of the whole chunk.
std::size_t Splitter::exactCut(const Chunk& chunk, std::size_t after) {
    const IndexedText indexed = m_indexer.index(chunk.text.data(), static_cast<std::uint32_t>(chunk.text.size()));
    std::size_t end = kNowhere;
    std::int64_t depth = 0;
    for (std::uint32_t i = 0; i + 1 < indexed.count; ++i) {
        const char c = indexed.text[indexed.indexes[i]];
        if (c == '{' || c == '[') ++depth;
        if (c == '}' || c == ']') --depth;
        if (depth < 0) break;
        if (c == ',' && depth == 0 && indexed.indexes[i + 1] > after) end = indexed.indexes[i + 1];
    }
    return end;
}

void Splitter::endedInside(const Chunk& chunk) {
    m_mustExceed = chunk.text.size() - chunk.result.position;
    if (!chunk.endIsOpen) ++m_deceived;
}

void Splitter::giveBack() {
    m_source.giveBack(m_rest);
    m_rest.clear();
}

} // namespace lanescope::readers
