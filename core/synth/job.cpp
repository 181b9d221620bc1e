#include "core/synth/job.h"

#include <algorithm>

namespace lanescope::synth {

namespace {
constexpr unsigned kMaxSteps = 5'000'000;

Error stopped() { return {ErrorCode::Cancelled, "stopped before the trace was complete", "", ""}; }
} // namespace

std::uint64_t Job::bytes() const {
    std::uint64_t sum = 0;
    for (const RankOutput& r : m_ranks)
        if (r.writer) sum += r.writer->bytesWritten();
    return sum;
}

std::uint64_t Job::events() const {
    std::uint64_t sum = 0;
    for (const RankOutput& r : m_ranks)
        if (r.writer) sum += r.writer->elements();
    return sum;
}

bool Job::enough() const {
    if (m_plan.options.steps != 0) return m_steps >= m_plan.options.steps;
    if (m_plan.options.targetBytes == 0) return m_steps >= m_plan.defaultSteps;
    if (m_steps >= kMaxSteps) return true;
    if (m_steps < 2) return false;
    for (const RankOutput& r : m_ranks)
        if (r.writer) return r.writer->bytesWritten() >= m_plan.options.targetBytes;
    return true;
}

// The last to arrive decides when a collective ends, for everybody.
void Job::meet(std::uint32_t group) {
    auto& arrived = m_arrived[group];
    if (arrived.size() < m_plan.groups[group].size()) return;
    std::int64_t latest = arrived.front().arrival.start;
    std::int64_t transfer = 0;
    for (const Waiting& w : arrived) {
        latest = std::max(latest, w.arrival.start);
        transfer = std::max(transfer, w.arrival.transferNs);
    }
    for (const Waiting& w : arrived) {
        m_ranks[w.rank].sim->finishCollective(latest + transfer, latest);
        m_runnable.push_back(w.rank);
    }
    arrived.clear();
}

Status Job::simulate(std::uint32_t number, unsigned index) {
    m_runnable.clear();
    for (std::uint32_t r = 0; r < m_ranks.size(); ++r) {
        const auto keep = m_plan.records(r, index) ? RankSim::Keep::Records : RankSim::Keep::Nothing;
        m_ranks[r].sim->beginStep(m_plan.programFor(r, index), number, keep);
        m_runnable.push_back(r);
    }
    std::size_t finished = 0;
    while (!m_runnable.empty()) {
        if (m_context.stopRequested()) return stopped();
        const std::uint32_t r = m_runnable.back();
        m_runnable.pop_back();
        const auto arrival = m_ranks[r].sim->run();
        if (!arrival) {
            ++finished;
            continue;
        }
        m_arrived[arrival->group].push_back({r, *arrival});
        meet(arrival->group);
    }
    LANESCOPE_CHECK(finished == m_ranks.size()); // programs that do not fit together
    return {};
}

Status Job::step(unsigned index) {
    const std::uint32_t number = m_plan.firstStep + index;
    if (Status s = simulate(number, index); !s) return s;
    for (unsigned r = 0; r < m_ranks.size(); ++r) {
        if (m_context.stopRequested()) return stopped();
        RankSim& sim = *m_ranks[r].sim;
        sim.endStep();
        if (index + 1 == m_plan.recordFrom[r])
            sim.recordTail();
        else if (!sim.recording())
            continue;
        if (!m_ranks[r].writer) continue;
        if (Status s = m_ranks[r].writer->step(sim.records()); !s) return s;
    }
    ++m_steps;
    m_context.progress().done = bytes();
    m_context.progress().events = events();
    return {};
}

Status Job::run() {
    std::uint64_t written = 0;
    for (RankOutput& r : m_ranks) {
        if (!r.writer) continue;
        ++written;
        if (Status s = r.writer->header(); !s) return s;
    }
    m_context.progress().total = m_plan.options.targetBytes * written;
    while (!enough()) {
        if (m_context.stopRequested()) return stopped();
        if (Status s = step(m_steps); !s) return s;
    }
    return finish();
}

Status Job::finish() {
    for (RankOutput& r : m_ranks) {
        r.sim->endJob();
        if (!r.writer) continue;
        if (Status s = r.writer->step(r.sim->records()); !s) return s;
        const std::int64_t end = r.sim->captureEnd() + 2'000'000;
        if (Status s = r.writer->trailer(r.sim->captureBegin() - 350'000, end); !s) return s;
    }
    return {};
}

} // namespace lanescope::synth
