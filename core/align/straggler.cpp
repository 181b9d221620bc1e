#include "core/align/straggler.h"

#include "core/align/discovery.h"
#include "core/align/straggler_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace lanescope::align {

namespace {

constexpr std::int64_t kResiduals = 5; // what is less than so many residuals is not told apart
constexpr std::size_t kRemain = 10;    // warm-up and the first are left out only when so many stay

const CommEvent& eventOf(std::span<const RankRecord> records, const CommPlace& place) {
    return records[place.record].events[place.event];
}

const RankStep* stepOf(std::span<const RankRecord> records, const CommPlace& place) {
    const std::int32_t step = eventOf(records, place).step;
    return step < 0 ? nullptr : &records[place.record].steps[static_cast<std::size_t>(step)];
}

bool inWarmup(std::span<const RankRecord> records, const MatchedCollective& c) {
    return std::any_of(c.parts.begin(), c.parts.end(), [&](const CommPlace& place) {
        const RankStep* step = stepOf(records, place);
        return step && step->warmup;
    });
}

std::vector<std::size_t> usedOnes(std::span<const RankRecord> records, const Matching& matching,
                                  const Alignment& alignment) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < matching.collectives.size(); ++i)
        if (onOneClock(alignment, matching.collectives[i])) all.push_back(i);
    // The first on the common clock: lists are in the order of the files' own.
    std::pair<std::int64_t, std::size_t> first{INT64_MAX, 0};
    for (const std::size_t i : all) {
        const CollectiveTimes times = timesOf(records, alignment, matching.collectives[i]);
        first = std::min(first, {times.latestStartNs - times.skewStartNs, i});
    }
    std::vector<std::size_t> kept;
    for (const std::size_t i : all)
        if (i != first.second && !inWarmup(records, matching.collectives[i])) kept.push_back(i);
    return kept.size() >= kRemain ? kept : all;
}

// Who came last, step by step.
void addSteps(std::span<const RankRecord> records, const Matching& matching, const Alignment& alignment,
              StragglerReport& report) {
    struct Sum {
        std::map<std::size_t, std::uint64_t> last; // record -> times
        std::map<std::size_t, bool> present;
        std::uint64_t collectives = 0;
        std::int64_t waitNs = 0;
    };
    std::map<std::int64_t, Sum> byStep;
    for (const std::size_t at : report.used) {
        const MatchedCollective& c = matching.collectives[at];
        const RankStep* step = stepOf(records, c.parts.front());
        if (!step) continue;
        const CollectiveTimes times = timesOf(records, alignment, c);
        Sum& sum = byStep[step->number];
        ++sum.collectives;
        for (std::size_t i = 0; i < c.parts.size(); ++i) {
            sum.present[c.parts[i].record] = true;
            sum.waitNs += times.waitNs[i];
            if (times.isLast(i)) ++sum.last[c.parts[i].record];
        }
    }
    for (const auto& [number, sum] : byStep) {
        const auto most = std::max_element(sum.last.begin(), sum.last.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        report.steps.push_back({number, most->first, most->second, sum.collectives,
                                sum.waitNs / static_cast<std::int64_t>(sum.present.size())});
        ++report.ranks[most->first].stepsLast;
        for (const auto& [record, here] : sum.present) ++report.ranks[record].steps;
    }
}

void addDoubts(std::span<const RankRecord> records, const Matching& matching, const Alignment& alignment,
               StragglerReport& report) {
    const Discovery found = discover(records);
    if (found.missingCount > 0)
        report.doubts.push_back(fmt::format("{} of {} ranks are missing: one of them may be later still",
                                            found.missingCount,
                                            found.missingCount + static_cast<std::int64_t>(found.present.size())));
    for (std::string& loss : lossesOf(records)) report.doubts.push_back(std::move(loss));
    if (!found.mixed.empty()) report.doubts.push_back("files of several jobs? " + found.mixed.front());
    for (const auto& twice : found.twice)
        report.doubts.push_back(
            fmt::format("rank {} is there {} times; the first file counts", twice.rank, twice.records.size()));
    const auto loose = std::count_if(alignment.ranks.begin(), alignment.ranks.end(),
                                     [](const RankClockFit& rank) { return !rank.aligned; });
    if (alignment.by == AlignBy::None && !onOneClock(records))
        report.doubts.emplace_back("clocks are not aligned");
    else if (loose > 0) // they may still be on one clock among themselves
        report.doubts.push_back(fmt::format("{} rank{} could not be aligned", loose, loose == 1 ? "" : "s"));
    report.refutedBy = clocksRefuted(records, matching, alignment);
    if (report.refuted()) report.doubts.push_back(report.refutedBy);
    const auto byTransfers = std::count_if(alignment.ranks.begin(), alignment.ranks.end(),
                                           [](const RankClockFit& rank) { return rank.byTransfers; });
    if (byTransfers > 0)
        report.doubts.push_back(fmt::format("the clock of {} rank{} is known from sends and receives only", byTransfers,
                                            byTransfers == 1 ? "" : "s"));
    const auto byOrder = std::count_if(matching.collectives.begin(), matching.collectives.end(),
                                       [](const MatchedCollective& c) { return c.by != MatchedBy::Seq; });
    if (byOrder > 0 && !matching.unmatched.empty())
        report.doubts.emplace_back("collectives are matched by their order, and some have no partner");
    if (!matching.pairs.empty())
        report.doubts.emplace_back("ranks send to each other: in a pipeline a stage comes last without being at fault");
}

void addTold(std::span<const RankRecord> records, const Matching& matching, const Alignment& alignment,
             StragglerReport& report) {
    for (const std::size_t at : report.used) {
        const MatchedCollective& c = matching.collectives[at];
        const CollectiveTimes times = timesOf(records, alignment, c);
        if (times.skewStartNs == 0 || times.skewStartNs / kResiduals < alignment.residualNs) continue;
        for (std::size_t i = 0; i < c.parts.size(); ++i) {
            RankWaits& waits = report.ranks[c.parts[i].record];
            ++waits.toldApart;
            waits.toldLast += times.isLast(i) ? 1 : 0;
        }
    }
}

bool costsTheOthers(const StragglerReport& report) { return report.lostNs() > report.neededNs; }

// The rule of METRICS 7, once the sums are known.
bool isStraggler(const StragglerReport& report, std::size_t record) {
    const WaitSums& own = report.ranks[record].sums;
    return own.timesLast * 2 >= own.collectives && costsTheOthers(report);
}

// The same where the clocks can tell who came last.
bool isSuspect(const StragglerReport& report, std::size_t record) {
    const RankWaits& own = report.ranks[record];
    return own.toldApart > 0 && own.toldLast * 2 >= own.toldApart && costsTheOthers(report);
}

double shareOf(std::uint64_t part, std::uint64_t all) {
    return all > 0 ? static_cast<double>(part) / static_cast<double>(all) : 0;
}

Spread spreadOf(const StragglerReport& report, std::size_t record) {
    const RankWaits& own = report.ranks[record];
    return own.stepsLast * 4 >= own.steps * 3 ? Spread::Constant : Spread::Moving;
}

} // namespace

std::string_view stragglerCauseWord(StragglerCause cause) {
    constexpr std::string_view kWords[] = {"none", "slow-compute", "more-work", "late-host", "late-input", "unknown"};
    return kWords[static_cast<std::size_t>(cause)];
}

std::string_view stragglerCauseTitle(StragglerCause cause) {
    constexpr std::string_view kTitles[] = {
        "no straggler",           "the same kernels take longer", "it has more work",
        "its host launches late", "it waits for input data",      "why is not recorded"};
    return kTitles[static_cast<std::size_t>(cause)];
}

StragglerReport findStraggler(std::span<const RankRecord> records, const Matching& matching,
                              const Alignment& alignment) {
    StragglerReport report;
    report.ranks.resize(records.size());
    report.used = usedOnes(records, matching, alignment);
    report.leftOut = matching.collectives.size() - report.used.size();
    std::vector<MatchedCollective> used;
    for (const std::size_t i : report.used) used.push_back(matching.collectives[i]);
    const std::vector<WaitSums> sums = waitSums(records, alignment, used);
    for (std::size_t r = 0; r < records.size(); ++r) report.ranks[r].sums = sums[r];
    addTold(records, matching, alignment, report);
    addSteps(records, matching, alignment, report);
    addDoubts(records, matching, alignment, report);
    if (report.refuted()) { // waits over clocks that cannot be right are none
        for (RankWaits& rank : report.ranks) rank = {.sums = {.collectives = rank.sums.collectives}};
        report.steps.clear();
        return report;
    }
    report.leastWaiting = waitsLeast(sums);
    if (!report.leastWaiting) return report;

    const std::size_t least = *report.leastWaiting;
    std::int64_t othersWait = 0, others = 0;
    for (std::size_t r = 0; r < sums.size(); ++r) {
        if (r == least || sums[r].collectives == 0) continue;
        if (__builtin_add_overflow(othersWait, sums[r].totalWaitNs, &othersWait)) othersWait = INT64_MAX;
        ++others;
    }
    report.ownWaitNs = sums[least].totalWaitNs;
    report.othersMeanWaitNs = others == 0 ? 0 : othersWait / others;
    const RankWaits& own = report.ranks[least];
    report.lastShare = shareOf(own.sums.timesLast, own.sums.collectives);
    report.toldShare = shareOf(own.toldLast, own.toldApart);
    report.windowNs = records[least].end - records[least].begin;
    report.neededNs = std::max(report.windowNs / 100, kResiduals * alignment.residualNs);
    const bool named = isStraggler(report, least);
    if (!named && !isSuspect(report, least)) return report;
    const bool warmupCounts = std::any_of(report.used.begin(), report.used.end(),
                                          [&](std::size_t i) { return inWarmup(records, matching.collectives[i]); });
    report.evidence = causeEvidence(records, {.record = least,
                                              .warmup = warmupCounts ? Warmup::Counts : Warmup::LeftOut,
                                              .lostNs = report.lostNs(),
                                              .lostSteps = report.ranks[least].steps});
    if (!named) {
        report.suspect = least;
        report.suspectCause = causeOf(report.evidence);
        return report;
    }
    report.record = least;
    report.rank = records[least].rank;
    report.spread = spreadOf(report, least);
    report.cause = causeOf(report.evidence);
    return report;
}

} // namespace lanescope::align
