#include "core/io/inflater.h"

#if LANESCOPE_HAS_ISAL

#include <algorithm>
#include <cstring>
#include <isa-l/igzip_lib.h>
#include <limits>

namespace lanescope::io {
namespace {

constexpr std::size_t kMaxFeed = std::size_t{1} << 30; // ISA-L counts in 32 bits
constexpr std::int32_t kDoubtful = 258 + 8;            // the longest match, and a few literals
constexpr std::size_t kRawHead = offsetof(inflate_state, tmp_out_buffer);

std::uint8_t* mutableBytes(const char* p) { return reinterpret_cast<std::uint8_t*>(const_cast<char*>(p)); }

class IsalInflater final : public Inflater {
public:
    IsalInflater() {
        std::memset(&m_state, 0, sizeof m_state);
        isal_inflate_init(&m_state);
        startMember();
    }

    void startMember() override {
        isal_inflate_reset(&m_state);
        m_state.crc_flag = ISAL_GZIP;
        m_midMember = false;
        m_damaged = false;
    }

    Step run(std::span<const char> in, std::span<char> out) override {
        if (m_damaged) return drain(out);
        const std::size_t inSize = std::min(in.size(), kMaxFeed);
        const std::size_t outSize = std::min(out.size(), kMaxFeed);
        m_state.next_in = mutableBytes(in.data());
        m_state.avail_in = static_cast<std::uint32_t>(inSize);
        m_state.next_out = reinterpret_cast<std::uint8_t*>(out.data());
        m_state.avail_out = static_cast<std::uint32_t>(outSize);
        const int code = isal_inflate(&m_state);
        Step step;
        // On damaged data ISA-L may count a few bytes more than there are (it does not read them).
        step.consumed = m_state.avail_in <= inSize ? inSize - m_state.avail_in : inSize;
        step.produced = outSize - m_state.avail_out;
        step.outcome = outcomeOf(code);
        if (step.outcome == Outcome::BadData) {
            m_damaged = true;
            dropDoubtful(step);
            const Step rest = drain(out.subspan(step.produced));
            step.produced += rest.produced;
            step.outcome = rest.outcome;
        }
        m_state.next_in = nullptr;
        m_state.next_out = nullptr;
        return step;
    }

    std::optional<Boundary> blockBoundary() const override {
        // After running out of input inside a block's header, ISA-L keeps the header's bytes aside and the bits before
        // them in read_in: together they say where the block starts.
        if (m_state.block_state != ISAL_BLOCK_HDR || m_state.tmp_out_valid != m_state.tmp_out_processed) return {};
        if (m_state.read_in_length < 0 || m_state.tmp_in_size < 0) return {};
        const auto bits = static_cast<std::size_t>(m_state.read_in_length);
        Boundary at;
        at.bytesBack = static_cast<std::size_t>(m_state.tmp_in_size) + bits / 8;
        at.start.bitCount = static_cast<unsigned>(bits % 8);
        at.start.bits = static_cast<unsigned>(m_state.read_in & ((1u << at.start.bitCount) - 1));
        return at;
    }

    bool startAtBlock(const BlockStart& start, std::span<const char> window) override {
        if (start.bitCount > 7) return false;
        isal_inflate_reset(&m_state);
        m_state.crc_flag = ISAL_GZIP_NO_HDR_VER; // reads the trailer; the sum is of a part and not used
        window = window.last(std::min(window.size(), kDeflateWindow));
        if (!window.empty() && isal_inflate_set_dict(&m_state, mutableBytes(window.data()),
                                                     static_cast<std::uint32_t>(window.size())) != ISAL_DECOMP_OK)
            return false;
        m_state.read_in = start.bits & ((1u << start.bitCount) - 1);
        m_state.read_in_length = static_cast<std::int32_t>(start.bitCount);
        m_midMember = true;
        m_damaged = false;
        return true;
    }

    std::size_t maxRawBytes() const override { return sizeof m_state; }

    std::size_t saveRaw(std::span<char> into) const override {
        if (m_damaged) return 0;
        // Behind tmp_out_valid the buffer holds leftovers of no meaning.
        const auto valid = static_cast<std::size_t>(std::max(m_state.tmp_out_valid, 0));
        const std::size_t size = std::min(kRawHead + valid, sizeof m_state);
        std::memcpy(into.data(), &m_state, size);
        return size;
    }

    bool restoreRaw(std::span<const char> raw) override {
        if (raw.size() < kRawHead || raw.size() > sizeof m_state) return false;
        std::memcpy(static_cast<void*>(&m_state), raw.data(), raw.size());
        m_midMember = m_state.crc_flag != ISAL_GZIP;
        m_damaged = false;
        return true;
    }

    bool sameBlockCodes(const Inflater& other) const override {
        const auto& theirs = static_cast<const IsalInflater&>(other).m_state;
        return m_state.block_state == theirs.block_state &&
               std::memcmp(&m_state.lit_huff_code, &theirs.lit_huff_code, sizeof theirs.lit_huff_code) == 0;
    }

private:
    // At damage ISA-L may have counted bytes of a symbol that it then refused: its last few bytes are not to be
    // trusted.
    void dropDoubtful(Step& step) {
        const std::int32_t waiting = std::max(m_state.tmp_out_valid - m_state.tmp_out_processed, 0);
        const std::int32_t fromWaiting = std::min(waiting, kDoubtful);
        m_state.tmp_out_valid -= fromWaiting;
        step.produced -= std::min(step.produced, static_cast<std::size_t>(kDoubtful - fromWaiting));
    }

    // ISA-L stops at damage although text from before it may still wait in its buffer.
    Step drain(std::span<char> out) {
        const std::int32_t waiting = std::max(m_state.tmp_out_valid - m_state.tmp_out_processed, 0);
        const std::size_t size = std::min(out.size(), static_cast<std::size_t>(waiting));
        if (size > 0) std::memcpy(out.data(), m_state.tmp_out_buffer + m_state.tmp_out_processed, size);
        m_state.tmp_out_processed += static_cast<std::int32_t>(size);
        const bool all = size == static_cast<std::size_t>(waiting);
        return {0, size, all ? Outcome::BadData : Outcome::Progress};
    }

    Outcome outcomeOf(int code) const {
        switch (code) {
        case ISAL_DECOMP_OK:
            return m_state.block_state == ISAL_BLOCK_FINISH ? Outcome::MemberEnd : Outcome::Progress;
        case ISAL_INCORRECT_CHECKSUM:
            if (m_state.block_state != ISAL_BLOCK_FINISH) return Outcome::BadHeader;
            return m_midMember ? Outcome::MemberEnd : Outcome::BadChecksum;
        case ISAL_INVALID_WRAPPER:
        case ISAL_UNSUPPORTED_METHOD:
            return Outcome::BadHeader;
        default:
            return Outcome::BadData;
        }
    }

    inflate_state m_state;
    bool m_midMember = false; // started inside the member
    bool m_damaged = false;   // only what is left in the state's buffer is handed out
};

} // namespace

std::unique_ptr<Inflater> makeIsalInflater() { return std::make_unique<IsalInflater>(); }

} // namespace lanescope::io

#else

namespace lanescope::io {
std::unique_ptr<Inflater> makeIsalInflater() { return nullptr; }
} // namespace lanescope::io

#endif
