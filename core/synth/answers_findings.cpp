#include "core/synth/answers_parts.h"

#include <algorithm>
#include <functional>

namespace lanescope::synth {

namespace {

constexpr std::size_t kMaxRanges = 5000;
constexpr std::int64_t kNamedFromPermille = 30;        // of the steps' time
constexpr std::int64_t kMemoryBoundFromPermille = 250; // of the busy time
constexpr std::int64_t kWaitNs = 100'000;              // shorter waits are no range of their own

struct Finding {
    std::string_view id;
    std::vector<std::int64_t> perStep;
    std::vector<Span> ranges;
    std::int64_t named = kNamedFromPermille;
    std::int64_t total() const {
        std::int64_t sum = 0;
        for (const std::int64_t ns : perStep) sum += ns;
        return sum;
    }
};

Finding byStep(std::string_view id, const Ledger& ledger, const std::function<std::int64_t(const StepAnswer&)>& cost) {
    Finding f;
    f.id = id;
    for (const StepAnswer& s : ledger.steps()) f.perStep.push_back(cost(s));
    return f;
}

Finding byOwner(std::string_view id, const Ledger& ledger, Owner owner) {
    Finding f = byStep(id, ledger, [&](const StepAnswer& s) { return s.idleOwner[static_cast<std::size_t>(owner)]; });
    for (const CauseGap& gap : ledger.gaps())
        if (gap.owner == owner) f.ranges.push_back(gap.span);
    return f;
}

void wholeSteps(Finding& f, const Ledger& ledger) {
    for (std::size_t i = 0; i < ledger.steps().size(); ++i) {
        const Figures& w = ledger.steps()[i].byWindow;
        if (f.perStep[i] * 1000 >= (w.end - w.begin) * f.named) f.ranges.push_back({w.begin, w.end});
    }
}

Finding launchBound(const Ledger& ledger) {
    Finding f = byStep("launch-bound", ledger, [](const StepAnswer& s) {
        return s.idleOwner[static_cast<std::size_t>(Owner::LateLaunch)] +
               s.idleOwner[static_cast<std::size_t>(Owner::LaunchLatency)];
    });
    wholeSteps(f, ledger);
    return f;
}

Finding unoverlapped(const Ledger& ledger) {
    Finding f = byStep("unoverlapped-allreduce", ledger, [](const StepAnswer& s) { return s.byWindow.exposedComm; });
    for (const CollectiveAnswer& c : ledger.collectives) {
        if (!c.deferred) continue;
        const bool follows = !f.ranges.empty() && c.span.begin - f.ranges.back().end < kWaitNs;
        if (follows)
            f.ranges.back().end = c.span.end;
        else
            f.ranges.push_back(c.span);
    }
    return f;
}

// Both the exchanges with the neighbours and what their delay leads to in the all-reduce of all stages.
Finding waits(std::string_view id, const Ledger& ledger) {
    Finding f = byStep(id, ledger, [](const StepAnswer&) { return 0; });
    for (const CollectiveAnswer& c : ledger.collectives) {
        for (std::size_t i = 0; i < f.perStep.size(); ++i)
            if (ledger.steps()[i].number == c.step) f.perStep[i] += c.wait;
        if (c.wait >= kWaitNs) f.ranges.push_back({c.span.begin, c.span.begin + c.wait});
    }
    return f;
}

Finding memoryBound(const Ledger& ledger) {
    Finding f = byStep("memory-bound", ledger, [](const StepAnswer& s) { return s.unfusedNs; });
    f.named = kMemoryBoundFromPermille;
    for (const StepAnswer& s : ledger.steps())
        if (s.byLaunch && s.unfusedNs > 0) f.ranges.push_back({s.byLaunch->begin, s.byLaunch->end});
    return f;
}

void put(JsonText& j, const Finding& f, bool named) {
    j.object().text("id", f.id).number("cost_ns", f.total()).raw("named", named ? "true" : "false");
    j.list("cost_ns_per_step");
    for (const std::int64_t ns : f.perStep) j.number({}, ns);
    j.close().number("range_count", static_cast<std::uint64_t>(f.ranges.size())).list("ranges_ns");
    for (std::size_t i = 0; i < std::min(kMaxRanges, f.ranges.size()); ++i)
        j.list().number({}, f.ranges[i].begin).number({}, f.ranges[i].end).close();
    j.close().close();
}

std::vector<Finding> findingsOf(const Plan& plan, const Ledger& ledger) {
    std::vector<Finding> out;
    for (const std::string& id : plan.ids) {
        if (id == "launch-bound") out.push_back(launchBound(ledger));
        if (id == "input-starvation") out.push_back(byOwner("input-starvation", ledger, Owner::DataLoading));
        if (id == "sync-stalls") out.push_back(byOwner("sync-stalls", ledger, Owner::Synchronisation));
        if (id == "allocator-stalls") out.push_back(byOwner("allocator-stalls", ledger, Owner::Allocation));
        if (id == "unoverlapped-allreduce") out.push_back(unoverlapped(ledger));
        if (id == "memory-bound") out.push_back(memoryBound(ledger));
        if (id == "pipeline-bubbles") out.push_back(waits("pipeline-bubbles", ledger));
        if (id == "straggler") out.push_back(waits("straggler", ledger));
    }
    return out;
}

} // namespace

void findingsAnswer(JsonText& j, const Plan& plan, const JobFacts& facts, const Ledger& ledger) {
    std::int64_t wall = 0;
    for (const StepAnswer& s : ledger.steps()) wall += s.byWindow.end - s.byWindow.begin;
    if (ledger.whole()) wall = std::max(wall, ledger.whole()->end - ledger.whole()->begin);
    std::vector<Finding> all = findingsOf(plan, ledger);
    std::stable_sort(all.begin(), all.end(), [](const Finding& a, const Finding& b) { return a.total() > b.total(); });
    const auto named = [&](const Finding& f) {
        if (f.id == "straggler") return plan.straggler && facts.stragglerByRule == plan.straggler;
        return wall > 0 && f.total() * 1000 >= wall * f.named;
    };
    j.list("findings");
    for (const Finding& f : all) put(j, f, named(f));
    j.close().list("expected");
    bool any = false;
    for (const Finding& f : all) {
        if (!named(f)) continue;
        j.text({}, f.id);
        any = true;
    }
    if (!any && !plan.faults.decode) j.text({}, "healthy");
    j.close();
}

} // namespace lanescope::synth
