#include "core/build/trace_builder.h"

#include "core/base/check.h"
#include "core/build/builder_state.h"
#include "core/build/finisher.h"

#include <atomic>
#include <new>

namespace lanescope {

struct TraceBuilder::State {
    explicit State(BuildOptions o) : options(std::move(o)) {}
    BuildOptions options;
    std::unique_ptr<build::BuilderState> data = std::make_unique<build::BuilderState>();
    std::atomic<std::uint64_t> events{0};
    bool outOfMemory = false;
};

TraceBuilder::TraceBuilder(BuildOptions options) : m_state(std::make_unique<State>(std::move(options))) {}
TraceBuilder::~TraceBuilder() = default;

void TraceBuilder::consume(const RawBatch& batch) {
    if (m_state->outOfMemory) return;
    try {
        build::BatchTaker(*m_state->data).take(batch);
    } catch (const std::bad_alloc&) {
        m_state->outOfMemory = true; // told when the store is taken
    }
    m_state->events.store(m_state->data->counts.elements, std::memory_order_relaxed);
}

void TraceBuilder::finish(const TraceInfo& info, const OddityList& fileOddities) {
    m_state->data->info = info;
    m_state->data->oddities.merge(fileOddities);
    m_state->data->finished = true;
}

std::uint64_t TraceBuilder::eventsSoFar() const { return m_state->events.load(std::memory_order_relaxed); }

std::shared_ptr<const TraceStore> TraceBuilder::preview(const std::stop_token& stop) const {
    if (m_state->outOfMemory) return nullptr;
    build::FinishOptions options;
    options.threads = m_state->options.threads;
    options.userRank = m_state->options.userRank;
    options.rules = &m_state->options.rules;
    options.stop = stop;
    StageTimes times; // of previews: nobody asks
    options.times = &times;
    try {
        return build::finishStore(*m_state->data, options);
    } catch (const std::bad_alloc&) {
        return nullptr; // a preview is never worth more than the load
    }
}

Result<std::shared_ptr<const TraceStore>> TraceBuilder::takeStore(RunContext& context) {
    LANESCOPE_CHECK(m_state->data->finished);
    const Error tooLarge{ErrorCode::LimitExceeded, "the trace does not fit into memory", "",
                         "close other programs, or record fewer steps"};
    if (m_state->outOfMemory) return tooLarge;
    build::FinishOptions options;
    options.threads = m_state->options.threads;
    options.userRank = m_state->options.userRank;
    options.rules = &m_state->options.rules;
    options.release = m_state->data.get();
    options.times = &context.stages();
    options.stop = context.stopToken();
    std::shared_ptr<const TraceStore> store;
    try {
        store = build::finishStore(*m_state->data, options);
    } catch (const std::bad_alloc&) {
        return tooLarge;
    }
    m_state->data = std::make_unique<build::BuilderState>();
    if (!store) return Error{ErrorCode::Cancelled, "stopped while the trace was put together", "", ""};
    return store;
}

} // namespace lanescope
