#include "widgets/pictures/page_text.h"

#include <QPainter>

#include <algorithm>

namespace lanescope::pictures {
namespace {

// Bytes of the longest beginning of `word` that fits; whole letters, at least one.
std::size_t fittingBytes(std::string_view word, const scene::TextStyle& style, double width, paint::Fonts& fonts) {
    std::size_t fits = 0;
    for (std::size_t i = 1; i <= word.size(); ++i) {
        const bool letterEnds = i == word.size() || (static_cast<unsigned char>(word[i]) & 0xC0) != 0x80;
        if (!letterEnds) continue;
        if (fits > 0 && fonts.width(word.substr(0, i), style) > width) break;
        fits = i;
    }
    return fits;
}

void addParagraph(std::string_view text, const scene::TextStyle& style, double width, paint::Fonts& fonts,
                  std::vector<std::string>& out) {
    std::string line;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        std::string_view word = text.substr(at, end - at);
        at = end + 1;
        std::string longer = line;
        if (!line.empty()) longer += ' ';
        longer += word;
        if (fonts.width(longer, style) <= width) {
            line = std::move(longer);
            continue;
        }
        if (!line.empty()) out.push_back(std::move(line));
        while (fonts.width(word, style) > width && !word.empty()) {
            const std::size_t bytes = fittingBytes(word, style, width, fonts);
            if (bytes == word.size()) break;
            out.emplace_back(word.substr(0, bytes));
            word.remove_prefix(bytes);
        }
        line = std::string(word);
    }
    out.push_back(std::move(line));
}

} // namespace

std::vector<std::string> brokenLines(std::string_view text, const scene::TextStyle& style, double width,
                                     paint::Fonts& fonts) {
    std::vector<std::string> out;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        addParagraph(text.substr(at, end - at), style, width, fonts, out);
        at = end + 1;
    }
    return out;
}

double widestLine(const std::vector<std::string>& lines, const scene::TextStyle& style, paint::Fonts& fonts) {
    double widest = 0;
    for (const std::string& line : lines) widest = std::max(widest, fonts.width(line, style));
    return widest;
}

void drawText(QPainter& painter, const PageText& text, double x, double y, scene::Align align, paint::Fonts& fonts,
              const paint::Theme& theme) {
    painter.setPen(theme.color(text.ink));
    double baseline = y + text.lineHeight / 2 + text.style.size * 0.36; // capitals stand in the middle of the line
    for (const std::string& line : text.lines) {
        double left = x;
        if (align != scene::Align::Left) {
            const double width = fonts.width(line, text.style);
            left -= align == scene::Align::Right ? width : width / 2;
        }
        fonts.drawAsText(painter, left, baseline, line, text.style);
        baseline += text.lineHeight;
    }
}

} // namespace lanescope::pictures
