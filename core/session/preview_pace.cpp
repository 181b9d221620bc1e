#include "core/session/preview_pace.h"

namespace lanescope {

// The first at 1/64 of the file, then at every doubling: at most seven by bytes.
PreviewPace::PreviewPace(std::uint64_t totalBytes) : m_total(totalBytes), m_next(totalBytes / 64) {}

bool PreviewPace::isDue(std::uint64_t doneBytes, std::uint64_t events, Duration elapsed) const {
    if (m_total < kSmallestFile || m_count >= kMaxPreviews || events == 0 || events > kMaxEvents) return false;
    if (doneBytes < m_next || doneBytes + m_total / 16 > m_total) return false; // the end is near: no more
    // The next costs about twice the last. All together may take a quarter of the time so far; the first is always due,
    // because a first picture is worth it.
    return m_count == 0 || (m_spent + 2 * m_last) * 4 <= elapsed;
}

void PreviewPace::taken(std::uint64_t doneBytes, Duration cost) {
    m_spent += cost;
    m_last = cost;
    ++m_count;
    m_next = 2 * doneBytes;
}

} // namespace lanescope
