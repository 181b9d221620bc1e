#include "core/analysis/launches/launch_delays.h"
#include "core/analysis/launches/queue_length.h"
#include "core/session/facts_keys.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::facts {
namespace {

// Calls use(input, store) for every input that could be read.
template <class Use>
void forEachStore(FactsContext& facts, Use use) {
    for (std::size_t i = 0; i < facts.inputs().size(); ++i)
        if (facts.loaded(i)) use(i, facts.store(i));
}

// Calls use(key, queue) for every device/stream of all inputs that is asked for.
template <class Use>
void forEachQueue(FactsContext& facts, const Json& asked, QueueKind kind, Use use) {
    forEachStore(facts, [&](std::size_t input, const TraceStore& store) {
        const LaunchIndex launches(store);
        for (const DeviceWork& device : facts.devices(input))
            for (const StreamQueue& queue : queueLengths(store, device, launches, kind)) {
                const std::string stream = queue.stream ? std::to_string(*queue.stream) : "?";
                const std::string key = fmt::format("{}/{}", device.key.text(), stream);
                if (asked.members().empty() || asked.find(key)) use(key, queue);
            }
    });
}

Json queueSteps(FactsContext& facts, const Json& asked, QueueKind kind) {
    Json out = Json::object();
    forEachQueue(facts, asked, kind, [&](const std::string& key, const StreamQueue& queue) {
        Json& list = out[key] = Json::array();
        for (const QueuePoint& point : queue.points) list.push(Json::Array{point.ns, point.length});
    });
    return out;
}

ClockCheck checkClock(FactsContext& facts, std::size_t input) {
    const TraceStore& store = facts.store(input);
    return clockCheck(store, allDevices(store), LaunchIndex(store));
}

} // namespace

Json launchOf(FactsContext& facts, const Json& asked) {
    Json out = Json::object();
    for (const auto& [tag, ignored] : asked.members()) {
        const auto work = facts.tagged(tag);
        out[tag] = work ? facts.tagOf(work->input, facts.store(work->input).launchOf(work->slice)) : Json("(no slice)");
    }
    return out;
}

Json launchDelayNs(FactsContext& facts, const Json& asked) {
    Json out = Json::object();
    for (const auto& [tag, ignored] : asked.members()) {
        out[tag] = Json();
        const auto work = facts.tagged(tag);
        if (!work) continue;
        if (const auto delay = launchDelay(facts.store(work->input), work->slice)) out[tag] = delay->launchNs;
    }
    return out;
}

Json unlinked(FactsContext& facts, const Json&) {
    std::int64_t without = 0;
    forEachStore(facts, [&](std::size_t input, const TraceStore& store) {
        for (const DeviceWork& device : facts.devices(input))
            without += std::count_if(device.work.begin(), device.work.end(),
                                     [&](SliceId work) { return !store.launchOf(work); });
    });
    return without;
}

Json beforeLaunch(FactsContext& facts, const Json&) {
    Json out = Json::array();
    forEachStore(facts, [&](std::size_t input, const TraceStore&) {
        for (const SliceId work : checkClock(facts, input).beforeLaunch) out.push(facts.tagOf(input, work));
    });
    return out;
}

Json minShiftNs(FactsContext& facts, const Json&) {
    std::int64_t shift = 0;
    forEachStore(facts, [&](std::size_t input, const TraceStore&) {
        shift = std::max(shift, checkClock(facts, input).minShiftNs);
    });
    return shift;
}

Json queuePending(FactsContext& facts, const Json& asked) { return queueSteps(facts, asked, QueueKind::Pending); }

Json queueOutstanding(FactsContext& facts, const Json& asked) {
    return queueSteps(facts, asked, QueueKind::Outstanding);
}

Json queueMax(FactsContext& facts, const Json& asked) {
    Json out = Json::object();
    forEachQueue(facts, asked, QueueKind::Pending,
                 [&](const std::string& key, const StreamQueue& queue) { out[key] = figuresOf(queue).max; });
    return out;
}

} // namespace lanescope::facts
