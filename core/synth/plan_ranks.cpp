// What tells the ranks of a job apart: clocks, the straggler and its cause, when they record.
#include "core/synth/plan.h"

#include <algorithm>
#include <cmath>

namespace lanescope::synth {

namespace {

std::int64_t within(Rng& rng, std::int64_t limit) {
    if (limit <= 0) return 0;
    const std::uint64_t span = 2 * static_cast<std::uint64_t>(limit) + 1;
    return static_cast<std::int64_t>(rng.next() % span) - limit;
}

std::int64_t clockLimitNs(const Plan& plan) {
    if (plan.ranks < 2) return 0;
    if (plan.options.clockOffsetSeconds >= 0) return std::llround(plan.options.clockOffsetSeconds * 1e9);
    if (std::find(plan.ids.begin(), plan.ids.end(), "straggler") != plan.ids.end()) return 4'000'000'000;
    return 3'000'000;
}

StragglerCause causeOf(const Plan& plan, Rng& rng) {
    const std::string& name = plan.options.cause;
    for (const auto c :
         {StragglerCause::SlowCompute, StragglerCause::MoreWork, StragglerCause::LateHost, StragglerCause::LateInput})
        if (causeName(c) == name) return c;
    return static_cast<StragglerCause>(1 + rng.below(4));
}

void planStraggler(Plan& plan, Rng& rng) {
    const unsigned rank = plan.options.straggler.value_or(static_cast<unsigned>(rng.below(plan.ranks)));
    plan.straggler = rank;
    plan.cause = causeOf(plan, rng);
    const std::int64_t s = plan.faults.straggler;
    RankTraits& traits = plan.traits[rank];
    if (plan.cause == StragglerCause::SlowCompute) traits.gpuPermille += static_cast<unsigned>(s * 25 / 100);
    if (plan.cause == StragglerCause::LateHost) traits.hostPermille += static_cast<unsigned>(s * 11 / 10);
    if (plan.cause != StragglerCause::MoreWork && plan.cause != StragglerCause::LateInput) return;
    TrainingPlan own = trainingPlan(plan);
    if (plan.cause == StragglerCause::MoreWork)
        own.dims.sequence += own.dims.sequence * static_cast<std::uint64_t>(s) / 4000 / 8 * 8;
    else
        own.input = std::max<std::int64_t>(1, s);
    plan.programs.push_back(trainingStep(plan.catalog, own));
    plan.programOfRank[rank] = plan.programs.size() - 1;
}

void planWindows(Plan& plan, Rng& rng) {
    plan.recordFrom.assign(plan.ranks, 0);
    plan.recordUntil.assign(plan.ranks, 0);
    if (!plan.options.shiftedWindows || plan.ranks < 2) return;
    const unsigned steps = plan.options.steps != 0    ? plan.options.steps
                           : plan.options.targetBytes ? 0
                                                      : plan.defaultSteps;
    if (steps != 0 && steps < 4) return; // nothing would be left in common
    for (unsigned r = 0; r < plan.ranks; ++r) {
        plan.recordFrom[r] = static_cast<unsigned>(rng.below(2));
        if (steps != 0) plan.recordUntil[r] = steps - static_cast<unsigned>(rng.below(2));
    }
}

} // namespace

std::string_view causeName(StragglerCause cause) {
    static constexpr std::string_view kNames[] = {"none", "slow-compute", "more-work", "late-host", "late-input"};
    return kNames[static_cast<std::size_t>(cause)];
}

void planRanks(Plan& plan) {
    Rng rng(plan.options.seed * 7919 + 17);
    const std::int64_t clock = clockLimitNs(plan);
    const std::int64_t drift = plan.ranks > 1 ? std::llround(std::fabs(plan.options.driftPpm) * 1000) : 0;
    for (std::uint32_t r = 0; r < plan.ranks; ++r) {
        RankTraits t;
        t.rank = r;
        t.seed = plan.options.seed * 1'000'003 + r;
        t.clockOffsetNs = within(rng, clock);
        t.driftPpb = within(rng, drift);
        plan.traits.push_back(t);
    }
    if (plan.faults.straggler > 0 && plan.ranks > 1) planStraggler(plan, rng); // alone it keeps nobody waiting
    planWindows(plan, rng);
}

} // namespace lanescope::synth
