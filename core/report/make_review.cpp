#include "core/report/make_review.h"

#include "core/analysis/builtin_analyses.h"
#include "core/analysis/signatures/signatures.h"

#include <algorithm>

namespace lanescope::report {
namespace {

bool meets(TimeRange range, std::int64_t begin, std::int64_t end) {
    return begin < count(range.end) && end > count(range.begin);
}

// Only what lies in the range; figures of whole steps stay those of the step.
void keepRange(ReviewTrace& out, TimeRange range) {
    const auto outside = [&](const StepFigures& step) {
        return !meets(range, step.byWindow.beginNs, step.byWindow.endNs);
    };
    std::erase_if(out.numbers.all.steps, outside);
    for (DeviceReport& device : out.numbers.devices) std::erase_if(device.steps, outside);
    std::erase_if(out.findings.findings, [&](const Finding& finding) {
        return std::none_of(finding.ranges.begin(), finding.ranges.end(),
                            [&](const Interval& at) { return meets(range, at.begin, at.end); });
    });
    for (Finding& finding : out.findings.findings)
        std::erase_if(finding.ranges, [&](const Interval& at) { return !meets(range, at.begin, at.end); });
    std::erase_if(out.notes,
                  [&](const notes::Note& note) { return note.last() < range.begin || note.first() >= range.end; });
}

// Its costliest step, else all of it.
PictureAsk overviewOf(const ReviewTrace& trace) {
    if (trace.range) return {"The range", trace.range, {}, PythonFrames::LeftOut};
    const StepFigures* longest = nullptr;
    for (const StepFigures& step : trace.numbers.all.steps)
        if (!step.warmup && !step.cutOff && (!longest || step.byWindow.wallNs > longest->byWindow.wallNs))
            longest = &step;
    if (!longest) return {"The whole trace", {}, {}, PythonFrames::LeftOut};
    return {"The longest step", {}, trace.store->steps()[longest->step].number, PythonFrames::LeftOut};
}

// Who called is evidence where calls can be told apart: not where a finding covers most of a trace.
PythonFrames framesIn(const ReviewTrace& trace, TimeRange range) {
    const TimeRange all = trace.store->extent();
    const bool most = (range.end - range.begin).count() > (all.end - all.begin).count() / 2;
    return most ? PythonFrames::LeftOut : PythonFrames::Shown;
}

void drawAll(ReviewTrace& out, const DrawPicture& draw, const RunContext& context) {
    const PictureAsk overview = overviewOf(out);
    out.overview = draw(overview);
    out.overviewCaption = overview.title + ".";
    for (const EvidencePlace& place : evidencePlaces(*out.store, out.findings)) {
        if (context.stopRequested()) return;
        const std::string title(out.findings.findings[place.finding].signature->title);
        out.evidence.push_back({place.finding, draw({title, place.range, {}, framesIn(out, place.range)})});
    }
}

Error stopped() { return {ErrorCode::Cancelled, "stopped before the report was made", "", ""}; }

} // namespace

Result<ReviewTrace> makeReview(const ReviewInput& input, RunContext& context) {
    ReviewTrace out;
    out.store = input.store;
    const TraceStore& store = *input.store;
    const auto work = input.work ? input.work : std::make_shared<const TraceWork>(collectTraceWork(store));
    out.numbers = reportOf(store, *work, input.thresholds);
    FindingOptions options;
    options.gaps = input.thresholds;
    auto guide = readingGuide(store, options, context, work);
    if (!guide.ok()) return guide.error();
    out.guide = std::move(*guide);
    auto findings = findFindings(store, options, context, work);
    if (!findings.ok()) return findings.error();
    out.findings = std::move(*findings);
    AnalysisInput kernels;
    kernels.thresholds = input.thresholds;
    kernels.work = work;
    kernels.range = input.range;
    auto tables = analyseKernels(store, kernels, context);
    if (tables.ok() && !tables->tables.empty()) out.kernels = std::move(tables->tables.front());
    out.notes = input.notes;
    out.range = input.range;
    if (input.range) {
        if (work->all && out.numbers.all.whole)
            out.rangeNumbers =
                fourNumbers(*work->all, count(input.range->begin), count(input.range->end), input.thresholds);
        keepRange(out, *input.range);
    }
    if (input.draw) drawAll(out, input.draw, context);
    if (context.stopRequested()) return stopped();
    return out;
}

} // namespace lanescope::report
