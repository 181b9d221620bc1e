// Inflates gzip members one after another: ISA-L where it exists, else zlib. The state in the middle of a member can be
// written down in two ways: `raw` (cheap, only good inside this process and never read from disk: ISA-L does not check
// it) and as a block start (any process: deflate starts anew at a block with the 32 KiB before it). One thread at a
// time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace lanescope::io {

inline constexpr std::size_t kDeflateWindow = std::size_t{32} << 10;

struct BlockStart { // a deflate block begins `bitCount` bits before byte `in` of the compressed stream
    unsigned bitCount = 0;
    unsigned bits = 0;
};

class Inflater {
public:
    enum class Outcome : std::uint8_t {
        Progress,    // more input or more room is needed
        MemberEnd,   // header, data and trailer were read; the checksum is right
        BadChecksum, // as MemberEnd, but it is not
        BadHeader,
        BadData,
    };
    struct Step {
        std::size_t consumed = 0;
        std::size_t produced = 0;
        Outcome outcome = Outcome::Progress;
    };
    virtual ~Inflater() = default;
    virtual void startMember() = 0; // the next input byte is the first of a gzip header
    // Goes on. Spans may have any size; neither is kept.
    virtual Step run(std::span<const char> in, std::span<char> out) = 0;

    // Whether the block start after the last Step is known, with the compressed bytes that it lies before the input
    // consumed so far. Only some Steps end there.
    struct Boundary {
        std::size_t bytesBack = 0; // the block's first whole byte is this far before the consumed input's end
        BlockStart start;
    };
    virtual std::optional<Boundary> blockBoundary() const = 0;
    // Goes on at a block, with the text before it (at most 32 KiB are used). The checksum of this member is not known
    // then and not looked at.
    virtual bool startAtBlock(const BlockStart& start, std::span<const char> window) = 0;

    virtual std::size_t maxRawBytes() const = 0;                 // 0: this one has no raw state
    virtual std::size_t saveRaw(std::span<char> into) const = 0; // bytes used; 0 when it cannot go on from here
    virtual bool restoreRaw(std::span<const char> raw) = 0;
    // Changes whenever a block with other codes has begun since `mark`. For searching block starts.
    virtual bool sameBlockCodes(const Inflater& other) const = 0;
};

enum class InflateBackend : std::uint8_t { Best, Zlib };
std::unique_ptr<Inflater> makeInflater(InflateBackend backend = InflateBackend::Best);
// Null where the library does not exist.
std::unique_ptr<Inflater> makeIsalInflater();
std::unique_ptr<Inflater> makeZlibInflater();
const char* inflateLibrary(); // "ISA-L" or "zlib"

} // namespace lanescope::io
