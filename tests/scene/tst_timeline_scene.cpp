#include "core/query/visible_runs.h"
#include "tests/support/fixed_measure.h"
#include "tests/support/work_store.h"
#include "widgets/scene/overlay.h"
#include "widgets/scene/timeline_view.h"

#include <QTest>

#include <random>

using namespace lanescope;
using namespace lanescope::scene;
using lanescope::testing::FixedMeasure;
using lanescope::testing::WorkStore;

namespace {

// A trace with its rows, bands and layout, looked at with 1 us per px from its start; header 220, canvas 1000 px.
struct Stage {
    explicit Stage(std::shared_ptr<const TraceStore> built, RowState rowState = {})
        : store(std::move(built)),
          tree(buildRowTree(*store)),
          state(std::move(rowState)),
          layout(layoutRows(tree, state)),
          bands(bandsOf(collectDeviceWork(*store))),
          names(*store) {
        view.width = 1220;
        view.height = 400;
        view.scale = TimeScale(store->extent().begin, store->extent().begin, 1000.0, 1000);
        view.zero = store->extent().begin;
    }
    TimelineData data() { return {*store, tree, layout, state, bands, names}; }
    Scene build() {
        Scene scene;
        buildTimeline(data(), view, measure, scene);
        return scene;
    }
    QStringList lines(const char* word) {
        QStringList out;
        for (const QString& line : QString::fromStdString(dump(build())).split(QLatin1Char('\n')))
            if (line.contains(QLatin1String(word))) out << line.trimmed();
        return out;
    }
    double top(const char* key) const {
        const auto row = tree.find(key);
        const PlacedRow* placed = row ? layout.find(*row) : nullptr;
        return placed ? view.rowsTop(layout) + placed->y : -1;
    }

    std::shared_ptr<const TraceStore> store;
    RowTree tree;
    RowState state;
    RowLayout layout;
    BandData bands;
    ShortNames names;
    FixedMeasure measure;
    TimelineView view;
};

constexpr std::int64_t kUs = 1000;

std::shared_ptr<const TraceStore> smallTrace() {
    WorkStore store;
    store.step(12, 0, 900 * kUs);
    store.op("aten::linear", 10 * kUs, 100 * kUs);
    store.call(20 * kUs, 10 * kUs, 1);
    store.kernel(0, 7, 50 * kUs, 200 * kUs, WorkKind::Gemm, 1, "nvjet_tst_256x192_64x4_TNT");
    store.kernel(0, 20, 200 * kUs, 100 * kUs, WorkKind::Communication, 0, "ncclDevKernel_AllGather_RING_LL(x)");
    store.kernel(0, 7, 700 * kUs, 0, WorkKind::Elementwise, 0, "nothing_kernel");
    return store.build();
}

} // namespace

class TestTimelineScene : public QObject {
    Q_OBJECT
private slots:
    void aKernelIsDrawnWhereItsTimeIs() {
        Stage stage(smallTrace());
        const double y = stage.top("gpu 0/stream 7") + 3;
        // 50 us at 1 us per px, right of the header, half a px of canvas on each side.
        QVERIFY(
            stage.lines("kind.1").contains(QStringLiteral("slice 270.50 %1 199.00 24.00 kind.1").arg(y, 0, 'f', 2)));
    }

    void collectivesHaveARailAndTheirShortName() {
        Stage stage(smallTrace());
        const double y = stage.top("gpu 0/stream 20") + 3;
        QVERIFY(stage.lines("slice").contains(
            QStringLiteral("slice 420.50 %1 99.00 24.00 kind.12 rail").arg(y, 0, 'f', 2)));
        QCOMPARE(stage.lines("AllGather").size(), 1);
        QVERIFY(stage.lines("AllGather").front().contains(QLatin1String("11.0/500")));
    }

    void workWithoutLengthIsADiamond() {
        Stage stage(smallTrace());
        const double y = stage.top("gpu 0/stream 7") + 3 + 12 - 3.5;
        QCOMPARE(stage.lines("diamond"),
                 QStringList{QStringLiteral("diamond 916.50 %1 7.00 7.00 kind.6").arg(y, 0, 'f', 2)});
    }

    void theBandStacksPartsAndLeavesIdleEmpty() {
        Stage stage(smallTrace(), defaultRowState(buildRowTree(*smallTrace())));
        // Compute 50..250, communication under it 200..250, exposed 250..300: columns are whole us.
        const QStringList band = stage.lines(" 28.00 ");
        QVERIFY(band.contains(QStringLiteral("fill 270.00 28.00 150.00 18.00 kind.1 80%")));
        QVERIFY(band.contains(QStringLiteral("fill 420.00 28.00 50.00 18.00 kind.1 80%")));
        QVERIFY(band.contains(QStringLiteral("fill 420.00 28.00 50.00 5.00 kind.12")));
        QVERIFY(band.contains(QStringLiteral("fill 470.00 28.00 50.00 18.00 kind.12")));
    }

    void theStepIsMarkedAndNumbered() {
        Stage stage(smallTrace());
        QVERIFY(stage.lines("\"12\"").size() == 1);
        QVERIFY(stage.lines("line 220.50 25.00 220.50 400.00 text2").size() == 1);
    }

    void aLabelStaysReadableWhileItsSliceRunsOutOfView() {
        Stage stage(smallTrace());
        stage.view.scale = stage.view.scale.pannedBy(100); // the kernel now starts 50 px left of the canvas
        const QStringList labels = stage.lines("nvjet");
        QCOMPARE(labels.size(), 1);
        QVERIFY2(labels.front().startsWith(QLatin1String("label 224.00")), qPrintable(labels.front()));
    }

    void foldedGroupsHideTheirRows() {
        RowState state;
        state.folded.insert("gpu 0");
        Stage stage(smallTrace(), state);
        QVERIFY(stage.lines("stream 7").isEmpty());
        QCOMPARE(stage.lines("chevronright").size(), 1);
    }

    void rowsAboveAndBelowTheViewAreNotBuilt() {
        WorkStore store;
        for (int i = 0; i < 100; ++i) store.op("op", 0, 500 * kUs, std::to_string(i + 1));
        Stage stage(store.build());
        stage.view.height = 200;
        const qsizetype visible = stage.lines("slice").size();
        QVERIFY(visible > 3 && visible < 12);
        stage.view.scrollY = 1000;
        QVERIFY(stage.lines("slice").size() < 12);
    }

    void theSameInputGivesTheSameDump() {
        Stage a(smallTrace());
        Stage b(smallTrace());
        QCOMPARE(QString::fromStdString(dump(a.build())), QString::fromStdString(dump(b.build())));
        Scene again = a.build();
        const std::string first = dump(again);
        buildTimeline(a.data(), a.view, a.measure, again); // into the same scene
        QCOMPARE(QString::fromStdString(dump(again)), QString::fromStdString(first));
    }

    void whatIsDrawnIsWhatIsHit() {
        Stage stage(smallTrace());
        const double y = stage.top("gpu 0/stream 7") + 15;
        const auto hit = hitTest(stage.data(), stage.view, 220 + 100, y);
        QVERIFY(hit && hit->slice);
        QCOMPARE(stage.store->name(*hit->slice), std::string_view("nvjet_tst_256x192_64x4_TNT"));
        QCOMPARE(count(hit->time), std::int64_t{100 * kUs});
        const auto beside = hitTest(stage.data(), stage.view, 220 + 400, y);
        QVERIFY(beside && !beside->slice && beside->row);
        const auto diamond = hitTest(stage.data(), stage.view, 220 + 702, y);
        QVERIFY(diamond && diamond->slice);
        QCOMPARE(stage.store->name(*diamond->slice), std::string_view("nothing_kernel"));
        QVERIFY(!hitTest(stage.data(), stage.view, -1, y));
        QCOMPARE(hitTest(stage.data(), stage.view, 50, 10)->zone, Zone::RulerHeader);
        QVERIFY(hitTest(stage.data(), stage.view, 10, stage.top("gpu 0") + 5)->chevron);
    }

    void aFoldedRunTellsHowManyItHolds() {
        WorkStore store;
        for (int i = 0; i < 100; ++i) store.kernel(0, 7, 500 * kUs + i * 300, i == 40 ? 250 : 200);
        store.kernel(0, 7, 0, 100 * kUs);
        Stage stage(store.build());
        const auto hit = hitTest(stage.data(), stage.view, 220 + 510, stage.top("gpu 0/stream 7") + 15);
        QVERIFY(hit && !hit->slice && hit->folded);
        QVERIFY(hit->folded->count > 1);
        QVERIFY(hit->folded->range.contains(rankTime(510 * kUs)));
    }

    void everyVisibleSliceIsHitInItsMiddle() {
        std::mt19937 random(3);
        std::uniform_int_distribution<int> length(0, 12'000), gap(0, 3'000);
        WorkStore store;
        std::int64_t t = 0;
        for (int i = 0; i < 300; ++i) {
            const int ns = length(random);
            store.kernel(0, 7, t, ns);
            t += ns + gap(random);
        }
        Stage stage(store.build());
        const double y = stage.top("gpu 0/stream 7") + 15;
        std::vector<Piece> pieces;
        visiblePieces(*stage.store, stage.tree.row(*stage.tree.find("gpu 0/stream 7")).lanes[0], stage.view.scale,
                      pieces);
        int seen = 0;
        for (const Piece& piece : pieces) {
            const double x = 220 + (piece.x0 + piece.x1) / 2;
            if (piece.kind == PieceKind::Run || x >= 1220) continue;
            const auto hit = hitTest(stage.data(), stage.view, x, y);
            QVERIFY(hit && hit->slice);
            QCOMPARE(hit->slice->value, piece.slice.value);
            ++seen;
        }
        QVERIFY(seen > 100);
    }

    void theHeaderSaysTheRangeThatWasAskedFor() {
        Stage stage(smallTrace());
        const RankTime zero = stage.view.zero;
        stage.view.scale = TimeScale(zero, zero, 95'200, 1000); // whole px: 95.2 ms
        QCOMPARE(stage.lines("\"+0.000 to +95.200").size(), 1);
        stage.view.asked = TimeRange{zero, zero + Ns{95'118'700}};
        QCOMPARE(stage.lines("\"+0.000 to +95.119").size(), 1);
    }

    void theSliceUnderThePointerIsNamedBesideItsTime() {
        Stage stage(smallTrace());
        OverlayState state;
        for (std::uint32_t s = 0; s < stage.store->slices().size(); ++s)
            if (stage.store->kind(SliceId{s}) == WorkKind::Gemm) state.hover = SliceId{s};
        const auto rulerWords = [&](double x) {
            state.pointerX = x;
            Scene overlay;
            buildOverlay(stage.data(), stage.view, state, stage.measure, overlay);
            std::vector<std::pair<QString, float>> out; // words, left edge
            for (const Layer& layer : overlay.layers)
                for (const Label& label : layer.labels)
                    if (label.baseline < kRulerHeight) out.emplace_back(QString::fromStdString(label.text), label.x);
            return out;
        };
        const auto words = rulerWords(320); // 100 us after the start
        QCOMPARE(words.size(), std::size_t{3});
        QCOMPARE(words[0].first, QStringLiteral("+0.100\u202fms")); // the view ends at 1 ms
        QCOMPARE(words[1].first, QStringLiteral("nvjet_tst_256x192"));
        QCOMPARE(words[2].first, QStringLiteral("200\u202f\u00b5s"));
        QVERIFY(words[1].second > words[0].second);
        const auto atTheEnd = rulerWords(1215); // no room at the right
        QCOMPARE(atTheEnd.size(), std::size_t{3});
        QVERIFY(atTheEnd[2].second < atTheEnd[0].second);
        state.hover.reset();
        QCOMPARE(rulerWords(320).size(), std::size_t{1});
    }

    void theLengthOfARangeMovesAsideForThePointersTime() {
        Stage stage(smallTrace());
        const RankTime zero = stage.view.zero;
        stage.view.range = TimeRange{zero + Ns{100 * kUs}, zero + Ns{700 * kUs}}; // 100 to 700 px of the canvas
        const auto lengths = [&](double x) { // left edges of what says 600 us in the overlay
            OverlayState state;
            state.pointerX = x;
            Scene overlay;
            buildOverlay(stage.data(), stage.view, state, stage.measure, overlay);
            std::vector<float> out;
            for (const Layer& layer : overlay.layers)
                for (const Label& label : layer.labels)
                    if (label.text == "600.0\u202f\u00b5s") out.push_back(label.x);
            return out;
        };
        QVERIFY(lengths(220 + 150).empty()); // far from the middle it stays where the ruler has it
        const auto moved = lengths(220 + 400);
        QCOMPARE(moved.size(), std::size_t{1});
        QVERIFY(moved[0] > 220 + 100 && moved[0] < 220 + 400 - 40);
    }

    void manyNarrowChosenSlicesAreNoBlock() {
        WorkStore made;
        for (int i = 0; i < 3; ++i) made.kernel(0, 7, i * 100 * kUs, kUs, WorkKind::Gemm); // one px each
        Stage stage(made.build());
        OverlayState state;
        for (std::uint32_t s = 0; s < 3; ++s) state.selection.push_back(SliceId{s});
        Scene overlay;
        buildOverlay(stage.data(), stage.view, state, stage.measure, overlay);
        int frames = 0, lines = 0;
        for (const Layer& layer : overlay.layers) {
            for (const Box& box : layer.boxes)
                frames += box.shape == Shape::Frame && box.edge == Ink::Selection ? 1 : 0;
            for (const Line& line : layer.lines) lines += line.ink == Ink::Selection ? 1 : 0;
        }
        QCOMPARE(frames, 1); // the current one
        QCOMPARE(lines, 4);  // above and below the two others
    }

    void theRulerLeavesRoomForALane() {
        Stage stage(smallTrace());
        const double before = stage.top("gpu 0/stream 7");
        stage.view.laneHeight = 26;
        QCOMPARE(stage.top("gpu 0/stream 7"), before + 26);
        const auto hit = hitTest(stage.data(), stage.view, 220 + 100, before + 26 + 10);
        QVERIFY(hit && hit->slice);
        QCOMPARE(int(stage.store->kind(*hit->slice)), int(WorkKind::Gemm));
        const auto lane = hitTest(stage.data(), stage.view, 220 + 100, kRulerHeight + 10);
        QVERIFY(lane && !lane->row);
    }

    void theArrowOfALaunchCarriesItsDelay() {
        Stage stage(smallTrace());
        std::optional<SliceId> kernel;
        for (std::uint32_t s = 0; s < stage.store->slices().size(); ++s)
            if (stage.store->kind(SliceId{s}) == WorkKind::Gemm) kernel = SliceId{s};
        QVERIFY(kernel);
        OverlayState state;
        state.selection = {*kernel};
        state.links = launchLinks(*stage.store, *kernel);
        QCOMPARE(state.links.size(), std::size_t{1});
        Scene overlay;
        buildOverlay(stage.data(), stage.view, state, stage.measure, overlay);
        const QString text = QString::fromStdString(dump(overlay));
        QVERIFY(text.contains(QStringLiteral("\"queued 30.0\u202f\u00b5s\""))); // 20 us to 50 us
        const double to = stage.top("gpu 0/stream 7") + 3 + 12;
        QVERIFY2(text.contains(QStringLiteral(" 270.00 %1 sel 1.50 arrow").arg(to, 0, 'f', 2)), qPrintable(text));
    }
};

QTEST_APPLESS_MAIN(TestTimelineScene)
#include "tst_timeline_scene.moc"
