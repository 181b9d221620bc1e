#include "core/export/findings_text.h"

#include "core/analysis/signatures/signatures.h"
#include "core/export/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope {

namespace {

std::string numberText(const Cell& cell, Unit unit) {
    const auto* whole = std::get_if<std::int64_t>(&cell);
    const auto* real = std::get_if<double>(&cell);
    const double value = whole ? static_cast<double>(*whole) : real ? *real : NAN;
    switch (unit) {
    case Unit::Nanoseconds:
        return formatDuration(whole ? *whole : std::llround(value), Precision::Slice);
    case Unit::Bytes:
        return formatBytes(whole ? *whole : std::llround(value));
    case Unit::Ratio:
        return formatShare(value);
    case Unit::BytesPerSecond:
        return formatRate(value);
    case Unit::Count:
        return whole ? formatCount(*whole) : formatNumber(value);
    default:
        return whole ? fmt::format("{}", *whole) : formatNumber(value);
    }
}

class Cards {
public:
    Cards(const TraceStore& store, const FindingsResult& result, CardStyle style)
        : m_origin(count(store.extent().begin)), m_result(result), m_markdown(style == CardStyle::Markdown) {}

    std::string all() {
        if (m_result.findings.empty()) line("No signature holds, and the trace is not shown to be healthy.");
        for (const Finding& f : m_result.findings) card(f);
        unexplained();
        notes();
        return std::move(m_text);
    }

    std::string one(const Finding& finding) {
        card(finding);
        return std::move(m_text);
    }

private:
    void line(std::string_view text) { m_text += fmt::format("{}\n", text); }
    void item(std::string_view text) { m_text += fmt::format("{}{}\n", m_markdown ? "- " : "   ", text); }

    void card(const Finding& f) {
        const SignatureInfo& s = *f.signature;
        const std::string cost = f.costNs > 0 ? ": " + findingCost(f, m_result) : std::string();
        const std::string device = many() ? fmt::format(" on device {}", f.device) : std::string();
        const FindingSeverity severity = severityOf(f, m_result.thresholds);
        const std::string word =
            severity == FindingSeverity::None
                ? std::string(confidenceWord(f.confidence))
                : fmt::format("{}, {} severity", confidenceWord(f.confidence), severityWord(severity));
        if (m_markdown)
            line(fmt::format("### {} {}{}{} ({})\n", s.letter, s.title, device, cost, word));
        else
            line(fmt::format("{}  {}{}{}  [{}]", s.letter, s.title, device, cost, word));
        for (const Evidence& e : f.evidence) item(mark(e) + evidenceText(e));
        if (!f.ranges.empty()) item(where(f));
        for (const std::string& reason : f.lowered) item("not surer: " + reason);
        item(fmt::format("confirmed by: {}", s.confirm));
        item(fmt::format("refuted if: {}", s.refute));
        item(fmt::format("try: {}", s.advice));
        std::string limits;
        for (const std::string& one : limitLines(f, m_result.thresholds)) limits += (limits.empty() ? "" : ", ") + one;
        item("limits: " + limits);
        line("");
    }

    static std::string mark(const Evidence& e) {
        switch (e.role) {
        case EvidenceRole::Confirms:
            return "+ ";
        case EvidenceRole::Against:
            return "- ";
        case EvidenceRole::Measures:
            return "  ";
        }
        return {};
    }

    std::string where(const Finding& f) const {
        const auto longest = std::max_element(f.ranges.begin(), f.ranges.end(),
                                              [](const auto& a, const auto& b) { return a.length() < b.length(); });
        return fmt::format("in {} {}, the longest at {}, {}", formatCount(static_cast<std::int64_t>(f.rangeCount)),
                           f.rangeCount == 1 ? "range" : "ranges", formatOffset(longest->begin - m_origin),
                           formatDuration(longest->length(), Precision::Slice));
    }

    bool many() const { return m_result.unexplained.size() > 1; }

    void unexplained() {
        for (const auto& u : m_result.unexplained) {
            if (u.exposedCommPerStepNs > 0)
                line(fmt::format("Exposed communication that no finding explains{}: {}{}",
                                 many() ? " on device " + u.device : std::string(),
                                 formatDuration(u.exposedCommPerStepNs, Precision::Slice),
                                 m_result.hasSteps ? " per step" : ""));
            if (u.idlePerStepNs == 0) continue;
            std::string parts;
            for (const auto& [part, ns] : u.parts)
                parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", idlePartTitle(part),
                                     formatDuration(ns, Precision::Slice));
            line(fmt::format(
                "Idle time that no finding explains{}: {}{} ({})", many() ? " on device " + u.device : std::string(),
                formatDuration(u.idlePerStepNs, Precision::Slice), m_result.hasSteps ? " per step" : "", parts));
        }
    }

    void notes() {
        if (m_result.notes.empty()) return;
        line(m_markdown ? "\n### Notes on the capture\n" : "\nNotes on the capture");
        for (const CaptureNote& note : m_result.notes) {
            std::string values;
            for (const Evidence& e : note.evidence)
                values += fmt::format("{}{}", values.empty() ? " (" : ", ", evidenceText(e));
            item(note.text + values + (values.empty() ? "" : ")"));
        }
    }

    std::int64_t m_origin;
    const FindingsResult& m_result;
    bool m_markdown;
    std::string m_text;
};

} // namespace

std::string printable(std::string_view text, std::size_t most) {
    std::string out;
    for (const char c : text) out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    if (out.size() <= most) return out;
    std::size_t cut = most;
    while (cut > 0 && (static_cast<unsigned char>(out[cut]) & 0xc0U) == 0x80U) --cut;
    return out.substr(0, cut) + "...";
}

std::string evidenceValue(const Evidence& evidence) {
    if (const auto* text = std::get_if<std::string>(&evidence.value)) return printable(*text);
    return numberText(evidence.value, evidence.unit);
}

std::string evidenceText(const Evidence& evidence) {
    return fmt::format("{}: {}", evidence.title, evidenceValue(evidence));
}

std::string findingCost(const Finding& finding, const FindingsResult& result) {
    return fmt::format("{}{}, {}", formatDuration(finding.costPerStepNs, Precision::Slice),
                       result.hasSteps ? " per step" : "", formatShare(finding.costShare));
}

std::string severityText(FindingSeverity severity) {
    switch (severity) {
    case FindingSeverity::None:
        return "\u2013";
    case FindingSeverity::Low:
        return "\u25cb low";
    case FindingSeverity::Medium:
        return "\u25a0 medium";
    case FindingSeverity::High:
        return "\u25b2 high";
    }
    return {};
}

std::vector<std::string> limitLines(const Finding& finding, const Thresholds& limits) {
    std::vector<std::string> out;
    for (const Limit limit : limitsOf(*finding.signature)) {
        const LimitInfo& info = limitTable()[static_cast<std::size_t>(limit)];
        out.push_back(fmt::format("{} = {}", info.name, limitText(info, limits[limit])));
    }
    return out;
}

std::string evidenceLine(const Finding& finding) {
    std::string out;
    for (const EvidenceRole role : {EvidenceRole::Confirms, EvidenceRole::Against, EvidenceRole::Measures})
        for (const Evidence& e : finding.evidence)
            if (e.role == role) out += fmt::format("{}{}", out.empty() ? "" : "; ", evidenceText(e));
    return out;
}

std::string findingMarkdown(const TraceStore& store, const FindingsResult& result, const Finding& finding) {
    return Cards(store, result, CardStyle::Markdown).one(finding);
}

std::string findingsText(const TraceStore& store, const FindingsResult& result, CardStyle style) {
    return Cards(store, result, style).all();
}

} // namespace lanescope
