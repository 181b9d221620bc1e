// Result<T>: a value or an Error, for operations that may not give a result. Exceptions do not cross modules.
// Error texts are lower case and say what was expected, found, and where; the hint says what a person can do.
#pragma once

#include "core/base/check.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace lanescope {

enum class ErrorCode : std::uint8_t {
    Internal,
    Usage,             // bad command line or option
    NotFound,          // no such file
    NotReadable,       // permission, is a folder, I/O error
    NotWritable,       // output cannot be written
    EmptyFile,         // no bytes, or nothing after decompression
    NotATrace,         // readable, but not a trace
    NoTraceEvents,     // JSON without traceEvents
    NoEvents,          // traceEvents is empty
    UnsupportedFormat, // recognised neighbour format that is not read
    Damaged,           // compressed data that gives nothing
    LimitExceeded,     // a limit against hostile input was reached before anything useful
    Cancelled,
    MissingData, // the question cannot be answered from this trace
};

// The stable word of a code, as printed in JSON (for example "not_a_trace").
const char* errorWord(ErrorCode code);

struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string message; // lower case; expected, found
    std::string place;   // file, byte offset, option; may be empty
    std::string hint;    // what to do; may be empty
    // "place: message" and the hint as its own sentence.
    std::string text() const;
};

template <class T = std::monostate>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}
    Result()
        requires std::is_same_v<T, std::monostate>
        : m_state(std::in_place_index<0>) {}

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }
    T& value() & { return LANESCOPE_CHECK(ok()), std::get<0>(m_state); }
    const T& value() const& { return LANESCOPE_CHECK(ok()), std::get<0>(m_state); }
    T&& value() && { return LANESCOPE_CHECK(ok()), std::get<0>(std::move(m_state)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    const Error& error() const { return LANESCOPE_CHECK(!ok()), std::get<1>(m_state); }

private:
    std::variant<T, Error> m_state;
};
using Status = Result<std::monostate>;

} // namespace lanescope
