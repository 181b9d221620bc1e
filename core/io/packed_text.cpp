#include "core/io/packed_text.h"

#include "core/base/limits.h"
#include "core/io/bytes.h"

#include <algorithm>

namespace lanescope::io {

void PackedText::append(std::span<const char> text) {
    while (!text.empty() && !m_full && !m_finished) {
        const std::size_t size = std::min(text.size(), kBlockBytes - m_open.size());
        m_open.append(text.data(), size);
        text = text.subspan(size);
        if (m_open.size() == kBlockBytes) closeBlock();
    }
}

void PackedText::finish() {
    if (!m_open.empty() && !m_full) closeBlock();
    m_finished = true;
    std::string().swap(m_open); // assignment would keep the memory
    m_packer.reset();
}

void PackedText::closeBlock() {
    if (!m_packer) m_packer = std::make_unique<Packer>();
    Block block;
    block.packed = m_packer->pack(m_open);
    block.bytes = static_cast<std::uint32_t>(m_open.size());
    m_full = block.packed.empty() || m_packedBytes + block.packed.size() > limits::kMaxTextBlockBytes;
    m_open.clear();
    if (m_full) return;
    m_packedBytes += block.packed.size();
    m_textBytes += block.bytes;
    m_blocks.push_back(std::move(block));
}

Result<std::string> PackedText::read(std::uint64_t offset, std::size_t size) const {
    std::string out;
    while (out.size() < size && offset < m_textBytes) {
        const Block& block = m_blocks[offset / kBlockBytes];
        auto text = unpack(block.view(), block.bytes);
        if (!text) return text;
        out.append(*text, offset % kBlockBytes, size - out.size());
        offset = (offset / kBlockBytes + 1) * kBlockBytes;
    }
    return out;
}

std::uint64_t PackedText::residentBytes() const {
    std::uint64_t sum = m_blocks.capacity() * sizeof(Block) + m_open.capacity();
    for (const Block& block : m_blocks) sum += block.packed.capacity();
    return sum;
}

void PackedText::saveTo(std::string& out) const {
    putNumber(out, std::uint8_t{m_finished});
    putNumber(out, m_textBytes);
    putNumber(out, std::uint64_t{m_blocks.size()});
    for (const Block& block : m_blocks) putNumber(out, static_cast<std::uint32_t>(block.view().size()));
    for (const Block& block : m_blocks) out += block.view();
}

Result<PackedText> PackedText::fromSaved(std::string_view saved) {
    const Error damaged{ErrorCode::Damaged, "saved text blocks are damaged", {}, "open the trace again"};
    ByteReader in(saved);
    PackedText text;
    text.m_finished = in.number<std::uint8_t>() != 0;
    text.m_textBytes = in.number<std::uint64_t>();
    const auto count = in.number<std::uint64_t>();
    if (!in.ok() || count > saved.size() / 4) return damaged;
    // All but the last block are full, so the sizes follow from the total.
    if (count != text.m_textBytes / kBlockBytes + (text.m_textBytes % kBlockBytes != 0)) return damaged;
    ByteReader sizes(in.piece(count * 4));
    std::uint64_t left = text.m_textBytes;
    for (std::uint64_t i = 0; i < count; ++i) {
        Block block;
        block.borrowed = in.piece(sizes.number<std::uint32_t>());
        block.bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, kBlockBytes));
        left -= block.bytes;
        text.m_blocks.push_back(std::move(block));
    }
    if (!in.ok() || !in.rest().empty()) return damaged;
    return text;
}

} // namespace lanescope::io
