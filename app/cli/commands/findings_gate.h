// Findings as a gate for scripts: budgets and severities that decide the exit code. One thread.
#pragma once

#include "core/analysis/findings/finding.h"
#include "core/analysis/steady_steps.h"
#include "core/base/result.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::cli {

struct GateRequest { // as given on the command line; empty = not asked for
    std::string failOn, maxExposedComm, maxIdle, minBusy, maxStepTime;
    std::string baseline, maxSlower;   // a trace, and by how much steps may be slower than its
    std::vector<std::string> maxCosts; // ID=SHARE
};

struct GateLine {
    bool passed = true;
    std::string text;
};

class Gate {
public:
    static Result<Gate> of(const GateRequest& request); // errors: Usage
    // The steps of the baseline trace, once it is read.
    void setBaseline(SteadyMean steps) { m_baseline = steps; }
    // One line per budget and device, one per budget of step times, and one for the severities. What cannot be looked
    // at, as there is no GPU work or no step, did not pass.
    void check(const std::string& file, const FindingsResult& result, SteadyMean steps,
               std::vector<GateLine>& lines) const;
    static bool failed(const std::vector<GateLine>& lines);

private:
    void checkShares(const std::string& file, const FindingsResult& result, std::vector<GateLine>& lines) const;
    void checkSteps(const std::string& file, SteadyMean steps, std::vector<GateLine>& lines) const;
    void checkFindings(const std::string& file, const FindingsResult& result, std::vector<GateLine>& lines) const;
    std::optional<Confidence> m_failOn;
    std::optional<FindingSeverity> m_failOnSeverity;
    std::optional<double> m_maxExposedComm, m_maxIdle, m_minBusy, m_maxSlower, m_maxStepNs;
    SteadyMean m_baseline;
    std::map<std::string, double> m_maxCosts;
};

} // namespace lanescope::cli
