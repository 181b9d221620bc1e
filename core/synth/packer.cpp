#include "core/synth/packer.h"

#include <array>
#include <cstdint>
#include <vector>
#include <zstd.h>
#ifdef LANESCOPE_HAS_ISAL
#include <isa-l/igzip_lib.h>
#else
#include <zlib.h>
#endif

namespace lanescope::synth {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} << 10;

#ifdef LANESCOPE_HAS_ISAL
class GzipPacker final : public Packer {
public:
    GzipPacker() : m_level(ISAL_DEF_LVL1_DEFAULT), m_piece(kPieceBytes) {
        isal_deflate_init(&m_stream);
        m_stream.level = 1;
        m_stream.level_buf = m_level.data();
        m_stream.level_buf_size = static_cast<std::uint32_t>(m_level.size());
        m_stream.gzip_flag = IGZIP_GZIP;
        m_stream.flush = NO_FLUSH;
    }
    void add(std::string_view text, std::string& out) override { run(text, 0, out); }
    void finish(std::string& out) override { run({}, 1, out); }

private:
    void run(std::string_view text, std::uint16_t end, std::string& out) {
        // The library only reads next_in.
        m_stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data()));
        m_stream.avail_in = static_cast<std::uint32_t>(text.size());
        m_stream.end_of_stream = end;
        do {
            m_stream.next_out = m_piece.data();
            m_stream.avail_out = static_cast<std::uint32_t>(m_piece.size());
            isal_deflate(&m_stream);
            out.append(reinterpret_cast<const char*>(m_piece.data()), m_piece.size() - m_stream.avail_out);
        } while (m_stream.avail_out == 0 || m_stream.avail_in > 0);
    }

    isal_zstream m_stream{};
    std::vector<std::uint8_t> m_level, m_piece;
};
#else
class GzipPacker final : public Packer {
public:
    GzipPacker() : m_piece(kPieceBytes) { deflateInit2(&m_stream, 3, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY); }
    ~GzipPacker() override { deflateEnd(&m_stream); }
    GzipPacker(const GzipPacker&) = delete;
    GzipPacker& operator=(const GzipPacker&) = delete;
    void add(std::string_view text, std::string& out) override { run(text, Z_NO_FLUSH, out); }
    void finish(std::string& out) override { run({}, Z_FINISH, out); }

private:
    void run(std::string_view text, int flush, std::string& out) {
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
        m_stream.avail_in = static_cast<uInt>(text.size());
        do {
            m_stream.next_out = m_piece.data();
            m_stream.avail_out = static_cast<uInt>(m_piece.size());
            deflate(&m_stream, flush);
            out.append(reinterpret_cast<const char*>(m_piece.data()), m_piece.size() - m_stream.avail_out);
        } while (m_stream.avail_out == 0);
    }

    z_stream m_stream{};
    std::vector<Bytef> m_piece;
};
#endif

class ZstdPacker final : public Packer {
public:
    ZstdPacker() : m_context(ZSTD_createCCtx()), m_piece(kPieceBytes) {
        ZSTD_CCtx_setParameter(m_context, ZSTD_c_compressionLevel, 1);
        ZSTD_CCtx_setParameter(m_context, ZSTD_c_checksumFlag, 1);
    }
    ~ZstdPacker() override { ZSTD_freeCCtx(m_context); }
    ZstdPacker(const ZstdPacker&) = delete;
    ZstdPacker& operator=(const ZstdPacker&) = delete;
    void add(std::string_view text, std::string& out) override { run(text, ZSTD_e_continue, out); }
    void finish(std::string& out) override { run({}, ZSTD_e_end, out); }

private:
    void run(std::string_view text, ZSTD_EndDirective mode, std::string& out) {
        ZSTD_inBuffer in{text.data(), text.size(), 0};
        std::size_t left = 0;
        do {
            ZSTD_outBuffer piece{m_piece.data(), m_piece.size(), 0};
            left = ZSTD_compressStream2(m_context, &piece, &in, mode);
            if (ZSTD_isError(left)) return; // only without memory; the reader's checksum would tell
            out.append(m_piece.data(), piece.pos);
        } while (in.pos < in.size || (mode == ZSTD_e_end && left > 0));
    }

    ZSTD_CCtx* m_context;
    std::vector<char> m_piece;
};

} // namespace

std::unique_ptr<Packer> makePacker(Packing packing) {
    if (packing == Packing::Gzip) return std::make_unique<GzipPacker>();
    if (packing == Packing::Zstd) return std::make_unique<ZstdPacker>();
    return nullptr;
}

} // namespace lanescope::synth
