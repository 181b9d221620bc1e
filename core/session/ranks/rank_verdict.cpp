#include "core/session/ranks/rank_verdict.h"

#include "core/align/layout_given.h"
#include "core/align/robust_fit.h"
#include "core/align/straggler_cause.h"
#include "core/export/quantity.h"
#include "core/session/ranks/pipeline_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

using align::RankFigures;
using align::StragglerCause;
using align::StragglerReport;
using Confidence = StragglerVerdict::Confidence;

constexpr double kEqual = 0.01;      // ratios closer to 1 are equal
constexpr double kSureLast = 0.9;    // of the collectives
constexpr std::size_t kFewSteps = 3; // fewer make no certainty

struct CauseWords {
    std::string_view why, refute, tries, bars;
};
CauseWords wordsOf(StragglerCause cause) {
    switch (cause) {
    case StragglerCause::SlowCompute:
        return {"Its kernels run slower than the same kernels on the other ranks. The work is the same.",
                "Equal kernel times once the clocks are locked, or another rank last in a second capture.",
                "Read clocks, power and temperature of its GPU. Swap the rank to another GPU.", "Kernel time per step"};
    case StragglerCause::MoreWork:
        return {"It has more work than the other ranks: more kernels, or larger tensors.",
                "Equal kernel counts and shapes in a second capture, or another rank last there.",
                "Balance what the ranks get: batch by tokens, spread experts and layers evenly.",
                "Kernel time per step"};
    case StragglerCause::LateHost:
        return {"Its device waits for its host: kernels are launched late while the work is the same.",
                "Equal idle time once this host has nothing else to do, or another rank last in a second capture.",
                "Look at the host of this rank: other processes, CPU pinning, logging or checks on this rank alone.",
                "Idle time per step"};
    case StragglerCause::LateInput:
        return {"Its device waits for input: its host loads data while the others compute.",
                "Equal loading time with data from memory, or another rank last in a second capture.",
                "More loader workers or prefetching on this rank; look at its storage and the size of its files.",
                "Time in data loading per step"};
    case StragglerCause::Unknown:
        return {"Neither its compute nor its idle time tells why it comes last.",
                "Another rank last in a second capture.",
                "Look at what it does before the collectives in which it comes last: copies, synchronisation.",
                "Idle time per step"};
    case StragglerCause::None:
        break;
    }
    return {"Nobody keeps the others waiting for long: waiting is spread over the ranks.", "", "", "Waiting"};
}

std::string nameOf(const RankSet& set, std::size_t record) {
    const std::string& label = set.label(record);
    const bool number = !label.empty() && label.find_first_not_of("0123456789") == std::string::npos;
    return number ? "rank " + label : label.substr(label.find_last_of('/') + 1);
}

// What is seen of a straggler whose cause is not recorded.
std::string whyUnknown(const align::CauseEvidence& e) {
    if (e.copyExcessNs > std::max<std::int64_t>(0, e.deviceIdleExcessNs))
        return "Its kernels and its host take as long as the others'; copies that nothing hides take longer.";
    if (e.deviceIdleExcessNs > 0)
        return "Its device stands idle longer, though its work is launched in time and takes as long: what it waits "
               "for "
               "is not recorded.";
    return std::string(wordsOf(StragglerCause::Unknown).why);
}

// Why nobody is named, by the same conditions as the terminal's sentence.
std::string whyNobody(const RankSet& set, const StragglerReport& report) {
    if (set.records.size() < 2) return "One rank alone: there is nobody to compare it with.";
    if (set.matching.collectives.empty() || report.used.empty())
        return "No collective was recorded by two of these ranks: nothing tells who waits for whom.";
    if (report.refuted()) return fmt::format("The clocks cannot be right: {}.", report.refutedBy);
    if (report.leastWaiting && report.lostNs() > report.neededNs)
        return fmt::format("The others wait {} longer than {}, but it came last in only {} of its collectives.",
                           formatDuration(report.lostNs()), nameOf(set, *report.leastWaiting),
                           formatShare(report.lastShare));
    return std::string(wordsOf(StragglerCause::None).why);
}

std::int64_t barFigure(StragglerCause cause, const RankFigures& f) {
    if (cause == StragglerCause::SlowCompute || cause == StragglerCause::MoreWork)
        return f.kernelSumNs > 0 ? f.kernelSumNs : f.computeNs;
    if (cause == StragglerCause::LateInput) return f.loadNs >= 0 ? f.loadNs : f.idlePartNs[align::kIdleDataLoading];
    return f.idleNs;
}

// Mean of the steps that count, else of the whole trace.
double meanFigure(const align::RankRecord& record, StragglerCause cause) {
    double sum = 0, n = 0;
    for (const align::RankStep& step : record.steps)
        if (align::stepCounts(record, step, align::Warmup::LeftOut)) {
            sum += static_cast<double>(barFigure(cause, step.figures));
            ++n;
        }
    return n > 0 ? sum / n : static_cast<double>(barFigure(cause, record.whole));
}

// "rank 2"; a file where the rank is found twice or unknown.
std::string signedShare(double share) {
    if (std::abs(share) < 0.0005) return "0" + std::string(kThinSpace) + "%";
    const std::string sign = share < 0 ? kMinus : "+";
    return fmt::format("{}{:.1f}{}%", sign, std::abs(share) * 100, kThinSpace);
}

std::string ratioText(const std::optional<double>& ratio) {
    if (!ratio) return kNotKnown;
    return std::abs(*ratio - 1) <= kEqual ? "equal" : signedShare(*ratio - 1);
}

// As a share of the median of the others; of waiting or idle that nobody else has, as a share of the step.
void addBars(const RankSet& set, const StragglerReport& report, StragglerVerdict& out) {
    std::vector<double> values;
    std::vector<std::int64_t> others;
    for (std::size_t r = 0; r < set.records.size(); ++r) {
        values.push_back(report.cause == StragglerCause::None ? static_cast<double>(report.ranks[r].sums.totalWaitNs)
                                                              : meanFigure(set.records[r], report.cause));
        if (report.record != r) others.push_back(std::llround(values.back()));
    }
    if (others.empty()) return;
    const auto median = static_cast<double>(align::lowerMedian(others));
    const double step = static_cast<double>(
        std::max<std::int64_t>(1, report.evidence.others.wallNs > 0 ? report.evidence.others.wallNs : report.windowNs));
    const bool byMedian = median > step / 100;
    out.barsTitle += byMedian ? ", against the median of the others" : ", of the step, above the median of the others";
    for (std::size_t r = 0; r < values.size(); ++r)
        out.bars.emplace_back(r, (values[r] - median) / (byMedian ? median : step));
}

void addEvidence(const StragglerReport& report, StragglerVerdict& out) {
    const align::CauseEvidence& e = report.evidence;
    const auto add = [&](std::string name, std::string value) {
        out.evidence.emplace_back(std::move(name), std::move(value));
    };
    const double window = static_cast<double>(std::max<std::int64_t>(1, report.windowNs));
    add("waits least", fmt::format("{}, others {} of the time",
                                   formatShare(std::min(1.0, static_cast<double>(report.ownWaitNs) / window)),
                                   formatShare(std::min(1.0, static_cast<double>(report.othersMeanWaitNs) / window))));
    const align::WaitSums& sums = report.ranks[*out.record].sums;
    add("comes last", fmt::format("{} of {} collectives", formatCount(static_cast<std::int64_t>(sums.timesLast)),
                                  formatCount(static_cast<std::int64_t>(sums.collectives))));
    add("kernel time", ratioText(e.durationRatio));
    const std::string kernels = ratioText(e.kernelRatio), elements = ratioText(e.elementRatio);
    if (kernels == "equal" && elements == "equal")
        add("count and shapes", "equal on all ranks");
    else if (e.elementRatio)
        add("count and shapes", fmt::format("kernels {}, elements {}", kernels, elements));
    else
        add("count and shapes", fmt::format("kernels {}, shapes not recorded", kernels));
    add("idle per step", fmt::format("{}, others {}", formatDuration(e.own.idleNs, Precision::Slice),
                                     formatDuration(e.others.idleNs, Precision::Slice)));
    if (e.own.loadNs >= 0 && e.others.loadNs >= 0 && (e.own.loadNs > 0 || report.cause == StragglerCause::LateInput))
        add("host loads data, per step", fmt::format("{}, others {}", formatDuration(e.own.loadNs, Precision::Slice),
                                                     formatDuration(e.others.loadNs, Precision::Slice)));
    else if (e.own.idlePartNs[align::kIdleDataLoading] > 0 || report.cause == StragglerCause::LateInput)
        add("of it, loading data",
            fmt::format("{}, others {}", formatDuration(e.own.idlePartNs[align::kIdleDataLoading], Precision::Slice),
                        formatDuration(e.others.idlePartNs[align::kIdleDataLoading], Precision::Slice)));
    const align::RankWaits& waits = report.ranks[*out.record];
    if (waits.steps > 0)
        add("over the steps", fmt::format("last in {} of {}{}", waits.stepsLast, waits.steps,
                                          report.spread == align::Spread::Moving ? ", others in the rest" : ""));
}

void addCost(const StragglerReport& report, StragglerVerdict& out) {
    const std::size_t steps = report.steps.size();
    const std::int64_t lost = report.lostNs() / static_cast<std::int64_t>(std::max<std::size_t>(1, steps));
    out.cost = formatDuration(lost, Precision::Slice) + (steps > 0 ? " per step" : "");
    if (report.windowNs > 0)
        out.cost +=
            ", " +
            formatShare(std::min(1.0, static_cast<double>(report.lostNs()) / static_cast<double>(report.windowNs)));
    std::int64_t most = -1;
    for (const align::StepVerdict& step : report.steps)
        if (step.record == *out.record && step.meanWaitNs > most) {
            most = step.meanWaitNs;
            out.worstStep = step.number;
        }
}

Confidence confidenceOf(const StragglerReport& report) {
    if (!report.record) return Confidence::None;
    if (!report.doubts.empty()) return Confidence::Possible;
    const bool sure = report.lastShare >= kSureLast && report.cause != StragglerCause::Unknown &&
                      report.spread == align::Spread::Constant && report.steps.size() >= kFewSteps;
    return sure ? Confidence::Confirmed : Confidence::Likely;
}

void addSaid(const RankSet& set, const StragglerReport& report, StragglerVerdict& out) {
    const align::Discovery& found = set.discovery;
    const std::int64_t world =
        std::max<std::int64_t>(found.worldSize, static_cast<std::int64_t>(found.present.size()) + found.missingCount);
    std::string first = world > 0 ? fmt::format("{} of {} ranks found", found.present.size(), world)
                                  : fmt::format("{} traces found", set.records.size());
    first += found.twice.empty() ? ", none twice." : ".";
    out.said.push_back(std::move(first));
    for (const std::string& note : found.notes(set.records)) out.said.push_back(note + ".");
    std::string layout = align::layoutText(set.layout); // the innermost first
    std::replace(layout.begin(), layout.end(), '=', ' ');
    if (!layout.empty()) out.said.push_back("Layout: " + layout + ".");
    if (report.leftOut > 0)
        out.said.push_back(fmt::format("{} collective{} left out: the first, warm-up, or on clocks that nothing ties.",
                                       report.leftOut, report.leftOut == 1 ? "" : "s"));
    for (const std::string& doubt : report.doubts) out.said.push_back("In doubt: " + doubt + ".");
}

} // namespace

std::string_view certaintyWord(Confidence confidence) {
    constexpr std::string_view kWords[] = {"", "possible", "likely", "confirmed"};
    return kWords[static_cast<std::size_t>(confidence)];
}

StragglerVerdict stragglerVerdict(const RankSet& set, const StragglerReport& report) {
    return stragglerVerdict(set, report, align::studyPipeline(set.records));
}

StragglerVerdict stragglerVerdict(const RankSet& set, const StragglerReport& report,
                                  const std::optional<align::PipelineStudy>& pipeline) {
    StragglerVerdict out;
    out.record = report.record;
    if (out.record) out.slow = {*out.record};
    const CauseWords words = wordsOf(report.cause);
    out.why = report.cause == StragglerCause::Unknown ? whyUnknown(report.evidence) : std::string(words.why);
    out.barsTitle = std::string(words.bars);
    out.refute = std::string(words.refute);
    out.tries = std::string(words.tries);
    out.confidence = confidenceOf(report);
    if (!report.record) out.why = whyNobody(set, report);
    out.title = report.refuted() ? "Nobody is named" : "No straggler";
    if (report.record) {
        out.title = nameOf(set, *report.record);
        if (out.title.starts_with("rank ")) out.title.front() = 'R';
        addCost(report, out);
        addEvidence(report, out);
    } else if (report.leastWaiting && !report.refuted()) {
        const double window = static_cast<double>(std::max<std::int64_t>(1, report.windowNs));
        out.evidence.emplace_back("waits least", nameOf(set, *report.leastWaiting));
        out.evidence.emplace_back("others wait longer by",
                                  formatShare(std::clamp(static_cast<double>(report.lostNs()) / window, 0.0, 1.0)));
        out.evidence.emplace_back("it came last in", formatShare(report.lastShare));
        if (report.suspect) {
            out.evidence.emplace_back("where the clocks tell who was last", formatShare(report.toldShare));
            out.why = fmt::format(
                "Nobody came last in half of the collectives. In many all came together, as far as the clocks tell; in "
                "the others it was mostly {}: {}.",
                nameOf(set, *report.suspect), align::stragglerCauseTitle(report.suspectCause));
        }
    }
    if (!report.ranks.empty() && !set.matching.collectives.empty() && !report.refuted()) addBars(set, report, out);
    if (pipeline && !report.record) ranks::tellPipeline(set, *pipeline, out);
    addSaid(set, report, out);
    ranks::saySlowPeers(set, pipeline, out);
    return out;
}

} // namespace lanescope
