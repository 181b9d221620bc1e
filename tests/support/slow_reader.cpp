#include "tests/support/slow_reader.h"

#include "tests/support/slow_json.h"

#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace lanescope::test {
namespace {

using Kind = SlowValue::Kind;

bool matches(std::string_view text, std::string_view allowed) {
    return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

// Number or text of a scalar as written, decoded.
std::string asText(const SlowValue* v) {
    if (!v) return {};
    if (v->is(Kind::Text)) return v->text;
    if (v->is(Kind::Array) || v->is(Kind::Object)) return slowUnescape(v->raw);
    return std::string(v->raw);
}

// The same undecoded: numbers in quotes, ids and words that mean something are never escaped.
std::string undecoded(const SlowValue* v) {
    if (!v) return {};
    return std::string(v->is(Kind::Text) ? v->raw.substr(1, v->raw.size() - 2) : v->raw);
}

bool isHex(std::string_view t) {
    return t.size() > 2 && t[0] == '0' && (t[1] == 'x' || t[1] == 'X') &&
           matches(t.substr(2), "0123456789abcdefABCDEF");
}

std::optional<SlowWhole> wholeNumber(std::string_view t) {
    if (!isHex(t)) return slowWhole(t);
    SlowWhole w;
    const auto r = std::from_chars(t.data() + 2, t.data() + t.size(), w.magnitude, 16);
    return r.ec == std::errc{} ? std::optional(w) : std::nullopt;
}

std::optional<std::int64_t> signedNumber(const SlowValue& v) {
    if (!v.is(Kind::Number) && !v.is(Kind::Text)) return std::nullopt;
    const auto w = wholeNumber(undecoded(&v));
    if (!w || w->magnitude > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
    return w->negative ? -static_cast<std::int64_t>(w->magnitude) : static_cast<std::int64_t>(w->magnitude);
}

std::string threadText(const SlowValue* v) {
    if (!v || v->is(Kind::Null) || v->is(Kind::Array) || v->is(Kind::Object)) return {};
    if (v->is(Kind::Number))
        if (const auto n = signedNumber(*v)) return std::to_string(*n);
    if (v->is(Kind::Text) && v->text == "-0") return "0";
    return asText(v);
}

struct Id {
    std::string text = "0";
    bool isText = false;
};
Id idOf(const SlowValue* v) {
    if (!v || v->is(Kind::Null)) return {};
    const std::string t = undecoded(v);
    const auto w = wholeNumber(t);
    if (!w || (w->negative && w->magnitude > static_cast<std::uint64_t>(INT64_MAX))) return {"text", true};
    return {std::to_string(w->negative ? std::uint64_t{0} - w->magnitude : w->magnitude), false};
}

void readArgs(const SlowValue& args, PlainEvent& e) {
    for (const auto& [key, v] : args.members) {
        const bool isCorrelation = key == "correlation", isExternal = key == "External id" || key == "external id";
        if (isCorrelation || isExternal) {
            if (!v.is(Kind::Number) && !v.is(Kind::Text)) continue;
            const auto w = wholeNumber(undecoded(&v));
            if (w && !w->negative) (isCorrelation ? e.correlation : e.externalId) = w->magnitude;
            continue;
        }
        for (const ArgFieldInfo& field : argFieldTable()) {
            if (key != field.key && (field.olderKey.empty() || key != field.olderKey)) continue;
            if (field.type == ArgType::Integer) {
                if (const auto n = signedNumber(v)) e.args[std::string(field.key)] = std::to_string(*n);
            } else if (!v.is(Kind::Null)) {
                const bool isNested = v.is(Kind::Array) || v.is(Kind::Object);
                e.args[std::string(field.key)] = isNested ? v.compact() : asText(&v);
            }
        }
    }
}

void readCounters(const SlowValue& args, PlainEvent& e) {
    for (const auto& [key, v] : args.members) {
        if (!v.is(Kind::Number) && !v.is(Kind::Text)) continue;
        const std::string t = undecoded(&v);
        if (!matches(t, "0123456789.eE+-") ||
            (t[0] != '-' && t[0] != '.' && !std::isdigit(static_cast<unsigned char>(t[0]))))
            continue;
        char* end = nullptr;
        errno = 0;
        const double number = std::strtod(t.c_str(), &end);
        if (*end == '\0' && errno == 0 && std::isfinite(number)) e.counters.emplace_back(key, number);
    }
}

bool isTrue(const SlowValue* v) { return v && (undecoded(v) == "true" || undecoded(v) == "1"); }

void readId(const SlowValue& object, PlainEvent& e) {
    Id id = idOf(object.find("id"));
    const SlowValue* id2 = object.find("id2");
    if (id2 && id2->is(Kind::Object)) {
        for (const auto& [key, v] : id2->members) {
            if (key != "local" && key != "global") continue;
            const bool was = id.isText;
            id = idOf(&v);
            id.isText = id.isText || was;
            if (key == "local") e.flags |= RawEvent::kIdLocal;
        }
    } else if (id2 && !object.find("id")) {
        id = idOf(id2);
    }
    e.id = id.isText ? "text" : id.text;
    if (id.isText) e.flags |= RawEvent::kIdIsText;
}

void readRare(const SlowValue& object, PlainEvent& e) {
    const auto textIs = [&](std::string_view key, std::string_view word) {
        const SlowValue* v = object.find(key);
        return v && v->is(Kind::Text) && v->raw.substr(1, v->raw.size() - 2) == word;
    };
    if (textIs("bp", "e")) e.flags |= RawEvent::kBindEnclosing;
    if (textIs("s", "g")) e.flags |= RawEvent::kScopeGlobal;
    if (textIs("s", "p")) e.flags |= RawEvent::kScopeProcess;
    const SlowValue* scope = object.find("scope");
    if (scope && scope->is(Kind::Text) && !scope->text.empty()) {
        e.id = "text";
        e.flags |= RawEvent::kIdIsText;
    }
    const bool in = isTrue(object.find("flow_in")), out = isTrue(object.find("flow_out"));
    if (!object.find("bind_id") || (!in && !out)) return;
    const Id id = idOf(object.find("bind_id"));
    const bool isText = id.isText || (e.flags & RawEvent::kIdIsText);
    e.id = isText ? "text" : id.text;
    e.flags |= (isText ? RawEvent::kIdIsText : 0) | (in ? RawEvent::kFlowIn : 0) | (out ? RawEvent::kFlowOut : 0);
}

std::string numberText(const SlowValue* v) {
    if (!v || (!v->is(Kind::Number) && !v->is(Kind::Text))) return "none";
    std::string t = undecoded(v);
    if (v->is(Kind::Text)) {
        const std::size_t from = t.find_first_not_of(" \t\r\n"), to = t.find_last_not_of(" \t\r\n");
        t = from == std::string::npos ? "none" : t.substr(from, to - from + 1);
    }
    if (isHex(t)) {
        const auto w = wholeNumber(t);
        return w ? std::to_string(w->magnitude) : "none";
    }
    return t;
}

bool readTimes(const SlowValue& object, PlainEvent& e) {
    const std::string ts = numberText(object.find("ts"));
    const auto begin = slowNs(ts);
    if (!begin) return false;
    e.ts = *begin;
    const std::string dur = numberText(object.find("dur"));
    if ((e.phase != 'X' && e.phase != 'T') || !slowIsNumber(dur)) return true;
    const auto end = slowNs(ts, dur);
    const std::int64_t limit = dur[0] == '-' ? INT64_MIN + 1 : INT64_MAX;
    if (__builtin_sub_overflow(end.value_or(limit), *begin, &e.dur)) e.dur = limit;
    return true;
}

void readMeta(const SlowValue& object, Recording& out) {
    const SlowValue *name = object.find("name"), *args = object.find("args");
    if (!name || !name->is(Kind::Text) || !args || !args->is(Kind::Object)) return;
    const std::pair<std::string_view, std::string_view> kinds[] = {{"process_name", "name"},
                                                                   {"process_labels", "labels"},
                                                                   {"process_sort_index", "sort_index"},
                                                                   {"thread_name", "name"},
                                                                   {"thread_sort_index", "sort_index"}};
    for (int kind = 0; kind < 5; ++kind) {
        if (undecoded(name) != kinds[kind].first) continue;
        for (const auto& [key, v] : args->members) {
            if (key != kinds[kind].second) continue;
            PlainMeta m{static_cast<RawThreadMeta::Kind>(kind),
                        threadText(object.find("pid")),
                        threadText(object.find("tid")),
                        {},
                        0};
            const auto index = signedNumber(v);
            const bool isIndex = key == "sort_index";
            if (isIndex && !index) continue;
            if (isIndex)
                m.sortIndex = *index;
            else
                m.text = asText(&v);
            out.metas.push_back(m.line());
        }
    }
}

void readEvent(const SlowValue& object, Recording& out) {
    const SlowValue* ph = object.find("ph");
    if (!ph || !ph->is(Kind::Text)) {
        ++out.counts.empty;
        return;
    }
    PlainEvent e;
    const std::string_view phaseRaw = ph->raw.substr(1, ph->raw.size() - 2);
    e.phase = phaseRaw.size() == 1 ? phaseRaw[0] : '\0';
    ++out.counts.byPhase[static_cast<unsigned char>(e.phase) & 127];
    if (e.phase == 'M') return readMeta(object, out);
    if (e.phase == '\0' || !std::strchr("BEXiIRCbneSTpFstfNODPVvc()", e.phase)) return;
    if (!readTimes(object, e)) {
        ++out.counts.dropped;
        return;
    }
    e.name = asText(object.find("name"));
    if (e.phase == 'C' && object.find("id")) e.name += "[" + asText(object.find("id")) + "]";
    e.category = asText(object.find("cat"));
    e.pid = threadText(object.find("pid"));
    e.tid = threadText(object.find("tid"));
    e.offset = object.offset;
    e.id = "0";
    const SlowValue* args = object.find("args");
    if (args && args->is(Kind::Object)) e.phase == 'C' ? readCounters(*args, e) : readArgs(*args, e);
    if (std::strchr("bneSTpFstfNODVv()", e.phase)) readId(object, e);
    readRare(object, e);
    out.events.push_back(e.line());
}

// The array of events: the document itself, or the first key of that name in nested objects.
const SlowValue* findEvents(const SlowValue& v, int depth) {
    if (v.is(Kind::Array) && depth == 0) return &v;
    for (const auto& [key, member] : v.members) {
        if (key == "traceEvents" && member.is(Kind::Array)) return &member;
        if (member.is(Kind::Object) && depth < 4)
            if (const SlowValue* found = findEvents(member, depth + 1)) return found;
    }
    return nullptr;
}

// What the fast reader takes for damage or for another kind of file, though it is strict JSON.
bool isBeyondTheTwin(const SlowValue& root, const SlowValue& events, std::string_view document) {
    const std::size_t first = document.find("traceEvents");
    if (first != std::string_view::npos && document.find("traceEvents", first + 1) != std::string_view::npos)
        return true;
    if (root.find("ph")) return true; // an event itself
    // Events behind the end of the array.
    if (document.find("\"ph\"", events.offset + events.raw.size()) != std::string_view::npos) return true;
    for (const SlowValue& element : events.elements) // a bracket too many
        if (element.is(Kind::Array) && !element.elements.empty() && element.elements[0].is(Kind::Object)) return true;
    return false;
}

} // namespace

std::optional<Recording> readSlowly(std::string_view document) {
    const auto root = parseSlowly(document);
    if (!root) return std::nullopt;
    const SlowValue* events = findEvents(*root, 0);
    if (!events || isBeyondTheTwin(*root, *events, document)) return std::nullopt;
    Recording out;
    for (const SlowValue& element : events->elements) {
        ++out.counts.elements;
        if (!element.is(Kind::Object))
            ++out.counts.nonObjects;
        else if (element.members.empty())
            ++out.counts.empty;
        else
            readEvent(element, out);
    }
    return out;
}

std::string differenceToSlow(const Recording& fast, const Recording& slow) {
    Recording a, b;
    for (const auto& [from, to] : {std::pair{&fast, &a}, std::pair{&slow, &b}}) {
        to->events = from->events;
        to->metas = from->metas;
        to->counts = from->counts;
    }
    return firstDifference(a, b);
}

} // namespace lanescope::test
