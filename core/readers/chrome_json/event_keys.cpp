#include "core/readers/chrome_json/event_fields.h"

#include <cstring>

namespace lanescope::readers {
namespace {

bool is(const char* key, const char (&word)[3]) { return std::memcmp(key, word, 2) == 0; }
bool is(const char* key, const char (&word)[4]) { return std::memcmp(key, word, 3) == 0; }
bool is(const char* key, const char (&word)[5]) { return std::memcmp(key, word, 4) == 0; }

EventKey longKey(const char* key, std::size_t size) {
    const std::string_view text{key, size};
    if (text == "bind_id") return EventKey::BindId;
    if (text == "flow_in") return EventKey::FlowIn;
    if (text == "flow_out") return EventKey::FlowOut;
    if (text == "scope") return EventKey::Scope;
    return EventKey::Other;
}

} // namespace

EventKey eventKeyOf(const char* key, std::size_t size) {
    switch (size) {
    case 1:
        return key[0] == 's' ? EventKey::InstantScope : EventKey::Other;
    case 2:
        if (is(key, "ph")) return EventKey::Phase;
        if (is(key, "ts")) return EventKey::Ts;
        if (is(key, "id")) return EventKey::Id;
        return is(key, "bp") ? EventKey::BindPoint : EventKey::Other;
    case 3:
        if (is(key, "pid")) return EventKey::Pid;
        if (is(key, "tid")) return EventKey::Tid;
        if (is(key, "cat")) return EventKey::Category;
        if (is(key, "dur")) return EventKey::Dur;
        return is(key, "id2") ? EventKey::Id2 : EventKey::Other;
    case 4:
        if (is(key, "name")) return EventKey::Name;
        return is(key, "args") ? EventKey::Args : EventKey::Other;
    default:
        return longKey(key, size);
    }
}

} // namespace lanescope::readers
