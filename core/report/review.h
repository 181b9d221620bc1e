// The contents of a review report: what was captured, the reading order with its answers, the four numbers per rank and
// step, findings with pictures of their evidence, top kernels, ranks, notes. (Two traces before and
// after: before_after.h.) Any thread.
#pragma once

#include "core/analysis/findings/finding.h"
#include "core/analysis/four_numbers.h"
#include "core/analysis/guide/reading_guide.h"
#include "core/export/redact.h"
#include "core/notes/note.h"
#include "core/report/document.h"
#include "core/store/trace_store.h"

#include <memory>
#include <optional>
#include <span>

namespace lanescope::report {

struct EvidencePicture {
    std::size_t finding = 0;
    std::string svg;
};
struct ReviewTrace { // made by make_review.h
    std::shared_ptr<const TraceStore> store;
    TraceReport numbers;
    ReadingGuide guide;
    FindingsResult findings;
    Table kernels; // of the analysis "kernels"; most time first
    std::vector<notes::Note> notes;
    std::string overview; // SVG; empty: none
    std::string overviewCaption;
    std::vector<EvidencePicture> evidence;
    std::optional<TimeRange> range; // the part the report is about; none: the whole trace
    std::optional<FourNumbers> rangeNumbers;
};

// Where to look for a picture of each finding: its longest range with room around it. Of at most kMostEvidence.
inline constexpr std::size_t kMostEvidence = 4;
struct EvidencePlace {
    std::size_t finding = 0;
    TimeRange range;
};
std::vector<EvidencePlace> evidencePlaces(const TraceStore& store, const FindingsResult& findings);

// `leftOut` replaces names of machines and people, and files are not named; null: names stay as in the traces.
Document review(std::span<const ReviewTrace> traces, const Redactor* leftOut);
// One table for a pull request, as Markdown: a row per trace.
std::string pullRequestTable(std::span<const ReviewTrace> traces, const Redactor* leftOut);

} // namespace lanescope::report
