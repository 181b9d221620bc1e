#include "core/analysis/idle/gap_owners.h"

#include <algorithm>
#include <array>

namespace lanescope {

namespace {

struct Words {
    std::string_view word;
    std::string_view title;
};
constexpr std::array<Words, kIdleParts> kParts{{{"late_launch", "late launch"},
                                                {"synchronisation", "synchronisation"},
                                                {"allocation", "allocation"},
                                                {"data_loading", "data loading"},
                                                {"launch_latency", "launch latency"},
                                                {"dependency", "dependency"},
                                                {"kernel_gap", "kernel gap"},
                                                {"unknown", "unknown"}}};
constexpr std::array<Words, kGapOwners> kOwners{{{"host_late_launch", "host: late launch"},
                                                 {"launch_latency", "launch latency"},
                                                 {"kernel_to_kernel", "kernel to kernel"},
                                                 {"dependency", "dependency"},
                                                 {"unknown", "unknown: no launch recorded"},
                                                 {"nothing_follows", "nothing follows"}}};

template <class T>
std::size_t firstTouching(const std::vector<T>& list, std::int64_t begin) {
    const auto it = std::partition_point(list.begin(), list.end(), [begin](const T& t) { return t.at.end <= begin; });
    return static_cast<std::size_t>(it - list.begin());
}

std::int64_t inside(Interval at, std::int64_t begin, std::int64_t end) {
    return std::max<std::int64_t>(0, std::min(at.end, end) - std::max(at.begin, begin));
}

} // namespace

std::string_view idlePartWord(IdlePart part) { return kParts[static_cast<std::size_t>(part)].word; }
std::string_view idlePartTitle(IdlePart part) { return kParts[static_cast<std::size_t>(part)].title; }
std::string_view gapOwnerWord(GapOwner owner) { return kOwners[static_cast<std::size_t>(owner)].word; }
std::string_view gapOwnerTitle(GapOwner owner) { return kOwners[static_cast<std::size_t>(owner)].title; }

IdleSums idleWithin(const DeviceIdle& idle, std::int64_t begin, std::int64_t end) {
    IdleSums out;
    end = std::max(begin, end);
    const std::int64_t outside = end - begin - inside(idle.covered, begin, end);
    if (outside > 0) {
        out.idleNs += outside;
        out.partNs[static_cast<std::size_t>(IdlePart::Unknown)] += outside;
        out.mainNs[static_cast<std::size_t>(IdlePart::Unknown)] += outside;
        out.ownerNs[static_cast<std::size_t>(GapOwner::NothingFollows)] += outside;
        ++out.ownerCount[static_cast<std::size_t>(GapOwner::NothingFollows)];
    }
    for (std::size_t i = firstTouching(idle.gaps, begin); i < idle.gaps.size() && idle.gaps[i].at.begin < end; ++i) {
        const std::int64_t ns = inside(idle.gaps[i].at, begin, end);
        const auto owner = static_cast<std::size_t>(idle.gaps[i].owner);
        out.idleNs += ns;
        out.ownerNs[owner] += ns;
        out.mainNs[static_cast<std::size_t>(idle.gaps[i].mainPart)] += ns;
        ++out.ownerCount[owner];
    }
    for (std::size_t i = firstTouching(idle.stretches, begin);
         i < idle.stretches.size() && idle.stretches[i].at.begin < end; ++i)
        out.partNs[static_cast<std::size_t>(idle.stretches[i].part)] += inside(idle.stretches[i].at, begin, end);
    return out;
}

} // namespace lanescope
