#include "core/session/facts_keys.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::facts {
namespace {

struct Link {
    std::size_t input;
    SliceId work, call;
    std::int64_t workStart, workEnd, callStart, callEnd;
};

// Pieces of GPU work with their call, of all inputs, in order of start.
std::vector<Link> links(FactsContext& facts) {
    std::vector<Link> out;
    for (std::size_t i = 0; i < facts.inputs().size(); ++i) {
        if (!facts.loaded(i)) continue;
        const TraceStore& store = facts.store(i);
        for (const DeviceWork& device : facts.devices(i))
            for (const SliceId work : device.work)
                if (const auto call = store.launchOf(work))
                    out.push_back({i, work, *call, count(store.start(work)), count(store.end(work)),
                                   count(store.start(*call)), count(store.end(*call))});
    }
    std::stable_sort(out.begin(), out.end(), [](const Link& a, const Link& b) { return a.workStart < b.workStart; });
    return out;
}

std::string streamKey(const TraceStore& store, const std::string& device, SliceId work) {
    const auto stream = store.stream(work);
    return fmt::format("{}/{}", device, stream ? std::to_string(*stream) : "?");
}

struct QueueStep {
    std::int64_t time;
    int change;
};
enum class Leaves : std::uint8_t { AtStart, AtEnd };

// The length of the queue after every change, per device/stream of all inputs.
std::map<std::string, Json::Array> queues(FactsContext& facts, Leaves leaves) {
    std::map<std::string, std::vector<QueueStep>> changes;
    for (std::size_t i = 0; i < facts.inputs().size(); ++i) {
        if (!facts.loaded(i)) continue;
        const TraceStore& store = facts.store(i);
        for (const DeviceWork& device : facts.devices(i))
            for (const SliceId work : device.work) {
                const auto call = store.launchOf(work);
                if (!call) continue;
                auto& list = changes[streamKey(store, device.key.text(), work)];
                list.push_back({count(store.start(*call)), 1});
                list.push_back({count(leaves == Leaves::AtStart ? store.start(work) : store.end(work)), -1});
            }
    }
    std::map<std::string, Json::Array> out;
    for (auto& [key, list] : changes) {
        // At one time the newcomers come first: the queue never goes below nothing.
        std::stable_sort(list.begin(), list.end(), [](const QueueStep& a, const QueueStep& b) {
            return a.time != b.time ? a.time < b.time : a.change > b.change;
        });
        std::int64_t length = 0;
        for (const QueueStep& step : list) {
            length += step.change;
            out[key].push_back(Json(Json::Array{step.time, length}));
        }
    }
    return out;
}

Json askedQueues(const std::map<std::string, Json::Array>& all, const Json& asked) {
    Json out = Json::object();
    for (const auto& [key, list] : all)
        if (asked.members().empty() || asked.find(key)) out[key] = list;
    return out;
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
        const TraceStore& store = facts.store(work->input);
        if (const auto call = store.launchOf(work->slice))
            out[tag] = (store.start(work->slice) - store.end(*call)).count();
    }
    return out;
}

Json unlinked(FactsContext& facts, const Json&) {
    std::int64_t without = 0;
    for (std::size_t i = 0; i < facts.inputs().size(); ++i) {
        if (!facts.loaded(i)) continue;
        for (const DeviceWork& device : facts.devices(i))
            without += std::count_if(device.work.begin(), device.work.end(),
                                     [&](SliceId work) { return !facts.store(i).launchOf(work); });
    }
    return without;
}

Json beforeLaunch(FactsContext& facts, const Json&) {
    Json out = Json::array();
    for (const Link& link : links(facts))
        if (link.workStart < link.callStart) out.push(facts.tagOf(link.input, link.work));
    return out;
}

Json minShiftNs(FactsContext& facts, const Json&) {
    std::int64_t shift = 0;
    for (const Link& link : links(facts)) shift = std::max(shift, link.callStart - link.workStart);
    return shift;
}

Json queuePending(FactsContext& facts, const Json& asked) { return askedQueues(queues(facts, Leaves::AtStart), asked); }

Json queueOutstanding(FactsContext& facts, const Json& asked) {
    return askedQueues(queues(facts, Leaves::AtEnd), asked);
}

Json queueMax(FactsContext& facts, const Json& asked) {
    Json out = Json::object();
    for (const auto& [key, list] : queues(facts, Leaves::AtStart)) {
        if (!asked.members().empty() && !asked.find(key)) continue;
        std::int64_t most = 0;
        for (const Json& step : list) most = std::max(most, step.elements()[1].asInteger().value_or(0));
        out[key] = most;
    }
    return out;
}

} // namespace lanescope::facts
