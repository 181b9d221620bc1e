// Where readers deliver. Batches come in file order (sequence 0, 1, 2 ...), one call at a time; the call may come from
// different threads but never from two at once. The batch may be reused by the producer after the call returns.
#pragma once

#include "core/build/event_batch.h"
#include "core/store/trace_info.h"

namespace lanescope {

class EventSink {
public:
    virtual ~EventSink() = default;
    virtual void consume(const RawBatch& batch) = 0;
    // Everything known about the file beside its events; once, after the last batch.
    virtual void finish(const TraceInfo& info, const OddityList& fileOddities) = 0;
};

} // namespace lanescope
