// The mouse on the timeline, strips and panels: zoom, pan, range, ruler, headers.
#include "tests/gui/window_fixture.h"

#include <QWheelEvent>

#include <cmath>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

void wheel(QWidget& widget, const QPoint& at, const QPoint& angle, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QWheelEvent event(at, widget.mapToGlobal(at), {}, angle, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

// QTest::mouseMove leaves it to the platform when the event arrives.
void moveTo(QWidget& widget, const QPoint& at) {
    QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &move);
}

void drag(QWidget& widget, Qt::MouseButton button, Qt::KeyboardModifiers modifiers, const QPoint& from,
          const QPoint& to) {
    QTest::mousePress(&widget, button, modifiers, from);
    for (int i = 1; i <= 4; ++i) {
        const QPoint at = from + (to - from) * i / 4;
        QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, button, modifiers);
        QApplication::sendEvent(&widget, &move);
    }
    QTest::mouseRelease(&widget, button, modifiers, to);
}

} // namespace

class TestTimelineMouse : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        f = std::make_unique<WindowFixture>();
        QVERIFY(f->open(smallTracePath()));
    }
    void cleanupTestCase() { f.reset(); }
    void init() {
        f->w().selection().clearSlices();
        f->w().selection().setRange(std::nullopt);
        f->w().view().fitAll(timeline::Motion::Instant);
        f->canvas().setScrollY(0);
    }

    void theWheelZoomsAtThePointer() {
        const QPoint at(700, 300);
        const double x = at.x() - f->w().view().headerWidth();
        const RankTime under = f->w().view().scale().timeAt(x);
        const double zoom = f->w().view().scale().nsPerPx();
        for (int i = 0; i < 10; ++i) wheel(f->canvas(), at, {0, 120}, Qt::ControlModifier);
        QVERIFY(std::abs(f->w().view().scale().nsPerPx() - zoom / std::pow(1.25, 10)) < 1e-6 * zoom);
        QVERIFY(std::abs(f->w().view().scale().x(under) - x) <= 1);
        for (int i = 0; i < 10; ++i) wheel(f->canvas(), at, {0, -120}, Qt::ControlModifier);
        QVERIFY(std::abs(f->w().view().scale().x(under) - x) <= 1);
    }

    void thePlainWheelScrollsRowsAndWithShiftItPans() {
        f->w().view().show(f->store().range(f->launchedKernel(3)), timeline::Motion::Instant);
        const TimeScale before = f->w().view().scale();
        wheel(f->canvas(), {700, 300}, {0, -120});
        QCOMPARE(f->w().view().scale(), before);
        QVERIFY(f->canvas().scrollY() > 0);
        wheel(f->canvas(), {700, 300}, {0, -120}, Qt::ShiftModifier);
        QCOMPARE(f->w().view().scale().nsPerPx(), before.nsPerPx());
        QVERIFY(f->w().view().scale().visible().begin > before.visible().begin);
    }

    // With Alt: to the px.
    void aDragOnTheCanvasIsARangeAndItsEdgesCanBeMoved() {
        drag(f->canvas(), Qt::LeftButton, Qt::AltModifier, {500, 300}, {700, 310});
        const auto range = f->w().selection().range();
        QVERIFY(range);
        const double header = f->w().view().headerWidth();
        QCOMPARE(range->begin, f->w().view().scale().timeAt(500 - header));
        QCOMPARE(range->end, f->w().view().scale().timeAt(700 - header));
        drag(f->canvas(), Qt::LeftButton, Qt::AltModifier, {700, 300}, {820, 300});
        QCOMPARE(f->w().selection().range()->begin, range->begin);
        QCOMPARE(f->w().selection().range()->end, f->w().view().scale().timeAt(820 - header));
        QVERIFY(!f->w().selection().current()); // a drag is no click
    }

    void theEdgesOfARangeSnapToThoseOfSlices() {
        const SliceId kernel = f->launchedKernel(3);
        f->bringIntoView(kernel);
        const QRectF rect = *f->canvas().rectOf(kernel);
        const int y = static_cast<int>(rect.center().y());
        const QPoint from(static_cast<int>(rect.left()) + 3, y), to(static_cast<int>(rect.right()) - 3, y);
        drag(f->canvas(), Qt::LeftButton, Qt::NoModifier, from, to);
        QCOMPARE(f->w().selection().range(), std::optional(f->store().range(kernel)));
        drag(f->canvas(), Qt::LeftButton, Qt::AltModifier, from + QPoint(20, 0), to - QPoint(20, 0));
        const double header = f->w().view().headerWidth();
        QCOMPARE(f->w().selection().range()->begin, f->w().view().scale().timeAt(from.x() + 20 - header));
    }

    void aDragToTheLeftIsTheSameRange() {
        drag(f->canvas(), Qt::LeftButton, Qt::NoModifier, {700, 300}, {500, 300});
        const auto range = f->w().selection().range();
        QVERIFY(range && range->begin < range->end);
    }

    void aDragOnTheRulerZoomsToIt() {
        const double header = f->w().view().headerWidth();
        const RankTime a = f->w().view().scale().timeAt(600 - header), b = f->w().view().scale().timeAt(650 - header);
        drag(f->canvas(), Qt::LeftButton, Qt::NoModifier, {600, 12}, {650, 12});
        QVERIFY(std::abs(f->w().view().scale().x(a)) <= 0.5);
        QVERIFY(std::abs(f->w().view().scale().x(b) - f->w().view().canvasWidth()) <= 0.5);
        QVERIFY(!f->w().selection().range());
    }

    void shiftDragAndMiddleDragPan() {
        f->w().view().show(f->store().range(f->launchedKernel(3)), timeline::Motion::Instant);
        for (const auto& [button, modifiers] : {std::pair{Qt::LeftButton, Qt::KeyboardModifiers(Qt::ShiftModifier)},
                                                std::pair{Qt::MiddleButton, Qt::KeyboardModifiers()}}) {
            const RankTime under = f->w().view().scale().timeAt(300);
            drag(f->canvas(), button, modifiers, {520, 300}, {620, 300});
            QVERIFY(std::abs(f->w().view().scale().x(under) - 400) <= 2);
            QVERIFY(!f->w().selection().range());
        }
    }

    void aDoubleClickZoomsToTheSlice() {
        const SliceId kernel = f->launchedKernel(12);
        const QPoint at = f->bringIntoView(kernel);
        QTest::mouseDClick(&f->canvas(), Qt::LeftButton, Qt::NoModifier, at);
        QCOMPARE(f->w().selection().current(), std::optional(kernel));
        QVERIFY(f->w().view().scale().px(f->store().duration(kernel)) > f->w().view().canvasWidth() * 0.85);
    }

    void thePointersTimeIsInTheStatusLine() {
        moveTo(f->canvas(), {600, 300});
        QVERIFY(f->w().selection().pointer().has_value());
        QVERIFY(f->w().status().texts().join('|').contains("cursor "));
        QCOMPARE(*f->w().selection().pointer(), f->w().view().scale().timeAt(600 - f->w().view().headerWidth()));
    }

    void aGroupFoldsByClickAndBySpace() {
        const auto& layout = f->canvas().layout();
        const auto group = std::find_if(layout.rows.begin(), layout.rows.end(), [&](const auto& row) {
            return f->w().document().tree().row(row.row).kind == RowKind::Group;
        });
        QVERIFY(group != layout.rows.end());
        const double height = layout.height;
        const int y = static_cast<int>(f->canvas().rowsTop() + group->y + group->height / 2);
        QTest::mouseClick(&f->canvas(), Qt::LeftButton, Qt::NoModifier, {60, y});
        QVERIFY(f->canvas().layout().height < height);
        f->canvas().setFocus();
        moveTo(f->canvas(), {61, y});
        QTest::keyClick(&f->canvas(), Qt::Key_Space);
        QCOMPARE(f->canvas().layout().height, height);
    }

    void theHeadersEdgeCanBeDraggedWithinItsLimits() {
        const int edge = static_cast<int>(f->w().view().headerWidth());
        drag(f->canvas(), Qt::LeftButton, Qt::NoModifier, {edge, 400}, {300, 400});
        QCOMPARE(f->w().view().headerWidth(), 300.0);
        QCOMPARE(f->w().view().canvasWidth(), f->canvas().width() - 300.0);
        drag(f->canvas(), Qt::LeftButton, Qt::NoModifier, {300, 400}, {10, 400});
        QCOMPARE(f->w().view().headerWidth(), timeline::ViewState::kMinHeader);
        f->w().view().setHeaderWidth(220);
    }

    void theOverviewsBrushMovesTheView() {
        timeline::OverviewStrip& strip = f->w().page().overview();
        f->w().view().show(f->store().range(SliceId{f->store().steps()[1].slice}), timeline::Motion::Instant);
        const Ns length = f->w().view().scale().visible().length();
        const QPoint middle = strip.brushRect().center().toPoint();
        drag(strip, Qt::LeftButton, Qt::NoModifier, middle, middle + QPoint(100, 0));
        QVERIFY(std::abs((f->w().view().scale().visible().length() - length).count()) <= length.count() / 1000 + 2);
        QVERIFY(std::abs(strip.brushRect().center().x() - (middle.x() + 100)) <= 1.5);
        // A drag outside the brush draws a new one.
        const double left = f->w().view().headerWidth() + 20;
        drag(strip, Qt::LeftButton, Qt::NoModifier, QPoint(static_cast<int>(left), 15),
             QPoint(static_cast<int>(left) + 80, 15));
        QVERIFY(std::abs(strip.brushRect().left() - left) <= 1.5);
        QVERIFY(std::abs(strip.brushRect().width() - 80) <= 2);
    }

    void heldKeysMoveTheView() {
        f->w().view().show(f->store().range(SliceId{f->store().steps()[1].slice}), timeline::Motion::Instant);
        f->canvas().setFocus();
        const TimeScale before = f->w().view().scale();
        QTest::keyPress(&f->canvas(), Qt::Key_D);
        QTest::qWait(150);
        QTest::keyRelease(&f->canvas(), Qt::Key_D);
        QVERIFY(f->w().view().scale().visible().begin > before.visible().begin);
        QCOMPARE(f->w().view().scale().nsPerPx(), before.nsPerPx());
        const TimeScale panned = f->w().view().scale();
        QTest::qWait(50);
        QCOMPARE(f->w().view().scale(), panned);  // released: it rests
        QTest::keyClick(&f->canvas(), Qt::Key_W); // a tap moves too
        QVERIFY(f->w().view().scale().nsPerPx() < panned.nsPerPx());
        QTest::keyClick(&f->canvas(), Qt::Key_S);
        QVERIFY(std::abs(f->w().view().scale().nsPerPx() - panned.nsPerPx()) < panned.nsPerPx() * 0.2);
    }

    void measuringSnapsToTheEdgesOfSlices() {
        const SliceId kernel = f->launchedKernel(15);
        const QPoint at = f->bringIntoView(kernel);
        const QRectF rect = *f->canvas().rectOf(kernel);
        moveTo(f->canvas(), QPoint(static_cast<int>(rect.left()) + 3, at.y()));
        f->act("select.measure");
        moveTo(f->canvas(), QPoint(static_cast<int>(rect.right()) - 3, at.y()));
        QCOMPARE(f->canvas().measured(), std::optional(f->store().range(kernel)));
        f->canvas().stopMeasure();
        QVERIFY(!f->canvas().measured());
    }

private:
    std::unique_ptr<WindowFixture> f;
};

QTEST_MAIN(TestTimelineMouse)
#include "tst_timeline_mouse.moc"
