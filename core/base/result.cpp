#include "core/base/result.h"

namespace lanescope {

const char* errorWord(ErrorCode code) {
    switch (code) {
    case ErrorCode::Internal:
        return "internal";
    case ErrorCode::Usage:
        return "usage";
    case ErrorCode::NotFound:
        return "not_found";
    case ErrorCode::NotReadable:
        return "not_readable";
    case ErrorCode::NotWritable:
        return "not_writable";
    case ErrorCode::EmptyFile:
        return "empty_file";
    case ErrorCode::NotATrace:
        return "not_a_trace";
    case ErrorCode::NoTraceEvents:
        return "no_traceEvents";
    case ErrorCode::NoEvents:
        return "no_events";
    case ErrorCode::UnsupportedFormat:
        return "unsupported_format";
    case ErrorCode::Damaged:
        return "damaged";
    case ErrorCode::LimitExceeded:
        return "limit_exceeded";
    case ErrorCode::Cancelled:
        return "cancelled";
    case ErrorCode::MissingData:
        return "missing_data";
    }
    return "internal";
}

std::string Error::text() const {
    std::string out = place.empty() ? message : place + ": " + message;
    if (!hint.empty()) out += ". " + hint;
    return out;
}

} // namespace lanescope
