#include "core/readers/chrome_json/text_source.h"

#include <algorithm>
#include <cstring>

namespace lanescope::readers {

std::size_t TextSource::read(std::span<char> out) {
    const std::size_t fromFront = std::min(out.size(), m_front.size() - m_frontAt);
    if (fromFront > 0) std::memcpy(out.data(), m_front.data() + m_frontAt, fromFront);
    m_frontAt += fromFront;
    if (m_frontAt == m_front.size()) {
        m_front.clear();
        m_frontAt = 0;
    }
    std::size_t done = fromFront;
    const StageTimer timer(m_context.stages(), Stage::Inflate);
    while (done < out.size() && !m_error && !m_context.stopRequested()) {
        const auto got = m_input.read(out.subspan(done));
        if (!got.ok()) {
            m_error = got.error();
            break;
        }
        if (*got == 0) break;
        done += *got;
    }
    m_context.progress().done.store(m_input.compressedRead(), std::memory_order_relaxed);
    m_offset += done;
    return done;
}

void TextSource::giveBack(std::string_view text) {
    m_front.erase(0, m_frontAt);
    m_frontAt = 0;
    m_front.insert(0, text);
    m_offset -= text.size();
}

} // namespace lanescope::readers
