#include "core/query/derived_lanes.h"
#include "core/query/visible_runs.h"
#include "tests/support/slow_runs.h"
#include "tests/support/work_store.h"

#include <QTest>

#include <numeric>
#include <random>

using namespace lanescope;
using lanescope::testing::slowPieces;
using lanescope::testing::WorkStore;

namespace {

std::vector<std::uint32_t> allRows(const TraceStore& store, std::uint32_t lane) {
    std::vector<std::uint32_t> rows(store.lanes()[lane].sliceCount);
    std::iota(rows.begin(), rows.end(), store.lanes()[lane].firstSlice);
    return rows;
}

std::vector<Piece> piecesOf(const TraceStore& store, const TimeScale& scale, std::uint32_t lane = 0) {
    std::vector<Piece> out;
    visiblePieces(store, {LaneId{lane}, nullptr, nullptr}, scale, out);
    return out;
}

QString text(const Piece& p) {
    const char* kinds[] = {"slice", "lone", "run", "point"};
    return QStringLiteral("%1 tone %2 density %3 row %4 %5..%6")
        .arg(QLatin1String(kinds[static_cast<int>(p.kind)]))
        .arg(p.tone)
        .arg(p.density)
        .arg(p.slice.value)
        .arg(p.x0, 0, 'f', 6)
        .arg(p.x1, 0, 'f', 6);
}

QStringList texts(const std::vector<Piece>& pieces) {
    QStringList out;
    for (const Piece& piece : pieces) out << text(piece);
    return out;
}

TimeScale px10(double width = 100) { return TimeScale(rankTime(0), rankTime(0), 10.0, width); } // 10 ns per px

// Kernels of random lengths and gaps on one stream, some without length.
std::shared_ptr<const TraceStore> randomStream(unsigned seed, int count, int tones) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> length(0, 60), gap(0, 25), rare(0, 40), kind(1, tones);
    WorkStore store;
    std::int64_t t = 0;
    for (int i = 0; i < count; ++i) {
        const std::int64_t duration = rare(random) == 0 ? 2000 : rare(random) < 5 ? 0 : length(random);
        store.kernel(0, 7, t, duration, static_cast<WorkKind>(kind(random)));
        t += duration + (rare(random) < 20 ? 0 : gap(random)) + (duration == 0 ? 1 : 0);
    }
    return store.build();
}

} // namespace

class TestVisibleRuns : public QObject {
    Q_OBJECT
private slots:
    void aSliceOfThreePixelsIsDrawnAndANarrowerOneFolds() {
        WorkStore store;
        store.kernel(0, 7, 100, 30, WorkKind::Gemm); // 3 px
        store.kernel(0, 7, 400, 29, WorkKind::Gemm); // just below, alone
        store.kernel(0, 7, 600, 14, WorkKind::Norm); // 1.4 px, followed at once
        store.kernel(0, 7, 614, 10, WorkKind::Norm);
        const auto pieces = piecesOf(*store.build(), px10());
        QCOMPARE(texts(pieces), (QStringList{
                                    "slice tone 1 density 4 row 0 10.000000..13.000000",
                                    "lone tone 1 density 4 row 1 40.000000..42.900000",
                                    "run tone 4 density 4 row 2 60.000000..62.000000", // 20 of 20 ns
                                    "run tone 4 density 2 row 3 62.000000..63.000000", // 4 of 10 ns
                                }));
    }

    void aLoneSliceIsAtLeastOnePointTwoPixelsWide() {
        WorkStore store;
        store.kernel(0, 7, 500, 1);
        const auto pieces = piecesOf(*store.build(), px10());
        QCOMPARE(pieces.size(), std::size_t{1});
        QCOMPARE(pieces[0].kind, PieceKind::Lone);
        QCOMPARE(pieces[0].x1 - pieces[0].x0, 1.2);
    }

    void theColourOfARunIsTheKindWithMostTime() {
        WorkStore store;
        store.kernel(0, 7, 100, 2, WorkKind::Gemm);
        store.kernel(0, 7, 102, 2, WorkKind::Gemm);
        store.kernel(0, 7, 104, 5, WorkKind::Softmax); // one, but longer than both
        const auto pieces = piecesOf(*store.build(), px10());
        QCOMPARE(pieces.size(), std::size_t{1});
        QCOMPARE(pieces[0].tone, static_cast<std::uint8_t>(WorkKind::Softmax));
        QCOMPARE(int{pieces[0].density}, 4); // 9 of 10 ns
    }

    void neighboursAPixelApartFoldTogetherAndFurtherOnesDoNot() {
        WorkStore store;
        store.kernel(0, 7, 100, 5);
        store.kernel(0, 7, 115, 5); // 1 px after the first
        store.kernel(0, 7, 131, 5); // 1.1 px after the second
        const auto pieces = piecesOf(*store.build(), px10());
        QCOMPARE(pieces.size(), std::size_t{2});
        QCOMPARE(pieces[0].kind, PieceKind::Run);
        QCOMPARE(pieces[1].kind, PieceKind::Lone);
    }

    void anEventWithoutLengthIsAPointAndManyOfThemAreFewPoints() {
        WorkStore store;
        store.kernel(0, 7, 50, 0);
        for (int i = 0; i < 50; ++i) store.kernel(0, 7, 300 + i * 4, 0); // 20 px of them
        const auto pieces = piecesOf(*store.build(), px10());
        for (const Piece& piece : pieces) QCOMPARE(piece.kind, PieceKind::Point);
        QCOMPARE(pieces.size(), std::size_t{1 + 4}); // columns 28, 35, 42, 49 begin a stretch of 7 px
    }

    void runsStandStillWhilePanning() {
        const auto store = randomStream(11, 3000, 5);
        const TimeScale scale(rankTime(0), rankTime(20'000), 37.5, 300);
        const auto still = piecesOf(*store, scale);
        const auto panned = piecesOf(*store, scale.pannedBy(40));
        QSet<QString> borders;
        for (const Piece& p : still)
            if (p.kind == PieceKind::Run && p.x0 > 40)
                borders.insert(QString::number(p.x0 - 40) + "/" + QString::number(p.density));
        int found = 0;
        for (const Piece& p : panned)
            if (p.kind == PieceKind::Run && p.x0 > 0 && p.x0 < 255) {
                QVERIFY2(borders.contains(QString::number(p.x0) + "/" + QString::number(p.density)),
                         qPrintable(text(p)));
                ++found;
            }
        QVERIFY(found > 20);
    }

    void theFastWalkAgreesWithLookingAtEverySlice_data() {
        QTest::addColumn<int>("seed");
        QTest::addColumn<double>("nsPerPx");
        int seed = 1;
        for (const double nsPerPx : {0.4, 1.0, 3.7, 10.0, 33.3, 100.0, 1000.0, 7777.7})
            for (int i = 0; i < 4; ++i, ++seed)
                QTest::addRow("%g ns per px, seed %d", nsPerPx, seed) << seed << nsPerPx;
    }
    void theFastWalkAgreesWithLookingAtEverySlice() {
        QFETCH(int, seed);
        QFETCH(double, nsPerPx);
        const auto store = randomStream(static_cast<unsigned>(seed), 4000, 6);
        const auto rows = allRows(*store, 0);
        for (const std::int64_t begin : {std::int64_t{-500}, std::int64_t{0}, std::int64_t{31'415}}) {
            const TimeScale scale(rankTime(0), rankTime(begin), nsPerPx, 400);
            QCOMPARE(texts(piecesOf(*store, scale)), texts(slowPieces(*store, rows, scale)));
        }
    }

    void samplingALongLaneChangesNothing() {
        const auto store = randomStream(21, 30'000, 6);
        const auto rows = allRows(*store, 0);
        const DisplayLane lane = displayLane(*store, LaneId{0});
        QVERIFY(lane.sampledStarts);
        for (const double nsPerPx : {300.0, 900.0, 4'000.0, 20'000.0, 77'777.7}) {
            const TimeScale scale(rankTime(0), rankTime(12'345), nsPerPx, 120);
            std::vector<Piece> pieces;
            visiblePieces(*store, lane, scale, pieces);
            QCOMPARE(texts(pieces), texts(slowPieces(*store, rows, scale)));
        }
    }

    void thePyramidChangesNeitherBordersNorDensity() {
        // One tone, so that its choice is the same too.
        const auto store = randomStream(5, 60'000, 1);
        const auto rows = allRows(*store, 0);
        const DisplayLane derived{LaneId{}, std::make_shared<const DerivedLane>(*store, rows), nullptr};
        QVERIFY(derived.derived->levels().size() >= 3);
        for (const double nsPerPx : {50.0, 900.0, 20'000.0}) {
            const TimeScale scale(rankTime(0), rankTime(0), nsPerPx, 150);
            std::vector<Piece> pieces;
            visiblePieces(*store, derived, scale, pieces);
            QCOMPARE(texts(pieces), texts(slowPieces(*store, rows, scale)));
        }
    }

    void aRangeIsSummedExactlyAtItsEdges() {
        WorkStore store;
        store.kernel(0, 7, 100, 50);
        store.kernel(0, 7, 200, 80);
        store.kernel(0, 7, 300, 0);
        store.kernel(0, 7, 400, 10);
        const auto built = store.build();
        const LaneSummary sum = summarize(*built, {LaneId{0}, nullptr, nullptr}, timeRange(120, 301));
        QCOMPARE(sum.count, std::uint64_t{3});
        QCOMPARE(sum.busyNs, std::int64_t{30 + 80});
        QCOMPARE(sum.longest->value, 1u);
        QCOMPARE(summarize(*built, {LaneId{0}, nullptr, nullptr}, timeRange(150, 200)).count, std::uint64_t{0});
        QCOMPARE(summarize(*built, {LaneId{0}, nullptr, nullptr}, timeRange(210, 220)).busyNs, std::int64_t{10});
    }

    void theSliceUnderATimeIsFoundToTheNanosecond() {
        WorkStore store;
        store.kernel(0, 7, 100, 50);
        store.kernel(0, 7, 150, 10);
        const auto built = store.build();
        const DisplayLane lane{LaneId{0}, nullptr, nullptr};
        QVERIFY(!sliceAt(*built, lane, rankTime(99)));
        QCOMPARE(sliceAt(*built, lane, rankTime(100))->value, 0u);
        QCOMPARE(sliceAt(*built, lane, rankTime(149))->value, 0u);
        QCOMPARE(sliceAt(*built, lane, rankTime(150))->value, 1u);
        QVERIFY(!sliceAt(*built, lane, rankTime(160)));
        QCOMPARE(firstSliceFrom(*built, lane, rankTime(101))->value, 1u);
        QCOMPARE(lastSliceBefore(*built, lane, rankTime(150))->value, 0u);
        QVERIFY(!lastSliceBefore(*built, lane, rankTime(100)));
    }

    void streamsMergeIntoAsFewLanesAsTheyNeed() {
        WorkStore store;
        store.kernel(0, 7, 100, 50);
        store.kernel(0, 20, 120, 50); // overlaps the first
        store.kernel(0, 7, 150, 10);  // the first lane is free again
        const auto built = store.build();
        const std::vector<TrackId> tracks{TrackId{0}, TrackId{1}};
        const DerivedLanes lanes = merged(*built, tracks);
        QCOMPARE(lanes.size(), std::size_t{2});
        QCOMPARE(lanes[0]->rows().size(), std::size_t{2});
        QCOMPARE(lanes[1]->rows().size(), std::size_t{1});
    }

    void hidingPythonLiftsOperatorsToTheirOwnDepth() {
        WorkStore store;
        store.op("train.py(1): main", 0, 1000, "1", Role::PythonFunction);
        store.op("forward", 0, 900, "1", Role::UserAnnotation);
        store.op("model.py(2): forward", 10, 800, "1", Role::PythonFunction);
        store.op("aten::linear", 20, 100);
        store.op("aten::addmm", 30, 50);
        const auto built = store.build();
        const DerivedLanes lanes = withoutPython(*built, TrackId{0});
        QStringList names;
        for (const auto& lane : lanes)
            for (const std::uint32_t row : lane->rows())
                names << QString::fromStdString(std::string(built->name(SliceId{row})));
        QCOMPARE(names, (QStringList{"forward", "aten::linear", "aten::addmm"}));
        QCOMPARE(lanes.size(), std::size_t{3});
    }
};

QTEST_APPLESS_MAIN(TestVisibleRuns)
#include "tst_visible_runs.moc"
