#include "core/session_file/session_fields.h"

#include <algorithm>
#include <cmath>

namespace lanescope::session {

const Json& member(const Json& object, std::string_view key) {
    static const Json missing;
    const Json* found = object.find(key);
    return found ? *found : missing;
}

std::string textIn(const Json& object, std::string_view key, std::string_view otherwise) {
    const std::string* text = member(object, key).asText();
    if (!text || text->size() > kMostText) return std::string(otherwise);
    return *text;
}

std::optional<std::int64_t> integerIn(const Json& object, std::string_view key) {
    return member(object, key).asInteger();
}

double numberIn(const Json& object, std::string_view key, double least, double most, double otherwise) {
    const double number = member(object, key).asNumber().value_or(otherwise);
    return std::isfinite(number) ? std::clamp(number, least, most) : otherwise;
}

bool switchIn(const Json& object, std::string_view key, bool otherwise) {
    return member(object, key).asBool().value_or(otherwise);
}

std::vector<std::string> textsIn(const Json& list) {
    std::vector<std::string> out;
    for (const Json& entry : list.elements()) {
        if (out.size() == kMostKeys) break;
        const std::string* text = entry.asText();
        if (text && !text->empty() && text->size() <= kMostText) out.push_back(*text);
    }
    return out;
}

std::optional<Offsets> offsetsIn(const Json& object, std::string_view key) {
    constexpr std::int64_t most = std::int64_t{1} << 61; // their difference fits as well
    const auto& list = member(object, key).elements();
    if (list.size() != 2) return std::nullopt;
    const auto begin = list[0].asInteger(), end = list[1].asInteger();
    if (!begin || !end || *begin >= *end || *begin < -most || *end > most) return std::nullopt;
    return Offsets{*begin, *end};
}

Json textsJson(const std::vector<std::string>& texts) {
    Json out = Json::array();
    for (const std::string& text : texts) out.push(text);
    return out;
}

Json offsetsJson(const Offsets& offsets) {
    Json out = Json::array();
    out.push(offsets.first);
    out.push(offsets.second);
    return out;
}

std::string wordIn(const Json& object, std::string_view key, std::initializer_list<std::string_view> known) {
    const std::string word = textIn(object, key);
    const auto it = std::find(known.begin(), known.end(), word);
    return std::string(it == known.end() ? *known.begin() : *it);
}

} // namespace lanescope::session
