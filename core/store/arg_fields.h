// The arguments of Kineto events that become typed side columns. One table: JSON keys (with older spellings), type.
// Correlation and External id have columns of their own and are not here. Everything else stays in the raw text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace lanescope {

enum class ArgField : std::uint8_t {
    Device,
    Stream,
    Context,
    Bytes,
    BandwidthText,
    PythonId,
    PythonParentId,
    PythonModuleId,
    SequenceNumber,
    ForwardThread,
    RecordFunctionId,
    InputDims,
    InputTypes,
    ConcreteInputs,
    CallStack,
    CollectiveName,
    Dtype,
    InElements,
    OutElements,
    InSplit,
    OutSplit,
    GroupSize,
    GroupName,
    GroupDescription,
    GroupRanks,
    SrcRank,
    DstRank,
    CollectiveSeq,
    CommsId,
    GraphId,
    GraphNodeId,
    SyncKind,
    WaitStream,
    WaitRecordCorrelation,
    MemoryBytes,
    MemoryAddr,
    MemoryDeviceType,
    MemoryDeviceId,
    TotalAllocated,
    TotalReserved,
    Count_
};

inline constexpr std::size_t kArgFields = static_cast<std::size_t>(ArgField::Count_);

enum class ArgType : std::uint8_t { Integer, Text };

struct ArgFieldInfo {
    ArgField field;
    ArgType type;
    std::string_view key;      // as today's Kineto writes it
    std::string_view olderKey; // empty when there is none
};

std::span<const ArgFieldInfo> argFieldTable();
const ArgFieldInfo& info(ArgField field);

} // namespace lanescope
