// Tables and heat maps of a report as pieces: a row each; the head comes again on the next page. One thread.
#pragma once

#include "core/report/document.h"
#include "widgets/paint/fonts.h"
#include "widgets/paint/theme.h"
#include "widgets/pictures/pages_flow.h"

#include <vector>

namespace lanescope::pictures {

struct TableRoom {
    double width = 0, pageHeight = 0;
    paint::Fonts& fonts; // outlives the pieces
    const paint::Theme& theme;
};
void addGrid(const report::Grid& grid, const TableRoom& room, std::vector<Piece>& out);
void addHeat(const report::Heat& heat, const TableRoom& room, std::vector<Piece>& out);

} // namespace lanescope::pictures
