// Where the tokens of a stretch of JSON begin: brackets, commas, colons, opening quotes, first characters of numbers
// and words. simdjson's first stage where the text is clean, an equal scalar scan where it refuses. One thread.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace simdjson::internal {
class dom_parser_implementation;
}

namespace lanescope::readers {

struct IndexedText {
    const char* text = nullptr; // text[size] is NUL
    std::uint32_t size = 0;
    const std::uint32_t* indexes = nullptr; // ascending; followed by at least two entries that say `size`
    std::uint32_t count = 0;
    bool oddBytes = false; // control characters inside strings, or bytes that are not UTF-8, somewhere
};

class StructuralIndexer {
public:
    StructuralIndexer();
    ~StructuralIndexer();
    StructuralIndexer(StructuralIndexer&&) noexcept;
    // `text` must begin outside a string, end with a NUL at text[size], and be readable 64 bytes behind that. The
    // result is valid until the next call. The memory is about 4 bytes per byte of text reserved, and as much touched
    // as there are tokens.
    IndexedText index(const char* text, std::uint32_t size);

private:
    void reserve(std::uint32_t size);
    IndexedText scanSlowly(const char* text, std::uint32_t size);

    std::unique_ptr<simdjson::internal::dom_parser_implementation> m_stage1;
    std::uint32_t m_capacity = 0;
    std::vector<std::uint32_t> m_slow;
};

} // namespace lanescope::readers
