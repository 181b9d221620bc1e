// The sections of a review report, one function each. Any thread.
#pragma once

#include "core/report/review.h"

namespace lanescope::report {

// Names as the reader may see them.
class Words {
public:
    Words(const Redactor* leftOut, std::span<const ReviewTrace> traces) : m_leftOut(leftOut), m_traces(traces) {}
    std::string operator()(std::string_view text) const; // a name from the trace, on one line
    std::vector<std::string> lines(std::string_view text) const;
    std::string nameOf(const ReviewTrace& trace) const; // "rank 3", "trace 2", with the file where names are kept
    std::string subtitle() const;

private:
    const Redactor* m_leftOut;
    std::span<const ReviewTrace> m_traces;
};

// A long name without its middle, so that names which differ at their ends can still be told apart.
std::string shortened(const std::string& name);

void addCapture(const ReviewTrace& trace, const Words& words, Document& out);
void addFigures(const ReviewTrace& trace, Document& out); // the four numbers of the whole, large
void addGuide(const ReviewTrace& trace, const Words& words, Document& out);
void addNumbers(const ReviewTrace& trace, const Words& words, Document& out);
void addFindings(const ReviewTrace& trace, const Words& words, Document& out);
void addKernels(const ReviewTrace& trace, const Words& words, Document& out);
void addNotes(const ReviewTrace& trace, const Words& words, Document& out);
void addRanks(std::span<const ReviewTrace> traces, const Words& words, Document& out); // numbers and heat map

// All of them. `before` stands in front of the name of the trace in the heading: "Before: ".
void addReview(const ReviewTrace& trace, const Words& words, std::string_view before, Document& out);

// Of the range, else of the whole trace; null when no work ran.
const FourNumbers* numbersOf(const ReviewTrace& trace);

} // namespace lanescope::report
