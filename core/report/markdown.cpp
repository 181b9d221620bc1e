#include "core/export/quantity.h"
#include "core/report/document.h"

#include <algorithm>
#include <fmt/format.h>

namespace lanescope::report {
namespace {

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (std::string_view("\\`*_[]<>|#").find(c) != std::string_view::npos) out += '\\';
        out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    }
    return out;
}

struct MarkdownWriter {
    std::string_view stem;
    std::string out = {};
    std::size_t pictures = 0;
    void operator()(const Heading& b) {
        out += std::string(static_cast<std::size_t>(std::clamp(b.level, 2, 4)), '#') + " " + escaped(b.text) + "\n\n";
        if (!b.aside.empty()) out += "**" + escaped(b.aside) + "**\n\n";
    }
    void operator()(const Sentence& b) { out += escaped(b.text) + "\n\n"; }
    void operator()(const List& b) {
        for (const std::string& item : b.items) out += "- " + escaped(item) + "\n";
        out += "\n";
    }
    void operator()(const Figures& b) {
        Grid grid{{}, {{}, {}}, 0};
        for (const Figures::Figure& figure : b.figures) {
            grid.heads.push_back(figure.label);
            grid.rows[0].push_back(figure.value);
            grid.rows[1].push_back(figure.detail);
        }
        (*this)(grid);
    }
    void operator()(const Answers& b) {
        for (std::size_t i = 0; i < b.items.size(); ++i) {
            const Answers::Item& item = b.items[i];
            out += fmt::format("{}. **{}**", i + 1, escaped(item.title));
            out += item.answer.empty() ? "\n" : ": " + escaped(item.answer) + "\n";
            for (const Answers::Line& line : item.lines)
                out += fmt::format("   - {}{}{}\n", escaped(line.title), line.value.empty() ? "" : ": ",
                                   escaped(line.value));
        }
        out += "\n";
    }
    void line(const std::vector<std::string>& cells) {
        for (const std::string& cell : cells) out += "| " + escaped(cell) + " ";
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
        out += escaped(b.caption) + "\n\n";
        (*this)(grid);
    }
    void operator()(const Picture& b) {
        out += fmt::format("![{}](<{}-{}.svg>)\n\n", escaped(b.caption), stem, ++pictures);
    }
};

} // namespace

std::string markdown(const Document& document, std::string_view pictureStem) {
    MarkdownWriter writer{pictureStem};
    for (const Block& block : document.blocks) std::visit(writer, block);
    std::string out = fmt::format("# {}\n\n{}\n\n{}", escaped(document.title), escaped(document.subtitle), writer.out);
    if (!document.footer.empty()) out += escaped(document.footer) + "\n";
    return out;
}

} // namespace lanescope::report
