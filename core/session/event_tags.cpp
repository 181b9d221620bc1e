#include "core/session/event_tags.h"

#include "core/base/limits.h"
#include "core/session/event_extent.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr std::string_view kKey = "\"tag\"";
constexpr std::size_t kWindow = limits::kChunkBytes;
constexpr std::size_t kOverlap = std::size_t{64} << 10; // an event that begins near the end of a window is read whole

struct EventStart {
    std::uint64_t offset;
    std::uint32_t row;
};

std::vector<EventStart> startsInFileOrder(const TraceStore& store) {
    std::vector<EventStart> starts(store.slices().size());
    for (std::uint32_t row = 0; row < starts.size(); ++row) starts[row] = {store.eventOffset(SliceId{row}), row};
    std::sort(starts.begin(), starts.end(), [](const auto& a, const auto& b) { return a.offset < b.offset; });
    return starts;
}

// The text after the key, when it is a plain string.
std::string valueAfter(std::string_view text, std::size_t at) {
    const auto skip = [&] {
        while (at < text.size() && std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos) ++at;
    };
    skip();
    if (at >= text.size() || text[at] != ':') return {};
    ++at;
    skip();
    if (at >= text.size() || text[at] != '"') return {};
    const auto end = text.find('"', at + 1);
    return end == std::string_view::npos ? std::string() : std::string(text.substr(at + 1, end - at - 1));
}

} // namespace

Result<std::vector<EventTag>> eventTags(const LoadedTrace& trace, const std::stop_token& stop) {
    if (!trace.text)
        return Error{ErrorCode::MissingData, "the raw text of the events was not kept", trace.path.string(), ""};
    const std::vector<EventStart> starts = startsInFileOrder(*trace.store);
    std::vector<EventTag> tags;
    for (std::uint64_t base = 0;; base += kWindow) {
        if (stop.stop_requested())
            return Error{ErrorCode::Cancelled, "stopped while looking for tags", trace.path.string(), ""};
        const auto window = trace.text->read(base, kWindow + kOverlap);
        if (!window.ok()) return window.error();
        const std::string_view text = *window;
        auto event = std::lower_bound(starts.begin(), starts.end(), base,
                                      [](const EventStart& e, std::uint64_t offset) { return e.offset < offset; });
        for (; event != starts.end() && event->offset < base + std::min(kWindow, text.size()); ++event) {
            const std::string_view rest = text.substr(event->offset - base);
            const std::string_view whole = rest.substr(0, eventExtent(rest).value_or(rest.size()));
            const auto key = whole.rfind(kKey); // the last one: args stand at the end, and the last value counts
            if (key == std::string_view::npos) continue;
            std::string tag = valueAfter(whole, key + kKey.size());
            if (!tag.empty()) tags.push_back({std::move(tag), SliceId{event->row}});
        }
        if (text.size() < kWindow) return tags;
    }
}

} // namespace lanescope
