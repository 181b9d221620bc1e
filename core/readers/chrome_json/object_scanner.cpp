#include "core/readers/chrome_json/object_scanner.h"

namespace lanescope::readers {

void ObjectScanner::skipBlanks() {
    while (m_at < m_text.size() && isBlank(m_text[m_at])) ++m_at;
}

bool ObjectScanner::string(std::string_view& inside) {
    if (m_at >= m_text.size() || m_text[m_at] != '"') return false;
    for (std::size_t i = m_at + 1; i < m_text.size(); ++i) {
        if (m_text[i] == '\\') {
            ++i;
        } else if (m_text[i] == '"') {
            inside = m_text.substr(m_at + 1, i - m_at - 1);
            m_at = i + 1;
            return true;
        }
    }
    return false;
}

bool ObjectScanner::container(std::size_t& end) const {
    std::size_t depth = 0;
    bool inString = false;
    for (std::size_t i = m_at; i < m_text.size(); ++i) {
        const char c = m_text[i];
        if (inString) {
            if (c == '\\') ++i;
            inString = c != '"';
        } else if (c == '"') {
            inString = true;
        } else if (c == '[' || c == '{') {
            ++depth;
        } else if ((c == ']' || c == '}') && --depth == 0) {
            end = i + 1;
            return true;
        }
    }
    return false;
}

std::size_t ObjectScanner::containerSize() {
    m_at = 0;
    std::size_t end = 0;
    return container(end) ? end : 0;
}

bool ObjectScanner::next(std::string_view& key, RawValue& value) {
    skipBlanks();
    if (m_at < m_text.size() && m_text[m_at] == ',') ++m_at;
    skipBlanks();
    if (!string(key)) return false;
    skipBlanks();
    if (m_at >= m_text.size() || m_text[m_at] != ':') return false;
    ++m_at;
    skipBlanks();
    if (m_at >= m_text.size()) return false;
    const Tok tok = tokOf(m_text[m_at]);
    std::string_view inside;
    if (tok == Tok::Quote) {
        if (!string(inside)) return false;
    } else if (tok == Tok::OpenArray || tok == Tok::OpenObject) {
        std::size_t end = 0;
        if (!container(end)) return false;
        inside = m_text.substr(m_at, end - m_at);
        m_at = end;
    } else {
        std::size_t end = m_at;
        while (end < m_text.size() && !endsLiteral(m_text[end])) ++end;
        if (end == m_at) return false;
        inside = m_text.substr(m_at, end - m_at);
        m_at = end;
    }
    value = {inside.data(), static_cast<std::uint32_t>(inside.size()), tok};
    return true;
}

} // namespace lanescope::readers
