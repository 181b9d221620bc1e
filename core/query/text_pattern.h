// One pattern for names: plain text ignores the case of ASCII letters and takes every sign as it stands; /text/ between
// slashes is a regular expression (RE2 syntax) that minds case. Matching takes time in proportion to the name, whatever
// the expression: no pattern and no name can hang or crash the program (docs/adr/0100). Immutable; any thread.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace lanescope {

inline constexpr std::size_t kMaxTextPatternBytes = 1024;

class TextPattern {
public:
    // Usage error for a regular expression that is none, or is too large.
    static Result<TextPattern> parse(std::string_view text);
    static TextPattern plain(std::string_view text);                           // slashes mean nothing
    static Result<TextPattern> expression(std::string_view betweenTheSlashes); // slashes already taken off

    bool matches(std::string_view text) const;
    // A name of a file: mangled kernel names match in words as well.
    bool matchesName(std::string_view name) const;

private:
    TextPattern() = default;
    std::string m_lower; // plain text
    struct Expression;
    std::shared_ptr<const Expression> m_expression;
};

} // namespace lanescope
