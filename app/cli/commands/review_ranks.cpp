#include "app/cli/commands/review_ranks.h"

#include "app/cli/commands/rank_inputs.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"
#include "core/analysis/signatures/signatures.h"
#include "core/session/ranks/measured.h"
#include "core/session/ranks/rank_report.h"
#include "core/session/ranks/rank_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace lanescope::cli {
namespace {

constexpr std::size_t kDrawnRanks = 4, kDrawnFindings = 2;

// One job: its ranks on one clock, what was measured on each, and what is drawn of it.
struct Job {
    std::vector<std::string> inputs;
    std::vector<RankSource> sources;
    std::unique_ptr<RankSet> set;
    std::unique_ptr<RankReviewInput> review;
    ExitCode code = ExitCode::Ok;
};

bool isSeveral(const std::vector<std::string>& inputs, const Stopping& stopping) {
    const auto sources = rankSources(inputs, stopping.token());
    return sources.ok() && sources->size() > 1;
}

Result<Job> jobOf(const LoadRequest& load, std::vector<std::string> inputs, const Stopping& stopping) {
    Job out;
    out.inputs = std::move(inputs);
    RankRequest request{load, {}};
    request.load.inputs = out.inputs;
    auto read = readRanks(request, stopping);
    if (!read.ok()) return read.error();
    out.code = read->code;
    out.sources = read->sources;
    auto set = rankSetOf(request, std::move(*read));
    if (!set.ok()) return set.error();
    out.set = std::make_unique<RankSet>(std::move(*set));
    return out;
}

// The straggler and those that wait most, as --ranks takes them; all where nobody is to blame or ranks have no number.
std::vector<std::string> rankWords(const RankSet& set, const std::optional<std::size_t>& straggler) {
    std::vector<std::size_t> order;
    for (std::size_t r = 0; r < set.records.size(); ++r)
        if (set.records[r].rank) order.push_back(r);
    if (order.size() <= kDrawnRanks) return {"--ranks", "all"};
    const auto sums = align::waitSums(set.records, set.alignment, set.matching.collectives);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        if ((a == straggler) != (b == straggler)) return a == straggler;
        return sums[a].totalWaitNs > sums[b].totalWaitNs;
    });
    order.resize(kDrawnRanks);
    std::string list;
    for (const std::size_t r : order) list += fmt::format("{}{}", list.empty() ? "" : ",", *set.records[r].rank);
    return {"--ranks", list};
}

std::optional<std::int64_t> middleStep(const RankSet& set) {
    const auto steps = stepNumbers(set);
    if (steps.empty()) return std::nullopt;
    return steps[steps.size() / 2];
}

void drawOverview(Job& job, const ReviewRequest& request, const ReviewPictures& pictures) {
    const RankSet& set = *job.set;
    const StragglerVerdict verdict =
        stragglerVerdict(set, align::findStraggler(set.records, set.matching, set.alignment));
    const std::vector<std::string> ranks = rankWords(set, verdict.record);
    std::vector<std::string> time;
    const auto step = request.step ? request.step : verdict.worstStep ? verdict.worstStep : middleStep(set);
    if (!request.range.empty())
        time = {"--range", request.range};
    else if (step)
        time = {"--step", std::to_string(*step)};
    else
        time = {"--whole"};
    const auto draw = [&](const std::string& title, std::vector<std::string> words, std::string caption) {
        words.insert(words.end(), ranks.begin(), ranks.end());
        words.insert(words.end(), {"--no-verdict", "--no-evidence"}); // the report has both itself
        std::string svg = pictures.drawRanks(job.inputs, title, words, job.review->leftOut);
        if (!svg.empty()) job.review->overview.push_back({std::move(svg), std::move(caption)});
    };
    std::string place = "The range";
    if (request.range.empty()) place = step ? fmt::format("Step {}", *step) : std::string("All of the time");
    draw(place + " of the ranks side by side", time,
         verdict.record ? place + ": the straggler and those that wait longest. Hatched: waiting for the last rank."
                        : place + ". Hatched: waiting for the last rank.");
    if (set.matching.collectives.empty()) return;
    std::vector<std::string> one{"--collective", "most", "--no-numbers"};
    draw("The collective with most waiting", one,
         "The collective in which the ranks waited longest, joined over them; its ends agree, its starts do not.");
}

// Where the costliest findings last longest, on the rank where they cost most.
void drawEvidence(Job& job, const ReviewPictures& pictures) {
    for (const SharedFinding& shared : sharedFindings(job.review->ranks)) {
        if (job.review->evidence.size() == kDrawnFindings) return;
        const RankReview& rank = job.review->ranks[shared.record];
        const auto place = std::find_if(rank.places.begin(), rank.places.end(), [&](const report::EvidencePlace& p) {
            return &rank.findings->findings[p.finding] == shared.worst;
        });
        if (place == rank.places.end()) continue;
        const std::string title(shared.worst->signature->title);
        std::vector<std::string> words{"--range", fmt::format("{}..{}", (place->range.begin - rank.begin).count(),
                                                              (place->range.end - rank.begin).count())};
        const auto& record = job.set->records[shared.record];
        const std::string name = rankName(*job.review, shared.record);
        std::string svg = pictures.drawRanks({record.file}, title + ", " + name, words, job.review->leftOut);
        if (svg.empty()) continue;
        job.review->evidence.push_back(
            {std::string(shared.worst->signature->id),
             {std::move(svg), fmt::format("{}: where it lasts longest on {}, with room around it.", title, name)}});
    }
}

Status measure(Job& job, const LoadRequest& load, const ReviewRequest& request, Redactor& names, RunContext& context) {
    auto rules = rulesIn(load.rulesFile);
    if (!rules.ok()) return rules.error();
    LoadOptions options;
    options.threads = static_cast<unsigned>(std::min<std::int64_t>(load.threads.value_or(0), 1024));
    options.rules = *rules;
    options.useIndex = !load.noIndex;
    FindingOptions findings;
    findings.gaps = request.thresholds;
    auto ranks = reviewRanks(job.sources, *job.set, findings, options, &names, context);
    if (!ranks.ok()) return ranks.error();
    job.review = std::make_unique<RankReviewInput>(
        RankReviewInput{*job.set, std::move(*ranks), request.thresholds, {}, {}, {}, job.set->failed});
    for (const align::RankRecord& record : job.set->records) {
        if (!record.host.empty()) names.hideHost(record.host);
        names.learnText(record.file); // summaries too
    }
    std::filesystem::path path(job.inputs.front());
    if (path.filename().empty()) path = path.parent_path();
    job.review->title = path.filename().string();
    job.review->leftOut = request.keepNames ? nullptr : &names;
    return {};
}

} // namespace

std::optional<ExitCode> runRankReview(const LoadRequest& load, const ReviewRequest& request,
                                      const ReviewPictures& pictures, const Redactor& hidden,
                                      const Stopping& stopping) {
    std::vector<std::vector<std::string>> sets{load.inputs};
    if (request.before) {
        if (load.inputs.size() != 2) return std::nullopt;
        sets = {{load.inputs[0]}, {load.inputs[1]}};
    }
    for (const auto& inputs : sets)
        if (!isSeveral(inputs, stopping)) return std::nullopt;
    RunContext context(stopping.token());
    Redactor names = hidden;
    std::vector<Job> jobs;
    for (const auto& inputs : sets) {
        auto job = jobOf(load, inputs, stopping);
        if (!job.ok()) return complain(job.error());
        if (job->set->discovery.present.size() < 2)
            return std::nullopt; // traces that have nothing to do with each other
        jobs.push_back(std::move(*job));
    }
    ExitCode code = ExitCode::Ok;
    for (Job& job : jobs) {
        const Status measured = measure(job, load, request, names, context);
        if (!measured.ok()) return complain(measured.error());
        if (code == ExitCode::Ok) code = job.code;
    }
    // All names are known before the first picture is drawn.
    if (!request.noPictures && !request.pullRequest && !pictures.missing())
        for (Job& job : jobs) {
            drawOverview(job, request, pictures);
            drawEvidence(job, pictures);
        }
    if (!request.keepNames)
        for (Job& job : jobs) leaveFilesOut(*job.set); // nothing is looked for by its file any more
    ExitCode written = ExitCode::Ok;
    if (request.pullRequest) {
        written = emitText(request.before ? rankPullRequestTable(*jobs[0].review, *jobs[1].review)
                                          : rankPullRequestTable(*jobs[0].review),
                           request.output);
    } else {
        const report::Document document =
            request.before ? rankBeforeAfter(*jobs[0].review, *jobs[1].review) : rankReview(*jobs[0].review);
        const Status saved = writeReview(document, request.files, pictures);
        if (!saved.ok()) written = complain(saved.error());
    }
    return written != ExitCode::Ok ? written : code;
}

} // namespace lanescope::cli
