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

// Where words of a bracket may not lie: the legs of others that come down from the lanes above it.
class Legs {
public:
    Legs(const BracketLayout& layout, std::size_t lane) {
        for (const PlacedBracket& b : layout.placed)
            if (b.lane < lane) m_x.insert(m_x.end(), {b.x, b.x + b.w});
        std::sort(m_x.begin(), m_x.end());
    }
    // The first place from `at` on where no leg stands in so many px.
    double freeFrom(double at, double width) const {
        for (auto it = std::lower_bound(m_x.begin(), m_x.end(), at - kClear); it != m_x.end(); ++it) {
            if (*it > at + width + kClear) return at;
            at = *it + 2 * kClear;
        }
        return at;
    }

    bool anyIn(double from, double to) const {
        const auto it = std::lower_bound(m_x.begin(), m_x.end(), from);
        return it != m_x.end() && *it <= to;
    }

private:
    static constexpr double kClear = 2;
    std::vector<double> m_x; // px of the canvas
};

void addOutline(const BracketSource& source, const PlacedBracket& b, double x, double bottom, Layer& layer) {
    const double y = bracketTop(b);
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
}

// Words of one bracket, from left to right. In px of the canvas.
class Words {
public:
    Words(const PlacedBracket& b, const Legs& legs, double room, double left, TextMeasure& text, Layer& layer)
        : m_b(b), m_legs(legs), m_room(room), m_left(left), m_text(text), m_layer(layer), m_at(b.x + kLabelPadding) {}

    void add(const BracketSource& source) {
        const bool letterInside = put(source.letter, kLetter, Ink::Text, 6, m_b.x + m_b.w - kLabelPadding);
        // Ended at a whole word, and the figures only when they fit.
        const double inside = m_b.x + m_b.w - kLabelPadding;
        std::string shown = source.name;
        while (!shown.empty() && !fits(shown, inside)) {
            const std::size_t blank = shown.rfind(' ');
            shown = blank == std::string::npos ? std::string() : shown.substr(0, blank);
        }
        if (shown != source.name && m_room > m_b.w + m_text.width(source.name, kName) + 12) shown.clear();
        if (!letterInside) shown.clear(); // a name without its letter would be of nobody
        if (!shown.empty()) put(shown, kName, Ink::Text, 10, inside);
        std::vector<std::string> beside = {formatDuration(m_b.ns, Precision::Slice) + " here", source.perStep,
                                           source.confidence};
        if (shown != source.name) { // what has no place inside stands right of it
            beside.insert(beside.begin(), letterInside ? source.name : source.letter + "  " + source.name);
            m_at = m_b.x + m_b.w + 6;
        }
        const double end = m_b.x + std::max(m_b.w, m_room) - kLabelPadding;
        for (const std::string& part : beside) {
            const double edge = m_b.x + m_b.w;
            // No word across the bracket's own leg.
            if (m_at < edge && !fits(part, inside)) m_at = edge + 6;
            // Beside a bracket nothing jumps over the leg of another: behind it, words would seem to be of that one.
            const double width = m_text.width(part, kName);
            if (m_at >= edge && m_legs.anyIn(std::max(edge, m_said) + 1, m_legs.freeFrom(m_at, width))) return;
            if (!put(part, kName, Ink::Text2, 10, end)) return;
        }
    }

private:
    bool fits(const std::string& words, double end) const {
        const double width = m_text.width(words, kName);
        return m_legs.freeFrom(m_at, width) + width <= end;
    }
    bool put(const std::string& words, const TextStyle& style, Ink ink, double gap, double end) {
        const double width = m_text.width(words, style);
        const double at = m_legs.freeFrom(m_at, width);
        if (at + width > end) return false;
        m_layer.labels.push_back({f(m_left + at), f(bracketTop(m_b) + 14), words, style, ink});
        m_said = at + width;
        m_at = m_said + gap;
        return true;
    }

    const PlacedBracket& m_b;
    const Legs& m_legs;
    double m_room; // up to the next bracket of the lane
    double m_left; // of the canvas
    TextMeasure& m_text;
    Layer& m_layer;
    double m_at;
    double m_said = 0; // where the last words end
};

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
    const std::size_t lanes = std::max(layout.lanes, layout.lanesKept);
    return lanes == 0 ? 0 : kTop + static_cast<double>(lanes - 1) * kLanePitch + kBracketHeight + 3;
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
    std::vector<Legs> legs;
    for (std::size_t lane = 0; lane < layout.lanes; ++lane) legs.emplace_back(layout, lane);
    for (std::size_t i = 0; i < layout.placed.size(); ++i) {
        const PlacedBracket& b = layout.placed[i];
        double next = width - headerWidth; // room up to the next bracket of the lane
        for (std::size_t j = i + 1; j < layout.placed.size(); ++j)
            if (layout.placed[j].lane == b.lane) {
                next = layout.placed[j].x;
                break;
            }
        addOutline(sources[b.finding], b, headerWidth + b.x, height, canvas);
        Words(b, legs[b.lane], next - b.x, headerWidth, text, canvas).add(sources[b.finding]);
    }
    Layer& header = scene.layers.emplace_back();
    Box back;
    back.rect = {0, 0, f(headerWidth), f(height)};
    back.fill = Ink::Header;
    header.boxes.push_back(back);
    header.labels.push_back({14, f(kTop + 14), "Findings", kTitle, Ink::Text});
    if (layout.hidden > 0) {
        Label more{f(headerWidth - 8), f(kTop + 14), fmt::format("+{}", layout.hidden), kName, Ink::Muted};
        more.align = Align::Right;
        header.labels.push_back(std::move(more));
    }
    header.lines.push_back({0, f(height - 0.5), f(width), f(height - 0.5), Ink::Line});
    header.lines.push_back(
        {f(headerWidth + 0.5), 0, f(headerWidth + 0.5), f(height), Ink::Line2}); // as the rows have it
}

} // namespace lanescope::scene
