#include "tests/support/slow_runs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace lanescope::testing {

namespace {

struct Slice {
    std::uint32_t row = 0;
    std::int64_t start = 0, end = 0;
    std::uint8_t tone = 0;
    bool wide = false;
};

struct Cell {
    std::map<std::uint8_t, std::int64_t> busy;
    std::uint32_t first = 0;
};

Piece sliceAsPiece(const Slice& slice, PieceKind kind, double least, const TimeScale& scale) {
    const double x0 = scale.x(rankTime(slice.start));
    const double x1 = std::max(scale.x(rankTime(slice.end)), x0 + least);
    return {kind, slice.tone, 4, SliceId{slice.row}, std::max(x0, -kSlicePx), std::min(x1, scale.widthPx() + kSlicePx)};
}

Piece cellAsPiece(std::int64_t column, const Cell& cell, const TimeScale& scale) {
    std::int64_t total = 0;
    std::uint8_t tone = cell.busy.begin()->first;
    for (const auto& [t, ns] : cell.busy) {
        total += ns;
        if (ns > cell.busy.at(tone)) tone = t;
    }
    const std::int64_t width = count(scale.columnStart(column + 1)) - count(scale.columnStart(column));
    std::uint8_t density = 1;
    if (4 * total > width) density = 2;
    if (4 * total > 2 * width) density = 3;
    if (4 * total > 3 * width) density = 4;
    const double x = scale.columnX(column);
    return {PieceKind::Run, tone, density, SliceId{cell.first}, x, x + 1};
}

void addRun(const std::vector<Slice>& group, const TimeScale& scale, std::vector<Piece>& out) {
    std::int64_t busy = 0;
    for (const Slice& s : group) busy += s.end - s.start;
    if (busy == 0) {
        std::set<std::int64_t> blocks;
        for (const Slice& s : group) {
            const auto column = static_cast<double>(scale.columnOf(rankTime(s.start)));
            if (blocks.insert(static_cast<std::int64_t>(std::floor(column / kPointPx))).second)
                out.push_back(sliceAsPiece(s, PieceKind::Point, 0, scale));
        }
        return;
    }
    std::map<std::int64_t, Cell> cells;
    for (const Slice& s : group) {
        const std::int64_t first = scale.columnOf(rankTime(s.start));
        const std::int64_t last = scale.columnOf(rankTime(std::max(s.start, s.end - 1)));
        for (std::int64_t c = first; c <= last; ++c) {
            if (cells[c].busy.empty()) cells[c].first = s.row;
            const std::int64_t begin = std::max(s.start, count(scale.columnStart(c)));
            const std::int64_t end = std::min(s.end, count(scale.columnStart(c + 1)));
            cells[c].busy[s.tone] += std::max<std::int64_t>(0, end - begin);
        }
    }
    const std::size_t runStart = out.size();
    for (const auto& [column, cell] : cells) {
        if (column < scale.firstColumn() || column >= scale.endColumn()) continue;
        const Piece piece = cellAsPiece(column, cell, scale);
        const bool joins = out.size() > runStart && out.back().x1 == piece.x0 && out.back().tone == piece.tone &&
                           out.back().density == piece.density;
        if (joins)
            out.back().x1 = piece.x1;
        else
            out.push_back(piece);
    }
}

} // namespace

std::vector<Piece> slowPieces(const TraceStore& store, const std::vector<std::uint32_t>& rows, const TimeScale& scale) {
    std::vector<Slice> all;
    for (const std::uint32_t row : rows) {
        const SliceId id{row};
        Slice s{row, count(store.start(id)), count(store.end(id)), toneOf(store.kind(id), store.role(id)), false};
        s.wide = static_cast<double>(s.end - s.start) >= kSlicePx * scale.nsPerPx();
        all.push_back(s);
    }
    const auto near = [&](std::size_t a, std::size_t b) {
        return static_cast<double>(all[b].start - all[a].end) <= kNearPx * scale.nsPerPx();
    };
    const std::int64_t viewBegin = count(scale.visible().begin);
    const std::int64_t viewEnd = count(scale.visible().end);
    const auto inView = [&](const Slice& s) {
        return s.start < viewEnd && (s.end > viewBegin || s.start == viewBegin);
    };
    std::vector<Piece> out;
    for (std::size_t i = 0; i < all.size();) {
        if (!inView(all[i])) {
            ++i;
            continue;
        }
        if (all[i].wide) {
            out.push_back(sliceAsPiece(all[i], PieceKind::Slice, kSlicePx, scale));
            ++i;
            continue;
        }
        std::size_t end = i + 1;
        while (end < all.size() && !all[end].wide && inView(all[end]) && near(end - 1, end)) ++end;
        const bool nearBefore = i > 0 && near(i - 1, i);
        const bool nearAfter = end < all.size() && near(end - 1, end);
        if (end == i + 1 && !nearBefore && !nearAfter) {
            const bool point = all[i].start == all[i].end;
            out.push_back(sliceAsPiece(all[i], point ? PieceKind::Point : PieceKind::Lone, kLonePx, scale));
        } else {
            addRun({all.begin() + static_cast<std::ptrdiff_t>(i), all.begin() + static_cast<std::ptrdiff_t>(end)},
                   scale, out);
        }
        i = end;
    }
    return out;
}

} // namespace lanescope::testing
