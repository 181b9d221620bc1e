// Runs all ranks step by step and joins them at their collectives; hands each finished step to the writers.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/synth/plan.h"
#include "core/synth/trace_writer.h"

#include <memory>
#include <vector>

namespace lanescope::synth {

struct RankOutput {
    std::unique_ptr<RankSim> sim;
    std::unique_ptr<TraceWriter> writer; // null: this rank's file is missing
};

class Job {
public:
    Job(const Plan& plan, std::vector<RankOutput>& ranks, RunContext& context)
        : m_plan(plan), m_ranks(ranks), m_context(context), m_arrived(plan.groups.size()) {}
    Status run();
    unsigned steps() const { return m_steps; }

private:
    Status step(unsigned index);
    Status simulate(std::uint32_t number, unsigned index);
    void meet(std::uint32_t group);
    bool enough() const;
    Status finish();
    std::uint64_t bytes() const;
    std::uint64_t events() const;

    const Plan& m_plan;
    std::vector<RankOutput>& m_ranks;
    RunContext& m_context;
    unsigned m_steps = 0;
    struct Waiting {
        std::uint32_t rank = 0;
        Arrival arrival;
    };
    std::vector<std::vector<Waiting>> m_arrived; // by group
    std::vector<std::uint32_t> m_runnable;
};

} // namespace lanescope::synth
