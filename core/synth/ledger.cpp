#include "core/synth/ledger.h"

#include <algorithm>
#include <limits>

namespace lanescope::synth {

namespace {

constexpr std::int64_t kKernelGapNs = 1000; // below: the GPU's own distance between kernels
constexpr std::int64_t kEver = std::numeric_limits<std::int64_t>::max();

std::int64_t common(const Span& a, std::int64_t begin, std::int64_t end) {
    return std::max<std::int64_t>(0, std::min(a.end, end) - std::max(a.begin, begin));
}

Owner ownerOfCause(Cause cause) {
    if (cause == Cause::DataLoading) return Owner::DataLoading;
    if (cause == Cause::Synchronisation) return Owner::Synchronisation;
    return Owner::Allocation;
}

} // namespace

void Ledger::beginStep(std::uint32_t number, std::int64_t begin) {
    StepAnswer step;
    step.number = number;
    m_steps.push_back(step);
    m_byLaunch.emplace_back();
    m_stepBegin = begin;
}

void Ledger::endStep(std::int64_t end) {
    WindowSweep window(m_stepBegin);
    for (const GpuWork& w : m_overhang)
        if (w.end > m_stepBegin && m_stepBegin < end) window.add(m_stepBegin, std::min(w.end, end), w.work);
    StepAnswer& step = m_steps.back();
    step.byWindow.begin = m_stepBegin; // book() needs them while the step is open
    step.byWindow.end = end;
    consumeUntil(end, &window);
    step.byWindow = window.close(end);
    std::erase_if(m_overhang, [&](const GpuWork& w) { return w.end <= end; });
    closeByLaunch(m_steps.size() - 1);
    while (!m_host.empty() && m_host.front().span.end < m_busyEnd) m_host.pop_front();
}

void Ledger::hostSpan(Cause cause, std::int64_t begin, std::int64_t end) { m_host.push_back({cause, {begin, end}}); }

void Ledger::work(const GpuWork& w) {
    m_pending.push_back(w);
    ++works;
    if (w.inStep) ++m_steps[w.step].works;
    if (!w.inStep) ++unassigned;
    if (!w.launched) ++withoutLaunch;
}

void Ledger::kernel(std::uint16_t id, std::int64_t ns) {
    if (kernels.size() <= id) kernels.resize(id + std::size_t{1});
    ++kernels[id].count;
    kernels[id].ns += ns;
}

void Ledger::consumeUntil(std::int64_t time, WindowSweep* window) {
    const auto split =
        std::partition(m_pending.begin(), m_pending.end(), [&](const GpuWork& w) { return w.begin < time; });
    std::vector<GpuWork> now(m_pending.begin(), split);
    m_pending.erase(m_pending.begin(), split);
    std::stable_sort(now.begin(), now.end(), [](const GpuWork& a, const GpuWork& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.launchBegin < b.launchBegin;
    });
    for (const GpuWork& w : now) {
        consume(w);
        if (window == nullptr) continue;
        if (w.end > time) m_overhang.push_back(w);
        window->add(std::max(w.begin, m_stepBegin), std::min(w.end, time), w.work);
    }
}

void Ledger::consume(const GpuWork& w) {
    if (!m_whole) m_whole.emplace(w.begin);
    m_whole->add(w.begin, w.end, w.work);
    if (w.inStep) {
        ByLaunch& own = m_byLaunch[w.step];
        if (!own.sweep) own.sweep.emplace(w.begin);
        own.sweep->add(w.begin, w.end, w.work);
        ++own.seen;
        if (w.step + 1 < m_steps.size()) closeByLaunch(w.step);
    }
    if (!m_anyWork) {
        const std::int64_t first = m_steps.empty() ? w.begin : m_steps.front().byWindow.begin;
        m_busyEnd = std::min(first, w.begin);
    }
    if (w.begin > m_busyEnd) {
        const Owner owner = ownerOf(w, m_busyEnd);
        book(m_busyEnd, w.begin, owner, &StepAnswer::idleOwner);
        bookParts(w, m_busyEnd, owner);
        const bool cause = owner == Owner::Synchronisation || owner == Owner::Allocation || owner == Owner::DataLoading;
        if (cause) m_gaps.push_back({{m_busyEnd, w.begin}, owner});
        if (m_anyWork) m_idleOwner[static_cast<std::size_t>(owner)] += w.begin - m_busyEnd;
    }
    m_anyWork = true;
    m_busyEnd = std::max(m_busyEnd, w.end);
}

void Ledger::closeByLaunch(std::size_t index) {
    ByLaunch& own = m_byLaunch[index];
    if (!own.sweep || own.seen < m_steps[index].works) return;
    m_steps[index].byLaunch = own.sweep->close(own.sweep->lastEnd());
    own.sweep.reset();
}

Owner Ledger::ownerOf(const GpuWork& w, std::int64_t gapBegin) const {
    if (!w.launched) return Owner::Unknown;
    if (w.launchBegin <= gapBegin) {
        if (w.launchEnd > gapBegin) return Owner::LaunchLatency;
        return w.begin - gapBegin < kKernelGapNs ? Owner::KernelGap : Owner::Dependency;
    }
    std::array<std::int64_t, 4> by{};
    for (const HostSpan& h : m_host) by[static_cast<std::size_t>(h.cause)] += common(h.span, gapBegin, w.launchBegin);
    const std::int64_t rest = w.launchBegin - gapBegin - by[1] - by[2] - by[3];
    std::size_t best = 1;
    for (std::size_t c = 2; c < by.size(); ++c)
        if (by[c] > by[best]) best = c;
    return by[best] > 0 && by[best] >= rest ? ownerOfCause(static_cast<Cause>(best)) : Owner::LateLaunch;
}

// A gap may reach over the boundary of steps: each takes its part.
void Ledger::book(std::int64_t begin, std::int64_t end, Owner owner, Sums StepAnswer::*sums) {
    for (std::size_t i = m_steps.size(); i-- > 0;) {
        StepAnswer& step = m_steps[i];
        if (step.byWindow.end != 0 && step.byWindow.end <= begin) break;
        (step.*sums)[static_cast<std::size_t>(owner)] += common({step.byWindow.begin, step.byWindow.end}, begin, end);
    }
}

void Ledger::part(std::int64_t begin, std::int64_t end, Owner owner) {
    if (begin >= end) return;
    book(begin, end, owner, &StepAnswer::idlePart);
    if (m_anyWork) m_idlePart[static_cast<std::size_t>(owner)] += end - begin;
}

// A late launch: what the host did until the call, then the latency of the launch. The host's spans do not overlap.
void Ledger::bookParts(const GpuWork& w, std::int64_t gapBegin, Owner owner) {
    if (!w.launched || w.launchBegin <= gapBegin) return part(gapBegin, w.begin, owner);
    const std::int64_t called = std::min(w.launchBegin, w.begin);
    std::int64_t now = gapBegin;
    for (const HostSpan& h : m_host) {
        const std::int64_t begin = std::clamp(h.span.begin, now, called);
        const std::int64_t end = std::clamp(h.span.end, begin, called);
        part(now, begin, Owner::LateLaunch);
        part(begin, end, ownerOfCause(h.cause));
        now = end;
    }
    part(now, called, Owner::LateLaunch);
    part(called, w.begin, Owner::LaunchLatency);
}

void Ledger::finish() {
    consumeUntil(kEver, nullptr);
    for (std::size_t i = 0; i < m_steps.size(); ++i) closeByLaunch(i);
    const std::int64_t last = m_anyWork || m_steps.empty() ? m_busyEnd : m_steps.front().byWindow.begin;
    book(last, kEver, Owner::Nothing, &StepAnswer::idleOwner);
    book(last, kEver, Owner::Nothing, &StepAnswer::idlePart);
    if (m_whole) m_wholeFigures = m_whole->close(m_whole->lastEnd());
}

} // namespace lanescope::synth
