// A text kept as packed blocks of 1 MiB: about 1/16 of its size, a click unpacks one. For inputs whose text can only be
// reached from the front (zstd, archives, UTF-16, pipes). Not thread-safe by itself.
#pragma once

#include "core/io/pack.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::io {

class PackedText {
public:
    static constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

    void append(std::span<const char> text);
    void finish(); // packs the last, shorter block; nothing may be appended after it
    bool finished() const { return m_finished; }
    // At limits::kMaxTextBlockBytes no more blocks are taken; what is appended then is dropped.
    bool full() const { return m_full; }
    std::uint64_t textBytes() const { return m_textBytes; } // in whole blocks, readable
    // Up to `size` bytes, fewer at the end of what is here.
    Result<std::string> read(std::uint64_t offset, std::size_t size) const;
    std::uint64_t residentBytes() const;

    void saveTo(std::string& out) const;
    // `saved` is what saveTo() wrote; its memory is used on. Damaged when it is not.
    static Result<PackedText> fromSaved(std::string_view saved);

private:
    struct Block {
        std::string packed;
        std::string_view borrowed;
        std::uint32_t bytes = 0; // of text
        std::string_view view() const { return packed.empty() ? borrowed : std::string_view(packed); }
    };
    void closeBlock();

    std::vector<Block> m_blocks; // all of kBlockBytes but the last
    std::string m_open;          // text of the block being filled
    std::unique_ptr<Packer> m_packer;
    std::uint64_t m_textBytes = 0;
    std::uint64_t m_packedBytes = 0;
    bool m_finished = false;
    bool m_full = false;
};

} // namespace lanescope::io
