#include "core/io/bytes.h"
#include "core/io/text_access.h"

#include <algorithm>
#include <limits>
#include <mutex>

namespace lanescope::io {
namespace {

class BlockTextAccess final : public TextAccess {
public:
    explicit BlockTextAccess(BlockTextParts parts) : m_parts(std::move(parts)), m_packed(std::move(m_parts.packed)) {}

    Result<std::string> read(std::uint64_t offset, std::size_t size) const override {
        const std::scoped_lock lock(m_mutex);
        const std::uint64_t end =
            offset + std::min<std::uint64_t>(size, std::numeric_limits<std::uint64_t>::max() - offset);
        while (m_packed.textBytes() < end && !m_packed.finished() && !m_packed.full())
            if (auto status = packMore(); !status) return status.error();
        if (m_packed.full() && end > m_packed.textBytes()) return readFromFront(offset, size);
        return m_packed.read(offset, size);
    }

    Status prepare(const std::stop_token& stop) const override {
        for (;;) {
            if (stop.stop_requested()) return Error{ErrorCode::Cancelled, "stopped", {}, {}};
            const std::scoped_lock lock(m_mutex); // taken for each piece: a click comes in between
            if (m_packed.finished() || m_packed.full()) return {};
            if (auto status = packMore(); !status) return status;
        }
    }

    Result<std::string> save(const std::stop_token& stop) const override {
        if (auto status = prepare(stop); !status) return status.error();
        const std::scoped_lock lock(m_mutex);
        std::string out;
        putNumber(out, static_cast<std::uint8_t>(SavedAccess::Blocks));
        putNumber(out, static_cast<std::uint32_t>(m_parts.member.size()));
        out += m_parts.member;
        if (m_packed.full())
            PackedText().saveTo(out); // too large to be kept: later reads go through the file again
        else
            m_packed.saveTo(out);
        return out;
    }

    std::uint64_t residentBytes() const override {
        const std::scoped_lock lock(m_mutex);
        return sizeof *this + m_packed.residentBytes() + m_piece.capacity();
    }

private:
    Status packMore() const {
        if (!m_stream) {
            if (!m_parts.open)
                return Error{ErrorCode::MissingData, "the text was not kept", {}, "open the trace again"};
            auto stream = m_parts.open();
            if (!stream) return stream.error();
            m_stream = std::move(*stream);
            m_piece.resize(PackedText::kBlockBytes);
        }
        auto got = m_stream->read(m_piece);
        if (!got) return got.error();
        m_packed.append(std::span<const char>(m_piece).first(*got));
        if (*got < m_piece.size()) m_packed.finish();
        if (m_packed.finished() || m_packed.full()) {
            m_stream.reset();
            std::vector<char>().swap(m_piece);
        }
        return {};
    }

    // The slow way for text beyond what may be kept in memory.
    Result<std::string> readFromFront(std::uint64_t offset, std::size_t size) const {
        if (!m_parts.open) return Error{ErrorCode::MissingData, "the text was not kept", {}, "open the trace again"};
        auto stream = m_parts.open();
        if (!stream) return stream.error();
        std::vector<char> scratch(std::size_t{256} << 10);
        for (std::uint64_t at = 0; at < offset;) {
            const std::size_t step = std::min<std::uint64_t>(scratch.size(), offset - at);
            auto got = (*stream)->read(std::span<char>(scratch).first(step));
            if (!got) return got.error();
            if (*got < step) return std::string();
            at += step;
        }
        std::string out(size, '\0');
        auto got = (*stream)->read(out);
        if (!got) return got.error();
        out.resize(*got);
        return out;
    }

    BlockTextParts m_parts;
    mutable std::mutex m_mutex; // guards all below
    mutable PackedText m_packed;
    mutable std::unique_ptr<ByteStream> m_stream;
    mutable std::vector<char> m_piece;
};

} // namespace

std::shared_ptr<const TextAccess> blockTextAccess(BlockTextParts parts) {
    return std::make_shared<BlockTextAccess>(std::move(parts));
}

} // namespace lanescope::io
