#include "core/analysis/four_numbers.h"
#include "tests/support/slow_analysis.h"
#include "tests/support/work_store.h"

#include <QtTest>

#include <random>

using namespace lanescope;
using lanescope::testing::slowFourNumbers;
using lanescope::testing::SlowWork;
using lanescope::testing::WorkStore;

namespace {

void compareNumbers(const FourNumbers& got, const FourNumbers& wanted) {
    QCOMPARE(got.wallNs, wanted.wallNs);
    QCOMPARE(got.busyNs, wanted.busyNs);
    QCOMPARE(got.computeNs, wanted.computeNs);
    QCOMPARE(got.commNs, wanted.commNs);
    QCOMPARE(got.memNs, wanted.memNs);
    QCOMPARE(got.overlapNs, wanted.overlapNs);
    QCOMPARE(got.exposedCommNs, wanted.exposedCommNs);
    QCOMPARE(got.exposedMemNs, wanted.exposedMemNs);
    QCOMPARE(got.idleNs, wanted.idleNs);
    QCOMPARE(got.launchGapNs, wanted.launchGapNs);
    QCOMPARE(got.launchGapCount, wanted.launchGapCount);
    QCOMPARE(got.midGapNs, wanted.midGapNs);
    QCOMPARE(got.midGapCount, wanted.midGapCount);
    QCOMPARE(got.largeGapNs, wanted.largeGapNs);
    QCOMPARE(got.largeGapCount, wanted.largeGapCount);
    QCOMPARE(got.largeGaps, wanted.largeGaps);
    QCOMPARE(got.headIdleNs, wanted.headIdleNs);
    QCOMPARE(got.tailIdleNs, wanted.tailIdleNs);
}

void verifyParts(const FourNumbers& n) {
    QCOMPARE(n.computeNs + n.exposedCommNs + n.exposedMemNs + n.idleNs, n.wallNs);
    QCOMPARE(n.launchGapNs + n.midGapNs + n.largeGapNs + n.headIdleNs + n.tailIdleNs, n.idleNs);
    QCOMPARE(n.commNs - n.overlapNs, n.exposedCommNs);
}

} // namespace

class TestFourNumbers : public QObject {
    Q_OBJECT

private slots:
    void computeCommunicationAndCopiesAddUpToTheSpan() {
        WorkStore trace; // one ROCm-like device, in microseconds
        trace.kernel(9, 0, 90'000, 10'000, WorkKind::Memory);
        trace.kernel(9, 0, 100'000, 30'000);
        trace.kernel(9, 0, 140'000, 10'000);
        trace.kernel(9, 0, 150'000, 15'000);
        trace.kernel(9, 4, 160'000, 30'000, WorkKind::Communication);
        const auto store = trace.build();
        const auto n = wholeWindow(collectDeviceWork(*store).at(0), {});
        QVERIFY(n);
        QCOMPARE(n->wallNs, 100'000);
        QCOMPARE(n->busyNs, 90'000);
        QCOMPARE(n->computeNs, 55'000);
        QCOMPARE(n->commNs, 30'000);
        QCOMPARE(n->memNs, 10'000);
        QCOMPARE(n->overlapNs, 5'000);
        QCOMPARE(n->exposedCommNs, 25'000);
        QCOMPARE(n->exposedMemNs, 10'000);
        QCOMPARE(n->idleNs, 10'000);
        verifyParts(*n);
    }
    void gapsAreSortedByTheTwoThresholds() {
        WorkStore trace; // gaps: 49 999, 50 000, 999 999, 1 000 000
        std::int64_t at = 0;
        for (const std::int64_t gap : {49'999, 50'000, 999'999, 1'000'000, 0}) {
            trace.kernel(0, 7, at, 10);
            at += 10 + gap;
        }
        const auto store = trace.build();
        const auto n = wholeWindow(collectDeviceWork(*store).at(0), {});
        QCOMPARE(n->launchGapNs, 49'999);
        QCOMPARE(n->launchGapCount, std::uint64_t{1});
        QCOMPARE(n->midGapNs, 50'000 + 999'999);
        QCOMPARE(n->midGapCount, std::uint64_t{2});
        QCOMPARE(n->largeGapNs, 1'000'000);
        QCOMPARE(n->largeGaps, (std::vector<Interval>{{1'100'038, 2'100'038}}));
        verifyParts(*n);
    }
    void thresholdsAreSettings() {
        WorkStore trace; // 4 x 1 us, 100 us, 4 x 1 us
        for (int i = 0; i < 5; ++i) trace.kernel(0, 7, i * 10'000, 9'000);
        for (int i = 0; i < 5; ++i) trace.kernel(0, 7, 149'000 + i * 10'000, 9'000);
        const auto store = trace.build();
        const auto n = wholeWindow(collectDeviceWork(*store).at(0), {5'000, 100'000});
        QCOMPARE(n->launchGapNs, 8'000);
        QCOMPARE(n->launchGapCount, std::uint64_t{8});
        QCOMPARE(n->largeGapNs, 100'000);
        QCOMPARE(n->largeGapCount, std::uint64_t{1});
        QCOMPARE(n->idleNs, 108'000);
        QCOMPARE(n->wallNs, 198'000);
    }
    void theEdgesOfAWindowAreHeadAndTail() {
        WorkStore trace;
        trace.kernel(0, 7, 100, 50);
        trace.kernel(0, 7, 200, 50);
        const auto store = trace.build();
        const DeviceWork work = collectDeviceWork(*store).at(0);
        const FourNumbers n = fourNumbers(work, 0, 400, {});
        QCOMPARE(n.headIdleNs, 100);
        QCOMPARE(n.tailIdleNs, 150);
        QCOMPARE(n.launchGapNs, 50);
        // A window that begins inside work has no head; one that cuts a gap has it as its edge.
        const FourNumbers cut = fourNumbers(work, 120, 180, {});
        QCOMPARE(cut.busyNs, 30);
        QCOMPARE(cut.headIdleNs, 0);
        QCOMPARE(cut.tailIdleNs, 30);
        QCOMPARE(cut.launchGapCount, std::uint64_t{0});
    }
    void aWindowWithoutWorkIsAllHeadIdle() {
        WorkStore trace;
        trace.kernel(0, 7, 100, 50);
        trace.kernel(0, 7, 500, 50);
        const auto store = trace.build();
        const DeviceWork work = collectDeviceWork(*store).at(0);
        for (const auto& [begin, end] : {std::pair{0, 90}, {200, 450}, {600, 700}}) {
            const FourNumbers n = fourNumbers(work, begin, end, {});
            QCOMPARE(n.headIdleNs, end - begin);
            QCOMPARE(n.idleNs, end - begin);
            QCOMPARE(n.tailIdleNs, 0);
        }
        const FourNumbers nothing = fourNumbers(work, 120, 120, {});
        QCOMPARE(nothing.wallNs, 0);
        QCOMPARE(nothing.idleNs, 0);
        QCOMPARE(fourNumbers(work, 130, 120, {}).wallNs, 0);
    }
    void sharesWithoutAWholeAreNotNumbers() {
        WorkStore trace;
        trace.kernel(0, 7, 0, 10);
        const auto store = trace.build();
        const DeviceWork work = collectDeviceWork(*store).at(0);
        const auto n = wholeWindow(work, {});
        QCOMPARE(n->busyShare(), std::optional<double>(1.0));
        QCOMPARE(n->exposedCommShare(), std::optional<double>(0.0));
        QVERIFY(!n->overlapShare()); // no communication: 0 divided by 0
        QVERIFY(!fourNumbers(work, 5, 5, {}).busyShare());
    }
    void aDeviceWithOnlyEmptyCopiesHasNoWholeWindow() {
        WorkStore trace;
        trace.kernel(0, 7, 100, 0, WorkKind::Memory);
        const auto store = trace.build();
        QVERIFY(!wholeWindow(collectDeviceWork(*store).at(0), {}));
    }
    void theWholeReachesToWorkOfNoLengthAtItsEdges() {
        WorkStore trace;
        trace.kernel(0, 7, 10, 0, WorkKind::Memory);
        trace.kernel(0, 7, 100, 50);
        trace.kernel(0, 7, 900, 0, WorkKind::Memory);
        const auto store = trace.build();
        const auto n = wholeWindow(collectDeviceWork(*store).at(0), {});
        QCOMPARE(n->beginNs, 10);
        QCOMPARE(n->endNs, 900);
        QCOMPARE(n->busyNs, 50);
        QCOMPARE(n->headIdleNs, 90);
        QCOMPARE(n->tailIdleNs, 750);
    }
    void everyWindowOfRandomTracesAgreesWithMarkingNanoseconds() {
        std::mt19937 random(99);
        const GapThresholds thresholds{5, 12};
        for (int round = 0; round < 300; ++round) {
            WorkStore trace;
            std::vector<SlowWork> slow;
            const std::size_t count = random() % 25;
            for (std::size_t i = 0; i < count; ++i) {
                const auto kind = std::array{WorkKind::Gemm, WorkKind::Other, WorkKind::Communication,
                                             WorkKind::Memory}[random() % 4];
                const auto start = static_cast<std::int64_t>(random() % 250);
                const auto duration = static_cast<std::int64_t>(random() % 20);
                trace.kernel(0, random() % 3, start, duration, kind);
                slow.push_back({start, start + duration, workClass(kind)});
            }
            const auto store = trace.build();
            const DeviceWork work = allDevices(*store);
            for (int window = 0; window < 20; ++window) {
                const auto begin = static_cast<std::int64_t>(random() % 280);
                const auto end = begin + static_cast<std::int64_t>(random() % 280);
                const FourNumbers got = fourNumbers(work, begin, end, thresholds);
                compareNumbers(got, slowFourNumbers(slow, begin, end, thresholds));
                verifyParts(got);
                if (QTest::currentTestFailed()) return;
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestFourNumbers)
#include "tst_four_numbers.moc"
