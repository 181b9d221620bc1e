// Group rows and headers of several ranks (UI.md 10, "Ranks").
#include "widgets/scene/label_fit.h"
#include "widgets/scene/ranks_parts.h"

#include <fmt/format.h>

namespace lanescope::scene {

namespace {

constexpr TextStyle kName{12, 400, false};
constexpr TextStyle kStrong{12, 600, false};
constexpr TextStyle kSmall{11, 400, false};
constexpr TextStyle kSmallStrong{11, 600, false};
constexpr double kIndent = 28, kRight = 10, kFigureGap = 16, kChip = 16;

Label labelAt(double x, double baseline, std::string text, const TextStyle& style, Ink ink) {
    return {toF(x), toF(baseline), std::move(text), style, ink};
}

void addGround(Layer& layer, const TimelineView& view, double y, double height, bool folded) {
    layer.boxes.push_back({rectOf(0, y, view.width, height), Ink::Group});
    layer.lines.push_back({0, toF(y + height - 0.5), toF(view.width), toF(y + height - 0.5), Ink::Line});
    const MarkShape chevron = folded ? MarkShape::ChevronRight : MarkShape::ChevronDown;
    layer.marks.push_back({chevron, {17, toF(y + 11)}, 6.8F, 3.4F, Ink::Text2});
}

std::string chipWord(const RankOnView& rank) {
    return rank.verdict == RankOnView::Verdict::SlowStage ? "slow stage" : "straggler";
}

double chipWidth(const RankOnView& rank, TextMeasure& text) { return text.width(chipWord(rank), kSmallStrong) + 30; }

// The chip with triangle and word; its right end.
double addStragglerChip(Layer& layer, const RankOnView& rank, double x, double y, TextMeasure& text) {
    const double width = chipWidth(rank, text);
    Box chip{rectOf(x, y + 3, width, kChip), Ink::Warn};
    chip.shape = Shape::Round;
    chip.radius = 3;
    chip.alpha = 22;
    chip.edge = Ink::Warn;
    layer.boxes.push_back(chip);
    layer.marks.push_back({MarkShape::TriangleUp, {toF(x + 12), toF(y + 11)}, 9, 8, Ink::Warn});
    layer.labels.push_back(labelAt(x + 22, y + 15, chipWord(rank), kSmallStrong, Ink::Text));
    return x + width;
}

struct RowWords {
    std::string name, subtitle; // below its rank
    std::string beside;         // of the rank, where ranks are below their kind
};

// Rows of several devices say which one they are of.
RowWords wordsOf(const RankOnView& rank, const RanksRow& row) {
    const RowTree& tree = rank.data->tree;
    const Row& own = tree.row(row.row);
    const bool several = rank.devices == RankOnView::Devices::Several;
    const std::string device =
        several && own.device && own.device->number ? fmt::format("GPU {}", *own.device->number) : std::string();
    if (row.kind == RankRowKind::Parts) {
        const std::string name = several ? own.name : "parts"; // "GPU 1 parts"
        return {name, {}, name};
    }
    if (row.kind == RankRowKind::Idle) {
        std::string name = several ? "all GPUs idle" : "idle";
        if (!device.empty()) name = fmt::format("{} idle", device);
        return {name, "by owner", name};
    }
    if (device.empty()) return {own.name, own.shortSubtitle, own.name};
    return {own.name, own.shortSubtitle.empty() ? device : fmt::format("{}, {}", device, own.shortSubtitle),
            fmt::format("{} {}", device, own.name)};
}

// The figures of a rank's own row.
void addFigures(Layer& layer, const TimelineView& view, const RankOnView& rank, double y, TextMeasure& text) {
    const double baseline = y + 15;
    double x = view.headerWidth + 9;
    if (rank.verdict != RankOnView::Verdict::None) x = addStragglerChip(layer, rank, x, y, text) + kFigureGap;
    for (const RankFigure& figure : rank.figures) {
        const TextStyle style = figure.weight == RankFigure::Weight::Strong ? kSmallStrong : kSmall;
        const double name = text.width(figure.name, kSmall), value = text.width(figure.value, style);
        if (x + name + 6 + value > view.width - kRight) return; // a number is never cut
        layer.labels.push_back(labelAt(x, baseline, figure.name, kSmall, Ink::Muted));
        layer.labels.push_back(labelAt(x + name + 6, baseline, figure.value, style, Ink::Text));
        x += name + 6 + value + kFigureGap;
    }
}

} // namespace

void addRankGroup(Scene& scene, LayerIndex index, const TimelineView& view, const RankOnView& rank, const RanksRow& row,
                  double y, TextMeasure& text) {
    Layer& layer = scene.layers[index];
    addGround(layer, view, y, row.height, row.folded);
    const bool straggler = rank.verdict != RankOnView::Verdict::None;
    if (straggler) layer.boxes.push_back({rectOf(0, y, kStragglerBar, row.height), Ink::Warn});
    const double baseline = y + 15;
    layer.labels.push_back(labelAt(28, baseline, rank.name, kStrong, Ink::Text));
    const double nameEnd = 28 + text.width(rank.name, kStrong) + 9;
    const Fitted place = cutAtEnd(rank.place, view.headerWidth - nameEnd - kRight, 4, kSmall, text);
    if (!place.text.empty()) layer.labels.push_back(labelAt(nameEnd, baseline, place.text, kSmall, Ink::Text2));
    addFigures(layer, view, rank, y, text);
}

void addKindGroup(Scene& scene, LayerIndex index, const TimelineView& view, const RanksRow& row, double y) {
    Layer& layer = scene.layers[index];
    addGround(layer, view, y, row.height, row.folded);
    layer.labels.push_back(labelAt(28, y + 15, row.name, kStrong, Ink::Text));
}

void addRankHeader(Scene& scene, LayerIndex index, const TimelineView& view, const RankOnView& rank,
                   const RanksRow& row, double y, RankRows rows, TextMeasure& text) {
    Layer& layer = scene.layers[index];
    layer.boxes.push_back({rectOf(0, y, view.headerWidth, row.height), Ink::Header});
    const bool straggler = rank.verdict != RankOnView::Verdict::None;
    if (straggler) layer.boxes.push_back({rectOf(0, y, kStragglerBar, row.height), Ink::Warn});
    const double bottom = y + row.height - 0.5, edge = view.headerWidth + 0.5;
    layer.lines.push_back({0, toF(bottom), toF(view.headerWidth), toF(bottom), Ink::Line});
    layer.lines.push_back({toF(edge), toF(y), toF(edge), toF(y + row.height), Ink::Line2});
    const bool low = row.height < 18;
    const TextStyle style = low ? TextStyle{10.5F, 400, false} : kName;
    const double baseline = y + row.height / 2 + (low ? 3.5 : 4);
    std::string name = rank.name, subtitle;
    if (row.what == RanksRow::What::Timeline) {
        const RowWords words = wordsOf(rank, row);
        name = rows == RankRows::Stacked ? words.name : rank.name;
        subtitle = rows == RankRows::Stacked ? words.subtitle : words.beside;
    }
    const double free = view.headerWidth - kIndent - kRight;
    const Fitted fitted = cutAtEnd(name, free, 3, style, text);
    layer.labels.push_back(labelAt(kIndent, baseline, fitted.text, style, Ink::Text));
    double end = kIndent + fitted.width;
    if (straggler && rows == RankRows::ByKind) {
        layer.marks.push_back({MarkShape::TriangleUp, {toF(end + 11), toF(baseline - 4)}, 9, 8, Ink::Warn});
        end += 18;
    }
    const Fitted words = cutAtEnd(subtitle, view.headerWidth - kRight - end - 8, 4, kSmall, text);
    if (words.text.empty() || low) return;
    Label label = labelAt(view.headerWidth - kRight, baseline, words.text, kSmall, Ink::Muted);
    label.align = Align::Right;
    layer.labels.push_back(std::move(label));
}

} // namespace lanescope::scene
