// From slice to slice as the keys do it, over small traces written by hand.
#include "tests/support/trace_dsl.h"
#include "tests/support/work_store.h"
#include "widgets/models/navigation.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

// Host thread 1/2 launches on stream 7; the second call starts two kernels.
constexpr const char* kTrace = R"(
cpu_op step 1/2 0..1000
cpu_op first 1/2 100..300
cuda_runtime callA 1/2 150..160 corr=1
cpu_op second 1/2 400..900
cpu_op inner 1/2 450..800
cuda_runtime callB 1/2 500..520 corr=2
kernel alpha 0/7 200..260 corr=1 stream=7
kernel beta 0/7 530..600 corr=2 stream=7
kernel gamma 0/7 610..700 corr=2 stream=7
kernel alpha 0/7 800..810 stream=7
cpu_op lone 1/3 50..60
!s fwdbwd f 1/2 450 id=3
!f fwdbwd f 1/3 50 id=3 bp=e
)";

QString named(const TraceStore& store, std::optional<SliceId> slice) {
    return QString::fromStdString(nameOr(store, slice, "-"));
}

QStringList named(const TraceStore& store, const std::vector<SliceId>& slices) {
    QStringList out;
    for (const SliceId slice : slices) out << named(store, slice);
    return out;
}

} // namespace

class TestNavigation : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { m_store = storeOf(kTrace); }

    void theNextSliceStaysOnTheLane() {
        const SliceId first = sliceNamed(*m_store, "first");
        QCOMPARE(named(*m_store, models::nextOnLane(*m_store, first)), QString("second"));
        const SliceId second = sliceNamed(*m_store, "second");
        QCOMPARE(named(*m_store, models::previousOnLane(*m_store, second)), QString("first"));
        QVERIFY(!models::nextOnLane(*m_store, second));
        QVERIFY(!models::previousOnLane(*m_store, first));
    }

    void theSameNameIsFoundInOrderOfTime() {
        const auto beta = sliceNamed(*m_store, "beta");
        QVERIFY(!models::nextOfSameName(*m_store, beta));
        const auto firstAlpha = models::previousOnLane(*m_store, beta);
        QVERIFY(firstAlpha);
        const auto next = models::nextOfSameName(*m_store, *firstAlpha);
        QVERIFY(next);
        QCOMPARE(count(m_store->start(*next)), 800);
        QCOMPARE(models::previousOfSameName(*m_store, *next), firstAlpha);
        QVERIFY(!models::previousOfSameName(*m_store, *firstAlpha));
    }

    // Two steps of two kernels of one name; the last one runs after its step has ended.
    void thePlaceInAnotherStepIsCountedByLaunches() {
        WorkStore work;
        work.step(1, 0, 100);
        work.step(2, 100, 100);
        work.call(5, 2, 1);
        work.call(20, 2, 2);
        work.call(105, 2, 3);
        work.call(120, 2, 4);
        const auto a1 = work.kernel(0, 7, 30, 10, WorkKind::Gemm, 1, "k");
        const auto b1 = work.kernel(0, 7, 95, 10, WorkKind::Gemm, 2, "k");
        const auto a2 = work.kernel(0, 7, 110, 10, WorkKind::Gemm, 3, "k");
        const auto b2 = work.kernel(0, 7, 210, 10, WorkKind::Gemm, 4, "k");
        const auto store = work.build();
        QCOMPARE(models::sameInStep(*store, work.row(a1), 1), std::optional(work.row(a2)));
        QCOMPARE(models::sameInStep(*store, work.row(b1), 1), std::optional(work.row(b2)));
        QCOMPARE(models::sameInStep(*store, work.row(b2), -1), std::optional(work.row(b1)));
        QVERIFY(!models::sameInStep(*store, work.row(b2), 1));
        QVERIFY(!models::sameInStep(*store, work.row(a1), -1));
    }

    void theFirstChildIsTheEarliestOnTheThread() {
        const SliceId step = sliceNamed(*m_store, "step");
        QCOMPARE(named(*m_store, models::firstChild(*m_store, step)), QString("first"));
        QCOMPARE(named(*m_store, models::firstChild(*m_store, sliceNamed(*m_store, "second"))), QString("inner"));
        // A runtime call lies on rows of its own but is a child all the same.
        QCOMPARE(named(*m_store, models::firstChild(*m_store, sliceNamed(*m_store, "inner"))), QString("callB"));
        QVERIFY(!models::firstChild(*m_store, sliceNamed(*m_store, "lone")));
    }

    void ancestorsComeInnermostFirst() {
        const auto up = models::ancestors(*m_store, sliceNamed(*m_store, "callB"));
        QCOMPARE(named(*m_store, up), (QStringList{"inner", "second", "step"}));
    }

    void launchAndKernelLeadToEachOther() {
        QCOMPARE(named(*m_store, models::acrossLaunch(*m_store, sliceNamed(*m_store, "gamma"))), QString("callB"));
        QCOMPARE(named(*m_store, models::acrossLaunch(*m_store, sliceNamed(*m_store, "callB"))), QString("beta"));
        // From an operator to the first work launched anywhere inside it.
        QCOMPARE(named(*m_store, models::acrossLaunch(*m_store, sliceNamed(*m_store, "second"))), QString("beta"));
        const auto fromStep = models::acrossLaunch(*m_store, sliceNamed(*m_store, "step"));
        QVERIFY(fromStep);
        QCOMPARE(count(m_store->start(*fromStep)), 200);
        QVERIFY(!models::acrossLaunch(*m_store, sliceNamed(*m_store, "lone")));
    }

    void arrowsGoAlongLaunchesAndFlows() {
        QCOMPARE(named(*m_store, models::arrowTargets(*m_store, sliceNamed(*m_store, "callB"))),
                 (QStringList{"beta", "gamma"}));
        QCOMPARE(named(*m_store, models::arrowSources(*m_store, sliceNamed(*m_store, "gamma"))), QStringList{"callB"});
        QCOMPARE(named(*m_store, models::arrowSources(*m_store, sliceNamed(*m_store, "beta"))), QStringList{"callB"});
        // The flow record's end lies before its start in time here: its ends are ordered by time.
        QCOMPARE(named(*m_store, models::arrowTargets(*m_store, sliceNamed(*m_store, "lone"))), QStringList{"inner"});
        QCOMPARE(named(*m_store, models::arrowSources(*m_store, sliceNamed(*m_store, "inner"))), QStringList{"lone"});
    }

private:
    std::shared_ptr<const TraceStore> m_store;
};

QTEST_APPLESS_MAIN(TestNavigation)
#include "tst_navigation.moc"
