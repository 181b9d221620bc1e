#include "core/session/facts.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

using Differences = std::vector<FactsDifference>;

bool holdsWord(const Json& list, std::string_view word) {
    return std::any_of(list.elements().begin(), list.elements().end(),
                       [&](const Json& element) { return element.asText() && *element.asText() == word; });
}

bool isBounds(const Json& value) {
    return value.isObject() && value.members().size() == 2 && value.find("min") && value.find("max");
}

bool sameNumber(const Json& expected, const Json& found) {
    if (expected.asInteger() && found.asInteger()) return *expected.asInteger() == *found.asInteger();
    const auto a = expected.asNumber();
    const auto b = found.asNumber();
    return a && b && std::abs(*a - *b) <= 1e-9 * std::max(std::abs(*a), std::abs(*b));
}

void compare(const std::string& path, const Json& expected, const Json* found, Differences& out) {
    const auto differ = [&] {
        out.push_back(
            {path, expected.dump(Json::Style::Compact), found ? found->dump(Json::Style::Compact) : "no answer"});
    };
    if (!found) return differ();
    if (isBounds(expected)) {
        const auto number = found->asNumber();
        const auto low = expected.find("min")->asNumber();
        const auto high = expected.find("max")->asNumber();
        if (!number || !low || !high || *number < *low || *number > *high) differ();
    } else if (expected.isObject()) {
        if (!found->isObject() || (expected.members().empty() && !found->members().empty())) return differ();
        for (const auto& [key, value] : expected.members()) compare(path + "." + key, value, found->find(key), out);
    } else if (expected.isArray()) {
        const auto& want = expected.elements();
        const auto& have = found->elements();
        if (!found->isArray() || want.size() != have.size()) return differ();
        for (std::size_t i = 0; i < want.size(); ++i)
            compare(path + "[" + std::to_string(i) + "]", want[i], &have[i], out);
    } else if (expected.asNumber()) {
        if (!sameNumber(expected, *found)) differ();
    } else if (!(expected == *found)) {
        differ();
    }
}

// The words must be exactly those expected; those to be ignored may come or not.
void compareWarnings(const std::string& path, const Json& expected, const Json* found, const Json* ignored,
                     Differences& out) {
    const Json none = Json::array();
    const Json& have = found ? *found : none;
    const auto isIgnored = [&](std::string_view word) { return ignored && holdsWord(*ignored, word); };
    bool same = found != nullptr;
    for (const Json& word : expected.elements())
        if (!word.asText() || (!holdsWord(have, *word.asText()) && !isIgnored(*word.asText()))) same = false;
    for (const Json& word : have.elements())
        if (!word.asText() || (!holdsWord(expected, *word.asText()) && !isIgnored(*word.asText()))) same = false;
    if (!same) out.push_back({path, expected.dump(Json::Style::Compact), have.dump(Json::Style::Compact)});
}

} // namespace

std::vector<FactsDifference> compareFacts(const Json& ask, const Json& answer) {
    Differences out;
    const Json* ignored = ask.find("ignore_warnings");
    const Json* foundLoad = answer.find("load");
    if (const Json* load = ask.find("load")) {
        for (const auto& [file, keys] : load->members()) {
            const Json* found = foundLoad ? foundLoad->find(file) : nullptr;
            for (const auto& [key, value] : keys.members()) {
                const std::string path = "load." + file + "." + key;
                const Json* answered = found ? found->find(key) : nullptr;
                if (key == "warnings") {
                    compareWarnings(path, value, answered, ignored, out);
                } else {
                    compare(path, value, answered, out);
                }
            }
        }
    }
    const Json* foundExpect = answer.find("expect");
    if (const Json* expect = ask.find("expect"))
        for (const auto& [key, value] : expect->members())
            compare("expect." + key, value, foundExpect ? foundExpect->find(key) : nullptr, out);
    return out;
}

} // namespace lanescope
