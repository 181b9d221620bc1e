// Typed indices. An Id of one kind cannot be passed where another is meant. Any thread.
#pragma once

#include <functional> // first: Qt's moc stumbles over <compare> when it is the first header it sees

#include <compare>
#include <cstdint>

namespace lanescope {

template <class Tag>
struct Id {
    std::uint32_t value = 0;
    constexpr Id() = default;
    constexpr explicit Id(std::uint32_t v) : value(v) {}
    friend constexpr auto operator<=>(Id, Id) = default;
};

using StringId = Id<struct StringTag>; // interned text; StringId{0} is the empty string
using ThreadId = Id<struct ThreadTag>; // one (pid, tid) of the file
using TrackId = Id<struct TrackTag>;   // one group of rows of a thread: host rows, runtime calls, a stream ...
using LaneId = Id<struct LaneTag>;     // one depth of a track: slices in it never overlap
using SliceId = Id<struct SliceTag>;   // row of the slice columns
using RankId = Id<struct RankTag>;

} // namespace lanescope

template <class Tag>
struct std::hash<lanescope::Id<Tag>> {
    std::size_t operator()(lanescope::Id<Tag> id) const noexcept { return std::hash<std::uint32_t>{}(id.value); }
};
