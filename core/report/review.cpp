#include "core/report/review.h"

#include "core/analysis/signatures/signatures.h"
#include "core/export/findings_text.h"
#include "core/export/guide_text.h"
#include "core/export/quantity.h"
#include "core/export/redact.h"
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

namespace {

void addReview(const ReviewTrace& trace, const Words& words, Document& out) {
    out.blocks.push_back(Heading{2, words.nameOf(trace)});
    addCapture(trace, words, out);
    if (!trace.overview.empty())
        out.blocks.push_back(Picture{trace.overview, "The whole trace, or its costliest step."});
    addGuide(trace, words, out);
    addNumbers(trace, out);
    addFindings(trace, words, out);
    addKernels(trace, words, out);
    addNotes(trace, words, out);
}

const FourNumbers* wholeOf(const ReviewTrace& trace) {
    return trace.numbers.all.whole ? &*trace.numbers.all.whole : nullptr;
}

std::string change(double before, double after) {
    if (before == 0) return kNotKnown;
    const double share = (after - before) / before * 100;
    return fmt::format("{}{:.1f}{}%", share < 0 ? kMinus : "+", share < 0 ? -share : share, kThinSpace);
}

// Label, and value of one side.
struct Measure {
    const char* label;
    std::int64_t (*ns)(const FourNumbers&);
};
constexpr Measure kMeasures[] = {
    {"window", [](const FourNumbers& n) { return n.wallNs; }},
    {"GPU busy", [](const FourNumbers& n) { return n.busyNs; }},
    {"exposed communication", [](const FourNumbers& n) { return n.exposedCommNs; }},
    {"launch gaps", [](const FourNumbers& n) { return n.launchGapNs; }},
    {"large gaps", [](const FourNumbers& n) { return n.largeGapNs; }},
    {"idle", [](const FourNumbers& n) { return n.idleNs; }},
};

Grid comparison(const ReviewTrace& before, const ReviewTrace& after) {
    Grid grid{{"", "before", "after", "change"}, {}, 1};
    const FourNumbers *a = wholeOf(before), *b = wholeOf(after);
    if (!a || !b) return grid;
    for (const Measure& m : kMeasures)
        grid.rows.push_back({m.label, formatDuration(m.ns(*a)), formatDuration(m.ns(*b)),
                             change(static_cast<double>(m.ns(*a)), static_cast<double>(m.ns(*b)))});
    grid.rows.push_back({"busy share", formatShare(a->busyShare()), formatShare(b->busyShare()), ""});
    return grid;
}

std::vector<std::string> titlesOf(const ReviewTrace& trace) {
    std::vector<std::string> out;
    for (const Finding& finding : trace.findings.findings) out.emplace_back(finding.signature->title);
    return out;
}

std::string joined(const std::vector<std::string>& list) {
    return list.empty() ? "none" : fmt::format("{}", fmt::join(list, ", "));
}

} // namespace

Document review(std::span<const ReviewTrace> traces, Names names) {
    Document out;
    const Words words(names, traces);
    out.title = traces.size() == 1 ? "Review of a GPU trace" : fmt::format("Review of {} GPU traces", traces.size());
    out.subtitle = words.subtitle();
    if (traces.size() > 1) addRanks(traces, words, out);
    for (const ReviewTrace& trace : traces) addReview(trace, words, out);
    return out;
}

Document beforeAfter(const ReviewTrace& before, const ReviewTrace& after, Names names) {
    Document out;
    const ReviewTrace both[] = {before, after};
    const Words words(names, both);
    out.title = "Before and after";
    out.subtitle = words.subtitle();
    out.blocks.push_back(comparison(before, after));
    const auto was = titlesOf(before), is = titlesOf(after);
    std::vector<std::string> gone, came;
    for (const std::string& title : was)
        if (std::find(is.begin(), is.end(), title) == is.end()) gone.push_back(title);
    for (const std::string& title : is)
        if (std::find(was.begin(), was.end(), title) == was.end()) came.push_back(title);
    out.blocks.push_back(List{{"Findings that went: " + joined(gone), "findings that came: " + joined(came)}});
    for (const ReviewTrace& trace : both) addReview(trace, words, out);
    return out;
}

std::string pullRequestTable(std::span<const ReviewTrace> traces, Names names) {
    const Words words(names, traces);
    Document out;
    Grid grid{{"trace", "window", "busy", "exposed comm.", "launch gaps", "large gaps", "costliest finding"}, {}, 1};
    for (const ReviewTrace& trace : traces) {
        const FourNumbers* n = wholeOf(trace);
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
