#include "core/io/utf16_stream.h"

#include <algorithm>
#include <cstring>

namespace lanescope::io {
namespace {

constexpr std::size_t kRawBytes = std::size_t{64} << 10;

void appendUtf8(std::string& out, char32_t c) {
    const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xC0 | (c >> 6));
        put(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        put(0xE0 | (c >> 12));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
    } else {
        put(0xF0 | (c >> 18));
        put(0x80 | ((c >> 12) & 0x3F));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
    }
}

} // namespace

DetectedEncoding detectEncoding(std::span<const char> head) {
    const std::string_view s(head.data(), head.size());
    if (s.starts_with("\xef\xbb\xbf")) return {TextEncoding::Utf8Bom, 3};
    if (s.starts_with("\xff\xfe")) return {TextEncoding::Utf16Le, 2};
    if (s.starts_with("\xfe\xff")) return {TextEncoding::Utf16Be, 2};
    if (s.size() >= 2 && (s[0] == '{' || s[0] == '[') && s[1] == '\0') return {TextEncoding::Utf16Le, 0};
    if (s.size() >= 2 && s[0] == '\0' && (s[1] == '{' || s[1] == '[')) return {TextEncoding::Utf16Be, 0};
    return {};
}

Utf16Stream::Utf16Stream(std::unique_ptr<ByteStream> source, TextEncoding encoding, OddityList* notes)
    : m_source(std::move(source)), m_encoding(encoding), m_notes(notes), m_raw(kRawBytes) {}

Result<std::size_t> Utf16Stream::read(std::span<char> out) {
    std::size_t total = 0;
    while (total < out.size()) {
        if (m_used == m_text.size()) {
            if (m_atEnd) break;
            if (auto status = refill(); !status) return status.error();
            continue;
        }
        const std::size_t size = std::min(out.size() - total, m_text.size() - m_used);
        std::memcpy(out.data() + total, m_text.data() + m_used, size);
        m_used += size;
        total += size;
    }
    return total;
}

Status Utf16Stream::refill() {
    m_textOffset += m_text.size();
    m_text.clear();
    m_used = 0;
    const std::size_t wanted = m_raw.size() - m_carried;
    auto got = m_source->read(std::span<char>(m_raw).subspan(m_carried));
    if (!got) return got.error();
    m_atEnd = *got < wanted;
    const std::size_t size = m_carried + *got;
    const std::size_t lowAt = m_encoding == TextEncoding::Utf16Le ? 0 : 1;
    for (std::size_t i = 0; i + 1 < size; i += 2) {
        const auto low = static_cast<unsigned char>(m_raw[i + lowAt]);
        const auto high = static_cast<unsigned char>(m_raw[i + 1 - lowAt]);
        appendUnit(static_cast<char16_t>(high << 8 | low));
    }
    m_carried = size % 2;
    if (m_carried > 0) m_raw[0] = m_raw[size - 1];
    if (m_atEnd && (m_carried > 0 || m_high != 0)) appendBroken();
    return {};
}

void Utf16Stream::appendUnit(char16_t unit) {
    const bool isLow = unit >= 0xDC00 && unit < 0xE000;
    if (m_high != 0) {
        const char16_t high = std::exchange(m_high, char16_t{0});
        if (isLow) {
            appendUtf8(m_text, 0x10000 + ((char32_t{high} - 0xD800) << 10) + (char32_t{unit} - 0xDC00));
            return;
        }
        appendBroken();
    }
    if (unit >= 0xD800 && unit < 0xDC00)
        m_high = unit;
    else if (isLow)
        appendBroken();
    else
        appendUtf8(m_text, unit);
}

void Utf16Stream::appendBroken() {
    if (m_notes) m_notes->add(OddityKind::InvalidUtf8, m_textOffset + m_text.size(), "half a UTF-16 character");
    appendUtf8(m_text, 0xFFFD);
}

} // namespace lanescope::io
