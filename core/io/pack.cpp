#include "core/io/pack.h"

#include <zstd.h>

namespace lanescope::io {

struct Packer::Context {
    ZSTD_CCtx* cctx = ZSTD_createCCtx();
    std::string scratch; // the result's size is not known before; packing into a warm buffer avoids new memory
    ~Context() { ZSTD_freeCCtx(cctx); }
};

Packer::Packer() : m_context(std::make_unique<Context>()) {}
Packer::~Packer() = default;

std::string Packer::pack(std::span<const char> bytes) {
    std::string& scratch = m_context->scratch;
    if (scratch.size() < ZSTD_compressBound(bytes.size())) scratch.resize(ZSTD_compressBound(bytes.size()));
    const std::size_t size =
        ZSTD_compressCCtx(m_context->cctx, scratch.data(), scratch.size(), bytes.data(), bytes.size(), 1);
    if (ZSTD_isError(size)) return {};
    return std::string(scratch.data(), size);
}

Result<std::string> unpack(std::string_view packed, std::size_t size) {
    std::string out(size, '\0');
    const std::size_t got = ZSTD_decompress(out.data(), out.size(), packed.data(), packed.size());
    if (ZSTD_isError(got) || got != size)
        return Error{ErrorCode::Damaged, "packed bytes cannot be unpacked", {}, "open the trace again"};
    return out;
}

} // namespace lanescope::io
