// The traces of several ranks as one Chrome trace on one clock, for people without Lanescope. Processes and threads get
// numbers of their own per rank and say in their names where they are from; correlations, external and Python ids and
// flow ids are moved apart, so that nothing of one rank is tied to another. Typed arguments are written, others not.
// Written piece by piece: memory does not grow with the traces. One thread.
#pragma once

#include "core/align/alignment.h"
#include "core/session/ranks/rank_set.h"
#include "core/store/trace_store.h"

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace lanescope {

class MergedTraceWriter {
public:
    using Output = std::function<bool(std::string_view)>; // false: no more can be written
    MergedTraceWriter(const RankSet& set, Output output);

    bool begin();
    // The records of the set one after the other, each with its trace.
    bool addRank(std::size_t record, const TraceStore& store, const std::stop_token& stop = {});
    bool end();
    std::uint64_t flowsLeftOut() const { return m_flowsLeftOut; } // ends that no slice holds

private:
    struct Rank;
    bool flush(std::size_t above);
    void meta(std::string_view what, std::int64_t pid, std::int64_t tid, std::string_view args);
    void threads(const Rank& rank);
    void slices(const Rank& rank, const std::stop_token& stop);
    void args(const Rank& rank, SliceId slice);
    void instants(const Rank& rank);
    void flows(const Rank& rank);
    void counters(const Rank& rank);
    void event(std::string_view start);

    const RankSet& m_set;
    Output m_output;
    std::string m_text;
    bool m_first = true;
    bool m_ok = true;
    std::uint64_t m_flowsLeftOut = 0;
};

} // namespace lanescope
