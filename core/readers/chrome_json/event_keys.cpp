#include "core/readers/chrome_json/event_fields.h"

namespace lanescope::readers {

EventKey longEventKeyOf(std::string_view key) {
    if (key == "bind_id") return EventKey::BindId;
    if (key == "flow_in") return EventKey::FlowIn;
    if (key == "flow_out") return EventKey::FlowOut;
    if (key == "scope") return EventKey::Scope;
    return EventKey::Other;
}

} // namespace lanescope::readers
