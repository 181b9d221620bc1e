// The list of signatures: each a file of its own that judges one device of a trace. What is the same for all traces is
// text here; what was measured is evidence in the finding. Any thread.
#pragma once

#include "core/analysis/findings/facts.h"
#include "core/analysis/findings/finding.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lanescope {

struct SignatureInfo {
    char letter = '?';        // as in the documentation: a to i
    std::string_view id;      // stable: "sync-stalls"; its heading in docs/user/signatures.md
    std::string_view title;   // for people
    std::string_view seen;    // what the eye sees
    std::string_view confirm; // which measurement separates it from look-alikes
    std::string_view refute;  // what would refute it
    std::string_view advice;  // what to try
    std::string_view limits;  // beginnings of the names of the limits it goes by, separated by blanks
    std::optional<Finding> (*judge)(const TraceFacts&, const DeviceFacts&) = nullptr; // none: not seen
};

std::span<const SignatureInfo> builtinSignatures(); // a to i; healthy, the last, is judged when nothing else was found
// The limits it goes by, in the order of the table.
std::vector<Limit> limitsOf(const SignatureInfo& signature);
const SignatureInfo& healthySignature();
const SignatureInfo* findSignature(std::string_view id); // null when there is none

std::optional<Finding> judgeUnoverlapped(const TraceFacts& facts, const DeviceFacts& device);
std::optional<Finding> judgeLaunchBound(const TraceFacts& facts, const DeviceFacts& device);
std::optional<Finding> judgeInputStarvation(const TraceFacts& facts, const DeviceFacts& device);
std::optional<Finding> judgeMemoryBound(const TraceFacts& facts, const DeviceFacts& device);
std::optional<Finding> judgeStraggler(const TraceFacts& facts, const DeviceFacts& device);
std::optional<Finding> judgePipelineBubbles(const TraceFacts& facts, const DeviceFacts& device);
std::optional<Finding> judgeSyncStalls(const TraceFacts& facts, const DeviceFacts& device);
std::optional<Finding> judgeAllocatorStalls(const TraceFacts& facts, const DeviceFacts& device);
std::optional<Finding> judgeHealthy(const TraceFacts& facts, const DeviceFacts& device);

} // namespace lanescope
