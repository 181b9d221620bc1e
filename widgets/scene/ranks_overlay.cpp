// Over the ranks: the selection, one collective joined on all of them, the pointer.
#include "widgets/scene/overlay_parts.h"
#include "widgets/scene/ranks_joins.h"
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

    // Outlined on every rank; starts joined with starts, ends with ends, downwards from rank to rank. Rows far above
    // and below the view are not looked at.
    void addJoined(const std::vector<RankSlice>& joined, const Scene* frame) {
        if (joined.empty()) return;
        std::vector<std::optional<SliceId>> ofRank(m_data.ranks.size());
        for (const RankSlice& part : joined)
            if (part.rank < ofRank.size()) ofRank[part.rank] = part.slice;
        if (frame) m_words = wordsOf(*frame, m_view.headerWidth, m_text);
        const RanksRow* before = nullptr; // the last one that holds a part
        for (const RanksRow& row : m_layout.rows) {
            if (row.what != RanksRow::What::Timeline || !ofRank[row.rank]) continue;
            if (!holds(row, *ofRank[row.rank])) continue;
            const bool above = kRulerHeight + row.y + row.height - m_view.scrollY < kRulerHeight;
            if (!above) addPart(before, row, ofRank);
            before = &row;
            if (kRulerHeight + row.y - m_view.scrollY >= m_view.height) break;
        }
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
        const TimeAxis axis = m_view.shownAxis();
        chip(x, 3, axisText(time - axis.zero, timeTicks(m_view.scale, axis)).whole, Ink::Text, Ink::Canvas);
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
    bool holds(const RanksRow& row, SliceId slice) const {
        const RankOnView& rank = m_data.ranks[row.rank];
        if (!rank.data || slice.value >= rank.data->store.slices().size()) return false;
        const auto& tracks = rank.data->tree.row(row.row).tracks;
        const TrackId track = rank.data->store.lanes()[rank.data->store.lane(slice).value].track;
        return std::find(tracks.begin(), tracks.end(), track) != tracks.end();
    }

    void addPart(const RanksRow* before, const RanksRow& row, const std::vector<std::optional<SliceId>>& ofRank) {
        const auto rect = rankSliceRect(m_data, m_view, row, *ofRank[row.rank]);
        if (!rect) return;
        marks().boxes.push_back(frameBox(*rect, -0.25, Ink::Selection, 1.5F));
        const auto above = before ? rankSliceRect(m_data, m_view, *before, *ofRank[before->rank]) : std::nullopt;
        if (!above) return;
        join(above->x, above->bottom(), rect->x, rect->y);
        join(above->right(), above->bottom(), rect->right(), rect->y);
    }

    Layer& marks() { return m_scene.layers[kMarks]; }

    void join(float x1, float y1, float x2, float y2) {
        Line line{x1, y1, x2, y2, Ink::Selection};
        line.stroke = Stroke::Dash43;
        line.width = kJoinWidth;
        addApart(m_scene.layers[kLinks], line, m_words);
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
    std::vector<RectF> m_words; // of the frame
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
    over.addJoined(state.joined, state.frame);
    if (state.current) over.addCurrent(*state.current);
    if (state.pointerX) over.addPointer(*state.pointerX);
    if (state.moved) over.addMoved(*state.moved, state.movedBy);
}

} // namespace lanescope::scene
