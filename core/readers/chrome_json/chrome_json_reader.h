// Reads traces in the trace event format (PyTorch / Kineto, Chrome, Ascend, JAX): finds traceEvents, decodes the events
// on all cores, gathers what stands beside them. Strange input costs the event it stands in; the rest loads.
// Memory is bounded by chunks in flight and by the different texts, not by the file. Runs on the caller's thread and
// starts helpers of its own.
#pragma once

#include "core/readers/chrome_json/splitter.h"
#include "core/readers/reader.h"

namespace lanescope::readers {

// 0 = no, 100 = surely.
int sniffChromeJson(std::span<const char> head);

// Errors: EmptyFile, NotATrace, NoTraceEvents, NoEvents, NotReadable, Cancelled.
Result<TraceInfo> loadChromeJson(io::InputFile& input, std::span<const char> head, EventSink& sink,
                                 const ReadOptions& options, RunContext& context);

// The same with chunks of another size, for tests.
Result<TraceInfo> loadChromeJson(io::InputFile& input, std::span<const char> head, EventSink& sink,
                                 const ReadOptions& options, RunContext& context, const SplitOptions& split);

} // namespace lanescope::readers
