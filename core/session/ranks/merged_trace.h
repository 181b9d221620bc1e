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
#include <vector>

namespace lanescope {

struct MergedTraceOptions {
    std::string event;                   // by whose start the clocks were laid together
    std::vector<std::int64_t> shiftedNs; // by hand, by record; empty: none was
    // What may be seen of names of slices, processes and threads and of texts in arguments; empty: all.
    std::function<std::string(std::string_view)> words;
    std::vector<std::string> hidden; // further names that saveMerged() leaves out then
    bool namesLeftOut = false; // saveMerged() learns names of hosts and people from the traces and makes `words` of it
};

class MergedTraceWriter {
public:
    using Output = std::function<bool(std::string_view)>; // false: no more can be written
    MergedTraceWriter(const RankSet& set, Output output, MergedTraceOptions options = {});

    bool begin();
    // The records of the set one after the other, each with its trace.
    bool addRank(std::size_t record, const TraceStore& store, const std::stop_token& stop = {});
    bool end();
    std::uint64_t flowsLeftOut() const { return m_flowsLeftOut; } // ends that no slice holds

private:
    struct Rank;
    Json mergedJson() const;
    bool flush(std::size_t above);
    void meta(std::string_view what, std::int64_t pid, std::int64_t tid, std::string_view args);
    void threads(const Rank& rank);
    void slices(const Rank& rank, const std::stop_token& stop);
    void args(const Rank& rank, SliceId slice);
    void instants(const Rank& rank);
    void flows(const Rank& rank);
    void counters(const Rank& rank);
    void event(std::string_view start);
    std::string quoted(std::string_view text) const; // as it may be seen

    const RankSet& m_set;
    Output m_output;
    MergedTraceOptions m_options;
    std::string m_text;
    bool m_first = true;
    bool m_ok = true;
    std::uint64_t m_flowsLeftOut = 0;
};

} // namespace lanescope
