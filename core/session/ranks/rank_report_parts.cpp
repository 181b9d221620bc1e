#include "core/session/ranks/rank_report_parts.h"

#include "core/analysis/signatures/signatures.h"
#include "core/export/findings_text.h"
#include "core/export/quantity.h"
#include "core/export/table.h"
#include "core/session/ranks/measured.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace lanescope::ranks {
namespace {

using report::Document;
using report::Grid;
using report::Heading;
using report::Heat;
using report::List;
using report::Sentence;

constexpr std::size_t kMostHeatRanks = 64, kMostHeatSteps = 24, kMostStepRows = 240, kMostEvidence = 6;

std::string count(std::size_t n) { return formatCount(static_cast<std::int64_t>(n)); }

bool counts(const align::RankStep& step) { return !step.warmup && !step.cutOff; }

// Those that are shown where there are too many: the first, and the straggler whatever its number.
std::vector<std::size_t> recordsFor(const RankReviewInput& input, std::size_t most) {
    std::vector<std::size_t> out;
    const auto report = align::findStraggler(input.set.records, input.set.matching, input.set.alignment);
    for (std::size_t r = 0; r < input.set.records.size() && out.size() < most; ++r) out.push_back(r);
    if (report.record && !out.empty() && *report.record > out.back()) out.back() = *report.record;
    return out;
}

std::vector<std::int64_t> stepsFor(const RankSet& set, std::size_t most) {
    std::set<std::int64_t> numbers;
    for (const align::RankRecord& record : set.records)
        for (const align::RankStep& step : record.steps)
            if (counts(step)) numbers.insert(step.number);
    std::vector<std::int64_t> out(numbers.begin(), numbers.end());
    if (out.size() > most) out.resize(most);
    return out;
}

// Shares by rank and step: of the value in the figure that stands for the whole.
template <class ShareOf>
Heat heatOf(const RankReviewInput& input, std::string caption, const std::vector<std::size_t>& records,
            const std::vector<std::int64_t>& steps, ShareOf shareOf) {
    Heat heat;
    heat.caption = std::move(caption);
    for (const std::int64_t step : steps) heat.columns.push_back(std::to_string(step));
    for (const std::size_t r : records) {
        heat.rows.push_back(rankName(input, r));
        auto& row = heat.shares.emplace_back();
        for (const std::int64_t number : steps) {
            const auto& own = input.set.records[r].steps;
            const auto it = std::find_if(own.begin(), own.end(), [&](const auto& s) { return s.number == number; });
            row.push_back(it == own.end() ? -1 : std::clamp(shareOf(r, *it), 0.0, 1.0));
        }
    }
    return heat;
}

std::vector<std::string> numberCells(std::string name, const FourNumbers& n) {
    return {std::move(name),
            formatDuration(n.wallNs),
            formatShare(n.busyShare()),
            formatDuration(n.exposedCommNs),
            formatDuration(n.launchGapNs),
            formatDuration(n.largeGapNs),
            formatDuration(n.idleNs)};
}

const std::vector<std::string> kNumberHeads{"",           "window", "GPU busy", "exposed comm.", "launch gaps",
                                            "large gaps", "idle"};

std::string placesText(const RankSet& set, std::size_t record) {
    std::string out;
    for (const auto& [parallel, place] : set.layout.places[record])
        out += fmt::format("{}{}{}", out.empty() ? "" : " ", align::parallelWord(parallel), place);
    return out;
}

// Of many ranks those that differ most, and always the straggler; in order of the ranks.
std::vector<std::pair<std::size_t, double>> tellingBars(const StragglerVerdict& verdict) {
    constexpr std::size_t most = 16;
    auto out = verdict.bars;
    if (out.size() <= most) return out;
    std::stable_sort(out.begin(), out.end(), [&](const auto& a, const auto& b) {
        const bool first = verdict.record == a.first, second = verdict.record == b.first;
        return first != second ? first : std::abs(a.second) > std::abs(b.second);
    });
    out.resize(most);
    std::sort(out.begin(), out.end());
    return out;
}

void addBars(const RankReviewInput& input, const StragglerVerdict& verdict, Document& out) {
    if (verdict.bars.empty()) return;
    Grid bars{{"", verdict.barsTitle}, {}, 1};
    for (const auto& [record, share] : tellingBars(verdict)) {
        const bool none = std::abs(share) < 0.0005;
        const char* sign = none ? "" : share < 0 ? kMinus : "+";
        bars.rows.push_back({rankName(input, record),
                             fmt::format("{}{:.{}f}{}%", sign, std::abs(share) * 100, none ? 0 : 1, kThinSpace)});
    }
    const std::size_t left = verdict.bars.size() - bars.rows.size();
    out.blocks.push_back(std::move(bars));
    if (left > 0) out.blocks.push_back(Sentence{fmt::format("{} more ranks differ less.", left)});
}

} // namespace

void addMore(std::size_t all, std::size_t shown, const char* what, Document& out) {
    if (all > shown) out.blocks.push_back(Sentence{fmt::format("{} more {} are not shown.", count(all - shown), what)});
}

void addVerdict(const RankReviewInput& input, const StragglerVerdict& verdict, Document& out) {
    out.blocks.push_back(Heading{2, "Who keeps the others waiting"});
    std::string head = verdict.title;
    if (verdict.record)
        head = fmt::format("{}: {}, {}.", rankName(input, *verdict.record), verdict.cost,
                           certaintyWord(verdict.confidence));
    else if (verdict.stage)
        head =
            fmt::format("{} of the pipeline: {}, {}.", verdict.title, verdict.cost, certaintyWord(verdict.confidence));
    else
        head += ".";
    if (head.starts_with("rank ")) head.front() = 'R';
    out.blocks.push_back(Sentence{head + " " + verdict.why});
    Grid grid{{"evidence", ""}, {}, 2};
    for (const auto& [name, value] : verdict.evidence) grid.rows.push_back({name, value});
    if (!grid.rows.empty()) out.blocks.push_back(std::move(grid));
    for (const report::Picture& picture : input.overview)
        if (!picture.svg.empty()) out.blocks.push_back(picture);
    addBars(input, verdict, out);
    List list;
    if (!verdict.refute.empty()) list.items.push_back("would refute it: " + verdict.refute);
    if (!verdict.tries.empty()) list.items.push_back("to try: " + verdict.tries);
    for (const std::string& said : verdict.said) list.items.push_back(input.words(said));
    out.blocks.push_back(std::move(list));
}

void addClocks(const RankReviewInput& input, Document& out) {
    out.blocks.push_back(Heading{2, "One clock"});
    List list;
    AlignmentWords words{input.event, input.shiftedNs, 0, {}};
    for (const std::string& sentence : alignmentSentences(input.set, words))
        if (!sentence.starts_with("Offsets")) list.items.push_back(input.words(sentence));
    for (const std::string& sentence : matchingSentences(input.set)) list.items.push_back(sentence);
    for (const auto& [file, why] : input.failed)
        list.items.push_back(fmt::format("Not read: {}{}", input.keepsNames() ? file + ": " : "", input.words(why)));
    for (const ReadNote& note : input.set.reading)
        list.items.push_back(input.words(input.keepsNames() ? note.text() : note.nameless()));
    out.blocks.push_back(std::move(list));
    Grid grid{{"", "place", "clock ahead by", "drift, ppm", "residual", "collectives", "steps"}, {}, 2};
    if (input.keepsNames()) {
        grid.heads.insert(grid.heads.begin() + 1, {"file", "host"});
        grid.textColumns = 4;
    }
    const auto records = recordsFor(input, kMostHeatRanks);
    for (const std::size_t r : records) {
        const align::RankRecord& record = input.set.records[r];
        const align::RankClockFit& clock = input.set.alignment.ranks[r];
        std::vector<std::string> row{rankName(input, r)};
        if (input.keepsNames()) {
            row.push_back(record.file.substr(record.file.find_last_of('/') + 1));
            row.push_back(record.host);
        }
        const bool reference = r == input.set.alignment.reference;
        row.push_back(placesText(input.set, r));
        if (reference && clock.offsetNs == 0)
            row.emplace_back("reference");
        else
            row.push_back(clock.aligned || reference ? formatOffset(clock.offsetNs) : "not aligned");
        row.push_back(clock.drift == 0 ? std::string(kNotKnown) : formatNumber(std::round(clock.drift * 1e8) / 100));
        row.push_back(reference ? std::string(kNotKnown) : formatDuration(clock.residualNs, Precision::Slice));
        row.push_back(count(record.events.size()));
        row.push_back(count(record.steps.size()));
        grid.rows.push_back(std::move(row));
    }
    out.blocks.push_back(std::move(grid));
    addMore(input.set.records.size(), records.size(), "ranks", out);
}

void addHeatMaps(const RankReviewInput& input, Document& out) {
    const auto steps = stepsFor(input.set, kMostHeatSteps);
    if (steps.empty()) return;
    out.blocks.push_back(Heading{2, "Ranks by steps"});
    const auto records = recordsFor(input, kMostHeatRanks);
    const RankStepValues waiting = rankStepValues(input.set, *findRankMetric("waiting"));
    std::int64_t longest = 1;
    for (const std::size_t r : records)
        for (const align::RankStep& step : input.set.records[r].steps)
            if (std::binary_search(steps.begin(), steps.end(), step.number))
                longest = std::max(longest, step.figures.wallNs);
    const auto share = [](std::int64_t part, std::int64_t whole) {
        return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
    };
    if (!waiting.empty()) // none over clocks that cannot be right
        out.blocks.push_back(heatOf(input, "Waiting in collectives, % of the step", records, steps,
                                    [&](std::size_t r, const align::RankStep& step) {
                                        const auto it = waiting.find({r, step.number});
                                        return share(it == waiting.end() ? 0 : it->second, step.figures.wallNs);
                                    }));
    out.blocks.push_back(
        heatOf(input, fmt::format("Step time, % of the longest ({})", formatDuration(longest)), records, steps,
               [&](std::size_t, const align::RankStep& step) { return share(step.figures.wallNs, longest); }));
    out.blocks.push_back(
        heatOf(input, "GPU busy, % of the step", records, steps, [&](std::size_t, const align::RankStep& step) {
            return share(step.figures.busyNs, step.figures.wallNs);
        }));
    addMore(input.set.records.size(), records.size(), "ranks", out);
    addMore(stepsFor(input.set, SIZE_MAX).size(), steps.size(), "steps", out);
}

void addNumbers(const RankReviewInput& input, Document& out) {
    Grid whole{kNumberHeads, {}, 1};
    for (const std::size_t r : recordsFor(input, kMostHeatRanks))
        if (const auto& numbers = input.ranks[r].numbers; numbers && numbers->all.whole)
            whole.rows.push_back(numberCells(rankName(input, r), *numbers->all.whole));
    if (whole.rows.empty()) return;
    out.blocks.push_back(Heading{2, "Four numbers per rank"});
    out.blocks.push_back(std::move(whole));
    out.blocks.push_back(Sentence{fmt::format(
        "From the first to the last GPU work of each rank. Launch gaps are below {}, large gaps from {} on; "
        "unions of slice intervals over all GPUs of a rank. The steps stand at the end.",
        formatDuration(input.thresholds.launchBelowNs, Precision::Slice),
        formatDuration(input.thresholds.largeFromNs, Precision::Slice))});
}

void addSteps(const RankReviewInput& input, Document& out) {
    Grid grid{kNumberHeads, {}, 1};
    grid.heads.front() = "step";
    std::set<std::int64_t> numbers;
    std::size_t all = 0;
    for (std::size_t r = 0; r < input.ranks.size(); ++r)
        for (const align::RankStep& step : input.set.records[r].steps) numbers.insert(step.number);
    for (const std::int64_t number : numbers)
        for (std::size_t r = 0; r < input.ranks.size(); ++r) {
            if (!input.ranks[r].numbers) continue;
            const std::string name = fmt::format("ProfilerStep#{}", number);
            for (const StepFigures& step : input.ranks[r].numbers->all.steps) {
                if (step.name != name || ++all > kMostStepRows) continue;
                grid.rows.push_back(
                    numberCells(fmt::format("{}, {}{}{}", number, rankName(input, r), step.warmup ? " (warm-up)" : "",
                                            step.cutOff ? " (cut off)" : ""),
                                step.byWindow));
            }
        }
    if (grid.rows.empty()) return;
    const std::size_t shown = grid.rows.size();
    out.blocks.push_back(Heading{2, "Four numbers per rank and step"});
    out.blocks.push_back(Sentence{"Each step by its window on the rank's own host."});
    out.blocks.push_back(std::move(grid));
    addMore(all, shown, "steps of ranks", out);
}

void addFindings(const RankReviewInput& input, Document& out) {
    const std::vector<SharedFinding> all = sharedFindings(input.ranks);
    if (all.empty()) return;
    out.blocks.push_back(Heading{2, "Findings of the ranks"});
    for (const SharedFinding& shared : all) {
        std::string ranks;
        for (std::size_t i = 0; i < shared.records.size() && i < 8; ++i)
            ranks += (i ? ", " : "") + rankName(input, shared.records[i]);
        if (shared.records.size() > 8) ranks += fmt::format(" and {} more", shared.records.size() - 8);
        if (shared.records.size() == input.set.records.size() && shared.records.size() > 1) ranks = "all ranks";
        const std::string where = shared.records.size() > 1 ? ", most on " + rankName(input, shared.record) : "";
        out.blocks.push_back(Sentence{fmt::format("{}: {}{}, {}. {}.", shared.worst->signature->title,
                                                  findingCost(*shared.worst, *shared.of), where,
                                                  confidenceWord(shared.worst->confidence), ranks)});
        List list;
        for (const Evidence& evidence : shared.worst->evidence)
            if (list.items.size() < kMostEvidence) list.items.push_back(input.words(evidenceText(evidence)));
        list.items.push_back("to try: " + std::string(shared.worst->signature->advice));
        out.blocks.push_back(std::move(list));
        for (const auto& [id, picture] : input.evidence)
            if (id == shared.worst->signature->id && !picture.svg.empty()) out.blocks.push_back(picture);
    }
}

JobMeans jobMeans(const RankSet& set) {
    JobMeans out;
    const RankStepValues waiting = rankStepValues(set, *findRankMetric("waiting"));
    std::int64_t n = 0;
    const auto add = [&](const align::RankFigures& f, std::int64_t wait) {
        out.wallNs += f.wallNs;
        out.busyNs += f.busyNs;
        out.computeNs += f.computeNs;
        out.exposedCommNs += f.exposedCommNs;
        out.idleNs += f.idleNs;
        out.waitNs += wait;
        ++n;
    };
    for (std::size_t r = 0; r < set.records.size(); ++r) {
        std::size_t steps = 0;
        for (const align::RankStep& step : set.records[r].steps) {
            if (!counts(step)) continue;
            const auto it = waiting.find({r, step.number});
            add(step.figures, it == waiting.end() ? 0 : it->second);
            ++steps;
        }
        out.steps = std::max(out.steps, steps);
    }
    if (n == 0) {
        const auto sums = align::waitSums(set.records, set.alignment, set.matching.collectives);
        for (std::size_t r = 0; r < set.records.size(); ++r) add(set.records[r].whole, sums[r].totalWaitNs);
    }
    for (std::int64_t* figure :
         {&out.wallNs, &out.busyNs, &out.computeNs, &out.exposedCommNs, &out.idleNs, &out.waitNs})
        *figure /= std::max<std::int64_t>(1, n);
    if (!align::clocksRefuted(set.records, set.matching, set.alignment).empty()) out.waitNs = -1;
    return out;
}

} // namespace lanescope::ranks
