#include "widgets/scene/scene.h"

#include <fmt/format.h>

namespace lanescope::scene {

namespace {

template <class Enum>
const char* word(Enum value, std::initializer_list<const char*> words) {
    const auto index = static_cast<std::size_t>(value);
    return index < words.size() ? words.begin()[index] : "?";
}

const char* inkWord(Ink ink) {
    return word(ink, {"none",      "window",   "header",  "canvas",   "panel", "raised",    "input",  "group",
                      "line",      "line2",    "grid",    "text",     "text2", "muted",     "accent", "accentback",
                      "onaccent",  "sel",      "selhalo", "range",    "op",    "optext",    "py",     "pytext",
                      "rt",        "rttext",   "ann",     "anntext",  "hit",   "bad",       "warn",   "good",
                      "hovertint", "kindtext", "kind",    "kindrail", "owner", "ownercall", "heat",   "heattext"});
}

std::string inkText(Ink ink, std::uint8_t variant) {
    return ink >= Ink::Kind ? fmt::format("{}.{}", inkWord(ink), variant) : std::string(inkWord(ink));
}

const char* strokeWord(Stroke stroke) {
    return word(stroke, {"", " dash23", " dash32", " dash43", " dash73", " dash83"});
}

std::string alphaText(std::uint8_t alpha) { return alpha == 100 ? std::string() : fmt::format(" {}%", alpha); }

void dumpBox(const Box& box, std::string& out) {
    out += fmt::format("  {} {:.2f} {:.2f} {:.2f} {:.2f} {}{}",
                       word(box.shape, {"fill", "slice", "run", "frame", "round", "diamond", "idle"}), box.rect.x,
                       box.rect.y, box.rect.w, box.rect.h, inkText(box.fill, box.variant), alphaText(box.alpha));
    if (box.rail != Rail::None) out += word(box.rail, {"", " rail", " dashedrail"});
    if (box.edge != Ink::None) out += fmt::format(" edge {} {:.2f}", inkText(box.edge, box.edgeVariant), box.edgeWidth);
    if (box.radius > 0) out += fmt::format(" radius {:.2f}", box.radius);
    out += '\n';
}

void dumpLine(const Line& line, std::string& out) {
    out += fmt::format("  line {:.2f} {:.2f} {:.2f} {:.2f} {}{} {:.2f}{}\n", line.x1, line.y1, line.x2, line.y2,
                       inkText(line.ink, line.variant), alphaText(line.alpha), line.width, strokeWord(line.stroke));
}

void dumpArrow(const Arrow& arrow, std::string& out) {
    out += fmt::format("  arrow {:.2f} {:.2f} {:.2f} {:.2f} {}{} {:.2f}{} {}\n", arrow.from.x, arrow.from.y, arrow.to.x,
                       arrow.to.y, inkText(arrow.ink, 0), alphaText(arrow.alpha), arrow.width, strokeWord(arrow.stroke),
                       word(arrow.head, {"open", "arrow", "dot"}));
}

void dumpMark(const Mark& mark, std::string& out) {
    out += fmt::format("  mark {} {:.2f} {:.2f} {:.2f} {:.2f} {}\n",
                       word(mark.shape, {"chevrondown", "chevronright", "triangledown", "triangleup", "disc", "ring",
                                         "square", "pin", "cross"}),
                       mark.centre.x, mark.centre.y, mark.w, mark.h, inkText(mark.ink, mark.variant));
}

void dumpLabel(const Label& label, std::string& out) {
    out += fmt::format("  label {:.2f} {:.2f} {} {:.1f}/{}{} {} \"{}\"\n", label.x, label.baseline,
                       word(label.align, {"left", "center", "right"}), label.style.size, label.style.weight,
                       label.style.mono ? " mono" : "", inkText(label.ink, label.variant), label.text);
}

} // namespace

void clear(Scene& scene) {
    for (Layer& layer : scene.layers) {
        layer.clip.reset();
        layer.boxes.clear();
        layer.areas.clear();
        layer.lines.clear();
        layer.arrows.clear();
        layer.marks.clear();
        layer.labels.clear();
    }
}

std::string dump(const Scene& scene) {
    std::string out = fmt::format("scene {:.2f} {:.2f} {}\n", scene.width, scene.height, inkText(scene.background, 0));
    for (const Layer& layer : scene.layers) {
        out += "layer";
        if (layer.clip)
            out += fmt::format(" clip {:.2f} {:.2f} {:.2f} {:.2f}", layer.clip->x, layer.clip->y, layer.clip->w,
                               layer.clip->h);
        out += '\n';
        for (const Box& box : layer.boxes) dumpBox(box, out);
        for (const Area& area : layer.areas) {
            out += fmt::format("  area {} base {:.2f}", inkText(area.ink, 0), area.base);
            for (const PointF& p : area.line) out += fmt::format(" {:.2f},{:.2f}", p.x, p.y);
            out += '\n';
        }
        for (const Line& line : layer.lines) dumpLine(line, out);
        for (const Arrow& arrow : layer.arrows) dumpArrow(arrow, out);
        for (const Mark& mark : layer.marks) dumpMark(mark, out);
        for (const Label& label : layer.labels) dumpLabel(label, out);
    }
    return out;
}

} // namespace lanescope::scene
