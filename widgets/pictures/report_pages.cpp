#include "widgets/pictures/report_pages.h"

#include "widgets/pictures/page_text.h"
#include "widgets/pictures/pages_flow.h"
#include "widgets/pictures/report_pieces.h"

#include <QBuffer>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>

namespace lanescope::pictures {
namespace {

// A4 at 96 px to an inch.
constexpr double kPageWidth = 794, kPageHeight = 1123, kSide = 57, kTop = 62, kBottom = 68;
constexpr double kWidth = kPageWidth - 2 * kSide, kTextHeight = kPageHeight - kTop - kBottom;
constexpr scene::TextStyle kSmall{10, 400, false};

void setZero(QByteArray& pdf, const QByteArray& key, char end, bool hex) {
    for (qsizetype at = pdf.indexOf(key); at >= 0; at = pdf.indexOf(key, at + key.size()))
        for (qsizetype i = at + key.size(); i < pdf.size() && pdf[i] != end; ++i) {
            const char c = pdf[i];
            if ((c >= '0' && c <= '9') || (hex && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')))) pdf[i] = '0';
        }
}

// Title at the top of all pages but the first, number of the page at the foot.
void drawFrame(QPainter& painter, const report::Document& document, std::size_t page, std::size_t pages,
               paint::Fonts& fonts) {
    const paint::Theme theme = paint::Theme::of(paint::ThemeId::Print);
    const auto small = [&](const std::string& text, double x, double y, scene::Align align) {
        drawText(painter, {{text}, kSmall, scene::Ink::Text2, 14}, x, y, align, fonts, theme);
    };
    if (page > 0) small(document.title, kSide, kTop - 32, scene::Align::Left);
    const double foot = kPageHeight - kBottom + 24;
    small(document.footer, kSide, foot, scene::Align::Left);
    small(std::to_string(page + 1) + " of " + std::to_string(pages), kPageWidth - kSide, foot, scene::Align::Right);
}

Error failed() { return {ErrorCode::Internal, "the pages could not be written", "", ""}; }

} // namespace

void fixDates(QByteArray& pdf) {
    setZero(pdf, "/CreationDate (D:", ')', false);
    setZero(pdf, "/ModDate (D:", ')', false);
    setZero(pdf, "/ID [", ']', true);
}

Result<QByteArray> reportPdf(const report::Document& document, paint::Fonts& fonts, const std::stop_token& stop) {
    const std::vector<Piece> pieces = reportPieces(document, kWidth, kTextHeight, fonts);
    const std::vector<PlacedPage> pages = paginate(pieces, kTextHeight);
    QBuffer buffer;
    if (!buffer.open(QIODevice::WriteOnly)) return failed();
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(96);
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setTitle(QString::fromStdString(document.title));
        writer.setCreator(QStringLiteral("Lanescope"));
        QPainter painter;
        if (!painter.begin(&writer)) return failed();
        for (std::size_t n = 0; n < pages.size(); ++n) {
            if (stop.stop_requested()) {
                painter.end();
                return Error{ErrorCode::Cancelled, "stopped before the report was written", "", ""};
            }
            if (n > 0) writer.newPage();
            painter.setRenderHint(QPainter::Antialiasing, true);
            drawFrame(painter, document, n, pages.size(), fonts);
            for (const PlacedPiece& placed : pages[n]) {
                painter.save();
                placed.piece->paint(painter, QPointF(kSide, kTop + placed.y), placed.height);
                painter.restore();
            }
        }
        if (!painter.end()) return failed();
    }
    QByteArray bytes = buffer.data();
    fixDates(bytes);
    return bytes;
}

} // namespace lanescope::pictures
