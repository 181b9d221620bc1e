#include "core/readers/chrome_json/text_window.h"

#include "core/base/limits.h"

namespace lanescope::readers {
namespace {

constexpr std::size_t kStep = std::size_t{64} << 10;

} // namespace

bool TextWindow::more() {
    if (m_isMarked && m_at - m_mark > limits::kMaxMetadataBytes) m_isMarked = false;
    const std::size_t unneeded = m_isMarked ? m_mark : m_at;
    if (unneeded >= kStep) {
        m_buffer.erase(0, unneeded);
        m_at -= unneeded;
        m_mark -= m_isMarked ? unneeded : m_mark;
    }
    const std::size_t size = m_buffer.size();
    m_buffer.resize(size + kStep);
    const std::size_t got = m_source.read(std::span<char>(m_buffer).subspan(size));
    m_buffer.resize(size + got);
    return got > 0;
}

void TextWindow::release() {
    m_source.giveBack(std::string_view(m_buffer).substr(m_at));
    m_buffer.clear();
    m_at = m_mark = 0;
    m_isMarked = false;
}

} // namespace lanescope::readers
