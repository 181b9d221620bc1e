// Inference: iterations seen from the replays of CUDA graphs, or from kernels that only decoding or prefilling uses.
#include "core/analysis/findings/capture_notes.h"
#include "core/analysis/signatures/signature_parts.h"

#include <algorithm>

namespace lanescope {

namespace {

struct Replay {
    std::int64_t callStart = 0;
    std::int64_t gpuStart = 0;
    std::uint64_t kernels = 0;
};

std::vector<Replay> replaysOf(const TraceStore& store) {
    std::vector<Replay> out;
    std::vector<std::uint8_t> known(store.stringCount(), 0);
    for (const Track& track : store.tracks()) {
        if (track.role != TrackRole::RuntimeCalls) continue;
        for (std::uint32_t row = track.firstSlice; row < track.firstSlice + track.sliceCount; ++row) {
            std::uint8_t& k = known[store.slices().name[row]];
            if (k == 0) k = store.name(SliceId{row}).find("GraphLaunch") != std::string_view::npos ? 2 : 1;
            if (k != 2) continue;
            const auto work = store.launchedBy(SliceId{row});
            if (work.empty()) continue;
            out.push_back({count(store.start(SliceId{row})), count(store.start(work.front())), work.size()});
        }
    }
    std::sort(out.begin(), out.end(), [](const Replay& a, const Replay& b) { return a.gpuStart < b.gpuStart; });
    return out;
}

bool looksLikeTraining(const TraceFacts& facts) {
    if (std::find(facts.autogradThread.begin(), facts.autogradThread.end(), true) != facts.autogradThread.end())
        return true;
    for (const DeviceFacts& device : facts.devices)
        for (const SliceId s : device.work->work)
            if (facts.store->kind(s) == WorkKind::Optimizer) return true;
    return false;
}

// Kernels of the device that start in [from, to) and are not of a replay.
std::uint64_t plainKernels(const TraceFacts& facts, const DeviceFacts& device, std::int64_t from, std::int64_t to,
                           const std::vector<bool>& isReplay) {
    const auto& work = device.work->work;
    auto it =
        std::partition_point(work.begin(), work.end(), [&](SliceId s) { return count(facts.store->start(s)) < from; });
    std::uint64_t n = 0;
    for (; it != work.end() && count(facts.store->start(*it)) < to; ++it)
        n += isReplay[static_cast<std::size_t>(it - work.begin())] ? 0 : 1;
    return n;
}

std::vector<bool> replayed(const TraceFacts& facts, const DeviceFacts& device) {
    std::vector<bool> out;
    for (const SliceId s : device.work->work) {
        const auto call = facts.launches->callOf(s);
        out.push_back(call && facts.store->name(*call).find("GraphLaunch") != std::string_view::npos);
    }
    return out;
}

} // namespace

std::optional<CaptureNote> inferenceNote(const TraceFacts& facts) {
    if (facts.devices.empty() || facts.hasSteps || looksLikeTraining(facts)) return std::nullopt;
    const std::vector<Replay> replays = replaysOf(*facts.store);
    if (replays.size() < 2) return std::nullopt; // no sign of iterations
    const DeviceFacts& device = facts.devices.front();
    const std::vector<bool> isReplay = replayed(facts, device);
    std::vector<std::int64_t> decode;
    std::int64_t prefills = 0;
    const std::int64_t begin = device.work->busy.front().begin, end = device.work->busy.back().end;
    for (std::size_t i = 0; i <= replays.size(); ++i) {
        const std::int64_t from = i == 0 ? begin : replays[i - 1].gpuStart;
        const std::int64_t to = i == replays.size() ? end : replays[i].gpuStart;
        const std::uint64_t size = replays[std::min(i, replays.size() - 1)].kernels;
        const bool prefill = plainKernels(facts, device, from, to, isReplay) * 2 >= size;
        prefills += prefill ? 1 : 0;
        if (!prefill && i > 0 && i < replays.size()) decode.push_back(to - from);
    }
    if (decode.empty()) return std::nullopt;
    std::sort(decode.begin(), decode.end());
    return CaptureNote{
        "inference",
        "inference: decode steps replay a CUDA graph, stretches of plainly launched kernels between them are prefill",
        {measured("decode_steps", "graph replays", static_cast<std::int64_t>(replays.size()), Unit::Count),
         measured("prefills", "prefills", prefills, Unit::Count),
         measured("decode_step", "median time per decode step", decode[(decode.size() - 1) / 2], Unit::Nanoseconds),
         measured("graph_kernels", "work of one replay", static_cast<std::int64_t>(replays.front().kernels),
                  Unit::Count)}};
}

} // namespace lanescope
