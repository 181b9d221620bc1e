// Notes in the window: numbered discs in the ruler, words beside them where there is room.
#include "widgets/scene/label_fit.h"
#include "widgets/scene/note_geometry.h"

#include <algorithm>

namespace lanescope::scene {
namespace {

constexpr double kDisc = 16, kDiscGap = 2, kMostShift = 60, kMostWords = 320;
constexpr TextStyle kNumber{10, 600, false}, kWords{11, 400, false};

float f(double v) { return static_cast<float>(v); }

std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

void addDisc(double x, double y, std::size_t number, Ink ink, Layer& layer) {
    Box disc;
    disc.rect = {f(x - kDisc / 2), f(y), f(kDisc), f(kDisc)};
    disc.fill = ink;
    disc.shape = Shape::Round;
    disc.radius = f(kDisc / 2);
    layer.boxes.push_back(disc);
    Label label{f(x), f(y + 12), std::to_string(number), kNumber, Ink::OnAccent};
    label.align = Align::Center;
    layer.labels.push_back(std::move(label));
}

struct Pen {
    const TimelineView& view;
    TextMeasure& text;
    Layer& layer;
    std::optional<std::size_t> chosen;
    double discFree, wordsFree; // px from which on there is room
};

// The thin line down to the slice, or to the bottom; a tint where it has a length.
void addBody(const NoteSource& source, const NotePlace& place, const Pen& pen) {
    const Ink ink = noteInk(source.note.meaning);
    const double left = std::max(place.left(), pen.view.headerWidth), right = std::min(place.right(), pen.view.width);
    if (source.note.kind == notes::Kind::Range && right > left) {
        Box tint;
        tint.rect = place.frame ? *place.frame
                                : RectF{f(left), f(kRulerHeight), f(right - left), f(pen.view.height - kRulerHeight)};
        tint.fill = ink;
        tint.alpha = 10;
        pen.layer.boxes.push_back(tint);
    }
    addNoteShape(pen.view, source, place, pen.layer);
    if (place.x0 < pen.view.headerWidth || place.frame) return;
    if (source.note.kind == notes::Kind::Text && place.at) return; // the words stand there themselves
    const bool dot = place.at.has_value();
    const double bottom = dot ? place.at->y + place.at->h / 2 : pen.view.height;
    Line line{f(place.x0), 20, f(place.x0), f(bottom), ink};
    line.alpha = 60;
    pen.layer.lines.push_back(line);
    if (dot) pen.layer.marks.push_back({MarkShape::Disc, {f(place.x0), f(bottom)}, 6.4F, 6.4F, ink});
}

// Words on a row stand there, from where they begin; the row may be as narrow as it is.
RectF addWordsOnRow(const NoteSource& source, const NotePlace& place, const RectF& row, Pen& pen) {
    const double left = std::max(place.left(), pen.view.headerWidth);
    const double room = std::clamp(pen.view.width - left - kDisc - 14, 0.0, kMostWords);
    const Fitted words = cutAtEnd(firstLine(source.note.text), room, 3, kWords, pen.text);
    const Ink ink = noteInk(source.note.meaning);
    const double top = row.y + std::max(0.0F, (row.h - 18) / 2);
    Box back;
    back.rect = {f(left), f(top), f(words.width + kDisc + 12), 18};
    back.fill = Ink::Raised;
    back.shape = Shape::Round;
    back.radius = 4;
    back.edge = pen.chosen == place.index ? ink : Ink::Line2;
    pen.layer.boxes.push_back(back);
    addDisc(left + kDisc / 2 + 1, top + 1, place.index + 1, ink, pen.layer);
    pen.layer.labels.push_back({f(left + kDisc + 6), f(top + 13), words.text, kWords, Ink::Text});
    return back.rect;
}

std::optional<RectF> addHead(const NoteSource& source, const NotePlace& place, Pen& pen) {
    if (source.note.kind == notes::Kind::Text && place.at) return addWordsOnRow(source, place, *place.at, pen);
    const double wanted = std::max(place.left(), pen.view.headerWidth + kDisc / 2);
    const double x = std::max(wanted, pen.discFree + kDisc / 2);
    if (x - wanted > kMostShift || x + kDisc / 2 > pen.view.width) return std::nullopt;
    const Ink ink = noteInk(source.note.meaning);
    addDisc(x, 4, place.index + 1, ink, pen.layer);
    pen.discFree = x + kDisc / 2 + kDiscGap;
    RectF covered{f(x - kDisc / 2), 4, f(kDisc), f(kDisc)};
    const Fitted words = cutAtEnd(firstLine(source.note.text), kMostWords, 3, kWords, pen.text);
    const double w = words.width + 12;
    if (words.text.empty() || wanted < pen.wordsFree || wanted + 4 + w > pen.view.width) return covered;
    Box back;
    back.rect = {f(wanted + 3), f(pen.view.pinnedTop() + 3), f(w), 18};
    back.fill = Ink::Raised;
    back.shape = Shape::Round;
    back.radius = 4;
    back.edge = pen.chosen == place.index ? ink : Ink::Line2;
    pen.layer.boxes.push_back(back);
    pen.layer.labels.push_back({f(wanted + 9), f(pen.view.pinnedTop() + 16), words.text, kWords, Ink::Text});
    pen.wordsFree = wanted + w + 10;
    covered.w = std::max(covered.w, back.rect.right() - covered.x);
    covered.h = back.rect.bottom() - covered.y;
    return covered;
}

} // namespace

std::vector<NoteSource> noteSources(const TraceStore& store, const RowTree& tree, std::span<const notes::Note> list) {
    std::vector<NoteSource> out;
    for (const notes::Note& note : list)
        out.push_back(
            {note, notes::sliceOf(store, tree, note.from, note.begin), notes::sliceOf(store, tree, note.to, note.end)});
    return out;
}

Ink noteInk(notes::Meaning meaning) {
    switch (meaning) {
    case notes::Meaning::Problem:
        return Ink::Bad;
    case notes::Meaning::Suspect:
        return Ink::Warn;
    case notes::Meaning::Good:
        return Ink::Good;
    case notes::Meaning::Aside:
        return Ink::Muted;
    default:
        return Ink::Accent;
    }
}

std::vector<NoteHit> buildNoteOverlay(const TimelineData& data, const TimelineView& view,
                                      std::span<const NoteSource> notes, std::optional<std::size_t> chosen,
                                      TextMeasure& text, Scene& scene) {
    std::vector<NotePlace> places;
    for (std::size_t i = 0; i < notes.size(); ++i) places.push_back(placeOfNote(data, view, notes[i], i));
    return layNoteOverlay(view, notes, std::move(places), chosen, text, scene);
}

std::vector<NoteHit> layNoteOverlay(const TimelineView& view, std::span<const NoteSource> notes,
                                    std::vector<NotePlace> places, std::optional<std::size_t> chosen, TextMeasure& text,
                                    Scene& scene) {
    std::vector<NoteHit> hits;
    std::erase_if(places, [](const NotePlace& place) { return !place.inView; });
    std::stable_sort(places.begin(), places.end(),
                     [](const NotePlace& a, const NotePlace& b) { return a.left() < b.left(); });
    Layer body, heads; // heads over all lines
    body.clip = heads.clip = RectF{f(view.headerWidth), 0, f(view.canvasWidth()), f(view.height)};
    Pen pen{view, text, body, chosen, view.headerWidth, view.headerWidth};
    for (const NotePlace& place : places) addBody(notes[place.index], place, pen);
    Pen headPen{view, text, heads, chosen, view.headerWidth, view.headerWidth};
    for (const NotePlace& place : places)
        if (const auto rect = addHead(notes[place.index], place, headPen)) hits.push_back({place.index, *rect});
    scene.layers.push_back(std::move(body));
    scene.layers.push_back(std::move(heads));
    return hits;
}

} // namespace lanescope::scene
