// The visible rule table that sorts GPU work into kinds (METRICS 1, NCCL_AND_OTHERS 3): category first, then the first
// matching pattern on the lower-cased name; collective metadata or a collective launching operator overrule the name.
// Users may put rules of their own before the built-in ones. Any thread.
#pragma once

#include "core/base/result.h"
#include "core/store/columns.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct KindRule {
    WorkKind kind = WorkKind::Other;
    std::string pattern; // lower case; '^' at the start anchors; '*' stands for any text between parts
    std::string without; // the rule does not hold when the name has this; empty = no such condition
    bool user = false;
};

class KindRules {
public:
    static KindRules builtin();
    // Lines "kind: pattern"; '#' comments. An error names the line.
    static Result<KindRules> withUserRules(std::string_view text);
    const std::vector<KindRule>& rules() const { return m_rules; }
    WorkKind classifyKernel(std::string_view name) const; // by name alone
    // Which rule decided, for explanations; null when none did.
    const KindRule* ruleFor(std::string_view name) const;
    std::uint64_t fingerprint() const; // changes when any rule does; part of the index key

private:
    std::vector<KindRule> m_rules;
};

} // namespace lanescope
