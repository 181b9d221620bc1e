// Where the window looks: anchored zoom, limits, history, motion.
#include "widgets/timeline/view_state.h"

#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace lanescope;
using timeline::Motion;
using timeline::ViewState;

namespace {

constexpr std::int64_t kBegin = 4'458'676'430'000, kLength = 83'000'000;

void prepare(ViewState& view) {
    view.setMotion(Motion::Instant);
    view.setCanvasWidth(1000);
    view.setExtent(timeRange(kBegin, kBegin + kLength), ViewState::Keep::Nothing);
}

} // namespace

class TestViewState : public QObject {
    Q_OBJECT
private slots:
    void atFirstTheWholeTraceIsInView() {
        ViewState view;
        prepare(view);
        const TimeRange visible = view.scale().visible();
        QVERIFY(visible.begin <= rankTime(kBegin));
        QVERIFY(visible.end >= rankTime(kBegin + kLength));
        QVERIFY(visible.length().count() < kLength * 12 / 10);
        QVERIFY(!view.canGoBack());
    }

    void aNarrowCanvasAlwaysShowsSomeTime() {
        ViewState view;
        prepare(view);
        for (int i = 0; i < 200; ++i) view.zoomAt(500, 1.5); // as far in as it goes
        for (const double width : {1000.0, 400.0, 140.0, 20.0}) {
            view.setCanvasWidth(width);
            QVERIFY2(view.scale().visible().length().count() >= 1, qPrintable(QString::number(width)));
            view.zoomAt(width / 2, 1.5);
            QVERIFY2(view.target().visible().length().count() >= 1, qPrintable(QString::number(width)));
        }
    }

    void zoomKeepsTheTimeUnderThePointer_data() {
        QTest::addColumn<double>("x");
        for (const double x : {40.0, 137.0, 500.0, 960.0}) QTest::newRow(qPrintable(QString::number(x))) << x;
    }
    void zoomKeepsTheTimeUnderThePointer() {
        QFETCH(double, x);
        ViewState view;
        prepare(view);
        const RankTime anchor = view.scale().timeAt(x);
        // In by 2^17, with factors that are no powers of anything, and out again: it never leaves its px.
        for (int i = 0; i < 60; ++i) {
            view.zoomAt(x, 1.217);
            QVERIFY2(std::abs(view.scale().x(anchor) - x) <= 1.0 + 1 / view.scale().nsPerPx(),
                     qPrintable(QString("step %1: %2 px").arg(i).arg(view.scale().x(anchor) - x)));
        }
        QVERIFY(view.scale().nsPerPx() < 2);
        for (int i = 0; i < 60; ++i) view.zoomAt(x, 1 / 1.217);
        QVERIFY(std::abs(view.scale().x(anchor) - x) <= 1.0);
    }

    void theAnchorIsForgottenWhenSomethingElseMoves() {
        ViewState view;
        prepare(view);
        view.zoomAt(300, 4);
        view.panBy(100);
        const RankTime now = view.scale().timeAt(300);
        view.zoomAt(300, 2);
        QVERIFY(std::abs(view.scale().x(now) - 300) <= 1);
    }

    void someOfTheTraceAlwaysStaysInView() {
        ViewState view;
        prepare(view);
        view.zoomAt(500, 10);
        for (int i = 0; i < 50; ++i) view.panBy(900);
        QVERIFY(view.scale().visible().overlaps(view.extent()));
        for (int i = 0; i < 100; ++i) view.panBy(-900);
        QVERIFY(view.scale().visible().overlaps(view.extent()));
        for (int i = 0; i < 50; ++i) view.zoomAt(500, 0.5);
        QVERIFY(view.scale().visible().length().count() <= kLength * 13 / 10);
    }

    void showFillsTheWidthExactly() {
        ViewState view;
        prepare(view);
        view.show(timeRange(kBegin + 1'000'000, kBegin + 3'000'000));
        QCOMPARE(view.scale().nsPerPx(), 2000.0);
        QVERIFY(std::abs(view.scale().x(rankTime(kBegin + 1'000'000))) <= 0.5);
        QVERIFY(std::abs(view.scale().x(rankTime(kBegin + 3'000'000)) - 1000) <= 0.5);
    }

    void historyGoesBackAndForward() {
        ViewState view;
        prepare(view);
        const TimeScale first = view.scale();
        view.show(timeRange(kBegin, kBegin + 1'000'000));
        const TimeScale second = view.scale();
        view.show(timeRange(kBegin, kBegin + 10'000));
        const TimeScale third = view.scale();
        view.back();
        QCOMPARE(view.scale(), second);
        view.back();
        QCOMPARE(view.scale(), first);
        QVERIFY(!view.canGoBack());
        view.forward();
        view.forward();
        QCOMPARE(view.scale(), third);
        QVERIFY(!view.canGoForward());
        view.back();
        view.show(timeRange(kBegin, kBegin + 5'000)); // another way from here
        QVERIFY(!view.canGoForward());
        view.back();
        QCOMPARE(view.scale(), second);
    }

    void manySmallMovesAreOnePlaceInTheHistory() {
        ViewState view;
        prepare(view);
        const TimeScale first = view.scale();
        for (int i = 0; i < 20; ++i) view.zoomAt(500, 1.1);
        QTRY_VERIFY_WITH_TIMEOUT(view.canGoBack(), 2000); // once it rests
        view.back();
        QCOMPARE(view.scale(), first);
        QVERIFY(!view.canGoBack());
    }

    void aMotionEndsExactlyWhereAJumpWould() {
        ViewState moving, jumping;
        prepare(moving);
        prepare(jumping);
        moving.setMotion(Motion::Animated);
        QSignalSpy frames(&moving, &ViewState::scaleChanged);
        const TimeRange target = timeRange(kBegin + 40'000'000, kBegin + 41'000'000);
        moving.show(target, Motion::Animated);
        jumping.show(target, Motion::Animated);
        QVERIFY(!(moving.scale() == jumping.scale()));
        QTRY_COMPARE(moving.scale(), jumping.scale());
        QVERIFY(frames.count() > 1);
        moving.fitAll(Motion::Animated);
        moving.zoomAt(200, 2); // the next input cuts a motion short
        QTest::qWait(200);
        QCOMPARE(moving.scale(), moving.target());
    }

    void aGrowingPreviewDoesNotMoveTheUsersView() {
        ViewState view;
        prepare(view);
        view.show(timeRange(kBegin + 1'000'000, kBegin + 2'000'000));
        const TimeScale looked = view.scale();
        view.setExtent(timeRange(kBegin, kBegin + 2 * kLength), ViewState::Keep::View);
        QCOMPARE(view.scale(), looked);
        // Untouched, it grows with the trace.
        ViewState idle;
        prepare(idle);
        idle.setExtent(timeRange(kBegin, kBegin + 2 * kLength), ViewState::Keep::View);
        QVERIFY(idle.scale().visible().end >= rankTime(kBegin + 2 * kLength));
    }

    void revealMovesOnlyWhenItMust() {
        ViewState view;
        prepare(view);
        view.show(timeRange(kBegin, kBegin + 1'000'000));
        const TimeScale before = view.scale();
        view.reveal(timeRange(kBegin + 200'000, kBegin + 300'000));
        QCOMPARE(view.scale(), before);
        view.reveal(timeRange(kBegin + 5'000'000, kBegin + 5'100'000));
        QCOMPARE(view.scale().nsPerPx(), before.nsPerPx());
        const double x = view.scale().x(rankTime(kBegin + 5'050'000));
        QVERIFY(std::abs(x - 500) <= 1);
        const TimeScale there = view.scale();
        view.reveal(timeRange(kBegin, kBegin + 50'000'000)); // fills the view already
        QCOMPARE(view.scale(), there);
        view.reveal(timeRange(kBegin + 5'000'000, kBegin + 50'000'000)); // begins in view, too wide: zooms out
        QVERIFY(view.scale().visible().begin <= rankTime(kBegin + 5'000'000));
        QVERIFY(view.scale().visible().end >= rankTime(kBegin + 50'000'000));
    }
};

QTEST_GUILESS_MAIN(TestViewState)
#include "tst_view_state.moc"
