#include "core/analysis/search/name_search.h"

#include "core/query/short_names.h"

#include <algorithm>
#include <regex>

namespace lanescope {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// GCC's default matcher calls itself once per character and can be made to take exponential time: a name of 64 kB or a
// pattern like (a*)*b would end the program. Its other one is polynomial and does not.
std::regex::flag_type safeSyntax() {
#ifdef __GLIBCXX__
    return std::regex::ECMAScript | std::regex_constants::__polynomial;
#else
    return std::regex::ECMAScript;
#endif
}

Error patternError(std::string message) {
    return {ErrorCode::Usage, std::move(message), "search", "Text without slashes is searched as it stands."};
}

} // namespace

struct NamePattern::Expression {
    std::regex regex;
};

Result<NamePattern> NamePattern::parse(std::string_view text) {
    if (text.size() > kMaxPatternBytes)
        return patternError("the search text is " + std::to_string(text.size()) + " bytes long, at most " +
                            std::to_string(kMaxPatternBytes) + " are taken");
    NamePattern out;
    if (text.size() < 3 || text.front() != '/' || text.back() != '/') {
        out.m_lower = text;
        std::transform(out.m_lower.begin(), out.m_lower.end(), out.m_lower.begin(), lower);
        return out;
    }
    try {
        auto expression = std::make_shared<Expression>();
        expression->regex = std::regex(text.begin() + 1, text.end() - 1, safeSyntax());
        out.m_expression = std::move(expression);
        return out;
    } catch (const std::regex_error& error) {
        return patternError("expected a regular expression between the slashes: " + std::string(error.what()));
    }
}

bool NamePattern::matches(std::string_view name) const {
    if (!m_expression) {
        const auto equal = [](char a, char b) { return lower(a) == b; };
        return std::search(name.begin(), name.end(), m_lower.begin(), m_lower.end(), equal) != name.end();
    }
    try {
        return std::regex_search(name.begin(), name.end(), m_expression->regex);
    } catch (const std::regex_error&) {
        return false; // too complex for this name
    }
}

Result<std::vector<SliceId>> searchNames(const TraceStore& store, const NamePattern& pattern, RunContext& run) {
    const Error stopped{ErrorCode::Cancelled, "the search was stopped", {}, {}};
    std::vector<std::uint8_t> hit(store.stringCount(), 0);
    for (std::uint32_t id = 0; id < hit.size(); ++id) {
        if (id % 256 == 0 && run.stopRequested()) return stopped;
        const std::string_view name = store.text(StringId{id});
        hit[id] = pattern.matches(name) || (name.starts_with("_Z") && pattern.matches(demangled(name)));
    }
    std::vector<SliceId> out;
    const auto names = store.slices().name;
    for (std::uint32_t row = 0; row < names.size(); ++row) {
        if (row % 65'536 == 0 && run.stopRequested()) return stopped;
        if (hit[names[row]] != 0) out.push_back(SliceId{row});
    }
    std::sort(out.begin(), out.end(), [&store](SliceId a, SliceId b) {
        if (store.start(a) != store.start(b)) return store.start(a) < store.start(b);
        return store.eventOffset(a) < store.eventOffset(b);
    });
    return out;
}

} // namespace lanescope
