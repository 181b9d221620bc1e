#include "core/report/document.h"

#include "core/export/quantity.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::report {
namespace {

constexpr std::string_view kStyle = R"(
body { font: 14px/1.5 Inter, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; color: #171c24; background: #fff;
  max-width: 800px; margin: 0 auto; padding: 24px 16px; font-variant-numeric: tabular-nums; }
h1 { font-size: 22px; margin: 0 0 4px; } h2 { font-size: 17px; margin: 28px 0 8px; border-bottom: 1px solid #c6cdd6; }
h3 { font-size: 14px; margin: 18px 0 4px; } .sub { color: #465161; margin: 0 0 8px; }
table { border-collapse: collapse; width: 100%; margin: 8px 0 16px; font-size: 12px; }
th { text-align: right; color: #465161; font-weight: 600; background: #f2f4f7; }
th, td { padding: 3px 8px; border-bottom: 1px solid #e2e6eb; text-align: right; vertical-align: top; }
th.w, td.w { text-align: left; overflow-wrap: anywhere; }
figure { margin: 8px 0 20px; } figcaption { color: #465161; font-size: 12px; }
svg { width: 100%; height: auto; border: 1px solid #e2e6eb; }
td.h { text-align: center; padding: 3px 2px; } footer { color: #465161; font-size: 12px; margin-top: 32px; }
@media print { body { max-width: none; padding: 0; font-size: 11px; } figure, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; } td, th { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)";

// Names come from files: control characters are left out, markup is none.
std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else if (c == '\n')
            out += "<br>";
        else if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f)
            out += c;
    }
    return out;
}

std::string escapedMarkdown(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (std::string_view("\\`*_[]<>|#").find(c) != std::string_view::npos) out += '\\';
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return out;
}

void replaceAll(std::string& text, std::string_view from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

// The <svg> element alone; its ids made its own, since several stand in one page.
std::string inlineSvg(std::string_view svg, std::size_t number) {
    const std::size_t begin = svg.find("<svg");
    const std::size_t end = svg.rfind("</svg>");
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
    std::string out(svg.substr(begin, end + 6 - begin));
    for (const std::string_view attribute : {" width=\"", " height=\""}) { // the page gives the size; viewBox stays
        const std::size_t at = out.find(attribute), tagEnd = out.find('>');
        const std::size_t close = at < tagEnd ? out.find('"', at + attribute.size()) : std::string::npos;
        if (close != std::string::npos && close < tagEnd) out.erase(at, close + 1 - at);
    }
    const std::string prefix = fmt::format("p{}-", number);
    replaceAll(out, " id=\"", " id=\"" + prefix);
    replaceAll(out, "url(#", "url(#" + prefix);
    replaceAll(out, "href=\"#", "href=\"#" + prefix);
    return out;
}

// White to the blue of the program, as steps; dark ones carry white figures.
std::string heatStyle(double share) {
    constexpr const char* ramp[] = {"#f3f7fd", "#d5e5fa", "#aecdf5", "#7fb0ec", "#4c8fe0", "#1f6fd0", "#0a4fa3"};
    const int step = std::clamp(static_cast<int>(share * 7), 0, 6);
    return fmt::format("background:{};color:{}", ramp[step], step >= 4 ? "#fff" : "#171c24");
}

struct HtmlWriter {
    std::string out;
    std::size_t pictures = 0;
    void operator()(const Heading& b) {
        out += fmt::format("<h{0}>{1}</h{0}>\n", std::clamp(b.level, 2, 4), escaped(b.text));
    }
    void operator()(const Sentence& b) { out += "<p>" + escaped(b.text) + "</p>\n"; }
    void operator()(const List& b) {
        if (b.items.empty()) return;
        out += "<ul>\n";
        for (const std::string& item : b.items) out += "<li>" + escaped(item) + "</li>\n";
        out += "</ul>\n";
    }
    void operator()(const Grid& b) {
        out += "<table>\n<thead><tr>";
        for (std::size_t c = 0; c < b.heads.size(); ++c)
            out += fmt::format("<th{}>{}</th>", c < b.textColumns ? " class=\"w\"" : "", escaped(b.heads[c]));
        out += "</tr></thead>\n<tbody>\n";
        for (const auto& row : b.rows) {
            out += "<tr>";
            for (std::size_t c = 0; c < row.size(); ++c)
                out += fmt::format("<td{}>{}</td>", c < b.textColumns ? " class=\"w\"" : "", escaped(row[c]));
            out += "</tr>\n";
        }
        out += "</tbody>\n</table>\n";
    }
    void operator()(const Heat& b) {
        out += "<table>\n<caption>" + escaped(b.caption) + "</caption>\n<thead><tr><th class=\"w\">rank</th>";
        for (const std::string& column : b.columns) out += "<th>" + escaped(column) + "</th>";
        out += "</tr></thead>\n<tbody>\n";
        for (std::size_t r = 0; r < b.rows.size(); ++r) {
            out += "<tr><td class=\"w\">" + escaped(b.rows[r]) + "</td>";
            for (const double share : b.shares[r])
                out += share < 0
                           ? std::string("<td class=\"h\">\xE2\x80\x93</td>")
                           : fmt::format("<td class=\"h\" style=\"{}\">{:.0f}</td>", heatStyle(share), share * 100);
            out += "</tr>\n";
        }
        out += "</tbody>\n</table>\n";
    }
    void operator()(const Picture& b) {
        const std::string svg = inlineSvg(b.svg, ++pictures);
        if (svg.empty()) return;
        out += "<figure>\n" + svg + "\n<figcaption>" + escaped(b.caption) + "</figcaption>\n</figure>\n";
    }
};

struct MarkdownWriter {
    std::string_view stem;
    std::string out = {};
    std::size_t pictures = 0;
    void operator()(const Heading& b) {
        out += std::string(static_cast<std::size_t>(std::clamp(b.level, 2, 4)), '#') + " " + escapedMarkdown(b.text) +
               "\n\n";
    }
    void operator()(const Sentence& b) { out += escapedMarkdown(b.text) + "\n\n"; }
    void operator()(const List& b) {
        for (const std::string& item : b.items) out += "- " + escapedMarkdown(item) + "\n";
        out += "\n";
    }
    void line(const std::vector<std::string>& cells) {
        for (const std::string& cell : cells) out += "| " + escapedMarkdown(cell) + " ";
        out += "|\n";
    }
    void operator()(const Grid& b) {
        line(b.heads);
        for (std::size_t c = 0; c < b.heads.size(); ++c) out += c < b.textColumns ? "|---" : "|---:";
        out += "|\n";
        for (const auto& row : b.rows) line(row);
        out += "\n";
    }
    void operator()(const Heat& b) {
        Grid grid{{"rank"}, {}, 1};
        grid.heads.insert(grid.heads.end(), b.columns.begin(), b.columns.end());
        for (std::size_t r = 0; r < b.rows.size(); ++r) {
            std::vector<std::string> cells{b.rows[r]};
            for (const double share : b.shares[r])
                cells.push_back(share < 0 ? std::string(kNotKnown) : fmt::format("{:.0f}", share * 100));
            grid.rows.push_back(std::move(cells));
        }
        out += escapedMarkdown(b.caption) + "\n\n";
        (*this)(grid);
    }
    void operator()(const Picture& b) {
        out += fmt::format("![{}]({}-{}.svg)\n\n", escapedMarkdown(b.caption), stem, ++pictures);
    }
};

} // namespace

std::string html(const Document& document) {
    HtmlWriter writer;
    for (const Block& block : document.blocks) std::visit(writer, block);
    return fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n"
                       "<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n<p class=\"sub\">{2}</p>\n{3}"
                       "<footer>Made with Lanescope. Definitions: docs/user/metrics.md.</footer>\n</body>\n</html>\n",
                       escaped(document.title), kStyle, escaped(document.subtitle), writer.out);
}

std::string markdown(const Document& document, std::string_view pictureStem) {
    MarkdownWriter writer{pictureStem};
    for (const Block& block : document.blocks) std::visit(writer, block);
    return "# " + escapedMarkdown(document.title) + "\n\n" + escapedMarkdown(document.subtitle) + "\n\n" + writer.out;
}

std::vector<std::string_view> pictures(const Document& document) {
    std::vector<std::string_view> out;
    for (const Block& block : document.blocks)
        if (const auto* picture = std::get_if<Picture>(&block)) out.push_back(picture->svg);
    return out;
}

} // namespace lanescope::report
