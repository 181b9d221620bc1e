// A plain recursive JSON parser that keeps the text of every value: slow, obvious, strict. The twin of what the readers
// do with token positions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::test {

struct SlowMember;

struct SlowValue {
    SlowValue();
    ~SlowValue();
    SlowValue(SlowValue&&) noexcept;
    SlowValue& operator=(SlowValue&&) noexcept;

    enum class Kind { Null, Bool, Number, Text, Array, Object } kind = Kind::Null;
    std::string text;     // Text: decoded
    std::string_view raw; // as in the document
    std::size_t offset = 0;
    std::vector<SlowValue> elements;
    std::vector<SlowMember> members; // in order, duplicates too

    bool is(Kind k) const { return kind == k; }
    const SlowValue* find(std::string_view key) const; // the last one; null when there is none
    // The value without blanks between its tokens.
    std::string compact() const;
};

struct SlowMember {
    std::string key;
    SlowValue value;
};

// The inside of a JSON string, decoded; half surrogate pairs become U+FFFD.
std::string slowUnescape(std::string_view inside);
// Nothing when the text is not one strict JSON document, or has keys with escapes.
std::optional<SlowValue> parseSlowly(std::string_view document);

} // namespace lanescope::test
