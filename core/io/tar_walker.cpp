#include "core/io/tar_walker.h"

#include "core/base/limits.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lanescope::io {
namespace {

constexpr std::size_t kBlock = 512;
constexpr std::uint64_t kMaxNameData = std::uint64_t{64} << 10; // of long names and pax headers

std::string_view field(std::span<const char> block, std::size_t at, std::size_t size) {
    const std::string_view all(block.data() + at, size);
    return all.substr(0, all.find('\0'));
}

// Octal text, or big-endian binary when the first bit is set (sizes of 8 GiB and more).
std::optional<std::uint64_t> number(std::span<const char> block, std::size_t at, std::size_t size) {
    if (static_cast<unsigned char>(block[at]) & 0x80) {
        std::uint64_t value = 0;
        for (std::size_t i = size - 8; i < size; ++i) value = (value << 8) | static_cast<unsigned char>(block[at + i]);
        return value >> 62 != 0 ? std::nullopt : std::optional(value);
    }
    std::string_view text = field(block, at, size);
    while (text.starts_with(' ')) text.remove_prefix(1);
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value, 8);
    if (code != std::errc{} || value >> 62 != 0) return std::nullopt;
    return value;
}

// Lines "LENGTH key=value\n" of a pax header.
void readPax(std::string_view data, TarEntry& entry, bool& sized) {
    while (!data.empty()) {
        std::size_t length = 0;
        const auto [end, code] = std::from_chars(data.data(), data.data() + data.size(), length);
        const auto used = static_cast<std::size_t>(end - data.data());
        if (code != std::errc{} || length <= used + 1 || length > data.size()) return;
        const std::string_view line = data.substr(used + 1, length - used - 2);
        data.remove_prefix(length);
        if (line.starts_with("path=")) entry.name = line.substr(5);
        if (!line.starts_with("size=")) continue;
        std::uint64_t size = 0;
        if (std::from_chars(line.data() + 5, line.data() + line.size(), size).ec != std::errc{}) continue;
        entry.size = size;
        sized = size >> 62 == 0;
    }
}

std::string plainName(std::span<const char> block) {
    const std::string_view prefix = field(block, 257, 5) == "ustar" ? field(block, 345, 155) : std::string_view{};
    std::string name(prefix);
    if (!name.empty()) name += '/';
    return name.append(field(block, 0, 100));
}

} // namespace

bool looksLikeTar(std::span<const char> head) {
    if (head.size() < kBlock || head[0] == '\0') return false;
    std::uint64_t sum = 8 * ' '; // the checksum's own field counts as blanks
    for (std::size_t i = 0; i < kBlock; ++i)
        if (i < 148 || i >= 156) sum += static_cast<unsigned char>(head[i]);
    const auto stored = number(head, 148, 8);
    return stored && *stored == sum;
}

Result<std::size_t> TarWalker::readHeader(std::span<char> block) {
    if (auto status = skipRest(); !status) return status.error();
    auto got = m_tar->read(block);
    if (got) m_position += *got;
    return got;
}

Status TarWalker::skipRest() {
    auto skipped = m_tar->skip(m_left + m_padding);
    if (!skipped) return skipped.error();
    m_position += *skipped;
    m_left = m_padding = 0;
    return {};
}

Result<std::size_t> TarWalker::readData(std::span<char> out) {
    auto got = m_tar->read(out.first(std::min<std::uint64_t>(out.size(), m_left)));
    if (!got) return got;
    m_position += *got;
    m_left -= *got;
    return got;
}

Result<std::string> TarWalker::readSmallData(std::uint64_t size) {
    std::string data(std::min(size, kMaxNameData), '\0');
    auto got = readData(data);
    if (!got) return got.error();
    data.resize(*got);
    return data;
}

Result<std::optional<TarEntry>> TarWalker::next() {
    TarEntry entry; // name and size from extension headers that precede the real one
    bool sized = false;
    std::array<char, kBlock> block{};
    for (;;) {
        auto got = readHeader(block);
        if (!got) return got.error();
        if (*got < kBlock || block[0] == '\0') return std::optional<TarEntry>();
        const auto size = number(block, 124, 12);
        if (!looksLikeTar(block) || !size)
            return Error{ErrorCode::Damaged, "tar archive is damaged: a header was expected", {}, "copy it again"};
        const char type = block[156];
        m_left = (type == '0' || type == '\0' || type == '7') && sized ? entry.size : *size;
        m_padding = (kBlock - m_left % kBlock) % kBlock;
        if (type == 'L' || type == 'x') {
            auto data = readSmallData(m_left);
            if (!data) return data.error();
            if (type == 'L')
                entry.name = data->substr(0, data->find('\0'));
            else
                readPax(*data, entry, sized);
        } else if (type == '0' || type == '\0' || type == '7') {
            if (entry.name.empty()) entry.name = plainName(block);
            entry.size = m_left;
            entry.dataOffset = m_position;
            return std::optional<TarEntry>(std::move(entry));
        } else {
            entry = {}; // folders, links, global headers: an extension header before them was theirs
            sized = false;
        }
    }
}

} // namespace lanescope::io
