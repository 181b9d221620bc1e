#include "core/analysis/launches/launch_delays.h"
#include "core/analysis/launches/queue_length.h"
#include "tests/support/work_store.h"

#include <QtTest>

#include <random>

using namespace lanescope;
using lanescope::testing::WorkStore;

namespace {

std::vector<StreamQueue> queuesOf(const TraceStore& store, QueueKind kind) {
    return queueLengths(store, collectDeviceWork(store).at(0), LaunchIndex(store), kind);
}

} // namespace

class TestLaunches : public QObject {
    Q_OBJECT

private slots:
    void aKernelWhoseLaunchIsNotInTheFileDoesNotTouchTheQueue() {
        WorkStore trace;
        trace.call(100, 3, 1);
        trace.call(105, 3, 2);
        trace.kernel(0, 7, 90, 10, WorkKind::Gemm, 99);
        trace.kernel(0, 7, 110, 10, WorkKind::Gemm, 1);
        trace.kernel(0, 7, 120, 10, WorkKind::Gemm, 2);
        const auto store = trace.build();
        const auto queues = queuesOf(*store, QueueKind::Pending);
        QCOMPARE(queues.size(), std::size_t{1});
        QCOMPARE(*queues[0].stream, 7);
        QCOMPARE(queues[0].points, (std::vector<QueuePoint>{{100, 1}, {105, 2}, {110, 1}, {120, 0}}));
        QCOMPARE(queues[0].withoutLaunch, std::uint64_t{1});
        QCOMPARE(figuresOf(queues[0]).max, 2);
        // 5 at length 1, 5 at 2, 10 at 1: 25 over 20.
        QCOMPARE(figuresOf(queues[0]).mean, 1.25);
        QCOMPARE(figuresOf(queues[0]).spanNs, 20);
    }
    void outstandingWorkLeavesWhenItEnds() {
        WorkStore trace;
        trace.call(10, 2, 1);
        trace.call(20, 2, 2);
        trace.call(25, 2, 3);
        trace.kernel(0, 7, 32, 8, WorkKind::Gemm, 1);
        trace.kernel(0, 7, 40, 10, WorkKind::Memory, 2);
        trace.kernel(0, 7, 50, 5, WorkKind::Gemm, 3);
        const auto store = trace.build();
        QCOMPARE(queuesOf(*store, QueueKind::Outstanding)[0].points,
                 (std::vector<QueuePoint>{{10, 1}, {20, 2}, {25, 3}, {40, 2}, {50, 1}, {55, 0}}));
    }
    void oneGraphLaunchBringsManyAtOnceOnEachOfItsStreams() {
        WorkStore trace;
        trace.call(100, 20, 1, "cudaGraphLaunch");
        trace.kernel(0, 7, 130, 10, WorkKind::Gemm, 1);
        trace.kernel(0, 7, 140, 30, WorkKind::Gemm, 1);
        trace.kernel(0, 20, 145, 20, WorkKind::Gemm, 1);
        const auto store = trace.build();
        const auto queues = queuesOf(*store, QueueKind::Pending);
        QCOMPARE(queues.size(), std::size_t{2});
        QCOMPARE(queues[0].points, (std::vector<QueuePoint>{{100, 1}, {100, 2}, {130, 1}, {140, 0}}));
        QCOMPARE(queues[1].points, (std::vector<QueuePoint>{{100, 1}, {145, 0}}));
    }
    void theQueueNeverGoesBelowNothingWhateverTheClocks() {
        WorkStore trace;
        trace.call(100, 5, 1);
        trace.call(110, 5, 2);
        trace.kernel(0, 7, 92, 5, WorkKind::Gemm, 1);  // seems to start before its call
        trace.kernel(0, 7, 110, 5, WorkKind::Gemm, 2); // starts with its call
        const auto store = trace.build();
        QCOMPARE(queuesOf(*store, QueueKind::Pending)[0].points,
                 (std::vector<QueuePoint>{{100, 1}, {100, 0}, {110, 1}, {110, 0}}));
    }
    void timeAtAFullQueueIsCounted() {
        WorkStore trace;
        trace.call(0, 1, 1, "cudaGraphLaunch");
        for (int i = 0; i < 1030; ++i) trace.kernel(0, 7, 100 + i, 1, WorkKind::Gemm, 1);
        const auto store = trace.build();
        const QueueFigures figures = figuresOf(queuesOf(*store, QueueKind::Pending)[0]);
        QCOMPARE(figures.max, 1030);
        // 1030 from 0 to 100, then 1029 ... 1024 until 106.
        QCOMPARE(figures.fullNs, 106);
    }
    void delaysAreMeasuredFromTheEndOfTheCallAndMayBeNegative() {
        WorkStore trace;
        trace.call(100, 10, 1);
        trace.call(120, 10, 2);
        const std::size_t early = trace.kernel(0, 7, 105, 20, WorkKind::Gemm, 1);
        const std::size_t late = trace.kernel(0, 7, 140, 5, WorkKind::Gemm, 2);
        const std::size_t orphan = trace.kernel(0, 7, 200, 5);
        const auto store = trace.build();
        QCOMPARE(launchDelay(*store, trace.row(early))->launchNs, -5);
        QCOMPARE(launchDelay(*store, trace.row(early))->queueNs, 5);
        QCOMPARE(launchDelay(*store, trace.row(late))->launchNs, 10);
        QVERIFY(!launchDelay(*store, trace.row(orphan)));
        const DeviceWork device = collectDeviceWork(*store).at(0);
        const LaunchIndex launches(*store);
        const ClockCheck clocks = clockCheck(*store, device, launches);
        QVERIFY(clocks.beforeLaunch.empty());
        QCOMPARE(clocks.minShiftNs, 0);
        const LaunchFigures figures = launchFigures(*store, device, launches, 0, 1'000);
        QCOMPARE(figures.work, std::uint64_t{2});
        QCOMPARE(figures.unlinked, std::uint64_t{1});
        QCOMPARE(figures.shortWork, std::uint64_t{1}); // 5 on the GPU, 10 on the host
        QCOMPARE(figures.launchDelay.min, -5);
        QCOMPARE(figures.launchDelay.max, 10);
        QCOMPARE(figures.launchDelay.mean, 2.5);
        QCOMPARE(launchFigures(*store, device, launches, 106, 200).work, std::uint64_t{1});
    }
    void aCallWithManyKernelsIsMeasuredOnce() {
        WorkStore trace;
        trace.call(0, 8, 1, "cudaGraphLaunch");
        for (int i = 0; i < 5; ++i) trace.kernel(0, 7, 20 + 10 * i, 10, WorkKind::Gemm, 1);
        const auto store = trace.build();
        const LaunchFigures figures =
            launchFigures(*store, collectDeviceWork(*store).at(0), LaunchIndex(*store), 0, 1'000);
        QCOMPARE(figures.calls, std::uint64_t{1});
        QCOMPARE(figures.work, std::uint64_t{5});
        QCOMPARE(figures.callDuration.total, 8);
    }
    void workBeforeItsCallIsAClockFaultWithALeastRepair() {
        WorkStore trace;
        trace.call(100, 5, 1);
        trace.call(120, 6, 2);
        trace.call(140, 5, 3);
        const std::size_t first = trace.kernel(0, 7, 92, 10, WorkKind::Gemm, 1);
        const std::size_t second = trace.kernel(0, 7, 115, 10, WorkKind::Gemm, 2);
        trace.kernel(0, 7, 150, 10, WorkKind::Gemm, 3);
        const auto store = trace.build();
        const ClockCheck clocks = clockCheck(*store, collectDeviceWork(*store).at(0), LaunchIndex(*store));
        QVERIFY((clocks.beforeLaunch == std::vector<SliceId>{trace.row(first), trace.row(second)}));
        QCOMPARE(clocks.minShiftNs, 8);
    }
    void theIndexAgreesWithTheLinksOfTheStore() {
        std::mt19937 random(11);
        for (const int spread : {1, 60}) { // close together, and with many rows between
            WorkStore trace;
            for (std::uint64_t i = 1; i <= 40; ++i) {
                trace.call(static_cast<std::int64_t>(i), 1, i);
                if (random() % 2 == 0) trace.kernel(0, i % 5, 100 + static_cast<std::int64_t>(i), 1, WorkKind::Gemm, i);
            }
            for (int i = 0; i < spread; ++i) {
                trace.kernel(0, 100 + i, 5, 1);
                trace.kernel(0, 3, 500 + i, 1);
            }
            trace.kernel(1, 1, 1'000, 1, WorkKind::Gemm, 7);
            const auto store = trace.build();
            const LaunchIndex index(*store);
            for (std::uint32_t row = 0; row < store->slices().size(); ++row)
                QVERIFY(index.callOf(SliceId{row}) == store->launchOf(SliceId{row}));
        }
    }
    void statisticsAreThoseOfTheSet() {
        const Statistics s = statisticsOf({9, 1, 3, 3});
        QCOMPARE(s.count, std::uint64_t{4});
        QCOMPARE(s.total, 16);
        QCOMPARE(s.mean, 4.0);
        QCOMPARE(s.p50, 3);
        QCOMPARE(s.p95, 9);
        QCOMPARE(s.std, std::sqrt((25.0 + 9 + 1 + 1) / 3));
        QCOMPARE(statisticsOf({7}).std, 0.0);
        QCOMPARE(statisticsOf({7}).p95, 7);
        QCOMPARE(statisticsOf({}).count, std::uint64_t{0});
    }
};

QTEST_APPLESS_MAIN(TestLaunches)
#include "tst_launches.moc"
