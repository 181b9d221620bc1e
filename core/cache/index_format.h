// How an index file is laid out: header, sections (each at a multiple of 64), table of sections. Numbers stand as the
// machine has them; the header tells machines apart. Section 0 holds the small tables, then one per column in the order
// of column_list.h, last the saved way back to the text. Columns that share memory share a section.
#pragma once

#include "core/cache/index_file.h"

#include <cstdint>
#include <span>

namespace lanescope::cache {

inline constexpr std::uint64_t kByteOrder = 0x0102030405060708;
inline constexpr std::uint32_t kFormatVersion = 1;
inline constexpr std::uint64_t kAlign = 64;
inline constexpr std::uint64_t kChunk = std::uint64_t{1}
                                        << 20; // sums are made per chunk, so that threads share the work
inline constexpr std::uint32_t kMaxSections = 1024;

struct Header {
    char magic[8] = {'L', 'S', 'I', 'N', 'D', 'E', 'X', '\n'};
    std::uint64_t byteOrder = kByteOrder;
    std::uint32_t version = kFormatVersion;
    std::uint32_t sections = 0;
    std::uint64_t schema = 0; // schemaFingerprint()
    std::uint64_t key = 0;    // keyFingerprint()
    std::uint64_t fileBytes = 0;
    std::uint64_t tableOffset = 0;
    std::uint64_t tableSum = 0;
    std::uint64_t headerSum = 0; // of all above
};
static_assert(sizeof(Header) == 72);

struct Section {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::uint64_t sum = 0; // of the sums of its chunks
};
static_assert(sizeof(Section) == 24);

std::uint64_t sumOf(std::span<const char> bytes, std::uint64_t seed = 0);
std::uint64_t sumOfSums(std::span<const std::uint64_t> sums);
std::uint64_t headerSum(const Header& header);
// Changes with the columns, their types and meanings, and with the code that fills them.
std::uint64_t schemaFingerprint();
std::uint64_t keyFingerprint(const IndexKey& key);

} // namespace lanescope::cache
