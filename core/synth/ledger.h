// What the model knows of one rank, kept while it runs, for the answers: figures by step and whole, why the GPU was
// idle, totals by kernel, collectives. All times are the file's (ns). Memory grows with steps and collectives, not
// events.
#pragma once

#include "core/synth/program.h"
#include "core/synth/window_sweep.h"

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace lanescope::synth {

// Owner of a gap, decided by the work that ends it and its launch (METRICS 4).
enum class Owner : std::uint8_t {
    LateLaunch,
    Synchronisation,
    Allocation,
    DataLoading,
    LaunchLatency,
    Dependency,
    KernelGap,
    Unknown,
    Nothing
};
inline constexpr std::size_t kOwners = 9;

struct GpuWork {
    std::int64_t begin = 0, end = 0;
    std::int64_t launchBegin = 0, launchEnd = 0;
    std::int64_t queueFree = 0; // when its stream had nothing before it
    Work work = Work::Compute;
    bool launched = true;
    std::uint32_t step = 0; // index, valid when launched inside a step
    bool inStep = false;
};

struct Span {
    std::int64_t begin = 0, end = 0;
};

struct StepAnswer {
    std::uint32_t number = 0;
    Figures byWindow;
    std::optional<Figures> byLaunch;
    std::array<std::int64_t, kOwners> idleOwner{}; // each gap to one owner
    std::array<std::int64_t, kOwners> idlePart{};  // each gap split by what happened in it
    std::uint64_t works = 0;
    std::int64_t unfusedNs = 0; // launched in the step, by kernels that a fused one would save
};

struct CauseGap { // a gap between work that a pathology of the host owns
    Span span;
    Owner owner = Owner::Unknown;
};

struct CollectiveAnswer {
    std::uint32_t group = 0, seq = 0, step = 0;
    Span span;
    std::int64_t trueStart = 0; // on the common clock
    std::int64_t wait = 0;      // for the last of all ranks, missing ones too
    std::uint64_t bytes = 0;
    bool deferred = false;  // started after the backward pass by design
    bool collective = true; // false: point-to-point
};

struct PhaseAnswer { // inference: one iteration
    bool prefill = false;
    Span host, gpu;
    std::uint32_t launches = 0, kernels = 0, graphKernels = 0;
};

class Ledger {
public:
    void beginStep(std::uint32_t number, std::int64_t begin);
    // All work that starts before `end` is known by then: later launches start later.
    void endStep(std::int64_t end);
    void hostSpan(Cause cause, std::int64_t begin, std::int64_t end);
    void work(const GpuWork& work);
    // Without steps: nothing that starts before `time` comes any more.
    void settle(std::int64_t time) { consumeUntil(time, nullptr); }
    void finish();
    void kernel(std::uint16_t id, std::int64_t ns);
    void unfused(std::uint32_t step, std::int64_t ns) { m_steps[step].unfusedNs += ns; }

    const std::vector<StepAnswer>& steps() const { return m_steps; }
    const std::optional<Figures>& whole() const { return m_wholeFigures; }
    const std::array<std::int64_t, kOwners>& idleOwner() const { return m_idleOwner; }
    const std::array<std::int64_t, kOwners>& idlePart() const { return m_idlePart; }
    const std::vector<CauseGap>& gaps() const { return m_gaps; }
    std::uint32_t openStep() const { return static_cast<std::uint32_t>(m_steps.size()); }

    struct Totals {
        std::uint64_t count = 0;
        std::int64_t ns = 0;
    };
    std::vector<Totals> kernels; // by catalog id
    std::vector<CollectiveAnswer> collectives;
    std::vector<PhaseAnswer> phases;
    std::uint64_t works = 0, unassigned = 0, withoutLaunch = 0;

private:
    struct ByLaunch {
        std::optional<WindowSweep> sweep;
        std::uint64_t seen = 0;
    };
    struct HostSpan {
        Cause cause = Cause::None;
        Span span;
    };
    void consumeUntil(std::int64_t time, WindowSweep* window);
    void consume(const GpuWork& work);
    void closeByLaunch(std::size_t step);
    Owner ownerOf(const GpuWork& work, std::int64_t gapBegin) const;
    using Sums = std::array<std::int64_t, kOwners>;
    void book(std::int64_t begin, std::int64_t end, Owner owner, Sums StepAnswer::*sums);
    void bookParts(const GpuWork& work, std::int64_t gapBegin, Owner owner);
    void part(std::int64_t begin, std::int64_t end, Owner owner);

    std::vector<StepAnswer> m_steps;
    std::vector<ByLaunch> m_byLaunch; // same index as m_steps
    std::vector<GpuWork> m_pending;   // starts after the last settled time
    std::vector<GpuWork> m_overhang;  // started before it, ends after it
    std::optional<WindowSweep> m_whole;
    std::optional<Figures> m_wholeFigures;
    std::array<std::int64_t, kOwners> m_idleOwner{}, m_idlePart{};
    std::vector<CauseGap> m_gaps;
    std::deque<HostSpan> m_host;
    std::int64_t m_stepBegin = 0;
    std::int64_t m_busyEnd = 0;
    bool m_anyWork = false;
};

} // namespace lanescope::synth
