#include "core/analysis/idle/idle_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanescope {

namespace {

const Column kDevice{"device", "device", Unit::Text};

struct GapRef {
    const DeviceIdleView* view = nullptr;
    const IdleGap* gap = nullptr;
    Interval inside; // the window
};

std::vector<GapRef> gapsInWindow(std::span<const DeviceIdleView> devices) {
    std::vector<GapRef> out;
    for (const DeviceIdleView& view : devices)
        for (const IdleGap& gap : view.idle.gaps) {
            const Interval inside{std::max(gap.at.begin, view.device.beginNs), std::min(gap.at.end, view.device.endNs)};
            if (inside.begin < inside.end) out.push_back({&view, &gap, inside});
        }
    return out;
}

std::string_view placeWord(const GapRef& ref) {
    if (ref.gap->at.begin < ref.view->device.beginNs || ref.gap->place == GapPlace::BeforeWork) return "head";
    if (ref.gap->at.end > ref.view->device.endNs || ref.gap->place == GapPlace::AfterWork) return "tail";
    return "gap";
}

struct Bucket {
    std::int64_t fromNs;
    std::string_view title;
};
constexpr std::array<Bucket, 11> kBuckets{{{0, "< 1\u202F\u00B5s"},
                                           {1'000, "1\u202F\u00B5s to 5\u202F\u00B5s"},
                                           {5'000, "5\u202F\u00B5s to 10\u202F\u00B5s"},
                                           {10'000, "10\u202F\u00B5s to 50\u202F\u00B5s"},
                                           {50'000, "50\u202F\u00B5s to 100\u202F\u00B5s"},
                                           {100'000, "100\u202F\u00B5s to 500\u202F\u00B5s"},
                                           {500'000, "500\u202F\u00B5s to 1\u202Fms"},
                                           {1'000'000, "1\u202Fms to 5\u202Fms"},
                                           {5'000'000, "5\u202Fms to 10\u202Fms"},
                                           {10'000'000, "10\u202Fms to 50\u202Fms"},
                                           {50'000'000, "50\u202Fms and more"}}};

} // namespace

Table idleByOwner(const TraceStore& store, std::span<const DeviceIdleView> devices) {
    Table out = makeTable(store, "idle_owners", "Idle time by the owner of each gap",
                          {kDevice,
                           {"owner", "owner", Unit::Text},
                           {"idle_ns", "idle", Unit::Nanoseconds},
                           {"idle_share", "of idle", Unit::Ratio},
                           {"gap_count", "gaps", Unit::Count}});
    for (const DeviceIdleView& view : devices) {
        const IdleSums sums = idleWithin(view.idle, view.device.beginNs, view.device.endNs);
        for (std::size_t o = 0; o < kGapOwners; ++o) {
            if (sums.ownerCount[o] == 0) continue;
            out.rows.push_back({view.device.name, std::string(gapOwnerTitle(static_cast<GapOwner>(o))), sums.ownerNs[o],
                                shareCell(sums.ownerNs[o], sums.idleNs), countCell(sums.ownerCount[o])});
        }
    }
    out.notes = {"the owner takes the whole gap: the launch call of the work that ends it decides"};
    if (!devices.empty())
        out.notes.push_back(fmt::format("kernel to kernel: launched in time and shorter than {} ns",
                                        devices.front().idle.options.kernelGapBelowNs));
    return out;
}

Table idleByPart(const TraceStore& store, std::span<const DeviceIdleView> devices) {
    Table out = makeTable(store, "idle_parts", "Idle time by what it was spent on",
                          {kDevice,
                           {"part", "part", Unit::Text},
                           {"idle_ns", "idle", Unit::Nanoseconds},
                           {"idle_share", "of idle", Unit::Ratio}});
    for (const DeviceIdleView& view : devices) {
        const IdleSums sums = idleWithin(view.idle, view.device.beginNs, view.device.endNs);
        for (std::size_t p = 0; p < kIdleParts; ++p)
            if (sums.partNs[p] > 0)
                out.rows.push_back({view.device.name, std::string(idlePartTitle(static_cast<IdlePart>(p))),
                                    sums.partNs[p], shareCell(sums.partNs[p], sums.idleNs)});
    }
    out.notes = {"a late launch is split: what the launching thread did until the call, then launch latency"};
    return out;
}

Table longestGaps(const TraceStore& store, std::span<const DeviceIdleView> devices, std::size_t maxRows) {
    Table out = makeTable(store, "idle_gaps", "Longest gaps",
                          {kDevice,
                           {"begin_ns", "begin", Unit::TimePoint},
                           {"idle_ns", "idle", Unit::Nanoseconds},
                           {"place", "place", Unit::Text},
                           {"owner", "owner", Unit::Text},
                           {"main_part", "put down to", Unit::Text},
                           {"cause", "cause", Unit::Text},
                           {"operator", "operator", Unit::Text},
                           {"frame", "python frame", Unit::Text},
                           {"launch", "launch call", Unit::Text},
                           {"ended_by", "ended by", Unit::Text}});
    std::vector<GapRef> gaps = gapsInWindow(devices);
    const std::size_t shown = std::min(maxRows, gaps.size());
    std::partial_sort(gaps.begin(), gaps.begin() + static_cast<std::ptrdiff_t>(shown), gaps.end(),
                      [](const GapRef& a, const GapRef& b) {
                          if (a.inside.length() != b.inside.length()) return a.inside.length() > b.inside.length();
                          return a.inside.begin < b.inside.begin;
                      });
    for (std::size_t i = 0; i < shown; ++i) {
        const IdleGap& gap = *gaps[i].gap;
        const auto above = gap.owner == GapOwner::LateLaunch && gap.cause ? gap.cause.get() : gap.launch.get();
        out.rows.push_back({gaps[i].view->device.name, gaps[i].inside.begin, gaps[i].inside.length(),
                            std::string(placeWord(gaps[i])), std::string(gapOwnerTitle(gap.owner)),
                            std::string(idlePartTitle(gap.mainPart)), nameCell(store, gap.cause.get()),
                            nameCell(store, above ? operatorAbove(store, *above) : std::nullopt),
                            nameCell(store, above ? frameAbove(store, *above) : std::nullopt),
                            nameCell(store, gap.launch.get()), nameCell(store, gap.endedBy.get())});
        auto& slices = out.rowSlices.emplace_back();
        for (const MaybeSlice part : {gap.cause, gap.launch, gap.endedBy})
            if (part) slices.push_back(*part.get());
    }
    if (shown < gaps.size()) out.notes.push_back(fmt::format("the {} longest of {} gaps", shown, gaps.size()));
    return out;
}

Table gapHistogram(const TraceStore& store, std::span<const DeviceIdleView> devices) {
    Table out = makeTable(store, "idle_histogram", "Gaps by length",
                          {kDevice,
                           {"length", "length", Unit::Text},
                           {"gap_count", "gaps", Unit::Count},
                           {"idle_ns", "idle", Unit::Nanoseconds}});
    for (const DeviceIdleView& view : devices) {
        std::array<std::int64_t, kBuckets.size()> ns{};
        std::array<std::uint64_t, kBuckets.size()> number{};
        for (const GapRef& ref : gapsInWindow(std::span(&view, 1))) {
            if (placeWord(ref) != "gap") continue;
            std::size_t bucket = kBuckets.size() - 1;
            while (ref.inside.length() < kBuckets[bucket].fromNs) --bucket;
            ns[bucket] += ref.inside.length();
            ++number[bucket];
        }
        for (std::size_t b = 0; b < kBuckets.size(); ++b)
            if (number[b] > 0)
                out.rows.push_back({view.device.name, std::string(kBuckets[b].title), countCell(number[b]), ns[b]});
    }
    out.notes = {"gaps between two stretches of work only; idle time at the edges is left out"};
    return out;
}

Table idleBySteps(const TraceStore& store, std::span<const DeviceIdleView> devices) {
    Table out = makeTable(store, "idle_steps", "Idle time of each step, by window",
                          {kDevice, {"step", "step", Unit::Text}, {"idle_ns", "idle", Unit::Nanoseconds}});
    for (std::size_t p = 0; p < kIdleParts; ++p) {
        const auto part = static_cast<IdlePart>(p);
        out.columns.push_back(
            {std::string(idlePartWord(part)) + "_ns", std::string(idlePartTitle(part)), Unit::Nanoseconds});
    }
    for (const DeviceIdleView& view : devices)
        for (const Step& step : store.steps()) {
            const SliceId slice{step.slice};
            const IdleSums sums = idleWithin(view.idle, count(store.start(slice)), count(store.end(slice)));
            std::vector<Cell> row{view.device.name, std::string(store.name(slice)), sums.idleNs};
            for (const std::int64_t ns : sums.partNs) row.emplace_back(ns);
            out.rows.push_back(std::move(row));
            out.rowSlices.push_back({slice});
        }
    return out;
}

} // namespace lanescope
