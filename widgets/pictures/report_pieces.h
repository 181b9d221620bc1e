// The blocks of a review report as pieces of pages, in the print theme. One thread.
#pragma once

#include "core/report/document.h"
#include "widgets/paint/fonts.h"
#include "widgets/pictures/pages_flow.h"

#include <vector>

namespace lanescope::pictures {

// Width of the text and height of a page, px at 96 to an inch. `fonts` must outlive the pieces.
std::vector<Piece> reportPieces(const report::Document& document, double width, double pageHeight, paint::Fonts& fonts);

} // namespace lanescope::pictures
