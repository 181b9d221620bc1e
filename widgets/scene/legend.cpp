#include "widgets/scene/legend.h"

#include "widgets/scene/band_data.h"

#include <algorithm>
#include <array>
#include <bitset>

namespace lanescope::scene {

namespace {

constexpr TextStyle kStrong{12, 600, false};
constexpr TextStyle kPlain{12, 400, false};
constexpr double kRow = 22, kSwatchW = 14, kSwatchH = 10, kAfterSwatch = 7, kBetween = 22;

struct Seen {
    std::bitset<32> kinds, owners;
    bool runs = false, waiting = false;
    std::array<bool, static_cast<std::size_t>(Ink::Count_)> plain{};
};

Seen seenIn(const Scene& scene) {
    Seen out;
    for (const Layer& layer : scene.layers)
        for (const Box& box : layer.boxes) {
            out.plain[static_cast<std::size_t>(box.fill)] = true;
            if (box.fill == Ink::Kind) out.kinds.set(box.variant % 32);
            if (box.fill == Ink::Owner) out.owners.set(box.variant % 32);
            out.runs |= box.shape == Shape::Run;
            out.waiting |= box.fill == Ink::Kind && box.shape == Shape::Idle; // of several ranks (ranks_comm.cpp)
        }
    return out;
}

const char* kindName(WorkKind kind, std::span<const KindWords> names) {
    for (const KindWords& one : names)
        if (one.kind == kind) return one.words;
    switch (kind) {
    case WorkKind::Gemm:
        return "GEMM";
    case WorkKind::Moe:
        return "MoE";
    case WorkKind::Communication:
        return "communication";
    case WorkKind::Memory:
        return "memory copy";
    default:
        return kindWord(kind);
    }
}

class Flow {
public:
    Flow(Legend& legend, double width, double left, TextMeasure& text)
        : m_layer(legend.scene.layers.emplace_back()), m_width(width), m_left(left), m_x(left), m_text(text) {}

    void heading(const char* words) {
        m_layer.labels.push_back({static_cast<float>(m_x), static_cast<float>(m_y + 15), words, kStrong, Ink::Text});
        m_x += m_text.width(words, kStrong) + kBetween;
    }
    void entry(Box swatch, const char* words) {
        const double width = kSwatchW + kAfterSwatch + m_text.width(words, kPlain);
        if (m_x + width > m_width && m_x > m_left) {
            m_x = m_left;
            m_y += kRow;
        }
        swatch.rect = {static_cast<float>(m_x), static_cast<float>(m_y + 6), static_cast<float>(kSwatchW),
                       static_cast<float>(kSwatchH)};
        m_layer.boxes.push_back(swatch);
        m_layer.labels.push_back({static_cast<float>(m_x + kSwatchW + kAfterSwatch), static_cast<float>(m_y + 15),
                                  words, kPlain, Ink::Text2});
        m_x += width + kBetween;
    }
    double height() const { return m_y + kRow; }

private:
    Layer& m_layer;
    double m_width, m_left, m_x;
    double m_y = 0;
    TextMeasure& m_text;
};

void addKinds(Flow& flow, const Seen& seen, std::span<const KindWords> names) {
    for (std::uint8_t k = 1; k < static_cast<std::uint8_t>(WorkKind::Count_); ++k) {
        if (!seen.kinds.test(k)) continue;
        Box box{{}, Ink::Kind, k};
        box.shape = Shape::Slice;
        const auto kind = static_cast<WorkKind>(k);
        if (kind == WorkKind::Communication) box.rail = Rail::Solid;
        if (kind == WorkKind::Memory) box.rail = Rail::Dashed;
        flow.entry(box, kindName(kind, names));
    }
    if (!seen.waiting) return;
    Box box{{}, Ink::Kind, static_cast<std::uint8_t>(WorkKind::Communication)};
    box.shape = Shape::Idle;
    flow.entry(box, "waiting for the last rank");
}

void addHost(Flow& flow, const Seen& seen) {
    struct HostEntry {
        Ink ink;
        const char* words;
    };
    for (const HostEntry& entry : {HostEntry{Ink::Annotation, "annotation"}, HostEntry{Ink::Python, "python frame"},
                                   HostEntry{Ink::Operator, "operator"}, HostEntry{Ink::RuntimeCall, "runtime call"}}) {
        if (!seen.plain[static_cast<std::size_t>(entry.ink)]) continue;
        Box box{{}, entry.ink};
        box.edge = Ink::Line2;
        flow.entry(box, entry.words);
    }
}

} // namespace

Legend buildLegend(const Scene& of, double width, double left, TextMeasure& text, std::span<const KindWords> names) {
    Legend out;
    const Seen seen = seenIn(of);
    out.scene.width = static_cast<float>(width);
    out.scene.background = Ink::None;
    out.scene.layers.reserve(1);
    Flow flow(out, width, left, text);
    flow.heading("Legend");
    addKinds(flow, seen, names);
    for (std::uint8_t o = 0; o < static_cast<std::uint8_t>(IdleOwner::Count_); ++o) {
        if (!seen.owners.test(o)) continue;
        Box box{{}, Ink::Owner, o};
        box.shape = Shape::Idle;
        const std::string words = std::string(o == 0 ? "idle: " : "") + ownerName(static_cast<IdleOwner>(o));
        flow.entry(box, words.c_str());
    }
    addHost(flow, seen);
    out.height = flow.height();
    out.scene.height = static_cast<float>(out.height);
    return out;
}

} // namespace lanescope::scene
