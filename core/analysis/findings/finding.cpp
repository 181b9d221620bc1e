#include "core/analysis/findings/finding.h"

namespace lanescope {

std::string_view confidenceWord(Confidence confidence) {
    switch (confidence) {
    case Confidence::Possible:
        return "possible";
    case Confidence::Likely:
        return "likely";
    case Confidence::Confirmed:
        return "confirmed";
    }
    return "possible";
}

std::string_view severityWord(FindingSeverity severity) {
    switch (severity) {
    case FindingSeverity::None:
        return "none";
    case FindingSeverity::Low:
        return "low";
    case FindingSeverity::Medium:
        return "medium";
    case FindingSeverity::High:
        return "high";
    }
    return "none";
}

FindingSeverity severityOf(const Finding& finding, const Thresholds& limits) {
    if (finding.costNs <= 0) return FindingSeverity::None;
    const bool possible = finding.confidence == Confidence::Possible;
    if (finding.costShare >= limits[Limit::SeverityHigh])
        return possible ? FindingSeverity::Medium : FindingSeverity::High;
    if (finding.costShare >= limits[Limit::SeverityMedium])
        return possible ? FindingSeverity::Low : FindingSeverity::Medium;
    return FindingSeverity::Low;
}

} // namespace lanescope
