#include "core/session/ranks/rank_report.h"

#include "core/analysis/signatures/signatures.h"
#include "core/export/findings_text.h"
#include "core/export/quantity.h"
#include "core/report/document_names.h"
#include "core/session/index_writing.h"
#include "core/session/ranks/rank_findings.h"
#include "core/session/ranks/rank_report_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lanescope {
namespace {

using report::Document;
using report::Grid;
using report::Heading;
using report::List;
using report::Sentence;

StragglerVerdict verdictOf(const RankSet& set) {
    return stragglerVerdict(set, align::findStraggler(set.records, set.matching, set.alignment));
}

std::string subtitleOf(const RankReviewInput& input) {
    std::uint64_t events = 0;
    for (const RankReview& rank : input.ranks) events += rank.events;
    std::string out;
    if (!input.title.empty() && input.keepsNames()) out = input.title + ": ";
    out += fmt::format("{} ranks", input.set.records.size());
    if (events > 0) out += fmt::format(", {} events", formatCount(static_cast<std::int64_t>(events)));
    std::string layout;
    for (const align::Layout::Dimension& d : input.set.layout.dimensions)
        layout += fmt::format("{}{} {}", layout.empty() ? "" : ", ", align::parallelWord(d.parallel), d.size);
    if (!layout.empty()) out += "; " + layout;
    return out + (input.keepsNames() ? ". Names as in the traces."
                                     : ". Names of files, hosts and users and path prefixes are left out.");
}

// What the ranks do on average, in large figures.
report::Figures figuresOf(const RankReviewInput& input) {
    const ranks::JobMeans means = ranks::jobMeans(input.set);
    const auto share = [&](std::int64_t part) {
        return means.wallNs > 0
                   ? formatShare(std::min(1.0, static_cast<double>(part) / static_cast<double>(means.wallNs)))
                   : std::string(kNotKnown);
    };
    const char* of = means.steps > 0 ? " of the step" : " of the time";
    report::Figures out;
    out.figures.push_back(
        {means.steps > 0 ? "Step time" : "Window", formatDuration(means.wallNs),
         means.steps > 1 ? fmt::format("mean of {} steps per rank", means.steps) : std::string("mean of ranks")});
    out.figures.push_back({"GPU busy", share(means.busyNs), formatDuration(means.busyNs) + of});
    out.figures.push_back(
        {"Exposed communication", formatDuration(means.exposedCommNs), share(means.exposedCommNs) + of});
    out.figures.push_back(means.waitNs < 0
                              ? report::Figures::Figure{"Waiting in collectives", kNotKnown, "the clocks are not right"}
                              : report::Figures::Figure{"Waiting in collectives", formatDuration(means.waitNs),
                                                        share(means.waitNs) + of});
    return out;
}

void addReview(const RankReviewInput& input, const StragglerVerdict& verdict, Document& out) {
    out.blocks.push_back(figuresOf(input));
    ranks::addVerdict(input, verdict, out);
    ranks::addClocks(input, out);
    ranks::addHeatMaps(input, out);
    ranks::addNumbers(input, out);
    ranks::addCollectives(input, out);
    ranks::addFindings(input, out);
    ranks::addSteps(input, out);
}

std::string change(std::int64_t before, std::int64_t after) {
    if (before == 0) return kNotKnown;
    const double share = static_cast<double>(after - before) / static_cast<double>(before) * 100;
    return fmt::format("{}{:.1f}{}%", share < 0 ? kMinus : "+", share < 0 ? -share : share, kThinSpace);
}

Grid comparison(const RankReviewInput& before, const RankReviewInput& after) {
    const ranks::JobMeans a = ranks::jobMeans(before.set), b = ranks::jobMeans(after.set);
    const bool steps = a.steps > 0 && b.steps > 0;
    Grid grid{{steps ? "mean of ranks and steps" : "mean of ranks", "before", "after", "change"}, {}, 1};
    const auto add = [&](const char* name, std::int64_t was, std::int64_t is) {
        const bool known = was >= 0 && is >= 0;
        grid.rows.push_back({name, was < 0 ? std::string(kNotKnown) : formatDuration(was),
                             is < 0 ? std::string(kNotKnown) : formatDuration(is),
                             known ? change(was, is) : std::string(kNotKnown)});
    };
    add(steps ? "step time" : "window", a.wallNs, b.wallNs);
    add("GPU busy", a.busyNs, b.busyNs);
    add("compute", a.computeNs, b.computeNs);
    add("exposed communication", a.exposedCommNs, b.exposedCommNs);
    add("waiting in collectives", a.waitNs, b.waitNs);
    add("idle", a.idleNs, b.idleNs);
    const auto count = [](std::size_t n) { return formatCount(static_cast<std::int64_t>(n)); };
    grid.rows.push_back({"ranks", count(before.set.records.size()), count(after.set.records.size()), ""});
    return grid;
}

std::string stragglerText(const RankReviewInput& input, const StragglerVerdict& verdict) {
    if (verdict.slow.empty()) return "none";
    const std::string who = verdict.record ? rankName(input, *verdict.record) : verdict.title;
    return fmt::format("{}, {}, {}", who, verdict.cost, certaintyWord(verdict.confidence));
}

std::string tableOnly(Grid grid) {
    Document out;
    out.footer.clear();
    out.blocks.push_back(std::move(grid));
    const std::string text = report::markdown(out, "");
    const std::size_t end = text.rfind('|');
    return text.substr(text.find('|'), end - text.find('|') + 1) + "\n";
}

} // namespace

std::string rankName(const RankReviewInput& input, std::size_t record) {
    const std::string label = input.set.label(record);
    if (!label.empty() && label.find_first_not_of("0123456789") == std::string::npos) return "rank " + label;
    if (input.keepsNames()) return label.substr(label.find_last_of('/') + 1);
    const auto rank = input.set.records[record].rank; // found twice
    return rank ? fmt::format("rank {} (trace {})", *rank, record + 1) : fmt::format("trace {}", record + 1);
}

namespace {

// Traces of one job held at once, so that findings know who waits for whom; given up when they become too many events.
class Together {
public:
    Together(const RankSet& set)
        : m_set(set), m_whole(set.discovery.twice.empty() && set.discovery.withoutRank.empty()) {}
    void add(std::size_t record, std::shared_ptr<const TraceStore> store, std::shared_ptr<const TraceWork> work) {
        m_events += store->slices().size();
        m_whole = m_whole && m_events <= kMostTogether;
        if (!m_whole) return m_kept.clear();
        m_kept.push_back({record, std::move(store), std::move(work)});
    }
    // False: each was looked at alone.
    bool find(const FindingOptions& options, std::vector<RankReview>& out, RunContext& context) const {
        if (m_kept.size() < 2) return false;
        std::vector<RankInput> inputs;
        std::vector<std::size_t> records;
        for (const Kept& one : m_kept) {
            inputs.push_back({*m_set.records[one.record].rank, one.store.get(), one.work});
            records.push_back(one.record);
        }
        const RankEvidence evidence = rankEvidence(m_set, records);
        auto found = findFindings(inputs, options, context, &evidence);
        if (!found.ok()) return false;
        for (std::size_t i = 0; i < m_kept.size(); ++i) {
            RankReview& rank = out[m_kept[i].record];
            rank.findings = std::move((*found)[i]);
            rank.places = report::evidencePlaces(*m_kept[i].store, *rank.findings);
        }
        return true;
    }

private:
    static constexpr std::uint64_t kMostTogether = 8'000'000; // slices
    struct Kept {
        std::size_t record = 0;
        std::shared_ptr<const TraceStore> store;
        std::shared_ptr<const TraceWork> work;
    };
    const RankSet& m_set;
    bool m_whole;
    std::uint64_t m_events = 0;
    std::vector<Kept> m_kept;
};

// None: a summary, or a timeline of a whole job, whose file is no rank.
std::optional<std::size_t> recordOf(const RankSet& set, const RankSource& source) {
    std::optional<std::size_t> out;
    for (std::size_t r = 0; r < set.records.size(); ++r) {
        if (set.records[r].file != source.source.text()) continue;
        if (out) return std::nullopt;
        out = r;
    }
    return out;
}

} // namespace

Result<std::vector<RankReview>> reviewRanks(std::span<const RankSource> sources, const RankSet& set,
                                            const FindingOptions& findings, const LoadOptions& load, Redactor* names,
                                            RunContext& context) {
    const Error stopped{ErrorCode::Cancelled, "stopped before the end", "", ""};
    std::vector<RankReview> out(set.records.size());
    Together together(set);
    for (const RankSource& source : sources) {
        const auto record = recordOf(set, source);
        if (!record) continue;
        LoadOptions options = load;
        options.member = source.source.member;
        options.rank = source.rank;
        auto trace = loadTrace(source.source.path, options, context);
        if (context.stopRequested()) return stopped;
        if (!trace.ok()) continue;
        RankReview& rank = out[*record];
        const TraceStore& store = *trace->store;
        const auto work = std::make_shared<const TraceWork>(collectTraceWork(store));
        rank.numbers = reportOf(store, *work, findings.gaps);
        rank.events = store.counts().elements;
        rank.begin = store.extent().begin;
        if (names) names->learn(store, source.source.text());
        auto found = findFindings(store, findings, context, work);
        if (context.stopRequested()) return stopped;
        if (found.ok()) rank.findings = std::move(*found);
        if (rank.findings) rank.places = report::evidencePlaces(store, *rank.findings);
        if (trace->indexWriting) { // a stop must not wait for it
            const std::stop_callback stops(context.stopToken(), [&] { trace->indexWriting->stop(); });
            trace->indexWriting->wait();
        }
        together.add(*record, trace->store, work);
    }
    (void)together.find(findings, out, context);
    if (context.stopRequested()) return stopped;
    return out;
}

std::vector<SharedFinding> sharedFindings(std::span<const RankReview> ranks) {
    std::map<std::string_view, SharedFinding> byId;
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        if (!ranks[r].findings) continue;
        for (const Finding& finding : ranks[r].findings->findings) {
            SharedFinding& shared = byId[finding.signature->id];
            if (shared.records.empty() || shared.records.back() != r) shared.records.push_back(r);
            if (!shared.worst || finding.costPerStepNs > shared.mostNs) {
                shared.worst = &finding;
                shared.of = &*ranks[r].findings;
                shared.record = r;
                shared.mostNs = finding.costPerStepNs;
            }
            shared.leastNs =
                shared.records.size() == 1 ? finding.costPerStepNs : std::min(shared.leastNs, finding.costPerStepNs);
        }
    }
    std::vector<SharedFinding> out;
    for (auto& [id, shared] : byId) out.push_back(std::move(shared));
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.mostNs > b.mostNs; });
    return out;
}

Document rankReview(const RankReviewInput& input) {
    Document out;
    out.title = fmt::format("Review of {} ranks", input.set.records.size());
    out.subtitle = subtitleOf(input);
    addReview(input, verdictOf(input.set), out);
    if (input.leftOut) report::leaveNamesOut(out, *input.leftOut);
    return out;
}

Document rankBeforeAfter(const RankReviewInput& before, const RankReviewInput& after) {
    const StragglerVerdict was = verdictOf(before.set), is = verdictOf(after.set);
    Document out;
    out.title = "Before and after, several ranks";
    out.subtitle = subtitleOf(after);
    out.blocks.push_back(comparison(before, after));
    List list{{"Straggler before: " + stragglerText(before, was), "straggler after: " + stragglerText(after, is)}};
    std::vector<std::string> gone, came;
    const auto had = sharedFindings(before.ranks), has = sharedFindings(after.ranks);
    const auto missing = [](const std::vector<SharedFinding>& from, const std::vector<SharedFinding>& in) {
        std::vector<std::string> titles;
        for (const SharedFinding& one : from)
            if (std::none_of(in.begin(), in.end(),
                             [&](const auto& other) { return other.worst->signature == one.worst->signature; }))
                titles.emplace_back(one.worst->signature->title);
        return titles.empty() ? std::string("none") : fmt::format("{}", fmt::join(titles, ", "));
    };
    list.items.push_back("findings that went: " + missing(had, has));
    list.items.push_back("findings that came: " + missing(has, had));
    out.blocks.push_back(std::move(list));
    out.blocks.push_back(Heading{2, "Before"});
    addReview(before, was, out);
    out.blocks.push_back(Heading{2, "After"});
    addReview(after, is, out);
    if (after.leftOut) report::leaveNamesOut(out, *after.leftOut);
    return out;
}

std::string rankPullRequestTable(const RankReviewInput& input) {
    const StragglerVerdict verdict = verdictOf(input.set);
    const auto sums = align::waitSums(input.set.records, input.set.alignment, input.set.matching.collectives);
    const bool refuted = !align::clocksRefuted(input.set.records, input.set.matching, input.set.alignment).empty();
    Grid grid{{"rank", "window", "busy", "exposed comm.", "waits", "came last", "clock"}, {}, 1};
    for (std::size_t r = 0; r < input.set.records.size(); ++r) {
        const align::RankFigures& f = input.set.records[r].whole;
        const double busy = f.wallNs > 0 ? static_cast<double>(f.busyNs) / static_cast<double>(f.wallNs) : 0;
        std::string name = rankName(input, r);
        if (std::find(verdict.slow.begin(), verdict.slow.end(), r) != verdict.slow.end())
            name += verdict.record ? " (straggler)" : " (slow stage)";
        grid.rows.push_back(
            {name, formatDuration(f.wallNs), formatShare(busy), formatDuration(f.exposedCommNs),
             refuted ? std::string(kNotKnown) : formatDuration(sums[r].totalWaitNs),
             refuted ? std::string(kNotKnown) : fmt::format("{} of {}", sums[r].timesLast, sums[r].collectives),
             formatOffset(input.set.alignment.ranks[r].offsetNs)});
    }
    std::string out = tableOnly(std::move(grid));
    if (!verdict.slow.empty()) out += fmt::format("\nStraggler: {}. {}\n", stragglerText(input, verdict), verdict.why);
    for (const std::string& sentence : alignmentSentences(input.set, {input.event, input.shiftedNs, 0, {}}))
        if (!sentence.starts_with("Offsets")) out += "\n" + input.words(sentence) + "\n";
    return out;
}

std::string rankPullRequestTable(const RankReviewInput& before, const RankReviewInput& after) {
    Grid grid = comparison(before, after);
    grid.rows.push_back(
        {"straggler", stragglerText(before, verdictOf(before.set)), stragglerText(after, verdictOf(after.set)), ""});
    return tableOnly(std::move(grid));
}

} // namespace lanescope
