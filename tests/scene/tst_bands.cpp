#include "tests/support/fixed_measure.h"
#include "tests/support/work_store.h"
#include "widgets/scene/timeline_view.h"

#include <QTest>

#include <cmath>
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
