#include "widgets/pictures/picture_notes.h"

#include "core/export/quantity.h"
#include "core/export/redact.h"
#include "widgets/scene/label_fit.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace lanescope::pictures {
namespace {

using namespace scene;

constexpr TextStyle kSmall{12, 400, false}, kFigure{20, 600, false}, kWhy{11.5F, 400, false}, kTiny{11, 400, false};

float f(double v) { return static_cast<float>(v); }

struct Figure {
    std::string label, value, why;
};

std::string gaps(std::uint64_t n) {
    return fmt::format("{} {}", formatCount(static_cast<std::int64_t>(n)), n == 1 ? "gap" : "gaps");
}

std::array<Figure, 4> figuresOf(const FourNumbers& n, const GapThresholds& t) {
    const std::string wall = formatDuration(n.wallNs);
    std::string comm = formatShare(n.exposedCommShare()) + " of the range";
    if (n.overlapShare()) comm += ", overlap " + formatShare(n.overlapShare());
    return {Figure{"GPU busy", formatShare(n.busyShare()), formatDuration(n.busyNs) + " of " + wall},
            Figure{"Exposed communication", formatDuration(n.exposedCommNs), comm},
            Figure{"Launch gaps, below " + formatDuration(t.launchBelowNs, Precision::Slice),
                   formatDuration(n.launchGapNs), gaps(n.launchGapCount)},
            Figure{"Large gaps, from " + formatDuration(t.largeFromNs, Precision::Slice), formatDuration(n.largeGapNs),
                   gaps(n.largeGapCount)}};
}

void hairline(double y, double width, double margin, Layer& layer) {
    layer.lines.push_back({f(margin), f(y), f(width - margin), f(y), Ink::Line2});
}

} // namespace

Scene numbersScene(const FourNumbers& numbers, const GapThresholds& thresholds, double width, double margin,
                   TextMeasure& text) {
    Scene out;
    out.width = f(width);
    out.height = f(kNumbersHeight);
    out.background = Ink::Window;
    Layer& layer = out.layers.emplace_back();
    hairline(0.5, width, margin, layer);
    hairline(kNumbersHeight - 4.5, width, margin, layer);
    const double column = (width - 2 * margin) / 4;
    const auto figures = figuresOf(numbers, thresholds);
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const double x = margin + column * static_cast<double>(i) + (i == 0 ? 0 : 16);
        const double room = column - (i == 0 ? 8 : 24);
        if (i > 0) layer.lines.push_back({f(x - 16), 9, f(x - 16), f(kNumbersHeight - 13), Ink::Line});
        layer.labels.push_back({f(x), 20, cutAtEnd(figures[i].label, room, 4, kSmall, text).text, kSmall, Ink::Text2});
        layer.labels.push_back({f(x), 44, figures[i].value, kFigure, Ink::Text});
        layer.labels.push_back({f(x), 63, cutAtEnd(figures[i].why, room, 4, kWhy, text).text, kWhy, Ink::Text2});
    }
    return out;
}

Scene methodScene(const std::vector<std::string>& sentences, double width, double margin, TextMeasure& text) {
    Scene out;
    out.width = f(width);
    out.background = Ink::Window;
    Layer& layer = out.layers.emplace_back();
    hairline(0.5, width, margin, layer);
    const double room = width - 2 * margin;
    std::vector<std::string> lines;
    std::string line;
    for (const std::string& sentence : sentences)
        for (std::size_t at = 0; at < sentence.size();) {
            const std::size_t end = std::min(sentence.find(' ', at), sentence.size());
            const std::string word = sentence.substr(at, end - at);
            at = end + 1;
            const std::string longer = line.empty() ? word : line + " " + word;
            if (!line.empty() && text.width(longer, kTiny) > room) {
                lines.push_back(line);
                line = word;
            } else {
                line = longer;
            }
        }
    if (!line.empty()) lines.push_back(line);
    if (lines.size() > kMostMethodLines) {
        const std::size_t more = lines.size() - kMostMethodLines + 1;
        lines.resize(kMostMethodLines);
        lines.back() = fmt::format("{} more lines are left out.", more);
    }
    for (std::size_t i = 0; i < lines.size(); ++i)
        layer.labels.push_back({f(margin), f(19 + 16 * static_cast<double>(i)),
                                cutAtEnd(lines[i], room, 4, kTiny, text).text, kTiny, Ink::Text2});
    out.height = f(16 * static_cast<double>(lines.size()) + 20);
    return out;
}

Scene scaleBarScene(double nsPerPx, double canvasWidth, double width, double margin, TextMeasure& text) {
    Scene out;
    out.width = f(width);
    out.height = f(kScaleBarHeight);
    out.background = Ink::Window;
    double ns = 1;
    const double most = nsPerPx * canvasWidth / 4;
    for (double power = 1; power <= most; power *= 10)
        for (const double step : {1.0, 2.0, 5.0})
            if (power * step <= most) ns = power * step;
    const double px = ns / nsPerPx, right = width - margin, left = right - px;
    Layer& layer = out.layers.emplace_back();
    layer.lines.push_back({f(left), 11, f(right), 11, Ink::Text, 0, 100, Stroke::Solid, 1.5F});
    for (const double x : {left, right})
        layer.lines.push_back({f(x), 6, f(x), 12, Ink::Text, 0, 100, Stroke::Solid, 1.5F});
    const std::string words = formatDuration(static_cast<std::int64_t>(std::llround(ns)), Precision::Slice);
    Label label{f(left + px / 2), 26, words, kTiny, Ink::Text};
    label.align = Align::Center;
    if (text.width(words, kTiny) > px) {
        label.align = Align::Right;
        label.x = f(right);
    }
    layer.labels.push_back(std::move(label));
    return out;
}

void removeNames(Scene& scene, const Redactor& names) {
    for (Layer& layer : scene.layers)
        for (Label& label : layer.labels) label.text = names.label(label.text);
}

} // namespace lanescope::pictures
