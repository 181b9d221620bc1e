#include "core/readers/chrome_json/boundary.h"

#include "core/readers/chrome_json/token_class.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace lanescope::readers {
namespace {

std::size_t skipBlanks(std::string_view text, std::size_t at) {
    while (at < text.size() && isBlank(text[at])) ++at;
    return at;
}

// The key in quotes at `at` (of the quote), without them; empty when there is none of a sensible size.
std::string_view keyAt(std::string_view text, std::size_t at) {
    if (at >= text.size() || text[at] != '"') return {};
    const std::string_view rest = text.substr(at + 1, 40);
    const std::size_t end = rest.find('"');
    return end == std::string_view::npos ? std::string_view{} : rest.substr(0, end);
}

// Keys that events begin with. Not "id": lists of devices and the like begin with it.
bool isFirstKey(std::string_view key) {
    constexpr std::array<std::string_view, 12> kKeys{"ph",   "name", "cat", "pid", "tid", "ts",
                                                     "args", "dur",  "bp",  "s",   "tts", "tdur"};
    return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

// Whether a '}' stands before `at`, with blanks and at most one comma between.
bool followsObject(std::string_view text, std::size_t at) {
    bool comma = false;
    while (at > 0) {
        const char c = text[--at];
        if (c == '}') return true;
        if (c == ',' && !comma) {
            comma = true;
        } else if (!isBlank(c)) {
            return false;
        }
    }
    return false;
}

} // namespace

bool isBoundary(std::string_view text, std::size_t at) {
    return text[at] == '{' && isFirstKey(keyAt(text, skipBlanks(text, at + 1))) && followsObject(text, at);
}

std::size_t lastBoundary(std::string_view text, std::size_t after) {
    for (std::size_t end = text.size(); end > after + 1;) {
        const void* found = ::memrchr(text.data(), '{', end);
        if (found == nullptr) break;
        end = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
        if (end > after && isBoundary(text, end)) return end;
    }
    return kNowhere;
}

bool isEventStart(std::string_view text, std::size_t at) {
    const std::size_t quote = skipBlanks(text, at + 1);
    if (keyAt(text, quote) != "ph") return false;
    const std::size_t colon = skipBlanks(text, quote + 4);
    if (colon >= text.size() || text[colon] != ':') return false;
    return keyAt(text, skipBlanks(text, colon + 1)).size() == 1;
}

bool isArrayEnd(std::string_view text, std::size_t at, AtEnd fileEnds) {
    std::size_t before = at;
    while (before > 0 && isBlank(text[before - 1])) --before;
    if (before == 0 || (text[before - 1] != '}' && text[before - 1] != ',')) return false;
    std::size_t next = skipBlanks(text, at + 1);
    if (next < text.size() && text[next] == ',') {
        const std::size_t quote = skipBlanks(text, next + 1);
        return isWellKnownTopLevelKey(keyAt(text, quote));
    }
    if (next < text.size() && text[next] == '}') next = skipBlanks(text, next + 1);
    return next >= text.size() && fileEnds == AtEnd::Yes;
}

Place nextPlace(std::string_view text, std::size_t from, AtEnd fileEnds) {
    for (std::size_t at = text.find_first_of("{]", from); at != std::string_view::npos;
         at = text.find_first_of("{]", at + 1)) {
        if (text[at] == '{') {
            if (isBoundary(text, at) || isEventStart(text, at)) return {at, false};
        } else if (isArrayEnd(text, at, fileEnds)) {
            return {at, true};
        }
    }
    return {};
}

bool isWellKnownTopLevelKey(std::string_view key) {
    constexpr std::array<std::string_view, 36> kKeys{"traceEvents",
                                                     "traceName",
                                                     "displayTimeUnit",
                                                     "schemaVersion",
                                                     "baseTimeNanoseconds",
                                                     "deviceProperties",
                                                     "distributedInfo",
                                                     "metadata",
                                                     "otherData",
                                                     "INFO",
                                                     "WARNING",
                                                     "ERROR",
                                                     "STAGE",
                                                     "record_shapes",
                                                     "profile_memory",
                                                     "with_stack",
                                                     "with_modules",
                                                     "with_flops",
                                                     "trace_id",
                                                     "stackFrames",
                                                     "samples",
                                                     "systemTraceEvents",
                                                     "controllerTraceDataKey",
                                                     "powerTraceAsString",
                                                     "cupti_version",
                                                     "cuda_runtime_version",
                                                     "cuda_driver_version",
                                                     "hip_runtime_version",
                                                     "hip_driver_version",
                                                     "roctracer_version",
                                                     "host_name",
                                                     "PT_PROFILER_JOB_NAME",
                                                     "PT_PROFILER_JOB_VERSION",
                                                     "PT_PROFILER_JOB_ATTEMPT_INDEX",
                                                     "DISABLE_CUPTI_LAZY_REINIT",
                                                     "highres-ticks"};
    return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

} // namespace lanescope::readers
