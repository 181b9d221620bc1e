// Every gap of a device has an owner, and an inner split that adds up to it (METRICS 4, docs/user/idle.md).
//
// Gaps lie between two stretches of work; beside them there is the idle time before the first work of the trace and
// after the last one, so that windows (steps, selections) only have to clip. The owner takes the whole gap; sums and
// bands show the inner split. Times are ns of the file clock. Immutable results; any thread.
#pragma once

#include "core/analysis/device_work.h"
#include "core/analysis/maybe_slice.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace lanescope {

enum class IdlePart : std::uint8_t { // the eight names of idle time
    LateLaunch,                      // the host was busy with other operators or python, or nothing is recorded
    Synchronisation,
    Allocation,
    DataLoading,
    LaunchLatency,
    Dependency,
    KernelGap,
    Unknown,
    Count_
};
inline constexpr std::size_t kIdleParts = static_cast<std::size_t>(IdlePart::Count_);
std::string_view idlePartWord(IdlePart part);  // "late_launch", "synchronisation" ...
std::string_view idlePartTitle(IdlePart part); // "late launch", "synchronisation" ...

enum class GapOwner : std::uint8_t {
    LateLaunch,    // the call started after the gap began
    LaunchLatency, // the call started before, but ended inside
    KernelGap,     // the call was early and the gap is short
    Dependency,    // the call was early and the gap is not short
    Unknown,       // no launch recorded
    NothingFollows,
    Count_
};
inline constexpr std::size_t kGapOwners = static_cast<std::size_t>(GapOwner::Count_);
std::string_view gapOwnerWord(GapOwner owner);
std::string_view gapOwnerTitle(GapOwner owner);

enum class GapPlace : std::uint8_t { BeforeWork, Between, AfterWork };

struct IdleGap {
    Interval at;
    MaybeSlice endedBy; // the work that ends it
    MaybeSlice launch;  // its launch call
    // Late launch: the synchronising, allocating or data-loading slice of the launching thread that took most time.
    // Dependency: the wait, or the collective on another stream that ended when the gap began, if one was found.
    MaybeSlice cause;
    std::uint32_t firstStretch = 0; // of DeviceIdle::stretches
    std::uint32_t stretchCount = 0;
    GapOwner owner = GapOwner::Unknown;
    GapPlace place = GapPlace::Between;
    // One of the eight names for the whole gap. A late launch is put down to synchronisation, allocation or data
    // loading when the longest of them took at least as long as all else the host did until the call.
    IdlePart mainPart = IdlePart::Unknown;
};

struct IdleStretch {
    Interval at;
    MaybeSlice by; // the synchronisation, allocation or data-loading slice; else the call or the work
    IdlePart part = IdlePart::Unknown;
};

struct IdleOptions {
    std::int64_t kernelGapBelowNs = 1'000;
    friend bool operator==(const IdleOptions&, const IdleOptions&) = default;
};

struct DeviceIdle {
    DeviceKey key;
    IdleOptions options;
    Interval covered;                   // everything in the trace, on any row
    std::vector<IdleGap> gaps;          // in order of time
    std::vector<IdleStretch> stretches; // all gaps without holes, in order of time
    std::span<const IdleStretch> stretchesOf(const IdleGap& gap) const {
        return {stretches.data() + gap.firstStretch, gap.stretchCount};
    }
};

struct IdleSums {
    std::int64_t idleNs = 0;
    std::array<std::int64_t, kIdleParts> partNs{};  // sums to idleNs
    std::array<std::int64_t, kGapOwners> ownerNs{}; // sums to idleNs
    std::array<std::int64_t, kIdleParts> mainNs{};  // whole gaps by IdleGap::mainPart; sums to idleNs
    std::array<std::uint64_t, kGapOwners> ownerCount{};
    std::int64_t part(IdlePart p) const { return partNs[static_cast<std::size_t>(p)]; }
    std::int64_t main(IdlePart p) const { return mainNs[static_cast<std::size_t>(p)]; }
    std::int64_t owner(GapOwner o) const { return ownerNs[static_cast<std::size_t>(o)]; }
};

// Idle time in [begin, end), clipped exactly. Time before or after everything in the trace is owned by nothing.
IdleSums idleWithin(const DeviceIdle& idle, std::int64_t begin, std::int64_t end);

// Finds owners. Keeps what it learned of the host threads, so that several devices of a trace cost little more than
// one. One thread's; the store must outlive it.
class GapFinder {
public:
    explicit GapFinder(const TraceStore& store, IdleOptions options = {});
    ~GapFinder();
    GapFinder(GapFinder&&) noexcept;
    // `work` is a device, all devices, or any choice of work. Stopped: what was found so far; the caller knows.
    DeviceIdle find(const DeviceWork& work, const std::stop_token& stop = {});

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope
