// Ids, scopes and flags of an event.
#include "core/readers/chrome_json/event_writer.h"
#include "core/readers/chrome_json/object_scanner.h"

namespace lanescope::readers {
namespace {

constexpr std::uint64_t kIdSeed = 0x1a9e5c09e1d0cafeull; // fixed: ids are the same on every run

bool isTrue(const RawValue& v) {
    const std::string_view text = v.text();
    return text == "true" || text == "1";
}

} // namespace

// 16, "16" and "0x10" are the same id; other text is hashed.
void EventWriter::setId(const RawValue& id, RawEvent& event) {
    std::int64_t simple = 0;
    if (id.isNumber() && parseSimpleInteger(id.begin, simple)) {
        event.id = static_cast<std::uint64_t>(simple);
        return;
    }
    if (id.tok == Tok::End || id.tok == Tok::Null) return;
    const std::string_view text = id.isLiteral() ? literalOf(id) : id.view();
    if (const auto number = parseUnsigned(text)) {
        event.id = *number;
    } else if (const auto negative = parseInteger(text)) {
        event.id = static_cast<std::uint64_t>(*negative);
    } else {
        event.id = hashBytes(text, kIdSeed);
        event.flags |= RawEvent::kIdIsText;
    }
}

void EventWriter::identify(const EventFields& fields, RawEvent& event) {
    setId(fields[EventKey::Id], event);
    const RawValue& id2 = fields[EventKey::Id2];
    if (id2.tok != Tok::OpenObject) {
        if (!fields.has(EventKey::Id)) setId(id2, event);
        return;
    }
    ObjectScanner members(id2.view());
    std::string_view key;
    for (RawValue value; members.next(key, value);) {
        if (key != "local" && key != "global") continue;
        setId(value, event);
        if (key == "local") event.flags |= RawEvent::kIdLocal;
    }
}

void EventWriter::rareFields(const EventFields& fields, RawEvent& event) {
    if (fields[EventKey::BindPoint].view() == "e") event.flags |= RawEvent::kBindEnclosing;
    const std::string_view instant = fields[EventKey::InstantScope].view();
    if (instant == "g") event.flags |= RawEvent::kScopeGlobal;
    if (instant == "p") event.flags |= RawEvent::kScopeProcess;
    if (const RawValue scope = fields[EventKey::Scope]; scope.tok == Tok::Quote && scope.size > 0) {
        event.id = hashBytes(scope.view(), kIdSeed ^ event.id);
        event.flags |= RawEvent::kIdIsText;
    }
    if (!fields.has(EventKey::BindId)) return;
    const bool in = isTrue(fields[EventKey::FlowIn]), out = isTrue(fields[EventKey::FlowOut]);
    if (!in && !out) return;
    setId(fields[EventKey::BindId], event);
    if (in) event.flags |= RawEvent::kFlowIn;
    if (out) event.flags |= RawEvent::kFlowOut;
}

} // namespace lanescope::readers
