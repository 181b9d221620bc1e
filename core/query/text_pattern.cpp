#include "core/query/text_pattern.h"

#include "core/query/short_names.h"

#include <re2/re2.h>

#include <algorithm>

namespace lanescope {

namespace {

constexpr std::int64_t kExpressionBytes = std::int64_t{4} << 20; // of the compiled expression and its states

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

Error patternError(std::string message) {
    return {ErrorCode::Usage, std::move(message), "search", "Text without slashes is searched as it stands."};
}

std::optional<Error> tooLong(std::string_view text) {
    if (text.size() <= kMaxTextPatternBytes) return std::nullopt;
    return patternError("the search text is " + std::to_string(text.size()) + " bytes long, at most " +
                        std::to_string(kMaxTextPatternBytes) + " are taken");
}

} // namespace

struct TextPattern::Expression {
    Expression(std::string_view text, const re2::RE2::Options& options)
        : regex(re2::StringPiece(text.data(), text.size()), options) {}
    re2::RE2 regex;
};

TextPattern TextPattern::plain(std::string_view text) {
    TextPattern out;
    out.m_lower = text.substr(0, kMaxTextPatternBytes);
    std::transform(out.m_lower.begin(), out.m_lower.end(), out.m_lower.begin(), lower);
    return out;
}

Result<TextPattern> TextPattern::expression(std::string_view text) {
    if (const auto error = tooLong(text)) return *error;
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(kExpressionBytes);
    options.set_encoding(re2::RE2::Options::EncodingLatin1); // names may hold bytes that are no UTF-8
    TextPattern out;
    auto expression = std::make_shared<const Expression>(text, options);
    if (!expression->regex.ok())
        return patternError("expected a regular expression between the slashes: " + expression->regex.error());
    out.m_expression = std::move(expression);
    return out;
}

Result<TextPattern> TextPattern::parse(std::string_view text) {
    if (const auto error = tooLong(text)) return *error;
    if (text.size() < 3 || text.front() != '/' || text.back() != '/') return plain(text);
    return expression(text.substr(1, text.size() - 2));
}

bool TextPattern::matches(std::string_view text) const {
    if (m_expression) return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), m_expression->regex);
    if (m_lower.empty()) return true;
    // Both cases of the first letter are looked for by hand: memchr-like speed without a lowered copy of the text.
    const char first = m_lower.front();
    if (text.size() < m_lower.size()) return false;
    const std::size_t last = text.size() - m_lower.size();
    for (std::size_t at = 0; at <= last; ++at) {
        if (lower(text[at]) != first) continue;
        std::size_t same = 1;
        while (same < m_lower.size() && lower(text[at + same]) == m_lower[same]) ++same;
        if (same == m_lower.size()) return true;
    }
    return false;
}

bool TextPattern::matchesName(std::string_view name) const {
    return matches(name) || (name.starts_with("_Z") && matches(demangled(name)));
}

} // namespace lanescope
