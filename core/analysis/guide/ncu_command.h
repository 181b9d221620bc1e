// The command line that hands one kernel over to Nsight Compute (or to rocprof-compute on ROCm), safe to paste into a
// POSIX shell whatever the kernel is called. Any thread.
#pragma once

#include "core/analysis/launches/launch_index.h"
#include "core/store/trace_store.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct KernelHandOver {
    std::string command;               // lines joined by " \" and a line break; ends with a placeholder program
    std::string function;              // the name ncu compares: no template arguments, no parameters, no namespaces
    std::uint64_t ordinal = 0;         // of this launch among those of the function in its process, from 0
    std::uint64_t launches = 0;        // of the function in the process
    std::vector<std::string> warnings; // sentences
};

// `kernel` is a kernel; `program` is put at the end as it is ("python train.py ...").
KernelHandOver kernelHandOver(const TraceStore& store, SliceId kernel,
                              std::string_view program = "python train.py ...");

// "void a::b<int>(float*)" -> "b".
std::string functionBase(std::string_view name);
std::string quotedForShell(std::string_view text); // in single quotes, as one word
std::string escapedForRegex(std::string_view text);

} // namespace lanescope
