#include "core/io/zip_directory.h"

#include "core/base/limits.h"
#include "core/io/bytes.h"

#include <algorithm>
#include <fmt/format.h>

namespace lanescope::io {
namespace {

// Signatures and sizes of PKWARE's APPNOTE 4.3.
constexpr std::uint32_t kLocalHeader = 0x04034b50, kCentralHeader = 0x02014b50, kEnd = 0x06054b50;
constexpr std::uint32_t kEnd64 = 0x06064b50, kEnd64Locator = 0x07064b50;
constexpr std::size_t kEndBytes = 22, kEnd64Bytes = 56, kLocatorBytes = 20, kLocalBytes = 30;
constexpr std::uint64_t kMaxDirectoryBytes = std::uint64_t{64} << 20;

Error damaged(const Source& zip, std::string_view what) {
    return {ErrorCode::Damaged, fmt::format("zip archive is damaged: {}", what), zip.name(),
            "it may have been cut off while it was copied: copy it again"};
}

Result<std::string> bytesAt(const Source& source, std::uint64_t offset, std::size_t size) {
    auto stream = source.openAt(offset);
    if (!stream) return stream.error();
    std::string bytes(size, '\0');
    auto got = (*stream)->read(bytes);
    if (!got) return got.error();
    bytes.resize(*got);
    return bytes;
}

struct Directory {
    std::uint64_t offset = 0, size = 0, count = 0;
};

Result<Directory> findDirectory64(const Source& zip, std::uint64_t locatorAt, Directory found) {
    auto locator = bytesAt(zip, locatorAt, kLocatorBytes);
    if (!locator) return locator.error();
    ByteReader in(*locator);
    if (in.number<std::uint32_t>() != kEnd64Locator) return found; // the old fields were meant
    in.piece(4);
    auto end = bytesAt(zip, in.number<std::uint64_t>(), kEnd64Bytes);
    if (!end) return end.error();
    ByteReader fields(*end);
    if (fields.number<std::uint32_t>() != kEnd64) return damaged(zip, "its 64-bit directory is missing");
    fields.piece(28);
    found.count = fields.number<std::uint64_t>();
    found.size = fields.number<std::uint64_t>();
    found.offset = fields.number<std::uint64_t>();
    return found;
}

// The end record is the last thing in the file but for a comment of up to 64 KiB.
Result<Directory> findDirectory(const Source& zip) {
    const std::uint64_t tailSize = std::min<std::uint64_t>(zip.size(), kEndBytes + 0xffff);
    auto tail = bytesAt(zip, zip.size() - tailSize, tailSize);
    if (!tail) return tail.error();
    const std::size_t at = tail->rfind("PK\x05\x06");
    if (at == std::string::npos || tail->size() - at < kEndBytes) return damaged(zip, "its directory is missing");
    ByteReader in(std::string_view(*tail).substr(at));
    in.piece(10);
    Directory found;
    found.count = in.number<std::uint16_t>();
    found.size = in.number<std::uint32_t>();
    found.offset = in.number<std::uint32_t>();
    const std::uint64_t endAt = zip.size() - tailSize + at;
    const bool wide = found.count == 0xffff || found.size == 0xffffffff || found.offset == 0xffffffff;
    if (!wide || endAt < kLocatorBytes) return found;
    return findDirectory64(zip, endAt - kLocatorBytes, found);
}

// Extra field 1 carries the 64-bit values of those fields that are all ones.
void readWideSizes(std::string_view extra, ZipEntry& entry) {
    ByteReader in(extra);
    while (in.ok() && in.rest().size() >= 4) {
        const auto id = in.number<std::uint16_t>();
        ByteReader field(in.piece(in.number<std::uint16_t>()));
        if (id != 1) continue;
        if (entry.size == 0xffffffff) entry.size = field.number<std::uint64_t>();
        if (entry.packedSize == 0xffffffff) entry.packedSize = field.number<std::uint64_t>();
        if (entry.headerOffset == 0xffffffff) entry.headerOffset = field.number<std::uint64_t>();
        return;
    }
}

ZipEntry readEntry(ByteReader& in) {
    ZipEntry entry;
    in.piece(4); // versions; the signature is read already
    entry.encrypted = (in.number<std::uint16_t>() & 1) != 0;
    entry.method = in.number<std::uint16_t>();
    in.piece(4); // time, date
    entry.crc = in.number<std::uint32_t>();
    entry.packedSize = in.number<std::uint32_t>();
    entry.size = in.number<std::uint32_t>();
    const auto nameSize = in.number<std::uint16_t>();
    const auto extraSize = in.number<std::uint16_t>();
    const auto commentSize = in.number<std::uint16_t>();
    in.piece(8); // disk, attributes
    entry.headerOffset = in.number<std::uint32_t>();
    entry.name = in.piece(nameSize);
    readWideSizes(in.piece(extraSize), entry);
    in.piece(commentSize);
    return entry;
}

} // namespace

bool looksLikeZip(std::span<const char> head) {
    const std::string_view s(head.data(), head.size());
    return s.starts_with("PK\x03\x04") || s.starts_with("PK\x05\x06");
}

Result<std::vector<ZipEntry>> readZipDirectory(const Source& zip) {
    auto where = findDirectory(zip);
    if (!where) return where.error();
    if (where->offset > zip.size() || where->size > zip.size() - where->offset)
        return damaged(zip, "its directory lies outside the file");
    if (where->size > kMaxDirectoryBytes || where->count > limits::kMaxArchiveMembers)
        return Error{ErrorCode::LimitExceeded,
                     fmt::format("zip archive has more than {} members", limits::kMaxArchiveMembers), zip.name(),
                     "unpack the traces that matter"};
    auto bytes = bytesAt(zip, where->offset, where->size);
    if (!bytes) return bytes.error();
    std::vector<ZipEntry> entries;
    ByteReader in(*bytes);
    while (entries.size() < where->count) {
        if (in.number<std::uint32_t>() != kCentralHeader) return damaged(zip, "its directory cannot be read");
        ZipEntry entry = readEntry(in);
        if (!in.ok()) return damaged(zip, "its directory cannot be read");
        entries.push_back(std::move(entry));
    }
    return entries;
}

Result<std::shared_ptr<const Source>> zipMember(std::shared_ptr<const Source> zip, const ZipEntry& entry) {
    const std::string name = zip->name() + ": " + entry.name;
    if (entry.encrypted)
        return Error{ErrorCode::UnsupportedFormat, "this member of the zip archive is encrypted", name,
                     "unpack it with its password first"};
    if (entry.method != 0 && entry.method != 8)
        return Error{ErrorCode::UnsupportedFormat,
                     fmt::format("packed with zip method {}, expected deflate or none", entry.method), name,
                     "unpack it first"};
    auto header = bytesAt(*zip, entry.headerOffset, kLocalBytes);
    if (!header) return header.error();
    ByteReader in(*header);
    const bool found = in.number<std::uint32_t>() == kLocalHeader;
    in.piece(22);
    const std::uint64_t names = std::uint64_t{in.number<std::uint16_t>()} + in.number<std::uint16_t>();
    const std::uint64_t data = entry.headerOffset + kLocalBytes + names;
    if (!found || !in.ok() || data > zip->size() || entry.packedSize > zip->size() - data)
        return damaged(*zip, "a member lies outside the file");
    SlicedBytes part{{}, data, entry.packedSize, {}};
    if (entry.method == 8) {
        part.before = std::string("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
        putNumber(part.after, entry.crc);
        putNumber(part.after, static_cast<std::uint32_t>(entry.size & 0xffffffff));
    }
    return slicedSource(std::move(zip), std::move(part), name);
}

} // namespace lanescope::io
