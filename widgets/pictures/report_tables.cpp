#include "widgets/pictures/report_tables.h"

#include "core/export/quantity.h"
#include "widgets/pictures/page_text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lanescope::pictures {
namespace {

using scene::Align;
using scene::Ink;
using scene::TextStyle;

constexpr double kPadding = 8, kLine = 15, kLeastWords = 90, kLeastSize = 8;

// Cells of one row, broken to the widths of their columns.
struct RowOfCells {
    std::vector<PageText> cells;
    std::vector<double> left, right; // of each column
    std::size_t textColumns = 1;
    bool isHead = false;
    bool hasLine = true; // below it
    double height = 0;
};

// Widths of columns: figures as wide as they are, words share what is left.
struct Columns {
    std::vector<double> left, right;
    float size = 11; // of the text: smaller where the table is wide
};

Columns columnsOf(const report::Grid& grid, const TableRoom& room) {
    const std::size_t n = grid.heads.size();
    Columns out;
    std::vector<double> natural(n), least(n);
    for (;; out.size -= 1.0F) {
        const TextStyle plain{out.size, 400, false}, bold{out.size, 600, false};
        for (std::size_t c = 0; c < n; ++c) {
            natural[c] = room.fonts.width(grid.heads[c], bold);
            for (const auto& row : grid.rows)
                if (c < row.size())
                    natural[c] = std::max(natural[c],
                                          widestLine(brokenLines(row[c], plain, 1e6, room.fonts), plain, room.fonts));
            natural[c] += 2 * kPadding;
            least[c] = c < grid.textColumns ? std::min(natural[c], kLeastWords) : natural[c];
        }
        if (std::accumulate(least.begin(), least.end(), 0.0) <= room.width || out.size <= kLeastSize) break;
    }
    double spare = room.width - std::accumulate(least.begin(), least.end(), 0.0);
    double wish = 0; // what the columns of words would like more
    for (std::size_t c = 0; c < n; ++c) wish += natural[c] - least[c];
    const double given = wish > 0 ? std::clamp(spare / wish, 0.0, 1.0) : 0;
    double x = 0;
    spare -= wish * given;
    for (std::size_t c = 0; c < n; ++c) {
        double width = least[c] + (natural[c] - least[c]) * given;
        if (c == 0 && spare > 0) width += spare; // figures stand at the right edge
        out.left.push_back(x + (c == 0 ? 0 : kPadding));
        x += width;
        out.right.push_back(x - (c + 1 == n ? 0 : kPadding));
    }
    return out;
}

RowOfCells rowOf(const std::vector<std::string>& texts, const report::Grid& grid, const Columns& columns,
                 const TableRoom& room, int weight) {
    RowOfCells row;
    row.left = columns.left;
    row.right = columns.right;
    row.textColumns = grid.textColumns;
    row.isHead = weight > 400;
    const TextStyle style{columns.size, static_cast<std::uint16_t>(weight), false};
    for (std::size_t c = 0; c < texts.size() && c < columns.left.size(); ++c) {
        const double width = c < grid.textColumns || row.isHead ? columns.right[c] - columns.left[c] + 0.5 : 1e6;
        row.cells.push_back(
            {brokenLines(texts[c], style, width, room.fonts), style, row.isHead ? Ink::Text2 : Ink::Text, kLine});
        row.height = std::max(row.height, row.cells.back().height());
    }
    row.height += 6;
    return row;
}

Piece pieceOf(RowOfCells row, const TableRoom& room) {
    Piece piece;
    piece.height = row.height;
    piece.paint = [row = std::move(row), width = room.width, &fonts = room.fonts,
                   theme = room.theme](QPainter& p, QPointF at, double) {
        for (std::size_t c = 0; c < row.cells.size(); ++c) {
            const PageText& cell = row.cells[c];
            const double y = row.isHead ? at.y() + row.height - 4 - cell.height() : at.y() + 3; // heads stand below
            if (c < row.textColumns)
                drawText(p, cell, at.x() + row.left[c], y, Align::Left, fonts, theme);
            else
                drawText(p, cell, at.x() + row.right[c], y, Align::Right, fonts, theme);
        }
        if (!row.hasLine) return;
        p.setPen(QPen(theme.color(row.isHead ? Ink::Line2 : Ink::Line), 0.75));
        p.drawLine(QPointF(at.x(), at.y() + row.height), QPointF(at.x() + width, at.y() + row.height));
    };
    return piece;
}

// A row that is higher than a page, line by line: each goes where there is room, and no line is cut.
std::vector<RowOfCells> linesOf(const RowOfCells& row) {
    RowOfCells empty = row;
    std::size_t lines = 0;
    for (PageText& cell : empty.cells) {
        lines = std::max(lines, cell.lines.size());
        cell.lines.clear();
    }
    std::vector<RowOfCells> out;
    for (std::size_t i = 0; i < lines; ++i) {
        RowOfCells& part = out.emplace_back(empty);
        for (std::size_t c = 0; c < row.cells.size(); ++c)
            if (i < row.cells[c].lines.size()) part.cells[c].lines.push_back(row.cells[c].lines[i]);
        part.hasLine = i + 1 == lines;
        part.height = kLine + (part.hasLine ? 6 : 0);
    }
    return out;
}

// A short table stays whole; a long one keeps at least two rows with its head, and two at its end.
void keepTogether(std::vector<Piece>& out, std::size_t first, double pageHeight) {
    double height = 0;
    for (std::size_t i = first; i < out.size(); ++i) height += out[i].height;
    const bool isShort = height < 0.2 * pageHeight;
    for (std::size_t i = first; i + 1 < out.size(); ++i)
        if (isShort || i < first + 2 || i + 2 >= out.size()) out[i].keep = Piece::Keep::WithNext;
}

} // namespace

void addGrid(const report::Grid& grid, const TableRoom& room, std::vector<Piece>& out) {
    if (grid.rows.empty() || grid.heads.empty()) return;
    const Columns columns = columnsOf(grid, room);
    const std::size_t first = out.size();
    auto head = std::make_shared<Piece>(pieceOf(rowOf(grid.heads, grid, columns, room, 600), room));
    head->before = 6;
    out.push_back(*head);
    for (const auto& texts : grid.rows) {
        RowOfCells row = rowOf(texts, grid, columns, room, 400);
        const bool fits = head->height + row.height <= room.pageHeight;
        for (RowOfCells& part : fits ? std::vector<RowOfCells>{std::move(row)} : linesOf(row)) {
            Piece piece = pieceOf(std::move(part), room);
            piece.head = head;
            out.push_back(std::move(piece));
        }
    }
    keepTogether(out, first, room.pageHeight);
}

namespace {

struct HeatRoom {
    double names = 0, cell = 0; // px: of the column of names, and of a cell
    TextStyle style{10, 400, false};
};

Piece heatRow(const std::string& name, const std::vector<std::string>& texts, const std::vector<double>* shares,
              const HeatRoom& at, const TableRoom& room) {
    constexpr double height = 19;
    Piece piece;
    piece.height = height;
    const std::vector<double> values = shares ? *shares : std::vector<double>();
    piece.paint = [=, &fonts = room.fonts, theme = room.theme](QPainter& p, QPointF corner, double) {
        drawText(p, {{name}, at.style, Ink::Text, height}, corner.x(), corner.y(), Align::Left, fonts, theme);
        for (std::size_t c = 0; c < texts.size(); ++c) {
            const double x = corner.x() + at.names + at.cell * static_cast<double>(c);
            const bool filled = c < values.size() && values[c] >= 0;
            const report::HeatColour colour = report::heatColour(filled ? values[c] : 0);
            if (filled)
                p.fillRect(QRectF(x + 0.75, corner.y() + 0.75, at.cell - 1.5, height - 1.5),
                           QColor::fromRgb(colour.background));
            const Ink ink = filled && colour.whiteFigures ? Ink::OnAccent : values.empty() ? Ink::Text2 : Ink::Text;
            drawText(p, {{texts[c]}, at.style, ink, height}, x + at.cell / 2, corner.y(), Align::Center, fonts, theme);
        }
    };
    return piece;
}

} // namespace

void addHeat(const report::Heat& heat, const TableRoom& room, std::vector<Piece>& out) {
    if (heat.rows.empty() || heat.columns.empty()) return;
    constexpr double least = 16, most = 44;
    HeatRoom at;
    at.names = std::min(widestLine(heat.rows, at.style, room.fonts) + 2 * kPadding, room.width / 3);
    at.cell = std::min(most, (room.width - at.names) / static_cast<double>(heat.columns.size()));
    if (at.cell < least) at.style.size = 8;
    const std::size_t first = out.size();
    const PageText caption{{heat.caption}, {11, 400, false}, Ink::Text2, kLine};
    Piece title;
    title.height = kLine + 4;
    title.before = 8;
    title.keep = Piece::Keep::WithNext;
    title.paint = [caption, &fonts = room.fonts, theme = room.theme](QPainter& p, QPointF corner, double) {
        drawText(p, caption, corner.x(), corner.y(), Align::Left, fonts, theme);
    };
    out.push_back(std::move(title));
    const auto head = std::make_shared<Piece>(heatRow("rank", heat.columns, nullptr, at, room));
    out.push_back(*head);
    for (std::size_t r = 0; r < heat.rows.size() && r < heat.shares.size(); ++r) {
        std::vector<std::string> texts;
        for (const double share : heat.shares[r])
            texts.push_back(share < 0 ? std::string(kNotKnown) : std::to_string(std::lround(share * 100)));
        Piece piece = heatRow(heat.rows[r], texts, &heat.shares[r], at, room);
        piece.head = head;
        out.push_back(std::move(piece));
    }
    keepTogether(out, first, room.pageHeight);
}

} // namespace lanescope::pictures
