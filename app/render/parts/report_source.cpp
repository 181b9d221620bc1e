#include "app/render/parts/report_source.h"

#include "core/base/atomic_file.h"
#include "core/report/document_file.h"
#include "widgets/paint/fonts.h"
#include "widgets/pictures/report_pages.h"

namespace lanescope::render {

bool isReportName(const std::string& file) { return file.ends_with(report::kDocumentEnding); }

Status layOutReport(const RenderOptions& options) {
    const std::string ending =
        options.output.substr(options.output.size() - std::min<std::size_t>(4, options.output.size()));
    if (ending != ".pdf" && ending != ".PDF")
        return Error{ErrorCode::Usage, "expected a name that ends in .pdf", options.output, ""};
    const auto text = readSmallFile(options.file, report::kMostDocumentBytes);
    if (!text.ok()) return text.error();
    const auto document = report::parseDocument(*text, options.file);
    if (!document.ok()) return document.error();
    paint::Fonts fonts;
    const auto pdf = pictures::reportPdf(*document, fonts);
    if (!pdf.ok()) return pdf.error();
    return writeAtomically(options.output, std::string_view(pdf->constData(), static_cast<std::size_t>(pdf->size())));
}

} // namespace lanescope::render
