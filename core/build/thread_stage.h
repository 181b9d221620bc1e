// All threads of a trace from raw events to rows: prepared (what is a slice at all, how many rows), built side by side,
// joined in the order of rows. For the final store raw events are given back as soon as their rows are written.
#pragma once

#include "core/build/finisher.h"
#include "core/build/kind_cache.h"
#include "core/build/store_memory.h"
#include "core/build/thread_build.h"
#include "core/build/work_share.h"

#include <memory>
#include <optional>
#include <vector>

namespace lanescope::build {

class ThreadStage {
public:
    ThreadStage(const BuilderState& state, const FinishOptions& options, const Sharing& sharing)
        : m_state(state), m_options(options), m_sharing(sharing) {}
    // False when stopped.
    bool run();

    // Results, by thread where vectors.
    std::shared_ptr<StoreMemory> memory;
    std::vector<std::uint32_t> firstRow;
    std::vector<std::vector<TrackOut>> tracks;
    std::vector<std::vector<std::uint32_t>> flowRows;
    std::vector<std::vector<std::uint32_t>> stepRows; // of threads that have some
    std::vector<std::int64_t> allocations;            // starts, sorted
    OddityList oddities;

private:
    void prepare();
    void reserveRows();
    void build();
    void buildOne(std::uint32_t thread);
    void join();
    void joinArgs();
    void joinRare(RareOut& rare);
    void noteAside(std::uint32_t thread);

    const BuilderState& m_state;
    const FinishOptions& m_options;
    const Sharing& m_sharing;
    std::optional<KindCache> m_kinds;
    std::vector<std::unique_ptr<ThreadSlices>> m_slices; // by thread, until it is joined
    std::vector<std::unique_ptr<ArgCounts>> m_nextArg;   // by thread
    std::vector<ThreadOut> m_out;                        // by thread
};

} // namespace lanescope::build
