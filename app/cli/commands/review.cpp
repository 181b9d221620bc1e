#include "app/cli/commands/review.h"

#include "app/cli/commands/review_ranks.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"
#include "core/notes/notes_file.h"
#include "core/report/before_after.h"
#include "core/session/range_text.h"

#include <fmt/format.h>

namespace lanescope::cli {
namespace {

// What the whole run shares.
struct Review {
    const ReviewRequest& request;
    const ReviewPictures& pictures;
    RunContext& context;
    Redactor names;
    std::vector<report::ReviewTrace> traces;
    std::optional<Error> failed;
    const Redactor* leftOut() const { return request.keepNames ? nullptr : &names; }
};

Result<std::optional<TimeRange>> rangeOf(const ReviewRequest& request, const std::string& path,
                                         const TraceStore& store) {
    using Range = std::optional<TimeRange>;
    if (request.step) {
        for (const Step& step : store.steps())
            if (step.number == *request.step) return Range(store.range(SliceId{step.slice}));
        return Error{ErrorCode::MissingData, fmt::format("no ProfilerStep#{} in this trace", *request.step), path,
                     "lanescope-cli info lists the steps"};
    }
    if (request.range.empty()) return Range();
    const auto offsets = parseOffsetRange(request.range);
    if (!offsets.ok()) return offsets.error();
    const RankTime zero = store.extent().begin;
    return Range(TimeRange{zero + Ns{offsets->beginNs}, zero + Ns{offsets->endNs}});
}

Status add(Review& review, const std::string& path, const LoadedTrace& trace) {
    report::ReviewInput input;
    input.store = trace.store;
    input.thresholds = review.request.thresholds;
    const auto range = rangeOf(review.request, path, *trace.store);
    if (!range.ok()) return range.error();
    input.range = *range;
    if (!review.request.noNotes) {
        const notes::TraceClock clock{trace.store->info().baseTimeNs, trace.store->info().rank};
        auto loaded = notes::loadNotes(notes::placesFor(trace.path, trace.member, notes::userNotesFolder()), clock);
        if (loaded.ok())
            input.notes = std::move(loaded->document.notes);
        else
            complain(loaded.error());
    }
    review.names.learn(*trace.store, path);
    for (const notes::Note& note : input.notes) review.names.learnText(note.text);
    if (!review.request.noPictures && !review.request.pullRequest)
        input.draw = [&](const report::PictureAsk& ask) {
            return review.pictures.draw(path, *trace.store, ask, review.leftOut());
        };
    auto made = report::makeReview(input, review.context);
    if (!made.ok()) return made.error();
    review.traces.push_back(std::move(*made));
    return {};
}

void hideWords(const std::string& list, Redactor& names) {
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        names.hideWord(list.substr(at, end - at));
        at = end + 1;
    }
}

ExitCode write(Review& review) {
    const ReviewRequest& request = review.request;
    std::optional<report::BeforeAfter> both;
    if (request.before) {
        auto made = report::compareReviews(std::move(review.traces[0]), std::move(review.traces[1]), request.thresholds,
                                           review.context);
        if (!made.ok()) return complain(made.error());
        both = std::move(*made);
    }
    if (request.pullRequest)
        return emitText(both ? report::pullRequestChange(*both)
                             : report::pullRequestTable(review.traces, review.leftOut()),
                        request.output);
    const report::Document document =
        both ? report::beforeAfter(*both, review.leftOut()) : report::review(review.traces, review.leftOut());
    const Status written = writeReview(document, request.files, review.pictures);
    return written.ok() ? ExitCode::Ok : complain(written.error());
}

Status check(const ReviewRequest& request, const ReviewPictures& pictures) { // before a long load, not after it
    if (!request.range.empty()) {
        const auto range = parseOffsetRange(request.range);
        if (!range.ok()) return range.error();
    }
    if (!pictures.missing() || request.pullRequest) return {};
    const Error missing{ErrorCode::MissingData, "the picture program is not installed", "lanescope-render",
                        "install the package with the window"};
    if (!request.noPictures) {
        Error warning = missing;
        warning.message += ": the report has no pictures";
        complain(warning);
    }
    return {};
}

} // namespace

ExitCode runReview(const LoadRequest& load, const ReviewRequest& request) {
    const Stopping stopping;
    RunContext context(stopping.token());
    const ReviewPictures pictures(load, request.noNotes ? ReviewPictures::Notes::Left : ReviewPictures::Notes::Drawn);
    if (pictures.missing() && !request.files.pdf.empty()) {
        complain({ErrorCode::MissingData, "the picture program is not installed: PDF needs it", "lanescope-render",
                  "install the package with the window, or write HTML"});
        return ExitCode::NoRenderProgram;
    }
    const Status checked = check(request, pictures);
    if (!checked.ok()) return complain(checked.error());
    Redactor hidden;
    hideWords(request.hide, hidden);
    if (const auto over = runRankReview(load, request, pictures, hidden, stopping)) return *over;
    Review review{request, pictures, context, {}, {}, {}};
    review.names = hidden;
    InputLoader loader(load, stopping);
    const auto code = loader.forEach([&](const std::string& path, Result<LoadedTrace> trace) {
        if (!trace.ok() || review.failed) return;
        const Status added = add(review, path, *trace);
        if (!added.ok()) review.failed = added.error();
    });
    if (!code.ok()) return complain(code.error());
    if (review.failed) return complain(*review.failed);
    if (review.traces.empty()) return *code;
    if (request.before && review.traces.size() != 2)
        return complain({ErrorCode::Usage, fmt::format("expected two traces, found {}", review.traces.size()),
                         "--before-after", "name the trace before first"});
    const ExitCode written = write(review);
    return written != ExitCode::Ok ? written : *code;
}

} // namespace lanescope::cli
