#include "core/report/document.h"

#include "core/export/quantity.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::report {
namespace {

constexpr std::string_view kStyle = R"(
* { box-sizing: border-box; }
body { font: 14px/1.5 Inter, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; color: #171c24; background: #fff;
  max-width: 1000px; margin: 0 auto; padding: 32px 32px 48px; font-variant-numeric: tabular-nums;
  font-variant-ligatures: no-contextual; }
h1 { font-size: 22px; line-height: 1.3; margin: 0 0 2px; } .sub { color: #465161; margin: 0 0 20px; }
h2 { font-size: 18px; margin: 40px 0 12px; padding-bottom: 6px; border-bottom: 1px solid #c6cdd6; }
h3 { font-size: 15px; margin: 28px 0 8px; } h4 { font-size: 14px; margin: 22px 0 4px; }
h4.f { border-top: 1px solid #e2e6eb; padding-top: 14px; display: flex; justify-content: space-between; gap: 16px; }
h4 .aside { font-weight: 400; color: #465161; text-align: right; }
p { margin: 6px 0 10px; } ul { margin: 4px 0 14px; padding-left: 20px; } li { margin: 1px 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; margin: 8px 0 12px; font-size: 12.5px; line-height: 1.4; }
caption { caption-side: top; text-align: left; color: #465161; font-size: 12.5px; padding: 4px 0; }
th { color: #465161; font-weight: 600; vertical-align: bottom; border-bottom: 1px solid #c6cdd6; }
td { border-bottom: 1px solid #e2e6eb; vertical-align: top; } th, td { padding: 4px 8px; text-align: right; }
td { white-space: nowrap; } th:first-child, td:first-child { padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }
th.w, td.w { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 90px; }
.scroll { overflow-x: auto; }
.map { display: inline-block; max-width: 100%; vertical-align: top; margin-right: 24px; }
.heat { width: auto; } .heat caption { white-space: nowrap; } .heat td, .heat th { padding: 3px 2px; text-align: center; min-width: 25px; } .heat .w { text-align: left; padding-right: 10px; }
.heat td { border: 1.5px solid #fff; }
.figures { display: flex; flex-wrap: wrap; border: solid #c6cdd6; border-width: 1px 0; margin: 12px 0 16px; padding: 8px 0; }
h2 + .figures { border-top: 0; margin-top: 0; padding-top: 0; }
.figures div { flex: 1 1 150px; padding: 0 12px; border-left: 1px solid #e2e6eb; }
.figures div:first-child { padding-left: 0; border-left: 0; }
.figures span { display: block; font-size: 12px; color: #465161; } .figures b { font-size: 20px; line-height: 1.35; }
ol.order { list-style: none; margin: 8px 0 16px; padding: 0; counter-reset: order; }
ol.order > li { counter-increment: order; padding: 8px 0 8px 30px; border-top: 1px solid #e2e6eb; position: relative; }
ol.order > li::before { content: counter(order); position: absolute; left: 0; top: 9px; width: 19px; height: 19px;
  border-radius: 10px; background: #0b57c2; color: #fff; font: 600 11.5px/19px Inter, Arial, sans-serif;
  text-align: center; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.q { display: flex; justify-content: space-between; gap: 16px; font-weight: 600; } .q span:first-child { flex: none; }
.q span:last-child { text-align: right; overflow-wrap: anywhere; min-width: 0; }
.l { display: flex; justify-content: space-between; gap: 16px; color: #465161; font-size: 12.5px; }
.l span:first-child { overflow-wrap: anywhere; min-width: 0; } .l span:last-child { white-space: nowrap; color: #171c24; }
figure { margin: 12px 0 20px; } figcaption { color: #465161; font-size: 12px; margin-top: 4px; }
svg { display: block; width: 100%; height: auto; border: 1px solid #e2e6eb; border-radius: 4px; }
footer { color: #465161; font-size: 12px; margin-top: 40px; padding-top: 8px; border-top: 1px solid #c6cdd6; }
@media (max-width: 640px) { body { padding: 20px 16px; } }
@page { size: A4; margin: 16mm 15mm 18mm; }
@media print { body { max-width: none; padding: 0; font-size: 10.5pt; } table, .l, figcaption, caption { font-size: 9pt; }
  figure, .map, tr, .figures, ol.order > li, li { break-inside: avoid; } h1, h2, h3, h4 { break-after: avoid; }
  h2 { margin-top: 24px; } h3 { margin-top: 18px; } h4 { margin-top: 14px; } figure { margin: 8px 0 12px; }
  ol.order > li { padding-top: 5px; padding-bottom: 5px; } ol.order > li::before { top: 6px; } .figures span { font-size: 8pt; }
  .figures div { padding: 0 8px; }
  p, ul { margin-bottom: 8px; } body, ul { line-height: 1.4; }
  thead { display: table-header-group; } svg { max-height: 235mm; } td, th { padding-top: 2px; padding-bottom: 2px; }
  .scroll { overflow: visible; } td { -webkit-print-color-adjust: exact; print-color-adjust: exact; } }
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

std::string heatStyle(double share) {
    const HeatColour colour = heatColour(share);
    return fmt::format("background:#{:06x};color:{}", colour.background, colour.whiteFigures ? "#fff" : "#171c24");
}

struct HtmlWriter {
    std::string out;
    std::size_t pictures = 0;
    void operator()(const Heading& b) {
        const int level = std::clamp(b.level, 2, 4);
        if (b.aside.empty()) {
            out += fmt::format("<h{0}>{1}</h{0}>\n", level, escaped(b.text));
            return;
        }
        out += fmt::format("<h{0} class=\"f\"><span>{1}</span><span class=\"aside\">{2}</span></h{0}>\n", level,
                           escaped(b.text), escaped(b.aside));
    }
    void operator()(const Sentence& b) { out += "<p>" + escaped(b.text) + "</p>\n"; }
    void operator()(const List& b) {
        if (b.items.empty()) return;
        out += "<ul>\n";
        for (const std::string& item : b.items) out += "<li>" + escaped(item) + "</li>\n";
        out += "</ul>\n";
    }
    void operator()(const Figures& b) {
        out += "<div class=\"figures\">\n";
        for (const Figures::Figure& figure : b.figures)
            out += fmt::format("<div><span>{}</span><b>{}</b><span>{}</span></div>\n", escaped(figure.label),
                               escaped(figure.value), escaped(figure.detail));
        out += "</div>\n";
    }
    void operator()(const Answers& b) {
        if (b.items.empty()) return;
        out += "<ol class=\"order\">\n";
        for (const Answers::Item& item : b.items) {
            out += fmt::format("<li><div class=\"q\"><span>{}</span><span>{}</span></div>\n", escaped(item.title),
                               escaped(item.answer));
            for (const Answers::Line& line : item.lines)
                out += fmt::format("<div class=\"l\"><span>{}</span><span>{}</span></div>\n", escaped(line.title),
                                   escaped(line.value));
            out += "</li>\n";
        }
        out += "</ol>\n";
    }
    void operator()(const Grid& b) {
        if (b.rows.empty()) return;
        out += "<div class=\"scroll\"><table>\n<thead><tr>";
        for (std::size_t c = 0; c < b.heads.size(); ++c)
            out += fmt::format("<th{}>{}</th>", c < b.textColumns ? " class=\"w\"" : "", escaped(b.heads[c]));
        out += "</tr></thead>\n<tbody>\n";
        for (const auto& row : b.rows) {
            out += "<tr>";
            for (std::size_t c = 0; c < row.size(); ++c)
                out += fmt::format("<td{}>{}</td>", c < b.textColumns ? " class=\"w\"" : "", escaped(row[c]));
            out += "</tr>\n";
        }
        out += "</tbody>\n</table></div>\n";
    }
    void operator()(const Heat& b) {
        out += "<div class=\"scroll map\"><table class=\"heat\">\n<caption>" + escaped(b.caption) +
               "</caption>\n<thead><tr><th class=\"w\">rank</th>";
        for (const std::string& column : b.columns) out += "<th>" + escaped(column) + "</th>";
        out += "</tr></thead>\n<tbody>\n";
        for (std::size_t r = 0; r < b.rows.size(); ++r) {
            out += "<tr><td class=\"w\">" + escaped(b.rows[r]) + "</td>";
            for (const double share : b.shares[r])
                out += share < 0 ? std::string("<td>\xE2\x80\x93</td>")
                                 : fmt::format("<td style=\"{}\">{:.0f}</td>", heatStyle(share), share * 100);
            out += "</tr>\n";
        }
        out += "</tbody>\n</table></div>\n";
    }
    void operator()(const Picture& b) {
        const std::string svg = inlineSvg(b.svg, ++pictures);
        if (svg.empty()) return;
        out += "<figure>\n" + svg + "\n<figcaption>" + escaped(b.caption) + "</figcaption>\n</figure>\n";
    }
};

} // namespace

std::string html(const Document& document) {
    HtmlWriter writer;
    for (const Block& block : document.blocks) std::visit(writer, block);
    return fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n"
                       "<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n<p class=\"sub\">{2}</p>\n{3}"
                       "<footer>{4}</footer>\n</body>\n</html>\n",
                       escaped(document.title), kStyle, escaped(document.subtitle), writer.out,
                       escaped(document.footer));
}

} // namespace lanescope::report
