#include "app/cli/commands/commands.h"
#include "app/cli/commands/review.h"
#include "app/cli/frame/arguments.h"
#include "app/cli/frame/console.h"
#include "app/cli/frame/emit.h"
#include "app/cli/frame/load.h"
#include "app/cli/frame/tables.h"
#include "core/analysis/report_tables.h"
#include "core/export/report_json.h"

namespace lanescope::cli {
namespace {

struct Request {
    LoadRequest load;
    std::string launchGap, largeGap, output;
    ReviewRequest review;
    Format format = Format::Text;
};

Status setThreshold(const std::string& text, const char* option, std::int64_t& out) {
    if (text.empty()) return {};
    const auto ns = parseMicroseconds(text);
    if (!ns)
        return Error{ErrorCode::Usage, "expected a number of microseconds, found '" + text + "'", option,
                     "for example 50 or 0.5"};
    out = *ns;
    return {};
}

Result<GapThresholds> thresholdsOf(const Request& request) {
    GapThresholds thresholds;
    for (const Status& status : {setThreshold(request.launchGap, "--launch-gap-us", thresholds.launchBelowNs),
                                 setThreshold(request.largeGap, "--large-gap-us", thresholds.largeFromNs)})
        if (!status.ok()) return status.error();
    if (thresholds.largeFromNs < thresholds.launchBelowNs)
        return Error{ErrorCode::Usage, "large gaps must not begin below launch gaps", "--large-gap-us", ""};
    return thresholds;
}

} // namespace

ExitCode runReport(const Arguments& arguments) {
    Request request;
    ArgumentParser parser("report",
                          "The four numbers per device and step: GPU busy, exposed communication, launch gaps "
                          "and large gaps; each step by its window and by its launches.");
    addLoadOptions(parser, request.load, Amount::AtLeastOne);
    parser.text("--launch-gap-us", request.launchGap, "gaps below this are launch gaps (50)");
    parser.text("--large-gap-us", request.largeGap, "gaps from this on are large (1000)");
    parser.text("-o,--output", request.output, "write to this file");
    ReviewRequest& review = request.review;
    parser.text("--html", review.files.html, "write a review report with pictures: one file that needs nothing else");
    parser.text("--markdown,--md", review.files.markdown, "the same as Markdown; pictures are written beside it");
    parser.text("--pdf", review.files.pdf, "the same as PDF; needs the picture program");
    parser.flag("--pr", review.pullRequest, "one table for a pull request, as Markdown");
    parser.flag("--before-after", review.before, "two traces: what changed, then both");
    parser.text("--range", review.range, "a report on A..B from the start of the trace, for example 1.5ms..2ms");
    parser.number("--step", review.step, "a report on this ProfilerStep");
    parser.flag("--keep-names", review.keepNames, "keep names of files, hosts, users and path prefixes");
    parser.text("--hide-names", review.hide, "further names to leave out of a report, parted by commas");
    parser.flag("--no-pictures", review.noPictures, "a report without pictures");
    parser.flag("--no-notes", review.noNotes, "a report without notes");
    parser.format(request.format);
    if (const auto over = parser.parse(arguments)) return *over;
    const auto thresholds = thresholdsOf(request);
    if (!thresholds.ok()) return complain(thresholds.error());
    if (review.asked()) {
        review.thresholds = *thresholds;
        review.output = request.output;
        return runReview(request.load, review);
    }

    const Stopping stopping;
    InputLoader loader(request.load, stopping);
    Json document;
    document["files"] = Json::array();
    std::vector<Table> tables;
    const auto code = loader.forEach([&](const std::string& path, Result<LoadedTrace> trace) {
        if (!trace.ok()) return document["files"].push(errorJson(path, trace.error()));
        const TraceStore& store = *trace->store;
        const TraceReport report = reportOf(store, *thresholds);
        Json answer = reportJson(store, report);
        answer["file"] = path;
        document["files"].push(std::move(answer));
        addTables(tables, reportTables(store, report), {path, store.info().rank}, request.format);
    });
    if (!code.ok()) return complain(code.error());
    const ExitCode emitted = emit(document, tables, request.format, request.output);
    return emitted != ExitCode::Ok ? emitted : *code;
}

} // namespace lanescope::cli
