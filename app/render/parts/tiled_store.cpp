#include "app/render/parts/tiled_store.h"

#include "core/query/lane_access.h"

#include <algorithm>
#include <vector>

namespace lanescope::render {

namespace {

constexpr std::size_t kFanout = 16;

struct Level {
    std::vector<std::uint64_t> first;
    std::vector<std::int64_t> busy;
    std::vector<std::uint32_t> longest;
    std::vector<std::uint8_t> tone;
};

struct Memory {
    std::vector<std::int64_t> start, wideValues;
    std::vector<std::uint32_t> duration, wideRows, name, parent, correlation, externalId, offsetLow;
    std::vector<std::uint8_t> offsetHigh, category, kind;
    std::vector<Level> levels;
};

void addSlice(Memory& memory, const TraceStore& store, std::uint32_t row, std::int64_t shift) {
    const std::int64_t duration = store.slices().duration.at(row);
    if (duration >= kWideMark) {
        memory.wideRows.push_back(static_cast<std::uint32_t>(memory.start.size()));
        memory.wideValues.push_back(duration);
    }
    memory.start.push_back(store.slices().start[row] + shift);
    memory.duration.push_back(static_cast<std::uint32_t>(std::min<std::int64_t>(duration, kWideMark)));
    memory.name.push_back(store.slices().name[row]);
    memory.category.push_back(store.slices().category[row]);
    memory.kind.push_back(store.slices().kind[row]);
}

// One level from the one below; `members` gives busy time, longest row and tone of the things it groups.
template <class Member>
void addGroups(Level& level, std::size_t count, const Memory& memory, Member member) {
    ToneTally tally;
    for (std::size_t at = 0; at < count; at += kFanout) {
        tally.clear();
        std::uint32_t longest = member(at).longest;
        for (std::size_t i = at; i < std::min(count, at + kFanout); ++i) {
            const auto m = member(i);
            tally.add(m.tone, m.busy);
            if (memory.duration[m.longest] > memory.duration[longest]) longest = m.longest;
        }
        level.busy.push_back(tally.total());
        level.longest.push_back(longest);
        level.tone.push_back(tally.dominant());
    }
}

struct Member {
    std::int64_t busy = 0;
    std::uint32_t longest = 0;
    std::uint8_t tone = 0;
};

void buildLevels(Memory& memory, const std::vector<Lane>& lanes, const std::vector<CategoryInfo>& categories) {
    memory.levels.resize(6);
    for (Level& level : memory.levels) level.first.push_back(0);
    for (const Lane& lane : lanes) {
        for (std::size_t l = 0; l < memory.levels.size(); ++l) {
            Level& level = memory.levels[l];
            if (l == 0) {
                addGroups(level, lane.sliceCount, memory, [&](std::size_t i) {
                    const auto row = static_cast<std::uint32_t>(lane.firstSlice + i);
                    return Member{
                        memory.duration[row], row,
                        toneOf(static_cast<WorkKind>(memory.kind[row]), categories[memory.category[row]].role)};
                });
            } else {
                const Level& below = memory.levels[l - 1];
                const std::size_t from = below.first[below.first.size() - 2];
                addGroups(level, below.busy.size() - from, memory, [&](std::size_t i) {
                    return Member{below.busy[from + i], below.longest[from + i], below.tone[from + i]};
                });
            }
            level.first.push_back(level.busy.size());
        }
    }
}

} // namespace

std::shared_ptr<const TraceStore> tiled(const TraceStore& store, unsigned copies) {
    const auto memory = std::make_shared<Memory>();
    StoreParts parts = store.parts();
    const std::int64_t length = store.extent().length().count();
    for (Lane& lane : parts.lanes) {
        const Lane own = lane;
        lane.firstSlice = static_cast<std::uint32_t>(memory->start.size());
        for (unsigned copy = 0; copy < copies; ++copy)
            for (std::uint32_t i = 0; i < own.sliceCount; ++i)
                addSlice(*memory, store, own.firstSlice + i, copy * length);
        lane.sliceCount = static_cast<std::uint32_t>(memory->start.size()) - lane.firstSlice;
    }
    for (Track& track : parts.tracks) {
        if (track.laneCount == 0) continue;
        track.firstSlice = parts.lanes[track.firstLane].firstSlice;
        const Lane& last = parts.lanes[track.firstLane + track.laneCount - 1];
        track.sliceCount = last.firstSlice + last.sliceCount - track.firstSlice;
        track.instantCount = 0;
    }
    memory->parent.assign(memory->start.size(), kNoRow);
    memory->correlation.assign(memory->start.size(), 0);
    memory->offsetHigh.assign(memory->start.size(), 0);
    buildLevels(*memory, parts.lanes, parts.categories);
    SliceColumns& slices = parts.slices;
    slices = {};
    slices.start = memory->start;
    slices.duration = {memory->duration, memory->wideRows, memory->wideValues};
    slices.name = memory->name;
    slices.parent = memory->parent;
    slices.correlation.narrow = memory->correlation;
    slices.externalId.narrow = memory->correlation;
    slices.offsetLow = memory->correlation;
    slices.offsetHigh = memory->offsetHigh;
    slices.category = memory->category;
    slices.kind = memory->kind;
    parts.args = {};
    parts.launches = {};
    parts.flows = {};
    parts.steps.clear();
    parts.lod.clear();
    for (const Level& level : memory->levels) parts.lod.push_back({level.first, level.busy, level.longest, level.tone});
    return std::make_shared<const TraceStore>(std::move(parts), memory);
}

} // namespace lanescope::render
