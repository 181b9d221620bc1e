#include "core/export/redact_json.h"

#include "core/base/json.h"
#include "core/export/redact_parts.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

// Past the closing quote; npos when the string does not end.
std::size_t endOfString(std::string_view json, std::size_t quote) {
    for (std::size_t i = quote + 1; i < json.size(); ++i) {
        if (json[i] == '\\')
            ++i;
        else if (json[i] == '"')
            return i + 1;
    }
    return std::string_view::npos;
}

bool isKey(std::string_view json, std::size_t end) {
    const std::size_t next = json.find_first_not_of(" \t\r\n", end);
    return next != std::string_view::npos && json[next] == ':';
}

// Members whose value is a name, whatever it looks like: "host_name", "hostName" and "HOST" alike.
bool namesSomebody(std::string_view key) {
    constexpr std::array<std::string_view, 20> kKeys{"host",        "hosts",    "hostname",  "hostnames",  "node",
                                                     "nodes",       "nodename", "nodelist",  "masteraddr", "machine",
                                                     "machinename", "fqdn",     "ipaddress", "ip",         "user",
                                                     "users",       "username", "login",     "owner",      "logname"};
    std::string plain;
    for (const char c : key)
        if (c != '_' && c != '-' && c != ' ') plain += redact_parts::lowered(c);
    return std::find(kKeys.begin(), kKeys.end(), plain) != kKeys.end();
}

// The token with its quotes.
std::string rewritten(std::string_view token, std::string_view key, const Redactor& redactor) {
    if (token.size() > 2 && namesSomebody(key)) return "\"host\"";
    const std::string_view inside = token.substr(1, token.size() - 2);
    if (redactor.leavesAlone(inside) && inside.find('\\') == std::string_view::npos) return std::string(token);
    const auto value = parseJson(token, "");
    if (!value.ok() || !value->asText()) return jsonQuoted(redactor(inside)); // not to be read: as it is written
    const std::string clean = redactor(*value->asText());
    return clean == *value->asText() ? std::string(token) : jsonQuoted(clean);
}

} // namespace

std::string withoutNames(std::string_view json, const Redactor& redactor) {
    std::string out;
    out.reserve(json.size());
    std::string_view key;
    for (std::size_t at = 0; at < json.size();) {
        const std::size_t quote = std::min(json.find('"', at), json.size());
        const std::string_view between = json.substr(at, quote - at);
        if (between.find_first_of("]{}") != std::string_view::npos) key = {}; // a list's elements share its key
        out += between;
        if (quote == json.size()) break;
        const std::size_t end = std::min(endOfString(json, quote), json.size());
        const std::string_view token = json.substr(quote, end - quote);
        const bool closed = token.size() > 1 && token.back() == '"';
        if (!closed) {
            out += token;
        } else if (isKey(json, end)) {
            key = token.substr(1, token.size() - 2);
            out += rewritten(token, {}, redactor);
        } else {
            out += rewritten(token, key, redactor);
        }
        at = end;
    }
    return out;
}

} // namespace lanescope
