#include "core/base/json.h"

#include <fmt/format.h>

#include <cmath>

namespace lanescope {
namespace {

// Length of the valid UTF-8 sequence at `at`, or 0.
std::size_t sequenceLength(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(at);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || at + length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(at + i) & 0xc0) != 0x80) return 0;
    const unsigned char second = byte(at + 1);
    if (first == 0xe0 && second < 0xa0) return 0; // overlong
    if (first == 0xed && second > 0x9f) return 0; // surrogate
    if (first == 0xf0 && second < 0x90) return 0; // overlong
    if (first == 0xf4 && second > 0x8f) return 0; // above U+10FFFF
    return length;
}

// What a terminal obeys or shows turned around, although it is above ASCII: U+0080 to U+009F, U+202A to U+202E, U+2066
// to U+2069. Written as escapes, which mean the same.
std::optional<unsigned> hiddenCommand(std::string_view character) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(character[i])); };
    if (character.size() == 2 && byte(0) == 0xc2 && byte(1) < 0xa0) return byte(1);
    if (character.size() != 3 || byte(0) != 0xe2) return std::nullopt;
    const unsigned code = 0x2000U + ((byte(1) & 0x3fU) << 6U) + (byte(2) & 0x3fU);
    const bool hidden = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    return hidden ? std::optional(code) : std::nullopt;
}

void appendQuoted(std::string& out, std::string_view text) {
    out += '"';
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        const std::size_t length = sequenceLength(text, i);
        if (length == 0) {
            out += "\xef\xbf\xbd";
            ++i;
            continue;
        }
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else if (c == '\r') {
            out += "\\r";
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
        } else if (const auto code = hiddenCommand(text.substr(i, length))) {
            out += fmt::format("\\u{:04x}", *code);
        } else {
            out += text.substr(i, length);
        }
        i += length;
    }
    out += '"';
}

struct Writer {
    std::string out;
    bool indented = true;

    void newline(int depth) {
        if (!indented) return;
        out += '\n';
        out.append(static_cast<std::size_t>(depth) * 2, ' ');
    }
    // Lists of plain values stay on one line: they are read as one thing.
    static bool isPlain(const Json::Array& array) {
        for (const Json& element : array)
            if (element.isArray() || element.isObject()) return false;
        return true;
    }
    void writeArray(const Json::Array& array, int depth) {
        const bool oneLine = isPlain(array);
        out += '[';
        for (std::size_t i = 0; i < array.size(); ++i) {
            if (i > 0) out += oneLine && indented ? ", " : ",";
            if (!oneLine) newline(depth + 1);
            write(array[i], depth + 1);
        }
        if (!oneLine) newline(depth);
        out += ']';
    }
    void writeObject(const Json::Object& object, int depth) {
        out += '{';
        for (std::size_t i = 0; i < object.size(); ++i) {
            if (i > 0) out += ',';
            newline(depth + 1);
            appendQuoted(out, object[i].first);
            out += indented ? ": " : ":";
            write(object[i].second, depth + 1);
        }
        if (!object.empty()) newline(depth);
        out += '}';
    }
    void write(const Json& value, int depth) {
        if (value.isArray()) return writeArray(value.elements(), depth);
        if (value.isObject()) return writeObject(value.members(), depth);
        if (const std::string* text = value.asText()) return appendQuoted(out, *text);
        if (const auto boolean = value.asBool()) {
            out += *boolean ? "true" : "false";
        } else if (const auto integer = value.asInteger()) {
            out += fmt::format("{}", *integer);
        } else if (const auto number = value.asNumber(); number && std::isfinite(*number)) {
            out += fmt::format("{}", *number);
        } else {
            out += "null";
        }
    }
};

} // namespace

std::optional<bool> Json::asBool() const {
    const bool* value = std::get_if<bool>(&m_value);
    return value ? std::optional<bool>(*value) : std::nullopt;
}

std::optional<std::int64_t> Json::asInteger() const {
    const std::int64_t* value = std::get_if<std::int64_t>(&m_value);
    return value ? std::optional<std::int64_t>(*value) : std::nullopt;
}

std::optional<double> Json::asNumber() const {
    if (const auto integer = asInteger()) return static_cast<double>(*integer);
    const double* value = std::get_if<double>(&m_value);
    return value ? std::optional<double>(*value) : std::nullopt;
}

const std::string* Json::asText() const { return std::get_if<std::string>(&m_value); }

const Json::Array& Json::elements() const {
    static const Array kNone;
    const Array* value = std::get_if<Array>(&m_value);
    return value ? *value : kNone;
}

const Json::Object& Json::members() const {
    static const Object kNone;
    const Object* value = std::get_if<Object>(&m_value);
    return value ? *value : kNone;
}

const Json* Json::find(std::string_view key) const {
    for (const Member& member : members())
        if (member.first == key) return &member.second;
    return nullptr;
}

Json& Json::operator[](std::string_view key) {
    if (isNull()) m_value = Object{};
    LANESCOPE_CHECK(isObject());
    Object& object = std::get<Object>(m_value);
    for (Member& member : object)
        if (member.first == key) return member.second;
    return object.emplace_back(std::string(key), Json()).second;
}

void Json::push(Json value) {
    if (isNull()) m_value = Array{};
    LANESCOPE_CHECK(isArray());
    std::get<Array>(m_value).push_back(std::move(value));
}

std::string Json::dump(Style style) const {
    Writer writer;
    writer.indented = style == Style::Indented;
    writer.write(*this, 0);
    return std::move(writer.out);
}

std::string jsonQuoted(std::string_view text) {
    std::string out;
    appendQuoted(out, text);
    return out;
}

} // namespace lanescope
