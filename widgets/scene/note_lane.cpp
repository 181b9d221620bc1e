// Notes in a picture: cards in lanes above the ruler, leaders down to what they speak of.
#include "widgets/scene/label_fit.h"
#include "widgets/scene/note_geometry.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace lanescope::scene {
namespace {

constexpr double kMostText = 280, kPad = 8, kDisc = 18, kGap = 8, kLaneGap = 8, kLineHeight = 17, kBelow = 6;
constexpr double kLeader = 7; // px that a leader keeps free around it
constexpr std::size_t kMostLanes = 10, kMostLines = 5;
constexpr TextStyle kTitle{12, 600, false}, kBody{12, 400, false}, kNumber{11, 600, false},
    kSmallNumber{10, 600, false};

float f(double v) { return static_cast<float>(v); }

struct Card {
    NotePlace place;
    std::vector<std::string> lines;
    std::size_t titleLines = 1; // the first of them
    double w = 0, h = 0;
    double anchor = 0; // x of the leader
    bool leads = true;
    double x = 0;
    std::size_t lane = 0;
};

// Words into lines of at most kMostText; the last one is cut. `titleLines`: how many the first paragraph takes.
std::vector<std::string> wrapped(const std::string& words, std::size_t& titleLines, TextMeasure& text) {
    std::vector<std::string> out;
    std::size_t at = 0;
    bool title = true;
    while (at < words.size() && out.size() < kMostLines) {
        const TextStyle& style = title ? kTitle : kBody;
        const std::size_t stop = std::min(words.find('\n', at), words.size());
        std::size_t end = stop, last = at;
        while (end > at && text.width(words.substr(at, end - at), style) > kMostText) {
            last = words.rfind(' ', end - 1);
            if (last == std::string::npos || last <= at) {
                end = stop;
                break;
            }
            end = last;
        }
        std::string line = words.substr(at, end - at);
        const bool cut = out.size() + 1 == kMostLines && end < words.size();
        line = cutAtEnd(cut ? line + "\xE2\x80\xA6" : line, kMostText, 1, style, text).text;
        if (!line.empty()) out.push_back(line);
        at = end < words.size() ? end + 1 : words.size();
        if (title) titleLines = std::max<std::size_t>(1, out.size());
        title = title && end != stop; // what follows the first line break is the body
    }
    return out;
}

// How many labels of the frame a leader at x would cross on its way down to `bottom`.
int labelsCrossed(const Scene& timeline, double x, double bottom, TextMeasure& text) {
    int out = 0;
    for (const Layer& layer : timeline.layers)
        for (const Label& label : layer.labels) {
            if (label.baseline - label.style.size > bottom) continue;
            const double w = text.width(label.text, label.style);
            const double left = label.align == Align::Left    ? static_cast<double>(label.x)
                                : label.align == Align::Right ? static_cast<double>(label.x) - w
                                                              : static_cast<double>(label.x) - w / 2;
            if (x >= left - 3 && x <= left + w + 3) ++out;
        }
    return out;
}

// The px of the slice (or of the moment) where the leader ends: near its middle, but clear of words.
double anchorX(const NotePlace& place, const TimelineView& view, const Scene& timeline, TextMeasure& text) {
    double left = place.at && place.at->w > 0 ? static_cast<double>(place.at->x) : place.left();
    double right = place.at && place.at->w > 0 ? static_cast<double>(place.at->right()) : place.right();
    left = std::max(left, view.headerWidth);
    right = std::min(right, view.width);
    if (right - left < 12) return (left + right) / 2;
    const double bottom = place.at ? static_cast<double>(place.at->y + place.at->h / 2) : kRulerHeight;
    double best = (left + right) / 2, least = 1e9;
    for (int i = 0; i <= 16; ++i) {
        const double share = 0.5 + (i % 2 == 0 ? 0.5 : -0.5) * ((i + 1) / 2) / 9.0;
        const double x = std::round(left + share * (right - left));
        const double cost = labelsCrossed(timeline, x, bottom, text) + 0.02 * i;
        if (cost < least) {
            least = cost;
            best = x;
        }
    }
    return best;
}

bool apart(double a0, double a1, double b0, double b1) { return a1 + kGap <= b0 || b1 + kGap <= a0; }

// No card over a card of its lane or over a leader from above, no leader through a card below its own lane.
bool fits(const Card& card, const std::vector<Card>& placed) {
    for (const Card& other : placed) {
        if (other.lane == card.lane && !apart(card.x, card.x + card.w, other.x, other.x + other.w)) return false;
        if (other.leads && other.lane > card.lane &&
            !apart(card.x, card.x + card.w, other.anchor - kLeader + kGap, other.anchor + kLeader - kGap))
            return false;
        if (card.leads && card.lane > other.lane &&
            !apart(other.x, other.x + other.w, card.anchor - kLeader + kGap, card.anchor + kLeader - kGap))
            return false;
        if (card.leads && other.leads && std::abs(card.anchor - other.anchor) < 2) return false;
    }
    return true;
}

enum class Way : std::uint8_t { LeftToRight, RightToLeft };

bool place(Card& card, const TimelineView& view, const std::vector<Card>& placed, Way way) {
    constexpr double shares[] = {0.08, 0.25, 0.4, 0.5, 0.6, 0.75, 0.92};
    const double least = 2, most = std::max(least, view.width - card.w - 2);
    for (card.lane = 0; card.lane < kMostLanes; ++card.lane)
        for (std::size_t i = 0; i < std::size(shares); ++i) {
            // Away from the notes that come next, so that their leaders find a way down.
            const double share = way == Way::RightToLeft ? shares[i] : shares[std::size(shares) - 1 - i];
            card.x = std::round(std::clamp(card.anchor - share * card.w, least, most));
            if (card.anchor < card.x + 4 || card.anchor > card.x + card.w - 4) continue;
            if (fits(card, placed)) return true;
        }
    return false;
}

struct Placing {
    std::vector<Card> placed;
    std::vector<std::size_t> left; // notes that found no place
    std::size_t lanes = 0;
};

Placing placeAll(std::vector<Card> cards, const TimelineView& view, Way way) {
    Placing out;
    if (way == Way::RightToLeft) std::reverse(cards.begin(), cards.end());
    for (Card& card : cards) {
        if (place(card, view, out.placed, way)) {
            out.lanes = std::max(out.lanes, card.lane + 1);
            out.placed.push_back(std::move(card));
        } else {
            out.left.push_back(card.place.index);
        }
    }
    return out;
}

// A number stands at the place, so a card that finds none with a line down to it may stand where there is room.
void placeTheRest(Placing& placing, std::vector<Card> cards, const TimelineView& view) {
    constexpr double step = 24;
    std::vector<std::size_t> left;
    for (Card& card : cards) {
        if (std::find(placing.left.begin(), placing.left.end(), card.place.index) == placing.left.end()) continue;
        card.leads = false;
        const double most = std::max(2.0, view.width - card.w - 2);
        const double wanted = std::clamp(card.anchor - card.w / 2, 2.0, most);
        bool placed = false;
        for (card.lane = 0; card.lane < kMostLanes && !placed; card.lane += placed ? 0 : 1)
            for (double away = 0; away <= view.width && !placed; away = away > 0 ? -away : step - away) {
                card.x = std::round(std::clamp(wanted + away, 2.0, most));
                placed = fits(card, placing.placed);
            }
        if (!placed) {
            left.push_back(card.place.index);
            continue;
        }
        placing.lanes = std::max(placing.lanes, card.lane + 1);
        placing.placed.push_back(card);
    }
    placing.left = std::move(left);
}

// Leaders that would fall on each other are moved apart, as far as what they point at is wide.
void spread(std::vector<Card>& cards) {
    for (std::size_t i = 1; i < cards.size(); ++i) {
        const double wanted = cards[i - 1].anchor + 2 * kLeader;
        const NotePlace& at = cards[i].place;
        const double end = at.at && at.at->w > 0 ? static_cast<double>(at.at->right()) : at.right();
        if (cards[i].anchor < wanted && wanted < end) cards[i].anchor = wanted;
    }
}

void draw(const Card& card, double top, double height, const NoteSource& source, Layer& layer) {
    const Ink ink = noteInk(source.note.meaning);
    if (card.leads)
        layer.lines.push_back(
            {f(card.anchor), f(top + card.h), f(card.anchor), f(height), ink, 0, 100, Stroke::Solid, 1.2F});
    Box back;
    back.rect = {f(card.x), f(top), f(card.w), f(card.h)};
    back.fill = Ink::AccentBack;
    back.shape = Shape::Round;
    back.radius = 6;
    back.edge = ink;
    layer.boxes.push_back(back);
    Box disc;
    disc.rect = {f(card.x + kPad), f(top + kPad), f(kDisc), f(kDisc)};
    disc.fill = ink;
    disc.shape = Shape::Round;
    disc.radius = f(kDisc / 2);
    layer.boxes.push_back(disc);
    Label number{f(card.x + kPad + kDisc / 2), f(top + kPad + 13), std::to_string(card.place.index + 1), kNumber,
                 Ink::OnAccent};
    number.align = Align::Center;
    layer.labels.push_back(std::move(number));
    for (std::size_t i = 0; i < card.lines.size(); ++i)
        layer.labels.push_back({f(card.x + 2 * kPad + kDisc), f(top + kPad + 13 + static_cast<double>(i) * kLineHeight),
                                card.lines[i], i < card.titleLines ? kTitle : kBody, Ink::Text});
}

Card cardOf(const NotePlace& at, const NoteSource& source, const TimelineView& view, const Scene& timeline,
            TextMeasure& text) {
    Card card;
    card.place = at;
    card.lines = wrapped(source.note.text, card.titleLines, text);
    if (card.lines.empty()) card.lines.emplace_back(notes::kindWord(source.note.kind));
    double w = 0;
    for (std::size_t i = 0; i < card.lines.size(); ++i)
        w = std::max(w, text.width(card.lines[i], i < card.titleLines ? kTitle : kBody));
    card.w = std::ceil(std::min(w, kMostText) + 3 * kPad + kDisc);
    card.h = 2 * kPad + kDisc + static_cast<double>(card.lines.size() - 1) * kLineHeight;
    card.anchor = anchorX(at, view, timeline, text);
    card.leads = at.leads;
    return card;
}

void addNumber(double x, double y, std::size_t number, Ink ink, Layer& layer) {
    constexpr double size = 15;
    Box disc;
    disc.rect = {f(x - size / 2), f(y - size / 2), f(size), f(size)};
    disc.fill = ink;
    disc.shape = Shape::Round;
    disc.radius = f(size / 2);
    layer.boxes.push_back(disc);
    Label label{f(x), f(y + 3.5), std::to_string(number), kSmallNumber, Ink::OnAccent};
    label.align = Align::Center;
    layer.labels.push_back(std::move(label));
}

// From the lane down over the ruler to the slice, the frame, or the ruler's edge.
void addLeader(const Card& card, const NoteSource& source, LeaderEnd end, Layer& layer) {
    if (!card.leads && end == LeaderEnd::Dot) return;
    const Ink ink = noteInk(source.note.meaning);
    const NotePlace& at = card.place;
    const double y = at.frame ? static_cast<double>(at.frame->y)
                     : at.at  ? static_cast<double>(at.at->y + 3)
                              : kRulerHeight;
    if (card.leads) layer.lines.push_back({f(card.anchor), 0, f(card.anchor), f(y), ink, 0, 100, Stroke::Solid, 1.2F});
    const bool isMoment = !at.frame && at.at && at.at->w == 0; // on the edge above the row: clear of its words
    if (end == LeaderEnd::Number)
        return addNumber(card.anchor, isMoment ? y - 1 : y + 8, card.place.index + 1, ink, layer);
    layer.marks.push_back({MarkShape::Disc, {f(card.anchor), f(y)}, 6.4F, 6.4F, ink});
}

} // namespace

NoteLane buildNoteLane(const TimelineData& data, const TimelineView& view, std::span<const NoteSource> notes,
                       const Scene& timeline, TextMeasure& text) {
    std::vector<NotePlace> places;
    for (std::size_t i = 0; i < notes.size(); ++i) places.push_back(placeOfNote(data, view, notes[i], i));
    return layNoteCards(view, notes, places, LeaderEnd::Dot, timeline, text);
}

NoteLane layNoteCards(const TimelineView& view, std::span<const NoteSource> notes, std::span<const NotePlace> places,
                      LeaderEnd end, const Scene& timeline, TextMeasure& text) {
    NoteLane out;
    std::vector<Card> waiting;
    for (std::size_t i = 0; i < notes.size(); ++i) {
        const NotePlace& at = places[i];
        if (at.inView)
            waiting.push_back(cardOf(at, notes[i], view, timeline, text));
        else
            out.outside.push_back(i);
    }
    std::stable_sort(waiting.begin(), waiting.end(), [](const Card& a, const Card& b) { return a.anchor < b.anchor; });
    spread(waiting);
    std::stable_sort(waiting.begin(), waiting.end(), [](const Card& a, const Card& b) { return a.anchor < b.anchor; });
    Placing best = placeAll(waiting, view, Way::RightToLeft);
    Placing other = placeAll(waiting, view, Way::LeftToRight);
    if (std::pair(other.left.size(), other.lanes) < std::pair(best.left.size(), best.lanes)) best = std::move(other);
    if (end == LeaderEnd::Number) placeTheRest(best, std::move(waiting), view);
    const std::vector<Card>& placed = best.placed;
    out.outside.insert(out.outside.end(), best.left.begin(), best.left.end());
    std::sort(out.outside.begin(), out.outside.end());
    if (placed.empty()) return out;
    std::vector<double> heights;
    for (const Card& card : placed) {
        if (heights.size() <= card.lane) heights.resize(card.lane + 1, 0);
        heights[card.lane] = std::max(heights[card.lane], card.h);
    }
    for (const double h : heights) out.height += h + kLaneGap;
    out.height += kBelow;
    Layer &cards = out.cards.layers.emplace_back(), &over = out.over.layers.emplace_back();
    for (const Card& card : placed) {
        double bottom = out.height - kBelow;
        for (std::size_t lane = 0; lane < card.lane; ++lane) bottom -= heights[lane] + kLaneGap;
        const NoteSource& source = notes[card.place.index];
        draw(card, bottom - card.h, out.height, source, cards);
        addNoteShape(view, source, card.place, over);
        addLeader(card, source, end, over);
    }
    for (Scene* scene : {&out.cards, &out.over}) {
        scene->width = f(view.width);
        scene->background = Ink::None;
    }
    out.cards.height = f(out.height);
    out.over.height = f(view.height);
    over.clip = RectF{f(view.headerWidth), 0, f(view.canvasWidth()), f(view.height)};
    return out;
}

} // namespace lanescope::scene
