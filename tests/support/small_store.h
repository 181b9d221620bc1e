// A store made up by hand from a seed: every column, table and field has content, with wide values and empty lanes, and
// all of it obeys the rules of a store. No reader and no builder are involved.
#pragma once

#include "core/store/trace_store.h"

#include <cstdint>
#include <memory>

namespace lanescope::test {

std::shared_ptr<const TraceStore> smallStore(std::uint32_t seed, std::uint32_t slices = 200);

// Empty when both have the same content, else the first thing that differs.
std::string storeDifference(const TraceStore& a, const TraceStore& b);

} // namespace lanescope::test
