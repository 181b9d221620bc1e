// One event of the simulation before it is written: times are the file's own (clock offset and drift applied), ns.
#pragma once

#include "core/synth/program.h"

#include <cstdint>
#include <vector>

namespace lanescope::synth {

enum class RecordKind : std::uint8_t {
    Op,
    Note,
    Step,
    Python,
    Memory,
    Call,
    Kernel,
    Copy,
    Set,
    GpuNote,
    Sync,
};
enum class SyncKind : std::uint8_t { StreamSync, DeviceSync, EventSync, StreamWait };

struct Record {
    RecordKind kind = RecordKind::Op;
    std::uint8_t thread = 0; // host thread
    Stream stream = Stream::Compute;
    Api api = Api::LaunchKernel;
    SyncKind sync = SyncKind::StreamSync;
    SeqUse seqUse = SeqUse::None;
    bool launched = true;   // GPU work: its launch is in the file
    bool comms = false;     // carries Rank and Seq of a collective
    std::uint16_t name = 0; // catalog: name, or kernel
    std::uint16_t args = 0;
    std::uint32_t externalId = 0;
    std::uint32_t correlation = 0;
    std::uint32_t index = 0;  // "Ev Idx"
    std::uint32_t seq = 0;    // autograd sequence number, step number, or Seq of a collective; Sync: the event's record
    std::uint32_t flow = 0;   // fwdbwd id, 0 = none; Python: id
    std::uint32_t link = 0;   // Python: parent id, 0 = none; Call: 1 = launches GPU work
    std::uint32_t module = 0; // Python: module id + 1; graph kernels: node id + 1
    std::int64_t ts = 0, dur = 0;
    std::int64_t bytes = 0; // Memory: negative = released
    std::uint64_t address = 0;
    std::int64_t allocated = 0, reserved = 0;
};

struct StepRecords {
    std::vector<Record> host; // operators, annotations, frames, instants: by start on each thread
    std::vector<Record> gpu;  // calls and GPU work in order of issue
    void clear() {
        host.clear();
        gpu.clear();
    }
};

} // namespace lanescope::synth
