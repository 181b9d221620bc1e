// What the bands of a device show: its parts (compute, communication, copies) and, where known, the owner of each idle
// stretch. Made once per trace on a worker thread, then read by every frame. Immutable; any thread.
#pragma once

#include "core/analysis/device_work.h"
#include "core/analysis/idle/gap_owners.h"
#include "core/query/row_tree.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lanescope::scene {

// METRICS 4, in the order of the legend.
enum class IdleOwner : std::uint8_t { Late, Sync, Latency, Alloc, Data, Dependency, KernelGap, Unknown, Count_ };
const char* ownerWord(IdleOwner owner); // "late", "sync" ... as in the colour tokens
const char* ownerName(IdleOwner owner); // "host late launch", "synchronisation" ...

// A sorted list of intervals with running sums: how much of any range it covers, by binary search.
class CoverIndex {
public:
    CoverIndex() = default;
    explicit CoverIndex(IntervalList intervals);
    const IntervalList& intervals() const { return m_intervals; }
    std::int64_t coveredBefore(std::int64_t t) const; // ns of the list before t
    std::int64_t covered(std::int64_t begin, std::int64_t end) const;
    std::size_t firstEndingAfter(std::int64_t t) const; // index
    // Known not to lie before `from`; cheap when it is near `guess`.
    std::size_t firstEndingAfter(std::int64_t t, std::size_t from, std::size_t guess) const;
    std::int64_t coveredBefore(std::int64_t t, std::size_t firstEnding) const; // with firstEndingAfter(t) known
    // In two steps, so that many searches can wait for memory together: the block in which firstEndingAfter(t) lies,
    // from a block that is known not to lie behind it; then the interval in it.
    static constexpr std::size_t kBlock = 16;
    std::size_t blockEndingAfter(std::int64_t t, std::size_t from) const;
    std::size_t firstEndingAfterIn(std::size_t block, std::int64_t t) const;
    void prefetchBlock(std::size_t block) const;
    void prefetchBefore(std::size_t index) const { __builtin_prefetch(m_before.data() + index); }

private:
    IntervalList m_intervals;
    std::vector<std::int64_t> m_before;    // ns before each interval
    std::vector<std::int64_t> m_blockEnds; // where the last interval of each block ends
};

struct OwnedIdle {
    std::int64_t begin = 0, end = 0;
    IdleOwner owner = IdleOwner::Unknown;
};

struct DeviceBands {
    DeviceId device;
    CoverIndex compute, overlap, exposedComm, exposedMem, busy;
    std::vector<OwnedIdle> idle; // sorted, disjoint; empty while the owners are not known
};

// A host call that owns idle time: it wears the colour of the gap it causes.
struct OwnerCall {
    SliceId call;
    IdleOwner owner = IdleOwner::Unknown;
};

struct BandData {
    std::vector<DeviceBands> devices;
    std::vector<OwnerCall> calls; // sorted by call
    std::optional<IdleOwner> ownerOf(SliceId call) const;
    const DeviceBands* find(const DeviceId& device) const;
};

// `idle` may be empty (not known yet), else it has an entry for each device.
BandData bandsOf(const std::vector<DeviceWork>& devices, std::span<const DeviceIdle> idle = {});
IdleOwner ownerOf(IdlePart part);

} // namespace lanescope::scene
