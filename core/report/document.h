// A review report as plain blocks, and its forms as text: one HTML file that needs nothing else, and Markdown with
// pictures beside it. (PDF: widgets/pictures/report_pages.h.) Every text is escaped for the form it goes into. Values;
// any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lanescope::report {

struct Heading {
    int level = 2; // 2 to 4
    std::string text;
    std::string aside = {}; // said at the right end of the line, in plain weight
};
struct Sentence {
    std::string text;
};
struct List {
    std::vector<std::string> items;
};
struct Figures { // a few large figures beside each other
    struct Figure {
        std::string label, value, detail;
    };
    std::vector<Figure> figures;
};
struct Answers { // numbered questions with their answers and the figures behind them
    struct Line {
        std::string title, value;
    };
    struct Item {
        std::string title, answer;
        std::vector<Line> lines;
    };
    std::vector<Item> items;
};
struct Grid { // a table of texts; figures stand right
    std::vector<std::string> heads;
    std::vector<std::vector<std::string>> rows;
    std::size_t textColumns = 1; // the first ones are words
};
struct Heat { // rows by columns, 0..1 each; negative: nothing there
    std::string caption;
    std::vector<std::string> rows, columns;
    std::vector<std::vector<double>> shares;
};
struct Picture {
    std::string svg; // a whole SVG document
    std::string caption;
};
using Block = std::variant<Heading, Sentence, List, Grid, Heat, Picture, Figures, Answers>;

struct Document {
    std::string title, subtitle;
    std::vector<Block> blocks;
    std::string footer = "Made with Lanescope. Definitions: docs/user/metrics.md.";
};

std::string html(const Document& document);
// Pictures are "<pictureStem>-1.svg" and so on, in the order of the blocks.
std::string markdown(const Document& document, std::string_view pictureStem);
std::vector<std::string_view> pictures(const Document& document); // their SVG texts, in that order

// The colours of a heat map, from nothing to the whole, and whether figures on it are white.
struct HeatColour {
    std::uint32_t background = 0; // 0xrrggbb
    bool whiteFigures = false;
};
HeatColour heatColour(double share);

} // namespace lanescope::report
