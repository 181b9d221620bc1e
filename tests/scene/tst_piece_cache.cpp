// Frames while panning: kept pieces are what folding anew would give, and nothing shifts.
#include "tests/support/fixed_measure.h"
#include "tests/support/work_store.h"
#include "widgets/scene/piece_cache.h"
#include "widgets/scene/timeline_view.h"

#include <QTest>

#include <random>

using namespace lanescope;
using namespace lanescope::scene;
using lanescope::testing::FixedMeasure;
using lanescope::testing::WorkStore;

namespace {

// Kernels of random lengths and gaps; every one has a length.
std::shared_ptr<const TraceStore> randomStream(unsigned seed, int count) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> length(1, 60), gap(0, 25), rare(0, 40), kind(1, 6);
    WorkStore store;
    std::int64_t t = 0;
    for (int i = 0; i < count; ++i) {
        const std::int64_t duration = rare(random) == 0 ? 2000 : length(random);
        store.kernel(0, 7, t, duration, static_cast<WorkKind>(kind(random)));
        t += duration + (rare(random) < 20 ? 0 : rare(random) == 1 ? 900 : gap(random));
    }
    return store.build();
}

QStringList texts(const std::vector<Piece>& pieces) {
    QStringList out;
    for (const Piece& p : pieces)
        out << QStringLiteral("%1 tone %2 density %3 row %4 %5..%6")
                   .arg(static_cast<int>(p.kind))
                   .arg(p.tone)
                   .arg(p.density)
                   .arg(p.kind == PieceKind::Run ? -1 : static_cast<int>(p.slice.value))
                   .arg(p.x0, 0, 'f', 4)
                   .arg(p.x1, 0, 'f', 4);
    return out;
}

const DisplayLane kLane{LaneId{0}, nullptr, nullptr};

QStringList anew(const TraceStore& store, const TimeScale& scale) {
    std::vector<Piece> out;
    visiblePieces(store, kLane, scale, out);
    return texts(out);
}

} // namespace

class TestPieceCache : public QObject {
    Q_OBJECT
private slots:
    void panningThereAndBackShowsWhatAFreshFrameShows() {
        const auto store = randomStream(7, 4000);
        std::mt19937 random(8);
        std::uniform_int_distribution<int> pan(-90, 110);
        for (const double nsPerPx : {3.7, 17.0, 120.0}) {
            PieceCache kept;
            std::vector<Piece> pieces;
            TimeScale scale(rankTime(0), rankTime(20'000), nsPerPx, 300);
            for (int i = 0; i < 120; ++i) {
                kept.pieces(*store, kLane, scale, pieces);
                QCOMPARE(texts(pieces), anew(*store, scale));
                scale = scale.pannedBy(pan(random));
            }
        }
    }

    void anotherZoomIsFoldedAnew() {
        const auto store = randomStream(9, 2000);
        PieceCache kept;
        std::vector<Piece> pieces;
        TimeScale scale(rankTime(0), rankTime(0), 10.0, 300);
        for (int i = 0; i < 40; ++i) {
            kept.pieces(*store, kLane, scale, pieces);
            QCOMPARE(texts(pieces), anew(*store, scale));
            scale = i % 3 == 0 ? scale.zoomedAt(150, 1.3) : scale.pannedBy(40);
        }
    }

    void aWiderWindowShowsMoreOfTheSame() {
        const auto store = randomStream(10, 2000);
        PieceCache kept;
        std::vector<Piece> pieces;
        const TimeScale scale(rankTime(0), rankTime(5000), 10.0, 300);
        for (const double width : {300.0, 250.5, 301.25, 700.0, 300.0}) {
            kept.pieces(*store, kLane, scale.withWidth(width), pieces);
            QCOMPARE(texts(pieces), anew(*store, scale.withWidth(width)));
        }
    }

    void anotherTraceForgetsThePiecesOfTheLast() {
        const auto first = randomStream(11, 500);
        const auto second = randomStream(12, 500);
        PieceCache kept;
        std::vector<Piece> pieces;
        const TimeScale scale(rankTime(0), rankTime(0), 10.0, 300);
        kept.pieces(*first, kLane, scale, pieces);
        kept.pieces(*second, kLane, scale, pieces);
        QCOMPARE(texts(pieces), anew(*second, scale));
    }

    // The borders of folded runs belong to the trace: a frame panned by whole px is the same frame, moved.
    void aPannedFrameIsTheSameFrameMoved() {
        const auto store = randomStream(13, 4000);
        const RowTree tree = buildRowTree(*store);
        const RowState state;
        const RowLayout layout = layoutRows(tree, state);
        const BandData bands;
        ShortNames names(*store);
        FixedMeasure measure;
        PieceCache kept;
        TimelineView view;
        view.width = 1220;
        view.height = 300;
        view.scale = TimeScale(rankTime(0), rankTime(10'000), 40.0, 1000);
        const auto boxes = [&](double shift) {
            Scene scene;
            buildTimeline({*store, tree, layout, state, bands, names, &kept}, view, measure, scene);
            QStringList out;
            for (const Layer& layer : scene.layers)
                for (const Box& box : layer.boxes) {
                    const double x0 = static_cast<double>(box.rect.x) + shift;
                    const double x1 = static_cast<double>(box.rect.right()) + shift;
                    if ((box.shape != Shape::Run && box.shape != Shape::Slice) || x0 < 440 || x1 > 1000) continue;
                    out << QStringLiteral("%1 %2 %3 %4 %5")
                               .arg(x0, 0, 'f', 2)
                               .arg(x1, 0, 'f', 2)
                               .arg(static_cast<double>(box.rect.y))
                               .arg(box.variant)
                               .arg(box.alpha);
                }
            return out;
        };
        const QStringList still = boxes(0);
        QVERIFY(still.size() > 50);
        for (int px = 1; px <= 200; px += 33) {
            TimelineView base = view;
            view.scale = view.scale.pannedBy(px);
            QCOMPARE(boxes(px), still);
            view = base;
        }
    }
};

QTEST_APPLESS_MAIN(TestPieceCache)
#include "tst_piece_cache.moc"
