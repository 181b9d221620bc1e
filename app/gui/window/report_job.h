// Review reports of the trace in the window, made by a job from copies: the same content as `lanescope-cli report`.
// Any thread.
#pragma once

#include "app/gui/window/picture_job.h"
#include "core/report/document.h"

#include <optional>
#include <string>

namespace lanescope::app {

enum class ReportForm : std::uint8_t { Html, Pdf, Markdown };

struct ReportWish {
    ReportForm form = ReportForm::Html;
    std::optional<TimeRange> range; // none: the whole trace
    bool pictures = true, notes = true, namesLeftOut = true;
    std::vector<std::string> hide; // further names to leave out
};

// Progress counts parts done. Errors: Cancelled, those of the analyses.
Result<report::Document> makeReport(const PictureSource& source, const ReportWish& wish, RunContext& context);
// The file, and for Markdown its pictures beside it, each at once or not at all. Errors: NotWritable, Cancelled.
Status saveReport(const report::Document& document, ReportForm form, const std::string& path, RunContext& context);

} // namespace lanescope::app
