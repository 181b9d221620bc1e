#include "core/synth/answers.h"

#include "core/synth/answers_parts.h"
#include "core/synth/json_text.h"

#include <fmt/format.h>

namespace lanescope::synth {

namespace {

constexpr std::string_view kOwnerNames[kOwners] = {"late_launch",  "synchronisation", "allocation",
                                                   "data_loading", "launch_latency",  "dependency",
                                                   "kernel_gap",   "unknown",         "nothing_follows"};

void figures(JsonText& j, std::string_view key, const Figures& f) {
    j.object(key);
    j.list("window_ns").number({}, f.begin).number({}, f.end).close();
    j.number("wall_ns", f.end - f.begin).number("gpu_busy_ns", f.busy).number("compute_ns", f.compute);
    j.number("comm_ns", f.comm).number("mem_ns", f.mem).number("overlap_ns", f.overlap);
    j.number("exposed_comm_ns", f.exposedComm).number("exposed_mem_ns", f.exposedMem).number("idle_ns", f.idle);
    j.number("launch_gap_ns", f.launchGap).number("launch_gap_count", f.launchGaps);
    j.number("mid_gap_ns", f.midGap).number("mid_gap_count", f.midGaps);
    j.number("large_gap_ns", f.largeGap).number("large_gap_count", f.largeGaps);
    j.number("head_idle_ns", f.headIdle).number("tail_idle_ns", f.tailIdle);
    j.close();
}

void owners(JsonText& j, std::string_view key, const std::array<std::int64_t, kOwners>& ns) {
    j.object(key);
    for (std::size_t i = 0; i < kOwners; ++i) j.number(kOwnerNames[i], ns[i]);
    j.close();
}

void generator(JsonText& j, const Plan& plan, unsigned steps) {
    const SynthOptions& o = plan.options;
    j.object("generator").number("answers_version", 1).text("kind", o.kind).number("seed", o.seed);
    j.raw("strength", fmt::format("{}", o.strength)).number("ranks", plan.ranks).number("steps", steps);
    j.number("target_bytes", o.targetBytes).close();
}

void file(JsonText& j, const TraceWriter& writer) {
    const WrittenCounts c = writer.counts();
    j.object("file").number("bytes", writer.bytesWritten()).number("elements", c.elements);
    j.number("slices", c.phases.at("X")).object("phases");
    for (const auto& [name, n] : c.phases) j.number(name, n);
    j.close().object("categories");
    for (const auto& [name, n] : c.categories) j.number(name.empty() ? "metadata_and_marks" : name, n);
    j.close().close();
}

void device(JsonText& j, const Ledger& ledger, unsigned index) {
    j.list("devices").object().text("device", fmt::format("{}", index));
    j.number("works", ledger.works).number("unassigned", ledger.unassigned);
    j.number("without_launch", ledger.withoutLaunch);
    if (ledger.whole())
        figures(j, "whole", *ledger.whole());
    else
        j.raw("whole", "null");
    owners(j, "idle_owner_ns", ledger.idleOwner());
    owners(j, "idle_part_ns", ledger.idlePart());
    j.list("steps");
    for (const StepAnswer& s : ledger.steps()) {
        j.object().text("name", fmt::format("ProfilerStep#{}", s.number));
        figures(j, "by_window", s.byWindow);
        if (s.byLaunch)
            figures(j, "by_launch", *s.byLaunch);
        else
            j.raw("by_launch", "null");
        owners(j, "idle_owner_ns", s.idleOwner);
        owners(j, "idle_part_ns", s.idlePart);
        j.close();
    }
    j.close().close().close();
}

void kernels(JsonText& j, const Plan& plan, const Ledger& ledger) {
    std::map<std::string, Ledger::Totals> byName; // one name may have several grids
    for (std::size_t i = 0; i < ledger.kernels.size(); ++i) {
        Ledger::Totals& t = byName[plan.catalog.kernelAt(static_cast<std::uint16_t>(i)).name];
        t.count += ledger.kernels[i].count;
        t.ns += ledger.kernels[i].ns;
    }
    j.list("kernels");
    for (const auto& [name, t] : byName)
        if (t.count > 0) j.object().text("name", name).number("count", t.count).number("total_ns", t.ns).close();
    j.close();
}

} // namespace

std::string answersText(const Plan& plan, const JobFacts& facts, const RankOutput& own) {
    const Ledger& ledger = own.sim->ledger();
    const std::uint32_t rank = own.sim->traits().rank;
    JsonText j;
    j.object();
    generator(j, plan, facts.steps);
    j.number("rank", rank).number("world_size", plan.worldSize);
    file(j, *own.writer);
    device(j, ledger, rank % 8);
    kernels(j, plan, ledger);
    findingsAnswer(j, plan, facts, ledger);
    collectivesAnswer(j, ledger);
    ranksAnswer(j, plan, facts);
    if (plan.faults.decode) phasesAnswer(j, ledger);
    j.close();
    return j.take();
}

} // namespace lanescope::synth
