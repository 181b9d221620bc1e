#include "core/session/facts.h"

#include "core/session/facts_keys.h"

namespace lanescope {
namespace {

struct FactKey {
    std::string_view key;
    FactFunction answer;
};

constexpr FactKey kKeys[] = {
    {"start_ns", facts::startNs},
    {"dur_ns", facts::durNs},
    {"name_of", facts::nameOf},
    {"stream_of", facts::streamOf},
    {"class_of", facts::classOf},
    {"parent_of", facts::parentOf},
    {"python_parent", facts::pythonParent},
    {"abs_start_ns", facts::absStartNs},
    {"launch_of", facts::launchOf},
    {"launch_delay_ns", facts::launchDelayNs},
    {"unlinked", facts::unlinked},
    {"before_launch", facts::beforeLaunch},
    {"min_shift_ns", facts::minShiftNs},
    {"queue_pending", facts::queuePending},
    {"queue_outstanding", facts::queueOutstanding},
    {"queue_max", facts::queueMax},
    {"gpu", facts::gpu},
    {"gpu_by_file", facts::gpuByFile},
    {"window", facts::window},
    {"gaps_ns", facts::gapsNs},
    {"devices", facts::devices},
    {"steps", facts::steps},
    {"kernel_totals", facts::kernelTotals},
    {"range_ns", facts::rangeNs},
    {"search", facts::search},
    {"select", facts::select},
    {"ranks", facts::ranks},
    {"bandwidth", facts::bandwidth},
    {"collectives", facts::collectives},
};

constexpr std::string_view kWholeQuestion = R"({"load": {}, "expect": {"devices": null, "ranks": null, "range_ns": null,
    "unlinked": null, "gpu_by_file": {}, "steps": {}}})";

Json loadAnswers(const Json& asked, std::span<const FactsInput> inputs) {
    Json out = Json::object();
    if (asked.members().empty()) {
        for (const FactsInput& input : inputs) out[input.name] = facts::loadAnswer(input, Json());
        return out;
    }
    for (const auto& [name, keys] : asked.members()) {
        out[name] = Json(); // a file that was not given has no answer
        for (const FactsInput& input : inputs)
            if (input.name == name) out[name] = facts::loadAnswer(input, keys);
    }
    return out;
}

FactFunction functionFor(std::string_view key) {
    for (const FactKey& entry : kKeys)
        if (entry.key == key) return entry.answer;
    return nullptr;
}

} // namespace

std::vector<std::string_view> factKeys() {
    std::vector<std::string_view> keys;
    for (const FactKey& entry : kKeys) keys.push_back(entry.key);
    return keys;
}

Result<Json> answerFacts(const Json& ask, std::span<const FactsInput> inputs, RunContext& context) {
    if (!ask.find("load") && !ask.find("expect")) {
        const auto whole = parseJson(kWholeQuestion, "the whole question");
        return whole.ok() ? answerFacts(*whole, inputs, context) : whole;
    }
    Json answer;
    if (const Json* load = ask.find("load")) answer["load"] = loadAnswers(*load, inputs);
    const Json* expect = ask.find("expect");
    if (!expect) return answer;
    FactsContext facts(inputs, context);
    Json& out = answer["expect"] = Json::object();
    for (const auto& [key, asked] : expect->members()) {
        if (context.stopRequested()) return Error{ErrorCode::Cancelled, "stopped while answering", "facts", ""};
        const FactFunction function = functionFor(key);
        if (function && facts.firstLoaded()) out[key] = function(facts, asked);
    }
    if (facts.tagError()) return *facts.tagError();
    return answer;
}

} // namespace lanescope
