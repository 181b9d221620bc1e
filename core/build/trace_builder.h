// Turns batches into an immutable store: threads and tracks, B/E and async pairs, lanes, parents, launch links, flows
// bound to slices, steps, kinds of work, counters, level of detail. The same file gives the same store, bit for bit,
// with any number of threads. One thread at a time, except where noted.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/build/event_sink.h"
#include "core/build/kind_rules.h"
#include "core/store/trace_store.h"

#include <memory>
#include <stop_token>

namespace lanescope {

struct BuildOptions {
    unsigned threads = 1;                 // for the parallel parts of finishing
    std::optional<std::int64_t> userRank; // overrides what the file says
    KindRules rules = KindRules::builtin();
};

class TraceBuilder final : public EventSink {
public:
    explicit TraceBuilder(BuildOptions options);
    ~TraceBuilder() override;
    void consume(const RawBatch& batch) override;
    void finish(const TraceInfo& info, const OddityList& fileOddities) override;
    std::uint64_t eventsSoFar() const;
    // A complete store of what was consumed so far, marked partial. The builder goes on unharmed.
    // Null when stopped or when there is no memory for it.
    std::shared_ptr<const TraceStore> preview(const std::stop_token& stop = {}) const;
    // After finish(): the store. The builder is empty afterwards. Cancelled when the context says stop.
    Result<std::shared_ptr<const TraceStore>> takeStore(RunContext& context);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope
