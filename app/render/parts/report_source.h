// A report that lanescope-cli made, laid out as pages: FILE.lanescope-report.json --output report.pdf. One thread.
#pragma once

#include "app/render/parts/options.h"

namespace lanescope::render {

bool isReportName(const std::string& file);
// Errors: Usage when the output is no .pdf, those of reading and writing.
Status layOutReport(const RenderOptions& options);

} // namespace lanescope::render
