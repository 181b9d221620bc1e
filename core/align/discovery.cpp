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

// "4 (a.json), 8 (b.json, c.json and 3 more)"
template <class Value>
std::string filesBy(std::span<const RankRecord> records, const std::map<Value, std::vector<std::size_t>>& by) {
    constexpr std::size_t kNamed = 2;
    std::string out;
    for (const auto& [value, at] : by) {
        std::string files;
        for (std::size_t i = 0; i < std::min(kNamed, at.size()); ++i)
            files += (files.empty() ? "" : ", ") + records[at[i]].file;
        if (at.size() > kNamed) files += fmt::format(" and {} more", at.size() - kNamed);
        out += fmt::format("{}{} ({})", out.empty() ? "" : ", ", value, files);
    }
    return out;
}

constexpr std::int64_t kHourNs = std::int64_t{3600} * 1'000'000'000; // clocks of one job are not as far apart

// Of its GPU work, else of its steps; none: nothing tells when it was recorded (a base time alone may be years older).
std::optional<std::int64_t> firstTime(const RankRecord& record) {
    if (record.end > record.begin) return record.begin;
    if (!record.steps.empty()) return record.steps.front().begin;
    return std::nullopt;
}

// Files of several jobs in one folder: other sizes of the world, or recorded at other times.
std::vector<std::string> signsOfSeveralJobs(std::span<const RankRecord> records) {
    std::vector<std::string> out;
    std::map<std::int64_t, std::vector<std::size_t>> byWorld;
    std::vector<std::pair<std::int64_t, std::size_t>> starts;
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (const auto world = records[i].worldSize; world && *world > 0) byWorld[*world].push_back(i);
        const auto first = firstTime(records[i]);
        std::int64_t start = 0;
        if (records[i].baseTimeNs && first && !__builtin_add_overflow(*records[i].baseTimeNs, *first, &start))
            starts.emplace_back(start, i);
    }
    if (byWorld.size() > 1) out.push_back("of jobs of several sizes: " + filesBy(records, byWorld));
    std::sort(starts.begin(), starts.end());
    for (std::size_t i = 1; i < starts.size(); ++i) {
        std::int64_t apart = 0;
        if (__builtin_sub_overflow(starts[i].first, starts[i - 1].first, &apart)) apart = INT64_MAX;
        if (apart <= kHourNs) continue;
        out.push_back(fmt::format("recorded {:.1f} hours apart: {} and {}", static_cast<double>(apart) / kHourNs,
                                  records[starts[i - 1].second].file, records[starts[i].second].file));
        break;
    }
    return out;
}

// Members of the groups in which something was sent.
std::vector<const std::vector<std::int64_t>*> membersUsed(const RankRecord& record) {
    std::vector<bool> used(record.groups.size(), false);
    for (const CommEvent& event : record.events) used[event.group] = true;
    std::vector<const std::vector<std::int64_t>*> out;
    for (std::size_t g = 0; g < used.size(); ++g)
        if (used[g]) out.push_back(&record.groups[g].members);
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
    std::set<std::vector<std::int64_t>> asked; // a group of a thousand is named by a thousand ranks: once is enough
    for (std::size_t i = 0; i < records.size(); ++i) {
        const RankRecord& record = records[i];
        if (record.rank)
            byRank[*record.rank].push_back(i);
        else
            out.withoutRank.push_back(i);
        out.worldSize = std::max(out.worldSize, std::min(record.worldSize.value_or(0), kMaxWorld));
        for (const std::vector<std::int64_t>* members : membersUsed(record)) {
            if (!asked.insert(*members).second) continue;
            for (const std::int64_t member : *members)
                if (member >= 0 && expected.size() < static_cast<std::size_t>(kMaxWorld)) expected.insert(member);
        }
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
    out.mixed = signsOfSeveralJobs(records);
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
    for (const std::string& sign : mixed) out.push_back(sign);
    for (const std::string& loss : lossesOf(records)) out.push_back(loss);
    if (missingCount == 1) out.push_back(fmt::format("missing rank {}", missing.front()));
    if (missingCount > 1) out.push_back(fmt::format("{} missing ranks: {}", missingCount, ranges(missing)));
    return out;
}

std::vector<std::string> lossesOf(std::span<const RankRecord> records) {
    std::map<std::string, std::vector<std::int64_t>> ranks; // by loss
    for (const RankRecord& record : records)
        for (const std::string& loss : record.losses) ranks[loss].push_back(record.rank.value_or(-1));
    std::vector<std::string> out;
    for (auto& [loss, of] : ranks) {
        std::sort(of.begin(), of.end());
        const auto known = std::find_if(of.begin(), of.end(), [](std::int64_t rank) { return rank >= 0; });
        const auto nameless = known - of.begin(); // a file's name is none of everybody's business
        of.erase(of.begin(), known);
        std::string whose;
        if (!of.empty()) whose = fmt::format("{} {}", of.size() == 1 ? "rank" : "ranks", ranges(of));
        if (nameless > 0)
            whose += fmt::format("{}{} {} without a rank", whose.empty() ? "" : " and of ", nameless,
                                 nameless == 1 ? "file" : "files");
        const bool one = of.size() + static_cast<std::size_t>(nameless) == 1;
        out.push_back(fmt::format("the {} of {} {} not whole: {}", one ? "recording" : "recordings", whose,
                                  one ? "is" : "are", loss));
    }
    return out;
}

std::vector<std::string> labelsOf(std::span<const RankRecord> records) {
    std::map<std::int64_t, std::size_t> times;
    for (const RankRecord& record : records)
        if (record.rank) ++times[*record.rank];
    std::vector<std::string> out;
    for (const RankRecord& record : records)
        out.push_back(record.rank && times[*record.rank] == 1 ? fmt::format("{}", *record.rank) : record.file);
    return out;
}

} // namespace lanescope::align
