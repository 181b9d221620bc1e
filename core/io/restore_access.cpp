#include "core/io/bytes.h"
#include "core/io/gzip_stream.h"
#include "core/io/opening.h"
#include "core/io/text_access.h"

namespace lanescope::io {
namespace {

const Error kDamaged{ErrorCode::Damaged, "the saved way back to the text is damaged", {}, "open the trace again"};

constexpr std::size_t kPointBytes = 3 + 8 + 8 + 4 + 4; // without its state

RestartPoint readPoint(ByteReader& in, bool& good) {
    RestartPoint point;
    const auto kind = in.number<std::uint8_t>();
    point.kind = static_cast<RestartPoint::Kind>(kind);
    point.start.bitCount = in.number<std::uint8_t>();
    point.start.bits = in.number<std::uint8_t>();
    point.in = in.number<std::uint64_t>();
    point.out = in.number<std::uint64_t>();
    point.stateBytes = in.number<std::uint32_t>();
    point.borrowed = in.piece(in.number<std::uint32_t>());
    const bool member = point.kind == RestartPoint::Kind::Member;
    // Raw states are never taken from a file: nothing in the inflater checks them.
    const bool block =
        point.kind == RestartPoint::Kind::Block && point.start.bitCount <= 7 && point.stateBytes <= kDeflateWindow;
    good = in.ok() && (member || block);
    return point;
}

Result<std::shared_ptr<const TextAccess>> restoreGzip(ByteReader& in, std::shared_ptr<const Source> source,
                                                      std::string member, std::shared_ptr<const void> owner) {
    GzipTextParts parts;
    parts.source = std::move(source);
    parts.member = std::move(member);
    parts.owner = std::move(owner);
    parts.shift = in.number<std::uint64_t>();
    parts.inflatedBytes = in.number<std::uint64_t>();
    const auto count = in.number<std::uint64_t>();
    if (!in.ok() || count > in.rest().size() / kPointBytes) return kDamaged;
    parts.points.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        bool good = false;
        parts.points.push_back(readPoint(in, good));
        const RestartPoint& point = parts.points.back();
        if (!good || point.in > parts.source->size() || point.out > parts.inflatedBytes) return kDamaged;
        if (i > 0 && point.out < parts.points[i - 1].out) return kDamaged;
    }
    return gzipTextAccess(std::move(parts));
}

} // namespace

Result<std::shared_ptr<const TextAccess>> restoreTextAccess(const std::filesystem::path& path, const SourceId& source,
                                                            std::string_view saved, std::shared_ptr<const void> owner) {
    ByteReader in(saved);
    const auto kind = static_cast<SavedAccess>(in.number<std::uint8_t>());
    const std::string member(in.piece(in.number<std::uint32_t>()));
    if (!in.ok()) return kDamaged;
    const Opening file = openingOf(fileSource(path, source), source);
    if (kind == SavedAccess::Blocks) {
        auto packed = PackedText::fromSaved(in.rest());
        if (!packed) return packed.error();
        const auto reopen = [file, member]() -> Result<std::unique_ptr<ByteStream>> {
            if (member.empty()) return textOf(file);
            auto opening = memberOpening(file, member);
            if (!opening) return opening.error();
            return textOf(*opening);
        };
        PackedText known = packed->finished() ? std::move(*packed) : PackedText();
        return blockTextAccess({reopen, std::move(known), member, std::move(owner)});
    }
    std::shared_ptr<const Source> bytes = file.source;
    if (!member.empty()) {
        auto opening = memberOpening(file, member);
        if (!opening) return opening.error();
        bytes = opening->source;
    }
    if (!bytes) return kDamaged;
    if (kind == SavedAccess::Plain) {
        const auto shift = in.number<std::uint64_t>();
        if (!in.ok() || shift > bytes->size()) return kDamaged;
        return plainTextAccess({bytes, shift, member});
    }
    if (kind == SavedAccess::Gzip) return restoreGzip(in, std::move(bytes), member, std::move(owner));
    return kDamaged;
}

} // namespace lanescope::io
