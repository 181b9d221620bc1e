#include "core/store/arg_fields.h"

#include <array>

namespace lanescope {
namespace {

using enum ArgField;
using enum ArgType;

constexpr std::array<ArgFieldInfo, static_cast<std::size_t>(Count_)> kTable{{
    {Device, Integer, "device", {}},
    {Stream, Integer, "stream", {}},
    {Context, Integer, "context", {}},
    {Bytes, Integer, "bytes", {}},
    {BandwidthText, Text, "memory bandwidth (GB/s)", {}},
    {PythonId, Integer, "Python id", {}},
    {PythonParentId, Integer, "Python parent id", {}},
    {PythonModuleId, Integer, "Python module id", {}},
    {SequenceNumber, Integer, "Sequence number", {}},
    {ForwardThread, Integer, "Fwd thread id", {}},
    {RecordFunctionId, Integer, "Record function id", {}},
    {InputDims, Text, "Input Dims", "Input dims"},
    {InputTypes, Text, "Input type", {}},
    {ConcreteInputs, Text, "Concrete Inputs", {}},
    {CallStack, Text, "Call stack", {}},
    {CollectiveName, Text, "Collective name", {}},
    {Dtype, Text, "dtype", {}},
    {InElements, Integer, "In msg nelems", "In msg size"},
    {OutElements, Integer, "Out msg nelems", "Out msg size"},
    {InSplit, Text, "In split size", {}},
    {OutSplit, Text, "Out split size", {}},
    {GroupSize, Integer, "Group size", {}},
    {GroupName, Text, "Process Group Name", {}},
    {GroupDescription, Text, "Process Group Description", {}},
    {GroupRanks, Text, "Process Group Ranks", {}},
    {SrcRank, Integer, "Src Rank", {}},
    {DstRank, Integer, "Dst Rank", {}},
    {CollectiveSeq, Integer, "Seq", {}},
    {CommsId, Text, "Comms Id", {}},
    {GraphId, Integer, "graph id", {}},
    {GraphNodeId, Integer, "graph node id", {}},
    {SyncKind, Text, "cuda_sync_kind", {}},
    {WaitStream, Integer, "wait_on_stream", {}},
    {WaitRecordCorrelation, Integer, "wait_on_cuda_event_record_corr_id", {}},
    {MemoryBytes, Integer, "Bytes", {}},
    {MemoryAddr, Integer, "Addr", {}},
    {MemoryDeviceType, Integer, "Device Type", {}},
    {MemoryDeviceId, Integer, "Device Id", {}},
    {TotalAllocated, Integer, "Total Allocated", {}},
    {TotalReserved, Integer, "Total Reserved", {}},
}};

} // namespace

std::span<const ArgFieldInfo> argFieldTable() { return kTable; }
const ArgFieldInfo& info(ArgField field) { return kTable[static_cast<std::size_t>(field)]; }

} // namespace lanescope
