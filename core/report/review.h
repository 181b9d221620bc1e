// The contents of a review report: what was captured, the reading order with its answers, the four numbers per rank and
// step, findings with pictures of their evidence, top kernels, ranks, notes; and two traces before and after. Any
// thread.
#pragma once

#include "core/analysis/findings/finding.h"
#include "core/analysis/four_numbers.h"
#include "core/analysis/guide/reading_guide.h"
#include "core/notes/note.h"
#include "core/report/document.h"
#include "core/store/trace_store.h"

#include <memory>
#include <span>

namespace lanescope::report {

struct EvidencePicture {
    std::size_t finding = 0;
    std::string svg;
};
struct ReviewTrace {
    std::shared_ptr<const TraceStore> store;
    TraceReport numbers;
    ReadingGuide guide;
    FindingsResult findings;
    Table kernels; // of the analysis "kernels"; most time first
    std::vector<notes::Note> notes;
    std::string overview; // SVG; empty: none
    std::vector<EvidencePicture> evidence;
};
enum class Names : std::uint8_t { LeftOut, Kept }; // names of files, hosts and users, path prefixes

// Where to look for a picture of each finding: its longest range with room around it. Of at most kMostEvidence.
inline constexpr std::size_t kMostEvidence = 4;
struct EvidencePlace {
    std::size_t finding = 0;
    TimeRange range;
};
std::vector<EvidencePlace> evidencePlaces(const TraceStore& store, const FindingsResult& findings);

Document review(std::span<const ReviewTrace> traces, Names names);
// Before and after: both sets of numbers with their difference, findings that came and went, then both reviews.
Document beforeAfter(const ReviewTrace& before, const ReviewTrace& after, Names names);
// One table for a pull request, as Markdown: a row per trace, or before, after and change.
std::string pullRequestTable(std::span<const ReviewTrace> traces, Names names);

} // namespace lanescope::report
