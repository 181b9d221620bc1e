// A review report as PDF: A4 pages with real text, page numbers and the title; the same report gives the same bytes.
// One thread.
#pragma once

#include "core/base/result.h"
#include "core/report/document.h"
#include "widgets/paint/fonts.h"

#include <QByteArray>

#include <stop_token>
#include <string>

namespace lanescope::pictures {

// Errors: Cancelled, Internal when the pages cannot be written.
Result<QByteArray> reportPdf(const report::Document& document, paint::Fonts& fonts, const std::stop_token& stop = {});
// Date and id are no part of a document: they would make every file another one. Changed in place.
void fixDates(QByteArray& pdf);

} // namespace lanescope::pictures
