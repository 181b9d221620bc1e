#include "core/report/review.h"

#include "core/analysis/signatures/signatures.h"
#include "core/export/findings_text.h"
#include "core/export/guide_text.h"
#include "core/export/quantity.h"
#include "core/export/redact.h"
#include "core/report/document_names.h"
#include "core/report/review_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::report {

std::vector<EvidencePlace> evidencePlaces(const TraceStore& store, const FindingsResult& findings) {
    std::vector<EvidencePlace> out;
    for (std::size_t i = 0; i < findings.findings.size() && out.size() < kMostEvidence; ++i) {
        const auto& ranges = findings.findings[i].ranges;
        const auto longest = std::max_element(ranges.begin(), ranges.end(), [](const Interval& a, const Interval& b) {
            return a.end - a.begin < b.end - b.begin;
        });
        if (longest == ranges.end() || longest->end <= longest->begin) continue;
        const Ns room{(longest->end - longest->begin) / 2};
        const TimeRange wanted{rankTime(longest->begin) - room, rankTime(longest->end) + room};
        const TimeRange range = wanted.clippedTo(store.extent());
        if (!range.empty()) out.push_back({i, range});
    }
    return out;
}

Document review(std::span<const ReviewTrace> traces, const Redactor* leftOut) {
    Document out;
    const Words words(leftOut, traces);
    out.title = traces.size() == 1 ? "Review of a GPU trace" : fmt::format("Review of {} GPU traces", traces.size());
    out.subtitle = words.subtitle();
    if (traces.size() > 1) addRanks(traces, words, out);
    for (const ReviewTrace& trace : traces) addReview(trace, words, {}, out);
    if (leftOut) leaveNamesOut(out, *leftOut);
    return out;
}

std::string pullRequestTable(std::span<const ReviewTrace> traces, const Redactor* leftOut) {
    const Words words(leftOut, traces);
    Document out;
    out.footer.clear();
    Grid grid{{"trace", "window", "busy", "exposed comm.", "launch gaps", "large gaps", "costliest finding"}, {}, 1};
    for (const ReviewTrace& trace : traces) {
        const FourNumbers* n = numbersOf(trace);
        const auto& list = trace.findings.findings;
        const std::string finding = list.empty() ? "none"
                                                 : std::string(list.front().signature->title) + " (" +
                                                       findingCost(list.front(), trace.findings) + ")";
        if (n)
            grid.rows.push_back({words.nameOf(trace), formatDuration(n->wallNs), formatShare(n->busyShare()),
                                 formatDuration(n->exposedCommNs), formatDuration(n->launchGapNs),
                                 formatDuration(n->largeGapNs), finding});
        else
            grid.rows.push_back({words.nameOf(trace), kNotKnown, kNotKnown, kNotKnown, kNotKnown, kNotKnown, finding});
    }
    out.blocks.push_back(grid);
    const std::string text = markdown(out, "");
    return text.substr(text.find('|'));
}

} // namespace lanescope::report
