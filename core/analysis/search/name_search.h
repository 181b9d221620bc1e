// Finding slices by name (docs/user/search.md). Plain text ignores case (of ASCII letters) and takes brackets as they
// are; /text/ between slashes is a regular expression that minds case. Mangled kernel names match in words as well.
// Any thread.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/store/trace_store.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

class NamePattern {
public:
    // Usage error for a regular expression that is none, or is too large (kMaxPatternBytes).
    static Result<NamePattern> parse(std::string_view text);
    bool matches(std::string_view name) const;

private:
    NamePattern() = default;
    std::string m_lower; // plain text
    struct Expression;
    std::shared_ptr<const Expression> m_expression;
};
inline constexpr std::size_t kMaxPatternBytes = 1024;

// Every slice whose name matches, in order of time, then of the file. Each name is looked at once. Cancelled when the
// context says stop.
Result<std::vector<SliceId>> searchNames(const TraceStore& store, const NamePattern& pattern, RunContext& run);

} // namespace lanescope
