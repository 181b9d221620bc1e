#include "tests/support/fixed_measure.h"
#include "tests/support/work_store.h"
#include "widgets/scene/queue_curves.h"
#include "widgets/scene/rank_bands.h"
#include "widgets/scene/timeline_view.h"

#include <QTest>

#include <cmath>
#include <optional>
#include <random>

using namespace lanescope;
using namespace lanescope::scene;
using lanescope::testing::FixedMeasure;
using lanescope::testing::WorkStore;

namespace {

IntervalList randomList(unsigned seed, int count) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> step(1, 40);
    IntervalList out;
    std::int64_t t = -200;
    for (int i = 0; i < count; ++i) {
        t += step(random);
        const std::int64_t end = t + step(random);
        out.push_back({t, end});
        t = end;
    }
    return out;
}

std::int64_t slowCovered(const IntervalList& list, std::int64_t begin, std::int64_t end) {
    std::int64_t sum = 0;
    for (const Interval& i : list) sum += std::max<std::int64_t>(0, std::min(i.end, end) - std::max(i.begin, begin));
    return sum;
}

} // namespace

class TestBands : public QObject {
    Q_OBJECT
private slots:
    void coverIsTheSameAsAddingUpEveryInterval() {
        const IntervalList list = randomList(4, 500);
        const CoverIndex index(list);
        std::mt19937 random(9);
        std::uniform_int_distribution<std::int64_t> time(-400, 25'000);
        for (int i = 0; i < 3000; ++i) {
            const std::int64_t a = time(random), b = time(random);
            QCOMPARE(index.covered(a, b), a < b ? slowCovered(list, a, b) : 0);
            const std::size_t wanted = static_cast<std::size_t>(
                std::count_if(list.begin(), list.end(), [&](const Interval& interval) { return interval.end <= a; }));
            QCOMPARE(index.firstEndingAfter(a), wanted);
            for (const std::size_t guess :
                 {std::size_t{0}, wanted / 2, wanted, wanted + 7, std::size_t{499}, std::size_t{9999}})
                QCOMPARE(index.firstEndingAfter(a, wanted / 3, guess), wanted);
        }
        QCOMPARE(CoverIndex().covered(0, 100), std::int64_t{0});
    }

    // The heights of the boxes in each column, times their width, are the busy time, to the thickness of a step.
    void theAreaOfTheBandIsTheBusyTime() {
        std::mt19937 random(17);
        std::uniform_int_distribution<int> length(100, 9'000), gap(0, 6'000), what(0, 9);
        WorkStore store;
        std::int64_t t = 0;
        for (int i = 0; i < 800; ++i) {
            const int ns = length(random);
            store.kernel(0, 7, t, ns, what(random) == 0 ? WorkKind::Memory : WorkKind::Gemm);
            if (what(random) < 3) store.kernel(0, 20, t + ns / 2, ns, WorkKind::Communication);
            t += ns + gap(random);
        }
        const auto built = store.build();
        const RowTree tree = buildRowTree(*built);
        const RowState state = defaultRowState(tree);
        const RowLayout layout = layoutRows(tree, state);
        const auto work = collectDeviceWork(*built);
        const BandData bands = bandsOf(work);
        ShortNames names(*built);
        FixedMeasure measure;
        TimelineView view;
        view.width = 1220;
        view.height = 200;
        view.scale = TimeScale(built->extent().begin, built->extent().begin, 4000.0, 1000);
        Scene scene;
        buildTimeline({*built, tree, layout, state, bands, names}, view, measure, scene);
        double compute = 0, comm = 0;
        for (const Layer& layer : scene.layers)
            for (const Box& box : layer.boxes) {
                if (box.rect.y < kRulerHeight || box.rect.bottom() > kRulerHeight + 24 || box.fill != Ink::Kind)
                    continue;
                const double area = static_cast<double>(box.rect.w * box.rect.h) / 18;
                if (box.variant == static_cast<std::uint8_t>(WorkKind::Gemm)) compute += area;
                const bool strip = box.rect.h <= 5.01F;
                if (box.variant == static_cast<std::uint8_t>(WorkKind::Communication) && !strip) comm += area;
            }
        const std::int64_t end = count(view.scale.visible().end);
        const double wantedCompute = static_cast<double>(bands.devices[0].compute.covered(0, end)) / 4000;
        const double wantedComm = static_cast<double>(bands.devices[0].exposedComm.covered(0, end)) / 4000;
        QVERIFY2(std::abs(compute - wantedCompute) < wantedCompute * 0.06,
                 qPrintable(QString("%1 %2").arg(compute).arg(wantedCompute)));
        QVERIFY2(std::abs(comm - wantedComm) < wantedComm * 0.3 + 2,
                 qPrintable(QString("%1 %2").arg(comm).arg(wantedComm)));
    }

    void theLaunchQueueIsACounterOfTheBusiestStream() {
        WorkStore store;
        store.call(0, 10, 1);
        store.call(20, 10, 2);
        store.call(40, 10, 3);
        store.kernel(0, 7, 100, 50, WorkKind::Gemm, 1);
        store.kernel(0, 7, 150, 50, WorkKind::Gemm, 2);
        store.kernel(0, 20, 60, 5, WorkKind::Communication, 3);
        const auto built = store.build();
        RowTreeOptions options;
        options.counters = countersWithQueues(*built, collectDeviceWork(*built));
        const RowTree tree = buildRowTree(*built, options);
        const auto row = tree.find("gpu 0/counter launch queue stream 7");
        QVERIFY(row);
        const CounterCurve& curve = tree.counter(*tree.row(*row).counter);
        QCOMPARE(*valueAt(curve, rankTime(10)), 1.0);
        QCOMPARE(*valueAt(curve, rankTime(99)), 2.0);
        QCOMPARE(*valueAt(curve, rankTime(100)), 1.0);
        QCOMPARE(*valueAt(curve, rankTime(150)), 0.0);
        QCOMPARE(curve.most, 2.0);
    }

    void thePeakOfTheQueueIsKept() {
        const auto built = [] {
            WorkStore work;
            for (int i = 0; i < 300; ++i) work.call(i, 1, static_cast<std::uint64_t>(i + 1));
            for (int i = 0; i < 300; ++i)
                work.kernel(0, 7, 1000 + i * 10, 5, WorkKind::Gemm, static_cast<std::uint64_t>(i + 1));
            return work.build();
        }();
        const auto counters = countersWithQueues(*built, collectDeviceWork(*built));
        QCOMPARE(counters->curves().back().most, 300.0);
        QVERIFY(counters->curves().back().times.size() <= kMostSamples);
    }

    void theBandSaysHowBusyTheViewIsAndEachStepAtItsMark_data() {
        QTest::addColumn<int>("devices");
        QTest::addRow("one device") << 1;
        QTest::addRow("two devices as one") << 2;
    }
    void theBandSaysHowBusyTheViewIsAndEachStepAtItsMark() {
        QFETCH(int, devices);
        WorkStore store;
        store.step(4, 0, 1000);
        store.step(5, 1000, 1000);
        store.kernel(0, 7, 0, 250, WorkKind::Gemm);
        store.kernel(0, 7, 1000, 900, WorkKind::Gemm);
        store.kernel(devices - 1, 7, 1990, 10, WorkKind::Gemm);
        if (devices == 2) store.kernel(1, 7, 1100, 600, WorkKind::Gemm); // while the other works
        const auto built = store.build();
        const RowTree tree = buildRowTree(*built);
        RowState state = defaultRowState(tree);
        if (devices == 2) QCOMPARE(state.pinned, (std::vector<std::string>{"GPUs/parts", "GPUs/idle"}));
        for (const Row& row : tree.rows()) // the pinned band alone
            if (row.kind == RowKind::Group) state.folded.insert(row.key);
        const RowLayout layout = layoutRows(tree, state);
        const std::vector<DeviceWork> work = collectDeviceWork(*built);
        BandData bands = bandsOf(work);
        addRankBands(bands, *built, work, IdleOwners::NotYet);
        ShortNames names(*built);
        FixedMeasure measure;
        std::optional<TimeRange> range;
        const auto said = [&](std::int64_t ns, double pixels) {
            TimelineView view;
            view.width = 220 + pixels;
            view.height = 200;
            view.range = range;
            view.scale = TimeScale(built->extent().begin, built->extent().begin, static_cast<double>(ns) / pixels,
                                   static_cast<int>(pixels));
            Scene scene;
            buildTimeline({*built, tree, layout, state, bands, names}, view, measure, scene);
            QStringList out;
            for (const Layer& layer : scene.layers)
                for (const Label& label : layer.labels)
                    if (label.text.starts_with("busy "))
                        out << QString::fromStdString(label.text).replace(QChar(0x202F), ' ');
            out.sort();
            return out;
        };
        // 250 of 1000, 910 of 1000; 1160 of 2000 in view
        QCOMPARE(said(2000, 1000), (QStringList{"busy 25.0 %", "busy 58.0 %", "busy 91.0 %"}));
        QCOMPARE(said(500, 1000), (QStringList{"busy 25.0 %", "busy 50.0 %"})); // 250 of 500 in view, all of its step
        QCOMPARE(said(2000, 100), (QStringList{"busy 58.0 %"}));                // no room at the marks
        range = timeRange(600, 1400); // its length stands over the second mark: that step's figure makes way
        QCOMPARE(said(2000, 1000), (QStringList{"busy 25.0 %", "busy 58.0 %"}));
    }

    void idleStretchesWearTheirOwnerAndCallsTheColourOfTheirGap() {
        DeviceWork work;
        work.key = {0, {}};
        work.busy = work.compute = {{0, 100}, {500, 600}};
        DeviceIdle idle;
        idle.key = work.key;
        idle.stretches = {{{100, 400}, SliceId{5}, IdlePart::Synchronisation},
                          {{400, 450}, {}, IdlePart::LateLaunch},
                          {{450, 500}, {}, IdlePart::LateLaunch}};
        const std::vector<DeviceIdle> idles{idle};
        const BandData bands = bandsOf({work}, idles);
        QCOMPARE(bands.devices[0].idle.size(), std::size_t{2});
        QCOMPARE(bands.devices[0].idle[1].end, std::int64_t{500});
        QCOMPARE(bands.ownerOf(SliceId{5}), std::optional(IdleOwner::Sync));
        QVERIFY(!bands.ownerOf(SliceId{6}));
    }
};

QTEST_APPLESS_MAIN(TestBands)
#include "tst_bands.moc"
