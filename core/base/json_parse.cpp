#include "core/base/json.h"

#include <fmt/format.h>

#include <charconv>

namespace lanescope {
namespace {

constexpr int kMaxNesting = 256;

void appendUtf8(std::string& out, std::uint32_t code) {
    const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xc0 | (code >> 6));
        put(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        put(0xe0 | (code >> 12));
        put(0x80 | ((code >> 6) & 0x3f));
        put(0x80 | (code & 0x3f));
    } else {
        put(0xf0 | (code >> 18));
        put(0x80 | ((code >> 12) & 0x3f));
        put(0x80 | ((code >> 6) & 0x3f));
        put(0x80 | (code & 0x3f));
    }
}

class Parser {
public:
    Parser(std::string_view text, std::string_view place) : m_text(text), m_place(place) {}

    Result<Json> document() {
        Json value;
        if (!parse(value, 0)) return failure();
        skipBlanks();
        if (m_at != m_text.size() && fail("the end of the text")) return failure();
        return value;
    }

private:
    Error failure() const {
        return {ErrorCode::NotReadable, fmt::format("expected {} at byte {}", m_expected, m_at), std::string(m_place),
                "the text must be JSON"};
    }
    // Notes what was expected; true, so that it can be used in a condition.
    bool fail(std::string_view expected) {
        m_expected = expected;
        return true;
    }
    void skipBlanks() {
        while (m_at < m_text.size() && std::string_view(" \t\r\n").find(m_text[m_at]) != std::string_view::npos) ++m_at;
    }
    bool take(char c) {
        if (m_at >= m_text.size() || m_text[m_at] != c) return false;
        ++m_at;
        return true;
    }
    bool takeWord(std::string_view word) {
        if (m_text.substr(m_at, word.size()) != word) return false;
        m_at += word.size();
        return true;
    }
    bool parse(Json& out, int depth) {
        skipBlanks();
        if (depth > kMaxNesting) return !fail("fewer nested values");
        if (m_at >= m_text.size()) return !fail("a value");
        switch (m_text[m_at]) {
        case '{':
            return parseObject(out, depth);
        case '[':
            return parseArray(out, depth);
        case '"': {
            std::string text;
            if (!parseString(text)) return false;
            out = Json(std::move(text));
            return true;
        }
        default:
            break;
        }
        if (takeWord("true")) return out = Json(true), true;
        if (takeWord("false")) return out = Json(false), true;
        if (takeWord("null")) return out = Json(), true;
        return parseNumber(out);
    }
    bool parseObject(Json& out, int depth) {
        ++m_at;
        Json::Object object;
        skipBlanks();
        while (!take('}')) {
            if (!object.empty() && !take(',')) return !fail("',' or '}'");
            skipBlanks();
            std::string key;
            if (m_at >= m_text.size() || m_text[m_at] != '"') return !fail("a key in quotes");
            if (!parseString(key)) return false;
            skipBlanks();
            if (!take(':')) return !fail("':'");
            Json value;
            if (!parse(value, depth + 1)) return false;
            object.emplace_back(std::move(key), std::move(value));
            skipBlanks();
        }
        out = Json(std::move(object));
        return true;
    }
    bool parseArray(Json& out, int depth) {
        ++m_at;
        Json::Array array;
        skipBlanks();
        while (!take(']')) {
            if (!array.empty() && !take(',')) return !fail("',' or ']'");
            Json value;
            if (!parse(value, depth + 1)) return false;
            array.push_back(std::move(value));
            skipBlanks();
        }
        out = Json(std::move(array));
        return true;
    }
    bool parseHex(std::uint32_t& code) {
        if (m_at + 4 > m_text.size()) return !fail("four hexadecimal digits");
        const char* begin = m_text.data() + m_at;
        const auto [end, error] = std::from_chars(begin, begin + 4, code, 16);
        if (error != std::errc() || end != begin + 4) return !fail("four hexadecimal digits");
        m_at += 4;
        return true;
    }
    bool parseEscape(std::string& out) {
        if (m_at >= m_text.size()) return !fail("an escape");
        const char c = m_text[m_at++];
        constexpr std::string_view kFrom = "\"\\/bfnrt";
        constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
        if (const auto i = kFrom.find(c); i != std::string_view::npos) return out += kTo[i], true;
        if (c != 'u') return --m_at, !fail("an escape");
        std::uint32_t code = 0;
        if (!parseHex(code)) return false;
        if (code >= 0xd800 && code < 0xdc00 && takeWord("\\u")) {
            std::uint32_t low = 0;
            if (!parseHex(low)) return false;
            if (low < 0xdc00 || low > 0xdfff) return !fail("the second half of a surrogate pair");
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        }
        appendUtf8(out, code >= 0xd800 && code < 0xe000 ? 0xfffd : code);
        return true;
    }
    bool parseString(std::string& out) {
        ++m_at;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '"') return ++m_at, true;
            if (static_cast<unsigned char>(c) < 0x20) return !fail("no raw control character in a string");
            ++m_at;
            if (c != '\\') {
                out += c;
            } else if (!parseEscape(out)) {
                return false;
            }
        }
        return !fail("the end of a string");
    }
    bool parseNumber(Json& out) {
        const std::size_t begin = m_at;
        std::size_t end = begin;
        while (end < m_text.size() && std::string_view("+-.0123456789eE").find(m_text[end]) != std::string_view::npos)
            ++end;
        const char* first = m_text.data() + begin;
        const char* last = m_text.data() + end;
        std::int64_t integer = 0;
        double number = 0;
        if (const auto [stop, error] = std::from_chars(first, last, integer); error == std::errc() && stop == last) {
            out = Json(integer);
        } else if (const auto [stop2, error2] = std::from_chars(first, last, number);
                   error2 == std::errc() && stop2 == last && first != last) {
            out = Json(number);
        } else {
            return !fail("a value");
        }
        m_at = end;
        return true;
    }

    std::string_view m_text;
    std::string_view m_place;
    std::size_t m_at = 0;
    std::string_view m_expected = "a value";
};

} // namespace

Result<Json> parseJson(std::string_view text, std::string_view place) { return Parser(text, place).document(); }

} // namespace lanescope
