// A test of the filter as something that answers for a block of rows at once. Internal to the filter. Immutable once
// made; any thread.
#pragma once

#include "core/base/run_context.h"
#include "core/query/filter_syntax.h"
#include "core/store/trace_store.h"

#include <memory>

namespace lanescope::filter {

inline constexpr std::uint32_t kBlockRows = 4096;

class ColumnTest {
public:
    virtual ~ColumnTest() = default;
    // out[i] for row first + i becomes 0 or 1. Rows whose `wanted` is 0 may be left 0; they are not asked for.
    virtual void block(std::uint32_t first, std::uint32_t count, const std::uint8_t* wanted,
                       std::uint8_t* out) const = 0;
    bool costly = false; // asked last among conditions side by side
};

// Makes the tables a test needs: each name is looked at once. Null when the context said stop.
std::unique_ptr<ColumnTest> columnTest(const TraceStore& store, const Test& test, RunContext& run);

// The same for tests that follow the ancestors of a slice.
std::unique_ptr<ColumnTest> ancestorTest(const TraceStore& store, const Test& test, RunContext& run);

// Per string of the store: 1 where the pattern or the exact text holds. Only strings that `used` marks are looked at.
// Empty when stopped.
std::vector<std::uint8_t> textTable(const TraceStore& store, const Test& test, const std::vector<std::uint8_t>& used,
                                    RunContext& run);
std::vector<std::uint8_t> usedNames(const TraceStore& store);

} // namespace lanescope::filter
