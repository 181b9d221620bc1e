#include "core/analysis/four_numbers.h"
#include "core/session/facts_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace lanescope::facts {
namespace {

Json pairOf(std::int64_t a, std::int64_t b) { return Json::Array{a, b}; }

// Figures of a window under the words of the questions.
Json figures(const FourNumbers& f) {
    Json out;
    out["span_ns"] = f.wallNs;
    out["busy_ns"] = f.busyNs;
    out["compute_ns"] = f.computeNs;
    out["comm_ns"] = f.commNs;
    out["mem_ns"] = f.memNs;
    out["overlap_ns"] = f.overlapNs;
    out["exposed_comm_ns"] = f.exposedCommNs;
    out["exposed_mem_ns"] = f.exposedMemNs;
    out["idle_ns"] = f.idleNs;
    return out;
}

Json figuresOf(const DeviceWork& device) {
    const auto whole = wholeWindow(device, {});
    Json out = figures(whole.value_or(FourNumbers{}));
    out["sum_ns"] = device.sumNs;
    out["gpu_slices"] = device.work.size();
    return out;
}

// The figures that are asked for; all of them when the question is empty.
Json only(const Json& all, const Json& asked) {
    if (asked.members().empty()) return all;
    Json out = Json::object();
    for (const auto& [key, ignored] : asked.members())
        if (const Json* value = all.find(key)) out[key] = *value;
    return out;
}

const TraceStore& firstStore(FactsContext& facts) { return facts.store(*facts.firstLoaded()); }

} // namespace

Json gpu(FactsContext& facts, const Json& asked) {
    Json out = Json::object();
    for (const DeviceWork& device : facts.devices(*facts.firstLoaded())) {
        const std::string key = device.key.text();
        const Json* keys = asked.find(key);
        if (keys || asked.members().empty()) out[key] = only(figuresOf(device), keys ? *keys : Json());
    }
    return out;
}

Json gpuByFile(FactsContext& facts, const Json& asked) {
    Json out = Json::object();
    for (std::size_t i = 0; i < facts.inputs().size(); ++i) {
        if (!facts.loaded(i)) continue;
        const std::string& name = facts.inputs()[i].name;
        const Json* keys = asked.find(name);
        if (keys || asked.members().empty())
            out[name] = only(figuresOf(allDevices(facts.store(i))), keys ? *keys : Json());
    }
    return out;
}

Json window(FactsContext& facts, const Json& asked) {
    const DeviceWork work = allDevices(firstStore(facts));
    Json out = Json::object();
    for (const auto& [label, question] : asked.members()) {
        const Json* from = question.find("from_ns");
        const Json* to = question.find("to_ns");
        if (!from || !to || !from->asInteger() || !to->asInteger()) continue; // stays unanswered
        const FourNumbers f = fourNumbers(work, *from->asInteger(), *to->asInteger(), {});
        Json answer = figures(f);
        answer["from_ns"] = f.beginNs;
        answer["to_ns"] = f.endNs;
        out[label] = only(answer, question);
    }
    return out;
}

Json gapsNs(FactsContext& facts, const Json&) {
    const DeviceWork work = allDevices(firstStore(facts));
    Json out = Json::array();
    for (std::size_t i = 1; i < work.busy.size(); ++i) out.push(pairOf(work.busy[i - 1].end, work.busy[i].begin));
    return out;
}

Json devices(FactsContext& facts, const Json&) {
    std::set<std::string> keys;
    for (std::size_t i = 0; i < facts.inputs().size(); ++i)
        if (facts.loaded(i))
            for (const DeviceWork& device : facts.devices(i)) keys.insert(device.key.text());
    Json out = Json::array();
    for (const std::string& key : keys) out.push(key);
    return out;
}

Json steps(FactsContext& facts, const Json&) {
    const TraceReport report = reportOf(firstStore(facts), {});
    Json out = Json::object();
    for (const StepFigures& step : report.all.steps) {
        Json& answer = out[step.name];
        answer["cpu_ns"] = step.byWindow.wallNs;
        answer["busy_in_window_ns"] = step.byWindow.busyNs;
        answer["busy_by_launch_ns"] = step.byLaunch ? step.byLaunch->busyNs : 0;
    }
    return out;
}

Json kernelTotals(FactsContext& facts, const Json& asked) {
    struct Total {
        std::int64_t count = 0, ns = 0;
    };
    Json out = Json::object();
    for (std::size_t i = 0; i < facts.inputs().size(); ++i) {
        const std::string& name = facts.inputs()[i].name;
        if (!facts.loaded(i) || (!asked.members().empty() && !asked.find(name))) continue;
        std::map<std::string, Total> totals;
        const TraceStore& store = facts.store(i);
        for (const DeviceWork& device : facts.devices(i))
            for (const SliceId work : device.work) {
                if (store.role(work) != Role::Kernel) continue;
                Total& total = totals[fmt::format("{}@{}", store.name(work), device.key.text())];
                ++total.count;
                total.ns += store.duration(work).count();
            }
        out[name] = Json::object();
        for (const auto& [key, total] : totals) out[name][key] = pairOf(total.count, total.ns);
    }
    return out;
}

Json rangeNs(FactsContext& facts, const Json&) {
    std::optional<TimeRange> range;
    for (std::size_t i = 0; i < facts.inputs().size(); ++i) {
        if (!facts.loaded(i) || facts.store(i).slices().size() == 0) continue;
        const TimeRange extent = facts.store(i).extent();
        range = range ? TimeRange{std::min(range->begin, extent.begin), std::max(range->end, extent.end)} : extent;
    }
    return range ? pairOf(count(range->begin), count(range->end)) : Json();
}

} // namespace lanescope::facts
