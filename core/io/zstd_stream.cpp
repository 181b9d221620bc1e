#include "core/io/zstd_stream.h"

#include <algorithm>
#include <utility>
#include <zstd.h>
#include <zstd_errors.h>

namespace lanescope::io {
namespace {

std::uint32_t littleEndian32(std::span<const char> bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = (value << 8) | static_cast<unsigned char>(bytes[i]);
    return value;
}

// What libzstd asks for takes the header of the block behind it along.
std::size_t withoutHeader(std::size_t wanted) {
    constexpr std::size_t kBlockHeader = 3;
    return wanted > kBlockHeader ? wanted - kBlockHeader : wanted;
}

} // namespace

bool looksLikeZstd(std::span<const char> head) {
    if (head.size() < 4) return false;
    const std::uint32_t magic = littleEndian32(head);
    return magic == ZSTD_MAGICNUMBER || (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
}

struct ZstdStream::Context {
    ZSTD_DCtx* dctx = ZSTD_createDCtx();
    std::size_t wanted = 0; // bytes libzstd asks for next: a header, one block, a checksum
    bool mayHold = false;   // text of the last block may be waiting in libzstd
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
        ZSTD_DCtx_reset(m_context->dctx, ZSTD_reset_session_only);
        m_context->wanted = 4;  // the magic number
    } else if (bytes[0] == 0) { // padding
        m_input.consume(static_cast<std::size_t>(
            std::find_if(bytes.begin(), bytes.end(), [](char c) { return c != 0; }) - bytes.begin()));
    } else {
        if (m_notes) m_notes->add(OddityKind::TrailingData, m_input.position(), "bytes after the zstd data");
        m_atEnd = true;
    }
    return {};
}

// One block at a time, without the header behind it, and nothing new before the text of the last one is out: when
// libzstd meets damage it drops all output of that call, but what came before is good.
Result<std::size_t> ZstdStream::someBytes(std::span<char> out) {
    auto next = m_input.peek();
    if (!next) return next.error();
    const std::size_t feed = m_context->mayHold ? 0 : std::min(next->size(), withoutHeader(m_context->wanted));
    ZSTD_inBuffer in{next->data(), feed, 0};
    ZSTD_outBuffer into{out.data(), out.size(), 0};
    const std::size_t code = ZSTD_decompressStream(m_context->dctx, &into, &in);
    if (ZSTD_isError(code)) {
        // Nothing of it can be read, so it is refused; behind other text it is as good as cut off.
        if (!m_anyText && ZSTD_getErrorCode(code) == ZSTD_error_frameParameter_windowTooLarge)
            return Error{ErrorCode::LimitExceeded,
                         "zstd data that needs a window of more than 128 MiB",
                         {},
                         "pack it again without --long and --ultra: zstd -d --long=31 FILE, then zstd"};
        onError(static_cast<int>(ZSTD_getErrorCode(code)), in.size);
        return std::size_t{0};
    }
    m_input.consume(in.pos);
    m_anyText |= into.pos > 0;
    const bool held = std::exchange(m_context->mayHold, into.pos == into.size);
    if (in.size > 0) m_context->wanted = code;
    if (code == 0)
        m_inFrame = false;
    else if (next->empty() && into.pos == 0 && !held)
        endEarly("the file ends inside the compressed data");
    return into.pos;
}

void ZstdStream::onError(int code, std::size_t fed) {
    if (code == ZSTD_error_checksum_wrong) { // all of the frame was read; only its last four bytes were fed
        if (m_notes) m_notes->add(OddityKind::CheckFailed, m_input.position(), "zstd frame");
        m_input.consume(fed);
        m_inFrame = false;
    } else if (code == ZSTD_error_frameParameter_windowTooLarge) {
        endEarly("needs more memory than is allowed (128 MiB window)");
    } else {
        endEarly("damaged compressed data");
    }
}

void ZstdStream::endEarly(std::string_view why) {
    if (m_notes) m_notes->add(OddityKind::GzipTruncated, m_input.position(), why);
    m_atEnd = true;
}

} // namespace lanescope::io
