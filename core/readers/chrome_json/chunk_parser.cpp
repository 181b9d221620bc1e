#include "core/readers/chrome_json/chunk_parser.h"

#include "core/base/limits.h"

#include <algorithm>

namespace lanescope::readers {
namespace {

constexpr std::uint32_t kFirstStretch = 32u << 10;

} // namespace

void ChunkParser::parse(Chunk& chunk) {
    chunk.producer = m_producer;
    chunk.firstString = m_strings.size();
    chunk.firstThread = static_cast<std::uint32_t>(m_threads.threads().size());
    clearBatch(chunk.batch);
    chunk.batch.producer = m_producer;
    chunk.batch.textOffset = chunk.textOffset;
    chunk.fractions = {};
    chunk.result = {WalkStop::Done, 0, chunk.begins};
    m_writer.attach(chunk.batch, chunk.fractions);
    m_stretchSize = 0;
    m_tolerant.forgetTorn();
    m_walker.setTornRest(0);
    const auto size = static_cast<std::uint32_t>(chunk.text.size());
    while (chunk.result.stop == WalkStop::Done && chunk.result.position < size) parseStretch(chunk);
    finishBetween(chunk);
    if (m_strings.full() && !m_saidFull) {
        m_saidFull = true;
        m_writer.noteAt(OddityKind::LimitReached, 0, "all texts together are too long");
    }
    m_writer.finishBatch();
    for (std::uint32_t n = chunk.firstString; n < m_strings.size(); ++n)
        chunk.batch.newStrings.push_back(m_strings.text(n));
    const auto& threads = m_threads.threads();
    chunk.batch.newThreads.assign(threads.begin() + chunk.firstThread, threads.end());
}

// What follows takes for granted that it begins behind a comma.
void ChunkParser::finishBetween(Chunk& chunk) {
    if (chunk.result.stop != WalkStop::Done) return;
    if (chunk.result.between == Between::AfterRepair && chunk.end == TextEnd::MoreFollows) {
        chunk.result.stop = WalkStop::NeedMore; // the next chunk has to be looked at with this in mind
        return;
    }
    if (!chunk.endIsBoundary) return;
    if (chunk.result.between == Between::AfterElement && m_separators == Separators::Commas)
        m_writer.noteAt(OddityKind::MissingComma, chunk.result.position);
    chunk.result.between = Between::AfterComma;
}

// After trouble, stretches are small at first and grow while all is well: token positions behind a broken quote are
// wrong, and finding them again for the whole rest each time would be quadratic.
std::uint32_t ChunkParser::stretchEnd(const Chunk& chunk, std::uint32_t from) const {
    const auto size = static_cast<std::uint32_t>(chunk.text.size());
    if (m_stretchSize == 0 || size - from <= m_stretchSize) return size;
    const std::size_t end = lastBoundary(chunk.text.view().substr(0, from + m_stretchSize), from);
    return end == kNowhere ? size : static_cast<std::uint32_t>(end);
}

void ChunkParser::parseStretch(Chunk& chunk) {
    const std::uint32_t from = chunk.result.position;
    const std::uint32_t to = stretchEnd(chunk, from);
    const auto size = static_cast<std::uint32_t>(chunk.text.size());
    char* text = chunk.text.data();
    // The stretch needs a NUL behind it; inside the chunk one is lent.
    const char behind = text[to];
    text[to] = '\0';
    const IndexedText indexed = m_indexer.index(text + from, to - from);
    text[to] = behind;
    const TextEnd end = to == size ? chunk.end : TextEnd::MoreFollows;
    m_stretchSize *= 2; // as long as all is well
    std::uint32_t token = 0;
    for (;;) {
        text[to] = '\0';
        WalkResult result = m_walker.walk(indexed, token, from, chunk.result.between, end);
        text[to] = behind;
        result.position += from;
        if (result.stop == WalkStop::NeedMore && to < size) { // the stretch was too short
            m_stretchSize = std::max(kFirstStretch, (to - result.position) * 4);
            chunk.result = {WalkStop::Done, result.position, result.between};
            return;
        }
        const bool isBroken = result.stop == WalkStop::Broken || isToBeDecided(chunk, result);
        chunk.result = isBroken ? repair(chunk, result) : result;
        if (!isBroken || chunk.result.stop != WalkStop::Done || chunk.result.position >= to) return;
        // Where the odd quotes were even in number, the tokens behind them are right.
        const std::uint32_t* last = indexed.indexes + indexed.count;
        const std::uint32_t* next = std::lower_bound(indexed.indexes, last, chunk.result.position - from);
        if (next == last || *next != chunk.result.position - from) break;
        token = static_cast<std::uint32_t>(next - indexed.indexes);
    }
    m_stretchSize = kFirstStretch;
}

// Whether an element that reaches to the end of the chunk has to be dealt with as it is.
bool ChunkParser::isToBeDecided(const Chunk& chunk, const WalkResult& result) const {
    if (result.stop != WalkStop::NeedMore) return false;
    if (chunk.end == TextEnd::EndOfFile || chunk.mustDecide) return true;
    const std::string_view open = chunk.text.view().substr(result.position, kSuspiciousBytes);
    return open.size() == kSuspiciousBytes && looksSwallowed(open);
}

WalkResult ChunkParser::repair(Chunk& chunk, const WalkResult& at) {
    const TolerantText text{chunk.text.view(), chunk.endIsBoundary, chunk.end, chunk.mustDecide};
    const WalkResult result = m_tolerant.repair(text, at.position, at.between);
    m_walker.setTornRest(m_tolerant.tornRest());
    return result;
}

void ChunkParser::rollback(const Chunk& chunk) {
    m_threads.rollback(chunk.firstThread);
    m_strings.rollback(chunk.firstString);
    m_writer.forgetTexts();
}

} // namespace lanescope::readers
