// The frame of several ranks: rows of each from its own store, one ruler.
#include "widgets/scene/ranks_joins.h"
#include "widgets/scene/ranks_parts.h"

#include <algorithm>
#include <cmath>

namespace lanescope::scene {

namespace {

constexpr double kLeastStepPx = 24; // closer step lines are left out
constexpr TextStyle kSmall{11, 400, false};

// What a frame needs where no trace is open.
struct Nothing {
    TraceStore store{StoreParts{}, nullptr};
    RowTree tree;
    RowLayout layout;
    RowState state;
    BandData bands;
    ShortNames names{store};
    TimelineData data() { return {store, tree, layout, state, bands, names, nullptr}; }
};

class RanksFrame {
public:
    RanksFrame(const RanksData& data, const RanksLayout& layout, const TimelineView& view, TextMeasure& text,
               Scene& scene)
        : m_data(data), m_layout(layout), m_view(view), m_text(text), m_scene(scene) {}

    void addRows() {
        const double top = kRulerHeight;
        const double height = std::max(0.0, m_view.height - top);
        m_scene.layers[kRows].clip = rectOf(m_view.headerWidth, top, m_view.canvasWidth(), height);
        m_scene.layers[kSteps].clip = m_scene.layers[kRows].clip;
        m_scene.layers[kHeaders].clip = rectOf(0, top, m_view.width, height);
        auto it = std::lower_bound(m_layout.rows.begin(), m_layout.rows.end(), m_view.scrollY,
                                   [](const RanksRow& row, double y) { return row.y + row.height <= y; });
        for (; it != m_layout.rows.end(); ++it) {
            const double y = top + it->y - m_view.scrollY;
            if (y >= m_view.height) break;
            addRow(*it, y, kHeaders);
        }
        keepStepsOffWords();
        const StickyGroup sticky = stickyGroup(m_layout, m_view);
        m_scene.layers[kTopHeaders].clip = m_scene.layers[kHeaders].clip;
        if (sticky.row) addRow(*sticky.row, sticky.y, kTopHeaders);
    }

    void addRulerAndGrid() {
        Nothing nothing;
        const RankOnView* rank = m_data.ruler ? &m_data.ranks[*m_data.ruler] : nullptr;
        const TimelineData data = rank && rank->data ? *rank->data : nothing.data();
        const TimelineView view = rank && rank->data ? viewOfRank(m_view, *rank) : m_view;
        Frame frame{data, view, m_text, m_scene, {}};
        frame.layer(kUnder).clip =
            rectOf(m_view.headerWidth, kRulerHeight, m_view.canvasWidth(), std::max(0.0, m_view.height - kRulerHeight));
        frame.layer(kOver).clip = rectOf(m_view.headerWidth, 0, m_view.canvasWidth(), m_view.height);
        addGrid(frame);
        addRange(frame);
        addRuler(frame);
    }

private:
    void addRow(const RanksRow& row, double y, LayerIndex headers) {
        switch (row.what) {
        case RanksRow::What::RankGroup:
            return addRankGroup(m_scene, headers, m_view, m_data.ranks[row.rank], row, y, m_text);
        case RanksRow::What::KindGroup:
            m_rows = RankRows::ByKind;
            return addKindGroup(m_scene, headers, m_view, row, y);
        case RanksRow::What::Message:
            addSeparator(row, y);
            return addMessage(row, y, headers);
        case RanksRow::What::Timeline:
            addSeparator(row, y);
            return addTimeline(row, y, headers);
        }
    }

    void addSeparator(const RanksRow& row, double y) {
        const double bottom = y + row.height - 0.5;
        m_scene.layers[kRows].lines.push_back(
            {toF(m_view.headerWidth), toF(bottom), toF(m_view.width), toF(bottom), Ink::Grid});
    }

    void addMessage(const RanksRow& row, double y, LayerIndex headers) {
        const RankOnView& rank = m_data.ranks[row.rank];
        addRankHeader(m_scene, headers, m_view, rank, row, y, m_rows, m_text);
        m_scene.layers[kRows].labels.push_back(
            {toF(m_view.headerWidth + 12), toF(y + row.height / 2 + 4), rank.instead, kSmall, Ink::Text2});
    }

    void addTimeline(const RanksRow& row, double y, LayerIndex headers) {
        const RankOnView& rank = m_data.ranks[row.rank];
        const TimelineView view = viewOfRank(m_view, rank);
        Frame frame{*rank.data, view, m_text, m_scene, {}};
        const PlacedRow placed = placedOf(row);
        const RowAt at{rank.data->tree.row(row.row), placed, y};
        if (row.kind == RankRowKind::Parts)
            addPartsBand(frame, kRows, at);
        else if (row.kind == RankRowKind::Idle)
            addIdleBand(frame, kRows, at);
        else if (row.kind == RankRowKind::Communication)
            addCommLanes(frame, kRows, at, rank.waits);
        else
            addLanes(frame, kRows, at);
        addStepLines(rank, row, y);
        addRankHeader(m_scene, headers, m_view, rank, row, y, m_rows, m_text);
    }

    // Ranks do not start a step at the same moment: each has lines of its own.
    void addStepLines(const RankOnView& rank, const RanksRow& row, double y) {
        double free = -1e9;
        const auto& steps = rank.data->store.steps(); // in order of time
        const auto startOf = [&](const Step& step) { return rank.data->store.start(SliceId{step.slice}); };
        auto step = std::lower_bound(steps.begin(), steps.end(), rank.scale.visible().begin,
                                     [&](const Step& s, RankTime t) { return startOf(s) < t; });
        for (; step != steps.end(); ++step) {
            const double x = rank.scale.x(startOf(*step));
            if (x > m_view.canvasWidth()) break;
            if (x < 0 || x < free) continue;
            const double at = m_view.headerWidth + std::floor(x) + 0.5;
            m_scene.layers[kSteps].lines.push_back({toF(at), toF(y), toF(at), toF(y + row.height), Ink::Text2});
            free = x + kLeastStepPx;
        }
    }

    // Step lines lie over the rows.
    void keepStepsOffWords() {
        Layer& steps = m_scene.layers[kSteps];
        if (steps.lines.empty()) return;
        const std::vector<RectF> words = wordsOf(m_scene, m_view.headerWidth, m_text);
        std::vector<Line> whole;
        whole.swap(steps.lines);
        for (const Line& line : whole) addApart(steps, line, words);
    }

    const RanksData& m_data;
    const RanksLayout& m_layout;
    const TimelineView& m_view;
    TextMeasure& m_text;
    Scene& m_scene;
    RankRows m_rows = RankRows::Stacked;

public:
    void setRows(RankRows rows) { m_rows = rows; }
};

} // namespace

void buildRanks(const RanksData& data, const RanksLayout& layout, const TimelineView& view, TextMeasure& text,
                Scene& scene) {
    clear(scene);
    scene.layers.resize(kLayerCount);
    scene.width = toF(view.width);
    scene.height = toF(view.height);
    scene.background = Ink::Canvas;
    RanksFrame frame(data, layout, view, text, scene);
    const bool byKind = !layout.rows.empty() && layout.rows.front().what == RanksRow::What::KindGroup;
    frame.setRows(byKind ? RankRows::ByKind : RankRows::Stacked);
    frame.addRows();
    frame.addRulerAndGrid();
    Box column{rectOf(0, kRulerHeight, view.headerWidth, std::max(0.0, view.height - kRulerHeight)), Ink::Header};
    scene.layers[kUnder].boxes.push_back(column);
    scene.layers[kUnder].clip.reset();
    const double edge = view.headerWidth + 0.5;
    scene.layers[kSteps].clip.reset();
    scene.layers[kOver].lines.push_back({toF(edge), 0, toF(edge), toF(view.height), Ink::Line2});
}

} // namespace lanescope::scene
