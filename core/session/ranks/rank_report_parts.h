// The sections of a report of several ranks, one function each. Internal to core/session/ranks. Any thread.
#pragma once

#include "core/session/ranks/rank_report.h"
#include "core/session/ranks/rank_verdict.h"

namespace lanescope::ranks {

void addVerdict(const RankReviewInput& input, const StragglerVerdict& verdict, report::Document& out);
void addClocks(const RankReviewInput& input, report::Document& out);
void addHeatMaps(const RankReviewInput& input, report::Document& out);
void addNumbers(const RankReviewInput& input, report::Document& out);
void addSteps(const RankReviewInput& input, report::Document& out);       // the long table, at the end
void addCollectives(const RankReviewInput& input, report::Document& out); // those that waited, sizes, pairs
void addFindings(const RankReviewInput& input, report::Document& out);

// "180 more collectives are not shown." Nothing when all are.
void addMore(std::size_t all, std::size_t shown, const char* what, report::Document& out);

// Sums over the steps that count (else the whole trace), mean over steps and ranks.
// `waitNs` is -1 over clocks that cannot be right.
struct JobMeans {
    std::int64_t wallNs = 0, busyNs = 0, computeNs = 0, exposedCommNs = 0, waitNs = 0, idleNs = 0;
    std::size_t steps = 0; // per rank, at most; 0: whole traces
};
JobMeans jobMeans(const RankSet& set);

} // namespace lanescope::ranks
