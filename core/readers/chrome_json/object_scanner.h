// Walks over the members of one small JSON object in text form: arguments of counters and metadata, ids. Not for the
// fast path. Stops where the text is no object any more. One thread.
#pragma once

#include "core/readers/chrome_json/raw_value.h"

#include <string_view>

namespace lanescope::readers {

class ObjectScanner {
public:
    // `object` begins with '{'; it must be followed by a character that ends a scalar.
    explicit ObjectScanner(std::string_view object) : m_text(object), m_at(object.empty() ? 0 : 1) {}
    // The next member; key without its quotes, undecoded; numbers and words with their size. False at the end.
    bool next(std::string_view& key, RawValue& value);

    // Size of the array or object that the text begins with; 0 when it does not end.
    std::size_t containerSize();

private:
    void skipBlanks();
    bool string(std::string_view& inside);
    bool container(std::size_t& end) const;

    std::string_view m_text;
    std::size_t m_at;
};

} // namespace lanescope::readers
