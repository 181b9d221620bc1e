#include "core/readers/chrome_json/structural_index.h"

#include "core/readers/chrome_json/token_class.h"

#include "core/base/check.h"

#include <algorithm>
#include <simdjson.h>

namespace lanescope::readers {
namespace {

// simdjson takes form feed and 0x1a for operators too; the walker refuses them, but tokens must be the same.
bool isOperator(char c) {
    return c == '{' || c == '}' || c == '[' || c == ']' || c == ',' || c == ':' || c == '\f' || c == '\x1a';
}

} // namespace

StructuralIndexer::StructuralIndexer() = default;
StructuralIndexer::~StructuralIndexer() = default;
StructuralIndexer::StructuralIndexer(StructuralIndexer&&) noexcept = default;

void StructuralIndexer::reserve(std::uint32_t size) {
    if (size <= m_capacity && m_stage1) return;
    m_capacity = std::max(size, 1024u);
    const auto error = simdjson::get_active_implementation()->create_dom_parser_implementation(m_capacity, 1, m_stage1);
    LANESCOPE_CHECK(error == simdjson::SUCCESS);
}

IndexedText StructuralIndexer::index(const char* text, std::uint32_t size) {
    reserve(size);
    if (size == 0 || !m_stage1) return scanSlowly(text, size);
    const auto error =
        m_stage1->stage1(reinterpret_cast<const std::uint8_t*>(text), size, simdjson::stage1_mode::regular);
    if (error != simdjson::SUCCESS && error != simdjson::UTF8_ERROR) return scanSlowly(text, size);
    return {text, size, m_stage1->structural_indexes.get(), m_stage1->n_structural_indexes,
            error == simdjson::UTF8_ERROR};
}

IndexedText StructuralIndexer::scanSlowly(const char* text, std::uint32_t size) {
    m_slow.clear();
    bool inString = false, escaped = false, afterScalar = false, control = false;
    for (std::uint32_t i = 0; i < size; ++i) {
        const char c = text[i];
        const bool isQuote = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        if (inString) {
            inString = !isQuote;
            control = control || static_cast<unsigned char>(c) < 0x20;
            afterScalar = false;
            continue;
        }
        const bool isScalar = !isOperator(c) && !isBlank(c);
        if (isScalar ? !afterScalar : isOperator(c)) m_slow.push_back(i);
        afterScalar = isScalar && !isQuote;
        inString = isQuote;
    }
    const auto count = static_cast<std::uint32_t>(m_slow.size());
    m_slow.insert(m_slow.end(), {size, size, 0});
    const bool utf8 = simdjson::validate_utf8(text, size);
    return {text, size, m_slow.data(), count, control || !utf8};
}

} // namespace lanescope::readers
