// Findings as a gate for scripts: budgets and severities that decide the exit code. One thread.
#pragma once

#include "core/analysis/findings/finding.h"
#include "core/base/result.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::cli {

struct GateRequest { // as given on the command line; empty = not asked for
    std::string failOn, maxExposedComm, maxIdle, minBusy;
    std::vector<std::string> maxCosts; // ID=SHARE
};

struct GateLine {
    bool passed = true;
    std::string text;
};

class Gate {
public:
    static Result<Gate> of(const GateRequest& request); // errors: Usage
    // One line per budget and device, and one for the severities.
    void check(const std::string& file, const FindingsResult& result, std::vector<GateLine>& lines) const;
    static bool failed(const std::vector<GateLine>& lines);

private:
    std::optional<Confidence> m_failOn;
    std::optional<FindingSeverity> m_failOnSeverity;
    std::optional<double> m_maxExposedComm, m_maxIdle, m_minBusy;
    std::map<std::string, double> m_maxCosts;
};

} // namespace lanescope::cli
