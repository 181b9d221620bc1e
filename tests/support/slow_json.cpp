#include "tests/support/slow_json.h"

#include <cctype>

namespace lanescope::test {
namespace {

void putUtf8(std::string& out, unsigned c) {
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xc0 | (c >> 6));
        out += static_cast<char>(0x80 | (c & 63));
    } else if (c < 0x10000) {
        out += static_cast<char>(0xe0 | (c >> 12));
        out += static_cast<char>(0x80 | ((c >> 6) & 63));
        out += static_cast<char>(0x80 | (c & 63));
    } else {
        out += static_cast<char>(0xf0 | (c >> 18));
        out += static_cast<char>(0x80 | ((c >> 12) & 63));
        out += static_cast<char>(0x80 | ((c >> 6) & 63));
        out += static_cast<char>(0x80 | (c & 63));
    }
}

class Parser {
public:
    explicit Parser(std::string_view text) : m_text(text) {}
    std::optional<SlowValue> document() {
        SlowValue v;
        if (!value(v)) return std::nullopt;
        blanks();
        return m_at == m_text.size() ? std::optional(std::move(v)) : std::nullopt;
    }

private:
    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    void blanks() {
        while (peek() == ' ' || peek() == '\n' || peek() == '\r' || peek() == '\t') ++m_at;
    }
    bool take(char c) {
        blanks();
        if (peek() != c) return false;
        ++m_at;
        return true;
    }
    bool word(std::string_view w) {
        if (m_text.substr(m_at, w.size()) != w) return false;
        m_at += w.size();
        return true;
    }
    bool digits() {
        const std::size_t from = m_at;
        while (peek() >= '0' && peek() <= '9') ++m_at;
        return m_at > from;
    }
    bool number() {
        if (peek() == '-') ++m_at;
        const bool zero = peek() == '0';
        const std::size_t from = m_at;
        if (!digits() || (zero && m_at - from > 1)) return false;
        if (peek() == '.') {
            ++m_at;
            if (!digits()) return false;
        }
        if (peek() == 'e' || peek() == 'E') {
            ++m_at;
            if (peek() == '+' || peek() == '-') ++m_at;
            if (!digits()) return false;
        }
        return true;
    }
    bool string(std::string& out) {
        if (peek() != '"') return false;
        const std::size_t from = ++m_at;
        while (m_at < m_text.size() && m_text[m_at] != '"') {
            if (static_cast<unsigned char>(m_text[m_at]) < 0x20) return false;
            if (m_text[m_at] == '\\' && !escape()) return false;
            ++m_at;
        }
        if (m_at >= m_text.size()) return false;
        out = slowUnescape(m_text.substr(from, m_at - from));
        ++m_at;
        return true;
    }
    bool escape() { // leaves m_at on the last character of the escape
        ++m_at;
        if (peek() == 'u') {
            for (int i = 0; i < 4; ++i) {
                ++m_at;
                if (!std::isxdigit(static_cast<unsigned char>(peek()))) return false;
            }
            return true;
        }
        return std::string_view("\"\\/bfnrt").find(peek()) != std::string_view::npos && peek() != '\0';
    }
    bool members(SlowValue& v) {
        if (take('}')) return true;
        do {
            blanks();
            std::string key;
            SlowValue member;
            const std::size_t from = m_at;
            if (!string(key) || m_text.substr(from, m_at - from).find('\\') != std::string_view::npos) return false;
            if (!take(':') || !value(member)) return false;
            v.members.push_back({std::move(key), std::move(member)});
        } while (take(','));
        return take('}');
    }
    bool elements(SlowValue& v) {
        if (take(']')) return true;
        do {
            v.elements.emplace_back();
            if (!value(v.elements.back())) return false;
        } while (take(','));
        return take(']');
    }
    bool value(SlowValue& v) {
        using Kind = SlowValue::Kind;
        blanks();
        v.offset = m_at;
        bool ok = false;
        if (++m_depth > 20'000) return false;
        if (take('{')) {
            v.kind = Kind::Object;
            ok = members(v);
        } else if (take('[')) {
            v.kind = Kind::Array;
            ok = elements(v);
        } else if (peek() == '"') {
            v.kind = Kind::Text;
            ok = string(v.text);
        } else if (word("true") || word("false")) {
            v.kind = Kind::Bool;
            ok = true;
        } else if (word("null")) {
            ok = true;
        } else {
            v.kind = Kind::Number;
            ok = number();
        }
        --m_depth;
        v.raw = m_text.substr(v.offset, m_at - v.offset);
        return ok;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
};

} // namespace

SlowValue::SlowValue() = default;
SlowValue::~SlowValue() = default;
SlowValue::SlowValue(SlowValue&&) noexcept = default;
SlowValue& SlowValue::operator=(SlowValue&&) noexcept = default;

std::string slowUnescape(std::string_view inside) {
    std::string out;
    const auto hex = [&](std::size_t at) {
        return static_cast<unsigned>(std::stoul(std::string(inside.substr(at, 4)), nullptr, 16));
    };
    for (std::size_t i = 0; i < inside.size(); ++i) {
        if (inside[i] != '\\') {
            out += inside[i];
            continue;
        }
        const char c = inside[++i];
        if (c != 'u') {
            constexpr std::string_view kFrom = "\"\\/bfnrt", kTo = "\"\\/\b\f\n\r\t";
            out += kTo[kFrom.find(c)];
            continue;
        }
        const unsigned first = hex(i + 1);
        i += 4;
        const bool hasNext = i + 6 < inside.size() && inside[i + 1] == '\\' && inside[i + 2] == 'u';
        const unsigned second = hasNext ? hex(i + 3) : 0;
        if (first >= 0xd800 && first < 0xdc00 && second >= 0xdc00 && second < 0xe000) {
            putUtf8(out, 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00));
            i += 6;
        } else {
            putUtf8(out, first >= 0xd800 && first < 0xe000 ? 0xfffd : first);
        }
    }
    return out;
}

const SlowValue* SlowValue::find(std::string_view key) const {
    const SlowValue* found = nullptr;
    for (const auto& [name, value] : members)
        if (name == key) found = &value;
    return found;
}

std::string SlowValue::compact() const {
    std::string out;
    bool inText = false;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        if (inText && raw[i] == '\\') {
            out += raw[i++];
        } else if (raw[i] == '"') {
            inText = !inText;
        } else if (!inText && std::isspace(static_cast<unsigned char>(raw[i]))) {
            continue;
        }
        out += raw[i];
    }
    return out;
}

std::optional<SlowValue> parseSlowly(std::string_view document) { return Parser(document).document(); }

} // namespace lanescope::test
