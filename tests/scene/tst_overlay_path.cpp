// A path over the timeline: outlines of its slices, edges between lanes, all by hand at 1 us per px.
#include "tests/support/fixed_measure.h"
#include "tests/support/work_store.h"
#include "widgets/scene/overlay.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::scene;
using lanescope::testing::FixedMeasure;
using lanescope::testing::WorkStore;

namespace {

constexpr std::int64_t kUs = 1000;

class Stage {
public:
    Stage() {
        m_call = m_builder.call(10 * kUs, 20 * kUs, 1);
        m_first = m_builder.kernel(0, 7, 50 * kUs, 100 * kUs, WorkKind::Gemm, 1);
        m_second = m_builder.kernel(0, 20, 200 * kUs, 40 * kUs);
        m_thin = m_builder.kernel(0, 20, 300 * kUs, 1 * kUs);
        m_far = m_builder.kernel(0, 7, 5000 * kUs, 100 * kUs);
        store = m_builder.build();
        tree = buildRowTree(*store);
        layout = layoutRows(tree, state);
        view.width = 1220;
        view.height = 400;
        view.scale = TimeScale(rankTime(0), rankTime(0), 1000.0, 1000);
    }
    SliceId call() const { return m_builder.row(m_call); }
    SliceId first() const { return m_builder.row(m_first); }
    SliceId second() const { return m_builder.row(m_second); }
    SliceId thin() const { return m_builder.row(m_thin); }
    SliceId far() const { return m_builder.row(m_far); }

    Scene overlay(const std::vector<PathPiece>& path) {
        ShortNames names(*store);
        const BandData bands;
        OverlayState over;
        over.path = path;
        Scene scene;
        buildOverlay({*store, tree, layout, state, bands, names}, view, over, m_measure, scene);
        return scene;
    }
    static std::vector<Box> outlines(const Scene& scene) {
        std::vector<Box> out;
        for (const Layer& layer : scene.layers)
            for (const Box& box : layer.boxes)
                if (box.edge == Ink::Warn || box.fill == Ink::Warn) out.push_back(box);
        return out;
    }
    static std::vector<Arrow> edges(const Scene& scene) {
        std::vector<Arrow> out;
        for (const Layer& layer : scene.layers) out.insert(out.end(), layer.arrows.begin(), layer.arrows.end());
        return out;
    }

    std::shared_ptr<const TraceStore> store;
    RowTree tree;
    RowState state;
    RowLayout layout;
    TimelineView view;

private:
    WorkStore m_builder;
    FixedMeasure m_measure;
    std::size_t m_call = 0, m_first = 0, m_second = 0, m_thin = 0, m_far = 0;
};

} // namespace

class TestOverlayPath : public QObject {
    Q_OBJECT
private slots:
    void everySliceOfThePathIsOutlined() {
        Stage stage;
        const auto boxes = Stage::outlines(stage.overlay({{stage.first(), PathEdge::Next, {}}, {stage.second()}}));
        QCOMPARE(boxes.size(), std::size_t{2});
        QCOMPARE(boxes[0].rect.x, 220.0F + 50 - 1); // one px around the slice
        QCOMPARE(boxes[0].rect.w, 102.0F);
        QCOMPARE(boxes[0].edgeWidth, 2.0F);
        QCOMPARE(boxes[1].rect.x, 220.0F + 200 - 1);
    }

    void aSliceTooNarrowForAnOutlineIsUnderlined() {
        Stage stage;
        const auto boxes = Stage::outlines(stage.overlay({{stage.thin()}}));
        QCOMPARE(boxes.size(), std::size_t{1});
        QCOMPARE(boxes[0].fill, Ink::Warn);
        QCOMPARE(boxes[0].edge, Ink::None);
        QCOMPARE(boxes[0].rect.h, 2.0F); // of a slice that is 24 high: the lane stays readable
        QCOMPARE(boxes[0].rect.x, 220.0F + 300);
        const auto above = Stage::outlines(stage.overlay({{stage.second()}})); // its neighbour, one px around it
        QCOMPARE(boxes[0].rect.bottom(), above[0].rect.bottom() - 1);
    }

    void foldedNeighboursShareOneLine() {
        WorkStore builder;
        for (int i = 0; i < 3000; ++i) builder.kernel(0, 7, i * 100, 90); // a tenth of a px each
        builder.kernel(0, 7, 900'000, 100);
        Stage stage;
        stage.store = builder.build();
        stage.tree = buildRowTree(*stage.store);
        stage.layout = layoutRows(stage.tree, stage.state);
        std::vector<PathPiece> path;
        for (std::uint32_t i = 0; i < 3001; ++i) path.push_back({SliceId{i}});
        const auto boxes = Stage::outlines(stage.overlay(path));
        QCOMPARE(boxes.size(), std::size_t{2});
        QVERIFY(boxes[0].rect.w >= 300 && boxes[0].rect.w <= 302);
        QVERIFY(boxes[1].rect.w <= 2);
    }

    void anEdgeGoesFromTheEndToTheNextStart() {
        Stage stage;
        const auto arrows = Stage::edges(stage.overlay({{stage.first(), PathEdge::Wait, {}}, {stage.second()}}));
        QCOMPARE(arrows.size(), std::size_t{1});
        QCOMPARE(arrows[0].from.x, 220.0F + 150);
        QCOMPARE(arrows[0].to.x, 220.0F + 200);
        QCOMPARE(arrows[0].stroke, Stroke::Dash23);
        QCOMPARE(arrows[0].head, Head::Arrow);
        QCOMPARE(arrows[0].ink, Ink::Warn);
    }

    void neighboursOnALaneAndBrokenPathsHaveNoEdge() {
        Stage stage;
        QVERIFY(Stage::edges(stage.overlay({{stage.second()}, {stage.thin()}})).empty());
        QVERIFY(Stage::edges(stage.overlay({{stage.first(), PathEdge::None, {}}, {stage.second()}})).empty());
    }

    void wordsOfAnEdgeAreOnAChip() {
        Stage stage;
        const Scene scene = stage.overlay({{stage.call(), PathEdge::Launch, "queued 20 us"}, {stage.first()}});
        bool found = false;
        for (const Layer& layer : scene.layers)
            for (const Label& label : layer.labels) found = found || label.text == "queued 20 us";
        QVERIFY(found);
    }

    void whatLiesOutsideTheViewIsNotDrawn() {
        Stage stage;
        const Scene scene = stage.overlay({{stage.far()}});
        QVERIFY(Stage::outlines(scene).empty());
        QVERIFY(Stage::edges(scene).empty());
    }

    void anEdgeToASliceInAFoldedGroupEndsInADot() {
        Stage stage;
        stage.state.folded.insert("gpu 0");
        stage.layout = layoutRows(stage.tree, stage.state);
        const auto arrows = Stage::edges(stage.overlay({{stage.call(), PathEdge::Launch, {}}, {stage.first()}}));
        QCOMPARE(arrows.size(), std::size_t{1});
        QCOMPARE(arrows[0].head, Head::Dot);
    }
};

QTEST_APPLESS_MAIN(TestOverlayPath)
#include "tst_overlay_path.moc"
