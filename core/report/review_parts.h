// The sections of a review report, one function each. Any thread.
#pragma once

#include "core/report/review.h"

namespace lanescope::report {

// Names as the reader may see them.
class Words {
public:
    Words(Names names, std::span<const ReviewTrace> traces) : m_names(names), m_traces(traces) {}
    std::string operator()(std::string_view text) const; // a name from the trace
    std::string nameOf(const ReviewTrace& trace) const;  // "rank 3", "trace 2", with the file where names are kept
    std::string subtitle() const;

private:
    Names m_names;
    std::span<const ReviewTrace> m_traces;
};

void addCapture(const ReviewTrace& trace, const Words& words, Document& out);
void addGuide(const ReviewTrace& trace, const Words& words, Document& out);
void addNumbers(const ReviewTrace& trace, Document& out);
void addFindings(const ReviewTrace& trace, const Words& words, Document& out);
void addKernels(const ReviewTrace& trace, const Words& words, Document& out);
void addNotes(const ReviewTrace& trace, const Words& words, Document& out);
void addRanks(std::span<const ReviewTrace> traces, const Words& words, Document& out); // numbers and heat map

} // namespace lanescope::report
