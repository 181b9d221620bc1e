#include "core/align/discovery.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace lanescope::align {

namespace {

constexpr std::int64_t kCenturyNs = std::int64_t{3'155'760'000} * 1'000'000'000;
constexpr std::int64_t kMaxWorld = 1 << 20; // beyond it a file is wrong

// "0, 1, 2, 5-7": runs of three and more are joined.
std::string ranges(const std::vector<std::int64_t>& sorted) {
    std::string out;
    for (std::size_t i = 0; i < sorted.size();) {
        std::size_t last = i;
        while (last + 1 < sorted.size() && sorted[last + 1] == sorted[last] + 1) ++last;
        if (last - i < 2) last = i;
        if (!out.empty()) out += ", ";
        out += last > i ? fmt::format("{}-{}", sorted[i], sorted[last]) : fmt::format("{}", sorted[i]);
        i = last + 1;
    }
    return out;
}

} // namespace

std::int64_t baseShift(const RankRecord& rank, const RankRecord& reference) {
    if (!rank.baseTimeNs || !reference.baseTimeNs) return 0;
    std::int64_t shift = 0;
    if (__builtin_sub_overflow(*rank.baseTimeNs, *reference.baseTimeNs, &shift)) return 0;
    return shift > kCenturyNs || shift < -kCenturyNs ? 0 : shift;
}

Discovery discover(std::span<const RankRecord> records) {
    Discovery out;
    std::map<std::int64_t, std::vector<std::size_t>> byRank;
    std::set<std::int64_t> expected;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const RankRecord& record = records[i];
        if (record.rank)
            byRank[*record.rank].push_back(i);
        else
            out.withoutRank.push_back(i);
        out.worldSize = std::max(out.worldSize, std::min(record.worldSize.value_or(0), kMaxWorld));
        for (const CommEvent& event : record.events)
            for (const std::int64_t member : record.groups[event.group].members)
                if (member >= 0 && expected.size() < static_cast<std::size_t>(kMaxWorld)) expected.insert(member);
    }
    for (std::int64_t r = 0; r < out.worldSize; ++r) expected.insert(r);
    for (const auto& [rank, at] : byRank) {
        out.present.push_back(rank);
        if (at.size() > 1) out.twice.push_back({rank, at});
    }
    for (const std::int64_t rank : expected) {
        if (byRank.contains(rank)) continue;
        ++out.missingCount;
        if (out.missing.size() < kMaxListed) out.missing.push_back(rank);
    }
    return out;
}

std::vector<std::string> Discovery::notes(std::span<const RankRecord> records) const {
    std::vector<std::string> out;
    for (const Twice& t : twice) {
        std::string files;
        for (const std::size_t i : t.records) files += (files.empty() ? "" : ", ") + records[i].file;
        out.push_back(fmt::format("rank {} {}: {}", t.rank,
                                  t.records.size() == 2 ? "twice" : fmt::format("{} times", t.records.size()), files));
    }
    if (!withoutRank.empty() && records.size() > 1) {
        std::string files;
        for (const std::size_t i : withoutRank) files += (files.empty() ? "" : ", ") + records[i].file;
        out.push_back("no rank in: " + files);
    }
    if (missingCount == 1) out.push_back(fmt::format("missing rank {}", missing.front()));
    if (missingCount > 1) out.push_back(fmt::format("{} missing ranks: {}", missingCount, ranges(missing)));
    return out;
}

std::string labelOf(std::span<const RankRecord> records, std::size_t index) {
    const auto& rank = records[index].rank;
    if (!rank) return records[index].file;
    const auto same =
        std::count_if(records.begin(), records.end(), [&](const RankRecord& r) { return r.rank == rank; });
    return same == 1 ? fmt::format("{}", *rank) : records[index].file;
}

} // namespace lanescope::align
