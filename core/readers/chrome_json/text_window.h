// A view that slides over the text, for what stands around traceEvents. The bytes from mark() on stay in memory, up to
// a limit. One thread.
#pragma once

#include "core/readers/chrome_json/text_source.h"
#include "core/readers/chrome_json/token_class.h"

#include <string>
#include <string_view>

namespace lanescope::readers {

class TextWindow {
public:
    explicit TextWindow(TextSource& source) : m_source(source) {}

    // The character here; NUL at the end of the text (and where the text holds one: ask atEnd()).
    char peek() { return m_at < m_buffer.size() || more() ? m_buffer[m_at] : '\0'; }
    bool atEnd() { return m_at >= m_buffer.size() && !more(); }
    void advance() { ++m_at; }
    void skipBlanks() {
        while (isBlank(peek())) ++m_at;
    }
    std::uint64_t offset() const { return m_source.offset() - (m_buffer.size() - m_at); }

    // Keeps the text from here on. Marks do not nest.
    void mark() {
        m_mark = m_at;
        m_isMarked = true;
    }
    void unmark() { m_isMarked = false; }
    bool isMarked() const { return m_isMarked; } // false once more than the limit came behind the mark
    std::string_view marked() const { return std::string_view(m_buffer).substr(m_mark, m_at - m_mark); }
    // Everything from the mark to the end of what is in memory.
    std::string_view ahead() const { return std::string_view(m_buffer).substr(m_mark); }
    void moveTo(std::size_t fromMark) { m_at = m_mark + fromMark; }

    // Hands the text from here on back to the source, before others read from it.
    void release();

private:
    bool more();

    TextSource& m_source;
    std::string m_buffer;
    std::size_t m_at = 0;
    std::size_t m_mark = 0;
    bool m_isMarked = false;
};

} // namespace lanescope::readers
