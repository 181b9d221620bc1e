#include "widgets/pictures/pages_flow.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace lanescope::pictures {
namespace {

// What must stand on one page beginning with this piece: up to the first that is free. Past its end.
std::size_t groupEnd(const std::vector<Piece>& pieces, std::size_t first) {
    std::size_t end = first;
    while (end < pieces.size() && pieces[end].keep == Piece::Keep::WithNext) ++end;
    return end < pieces.size() ? end + 1 : end;
}

double leastOf(const Piece& piece) { return piece.least > 0 ? piece.least : piece.height; }

double leastOf(const std::vector<Piece>& pieces, std::size_t first, std::size_t end) {
    double height = 0;
    for (std::size_t i = first; i < end; ++i) height += leastOf(pieces[i]) + (i > first ? pieces[i].before : 0);
    return height;
}

class Pager {
public:
    Pager(const std::vector<Piece>& pieces, double pageHeight) : m_pieces(pieces), m_most(pageHeight) {}
    std::vector<PlacedPage> run() {
        for (std::size_t i = 0; i < m_pieces.size();) {
            if (m_pieces[i].begins == Piece::Begins::Section) placeMoved();
            const std::size_t end = groupEnd(m_pieces, i);
            const double height = leastOf(m_pieces, i, end);
            if (height <= m_most && !fits(m_pieces[i].before + height)) {
                if (mayMove(m_pieces[i], end - i)) {
                    m_moved.push_back(&m_pieces[i++]);
                    continue;
                }
                turn();
                if (!fits(m_pieces[i].before + height)) turn(); // behind pictures that moved there
            }
            for (; i < end; ++i) place(m_pieces[i]);
        }
        placeMoved();
        return std::move(m_pages);
    }

private:
    bool fits(double height) const { return !m_pages.empty() && m_y + height <= m_most; }
    void turn() {
        if (!m_pages.empty() && m_pages.back().empty()) return;
        m_pages.emplace_back();
        m_y = 0;
        placeMoved();
    }
    bool mayMove(const Piece& piece, std::size_t together) const {
        return piece.moves == Piece::Moves::ToNextPage && together == 1 && !m_pages.empty() && m_y < kFull * m_most;
    }
    void placeMoved() {
        for (const Piece* piece : std::exchange(m_moved, {})) place(*piece);
    }
    void put(const Piece& piece) {
        const double height = std::max(leastOf(piece), std::min(piece.height, m_most - m_y));
        m_pages.back().push_back({&piece, m_y, height});
        m_y += height;
    }
    void place(const Piece& piece) {
        const auto needed = [&] {
            return (m_pages.empty() || m_pages.back().empty() ? 0 : piece.before) + leastOf(piece);
        };
        if (!fits(needed())) turn();
        if (!fits(needed())) turn(); // behind pictures that moved there
        if (m_pages.back().empty()) {
            if (piece.head && piece.head->height + piece.height <= m_most) put(*piece.head);
        } else {
            m_y += piece.before;
        }
        put(piece);
    }

    const std::vector<Piece>& m_pieces;
    static constexpr double kFull = 0.85; // of a page: what is left is not worth filling
    double m_most, m_y = 0;
    std::vector<const Piece*> m_moved; // on top of the next page, in order
    std::vector<PlacedPage> m_pages;
};

} // namespace

std::vector<PlacedPage> paginate(const std::vector<Piece>& pieces, double pageHeight) {
    return Pager(pieces, pageHeight).run();
}

} // namespace lanescope::pictures
