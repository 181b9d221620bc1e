// Pieces of a document laid onto pages: what belongs together stays together, and the head of a table comes again on
// the next page. Pure; one thread.
#pragma once

#include <QPointF>

#include <functional>
#include <memory>
#include <vector>

class QPainter;

namespace lanescope::pictures {

struct Piece {
    double height = 0; // px
    double before = 0; // room above it, not at the top of a page
    double least = 0;  // a picture may be drawn smaller, as low as this; 0: it may not
    enum class Keep : std::uint8_t { Free, WithNext } keep = Keep::Free; // with the piece that follows, on one page
    // A picture that finds no room lets what follows fill the page and goes on top of the next one, but never past a
    // piece that begins something else.
    enum class Moves : std::uint8_t { Never, ToNextPage } moves = Moves::Never;
    enum class Begins : std::uint8_t { Nothing, Section } begins = Begins::Nothing;
    std::function<void(QPainter&, QPointF, double height)> paint = {}; // the point is its top left corner
    std::shared_ptr<const Piece> head = {};                            // comes again above it at the top of a page
};
struct PlacedPiece {
    const Piece* piece = nullptr;
    double y = 0; // from the top of the page's text
    double height = 0;
};
using PlacedPage = std::vector<PlacedPiece>;

// Every piece once, in order (but for pictures that move), heads that come again beside. Pieces that are kept together
// and are higher than a page are parted all the same. The pieces must outlive the pages.
std::vector<PlacedPage> paginate(const std::vector<Piece>& pieces, double pageHeight);

} // namespace lanescope::pictures
