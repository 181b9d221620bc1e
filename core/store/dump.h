// A store as canonical text: two stores are equal when their dumps are. For goldens, `dump`, and comparing thread
// counts. One line a row, in the store's order; texts are quoted with JSON escapes; rows, not pointers, so nothing
// depends on the machine. Streams: memory does not grow with the store. Any thread.
#pragma once

#include "core/store/trace_store.h"

#include <functional>
#include <string>
#include <string_view>

namespace lanescope {

// Pieces of the text, each some KiB. Returning false ends the dump early.
using DumpOutput = std::function<bool(std::string_view)>;
void dumpStore(const TraceStore& store, const DumpOutput& out);
std::string dumpStore(const TraceStore& store); // small stores

} // namespace lanescope
