#include "core/session/facts_keys.h"

namespace lanescope::facts {

Json ranks(FactsContext& facts, const Json&) {
    Json out = Json::array();
    for (std::size_t i = 0; i < facts.inputs().size(); ++i)
        out.push(facts.loaded(i) ? Json(facts.store(i).info().rank) : Json());
    return out;
}

} // namespace lanescope::facts
