#include "core/session/facts_keys.h"

#include <set>

namespace lanescope::facts {
namespace {

std::uint64_t tracksWithSlices(const TraceStore& store) {
    std::set<ThreadId> threads;
    for (const Track& track : store.tracks())
        if (track.sliceCount > 0) threads.insert(track.thread);
    const SetAsideColumns& aside = store.setAside();
    for (const std::uint32_t thread : aside.thread) threads.insert(ThreadId{thread});
    return threads.size();
}

Json warningWords(const TraceStore& store) {
    Json out = Json::array();
    for (const OddityEntry& entry : store.oddities().entries()) out.push(info(entry.kind).word);
    return out;
}

Json everything(const TraceStore& store) {
    const LoadCounts& counts = store.counts();
    Json out;
    out["slices"] = counts.slices;
    out["dropped"] = counts.dropped;
    out["elements"] = counts.elements;
    out["empty"] = counts.empty;
    out["nonobj"] = counts.nonObjects;
    out["plausible"] = counts.slices - counts.implausible;
    out["tracks"] = tracksWithSlices(store);
    out["warnings"] = warningWords(store);
    out["no_warnings"] = store.oddities().empty();
    return out;
}

} // namespace

Json loadAnswer(const FactsInput& input, const Json& asked) {
    Json all;
    if (input.trace.ok()) {
        all = everything(*input.trace->store);
    } else {
        all["error"] = errorWord(input.trace.error().code);
    }
    if (!asked.isObject() || !input.trace.ok()) return all;
    Json out = Json::object();
    for (const auto& [key, value] : asked.members())
        if (const Json* found = all.find(key)) out[key] = *found;
    return out;
}

} // namespace lanescope::facts
