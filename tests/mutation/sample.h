// A sound trace to be damaged: its bytes, its text, and what the reader sees in it by place.
#pragma once

#include "tests/mutation/elements.h"
#include "tests/mutation/mutate.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace lanescope::test {

// One load through opening, reader and builder, as the session does it.
struct Loaded {
    std::string error;                           // word of the error; empty when there is a store
    std::map<std::uint64_t, std::string> events; // offset of the '{' -> everything about the event but the offset
    std::multiset<std::string> metas;
    std::uint64_t elements = 0, oddities = 0;
    std::string fault; // breach of a contract between the parts; empty when all is well
};
struct LoadShape {
    unsigned threads = 1;
    std::size_t chunkBytes = 0; // 0 = the product's
};
Loaded loadBytes(const std::string& bytes, const LoadShape& shape);

enum class Packing : std::uint8_t { Plain, Gzip, GzipBlocks, Zstd, Zip };

struct Sample {
    std::string name;
    Packing packing{};
    std::string bytes, text;
    std::vector<Extent> elements;
    Loaded sound;
};
Sample makeSample(std::string name, std::string text, Packing packing);
// Text that surely comes out of the first bytes of a packed file, by the plainest use of zlib and zstd.
std::size_t textOfPrefix(const Sample& sample, std::size_t bytes);

// What was lost or came up where the mutation is not; empty when all is well.
std::string judge(const Sample& sample, const Mutation& mutation, const Loaded& loaded);

} // namespace lanescope::test
