// From what the builder took over to a store. For a preview the raw events stay; for the final store they are given
// back thread by thread while their rows are written, so that both are never in memory whole.
#pragma once

#include "core/base/stage_times.h"
#include "core/build/builder_state.h"
#include "core/build/kind_rules.h"

#include <memory>
#include <optional>
#include <stop_token>

namespace lanescope::build {

struct FinishOptions {
    unsigned threads = 1;
    std::optional<std::int64_t> userRank;
    const KindRules* rules = nullptr;
    BuilderState* release = nullptr; // raw events may be given back here; null: a preview
    StageTimes* times = nullptr;
    std::stop_token stop;
};

// Null when stopped.
std::shared_ptr<const TraceStore> finishStore(const BuilderState& state, const FinishOptions& options);

} // namespace lanescope::build
