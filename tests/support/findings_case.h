// Findings of generated traces: every rank's file of a case is loaded and judged, as one job when there are several.
#pragma once

#include "core/analysis/findings/find_findings.h"
#include "core/base/json.h"
#include "core/synth/synth.h"

#include <memory>
#include <string>
#include <vector>

namespace lanescope::testing {

struct FoundCase {
    std::vector<std::shared_ptr<const TraceStore>> stores; // by file
    std::vector<FindingsResult> results;
    std::vector<Json> answers;
    std::string error; // empty when all went well
};

enum class JudgeAs : std::uint8_t { Job, Apart };
FoundCase findIn(const synth::SynthOptions& options, const FindingOptions& limits = {}, JudgeAs as = JudgeAs::Job);

// The findings of one trace by its text, judged alone; stops the test program when it cannot be read.
FindingsResult findInText(std::string_view json);
std::string joinedIds(const FindingsResult& result);          // separated by blanks
std::vector<std::string> idsOf(const FindingsResult& result); // in their order
const Finding* findingCalled(const FindingsResult& result, std::string_view id);
// The entry of "findings" in the answers; null when there is none.
const Json* answerCalled(const Json& answers, std::string_view id);

// How well ranges found lie on those of the answers, inside the windows that count: length of both together over length
// of either; 1 = the same.
double rangeAgreement(const std::vector<Interval>& found, const Json& answer,
                      const std::vector<FindingWindow>& windows);

} // namespace lanescope::testing
