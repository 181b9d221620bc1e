#include "core/align/layout_given.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>
#include <vector>

namespace lanescope::align {

namespace {

constexpr std::int64_t kMostRanks = 1 << 20;
constexpr std::string_view kExample = "for example tp=2, pp=4, dp=8: the innermost first";

struct Size {
    Parallel parallel{};
    std::int64_t size = 0;
};

Error wrong(std::string message) { return {ErrorCode::Usage, std::move(message), "layout", std::string(kExample)}; }

std::optional<Parallel> parallelOf(std::string_view word) {
    for (std::size_t i = 0; i < kParallels; ++i)
        if (parallelWord(static_cast<Parallel>(i)) == word) return static_cast<Parallel>(i);
    return std::nullopt;
}

// "TP=2", "tp2", "tp 2", "tp:2".
Result<Size> sizeIn(std::string_view part) {
    std::string word, number;
    for (const char c : part) {
        const auto u = static_cast<unsigned char>(c);
        if (std::isalpha(u) != 0 && number.empty())
            word += static_cast<char>(std::tolower(u));
        else if (std::isdigit(u) != 0)
            number += c;
        else if (c != '=' && c != ':' && c != ' ')
            return wrong(fmt::format("expected a dimension and its size, found '{}'", part));
    }
    const auto parallel = parallelOf(word);
    if (!parallel) return wrong(fmt::format("expected tp, pp, dp, cp or ep, found '{}'", part));
    std::int64_t size = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), size);
    if (error != std::errc() || end != number.data() + number.size() || size < 1 || size > kMostRanks)
        return wrong(fmt::format("expected a size of {} from 1, found '{}'", parallelWord(*parallel), part));
    return Size{*parallel, size};
}

Result<std::vector<Size>> sizesIn(std::string_view text) {
    std::vector<Size> out;
    std::set<Parallel> seen;
    std::size_t from = 0;
    while (from <= text.size()) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        std::string_view part = text.substr(from, comma - from);
        while (part.starts_with(' ')) part.remove_prefix(1);
        while (part.ends_with(' ')) part.remove_suffix(1);
        from = comma + 1;
        auto size = sizeIn(part);
        if (!size.ok()) return size.error();
        if (!seen.insert(size->parallel).second)
            return wrong(fmt::format("expected each dimension once, found {} twice", parallelWord(size->parallel)));
        out.push_back(*size);
    }
    return out;
}

// As the files say; else up to the highest rank.
std::int64_t worldOf(std::span<const RankRecord> records) {
    std::int64_t world = 0;
    for (const RankRecord& record : records) {
        world = std::max(world, std::min(record.worldSize.value_or(0), kMostRanks));
        if (record.rank && *record.rank < kMostRanks) world = std::max(world, *record.rank + 1);
    }
    return world;
}

} // namespace

Result<Layout> givenLayout(std::span<const RankRecord> records, std::string_view text) {
    const auto sizes = sizesIn(text);
    if (!sizes.ok()) return sizes.error();
    const std::int64_t world = worldOf(records);
    std::int64_t product = 1;
    for (const Size& size : *sizes) {
        product *= size.size; // at most 2^20 times 2^20, as what is too large ends here
        if (product > kMostRanks) return wrong("expected at most 1048576 ranks");
    }
    if (product != world)
        return wrong(fmt::format("expected sizes that give {} ranks, found {} of them", world, product));
    Layout out;
    out.places.resize(records.size());
    std::int64_t stride = 1;
    for (const Size& size : *sizes) {
        out.dimensions.push_back({size.parallel, KnownBy::User, size.size, stride});
        for (std::size_t r = 0; r < records.size(); ++r)
            if (records[r].rank && *records[r].rank >= 0)
                out.places[r][size.parallel] = *records[r].rank / stride % size.size;
        stride *= size.size;
    }
    std::sort(out.dimensions.begin(), out.dimensions.end(),
              [](const auto& a, const auto& b) { return a.parallel < b.parallel; });
    return out;
}

std::string layoutText(const Layout& layout) {
    std::vector<Layout::Dimension> innermostFirst = layout.dimensions;
    std::stable_sort(innermostFirst.begin(), innermostFirst.end(), [](const auto& a, const auto& b) {
        return a.stride > 0 && (b.stride == 0 || a.stride < b.stride); // what is not known last
    });
    std::string out;
    for (const Layout::Dimension& d : innermostFirst)
        out += fmt::format("{}{}={}", out.empty() ? "" : ", ", parallelWord(d.parallel), d.size);
    return out;
}

} // namespace lanescope::align
