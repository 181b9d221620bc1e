// Choosing: many slices, boxes, ranges and their figures, arrows, notes, search, menus, settings; by keys and mouse.
#include "tests/gui/made_traces.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QMenu>

#include <cmath>

using namespace lanescope;
using namespace lanescope::testing;

class TestChoosing : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        f = std::make_unique<WindowFixture>();
        QVERIFY(f->open(smallTracePath()));
    }
    void cleanupTestCase() { f.reset(); }
    void init() {
        f->act("view.reset-rows");
        f->w().selection().clear();
        f->w().notes().setAll({});
        f->canvas().stopMeasure();
        f->w().view().fitAll(timeline::Motion::Instant);
        f->canvas().setScrollY(0);
        f->window->activateWindow(); // a dialog or menu may have had the keys
        QVERIFY(QTest::qWaitForWindowActive(f->window.get()));
        f->canvas().setFocus();
    }

    void controlATakesTheRowInViewThenTheWholeTrace() {
        const SliceId kernel = f->launchedKernel(6);
        f->w().navigator().select(kernel);
        f->bringIntoView(kernel);
        const TimeRange view = f->w().view().scale().visible();
        f->key(Qt::Key_A, Qt::ControlModifier);
        const std::vector<SliceId> chosen = f->w().selection().slices();
        QVERIFY(chosen.size() > 1);
        QCOMPARE(f->w().selection().current(), std::optional(kernel)); // stays the current one
        const TrackId track = f->store().track(kernel);
        std::size_t expected = 0; // every slice of the stream that reaches into the view
        for (std::uint32_t row = 0; row < f->store().slices().size(); ++row)
            if (f->store().track(SliceId{row}) == track && f->store().range(SliceId{row}).overlaps(view)) ++expected;
        QCOMPARE(chosen.size(), expected);
        QVERIFY(f->w().status().texts().join('|').contains(QString("%1 slices selected").arg(chosen.size())));
        f->key(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(f->w().selection().range(), std::optional(f->store().extent()));
    }

    void aBoxSelectsWhatItTouches() {
        const SliceId kernel = f->launchedKernel(6);
        const QPoint middle = f->bringIntoView(kernel);
        QTest::mousePress(&f->canvas(), Qt::LeftButton, Qt::ControlModifier, middle - QPoint(20, 3));
        const QPointF end = middle + QPoint(20, 3);
        QMouseEvent move(QEvent::MouseMove, end, f->canvas().mapToGlobal(end), Qt::NoButton, Qt::LeftButton,
                         Qt::ControlModifier);
        QApplication::sendEvent(&f->canvas(), &move);
        QTest::mouseRelease(&f->canvas(), Qt::LeftButton, Qt::ControlModifier, middle + QPoint(20, 3));
        QCOMPARE(f->w().selection().slices(), std::vector<SliceId>{kernel});
        QVERIFY(!f->w().selection().range());
    }

    void theStreamIsWalkedWithK() {
        const SliceId kernel = f->launchedKernel(8);
        f->w().navigator().select(kernel);
        f->key(Qt::Key_K);
        const auto next = f->w().selection().current();
        QVERIFY(next && *next != kernel);
        QCOMPARE(f->store().track(*next), f->store().track(kernel));
        QVERIFY(f->store().start(*next) >= f->store().start(kernel));
        f->key(Qt::Key_K, Qt::ShiftModifier);
        QCOMPARE(f->w().selection().current(), std::optional(kernel));
    }

    void launchToKernelToTheNextKernelAndBack() {
        const SliceId kernel = f->launchedKernel(8);
        const SliceId call = *f->store().launchOf(kernel);
        f->w().navigator().select(call);
        f->key(Qt::Key_L);
        QCOMPARE(f->w().selection().current(), std::optional(kernel));
        f->key(Qt::Key_K);
        const SliceId next = *f->w().selection().current();
        f->key(Qt::Key_L);
        QCOMPARE(f->w().selection().current(), f->store().launchOf(next));
    }

    void theOtherArrowIsTheOtherEnd() {
        WindowFixture g;
        QVERIFY(g.open(gapsTracePath()));
        g.canvas().setFocus();
        g.key(Qt::Key_BracketRight, Qt::ControlModifier); // nothing is selected: nothing happens
        QVERIFY(!g.w().selection().current());
        const SliceId call = named(g, "cudaGraphLaunch");
        const SliceId ends[] = {named(g, "gemm_a"), named(g, "gemm_b"), named(g, "gemm_c")};
        g.w().navigator().select(call);
        g.key(Qt::Key_BracketRight);
        QCOMPARE(g.w().selection().current(), std::optional(ends[0]));
        for (const SliceId end : {ends[1], ends[2], ends[0]}) {
            g.key(Qt::Key_BracketRight, Qt::ControlModifier);
            QCOMPARE(g.w().selection().current(), std::optional(end));
        }
        for (const SliceId end : {ends[2], ends[1], ends[0]}) {
            g.key(Qt::Key_BracketLeft, Qt::ControlModifier);
            QCOMPARE(g.w().selection().current(), std::optional(end));
        }
    }

    void aLockedRangeStays() {
        const SliceId kernel = f->launchedKernel(9);
        f->w().navigator().select(kernel);
        f->key(Qt::Key_R);
        const auto range = f->w().selection().range();
        QCOMPARE(range, std::optional(f->store().range(kernel)));
        QVERIFY(!f->w().selection().isRangeLocked());
        f->key(Qt::Key_R); // it is the range already
        QVERIFY(f->w().selection().isRangeLocked());
        f->w().selection().setRange(f->store().extent());
        QCOMPARE(f->w().selection().range(), range);
        f->key(Qt::Key_Escape); // the selection
        f->key(Qt::Key_Escape); // not the range
        QCOMPARE(f->w().selection().range(), range);
        f->key(Qt::Key_R, Qt::ShiftModifier);
        QVERIFY(!f->w().selection().isRangeLocked());
        f->key(Qt::Key_Escape);
        QVERIFY(!f->w().selection().range());
    }

    void figuresOfTheRangeAreGroupedByKeys() {
        f->w().selection().setRange(f->store().extent());
        const auto& range = f->w().page().bottom().range();
        const auto first = [&] {
            const auto& columns = range.model().table().columns; // none until the first figures are there
            return columns.empty() ? QString() : QString::fromStdString(columns[0].title);
        };
        const std::pair<Qt::Key, QString> groups[] = {{Qt::Key_2, "kind"},
                                                      {Qt::Key_3, "operator"},
                                                      {Qt::Key_4, "stream"},
                                                      {Qt::Key_5, "host operator"},
                                                      {Qt::Key_1, "kernel or gap"}};
        for (const auto& [key, title] : groups) {
            f->key(key, Qt::AltModifier);
            QTRY_COMPARE_WITH_TIMEOUT(first(), title, 20'000);
            QVERIFY(range.model().rowCount() > 0);
        }
    }

    void theFiguresFollowARangeWhileItIsDragged() {
        QVERIFY(f->waitUntilQuiet());
        const auto& range = f->w().page().bottom().range();
        QTest::mousePress(&f->canvas(), Qt::LeftButton, Qt::NoModifier, {500, 300});
        std::vector<std::string> titles;
        for (int x = 560; x <= 800; x += 120) {
            QMouseEvent move(QEvent::MouseMove, QPointF(x, 300), f->canvas().mapToGlobal(QPointF(x, 300)), Qt::NoButton,
                             Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(&f->canvas(), &move);
            const std::string before = range.content().title;
            QTRY_VERIFY_WITH_TIMEOUT(range.content().title != before, 20'000);
            titles.push_back(range.content().title);
        }
        QCOMPARE(titles.size(), std::size_t{3});
        QTest::mouseRelease(&f->canvas(), Qt::LeftButton, Qt::NoModifier, {800, 300});
        QTRY_VERIFY_WITH_TIMEOUT(range.content().numbers &&
                                     range.content().numbers->wallNs == f->w().selection().range()->length().count(),
                                 20'000);
    }

    void aNoteIsWrittenFoundAndTakenAway() {
        const SliceId kernel = f->launchedKernel(4);
        f->w().navigator().select(kernel);
        f->key(Qt::Key_B);
        QVERIFY(f->w().askBox().isVisible());
        f->key(Qt::Key_Return); // no words: it stays
        QVERIFY(f->w().askBox().isVisible());
        QTest::keyClicks(QApplication::focusWidget(), "slow here");
        f->key(Qt::Key_Return);
        QCOMPARE(f->w().notes().list().size(), std::size_t{1});
        QCOMPARE(f->w().notes().list()[0].begin, f->store().start(kernel));
        QCOMPARE(f->w().notes().list()[0].text, std::string("slow here"));
        // A tick in the overview.
        const double x = std::floor(f->w().page().overview().xOf(f->store().start(kernel)));
        int ticks = 0;
        for (const scene::Layer& layer : f->w().page().overview().currentScene().layers)
            for (const scene::Box& box : layer.boxes)
                if (box.fill == scene::Ink::Accent && std::abs(static_cast<double>(box.rect.x) - x) < 0.5) ++ticks;
        QCOMPARE(ticks, 1);
        f->w().selection().setPointer(std::nullopt);
        f->key(Qt::Key_Delete);
        QVERIFY(f->w().notes().list().empty());
    }

    void whatWasMeasuredIsKeptAsANote() {
        f->key(Qt::Key_M, Qt::ShiftModifier);
        QVERIFY(f->w().notes().list().empty()); // nothing to keep, and it says so
        QVERIFY(f->w().status().texts().join('|').contains("nothing is measured"));
        f->bringIntoView(f->launchedKernel(5));
        QTest::mouseMove(&f->canvas(), {500, 200});
        f->key(Qt::Key_M);
        QTest::mouseMove(&f->canvas(), {620, 200});
        const auto measured = f->canvas().measured();
        QVERIFY(measured && !measured->empty());
        f->key(Qt::Key_M, Qt::ShiftModifier);
        QCOMPARE(f->w().notes().list().size(), std::size_t{1});
        QCOMPARE(f->w().notes().list()[0].begin, measured->begin);
        QCOMPARE(f->w().notes().list()[0].end, measured->end);
        QVERIFY(!f->canvas().isMeasuring());
    }

    void conditionsAreSearchedForAndListed() {
        f->key(Qt::Key_Slash);
        QTest::keyClicks(QApplication::focusWidget(), "kind:gemm dur>1ns");
        f->key(Qt::Key_Return);
        QVERIFY(f->waitUntilQuiet());
        const auto* hits = f->w().searching().hits();
        QVERIFY(hits && !hits->byTime.empty());
        std::size_t expected = 0;
        for (std::uint32_t row = 0; row < f->store().slices().size(); ++row)
            if (f->store().kind(SliceId{row}) == WorkKind::Gemm && f->store().duration(SliceId{row}).count() > 1)
                ++expected;
        QCOMPARE(hits->byTime.size(), expected);
        f->w().page().bottom().showTab(panels::BottomPanel::Tab::Search);
        const auto& table = f->w().page().bottom().hits();
        QCOMPARE(static_cast<std::size_t>(table.model().rowCount()), std::min(expected, panels::HitsPanel::kMostRows));
        QVERIFY(table.sentence().contains("hits"));
        f->key(Qt::Key_F3);
        QVERIFY(f->w().selection().current());
        QTest::keyClicks(&f->w().toolBar().omnibox(), " dur>nonsense");
        f->w().searching().search("dur>nonsense");
        QVERIFY(f->waitUntilQuiet());
        QVERIFY(!f->w().toolBar().omnibox().problem().isEmpty());
        QCOMPARE(f->w().searching().hits()->byTime.size(), expected); // the last result stays
        f->w().toolBar().omnibox().clear();
        f->w().searching().clear();
        QCOMPARE(table.model().rowCount(), 0);
        f->w().page().bottom().showTab(panels::BottomPanel::Tab::Range);
    }

    void theNameOfTheSelectionIsSearchedWhateverSignsAreInIt() {
        const SliceId kernel = f->launchedKernel(2);
        f->w().navigator().select(kernel);
        f->act("edit.search-name");
        QVERIFY(f->waitUntilQuiet());
        const auto* hits = f->w().searching().hits();
        QVERIFY(hits && std::find(hits->byTime.begin(), hits->byTime.end(), kernel) != hits->byTime.end());
        for (const SliceId hit : hits->byTime)
            QVERIFY(f->store().name(hit).find(f->store().name(kernel)) != std::string_view::npos);
        QCOMPARE(app::searchText("a\\b\"c"), QString("\"a\\\\b\\\"c\""));
        f->w().toolBar().omnibox().clear();
        f->w().searching().clear();
    }

    void theContextMenuIsAboutWhatLiesThere() {
        const SliceId kernel = f->launchedKernel(2);
        const QPoint middle = f->bringIntoView(kernel);
        QContextMenuEvent event(QContextMenuEvent::Mouse, middle, f->canvas().mapToGlobal(middle));
        QApplication::sendEvent(&f->canvas(), &event);
        QCOMPARE(f->w().selection().current(), std::optional(kernel));
        QMenu* popup = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(popup);
        QVERIFY(popup->actions().contains(f->w().actionsOfWindow().of("select.launch")));
        popup->close();
        scene::Hit header;
        header.zone = scene::Zone::Header;
        header.row = 1;
        QVERIFY(f->w().contextMenu(header)->actions().contains(f->w().actionsOfWindow().of("view.hide")));
        QVERIFY(f->w().contextMenu(std::nullopt)->actions().contains(f->w().actionsOfWindow().of("view.fit-all")));
    }

    void hidingFromTheMenuIsAboutTheRowThatWasClicked() {
        const auto place = f->w().document().tree().placeOf(f->store(), f->launchedKernel());
        f->canvas().revealRow(place->row);
        const scene::PlacedRow* placed = f->canvas().layout().find(place->row);
        const double top = f->canvas().rowsTop() - f->canvas().scrollY();
        const QPoint at(80, static_cast<int>(top + placed->y + placed->height / 2));
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, f->canvas().mapToGlobal(at));
        QApplication::sendEvent(&f->canvas(), &event);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(&f->canvas(), &leave); // the menu has the mouse
        if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
        f->act("view.hide");
        QVERIFY(!f->canvas().layout().find(place->row));
    }

    void settingsActAtOnceAndAreRemembered() {
        f->act("edit.settings");
        panels::SettingsDialog* dialog = f->w().settingsDialog();
        QVERIFY(dialog && dialog->isVisible());
        for (QCheckBox* box : dialog->findChildren<QCheckBox*>())
            if (box->text() == "Compact rows") box->click();
        QVERIFY(f->w().isCompact());
        QDoubleSpinBox* launch = dialog->findChildren<QDoubleSpinBox*>().value(0);
        launch->setValue(20);
        emit launch->editingFinished();
        QCOMPARE(f->w().loader().thresholds().launchBelowNs, 20'000);
        QVERIFY(f->waitUntilQuiet());
        QCOMPARE(f->w().document().analysis()->thresholds.launchBelowNs, 20'000);
        QCOMPARE(f->settings.value("figures/launchGapNs").toLongLong(), 20'000);
        dialog->close();
        f->act("view.compact");
    }

    void arrowsOfAllInViewAreSwitched() {
        const SliceId kernel = f->launchedKernel(0), call = *f->store().launchOf(kernel);
        f->bringIntoView(kernel);
        f->w().view().show({f->store().start(call) - Ns{1000}, f->store().end(kernel) + Ns{1000}},
                           timeline::Motion::Instant);
        QVERIFY(!f->canvas().overlayState().links.empty());
        QVERIFY(f->canvas().overlayState().links.size() <= 40);
        f->key(Qt::Key_A, Qt::ShiftModifier);
        QVERIFY(f->canvas().overlayState().links.empty());
        f->key(Qt::Key_A, Qt::ShiftModifier);
        f->w().view().fitAll(timeline::Motion::Instant);
        QVERIFY(f->canvas().overlayState().links.empty()); // there are too many
    }

private:
    std::unique_ptr<WindowFixture> f;
};

QTEST_MAIN(TestChoosing)
#include "tst_choosing.moc"
