#include "core/base/limits.h"
#include "core/session/event_extent.h"
#include "core/session/load_trace.h"
#include "core/session/trace_sources.h"

#include <fmt/format.h>

namespace lanescope {
namespace {

constexpr std::size_t kFirstRead = std::size_t{16} << 10; // nearly every event fits

} // namespace

Result<std::string> eventTextAt(const LoadedTrace& trace, std::uint64_t offset) {
    const std::string place = fmt::format("{}, byte {}", TraceSource{trace.path, trace.member}.text(), offset);
    if (!trace.text)
        return Error{ErrorCode::MissingData, "the raw text of the events was not kept", place, "open the file again"};
    std::string text;
    for (std::size_t want = kFirstRead;; want *= 4) {
        auto piece = trace.text->read(offset + text.size(), want - text.size());
        if (!piece.ok()) return piece.error();
        text += *piece;
        if (const auto length = eventExtent(text)) return text.substr(0, *length);
        const bool atEnd = text.size() < want;
        if (!atEnd && want < limits::kMaxEventBytes) continue;
        if (const auto length = eventExtentByBraces(text)) return text.substr(0, *length);
        if (atEnd && text.starts_with('{')) return text; // cut off: what is there
        return Error{ErrorCode::NotReadable, "expected an event, found no end of it", place,
                     "was the file changed since it was opened?"};
    }
}

Result<std::string> eventText(const LoadedTrace& trace, SliceId slice) {
    return eventTextAt(trace, trace.store->eventOffset(slice));
}

} // namespace lanescope
