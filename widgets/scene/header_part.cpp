// Row headers and group rows (UI.md 4).
#include "widgets/scene/frame.h"

#include "core/export/quantity.h"
#include "widgets/scene/label_fit.h"

#include <fmt/format.h>

namespace lanescope::scene {

namespace {

constexpr TextStyle kName{12, 400, false};
constexpr TextStyle kStrong{12, 600, false};
constexpr TextStyle kSmall{11, 400, false};
constexpr double kIndent = 14;
constexpr double kRight = 10;     // of the subtitle, from the edge
constexpr double kBelowFrom = 40; // rows higher than this have the subtitle below the name
constexpr double kLowRow = 18;    // lower ones have small type, so that it does not touch the line below

// The baseline of one line of text in a row of that height.
double oneLine(double height) { return height / 2 + (height < kLowRow ? 3 : 4); }

// "tid 2910249, pt_main_thread, 8 lanes": when it is too long, the words go first and the numbers stay whole.
std::string fitFacts(const std::string& facts, double room, TextMeasure& text) {
    if (text.width(facts, kSmall) <= room) return facts;
    const std::size_t first = facts.find(", ");
    const std::size_t last = facts.rfind(", ");
    if (first != std::string::npos && last > first) {
        std::string without = facts.substr(0, first) + facts.substr(last);
        if (text.width(without, kSmall) <= room) return without;
    }
    return cutAtEnd(facts, room, 3, kSmall, text).text;
}

std::string withFact(std::string facts, const std::string& fact) {
    if (!facts.empty()) facts += ", ";
    return facts + fact;
}

std::string groupFacts(const Row& row, const PlacedRow& placed) {
    std::string out = row.subtitle;
    const bool countSaysIt = row.device && row.subtitle.find(" of ") != std::string::npos;
    if (row.emptyHidden > 0 && !countSaysIt)
        out = withFact(out, fmt::format("{} empty row{} hidden", row.emptyHidden, row.emptyHidden == 1 ? "" : "s"));
    if (placed.hidden > 0)
        out = withFact(out, fmt::format("{} row{} hidden by you", placed.hidden, placed.hidden == 1 ? "" : "s"));
    return out;
}

void addGroup(Frame& frame, LayerIndex index, const RowAt& at) {
    Layer& layer = frame.layer(index);
    layer.boxes.push_back({rectOf(0, at.y, frame.view.width, at.placed.height), Ink::Group});
    const double bottom = at.y + at.placed.height - 0.5;
    layer.lines.push_back({0, toF(bottom), toF(frame.view.width), toF(bottom), Ink::Line});
    const MarkShape chevron = at.placed.folded ? MarkShape::ChevronRight : MarkShape::ChevronDown;
    layer.marks.push_back({chevron, {17, toF(at.y + 11)}, 6.8F, 3.4F, Ink::Text2});
    const double baseline = at.y + 15;
    layer.labels.push_back({28, toF(baseline), at.row.name, kStrong, Ink::Text});
    const double x = 28 + frame.text.width(at.row.name, kStrong) + 9;
    const Fitted facts = cutAtEnd(groupFacts(at.row, at.placed), frame.view.width - x - kRight, 5, kSmall, frame.text);
    layer.labels.push_back({toF(x), toF(baseline), facts.text, kSmall, Ink::Text2});
}

// "busy 63.7 %" of the range in view; empty while the bands are not known.
std::string busyInView(const Frame& frame, const Row& row) {
    const DeviceBands* bands = row.device ? frame.data.bands.find(*row.device) : nullptr;
    const TimeRange view = frame.view.asked.value_or(frame.view.scale.visible());
    const std::int64_t begin = count(view.begin), end = count(view.end);
    if (bands == nullptr || end <= begin) return {};
    return "busy " +
           formatShare(static_cast<double>(bands->busy.covered(begin, end)) / static_cast<double>(end - begin));
}

void addNames(Frame& frame, Layer& layer, const RowAt& at) {
    const bool band = at.row.kind == RowKind::PartsBand || at.row.kind == RowKind::IdleBand;
    const double x =
        at.placed.pinned && band ? (at.row.kind == RowKind::PartsBand ? 14 : 26) : 14 + kIndent * at.row.level;
    const TextStyle style = at.placed.pinned && at.row.kind == RowKind::PartsBand ? kStrong
                            : at.placed.height < kLowRow                          ? kSmall
                                                                                  : kName;
    const double free = frame.left() - x - kRight;
    const bool below = at.placed.height > kBelowFrom && !at.row.subtitle.empty();
    const double baseline = at.y + (below ? 16 : oneLine(at.placed.height));
    const Fitted name = cutAtEnd(at.row.name, free, 3, style, frame.text);
    layer.labels.push_back({toF(x), toF(baseline), name.text, style, Ink::Text});
    if (below) {
        const std::string subtitle = fitFacts(at.row.subtitle, free, frame.text);
        layer.labels.push_back({toF(x), toF(at.y + 31), subtitle, kSmall, Ink::Muted});
        return;
    }
    const std::string busy = at.row.kind == RowKind::PartsBand ? busyInView(frame, at.row) : std::string();
    const std::string words = !busy.empty()              ? busy
                              : at.placed.pinned && band ? std::string("pinned")
                                                         : at.row.shortSubtitle;
    if (words.empty() || at.row.kind == RowKind::IdleBand) return;
    const Fitted subtitle = cutAtEnd(words, free - name.width - 8, 4, kSmall, frame.text);
    if (subtitle.text.empty() || (!busy.empty() && subtitle.text != busy)) return; // a number is never cut
    Label label{toF(frame.left() - kRight), toF(baseline), subtitle.text, kSmall, Ink::Muted};
    label.align = Align::Right;
    layer.labels.push_back(std::move(label));
}

} // namespace

void addHeader(Frame& frame, LayerIndex index, const RowAt& at) {
    if (at.row.kind == RowKind::Group) return addGroup(frame, index, at);
    Layer& layer = frame.layer(index);
    layer.boxes.push_back({rectOf(0, at.y, frame.left(), at.placed.height), Ink::Header});
    const double bottom = at.y + at.placed.height - 0.5;
    layer.lines.push_back({0, toF(bottom), toF(frame.left()), toF(bottom), Ink::Line});
    const double edge = frame.left() + 0.5;
    layer.lines.push_back({toF(edge), toF(at.y), toF(edge), toF(at.y + at.placed.height), Ink::Line2});
    addNames(frame, layer, at);
}

// The group whose rows are at the top stays there until the next group pushes it out.
void addStickyGroup(Frame& frame) {
    const double top = frame.rowsTop();
    const PlacedRow* current = nullptr;
    double limit = 1e9;
    for (const PlacedRow& placed : frame.data.layout.rows) {
        if (frame.data.tree.row(placed.row).kind != RowKind::Group) continue;
        if (placed.y <= frame.view.scrollY) {
            current = &placed;
            continue;
        }
        limit = top + placed.y - frame.view.scrollY;
        break;
    }
    if (current == nullptr || current->y >= frame.view.scrollY || top >= frame.view.height) return;
    const double y = std::min(top, limit - current->height);
    frame.layer(kTopHeaders).clip = rectOf(0, frame.view.pinnedTop(), frame.view.width, frame.view.height);
    addHeader(frame, kTopHeaders, {frame.data.tree.row(current->row), *current, y});
}

} // namespace lanescope::scene
