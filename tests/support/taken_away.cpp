#include "tests/support/taken_away.h"

#include <array>

namespace lanescope::testing {

namespace {

bool hasCategory(std::string_view event, std::string_view category) {
    return event.find("\"cat\": \"" + std::string(category) + "\"") != std::string_view::npos;
}

bool isCall(std::string_view event) {
    return hasCategory(event, "cuda_runtime") || hasCategory(event, "cuda_driver") || hasCategory(event, "ac2g");
}
bool isHost(std::string_view event) {
    for (const std::string_view c : {"cpu_op", "user_annotation", "python_function", "fwdbwd", "cpu_instant_event"})
        if (hasCategory(event, c)) return true;
    return isCall(event);
}
bool isGpu(std::string_view event) {
    for (const std::string_view c : {"kernel", "gpu_memcpy", "gpu_memset", "gpu_user_annotation", "cuda_sync", "ac2g"})
        if (hasCategory(event, c)) return true;
    return false;
}

bool isTaken(std::string_view event, Taken what) {
    switch (what) {
    case Taken::Steps:
        return event.find("\"ProfilerStep#") != std::string_view::npos;
    case Taken::HostRows:
        return isHost(event);
    case Taken::GpuRows:
        return isGpu(event);
    case Taken::Calls:
        return isCall(event);
    case Taken::Nothing:
    case Taken::Half:
        break;
    }
    return false;
}

} // namespace

// Events stand as the profiler writes them: "  {", lines, "  },".
std::string withTaken(std::string_view text, Taken what) {
    if (what == Taken::Nothing) return std::string(text);
    if (what == Taken::Half) return std::string(text.substr(0, text.size() / 2));
    constexpr std::string_view kOpen = "\n  {\n", kClose = "\n  }";
    std::string out;
    std::size_t at = text.find("\"traceEvents\"");
    std::size_t first = text.find(kOpen, at);
    out = text.substr(0, first);
    bool any = false;
    while (first != std::string_view::npos) {
        const std::size_t close = text.find(kClose, first);
        const std::string_view event = text.substr(first, close + kClose.size() - first);
        if (!isTaken(event, what)) {
            out += any ? "," : "";
            out += event;
            any = true;
        }
        at = close + kClose.size();
        first = text.compare(at, 1, ",") == 0 ? text.find(kOpen, at) : std::string_view::npos;
    }
    out += text.substr(at);
    return out;
}

} // namespace lanescope::testing
