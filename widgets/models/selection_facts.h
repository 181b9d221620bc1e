// What the details card says about a slice, as plain text pairs: times on all clocks, launch, operator, stack, and the
// chain of slices it belongs to. Pure; any thread; binary searches only.
#pragma once

#include "core/base/run_context.h"
#include "core/query/short_names.h"
#include "core/store/trace_store.h"

#include <QString>

#include <optional>
#include <vector>

namespace lanescope::models {

enum class FactWidth : std::uint8_t { Half, Whole }; // of the card

struct Fact {
    QString label, value, exact; // exact: for the tooltip and copying; may be empty
    FactWidth width = FactWidth::Half;
};

struct ChainLink {
    QString label; // short
    QString what;  // "launch", "operator", "frame", "starts"
    SliceId slice;
};

struct SelectionFacts {
    SliceId slice;
    QString shortName, fullName; // full: demangled
    QString kindText;            // "attention kernel, stream 7"
    std::optional<WorkKind> kind;
    std::vector<Fact> facts;
    std::vector<ChainLink> comesFrom; // launch call, operator, annotation, python frames: nearest first
    std::vector<ChainLink> starts;    // what a call launched; at most kMaxStarts
    std::size_t startsTotal = 0;
    std::vector<QString> stack; // python frames above, innermost first; or the recorded call stack
    static constexpr std::size_t kMaxStarts = 8;
};

SelectionFacts selectionFacts(const TraceStore& store, ShortNames& names, SliceId slice, RankTime zero,
                              const QString& zeroName);

// "2 kernels started inside, 25.00 µs of GPU time" of a call, operator, frame or annotation; empty when it started
// none. One pass over what lies inside; stops early, with nothing, when the context says so.
QString workInsideText(const TraceStore& store, SliceId slice, const RunContext& context);

// "p50 411 µs, p95 415 µs, this one at p61" over the slices of the same name; one pass over the rows.
QString sameNameText(const TraceStore& store, SliceId slice);

} // namespace lanescope::models
