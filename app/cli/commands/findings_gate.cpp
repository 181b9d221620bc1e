#include "app/cli/commands/findings_gate.h"

#include "core/analysis/signatures/signatures.h"
#include "core/export/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace lanescope::cli {
namespace {

// "5%" or "0.05".
Result<double> shareOf(const std::string& text, const std::string& place) {
    std::string number = text;
    const bool percent = !number.empty() && number.back() == '%';
    if (percent) number.pop_back();
    char* end = nullptr;
    const double value = std::strtod(number.c_str(), &end);
    const double share = percent ? value / 100 : value;
    if (number.empty() || *end != '\0' || !std::isfinite(share) || share < 0 || share > 1)
        return Error{ErrorCode::Usage, fmt::format("expected a share from 0 to 100%, found '{}'", text), place,
                     "for example 5%"};
    return share;
}

// "12.5ms", "900us".
Result<double> durationOf(std::string_view text, const std::string& place) {
    constexpr std::pair<std::string_view, double> kUnits[] = {
        {"ns", 1}, {"us", 1e3}, {"\u00B5s", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    for (const auto& [unit, factor] : kUnits) {
        if (!text.ends_with(unit)) continue;
        const std::string number(text.substr(0, text.size() - unit.size()));
        char* end = nullptr;
        const double value = std::strtod(number.c_str(), &end) * factor;
        if (!number.empty() && *end == '\0' && std::isfinite(value) && value > 0) return value;
    }
    return Error{ErrorCode::Usage, fmt::format("expected a time with its unit, found '{}'", text), place,
                 "for example 12.5ms"};
}

Status take(const std::string& text, const char* place, std::optional<double>& out) {
    if (text.empty()) return {};
    const auto share = shareOf(text, place);
    if (!share.ok()) return share.error();
    out = *share;
    return {};
}

} // namespace

Result<Gate> Gate::of(const GateRequest& request) {
    Gate gate;
    if (!request.failOn.empty()) {
        for (const Confidence c : {Confidence::Possible, Confidence::Likely, Confidence::Confirmed})
            if (confidenceWord(c) == request.failOn) gate.m_failOn = c;
        for (const FindingSeverity s : {FindingSeverity::Low, FindingSeverity::Medium, FindingSeverity::High})
            if (severityWord(s) == request.failOn) gate.m_failOnSeverity = s;
        if (!gate.m_failOn && !gate.m_failOnSeverity)
            return Error{ErrorCode::Usage,
                         "expected possible, likely, confirmed, low, medium or high, found '" + request.failOn + "'",
                         "--fail-on",
                         {}};
    }
    if (Status s = take(request.maxExposedComm, "--max-exposed-comm", gate.m_maxExposedComm); !s.ok()) return s.error();
    if (Status s = take(request.maxIdle, "--max-idle", gate.m_maxIdle); !s.ok()) return s.error();
    if (Status s = take(request.minBusy, "--min-busy", gate.m_minBusy); !s.ok()) return s.error();
    if (Status s = take(request.maxSlower, "--max-slower", gate.m_maxSlower); !s.ok()) return s.error();
    if (request.maxSlower.empty() != request.baseline.empty())
        return Error{ErrorCode::Usage, "expected --baseline and --max-slower together", "findings",
                     "for example --baseline before.json.gz --max-slower 5%"};
    if (!request.maxStepTime.empty()) {
        const auto ns = durationOf(request.maxStepTime, "--max-step-time");
        if (!ns.ok()) return ns.error();
        gate.m_maxStepNs = *ns;
    }
    for (const std::string& one : request.maxCosts) {
        const std::size_t equals = one.find('=');
        const std::string id = one.substr(0, equals);
        if (equals == std::string::npos || findSignature(id) == nullptr)
            return Error{ErrorCode::Usage, "expected ID=SHARE with the id of a signature, found '" + one + "'",
                         "--max-cost", "for example sync-stalls=2%"};
        const auto share = shareOf(one.substr(equals + 1), "--max-cost");
        if (!share.ok()) return share.error();
        gate.m_maxCosts[id] = *share;
    }
    return gate;
}

void Gate::check(const std::string& file, const FindingsResult& result, SteadyMean steps,
                 std::vector<GateLine>& lines) const {
    checkShares(file, result, lines);
    checkSteps(file, steps, lines);
    checkFindings(file, result, lines);
}

void Gate::checkSteps(const std::string& file, SteadyMean steps, std::vector<GateLine>& lines) const {
    const auto text = [](double ns) { return formatDuration(std::llround(ns)); };
    const auto line = [&](double limit, const std::string& budget) {
        const bool passed = steps.steps > 0 && steps.meanNs() <= limit;
        lines.push_back(
            {passed, fmt::format("{}: {}, budget {}", file,
                                 steps.steps > 0 ? "step time " + text(steps.meanNs()) : "no steps", budget)});
    };
    if (m_maxStepNs) line(*m_maxStepNs, text(*m_maxStepNs));
    if (!m_maxSlower) return;
    const double limit = m_baseline.meanNs() * (1 + *m_maxSlower);
    line(limit, m_baseline.steps > 0 ? fmt::format("{}, {} more than the baseline's {}", text(limit),
                                                   formatShare(*m_maxSlower), text(m_baseline.meanNs()))
                                     : "unknown: the baseline has no steps");
}

void Gate::checkShares(const std::string& file, const FindingsResult& result, std::vector<GateLine>& lines) const {
    if (result.devices.empty() && (m_maxExposedComm || m_maxIdle || m_minBusy || !m_maxCosts.empty()))
        lines.push_back({false, fmt::format("{}: no GPU work to hold against the budgets", file)});
    const auto budget = [&](const FindingsResult::Device& device, std::string_view what, double found, double limit,
                            bool passed) {
        lines.push_back({passed, fmt::format("{}, device {}: {} {}, budget {}", file, device.name, what,
                                             formatShare(found), formatShare(limit))});
    };
    for (const FindingsResult::Device& d : result.devices) {
        if (m_maxExposedComm)
            budget(d, "exposed communication", d.exposedCommShare, *m_maxExposedComm,
                   d.exposedCommShare <= *m_maxExposedComm);
        if (m_maxIdle) budget(d, "idle", 1 - d.busyShare, *m_maxIdle, 1 - d.busyShare <= *m_maxIdle);
        if (m_minBusy) budget(d, "busy", d.busyShare, *m_minBusy, d.busyShare >= *m_minBusy);
        for (const auto& [id, limit] : m_maxCosts) {
            double cost = 0;
            for (const Finding& f : result.findings)
                if (f.signature->id == id && f.device == d.name) cost = std::max(cost, f.costShare);
            budget(d, id, cost, limit, cost <= limit);
        }
    }
}

void Gate::checkFindings(const std::string& file, const FindingsResult& result, std::vector<GateLine>& lines) const {
    if (!m_failOn && !m_failOnSeverity) return;
    std::string found;
    for (const Finding& f : result.findings) {
        const FindingSeverity severity = severityOf(f, result.thresholds);
        if (f.signature == &healthySignature() || (m_failOn && f.confidence < *m_failOn)) continue;
        if (m_failOnSeverity && severity < *m_failOnSeverity) continue;
        found += fmt::format("{}{} ({}, {})", found.empty() ? "" : ", ", f.signature->id, confidenceWord(f.confidence),
                             severityWord(severity));
    }
    const std::string asked = m_failOn ? fmt::format("{} or surer", confidenceWord(*m_failOn))
                                       : fmt::format("of {} severity or more", severityWord(*m_failOnSeverity));
    lines.push_back(
        {found.empty(), fmt::format("{}: findings {}: {}", file, asked, found.empty() ? std::string("none") : found)});
}

bool Gate::failed(const std::vector<GateLine>& lines) {
    return std::any_of(lines.begin(), lines.end(), [](const GateLine& line) { return !line.passed; });
}

} // namespace lanescope::cli
