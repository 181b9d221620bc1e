// What one rank does in one step, as a list of small actions: the host's operators and API calls in order of issue,
// with the GPU work they launch. A program is built once and run for every step; only durations vary. Immutable after
// building; any thread.
#pragma once

#include "core/synth/catalog.h"

#include <cstdint>
#include <vector>

namespace lanescope::synth {

enum class Do : std::uint8_t {
    OpBegin,   // name, args, ns before the first thing inside; a = slot of the autograd sequence number
    OpEnd,     // ns after the last thing inside
    NoteBegin, // user_annotation; cause: what the host does inside
    NoteEnd,
    PhaseBegin, // annotation of one iteration of inference; a = 1: prefill; ends with NoteEnd
    StepBegin,  // ProfilerStep#N
    StepEnd,
    PyBegin, // python frame; a = module id + 1, 0 = none
    PyEnd,
    Thread,      // what follows runs on host thread `a`
    Busy,        // ns of host time without a record
    Kernel,      // kernel name, ns on the GPU, stream, api
    Copy,        // ns, bytes, direction in `args`
    Set,         // memset
    Graph,       // graph `a` of the program
    Collective,  // kernel name, ns of transfer, group `a`, args = text of the metadata, bytes
    EventRecord, // event slot a, on stream
    StreamWait,  // stream waits for event slot a
    StreamSync,  // host waits for stream; ns = time to wake up
    DeviceSync,
    EventSync,    // host waits for event slot a
    Api,          // a call that launches nothing: api, ns
    DeviceMalloc, // cudaMalloc, bytes, ns
    DeviceFree,   // cudaFree: waits for the device, then ns
    Alloc,        // [memory] instant: slot a, bytes
    Release,      // [memory] instant: slot a
};

enum class Api : std::uint8_t {
    LaunchKernel,
    LaunchKernelExC,
    CuLaunchKernelEx,
    MemcpyAsync,
    MemsetAsync,
    GraphLaunch,
    EventRecord,
    StreamWaitEvent,
    StreamSynchronize,
    DeviceSynchronize,
    EventSynchronize,
    EventQuery,
    Malloc,
    Free,
    StreamIsCapturing,
    FuncSetAttribute,
    Occupancy,
    PeekAtLastError,
};

// Why the host is late, when it is: the pathology's own host time.
enum class Cause : std::uint8_t { None, DataLoading, Synchronisation, Allocation };
enum class SeqUse : std::uint8_t { None, Define, Use, Mention }; // Mention: the number without an arrow
enum class Direction : std::uint8_t { PinnedToDevice, PageableToDevice, DeviceToPinned, DeviceToDevice };

enum class Stream : std::uint8_t { Compute, Gradients, PointToPoint, Copies };
inline constexpr std::size_t kStreams = 4;

struct Item {
    Do what = Do::Busy;
    Stream stream = Stream::Compute;
    Api api = Api::LaunchKernel;
    Cause cause = Cause::None;
    SeqUse seq = SeqUse::None;
    bool deferred = false; // a collective that waits for the end of the backward pass by design
    std::uint16_t name = 0;
    std::uint16_t args = 0;
    std::uint32_t a = 0;
    std::int64_t ns = 0;
    std::uint64_t bytes = 0;
};

struct GraphNode {
    std::uint16_t kernel = 0;
    std::int64_t ns = 0;
};

struct Program {
    std::vector<Item> items;
    std::vector<std::vector<GraphNode>> graphs;
    std::uint32_t seqSlots = 0, events = 0, memorySlots = 0;
    std::int64_t gpuNs = 0;  // kernels of the compute stream, before variation
    std::int64_t hostNs = 0; // the same for the host
};

} // namespace lanescope::synth
