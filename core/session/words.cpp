#include "core/session/words.h"

namespace lanescope {

std::string_view roleWord(Role role) {
    switch (role) {
    case Role::CpuOp:
        return "cpu_op";
    case Role::UserAnnotation:
        return "user_annotation";
    case Role::PythonFunction:
        return "python_function";
    case Role::CpuInstant:
        return "cpu_instant_event";
    case Role::Runtime:
        return "runtime";
    case Role::Driver:
        return "driver";
    case Role::Kernel:
        return "kernel";
    case Role::Memcpy:
        return "gpu_memcpy";
    case Role::Memset:
        return "gpu_memset";
    case Role::GpuAnnotation:
        return "gpu_user_annotation";
    case Role::GpuSync:
        return "gpu_sync";
    case Role::GpuEvent:
        return "gpu_event";
    case Role::Overhead:
        return "overhead";
    case Role::Span:
        return "span";
    case Role::Collective:
        return "collective";
    case Role::Other:
        return "other";
    }
    return "other";
}

std::string_view trackRoleWord(TrackRole role) {
    switch (role) {
    case TrackRole::Host:
        return "host";
    case TrackRole::RuntimeCalls:
        return "runtime_calls";
    case TrackRole::Stream:
        return "stream";
    case TrackRole::GpuSpans:
        return "gpu_spans";
    case TrackRole::GpuSyncs:
        return "gpu_syncs";
    case TrackRole::Overhead:
        return "overhead";
    case TrackRole::Spans:
        return "spans";
    case TrackRole::Async:
        return "async";
    case TrackRole::Other:
        return "other";
    }
    return "other";
}

std::string_view severityWord(Severity severity) {
    switch (severity) {
    case Severity::Strange:
        return "strange";
    case Severity::Repaired:
        return "repaired";
    case Severity::Missing:
        return "missing";
    }
    return "strange";
}

std::string_view rankSourceWord(TraceInfo::RankSource source) {
    switch (source) {
    case TraceInfo::RankSource::None:
        return "none";
    case TraceInfo::RankSource::DistributedInfo:
        return "distributed_info";
    case TraceInfo::RankSource::FileName:
        return "file_name";
    case TraceInfo::RankSource::User:
        return "user";
    }
    return "none";
}

} // namespace lanescope
