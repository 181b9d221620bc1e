// A small JSON value for questions, answers, settings and machine output: object members keep their order, integers are
// exact int64. Not for traces: those are read by core/readers without ever building a document. A value; any thread.
#pragma once

#include "core/base/result.h"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lanescope {

class Json {
public:
    using Array = std::vector<Json>;
    using Member = std::pair<std::string, Json>;
    using Object = std::vector<Member>; // in the order of the text, or of insertion

    Json() = default; // null
    template <std::same_as<bool> B>
    Json(B value) : m_value(value) {}
    template <std::integral I>
        requires(!std::same_as<I, bool>)
    Json(I value) : m_value(static_cast<std::int64_t>(value)) {}
    Json(double value) : m_value(value) {}
    Json(std::string value) : m_value(std::move(value)) {}
    Json(std::string_view value) : m_value(std::string(value)) {}
    Json(const char* value) : m_value(std::string(value)) {}
    Json(Array value) : m_value(std::move(value)) {}
    Json(Object value) : m_value(std::move(value)) {}
    template <class T>
    Json(const std::optional<T>& value) : Json(value ? Json(*value) : Json()) {}
    static Json object() { return Json(Object{}); }
    static Json array() { return Json(Array{}); }

    bool isNull() const { return std::holds_alternative<std::monostate>(m_value); }
    bool isObject() const { return std::holds_alternative<Object>(m_value); }
    bool isArray() const { return std::holds_alternative<Array>(m_value); }
    std::optional<bool> asBool() const;
    std::optional<std::int64_t> asInteger() const; // exact integers only
    std::optional<double> asNumber() const;        // integers too
    const std::string* asText() const;             // null when this is no text
    // The elements or members; empty when this is something else.
    const Array& elements() const;
    const Object& members() const;
    const Json* find(std::string_view key) const; // null when this is no object or has no such member

    // The member, added when missing; a null becomes an object first.
    Json& operator[](std::string_view key);
    void push(Json value); // a null becomes an array first

    enum class Style : std::uint8_t { Compact, Indented };
    // Valid UTF-8 whatever the strings hold: bytes that are none become U+FFFD. Numbers that are not finite become
    // null.
    std::string dump(Style style = Style::Indented) const;

    friend bool operator==(const Json&, const Json&) = default;

private:
    std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> m_value;
};

// Strict JSON of at most 256 nested values. The error says where (byte offset) and what was expected; `place` names the
// source in it.
Result<Json> parseJson(std::string_view text, std::string_view place);

// The text as a JSON string with its quotes, valid UTF-8.
std::string jsonQuoted(std::string_view text);

} // namespace lanescope
