#include "core/analysis/findings/capture_notes.h"

#include "core/analysis/launches/launch_delays.h"
#include "core/analysis/signatures/signature_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

void noteSteps(std::vector<CaptureNote>& out, const TraceFacts& facts) {
    if (!facts.hasSteps)
        out.push_back({"no_steps", "no step markers: the whole trace is one window, costs are for all of it", {}});
    else if (facts.onlyWarmup)
        out.push_back({"only_warmup", "only warm-up steps were recorded: figures may not hold for steady steps", {}});
}

void noteFlags(std::vector<CaptureNote>& out, const TraceInfo& info) {
    CaptureNote note{"recording_flags", "recording flags make the host slower than it is", {}};
    const auto add = [&note](const char* name, const std::optional<bool>& flag) {
        if (flag.value_or(false)) note.evidence.push_back(measured(name, name, std::string("on"), Unit::Text));
    };
    add("with_stack", info.withStack);
    add("record_shapes", info.recordShapes);
    add("profile_memory", info.profileMemory);
    if (!note.evidence.empty()) out.push_back(std::move(note));
}

void noteRows(std::vector<CaptureNote>& out, const TraceFacts& facts) {
    if (facts.devices.empty()) {
        const bool host = facts.hasHostRows || facts.hasCalls;
        out.push_back({"no_gpu_work",
                       host
                           ? "no GPU work in this trace: only the host can be looked at"
                           : "no GPU work in this trace, nor operators of the host: findings judge neither; a timeline "
                             "of several ranks is read by the analyses of ranks",
                       {}});
        return;
    }
    if (!facts.hasHostRows && !facts.hasCalls)
        out.push_back({"no_host_rows", "GPU work without host rows: who owns idle time is not known", {}});
    else if (!facts.hasCalls)
        out.push_back({"no_calls", "no launch calls were recorded: who owns idle time is not known", {}});
}

void noteLog(std::vector<CaptureNote>& out, const TraceInfo& info) {
    constexpr std::string_view kWords[] = {"dropped", "lost", "overflow", "out of buffer", "truncated", "out-of-range"};
    std::int64_t lines = 0;
    for (const LogLine& line : info.log) {
        if (line.level != "WARNING" && line.level != "ERROR") continue;
        lines += std::any_of(std::begin(kWords), std::end(kWords),
                             [&line](std::string_view word) { return line.text.find(word) != std::string::npos; });
    }
    if (lines == 0) return;
    out.push_back({"lost_records",
                   "the profiler's log in the file tells of lost records: sums may be too small",
                   {measured("lines", "such lines", lines, Unit::Count)}});
}

void noteClocks(std::vector<CaptureNote>& out, const TraceFacts& facts) {
    std::uint64_t before = 0;
    std::int64_t shift = 0;
    for (const DeviceFacts& device : facts.devices) {
        const ClockCheck check = clockCheck(*facts.store, *device.work, *facts.launches);
        before += check.beforeLaunch.size();
        shift = std::max(shift, check.minShiftNs);
    }
    if (before == 0) return;
    out.push_back({"clock_fault",
                   "GPU work starts before its launch call: the clocks of host and GPU disagree",
                   {measured("work", "such work", static_cast<std::int64_t>(before), Unit::Count),
                    measured("shift", "least shift that repairs all", shift, Unit::Nanoseconds)}});
}

void noteCopies(std::vector<CaptureNote>& out, const TraceFacts& facts) {
    for (const DeviceFacts& device : facts.devices) {
        IntervalList copies;
        std::vector<Interval> all;
        for (const SliceId s : device.work->work) {
            if (facts.store->role(s) != Role::Memcpy) continue;
            if (facts.store->name(s).find("HtoD") == std::string_view::npos) continue;
            all.push_back({count(facts.store->start(s)), count(facts.store->end(s))});
        }
        const std::int64_t total = length(copies = unionOf(std::move(all)));
        const std::int64_t exposed = length(intersect(copies, device.work->exposedMem));
        if (total == 0 || exposed * 10 < total * 9) continue;
        const std::int64_t window = device.work->busy.back().end - device.work->busy.front().begin;
        if (shareOf(exposed, window) < facts.limits[Limit::NoteSerialCopies]) continue;
        out.push_back({"serial_copies",
                       "host-to-device copies hardly ever overlap kernels: unpinned memory, or one stream for all",
                       {measured("copies", "such copies take", exposed, Unit::Nanoseconds),
                        measured("share", "of the device's time", shareOf(exposed, window), Unit::Ratio)}});
    }
}

void noteViews(std::vector<CaptureNote>& out, const TraceFacts& facts) {
    if (!facts.hasSteps) return;
    const TraceReport report = reportOf(*facts.store, facts.gaps);
    for (const DeviceReport& device : report.devices) {
        if (!device.windowAndLaunchDiffer) continue;
        out.push_back({"views_differ",
                       "the GPU lags the host: steps by window and steps by launch hold different work",
                       {measured("device", "device", device.device, Unit::Text),
                        measured("busy_by_window", "busy by window", device.busyByWindow.value_or(0), Unit::Ratio),
                        measured("busy_by_launch", "busy by launch", device.busyByLaunch.value_or(0), Unit::Ratio)}});
    }
}

} // namespace

std::vector<CaptureNote> captureNotes(const TraceFacts& facts) {
    std::vector<CaptureNote> out;
    noteRows(out, facts);
    if (!facts.devices.empty()) noteSteps(out, facts);
    noteFlags(out, facts.store->info());
    noteLog(out, facts.store->info());
    noteClocks(out, facts);
    noteCopies(out, facts);
    noteViews(out, facts);
    if (auto inference = inferenceNote(facts)) out.push_back(std::move(*inference));
    return out;
}

void noteUnequalWork(std::span<const RankTrace> ranks, std::vector<FindingsResult>& results) {
    double least = INFINITY, most = 0;
    for (const RankTrace& rank : ranks)
        for (const DeviceFacts& device : rank.facts->devices) {
            const double perStep = static_cast<double>(device.launched) /
                                   static_cast<double>(std::max<std::size_t>(1, rank.facts->counted.size()));
            least = std::min(least, perStep);
            most = std::max(most, perStep);
        }
    if (most <= least * 1.02) return;
    for (FindingsResult& result : results)
        result.notes.push_back(
            {"unequal_kernels",
             "the ranks do not run equally many kernels per step",
             {measured("least", "least", least, Unit::Count), measured("most", "most", most, Unit::Count)}});
}

} // namespace lanescope
