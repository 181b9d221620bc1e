#include "core/io/inflater.h"

#include <algorithm>
#include <string_view>
#include <zlib.h>

namespace lanescope::io {
namespace {

constexpr std::size_t kMaxFeed = std::size_t{1} << 30; // zlib counts in 32 bits

class ZlibInflater final : public Inflater {
public:
    ZlibInflater() {
        m_ok = inflateInit2(&m_z, 15 + 16) == Z_OK;
        startMember();
    }
    ~ZlibInflater() override { inflateEnd(&m_z); }
    ZlibInflater(const ZlibInflater&) = delete;
    ZlibInflater& operator=(const ZlibInflater&) = delete;

    void startMember() override {
        m_ok = inflateReset2(&m_z, 15 + 16) == Z_OK;
        m_trailerLeft = 0;
        m_atTrailerEnd = Outcome::MemberEnd;
        m_raw = false;
    }

    Step run(std::span<const char> in, std::span<char> out) override {
        if (!m_ok) return {0, 0, Outcome::BadData};
        if (m_trailerLeft > 0) return skipTrailer(in.size());
        const std::size_t inSize = std::min(in.size(), kMaxFeed);
        const std::size_t outSize = std::min(out.size(), kMaxFeed);
        m_z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
        m_z.avail_in = static_cast<uInt>(inSize);
        m_z.next_out = reinterpret_cast<Bytef*>(out.data());
        m_z.avail_out = static_cast<uInt>(outSize);
        const int code = inflate(&m_z, Z_BLOCK);
        Step step{inSize - m_z.avail_in, outSize - m_z.avail_out, Outcome::Progress};
        if (code == Z_STREAM_END && m_raw) {
            m_trailerLeft = 8;
            const Step rest = skipTrailer(in.size() - step.consumed);
            step.consumed += rest.consumed;
            step.outcome = rest.outcome;
        } else if (code == Z_STREAM_END) {
            step.outcome = Outcome::MemberEnd;
        } else if (code != Z_OK && code != Z_BUF_ERROR) {
            step.outcome = errorOutcome();
            if (step.outcome == Outcome::BadChecksum && std::string_view(m_z.msg) == "incorrect data check") {
                m_trailerLeft = 4; // the length that follows the sum
                m_atTrailerEnd = Outcome::BadChecksum;
                const Step rest = skipTrailer(in.size() - step.consumed);
                step.consumed += rest.consumed;
                step.outcome = rest.outcome;
            }
        }
        return step;
    }

    std::optional<Boundary> blockBoundary() const override {
        // zlib with Z_BLOCK stops there: bit 7 says end of a block, bit 6 that it was the last one.
        if (!m_ok || m_trailerLeft > 0 || (m_z.data_type & 128) == 0 || (m_z.data_type & 64) != 0) return {};
        Boundary at;
        at.start.bitCount = static_cast<unsigned>(m_z.data_type & 7);
        if (at.start.bitCount > 0 && m_z.next_in != nullptr)
            at.start.bits = static_cast<unsigned>(m_z.next_in[-1]) >> (8 - at.start.bitCount);
        return at;
    }

    bool startAtBlock(const BlockStart& start, std::span<const char> window) override {
        if (start.bitCount > 7) return false;
        m_ok = inflateReset2(&m_z, -15) == Z_OK;
        m_raw = true;
        m_trailerLeft = 0;
        m_atTrailerEnd = Outcome::MemberEnd;
        window = window.last(std::min(window.size(), kDeflateWindow));
        const int bits = static_cast<int>(start.bits & ((1u << start.bitCount) - 1));
        m_ok = m_ok && (start.bitCount == 0 || inflatePrime(&m_z, static_cast<int>(start.bitCount), bits) == Z_OK);
        m_ok = m_ok && (window.empty() || inflateSetDictionary(&m_z, reinterpret_cast<const Bytef*>(window.data()),
                                                               static_cast<uInt>(window.size())) == Z_OK);
        return m_ok;
    }

    std::size_t maxRawBytes() const override { return 0; }
    std::size_t saveRaw(std::span<char>) const override { return 0; }
    bool restoreRaw(std::span<const char>) override { return false; }
    bool sameBlockCodes(const Inflater&) const override { return false; }

private:
    Step skipTrailer(std::size_t available) {
        const std::size_t used = std::min(m_trailerLeft, available);
        m_trailerLeft -= used;
        return {used, 0, m_trailerLeft == 0 ? m_atTrailerEnd : Outcome::Progress};
    }

    Outcome errorOutcome() const {
        const std::string_view message = m_z.msg ? m_z.msg : "";
        if (message == "incorrect data check" || message == "incorrect length check") return Outcome::BadChecksum;
        for (const std::string_view header : {"incorrect header check", "unknown compression method",
                                              "unknown header flags set", "header crc mismatch"})
            if (message == header) return Outcome::BadHeader;
        return Outcome::BadData;
    }

    z_stream m_z{};
    bool m_ok = false;
    bool m_raw = false; // started inside the member
    std::size_t m_trailerLeft = 0;
    Outcome m_atTrailerEnd = Outcome::MemberEnd;
};

} // namespace

std::unique_ptr<Inflater> makeZlibInflater() { return std::make_unique<ZlibInflater>(); }

std::unique_ptr<Inflater> makeInflater(InflateBackend backend) {
    if (backend == InflateBackend::Best)
        if (auto best = makeIsalInflater()) return best;
    return makeZlibInflater();
}

const char* inflateLibrary() {
    static const bool isal = makeIsalInflater() != nullptr;
    return isal ? "ISA-L" : "zlib";
}

} // namespace lanescope::io
