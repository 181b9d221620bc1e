// Over the ranks: the selection, one collective joined on all of them, the pointer.
#include "widgets/scene/overlay_parts.h"
#include "widgets/scene/ranks_parts.h"

#include "core/query/ticks.h"

#include <algorithm>
#include <cmath>

namespace lanescope::scene {

namespace {

constexpr TextStyle kChip{10.5F, 600, false};
constexpr float kJoinWidth = 1.1F;

class Over {
public:
    Over(const RanksData& data, const RanksLayout& layout, const TimelineView& view, TextMeasure& text, Scene& scene)
        : m_data(data), m_layout(layout), m_view(view), m_text(text), m_scene(scene) {}

    void addHover(const RankSlice& slice) {
        const auto rect = rankSliceRect(m_data, m_layout, m_view, slice);
        if (!rect) return;
        marks().boxes.push_back({*rect, Ink::HoverTint});
        marks().boxes.push_back(frameBox(*rect, 0, Ink::Text, 1));
    }

    // Outlined on every rank; starts joined with starts, ends with ends, downwards from rank to rank.
    void addJoined(const std::vector<RankSlice>& joined) {
        std::vector<RectF> rects;
        for (const RankSlice& part : joined)
            if (const auto rect = rankSliceRect(m_data, m_layout, m_view, part)) rects.push_back(*rect);
        std::sort(rects.begin(), rects.end(), [](const RectF& a, const RectF& b) { return a.y < b.y; });
        for (std::size_t i = 0; i < rects.size(); ++i) {
            marks().boxes.push_back(frameBox(rects[i], -0.25, Ink::Selection, 1.5F));
            if (i == 0) continue;
            join(rects[i - 1].x, rects[i - 1].bottom(), rects[i].x, rects[i].y);
            join(rects[i - 1].right(), rects[i - 1].bottom(), rects[i].right(), rects[i].y);
        }
        if (rects.size() > 1) addFigures(rects.front().bottom(), rects.back().y);
    }

    void addCurrent(const RankSlice& slice) {
        const auto rect = rankSliceRect(m_data, m_layout, m_view, slice);
        if (!rect) return;
        Box ring = frameBox(*rect, 2, Ink::SelectionHalo, 1.5F);
        ring.radius = 3;
        ring.shape = Shape::Round;
        marks().boxes.push_back(ring);
        marks().boxes.push_back(frameBox(*rect, -0.25, Ink::Selection, 1.5F));
    }

    void addPointer(double pointerX) {
        if (pointerX < m_view.headerWidth || pointerX > m_view.width) return;
        Layer& layer = m_scene.layers[kPointer];
        const double x = std::floor(pointerX) + 0.5;
        Line line{toF(x), toF(kRulerHeight), toF(x), toF(m_view.height), Ink::Text2};
        line.alpha = 70;
        line.stroke = Stroke::Dash23;
        layer.lines.push_back(line);
        const RankTime time = m_view.scale.timeAt(pointerX - m_view.headerWidth);
        chip(x, 3, axisText(time - m_view.zero, timeTicks(m_view.scale, {AxisClock::Step, m_view.zero, 0})).whole,
             Ink::Text, Ink::Canvas);
    }

    void addMoved(std::uint32_t rank, const std::string& words) {
        for (const RanksRow& row : m_layout.rows) {
            if (row.what != RanksRow::What::RankGroup || row.rank != rank) continue;
            const double y = std::max(kRulerHeight, kRulerHeight + row.y - m_view.scrollY);
            Box frame{rectOf(0, y, m_view.width, row.height), Ink::None};
            frame.shape = Shape::Frame;
            frame.edge = Ink::Accent;
            m_scene.layers[kPointer].boxes.push_back(frame);
            chip(m_view.headerWidth + m_view.canvasWidth() / 2, y + 1, words, Ink::Accent, Ink::OnAccent);
        }
    }

private:
    // Figures of the rows that the joins cross stay readable: they are drawn again, on a ground of their own.
    void addFigures(float from, float to) {
        const StickyGroup sticky = stickyGroup(m_layout, m_view);
        for (const RanksRow& row : m_layout.rows) {
            if (row.what != RanksRow::What::RankGroup) continue;
            const double y = &row == sticky.row ? sticky.y : kRulerHeight + row.y - m_view.scrollY;
            const double end = std::min(static_cast<double>(to), m_view.height - row.height + 0.5);
            if (y < kRulerHeight - 0.5 || y + row.height <= static_cast<double>(from) || y >= end) continue;
            addRankFigures(m_scene.layers[kPointer], m_view, m_data.ranks[row.rank], y, FigureGround::Group, m_text);
        }
    }

    Layer& marks() { return m_scene.layers[kMarks]; }

    void join(float x1, float y1, float x2, float y2) {
        Line line{x1, y1, x2, y2, Ink::Selection};
        line.stroke = Stroke::Dash43;
        line.width = kJoinWidth;
        m_scene.layers[kLinks].lines.push_back(line);
    }

    void chip(double x, double y, const std::string& words, Ink ground, Ink ink) {
        const double width = m_text.width(words, kChip) + 12;
        const double left = m_view.headerWidth + width / 2 + 2;
        const double middle = std::clamp(x, left, std::max(left, m_view.width - width / 2 - 2));
        Box box{rectOf(middle - width / 2, y, width, 19), ground};
        box.shape = Shape::Round;
        box.radius = 3;
        m_scene.layers[kPointer].boxes.push_back(box);
        Label label{toF(middle), toF(y + 13.5), words, kChip, ink};
        label.align = Align::Center;
        m_scene.layers[kPointer].labels.push_back(std::move(label));
    }

    const RanksData& m_data;
    const RanksLayout& m_layout;
    const TimelineView& m_view;
    TextMeasure& m_text;
    Scene& m_scene;
};

} // namespace

void buildRanksOverlay(const RanksData& data, const RanksLayout& layout, const TimelineView& view,
                       const RanksOverlay& state, TextMeasure& text, Scene& scene) {
    clear(scene);
    scene.layers.resize(kOverLayers);
    scene.width = toF(view.width);
    scene.height = toF(view.height);
    scene.background = Ink::None;
    const RectF rows =
        rectOf(view.headerWidth + 1, kRulerHeight, view.canvasWidth(), std::max(0.0, view.height - kRulerHeight));
    scene.layers[kMarks].clip = rows;
    scene.layers[kLinks].clip = rows;
    Over over(data, layout, view, text, scene);
    if (state.hover) over.addHover(*state.hover);
    over.addJoined(state.joined);
    if (state.current) over.addCurrent(*state.current);
    if (state.pointerX) over.addPointer(*state.pointerX);
    if (state.moved) over.addMoved(*state.moved, state.movedBy);
}

} // namespace lanescope::scene
