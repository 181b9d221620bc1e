#include "app/gui/window/ranks_report.h"

#include "core/session/ranks/rank_report.h"
#include "core/session/ranks/rank_verdict.h"
#include "widgets/pictures/picture_files.h"

#include <fmt/format.h>

#include <vector>

namespace lanescope::app {
namespace {

constexpr double kPictureWidth = 1000, kHeaderWidth = 170;

// The step that costs most of the timelines that are open, as the terminal program draws it of the whole folder.
std::vector<report::Picture> overviewOf(const RanksReportSource& source, const ReportWish& wish,
                                        const Redactor& names) {
    const RankSet& set = source.set;
    const StragglerVerdict verdict =
        stragglerVerdict(set, align::findStraggler(set.records, set.matching, set.alignment));
    rankpictures::RanksPictureSource drawn = source.picture;
    drawn.session.view.range.reset();
    if (verdict.worstStep) drawn.session.view.step = verdict.worstStep;
    rankpictures::RanksWish form;
    form.time = drawn.session.view.step ? rankpictures::RanksWish::Time::Step : rankpictures::RanksWish::Time::Whole;
    form.width = kPictureWidth;
    form.headerWidth = kHeaderWidth;
    form.verdict = form.marks = form.evidence = false; // told by the report itself
    form.namesLeftOut = wish.namesLeftOut;
    form.hiddenNames = names.hidden(); // the same numbers as in the text
    paint::Fonts fonts;
    const auto picture = rankpictures::ranksPicture(drawn, form, fonts);
    if (!picture.ok()) return {};
    const QByteArray svg = pictures::toSvg(*picture, paint::Theme::of(paint::ThemeId::Print), fonts);
    if (svg.isEmpty()) return {};
    const std::string place = drawn.session.view.step ? fmt::format("Step {}", *drawn.session.view.step) : "All of it";
    return {
        {svg.toStdString(), fmt::format("{} of the ranks side by side. Hatched: waiting for the last rank.", place)}};
}

// The set as the traces have it: where the events of a summary lie is known only with its trace. Ranks whose trace is
// not the one their summary was made of are left out of the sources.
RankSet setOfTraces(const RanksReportSource& source, std::vector<RankSource>& sources, RunContext& context) {
    const ranksview::RankJob& job = *source.picture.job;
    RankSet set = job.calledByTraces(source.set);
    for (std::size_t r = 0; r < set.records.size() && !context.stopRequested(); ++r) {
        if (!job.isSummary(r) || !job.timelineOf(r)) continue;
        const auto opened = ranksview::openRankTrace(job, r, {}, context);
        auto& events = set.records[r].events;
        const bool same = opened.ok() && (*opened)->eventSlices.size() == events.size();
        for (std::size_t i = 0; same && i < events.size(); ++i) events[i].slice = (*opened)->eventSlices[i];
        if (!same)
            std::erase_if(sources, [&](const RankSource& one) { return one.source.text() == set.records[r].file; });
    }
    return set;
}

} // namespace

Result<report::Document> makeRanksReport(const RanksReportSource& source, const ReportWish& wish, RunContext& context) {
    Redactor names;
    for (const std::string& word : wish.hide) names.hideWord(word);
    for (const align::RankRecord& record : source.set.records)
        if (!record.host.empty()) names.hideHost(record.host);
    FindingOptions findings;
    findings.gaps = source.thresholds;
    std::vector<RankSource> sources = source.picture.job->traceSources();
    RankSet set = setOfTraces(source, sources, context);
    auto ranks = reviewRanks(sources, set, findings, {}, &names, context);
    if (!ranks.ok()) return ranks.error();
    RankReviewInput input{set, std::move(*ranks), source.thresholds, source.title, source.event, source.shiftedNs, {}};
    for (const auto& [file, why] : source.picture.job->failed)
        input.failed.emplace_back(file, wish.namesLeftOut ? why.message : why.text());
    if (wish.namesLeftOut) input.leftOut = &names;
    if (wish.pictures) input.overview = overviewOf(source, wish, names);
    if (context.stopRequested()) return Error{ErrorCode::Cancelled, "stopped", "", ""};
    if (wish.namesLeftOut) leaveFilesOut(set);
    return rankReview(input);
}

} // namespace lanescope::app
