#include "core/session/facts_keys.h"

#include <algorithm>
#include <regex>

namespace lanescope::facts {
namespace {

std::string lowered(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

// Which of a store's strings match: text ignores case, /x/ is a regular expression with case.
std::vector<bool> matchingNames(const TraceStore& store, const std::string& pattern) {
    std::vector<bool> out(store.stringCount());
    const auto mark = [&](auto matches) {
        for (std::uint32_t id = 0; id < out.size(); ++id) out[id] = matches(store.text(StringId{id}));
    };
    if (pattern.size() > 2 && pattern.front() == '/' && pattern.back() == '/') {
        try {
            const std::regex expression(pattern.substr(1, pattern.size() - 2));
            mark([&](std::string_view name) { return std::regex_search(name.begin(), name.end(), expression); });
        } catch (const std::regex_error&) {
            return out; // no regular expression: no hits
        }
        return out;
    }
    const std::string wanted = lowered(pattern);
    mark([&](std::string_view name) { return lowered(name).find(wanted) != std::string::npos; });
    return out;
}

struct Hit {
    std::int64_t start;
    std::uint64_t offset;
    SliceId slice;
};

} // namespace

Json search(FactsContext& facts, const Json& asked) {
    const std::size_t input = *facts.firstLoaded();
    const TraceStore& store = facts.store(input);
    Json out = Json::object();
    for (const auto& [pattern, ignored] : asked.members()) {
        const std::vector<bool> names = matchingNames(store, pattern);
        std::vector<Hit> hits;
        for (std::uint32_t row = 0; row < store.slices().size(); ++row)
            if (names[store.slices().name[row]])
                hits.push_back({store.slices().start[row], store.eventOffset(SliceId{row}), SliceId{row}});
        std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
            return a.start != b.start ? a.start < b.start : a.offset < b.offset;
        });
        out[pattern] = Json::array();
        for (const Hit& hit : hits) out[pattern].push(facts.tagOf(input, hit.slice));
    }
    return out;
}

Json select(FactsContext& facts, const Json& asked) {
    const TraceStore& store = facts.store(*facts.firstLoaded());
    Json out = Json::array();
    for (const Json& question : asked.elements()) {
        const Json* from = question.find("from_ns");
        const Json* to = question.find("to_ns");
        Json answer = Json::object();
        if (from && to && from->asInteger() && to->asInteger()) {
            const TimeRange range = timeRange(*from->asInteger(), *to->asInteger());
            std::map<std::string, std::pair<std::int64_t, std::int64_t>> byName;
            for (std::uint32_t row = 0; row < store.slices().size(); ++row) {
                const TimeRange slice = store.range(SliceId{row});
                if (!slice.overlaps(range) && !(slice.empty() && range.contains(slice.begin))) continue;
                auto& [hits, ns] = byName[std::string(store.name(SliceId{row}))];
                ++hits;
                ns += slice.clippedTo(range).length().count();
            }
            answer["from_ns"] = *from;
            answer["to_ns"] = *to;
            answer["by_name"] = Json::object();
            for (const auto& [name, value] : byName) answer["by_name"][name] = Json::Array{value.first, value.second};
        }
        out.push(std::move(answer));
    }
    return out;
}

} // namespace lanescope::facts
