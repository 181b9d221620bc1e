// The ruler, the time grid, step marks and the user's range.
#include "widgets/scene/frame.h"
#include "widgets/scene/rank_bands.h"
#include "widgets/scene/ruler_words.h"

#include "core/export/quantity.h"
#include "core/query/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace lanescope::scene {

namespace {

constexpr TextStyle kSmall{11, 400, false};
constexpr TextStyle kTiny{10, 500, false};
constexpr TextStyle kStrong{12, 600, false};
constexpr double kBaseline = kRulerBaseline;
constexpr double kLeastStepPx = 24;  // closer step lines are thinned: every 2nd, 5th, 10th ... stays
constexpr double kStepNumberPx = 34; // closer step numbers too
constexpr double kFreePx = 4;        // between labels

struct Span {
    double begin = 0, end = 0;
};

bool isFree(const std::vector<Span>& taken, double begin, double end) {
    return std::none_of(taken.begin(), taken.end(),
                        [&](const Span& s) { return begin < s.end + kFreePx && s.begin - kFreePx < end; });
}

// Crisp at 1x: the middle of a px.
double middle(double x) { return std::floor(x) + 0.5; }

struct StepMark {
    double x = 0;
    std::int64_t number = 0;
    std::int64_t begin = 0, end = 0; // of the step
};

// Every how many steps have a line: of numbers that people count in, by the zoom alone, so that panning moves the same
// lines.
std::int64_t stepStride(const Frame& frame) {
    const auto& steps = frame.data.store.steps();
    if (steps.size() < 2) return 1;
    const RankTime first = frame.data.store.start(SliceId{steps.front().slice});
    const RankTime last = frame.data.store.start(SliceId{steps.back().slice});
    const double apart = frame.view.scale.px(last - first) / static_cast<double>(steps.size() - 1);
    std::int64_t stride = 1;
    for (const std::int64_t by : {2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10'000})
        if (apart * static_cast<double>(stride) < kLeastStepPx) stride = by;
    return stride;
}

std::vector<StepMark> stepsInView(const Frame& frame) {
    std::vector<StepMark> out;
    const std::int64_t stride = stepStride(frame);
    for (const Step& step : frame.data.store.steps()) {
        if (step.number % stride != 0) continue;
        const TimeRange at = frame.data.store.range(SliceId{step.slice});
        const double x = frame.view.scale.x(at.begin);
        if (x >= -1 && x <= frame.width()) out.push_back({x, step.number, count(at.begin), count(at.end)});
    }
    std::sort(out.begin(), out.end(), [](const StepMark& a, const StepMark& b) { return a.x < b.x; });
    double last = -1e9;
    std::erase_if(out, [&](const StepMark& mark) {
        if (mark.x - last < kLeastStepPx / 4) return true; // numbers that occur twice, steps much shorter than others
        last = mark.x;
        return false;
    });
    return out;
}

// The step's busy share, where the trace is one rank: of its device, or of all its devices as one.
std::string busyOf(const Frame& frame, const StepMark& mark) {
    const DeviceBands* bands = bandsOfTrace(frame.data.bands);
    if (bands == nullptr || mark.end <= mark.begin) return {};
    const auto busy = static_cast<double>(bands->busy.covered(mark.begin, mark.end));
    return "busy " + formatShare(busy / static_cast<double>(mark.end - mark.begin));
}

std::vector<Span> addStepNumbers(Frame& frame) {
    std::vector<Span> taken;
    const std::optional<RulerSpan> words = rangeWordsAt(frame.view, frame.text);
    const auto meetsRange = [&](double begin, double end) {
        if (words && begin - 4 < words->end && end + 4 > words->begin) return true;
        if (!frame.view.range) return false;
        constexpr double reach = kRangeHandleWidth / 2 + 1; // of a handle
        const double x0 = frame.view.scale.x(frame.view.range->begin), x1 = frame.view.scale.x(frame.view.range->end);
        return (begin < x0 + reach && end > x0 - reach) || (begin < x1 + reach && end > x1 - reach);
    };
    double free = -1e9;
    const std::vector<StepMark> marks = stepsInView(frame);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const StepMark& mark = marks[i];
        if (mark.x < free) continue;
        const std::string number = fmt::format("{}", mark.number);
        const double width = frame.text.width(number, kTiny);
        const double x = frame.left() + mark.x + 4;
        if (x + width > frame.view.width) break;
        if (meetsRange(mark.x + 4, mark.x + 4 + width)) continue; // the range was asked for
        frame.layer(kRuler).labels.push_back({toF(x), toF(kBaseline), number, kTiny, Ink::Text});
        taken.push_back({mark.x, mark.x + 4 + width});
        free = mark.x + std::max(kStepNumberPx, width + 12);
        const std::string busy = busyOf(frame, mark);
        const double after = x + width + 8, busyWidth = frame.text.width(busy, kTiny);
        const double room = std::min(frame.view.width, i + 1 < marks.size() ? frame.left() + marks[i + 1].x : 1e9);
        if (busy.empty() || after + busyWidth + kFreePx > room) continue;
        if (meetsRange(after - frame.left(), after - frame.left() + busyWidth)) continue;
        frame.layer(kRuler).labels.push_back({toF(after), toF(kBaseline), busy, kTiny, Ink::Text2});
        taken.back().end = after - frame.left() + busyWidth;
    }
    return taken;
}

// What the axis counts from, or the clock it shows.
std::string axisName(const TimelineView& view) {
    switch (view.shownAxis().clock) {
    case AxisClock::Step:
        if (!view.zeroName.empty()) return view.zeroName;
        break;
    case AxisClock::Utc:
        return "UTC";
    case AxisClock::Local:
        return "local";
    default:
        break;
    }
    return "trace";
}

// What is said about the view beside it: the most telling first; the first that fits whole is shown.
std::vector<std::string> axisRanges(const TimelineView& view) {
    const TimeAxis axis = view.shownAxis();
    const TimeRange shown = view.asked.value_or(view.scale.visible());
    const Ticks ticks = timeTicks(view.scale, axis);
    const auto border = [&](RankTime t) { return borderText(t - axis.zero, ticks); };
    const std::string both = fmt::format("{} to {}", border(shown.begin).number, border(shown.end).whole);
    if (!axis.isTimeOfDay()) return {both};
    const std::string day = dayText(axis, shown.begin);
    std::vector<std::string> out{fmt::format("{}, {}", day, both)};
    if (axis.clock == AxisClock::Local) out.push_back(fmt::format("{}, {}", day, zoneText(axis)));
    out.push_back(day);
    return out;
}

void addRulerHeader(Frame& frame) {
    Layer& layer = frame.layer(kRuler);
    layer.boxes.push_back(
        {rectOf(0, 0, frame.left(), kRulerHeight), Ink::Header}); // over what comes in from the canvas
    const std::string name = axisName(frame.view);
    layer.labels.push_back({14, toF(kBaseline + 1), name, kStrong, Ink::Text});
    const double x = 14 + frame.text.width(name, kStrong) + 9;
    for (const std::string& words : axisRanges(frame.view)) {
        if (x + frame.text.width(words, kSmall) + 8 > frame.left()) continue; // a number is never cut
        layer.labels.push_back({toF(x), toF(kBaseline + 1), words, kSmall, Ink::Text2});
        return;
    }
}

} // namespace

void addGrid(Frame& frame) {
    for (const Tick& tick : timeTicks(frame.view.scale, frame.view.shownAxis()).marks) {
        if (tick.label.empty()) continue;
        const double x = middle(frame.left() + tick.x);
        frame.layer(kUnder).lines.push_back({toF(x), toF(kRulerHeight), toF(x), toF(frame.view.height), Ink::Grid});
    }
}

// Below the lane of findings: through its words no line goes.
void addSteps(Frame& frame) {
    for (const StepMark& mark : stepsInView(frame)) {
        const double x = middle(frame.left() + mark.x);
        frame.layer(kSteps).lines.push_back(
            {toF(x), toF(frame.view.pinnedTop()), toF(x), toF(frame.view.height), Ink::Text2});
    }
}

std::optional<RulerSpan> rangeWordsAt(const TimelineView& view, TextMeasure& text) {
    if (!view.range) return std::nullopt;
    const double left = std::clamp(view.scale.x(view.range->begin), 0.0, view.canvasWidth());
    const double right = std::clamp(view.scale.x(view.range->end), 0.0, view.canvasWidth());
    const double width = text.width(formatDuration(view.range->length().count()), kRangeStyle);
    if (width + 2 * kRangeHandleWidth + 4 > right - left) return std::nullopt;
    return RulerSpan{(left + right - width) / 2, (left + right + width) / 2};
}

namespace {

// Handles at both ends and the duration between them.
void addRangeHandles(Frame& frame) {
    const TimeRange& range = *frame.view.range;
    Layer& layer = frame.layer(kRuler);
    const double x0 = frame.view.scale.x(range.begin);
    const double x1 = frame.view.scale.x(range.end);
    const double left = std::clamp(x0, 0.0, frame.width());
    const double right = std::clamp(x1, 0.0, frame.width());
    Box band{rectOf(frame.left() + left, kRangeHandleTop, right - left, kRangeHandleHeight), Ink::Range};
    band.alpha = 25;
    layer.boxes.push_back(band);
    for (const double x : {x0, x1}) {
        if (x < -kRangeHandleWidth || x > frame.width() + kRangeHandleWidth) continue;
        if (frame.view.rangeHold == TimelineView::RangeHold::Locked) { // a square with a bar
            const double side = 11, top = kRangeHandleTop + (kRangeHandleHeight - side) / 2;
            layer.boxes.push_back({rectOf(frame.left() + x - side / 2, top, side, side), Ink::Range});
            layer.boxes.push_back({rectOf(frame.left() + x - 3, top + side / 2 - 1, 6, 2), Ink::OnAccent});
            continue;
        }
        Box handle{
            rectOf(frame.left() + x - kRangeHandleWidth / 2, kRangeHandleTop, kRangeHandleWidth, kRangeHandleHeight),
            Ink::Range};
        handle.shape = Shape::Round;
        handle.radius = 2;
        layer.boxes.push_back(handle);
    }
    const std::optional<RulerSpan> at = rangeWordsAt(frame.view, frame.text);
    if (!at) return;
    Label label{toF(frame.left() + (at->begin + at->end) / 2), toF(kBaseline), formatDuration(range.length().count()),
                kRangeStyle, Ink::Text};
    label.align = Align::Center;
    layer.labels.push_back(std::move(label));
}

} // namespace

void addRange(Frame& frame) {
    if (!frame.view.range) return;
    const double x0 = std::clamp(frame.view.scale.x(frame.view.range->begin), -4.0, frame.width() + 4) + frame.left();
    const double x1 = std::clamp(frame.view.scale.x(frame.view.range->end), -4.0, frame.width() + 4) + frame.left();
    Box tint{rectOf(x0, kRulerHeight, x1 - x0, frame.view.height - kRulerHeight), Ink::Range};
    tint.alpha = 13;
    frame.layer(kUnder).boxes.push_back(tint);
    for (const double x : {x0, x1}) {
        Line edge{toF(x), 0, toF(x), toF(frame.view.height), Ink::Range};
        edge.width = 1.2F;
        frame.layer(kOver).lines.push_back(edge);
    }
}

void addRuler(Frame& frame) {
    Layer& layer = frame.layer(kRuler);
    layer.boxes.push_back({rectOf(0, 0, frame.view.width, kRulerHeight), Ink::Header});
    std::vector<Span> taken = addStepNumbers(frame);
    for (const StepMark& mark : stepsInView(frame)) {
        const double x = middle(frame.left() + mark.x);
        layer.lines.push_back({toF(x), 2, toF(x), toF(kRulerHeight), Ink::Text2});
    }
    if (frame.view.range) {
        const double x0 = frame.view.scale.x(frame.view.range->begin);
        const double x1 = frame.view.scale.x(frame.view.range->end);
        taken.push_back({x0 - 6, x1 + 6});
    }
    for (const Tick& tick : timeTicks(frame.view.scale, frame.view.shownAxis()).marks) {
        if (tick.x < 0 || tick.x > frame.width()) continue;
        const double x = middle(frame.left() + tick.x);
        const double length = tick.label.empty() ? 3 : 6;
        layer.lines.push_back({toF(x), toF(kRulerHeight - length), toF(x), toF(kRulerHeight), Ink::Line2});
        if (tick.label.empty()) continue;
        const double half = frame.text.width(tick.label, kSmall) / 2;
        if (tick.x - half < 2 || tick.x + half > frame.width() - 2) continue;
        if (!isFree(taken, tick.x - half, tick.x + half)) continue;
        Label label{toF(frame.left() + tick.x), toF(kBaseline), tick.label, kSmall, Ink::Text2};
        label.align = Align::Center;
        layer.labels.push_back(std::move(label));
    }
    if (frame.view.range) addRangeHandles(frame);
    addRulerHeader(frame);
    layer.lines.push_back({0, toF(kRulerHeight - 0.5), toF(frame.view.width), toF(kRulerHeight - 0.5), Ink::Line});
    const double edge = frame.left() + 0.5;
    layer.lines.push_back({toF(edge), 0, toF(edge), toF(kRulerHeight), Ink::Line2});
}

std::vector<Label> rulerWords(const TimelineData& data, const TimelineView& view, TextMeasure& text) {
    Scene scratch;
    scratch.layers.resize(kLayerCount);
    Frame frame{data, view, text, scratch, {}};
    addRuler(frame);
    return std::move(scratch.layers[kRuler].labels);
}

} // namespace lanescope::scene
