// The window without a mouse and for screen readers; menus of every part; pinch; notes that say their words.
#include "tests/gui/spoken.h"
#include "tests/gui/window_fixture.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QToolTip>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

QMenu* menuAt(QWidget& widget, QPoint at) {
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, widget.mapToGlobal(at));
    QApplication::sendEvent(&widget, &event);
    return qobject_cast<QMenu*>(QApplication::activePopupWidget());
}

} // namespace

class TestAccessible : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        f = std::make_unique<WindowFixture>();
        QVERIFY(f->open(smallTracePath()));
    }
    void cleanupTestCase() { f.reset(); }
    void init() {
        f->w().selection().clear();
        f->w().view().fitAll(timeline::Motion::Instant);
        f->window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(f->window.get()));
        f->canvas().setFocus();
    }

    void everythingThatTakesKeysHasAName() {
        f->w().navigator().select(f->launchedKernel());
        QVERIFY(f->waitUntilQuiet());
        const QStringList missing = unnamed(f->w());
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n').right(900)));
        f->act("edit.keys");
        const QStringList inDialog = unnamed(*f->w().settingsDialog());
        f->w().settingsDialog()->close();
        QVERIFY2(inDialog.isEmpty(), qPrintable(inDialog.join('\n')));
    }

    void theTabKeyGoesRoundFromTheToolBarToTheTimelineAndTheTables() {
        f->w().toolBar().omnibox().setFocus(Qt::TabFocusReason);
        QWidget* const first = QApplication::focusWidget();
        QList<QWidget*> visited{first};
        for (int i = 0; i < 200; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QWidget* now = QApplication::focusWidget();
            QVERIFY(now && now->isVisible());
            if (now == first) break;
            QVERIFY2(!visited.contains(now), qPrintable(what(now))); // no small circle
            visited << now;
        }
        QCOMPARE(QApplication::focusWidget(), first);
        const auto canvas = visited.indexOf(&f->canvas());
        QVERIFY(canvas > 0);
        const auto inBottom = std::find_if(visited.begin(), visited.end(),
                                           [&](QWidget* w) { return f->w().page().bottom().isAncestorOf(w); });
        QVERIFY(inBottom != visited.end() && inBottom - visited.begin() > canvas); // rows before the tables
    }

    void pinchingZoomsAtItsPlace() {
        const QPointF at(700, 300);
        const double x = at.x() - f->w().view().headerWidth();
        const RankTime under = f->w().view().scale().timeAt(x);
        const Ns before = f->w().view().scale().visible().length();
        QNativeGestureEvent pinch(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, at, at,
                                  f->canvas().mapToGlobal(at), 0.5, {});
        QApplication::sendEvent(&f->canvas(), &pinch);
        const Ns after = f->w().view().scale().visible().length();
        QVERIFY(after < before);
        QVERIFY(std::abs(static_cast<double>(before.count()) / static_cast<double>(after.count()) - 1.5) < 0.02);
        QVERIFY(std::abs(f->w().view().scale().x(under) - x) <= 1.0);
    }

    void everyPartHasItsMenu() {
        const auto offers = [&](QWidget& widget, QPoint at, const char* id) {
            QMenu* menu = menuAt(widget, at);
            const bool found = menu && menu->actions().contains(f->w().actionsOfWindow().of(id));
            if (menu) menu->close();
            return found;
        };
        QVERIFY(offers(f->w().page().overview(), {400, 10}, "view.fit-all"));
        QVERIFY(offers(f->w().page().steps(), {400, 10}, "go.next-step"));
        const int onCanvas = static_cast<int>(f->w().view().headerWidth()) + 300;
        QVERIFY(offers(f->canvas(), {onCanvas, 10}, "go.back")); // the ruler
        const QPoint kernel = f->bringIntoView(f->launchedKernel());
        QVERIFY(offers(f->canvas(), kernel, "select.next-same"));
        f->w().view().fitAll(timeline::Motion::Instant);
        QMenu* menu = menuAt(f->w().page().overview(), {400, 10});
        QVERIFY(menu);
        f->w().view().show({f->store().extent().begin, f->store().extent().begin + Ns{5000}},
                           timeline::Motion::Instant);
        f->w().actionsOfWindow().of("view.fit-all")->trigger();
        menu->close();
        QVERIFY(f->w().view().target().visible().length() >= f->store().extent().length());
    }

    void controlATakesMoreThanCanBeOutlinedAndTheStatusSaysSo() {
        // The row with most slices.
        std::optional<SliceId> of;
        std::size_t most = 0;
        for (const Track& track : f->store().tracks())
            for (std::uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l)
                if (f->store().lanes()[l].sliceCount > most) {
                    most = f->store().lanes()[l].sliceCount;
                    of = SliceId{f->store().lanes()[l].firstSlice};
                }
        f->w().navigator().select(*of);
        f->w().view().fitAll(timeline::Motion::Instant);
        f->key(Qt::Key_A, Qt::ControlModifier);
        const std::size_t chosen = f->w().selection().slices().size();
        QVERIFY(chosen >= most);
        constexpr std::size_t limit = timeline::TimelineWidget::kMostMarked;
        QCOMPARE(f->canvas().overlayState().selection.size(), std::min(chosen, limit));
        QCOMPARE(f->canvas().overlayState().selection.back(), *f->w().selection().current());
        const QString status = f->w().status().texts().join('|');
        QVERIFY(status.contains("slices selected"));
        QCOMPARE(status.contains("outlined"), chosen > limit);
    }

private:
    std::unique_ptr<WindowFixture> f;
};

QTEST_MAIN(TestAccessible)
#include "tst_accessible.moc"
