#include "widgets/rankpictures/evidence_strip.h"

#include "core/export/quantity.h"
#include "core/session/ranks/rank_verdict.h"
#include "widgets/rankpictures/ranks_picture_parts.h"
#include "widgets/scene/label_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace lanescope::rankpictures {
namespace {

using namespace scene;
using ranksview::RanksDocument;

constexpr TextStyle kSmall{11, 400, false}, kSmallStrong{11, 600, false}, kBody{12, 400, false},
    kStrong{12, 600, false};
constexpr double kBesideFrom = 900, kBetween = 48, kLeastColumn = 320, kMostColumn = 440, kNames = 64, kRowLine = 18;
constexpr std::size_t kMostBars = 16;

float f(double v) { return static_cast<float>(v); }

std::string signedShare(double share) {
    if (std::abs(share) < 0.0005) return fmt::format("0{}%", kThinSpace);
    return fmt::format("{}{:.1f}{}%", share < 0 ? std::string_view(kMinus) : std::string_view("+"),
                       std::abs(share) * 100, kThinSpace);
}

// Name left, figure right; a figure that does not fit beside stands below its name.
double addRow(double x, double width, double y, const std::pair<std::string, std::string>& row, Layer& layer,
              TextMeasure& text) {
    layer.labels.push_back(labelAt(x, y, row.first, Ink::Text2, kBody));
    if (text.width(row.second, kBody) > width - text.width(row.first, kBody) - 12) y += kRowLine - 2;
    layer.labels.push_back(
        labelAt(x + width, y, cutAtEnd(row.second, width, 8, kBody, text).text, Ink::Text, kBody, Align::Right));
    return y + kRowLine;
}

bool isAtFault(const StragglerVerdict& verdict, std::size_t record) {
    return std::find(verdict.slow.begin(), verdict.slow.end(), record) != verdict.slow.end();
}

// The largest first where there are many; in order of the ranks then.
std::vector<std::pair<std::size_t, double>> toldBars(const StragglerVerdict& verdict) {
    auto out = verdict.bars;
    if (out.size() <= kMostBars) return out;
    std::stable_sort(out.begin(), out.end(), [&](const auto& a, const auto& b) {
        const bool first = isAtFault(verdict, a.first), second = isAtFault(verdict, b.first);
        return first != second ? first : std::abs(a.second) > std::abs(b.second);
    });
    out.resize(kMostBars);
    std::sort(out.begin(), out.end());
    return out;
}

double addBars(const RanksDocument& document, const StragglerVerdict& verdict, double x, double width, double y,
               Layer& layer, TextMeasure& text) {
    if (verdict.bars.empty()) return y;
    constexpr double figures = 64;
    layer.labels.push_back(
        labelAt(x, y, cutAtEnd(verdict.barsTitle, width, 8, kStrong, text).text, Ink::Text, kStrong));
    y += kRowLine;
    const auto bars = toldBars(verdict);
    double least = 0, most = 0.02;
    for (const auto& [record, share] : bars) {
        least = std::min(least, share);
        most = std::max(most, share);
    }
    const double left = x + kNames + 8, room = std::max(20.0, width - kNames - 8 - figures);
    const double zero = left + room * (-least / (most - least));
    for (const auto& [record, share] : bars) {
        const bool marked = isAtFault(verdict, record);
        const TextStyle& style = marked ? kSmallStrong : kSmall;
        const Ink ink = marked ? Ink::Text : Ink::Text2;
        layer.labels.push_back(
            labelAt(x, y, cutAtEnd(document.label(record), kNames, 2, style, text).text, ink, style));
        const double length = std::max(1.0, std::abs(share) / (most - least) * room);
        layer.boxes.push_back(
            boxAt(share < 0 ? zero - length : zero, y - 9, length, 10, marked ? Ink::Warn : Ink::Muted));
        layer.labels.push_back(labelAt(x + width, y, signedShare(share), ink, style, Align::Right));
        y += 16;
    }
    layer.lines.push_back({f(zero), f(y - 16 * static_cast<double>(bars.size()) - 11), f(zero), f(y - 14), Ink::Line2});
    if (verdict.bars.size() > bars.size()) {
        layer.labels.push_back(
            labelAt(x, y, fmt::format("and {} closer to it", verdict.bars.size() - bars.size()), Ink::Muted, kSmall));
        y += 16;
    }
    return y;
}

double addEvidence(const StragglerVerdict& verdict, double x, double width, double y, Layer& layer, TextMeasure& text) {
    if (verdict.evidence.empty()) return y;
    layer.labels.push_back(labelAt(x, y, "Evidence", Ink::Text, kStrong));
    y += kRowLine;
    for (const auto& row : verdict.evidence) y = addRow(x, width, y, row, layer, text);
    return y + 8;
}

} // namespace

Scene evidenceStrip(const RanksDocument& document, std::string_view metric, double width, TextMeasure& text) {
    Scene out;
    out.width = f(width);
    out.background = Ink::Window;
    if (document.set().records.empty()) return out;
    Layer& layer = out.layers.emplace_back();
    const StragglerVerdict verdict = document.verdict();
    const bool beside = width >= kBesideFrom;
    const double inner = width - 2 * kMargin, right = width - kMargin;
    double y = 22;
    const Corner heat =
        addHeatMap(document, metric, {kMargin, y, beside ? inner - kLeastColumn - kBetween : inner}, layer, text);
    if (!beside) y = heat.bottom + 24;
    double x = beside ? heat.right + kBetween : kMargin;
    const bool inColumns = right - x >= 2 * kLeastColumn + kBetween;
    const double column =
        inColumns ? std::min(kMostColumn, (right - x - kBetween) / 2) : std::min(kMostColumn, right - x);
    double bottom = addEvidence(verdict, x, column, y, layer, text);
    if (inColumns && bottom > y) {
        x += column + kBetween;
        bottom = std::max(bottom, addBars(document, verdict, x, column, y, layer, text));
    } else {
        bottom = addBars(document, verdict, x, column, bottom, layer, text);
    }
    bottom = std::max(heat.bottom, bottom - 6);
    out.height = f(bottom + 12);
    layer.lines.push_back({0, 0.5F, f(width), 0.5F, Ink::Line2});
    return out;
}

} // namespace lanescope::rankpictures
