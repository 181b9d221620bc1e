#include "core/analysis/collectives/collective_args.h"
#include "core/session/facts_keys.h"

namespace lanescope::facts {

Json ranks(FactsContext& facts, const Json&) {
    Json out = Json::array();
    for (std::size_t i = 0; i < facts.inputs().size(); ++i)
        out.push(facts.loaded(i) ? Json(facts.store(i).info().rank) : Json());
    return out;
}

Json bandwidth(FactsContext& facts, const Json& asked) {
    Json out = Json::object();
    for (const auto& [tag, ignored] : asked.members()) {
        out[tag] = Json();
        const auto slice = facts.tagged(tag);
        if (!slice) continue;
        const TraceStore& store = facts.store(slice->input);
        const auto size = collectiveSize(collectiveArgs(store, slice->slice), store.duration(slice->slice).count());
        if (!size) continue;
        out[tag]["bytes"] = size->bytes;
        out[tag]["alg_gbps"] = size->algorithmRate / 1e9;
        out[tag]["bus_gbps"] = size->busRate ? Json(*size->busRate / 1e9) : Json();
    }
    return out;
}

} // namespace lanescope::facts
