#include "core/analysis/kernels/by_name.h"
#include "core/analysis/search/name_search.h"
#include "core/session/facts_keys.h"

#include <algorithm>

namespace lanescope::facts {
namespace {

std::optional<std::int64_t> integerIn(const Json& question, std::string_view key) {
    const Json* value = question.find(key);
    return value ? value->asInteger() : std::nullopt;
}

} // namespace

Json search(FactsContext& facts, const Json& asked) {
    const std::size_t input = *facts.firstLoaded();
    Json out = Json::object();
    for (const auto& [text, ignored] : asked.members()) {
        const auto pattern = NamePattern::parse(text);
        if (!pattern.ok()) {
            out[text] = Json(); // no expression: no answer
            continue;
        }
        const auto hits = searchNames(facts.store(input), *pattern, facts.run());
        if (!hits.ok()) return {};
        out[text] = Json::array();
        for (const SliceId hit : *hits) out[text].push(facts.tagOf(input, hit));
    }
    return out;
}

Json select(FactsContext& facts, const Json& asked) {
    const TraceStore& store = facts.store(*facts.firstLoaded());
    Json out = Json::array();
    for (const Json& question : asked.elements()) {
        const auto from = integerIn(question, "from_ns");
        const auto to = integerIn(question, "to_ns");
        Json answer = Json::object();
        if (from && to) {
            auto totals = selectByName(store, timeRange(*from, *to), facts.run());
            std::sort(totals.begin(), totals.end(),
                      [&](const NameTotal& a, const NameTotal& b) { return store.text(a.name) < store.text(b.name); });
            answer["from_ns"] = *from;
            answer["to_ns"] = *to;
            answer["by_name"] = Json::object();
            for (const NameTotal& total : totals)
                answer["by_name"][store.text(total.name)] =
                    Json::Array{static_cast<std::int64_t>(total.count), total.insideNs};
        }
        out.push(std::move(answer));
    }
    return out;
}

} // namespace lanescope::facts
