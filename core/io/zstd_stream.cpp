#include "core/io/zstd_stream.h"

#include <algorithm>
#include <zstd.h>
#include <zstd_errors.h>

namespace lanescope::io {
namespace {

std::uint32_t littleEndian32(std::span<const char> bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = (value << 8) | static_cast<unsigned char>(bytes[i]);
    return value;
}

} // namespace

bool looksLikeZstd(std::span<const char> head) {
    if (head.size() < 4) return false;
    const std::uint32_t magic = littleEndian32(head);
    return magic == ZSTD_MAGICNUMBER || (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
}

struct ZstdStream::Context {
    ZSTD_DCtx* dctx = ZSTD_createDCtx();
    ~Context() { ZSTD_freeDCtx(dctx); }
};

ZstdStream::ZstdStream(InputWindow input, OddityList* notes)
    : m_input(std::move(input)), m_notes(notes), m_context(std::make_unique<Context>()) {}
ZstdStream::~ZstdStream() = default;

Result<std::size_t> ZstdStream::read(std::span<char> out) {
    std::size_t total = 0;
    while (total < out.size() && !m_atEnd) {
        if (!m_inFrame) {
            if (auto status = nextFrame(); !status) return status.error();
            continue;
        }
        auto got = someBytes(out.subspan(total));
        if (!got) return got;
        total += *got;
    }
    return total;
}

Status ZstdStream::nextFrame() {
    auto next = m_input.peek(4);
    if (!next) return next.error();
    const std::span<const char> bytes = *next;
    if (bytes.empty()) {
        m_atEnd = true;
    } else if (looksLikeZstd(bytes)) {
        m_inFrame = true;
    } else if (bytes[0] == 0) { // padding
        m_input.consume(static_cast<std::size_t>(
            std::find_if(bytes.begin(), bytes.end(), [](char c) { return c != 0; }) - bytes.begin()));
    } else {
        if (m_notes) m_notes->add(OddityKind::TrailingData, m_input.position(), "bytes after the zstd data");
        m_atEnd = true;
    }
    return {};
}

Result<std::size_t> ZstdStream::someBytes(std::span<char> out) {
    auto next = m_input.peek();
    if (!next) return next.error();
    ZSTD_inBuffer in{next->data(), next->size(), 0};
    ZSTD_outBuffer into{out.data(), out.size(), 0};
    const std::size_t code = ZSTD_decompressStream(m_context->dctx, &into, &in);
    m_input.consume(in.pos);
    if (ZSTD_isError(code)) {
        const ZSTD_ErrorCode what = ZSTD_getErrorCode(code);
        if (what == ZSTD_error_checksum_wrong && m_notes)
            m_notes->add(OddityKind::CheckFailed, m_input.position(), "zstd frame");
        endEarly(what == ZSTD_error_frameParameter_windowTooLarge ? "needs more memory than is allowed (128 MiB window)"
                                                                  : "damaged compressed data");
        return into.pos;
    }
    if (code == 0)
        m_inFrame = false;
    else if (next->empty() && into.pos == 0)
        endEarly("the file ends inside the compressed data");
    return into.pos;
}

void ZstdStream::endEarly(std::string_view why) {
    if (m_notes) m_notes->add(OddityKind::GzipTruncated, m_input.position(), why);
    m_atEnd = true;
}

} // namespace lanescope::io
