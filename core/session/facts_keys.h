// The answers to single keys, sorted by subject; facts.cpp lists them. One thread.
#pragma once

#include "core/session/facts_context.h"

namespace lanescope::facts {

Json loadAnswer(const FactsInput& input, const Json& asked); // one file of `load`

// facts_slices.cpp: of the slice with a tag
Json startNs(FactsContext& facts, const Json& asked);
Json durNs(FactsContext& facts, const Json& asked);
Json nameOf(FactsContext& facts, const Json& asked);
Json streamOf(FactsContext& facts, const Json& asked);
Json classOf(FactsContext& facts, const Json& asked);
Json parentOf(FactsContext& facts, const Json& asked);
Json pythonParent(FactsContext& facts, const Json& asked);
Json absStartNs(FactsContext& facts, const Json& asked);

// facts_launches.cpp
Json launchOf(FactsContext& facts, const Json& asked);
Json launchDelayNs(FactsContext& facts, const Json& asked);
Json unlinked(FactsContext& facts, const Json& asked);
Json beforeLaunch(FactsContext& facts, const Json& asked);
Json minShiftNs(FactsContext& facts, const Json& asked);
Json queuePending(FactsContext& facts, const Json& asked);
Json queueOutstanding(FactsContext& facts, const Json& asked);
Json queueMax(FactsContext& facts, const Json& asked);

// facts_gpu.cpp
Json gpu(FactsContext& facts, const Json& asked);
Json gpuByFile(FactsContext& facts, const Json& asked);
Json window(FactsContext& facts, const Json& asked);
Json gapsNs(FactsContext& facts, const Json& asked);
Json devices(FactsContext& facts, const Json& asked);
Json steps(FactsContext& facts, const Json& asked);
Json kernelTotals(FactsContext& facts, const Json& asked);
Json rangeNs(FactsContext& facts, const Json& asked);

// facts_find.cpp
Json search(FactsContext& facts, const Json& asked);
Json select(FactsContext& facts, const Json& asked);

// facts_ranks.cpp
Json ranks(FactsContext& facts, const Json& asked);
Json bandwidth(FactsContext& facts, const Json& asked);

// facts_collectives.cpp
Json collectives(FactsContext& facts, const Json& asked);

} // namespace lanescope::facts
