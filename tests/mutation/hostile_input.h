// Files that are made to hurt, generated while they are read: any size without the memory for it.
#pragma once

#include "core/io/input.h"

#include <functional>
#include <string>

namespace lanescope::test {

// `piece(i)` is the i-th piece of the text, empty at its end.
class HostileInput final : public io::InputFile {
public:
    explicit HostileInput(std::function<std::string(std::size_t)> piece) : m_piece(std::move(piece)) {}
    Result<std::size_t> read(std::span<char> out) override;
    std::uint64_t compressedRead() const override { return m_total; }
    std::uint64_t compressedSize() const override { return m_total; }
    io::Compression compression() const override { return io::Compression::None; }
    const OddityList& oddities() const override { return m_oddities; }
    std::shared_ptr<const io::TextAccess> takeTextAccess() override { return nullptr; }

private:
    std::function<std::string(std::size_t)> m_piece;
    std::size_t m_next = 0, m_at = 0;
    std::string m_text;
    std::uint64_t m_total = 0;
    bool m_ended = false;
    OddityList m_oddities;
};

// What a load came to, and what it cost.
struct Cost {
    std::string error; // word; empty when it loaded
    std::uint64_t slices = 0, elements = 0, dropped = 0, limits = 0, nested = 0;
    std::size_t threads = 0, lanes = 0, tracks = 0, series = 0;
    double seconds = 0;       // of processor time
    double megabytes = 0;     // most memory beyond what there was before
    std::string text() const; // for messages
};
// Through opening's result, reader and builder, with one thread, as the session does it.
Cost load(io::InputFile& input);
// A gzip file whose text is `piece` so often; small whatever the number. Its checksum is wrong.
std::string gzipBomb(const std::string& piece, unsigned times);

} // namespace lanescope::test
