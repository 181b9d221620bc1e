#include "widgets/pictures/report_pieces.h"

#include "widgets/pictures/page_text.h"
#include "widgets/pictures/report_tables.h"
#include "widgets/pictures/svg_picture.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lanescope::pictures {
namespace {

using scene::Align;
using scene::Ink;
using scene::TextStyle;

constexpr TextStyle kBody{12, 400, false}, kSmall{11, 400, false}, kBig{20, 600, false};
constexpr double kBodyLine = 18, kSmallLine = 15, kIndent = 18, kGap = 12;
constexpr double kLeastPicture = 0.72; // of its size: what still reads where a page has little room left

void hairline(QPainter& painter, double x, double y, double width, const QColor& color) {
    painter.setPen(QPen(color, 0.75));
    painter.drawLine(QPointF(x, y), QPointF(x + width, y));
}

struct PieceMaker {
    double width, pageHeight;
    paint::Fonts& fonts;
    paint::Theme theme = paint::Theme::of(paint::ThemeId::Print);
    std::vector<Piece> out = {};
    std::size_t ruledAt = 0; // pieces after the last heading with a line under it; 0: none yet

    PageText text(std::string_view words, const TextStyle& style, double room, Ink ink = Ink::Text) {
        const double line = style.size <= kSmall.size ? kSmallLine : std::ceil(style.size * 1.5);
        return {brokenLines(words, style, room, fonts), style, ink, line};
    }
    void draw(QPainter& painter, const PageText& words, double x, double y, Align align = Align::Left) const {
        drawText(painter, words, x, y, align, fonts, theme);
    }

    void operator()(const report::Heading& b) {
        const TextStyle style{b.level <= 2 ? 17.0F : b.level == 3 ? 14.0F : 12.0F, 600, false};
        const PageText aside = text(b.aside, kBody, width * 0.5, Ink::Text2);
        const double asideWidth = b.aside.empty() ? 0 : widestLine(aside.lines, kBody, fonts) + kGap;
        const PageText title = text(b.text, style, width - asideWidth);
        Piece piece;
        const double rule = b.level <= 2 ? 7 : 0, over = b.aside.empty() ? 0 : 8;
        piece.height = std::max(title.height(), b.aside.empty() ? 0.0 : aside.height()) + rule + over + 3;
        piece.before = b.level <= 2 ? 26 : b.level == 3 ? 18 : 10;
        piece.keep = Piece::Keep::WithNext;
        if (b.level <= 2) piece.begins = Piece::Begins::Section;
        piece.paint = [this, title, aside, rule, over, hasAside = !b.aside.empty(),
                       height = piece.height](QPainter& p, QPointF at, double) {
            if (hasAside) hairline(p, at.x(), at.y() + 1, width, theme.color(Ink::Line2));
            draw(p, title, at.x(), at.y() + over);
            if (hasAside) draw(p, aside, at.x() + width, at.y() + over, Align::Right);
            if (rule > 0) hairline(p, at.x(), at.y() + height - 4, width, theme.color(Ink::Line2));
        };
        out.push_back(std::move(piece));
        if (rule > 0) ruledAt = out.size();
    }

    void operator()(const report::Sentence& b) { paragraph(text(b.text, kBody, width), 0, 4); }

    void paragraph(const PageText& words, double indent, double before) {
        // Long texts may go over pages: a piece per line, the first two and the last two together.
        for (std::size_t i = 0; i < words.lines.size(); ++i) {
            PageText line = words;
            line.lines = {words.lines[i]};
            Piece piece;
            piece.height = words.lineHeight;
            piece.before = i == 0 ? before : 0;
            const bool together = i == 0 || i + 2 == words.lines.size();
            if (together && i + 1 < words.lines.size()) piece.keep = Piece::Keep::WithNext;
            piece.paint = [this, line, indent](QPainter& p, QPointF at, double) {
                draw(p, line, at.x() + indent, at.y());
            };
            out.push_back(std::move(piece));
        }
    }

    void operator()(const report::List& b) {
        for (const std::string& item : b.items) {
            const std::size_t first = out.size();
            paragraph(text(item, kBody, width - kIndent), kIndent, 1);
            Piece& piece = out[first];
            piece.paint = [this, inner = piece.paint](QPainter& p, QPointF at, double h) {
                p.setPen(Qt::NoPen);
                p.setBrush(theme.color(Ink::Text2));
                p.drawEllipse(QPointF(at.x() + 7, at.y() + kBodyLine / 2 + 0.5), 1.8, 1.8);
                p.setBrush(Qt::NoBrush);
                inner(p, at, h);
            };
        }
    }

    void operator()(const report::Figures& b) {
        if (b.figures.empty()) return;
        const double each = width / static_cast<double>(b.figures.size());
        struct Column {
            PageText label, value, detail;
        };
        std::vector<Column> columns;
        Piece piece;
        for (const auto& f : b.figures) {
            columns.push_back({text(f.label, kSmall, each - 2 * kGap, Ink::Text2), text(f.value, kBig, each),
                               text(f.detail, kSmall, each - 2 * kGap, Ink::Text2)});
            const Column& c = columns.back();
            piece.height = std::max(piece.height, c.label.height() + c.value.height() + c.detail.height() + 20);
        }
        const bool ruled = ruledAt == out.size(); // the heading has drawn the line above
        piece.before = ruled ? 0 : 8;
        piece.paint = [this, columns, each, ruled, height = piece.height](QPainter& p, QPointF at, double) {
            const QColor line = theme.color(Ink::Line2);
            if (!ruled) hairline(p, at.x(), at.y() + 2, width, line);
            hairline(p, at.x(), at.y() + height - 4, width, line);
            for (std::size_t i = 0; i < columns.size(); ++i) {
                const double x = at.x() + each * static_cast<double>(i) + (i > 0 ? kGap : 0);
                if (i > 0) p.drawLine(QPointF(x - kGap, at.y() + 8), QPointF(x - kGap, at.y() + height - 10));
                double y = at.y() + 8;
                for (const PageText* part : {&columns[i].label, &columns[i].value, &columns[i].detail}) {
                    draw(p, *part, x, y);
                    y += part->height();
                }
                p.setPen(QPen(line, 0.75));
            }
        };
        out.push_back(std::move(piece));
    }

    void operator()(const report::Answers& b) {
        constexpr double indent = 28;
        for (std::size_t i = 0; i < b.items.size(); ++i) {
            const auto& item = b.items[i];
            const TextStyle bold{12, 600, false};
            const PageText answer = text(item.answer, bold, (width - indent) * 0.7);
            const double taken = item.answer.empty() ? 0 : widestLine(answer.lines, bold, fonts) + kGap;
            const PageText title = text(item.title, bold, width - indent - taken);
            Piece piece;
            piece.height = std::max(title.height(), answer.height()) + 8;
            if (!item.lines.empty()) piece.keep = Piece::Keep::WithNext;
            piece.paint = [this, title, answer, number = std::to_string(i + 1)](QPainter& p, QPointF at, double) {
                hairline(p, at.x(), at.y() + 1, width, theme.color(Ink::Line));
                p.setPen(Qt::NoPen);
                p.setBrush(theme.color(Ink::Accent));
                p.drawEllipse(QPointF(at.x() + 9, at.y() + 6 + title.lineHeight / 2), 9, 9);
                p.setBrush(Qt::NoBrush);
                const PageText disc{{number}, {11, 600, false}, Ink::OnAccent, title.lineHeight};
                draw(p, disc, at.x() + 9, at.y() + 6, Align::Center);
                draw(p, title, at.x() + indent, at.y() + 6);
                draw(p, answer, at.x() + width, at.y() + 6, Align::Right);
            };
            out.push_back(std::move(piece));
            answerLines(item, indent);
        }
    }

    void answerLines(const report::Answers::Item& item, double indent) {
        for (std::size_t i = 0; i < item.lines.size(); ++i) {
            const PageText value = text(item.lines[i].value, kSmall, width * 0.5);
            const double taken = widestLine(value.lines, kSmall, fonts) + kGap;
            const PageText title = text(item.lines[i].title, kSmall, width - indent - taken, Ink::Text2);
            Piece piece;
            piece.height = std::max(title.height(), value.height());
            if (i + 1 < item.lines.size()) piece.keep = Piece::Keep::WithNext;
            piece.paint = [this, title, value, indent](QPainter& p, QPointF at, double) {
                draw(p, title, at.x() + indent, at.y());
                draw(p, value, at.x() + width, at.y(), Align::Right);
            };
            out.push_back(std::move(piece));
        }
    }

    void operator()(const report::Grid& b) { addGrid(b, {width, pageHeight, fonts, theme}, out); }
    void operator()(const report::Heat& b) { addHeat(b, {width, pageHeight, fonts, theme}, out); }

    void operator()(const report::Picture& b) {
        auto svg = std::make_shared<SvgPicture>(b.svg);
        if (!svg->isValid()) return;
        const QRectF box = svg->box();
        const PageText caption = text(b.caption, kSmall, width, Ink::Text2);
        const double room = pageHeight - caption.height() - 40; // the heading above it stays with it
        const double scale = std::min(width / box.width(), room / box.height());
        const double high = box.height() * scale, below = caption.height() + 4, ratio = box.width() / box.height();
        Piece piece;
        piece.height = high + below;
        piece.least = high * kLeastPicture + below;
        piece.moves = Piece::Moves::ToNextPage;
        piece.before = 8;
        piece.paint = [this, svg, below, ratio, caption](QPainter& p, QPointF at, double height) {
            const QRectF frame(at, QSizeF((height - below) * ratio, height - below));
            svg->draw(p, frame, fonts);
            p.setPen(QPen(theme.color(Ink::Line), 0.75));
            p.setBrush(Qt::NoBrush);
            p.drawRect(frame);
            draw(p, caption, at.x(), at.y() + height - below + 3);
        };
        out.push_back(std::move(piece));
    }
};

} // namespace

std::vector<Piece> reportPieces(const report::Document& document, double width, double pageHeight,
                                paint::Fonts& fonts) {
    // The pieces draw by it, so it lives as long as they do.
    const auto maker = std::make_shared<PieceMaker>(PieceMaker{width, pageHeight, fonts});
    PieceMaker& m = *maker;
    const auto title = m.text(document.title, {20, 600, false}, width);
    Piece head;
    head.height = title.height();
    head.keep = Piece::Keep::WithNext;
    head.paint = [maker, title](QPainter& p, QPointF at, double) { maker->draw(p, title, at.x(), at.y()); };
    m.out.push_back(std::move(head));
    const auto subtitle = m.text(document.subtitle, kBody, width, Ink::Text2);
    Piece below;
    below.height = subtitle.height() + 4;
    below.paint = [maker, subtitle](QPainter& p, QPointF at, double) { maker->draw(p, subtitle, at.x(), at.y()); };
    m.out.push_back(std::move(below));
    for (std::size_t i = 0; i < document.blocks.size(); ++i) {
        std::visit(m, document.blocks[i]);
        const bool isTable =
            i + 1 < document.blocks.size() && (std::holds_alternative<report::Grid>(document.blocks[i + 1]) ||
                                               std::holds_alternative<report::Heat>(document.blocks[i + 1]));
        if (isTable && std::holds_alternative<report::Sentence>(document.blocks[i])) // says what the table is
            m.out.back().keep = Piece::Keep::WithNext;
    }
    return std::move(m.out);
}

} // namespace lanescope::pictures
