// UTF-16 text as UTF-8. Lone surrogates and a half character at the end become U+FFFD and are told. One thread at a
// time.
#pragma once

#include "core/base/oddity.h"
#include "core/io/byte_stream.h"

#include <string>

namespace lanescope::io {

enum class TextEncoding : std::uint8_t { Utf8, Utf8Bom, Utf16Le, Utf16Be };

struct DetectedEncoding {
    TextEncoding encoding = TextEncoding::Utf8;
    std::size_t markBytes = 0; // of the byte order mark
};
// By the byte order mark; without one, JSON's first character tells UTF-16 from UTF-8 (a zero byte beside it).
DetectedEncoding detectEncoding(std::span<const char> head);

class Utf16Stream final : public ByteStream {
public:
    // `source` begins after the byte order mark; `notes` may be null.
    Utf16Stream(std::unique_ptr<ByteStream> source, TextEncoding encoding, OddityList* notes);
    Result<std::size_t> read(std::span<char> out) override;

private:
    Status refill();
    void appendUnit(char16_t unit);
    void appendBroken();

    std::unique_ptr<ByteStream> m_source;
    TextEncoding m_encoding;
    OddityList* m_notes;
    std::vector<char> m_raw;
    std::size_t m_carried = 0; // 0 or 1 byte at the start of m_raw
    std::string m_text;        // converted, not yet handed out
    std::size_t m_used = 0;
    std::uint64_t m_textOffset = 0; // of the start of m_text
    char16_t m_high = 0;            // a high surrogate waiting for its other half
    bool m_atEnd = false;
};

} // namespace lanescope::io
