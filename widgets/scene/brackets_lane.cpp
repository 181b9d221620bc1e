#include "widgets/scene/brackets_lane.h"

#include "core/analysis/signatures/signatures.h"
#include "core/export/findings_text.h"
#include "core/export/quantity.h"
#include "widgets/scene/band_data.h"
#include "widgets/scene/label_fit.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::scene {

namespace {

constexpr double kLanePitch = 24, kTop = 4;
constexpr double kJoinWithinPx = 12; // closer ranges are one bracket
constexpr double kLeastWidth = 8, kCorner = 3, kGap = 2;
constexpr TextStyle kLetter{11, 700, false}, kName{11, 400, false}, kTitle{12, 400, false};

struct Colour {
    Ink ink;
    std::uint8_t variant;
};
Colour colourOf(const Finding& f) {
    if (f.aboutIdle) return {Ink::Owner, static_cast<std::uint8_t>(ownerOf(f.part))};
    const bool memory = f.signature->id == "memory-bound";
    return {Ink::Kind, static_cast<std::uint8_t>(memory ? WorkKind::Elementwise : WorkKind::Communication)};
}

Stroke strokeOf(Confidence confidence) {
    if (confidence == Confidence::Confirmed) return Stroke::Solid;
    return confidence == Confidence::Likely ? Stroke::Dash83 : Stroke::Dash23;
}

float f(double v) { return static_cast<float>(v); }

// Ranges of one finding in view, joined where they would touch.
std::vector<PlacedBracket> joined(const BracketSource& source, std::size_t finding, const TimeScale& scale) {
    std::vector<PlacedBracket> out;
    const TimeRange view = scale.visible();
    const auto first = std::partition_point(source.ranges.begin(), source.ranges.end(),
                                            [&](const Interval& r) { return r.end <= count(view.begin); });
    double right = 0;
    for (auto it = first; it != source.ranges.end() && it->begin < count(view.end); ++it) {
        const double x = scale.x(rankTime(it->begin)), end = scale.x(rankTime(it->end));
        if (!out.empty() && x - right <= kJoinWithinPx) {
            out.back().at.end = std::max(out.back().at.end, it->end);
            ++out.back().ranges;
            out.back().ns += it->length();
        } else {
            out.push_back({finding, *it, 1, it->length(), 0, 0, 0});
        }
        right = std::max(end, x + kLeastWidth);
    }
    for (PlacedBracket& b : out) {
        const double x = std::max(0.0, scale.x(rankTime(b.at.begin)));
        const double end = std::min(scale.widthPx(), scale.x(rankTime(b.at.end)));
        b.x = x;
        b.w = std::max(kLeastWidth, end - x);
    }
    return out;
}

void addBracket(const BracketSource& source, const PlacedBracket& b, double room, double left, double bottom,
                TextMeasure& text, Layer& layer) {
    const double x = left + b.x, y = bracketTop(b);
    Box tint;
    tint.rect = {f(x), f(y), f(b.w), f(kBracketHeight)};
    tint.fill = source.ink;
    tint.variant = source.variant;
    tint.alpha = 22;
    layer.boxes.push_back(tint);
    const auto line = [&](double x1, double y1, double x2, double y2) {
        Line l{f(x1), f(y1), f(x2), f(y2), source.ink};
        l.variant = source.variant;
        l.stroke = source.stroke;
        l.width = 1.5F;
        layer.lines.push_back(l);
    };
    line(x + kCorner, y, x + b.w - kCorner, y);
    line(x, y + kCorner, x + kCorner, y); // corners
    line(x + b.w - kCorner, y, x + b.w, y + kCorner);
    line(x, y + kCorner, x, bottom);
    line(x + b.w, y + kCorner, x + b.w, bottom);

    double at = x + kLabelPadding;
    const double end = x + std::max(b.w, room) - kLabelPadding;
    const double letterWidth = text.width(source.letter, kLetter);
    const bool letterInside = b.w >= letterWidth + 2 * kLabelPadding;
    if (letterInside) {
        layer.labels.push_back({f(at), f(y + 14), source.letter, kLetter, Ink::Text});
        at += letterWidth + 6;
    }
    // Ended at a whole word, and the figures only when they fit.
    std::string shown = source.name;
    while (!shown.empty() && at + text.width(shown, kName) > x + b.w - kLabelPadding) {
        const std::size_t blank = shown.rfind(' ');
        shown = blank == std::string::npos ? std::string() : shown.substr(0, blank);
    }
    if (shown != source.name && room > b.w + text.width(source.name, kName) + 12) shown.clear();
    if (!shown.empty()) {
        layer.labels.push_back({f(at), f(y + 14), shown, kName, Ink::Text});
        at += text.width(shown, kName) + 10;
    }
    std::vector<std::string> beside = {formatDuration(b.ns, Precision::Slice) + " here", source.perStep,
                                       source.confidence};
    if (shown != source.name) { // what has no place inside stands right of it
        beside.insert(beside.begin(), letterInside ? source.name : source.letter + "  " + source.name);
        at = x + b.w + 6;
    }
    for (const std::string& part : beside) {
        const double width = text.width(part, kName), edge = x + b.w;
        if (at < edge && at + width > edge - kLabelPadding) at = edge + 6; // no word across the bracket's own leg
        if (at + width > end) return;
        layer.labels.push_back({f(at), f(y + 14), part, kName, Ink::Text2});
        at += width + 10;
    }
}

} // namespace

std::vector<BracketSource> bracketSources(const FindingsResult& result) {
    std::vector<BracketSource> out;
    for (const Finding& finding : result.findings) {
        if (finding.ranges.empty()) continue;
        const Colour colour = colourOf(finding);
        BracketSource source;
        source.letter = std::string(1, finding.signature->letter);
        source.name = std::string(finding.signature->title);
        source.perStep = findingCost(finding, result);
        source.confidence = std::string(confidenceWord(finding.confidence));
        source.ink = colour.ink;
        source.variant = colour.variant;
        source.stroke = strokeOf(finding.confidence);
        source.ranges = finding.ranges;
        out.push_back(std::move(source));
    }
    return out;
}

BracketLayout layoutBrackets(const std::vector<BracketSource>& sources, const TimeScale& scale) {
    BracketLayout out;
    std::vector<PlacedBracket> all;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const std::vector<PlacedBracket> own = joined(sources[i], i, scale);
        all.insert(all.end(), own.begin(), own.end());
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    double right[kMaxBracketLanes] = {-1e9, -1e9, -1e9};
    for (PlacedBracket& b : all) {
        std::size_t lane = 0;
        while (lane < kMaxBracketLanes && b.x < right[lane] + kGap) ++lane;
        if (lane == kMaxBracketLanes) {
            ++out.hidden;
            continue;
        }
        right[lane] = b.x + b.w;
        b.lane = lane;
        out.lanes = std::max(out.lanes, lane + 1);
        out.placed.push_back(b);
    }
    return out;
}

double bracketTop(const PlacedBracket& bracket) { return kTop + static_cast<double>(bracket.lane) * kLanePitch; }

double bracketsHeight(const BracketLayout& layout) {
    return layout.lanes == 0 ? 0 : kTop + static_cast<double>(layout.lanes - 1) * kLanePitch + kBracketHeight + 3;
}

void buildBrackets(const std::vector<BracketSource>& sources, const BracketLayout& layout, double width,
                   double headerWidth, TextMeasure& text, Scene& scene) {
    clear(scene);
    const double height = bracketsHeight(layout);
    scene.width = f(width);
    scene.height = f(height);
    scene.background = Ink::Canvas;
    Layer& canvas = scene.layers.emplace_back();
    canvas.clip = RectF{f(headerWidth), 0, f(width - headerWidth), f(height)};
    for (std::size_t i = 0; i < layout.placed.size(); ++i) {
        const PlacedBracket& b = layout.placed[i];
        double next = width - headerWidth; // room up to the next bracket of the lane
        for (std::size_t j = i + 1; j < layout.placed.size(); ++j)
            if (layout.placed[j].lane == b.lane) {
                next = layout.placed[j].x;
                break;
            }
        addBracket(sources[b.finding], b, next - b.x, headerWidth, height, text, canvas);
    }
    Layer& header = scene.layers.emplace_back();
    Box back;
    back.rect = {0, 0, f(headerWidth), f(height)};
    back.fill = Ink::Header;
    header.boxes.push_back(back);
    header.labels.push_back({17, f(kTop + 14), "Findings", kTitle, Ink::Text});
    if (layout.hidden > 0) {
        Label more{f(headerWidth - 8), f(kTop + 14), fmt::format("+{}", layout.hidden), kName, Ink::Muted};
        more.align = Align::Right;
        header.labels.push_back(std::move(more));
    }
    header.lines.push_back({0, f(height - 0.5), f(width), f(height - 0.5), Ink::Line});
    header.lines.push_back({f(headerWidth - 0.5), 0, f(headerWidth - 0.5), f(height), Ink::Line2});
}

} // namespace lanescope::scene
