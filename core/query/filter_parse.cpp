// Text to tests: or < and < not < brackets. Side by side means "and".
#include "core/query/filter.h"
#include "core/query/filter_syntax.h"

#include <algorithm>
#include <cctype>

namespace lanescope {

namespace {

using filter::Expression;
using filter::FieldRule;
using filter::Node;
using filter::Test;

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool isKeyLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
    return text;
}

bool sameWord(std::string_view text, std::string_view lowerWord) {
    return text.size() == lowerWord.size() &&
           std::equal(text.begin(), text.end(), lowerWord.begin(),
                      [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
}

struct KeyAndOp {
    std::string_view key, op;
};
// "dur>=" at the start of a text; none when it starts with no such thing. "::" is no operator: names hold it.
std::optional<KeyAndOp> keyAt(std::string_view text) {
    std::size_t letters = 0;
    while (letters < text.size() && isKeyLetter(text[letters])) ++letters;
    const std::string_view rest = text.substr(letters);
    if (letters == 0 || rest.starts_with("::")) return std::nullopt;
    for (const std::string_view op : {"!=", ">=", "<=", ":", "=", ">", "<"})
        if (rest.starts_with(op)) return KeyAndOp{text.substr(0, letters), rest.substr(0, op.size())};
    return std::nullopt;
}

// Where an expression that starts with the slash at `at` ends: the next slash before a blank, a bracket or the end.
std::optional<std::size_t> closingSlash(std::string_view text, std::size_t at) {
    for (std::size_t i = at + 1; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
            continue;
        }
        if (text[i] != '/') continue;
        const bool last = i + 1 == text.size() || isBlank(text[i + 1]) || text[i + 1] == ')';
        if (last && i > at + 1) return i;
    }
    return std::nullopt;
}

class Parser {
public:
    explicit Parser(std::string_view text) : m_text(text) {}

    Result<Expression> parse() {
        const auto root = parseOr();
        if (!root.ok()) return root.error();
        skipBlanks();
        if (m_at < m_text.size()) return fail("expected the end, found ')'");
        m_out.root = *root;
        return std::move(m_out);
    }
    std::vector<std::string> takeRemarks() { return std::move(m_remarks); }

    // Does the text hold a condition, an expression, a quoted text or one of the three words?
    bool hasForms() {
        bool forms = false;
        for (skipBlanks(); m_at < m_text.size() && !forms; skipBlanks()) {
            if (m_text[m_at] == '(' || m_text[m_at] == ')') {
                ++m_at;
                continue;
            }
            if ((m_text[m_at] == '-' || m_text[m_at] == '!') && m_at + 1 < m_text.size()) ++m_at;
            const auto key = keyAt(m_text.substr(m_at));
            forms = m_text[m_at] == '"' || (m_text[m_at] == '/' && closingSlash(m_text, m_at)) ||
                    (key && filter::fieldNamed(key->key) != nullptr) || wordHere("and") || wordHere("or") ||
                    wordHere("not");
            (void)takeWord();
        }
        m_at = 0;
        return forms;
    }

private:
    Error fail(std::string message, std::string hint = {}) const {
        return {ErrorCode::Usage, std::move(message), "character " + std::to_string(m_at + 1), std::move(hint)};
    }
    void skipBlanks() {
        while (m_at < m_text.size() && isBlank(m_text[m_at])) ++m_at;
    }
    // A word ends at a blank or at a bracket that it did not open: "foo(int)" is one.
    std::string_view takeWord() {
        const std::size_t from = m_at;
        unsigned open = 0;
        while (m_at < m_text.size() && !isBlank(m_text[m_at])) {
            if (m_text[m_at] == '(') ++open;
            if (m_text[m_at] == ')' && open-- == 0) break;
            ++m_at;
        }
        if (m_at == from && m_at < m_text.size()) ++m_at; // a bracket alone
        return m_text.substr(from, m_at - from);
    }
    bool wordHere(std::string_view word) {
        const std::size_t from = m_at;
        const bool same = sameWord(takeWord(), word);
        m_at = from;
        return same;
    }
    bool takeThe(std::string_view word) {
        skipBlanks();
        if (m_at >= m_text.size() || !wordHere(word)) return false;
        m_at += word.size();
        return true;
    }
    std::uint32_t add(Node node) {
        m_out.nodes.push_back(node);
        return static_cast<std::uint32_t>(m_out.nodes.size() - 1);
    }
    std::uint32_t addTest(Test test) {
        m_out.tests.push_back(std::move(test));
        return add({Node::Kind::Test, 0, 0, static_cast<std::uint32_t>(m_out.tests.size() - 1)});
    }

    Result<std::uint32_t> parseOr() {
        auto left = parseAnd();
        while (left.ok() && takeThe("or")) {
            const auto right = parseAnd();
            if (!right.ok()) return right;
            left = add({Node::Kind::Or, *left, *right, 0});
        }
        return left;
    }
    Result<std::uint32_t> parseAnd() {
        auto left = parseNot();
        while (left.ok()) {
            const bool said = takeThe("and");
            skipBlanks();
            const bool more = m_at < m_text.size() && m_text[m_at] != ')' && !wordHere("or");
            if (!more && !said) break;
            const auto right = parseNot();
            if (!right.ok()) return right;
            left = add({Node::Kind::And, *left, *right, 0});
        }
        return left;
    }
    Result<std::uint32_t> parseNot() {
        if (m_depth >= kMaxFilterDepth || m_out.tests.size() >= kMaxFilterTerms)
            return fail("the filter has too many brackets or conditions");
        skipBlanks();
        const bool sign =
            m_at + 1 < m_text.size() && (m_text[m_at] == '-' || m_text[m_at] == '!') && !isBlank(m_text[m_at + 1]);
        if (sign) ++m_at;
        if (!sign && !takeThe("not")) return parseTerm();
        ++m_depth;
        const auto inner = parseNot();
        --m_depth;
        if (!inner.ok()) return inner;
        return add({Node::Kind::Not, *inner, 0, 0});
    }
    Result<std::uint32_t> parseTerm() {
        skipBlanks();
        if (m_at >= m_text.size()) return fail("expected a condition, found the end");
        if (m_text[m_at] == ')') return fail("expected a condition, found ')'");
        if (m_text[m_at] == '(') return parseBrackets();
        const auto key = keyAt(m_text.substr(m_at));
        const FieldRule* rule = key ? filter::fieldNamed(key->key) : nullptr;
        if (rule != nullptr) return parseCondition(*rule, *key);
        Test test;
        const auto value = takeValue(test);
        if (!value.ok()) return value.error();
        if (!test.pattern) test.pattern = TextPattern::plain(*value);
        if (key && key->op == ":")
            m_remarks.push_back("'" + std::string(key->key) + "' is no field; '" + *value +
                                "' was looked for in names");
        return addTest(std::move(test));
    }
    Result<std::uint32_t> parseBrackets() {
        ++m_at;
        ++m_depth;
        const auto inner = parseOr();
        --m_depth;
        if (!inner.ok()) return inner;
        skipBlanks();
        if (m_at >= m_text.size()) return fail("expected ')', found the end");
        ++m_at;
        return inner;
    }
    Result<std::uint32_t> parseCondition(const FieldRule& rule, const KeyAndOp& key) {
        const std::size_t from = m_at;
        m_at += key.key.size() + key.op.size();
        Test given;
        const auto value = takeValue(given);
        if (!value.ok()) return value.error();
        const bool negated = key.op == "!=";
        Result<Test> test = Error{};
        if (given.pattern && rule.values == filter::Values::Text) {
            given.field = rule.field;
            test = std::move(given);
        } else {
            test = filter::testOf(rule, negated ? "=" : key.op, *value);
        }
        if (!test.ok()) {
            m_at = from;
            return fail(test.error().message, test.error().hint);
        }
        const std::uint32_t node = addTest(std::move(*test));
        return negated ? add({Node::Kind::Not, node, 0, 0}) : node;
    }
    // A quoted text, an expression (into test.pattern) or a word.
    Result<std::string> takeValue(Test& test) {
        if (m_at < m_text.size() && m_text[m_at] == '"') return takeQuoted();
        const auto slash = m_at < m_text.size() && m_text[m_at] == '/' ? closingSlash(m_text, m_at) : std::nullopt;
        if (!slash) return m_at < m_text.size() && !isBlank(m_text[m_at]) ? std::string(takeWord()) : std::string();
        const std::string_view inside = m_text.substr(m_at + 1, *slash - m_at - 1);
        auto pattern = TextPattern::expression(inside);
        if (!pattern.ok()) return fail(pattern.error().message, pattern.error().hint);
        test.pattern = std::move(*pattern);
        m_at = *slash + 1;
        return std::string(inside);
    }
    Result<std::string> takeQuoted() {
        std::string out;
        for (std::size_t i = m_at + 1; i < m_text.size(); ++i) {
            if (m_text[i] == '"') {
                m_at = i + 1;
                return out;
            }
            if (m_text[i] == '\\' && i + 1 < m_text.size()) ++i;
            out += m_text[i];
        }
        return fail("expected a closing quote, found the end");
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    unsigned m_depth = 0;
    Expression m_out;
    std::vector<std::string> m_remarks;
};

Expression everything() {
    Expression out;
    out.nodes.push_back({});
    return out;
}

Result<Expression> textOnly(std::string_view text) {
    if (text.size() > kMaxTextPatternBytes)
        return Error{ErrorCode::Usage,
                     "the text to look for is longer than " + std::to_string(kMaxTextPatternBytes) + " bytes",
                     {},
                     {}};
    Expression out;
    Test test;
    test.pattern = TextPattern::plain(text);
    out.tests.push_back(std::move(test));
    out.nodes.push_back({Node::Kind::Test, 0, 0, 0});
    out.isText = true;
    return out;
}

} // namespace

Result<Filter> Filter::parse(std::string_view text) {
    if (text.size() > kMaxFilterBytes)
        return Error{ErrorCode::Usage,
                     "the filter is " + std::to_string(text.size()) + " bytes long, at most " +
                         std::to_string(kMaxFilterBytes) + " are taken",
                     {},
                     {}};
    Filter out;
    const std::string_view line = trimmed(text);
    Parser parser(line);
    Result<Expression> expression = line.empty() ? Result<Expression>(everything()) : textOnly(line);
    if (!line.empty() && parser.hasForms()) expression = parser.parse();
    if (!expression.ok()) return expression.error();
    const Test* only = expression->nodes.size() == 1 && expression->tests.size() == 1 ? &expression->tests[0] : nullptr;
    if (only != nullptr && only->field == filter::Field::Name && only->pattern) expression->isText = true;
    out.m_remarks = parser.takeRemarks();
    const auto key = keyAt(line);
    if (out.m_remarks.empty() && expression->isText && key && key->op == ":" && !filter::fieldNamed(key->key))
        out.m_remarks.push_back("'" + std::string(key->key) + "' is no field; the text was looked for in names");
    out.m_expression = std::make_shared<const Expression>(std::move(*expression));
    return out;
}

bool Filter::empty() const { return m_expression->nodes[m_expression->root].kind == Node::Kind::All; }
bool Filter::isText() const { return m_expression->isText; }

} // namespace lanescope
