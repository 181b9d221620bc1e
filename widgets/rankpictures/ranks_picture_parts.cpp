#include "widgets/rankpictures/ranks_picture_parts.h"

#include "core/export/quantity.h"
#include "core/session/ranks/rank_verdict.h"
#include "widgets/scene/label_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanescope::rankpictures {
namespace {

using namespace scene;

constexpr TextStyle kTitle{14, 600, false}, kSmall{12, 400, false}, kStrong{12, 600, false}, kFigure{20, 600, false},
    kWhy{11.5F, 400, false};
constexpr double kLine = 20;

float f(double v) { return static_cast<float>(v); }

void hairline(double y, double width, Layer& layer) {
    layer.lines.push_back({f(kMargin), f(y), f(width - kMargin), f(y), Ink::Line2});
}

struct Figure {
    std::string label, value, why, most; // most: in place of `why` where that does not fit
};

// Mean over the ranks; "3.680 ms rank 2 to 10.15 ms rank 5".
template <class ValueOf, class TextOf>
Figure figureOf(const std::vector<NumbersOfRank>& ranks, std::string label, ValueOf valueOf, TextOf textOf) {
    const auto least = std::min_element(ranks.begin(), ranks.end(),
                                        [&](const auto& a, const auto& b) { return valueOf(a) < valueOf(b); });
    const auto most = std::max_element(ranks.begin(), ranks.end(),
                                       [&](const auto& a, const auto& b) { return valueOf(a) < valueOf(b); });
    double sum = 0;
    for (const NumbersOfRank& rank : ranks) sum += valueOf(rank);
    Figure out{std::move(label), textOf(sum / static_cast<double>(ranks.size())), {}, {}};
    const std::string low = textOf(valueOf(*least)), high = textOf(valueOf(*most));
    out.why = low == high ? "the same on all ranks" : fmt::format("{} {} to {} {}", low, least->name, high, most->name);
    out.most = low == high ? out.why : fmt::format("most {} {}", high, most->name);
    return out;
}

std::array<Figure, 4> figuresOf(const std::vector<NumbersOfRank>& ranks, const GapThresholds& t) {
    const auto duration = [](double ns) { return formatDuration(static_cast<std::int64_t>(ns + 0.5)); };
    const auto share = [](double ratio) { return formatShare(ratio); };
    const auto ns = [&](std::string label, std::int64_t FourNumbers::*member) {
        return figureOf(
            ranks, std::move(label), [member](const auto& r) { return static_cast<double>(r.numbers.*member); },
            duration);
    };
    return {
        figureOf(
            ranks, "GPU busy, mean of ranks", [](const auto& r) { return r.numbers.busyShare().value_or(0); }, share),
        ns("Exposed communication", &FourNumbers::exposedCommNs),
        ns("Launch gaps, below " + formatDuration(t.launchBelowNs, Precision::Slice), &FourNumbers::launchGapNs),
        ns("Large gaps, from " + formatDuration(t.largeFromNs, Precision::Slice), &FourNumbers::largeGapNs)};
}

} // namespace

Scene titleStrip(const std::string& title, const std::string& facts, double width, TextMeasure& text) {
    Scene out;
    out.width = f(width);
    out.height = f(kTitleHeight);
    out.background = Ink::Window;
    Layer& layer = out.layers.emplace_back();
    const Fitted name = cutAtEnd(title, width * 0.6, 8, kTitle, text);
    layer.labels.push_back({f(kMargin), 25, name.text, kTitle, Ink::Text});
    const double room = width - 2 * kMargin - name.width - 24;
    Label label{f(width - kMargin), 25, cutAtEnd(facts, room, 6, kSmall, text).text, kSmall, Ink::Text2};
    label.align = Align::Right;
    layer.labels.push_back(std::move(label));
    layer.lines.push_back({0, f(kTitleHeight - 0.5), f(width), f(kTitleHeight - 0.5), Ink::Line2});
    return out;
}

Scene numbersStrip(const std::vector<NumbersOfRank>& ranks, const GapThresholds& thresholds, double width,
                   TextMeasure& text) {
    Scene out;
    out.width = f(width);
    out.background = Ink::Window;
    if (ranks.empty()) return out;
    out.height = f(kNumbersHeight);
    Layer& layer = out.layers.emplace_back();
    hairline(kNumbersHeight - 4.5, width, layer);
    const double column = (width - 2 * kMargin) / 4;
    const auto figures = figuresOf(ranks, thresholds);
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const double x = kMargin + column * static_cast<double>(i) + (i == 0 ? 0 : 16);
        const double room = column - (i == 0 ? 8 : 24);
        if (i > 0) layer.lines.push_back({f(x - 16), 9, f(x - 16), f(kNumbersHeight - 13), Ink::Line});
        layer.labels.push_back({f(x), 20, cutAtEnd(figures[i].label, room, 4, kSmall, text).text, kSmall, Ink::Text2});
        layer.labels.push_back({f(x), 44, figures[i].value, kFigure, Ink::Text});
        const bool fits = text.width(figures[i].why, kWhy) <= room;
        const std::string& why = fits ? figures[i].why : figures[i].most;
        layer.labels.push_back({f(x), 63, cutAtEnd(why, room, 4, kWhy, text).text, kWhy, Ink::Text2});
    }
    return out;
}

Scene verdictStrip(const ranksview::RanksDocument& document, double width, TextMeasure& text) {
    const StragglerVerdict verdict = stragglerVerdict(document.set(), document.report(), document.measures().pipeline);
    Scene out;
    out.width = f(width);
    out.background = Ink::Window;
    Layer& layer = out.layers.emplace_back();
    double x = kMargin;
    const double room = width - kMargin;
    const bool named = !verdict.slow.empty();
    if (named) {
        layer.marks.push_back({MarkShape::TriangleUp, {f(x + 5), 16}, 10, 9, Ink::Warn});
        x += 18;
    }
    std::string head = verdict.title;
    if (named)
        head = fmt::format("{} keeps the others waiting: {} ({})", verdict.title, verdict.cost,
                           certaintyWord(verdict.confidence));
    const Fitted strong = cutAtEnd(head, room - x, 6, kStrong, text);
    layer.labels.push_back({f(x), 20, strong.text, kStrong, Ink::Text});
    double y = 20;
    if (x + strong.width + 12 + text.width(verdict.why, kSmall) <= room) {
        x += strong.width + 12;
    } else {
        x = kMargin + (named ? 18 : 0);
        y += kLine;
    }
    layer.labels.push_back({f(x), f(y), cutAtEnd(verdict.why, room - x, 6, kSmall, text).text, kSmall, Ink::Text2});
    out.height = f(y + 10);
    layer.lines.push_back({0, f(y + 9.5), f(width), f(y + 9.5), Ink::Line2});
    return out;
}

FourNumbers numbersOf(const ranksview::RanksDocument& document, std::size_t record, TimeRange onRuler,
                      const GapThresholds& thresholds) {
    const ranksview::RankTrace* open = document.trace(record);
    if (!open) return {};
    const align::RankClockFit& clock = document.set().alignment.ranks[record];
    const auto own = [&](RankTime t) { return clock.toFile(CommonTime{Ns{count(t)}}); };
    return fourNumbers(allDevices(*open->trace.store), own(onRuler.begin), own(onRuler.end), thresholds);
}

} // namespace lanescope::rankpictures
