#include "core/cache/index_format.h"

#include "core/cache/column_list.h"
#include "core/cache/store_revision.h"
#include "core/cache/sums.h"
#include "core/io/bytes.h"

namespace lanescope::cache {

std::uint64_t sumOf(std::span<const char> bytes, std::uint64_t seed) {
    return sumBytes(bytes.data(), bytes.size(), seed);
}

std::uint64_t sumOfSums(std::span<const std::uint64_t> sums) { return sumBytes(sums.data(), sums.size_bytes(), 0); }

std::uint64_t headerSum(const Header& header) { return sumBytes(&header, offsetof(Header, headerSum), 0); }

std::uint64_t schemaFingerprint() {
    static const std::uint64_t fingerprint = [] {
        std::string text(storeRevision());
        StoreParts parts;
        parts.lod.resize(1);
        forEachColumn(parts, [&](const auto& column, const ColumnRule& rule) {
            text += static_cast<char>(sizeof(column[0]));
            text += static_cast<char>(rule.order);
            text += rule.isTime ? 't' : rule.noRowAllowed ? 'n' : '-';
        });
        for (const ArgFieldInfo& field : argFieldTable()) (text += field.key) += static_cast<char>(field.type);
        for (unsigned kind = 0; kind < static_cast<unsigned>(WorkKind::Count_); ++kind)
            text += kindWord(static_cast<WorkKind>(kind));
        return sumOf(text);
    }();
    return fingerprint;
}

std::uint64_t keyFingerprint(const IndexKey& key) {
    std::string text;
    io::putNumber(text, key.source.size);
    io::putNumber(text, static_cast<std::uint64_t>(key.source.mtimeNs));
    io::putNumber(text, key.source.fingerprint);
    io::putNumber(text, key.rulesFingerprint);
    io::putNumber(text, std::uint8_t{key.userRank.has_value()});
    io::putNumber(text, static_cast<std::uint64_t>(key.userRank.value_or(0)));
    text += key.fileName;
    return sumOf(text);
}

} // namespace lanescope::cache
