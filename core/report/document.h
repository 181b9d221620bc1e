// A review report as plain blocks, and its two forms: one HTML file that needs nothing else, and Markdown with pictures
// beside it. Every text is escaped for the form it goes into. Values; any thread.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lanescope::report {

struct Heading {
    int level = 2; // 2 or 3
    std::string text;
};
struct Sentence {
    std::string text;
};
struct List {
    std::vector<std::string> items;
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
using Block = std::variant<Heading, Sentence, List, Grid, Heat, Picture>;

struct Document {
    std::string title, subtitle;
    std::vector<Block> blocks;
};

std::string html(const Document& document);
// Pictures are "<pictureStem>-1.svg" and so on, in the order of the blocks.
std::string markdown(const Document& document, std::string_view pictureStem);
std::vector<std::string_view> pictures(const Document& document); // their SVG texts, in that order

} // namespace lanescope::report
