#include "core/session/ranks/rank_findings.h"

#include "core/align/straggler.h"
#include "core/align/straggler_cause.h"
#include "core/session/ranks/record_rank.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope {

namespace {

// Missing ranks lower the claim by a rule of the findings, and pairs make a pipeline there: both are said once.
bool isDoubt(const std::string& text) {
    return text.find("are missing") == std::string::npos && text.find("send to each other") == std::string::npos;
}

LateCause lateCause(align::StragglerCause cause) {
    switch (cause) {
    case align::StragglerCause::SlowCompute:
        return LateCause::SlowCompute;
    case align::StragglerCause::MoreWork:
        return LateCause::MoreWork;
    case align::StragglerCause::LateHost:
        return LateCause::LateHost;
    case align::StragglerCause::LateInput:
        return LateCause::LateInput;
    case align::StragglerCause::None:
    case align::StragglerCause::Unknown:
        break;
    }
    return LateCause::Unknown;
}

} // namespace

RankEvidence rankEvidence(const RankSet& set, std::span<const std::size_t> recordOfRank) {
    RankEvidence out;
    std::vector<std::optional<std::size_t>> rankOf(set.records.size());
    for (std::size_t r = 0; r < recordOfRank.size(); ++r) rankOf[recordOfRank[r]] = r;
    const align::StragglerReport report = align::findStraggler(set.records, set.matching, set.alignment);
    for (const align::MatchedCollective& c : set.matching.collectives) {
        if (report.refuted()) break;
        const align::CollectiveTimes times = align::timesOf(set.records, set.alignment, c);
        RankEvidence::Work work;
        for (std::size_t p = 0; p < c.parts.size(); ++p)
            if (const auto rank = rankOf[c.parts[p].record])
                work.parts.push_back(
                    {*rank, SliceId{set.records[c.parts[p].record].events[c.parts[p].event].slice}, times.waitNs[p]});
        out.works.push_back(std::move(work));
    }
    out.sums.resize(recordOfRank.size());
    for (std::size_t r = 0; r < recordOfRank.size(); ++r) {
        const align::WaitSums& sums = report.ranks[recordOfRank[r]].sums;
        out.sums[r] = {sums.collectives, sums.timesLast, sums.totalWaitNs};
    }
    if (report.leastWaiting) {
        out.leastWaiting = rankOf[*report.leastWaiting];
        const auto evidence = align::causeEvidence(set.records, {.record = *report.leastWaiting});
        out.cause = lateCause(report.record ? report.cause : align::causeOf(evidence));
    }
    out.windowNs = report.windowNs;
    out.residualNs = set.alignment.residualNs;
    std::copy_if(report.doubts.begin(), report.doubts.end(), std::back_inserter(out.doubts), isDoubt);
    return out;
}

Result<std::vector<FindingsResult>> findJobFindings(std::span<const RankInput> ranks, const FindingOptions& options,
                                                    RunContext& context) {
    std::vector<align::RankRecord> records;
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        records.push_back(recordRank(*ranks[r].store, fmt::format("{}", r), context.stopToken()));
        records.back().rank = ranks[r].rank;
        if (context.stopRequested()) return Error{ErrorCode::Cancelled, "the analysis was stopped", {}, {}};
    }
    const RankSet set = makeRankSet(std::move(records));
    std::vector<std::size_t> recordOfRank(ranks.size());
    for (std::size_t i = 0; i < set.records.size(); ++i)
        for (std::size_t r = 0; r < ranks.size(); ++r)
            if (set.records[i].rank == ranks[r].rank) recordOfRank[r] = i;
    const RankEvidence evidence = rankEvidence(set, recordOfRank);
    return findFindings(ranks, options, context, &evidence);
}

} // namespace lanescope
