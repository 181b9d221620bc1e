#include "core/io/pipeline.h"

#include "core/io/bgzf_stream.h"
#include "core/io/file_stream.h"
#include "core/io/gzip_stream.h"
#include "core/io/tar_walker.h"
#include "core/io/zip_directory.h"
#include "core/io/zstd_stream.h"

#include <array>
#include <fmt/format.h>
#include <thread>

namespace lanescope::io {
namespace {

constexpr std::size_t kHeadBytes = 1024;

struct ForeignFormat {
    std::string_view magic;
    std::string_view title;
    std::string_view hint;
};
constexpr std::array kForeign{
    ForeignFormat{{"\xfd"
                   "7zXZ\0",
                   6},
                  "xz data",
                  "unpack it first: xz -d"},
    ForeignFormat{"BZh", "bzip2 data", "unpack it first: bzip2 -d"},
    ForeignFormat{"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it first: 7z x"},
    ForeignFormat{"Rar!\x1a\x07", "a RAR archive", "unpack it first"},
    ForeignFormat{"\x04\x22\x4d\x18", "lz4 data", "unpack it first: lz4 -d"},
};

// The stream's first bytes, and the stream whole again.
Result<std::string> lookAhead(std::unique_ptr<ByteStream>& stream) {
    std::string head(kHeadBytes, '\0');
    auto got = stream->read(head);
    if (!got) return got.error();
    head.resize(*got);
    stream = std::make_unique<PrefixedStream>(head, std::move(stream));
    return head;
}

Error nothingInside(const PipelineOptions& options, bool damaged) {
    if (damaged)
        return {ErrorCode::Damaged, "compressed data from which nothing can be read", std::string(options.name),
                "the file may have been cut off while it was copied: copy it again"};
    return {ErrorCode::EmptyFile, "the file is empty after decompression", std::string(options.name),
            "the profiler may have been stopped before it wrote: record again"};
}

bool hasDamage(const OddityList* notes) { return notes != nullptr && notes->countOf(OddityKind::GzipTruncated) > 0; }

// Takes the layers of compression off until text is in sight; `head` then holds its first bytes.
Result<std::string> unwrap(Pipeline& pipe, const PipelineOptions& options) {
    for (unsigned depth = 0;; ++depth) {
        auto head = lookAhead(pipe.text);
        if (!head) return head;
        if (head->empty()) return nothingInside(options, hasDamage(options.notes));
        const bool gzip = looksLikeGzip(*head);
        if (!gzip && !looksLikeZstd(*head)) return head;
        if (depth == limits::kMaxUnwrapDepth)
            return Error{ErrorCode::UnsupportedFormat,
                         fmt::format("compressed more than {} times over", limits::kMaxUnwrapDepth),
                         std::string(options.name), "unpack it first"};
        InputWindow window(std::move(pipe.text), kInputWindow);
        const unsigned threads = options.threads > 0 ? options.threads : std::thread::hardware_concurrency();
        // With two cores the other one is busy parsing; inflating alone keeps it fed.
        if (gzip && depth == 0 && threads > 2 && bgzfBlockBytes(*head) > 0)
            pipe.text = std::make_unique<BgzfStream>(std::move(window), options.notes, options.points, threads);
        else if (gzip)
            pipe.text = std::make_unique<GzipStream>(std::move(window), options.notes,
                                                     depth == 0 ? options.points : nullptr, makeInflater());
        else
            pipe.text = std::make_unique<ZstdStream>(std::move(window), options.notes);
        pipe.way = depth == 0 && gzip ? Pipeline::Way::Gzip : Pipeline::Way::Anew;
        if (depth == 0) pipe.compression = gzip ? Compression::Gzip : Compression::Zstd;
    }
}

Status decodeText(Pipeline& pipe, std::string_view head, const PipelineOptions& options) {
    const DetectedEncoding found = detectEncoding(head);
    if (found.markBytes > 0) {
        std::array<char, 4> mark{};
        auto got = pipe.text->read(std::span<char>(mark).first(found.markBytes));
        if (!got) return got.error();
    }
    if (found.encoding == TextEncoding::Utf8) return {};
    if (found.encoding == TextEncoding::Utf8Bom) {
        pipe.shift = found.markBytes;
        if (options.notes) options.notes->add(OddityKind::Bom, 0, "UTF-8");
        return {};
    }
    const bool little = found.encoding == TextEncoding::Utf16Le;
    if (options.notes) options.notes->add(OddityKind::Utf16, 0, little ? "little endian" : "big endian");
    pipe.text = std::make_unique<Utf16Stream>(std::move(pipe.text), found.encoding, options.notes);
    pipe.way = Pipeline::Way::Anew;
    return {};
}

} // namespace

Result<Pipeline> buildPipeline(std::unique_ptr<ByteStream> raw, const PipelineOptions& options) {
    Pipeline pipe;
    pipe.text = std::move(raw);
    auto head = unwrap(pipe, options);
    if (!head) return head.error();
    if (looksLikeZip(*head) || looksLikeTar(*head)) {
        pipe.container = looksLikeZip(*head) ? Pipeline::Container::Zip : Pipeline::Container::Tar;
        return pipe;
    }
    for (const ForeignFormat& foreign : kForeign)
        if (std::string_view(*head).starts_with(foreign.magic))
            return Error{ErrorCode::UnsupportedFormat, fmt::format("is {}, expected a trace", foreign.title),
                         std::string(options.name), std::string(foreign.hint)};
    if (auto status = decodeText(pipe, *head, options); !status) return status.error();
    return pipe;
}

} // namespace lanescope::io
