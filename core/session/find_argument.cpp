#include "core/session/find_argument.h"

#include "core/base/json.h"
#include "core/base/limits.h"
#include "core/session/event_extent.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope {

namespace {

constexpr std::size_t kWindow = std::size_t{4} << 20; // bytes read at a time
constexpr std::string_view kPrefix = "arg:";

struct Event {
    std::uint64_t offset;
    std::uint32_t row;
};

// Events in the order in which they stand in the file.
std::vector<Event> inFileOrder(const TraceStore& store) {
    std::vector<Event> out;
    out.reserve(store.slices().size());
    for (std::uint32_t row = 0; row < store.slices().size(); ++row)
        out.push_back({store.eventOffset(SliceId{row}), row});
    std::sort(out.begin(), out.end(), [](const Event& a, const Event& b) { return a.offset < b.offset; });
    return out;
}

bool hasArgument(std::string_view event, const ArgumentWanted& wanted, std::string_view quotedKey) {
    if (event.find(quotedKey) == std::string_view::npos) return false; // nearly always: no need to parse it
    const Result<Json> json = parseJson(event, "event");
    const Json* args = json.ok() ? json->find("args") : nullptr;
    const Json* value = args && args->isObject() ? args->find(wanted.key) : nullptr;
    if (!value) return false;
    if (const std::string* text = value->asText()) return *text == wanted.value;
    return value->dump(Json::Style::Compact) == wanted.value;
}

class Search {
public:
    Search(const LoadedTrace& trace, const ArgumentWanted& wanted, RunContext& context)
        : m_trace(trace), m_wanted(wanted), m_context(context), m_key(fmt::format("\"{}\"", wanted.key)) {}

    Result<std::vector<SliceId>> run() {
        const std::vector<Event> events = inFileOrder(*m_trace.store);
        m_context.progress().total = events.size();
        for (const Event& event : events) {
            m_context.progress().done.fetch_add(1, std::memory_order_relaxed);
            if (m_context.stopRequested()) return Error{ErrorCode::Cancelled, "the search was stopped", {}, {}};
            if (const auto error = look(event)) return *error;
        }
        std::sort(m_found.begin(), m_found.end());
        return std::move(m_found);
    }

private:
    std::optional<Error> look(const Event& event) {
        const bool isThere = event.offset >= m_begin && event.offset < m_begin + m_text.size();
        std::optional<std::size_t> length = isThere ? eventExtent(from(event)) : std::nullopt;
        if (!length) {
            Result<std::string> text = m_trace.text->read(event.offset, kWindow);
            if (!text.ok()) return text.error();
            m_begin = event.offset;
            m_text = std::move(*text);
            length = eventExtent(from(event));
        }
        // An event without an end, or longer than a window, is compared by what is there.
        const std::string_view whole = length ? from(event).substr(0, *length) : from(event);
        if (hasArgument(whole, m_wanted, m_key)) m_found.push_back(SliceId{event.row});
        return std::nullopt;
    }
    std::string_view from(const Event& event) const { return std::string_view(m_text).substr(event.offset - m_begin); }

    const LoadedTrace& m_trace;
    const ArgumentWanted& m_wanted;
    RunContext& m_context;
    std::string m_key;
    std::string m_text; // the window
    std::uint64_t m_begin = 0;
    std::vector<SliceId> m_found;
};

} // namespace

std::optional<ArgumentWanted> argumentWanted(std::string_view line) {
    while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
    if (!line.starts_with(kPrefix) || line.size() > 4096) return std::nullopt;
    line.remove_prefix(kPrefix.size());
    std::size_t equals = line.find('=');
    if (line.starts_with('"')) { // a key with signs of its own
        const std::size_t end = line.find("\"=", 1);
        if (end == std::string_view::npos) return std::nullopt;
        equals = end + 1;
    }
    if (equals == std::string_view::npos) return std::nullopt;
    std::string_view key = line.substr(0, equals);
    if (key.starts_with('"')) key = key.substr(1, key.size() - 2);
    if (key.empty()) return std::nullopt;
    return ArgumentWanted{std::string(key), std::string(line.substr(equals + 1))};
}

std::string argumentLine(const ArgumentWanted& wanted) {
    const bool plain = wanted.key.find_first_of(" =\"") == std::string::npos;
    return plain ? fmt::format("arg:{}={}", wanted.key, wanted.value)
                 : fmt::format("arg:\"{}\"={}", wanted.key, wanted.value);
}

Result<std::vector<SliceId>> slicesWithArgument(const LoadedTrace& trace, const ArgumentWanted& wanted,
                                                RunContext& context) {
    if (!trace.text)
        return Error{ErrorCode::MissingData, "the raw text of the events was not kept", trace.path.string(),
                     "open the file again"};
    return Search(trace, wanted, context).run();
}

} // namespace lanescope
