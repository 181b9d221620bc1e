// Answers to the questions of an expectation file: one machine interface for scripts, tests and regression checks.
// A question is a JSON object with members `load` (file -> keys) and `expect` (key -> what is asked); the answer has
// the same keys, filled with what is found. Keys and words: docs/user/facts.md. Any thread.
#pragma once

#include "core/base/json.h"
#include "core/session/load_trace.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct FactsInput {
    std::string name; // as `load` calls it
    Result<LoadedTrace> trace;
};

// Every question of the whole trace when `ask` holds neither `load` nor `expect`: counts, devices, figures, steps.
Result<Json> answerFacts(const Json& ask, std::span<const FactsInput> inputs, RunContext& context);

// Keys that `expect` may hold.
std::vector<std::string_view> factKeys();

struct FactsDifference {
    std::string path; // "expect.gpu.0.busy_ns"
    std::string expected, found;
};
// What of `ask` (numbers, {"min", "max"}, texts, lists) the answer does not meet; `ignore_warnings` is obeyed. A key
// that is not answered differs.
std::vector<FactsDifference> compareFacts(const Json& ask, const Json& answer);

} // namespace lanescope
