// From one slice to another: by Shift+click, by keys alone; what the chip says is what the trace holds. Arrows of one
// kind switched off stay off. The launch of a kernel and events with the same argument in the details.
#include "tests/gui/window_fixture.h"

#include <QAction>
#include <QMenu>
#include <QTreeWidget>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

QString casePath(const QString& name) { return QStringLiteral(LANESCOPE_SHARED_DIR "/cases/%1/input.json").arg(name); }

SliceId named(const TraceStore& store, std::string_view name, std::size_t nth = 0) {
    for (std::uint32_t row = 0; row < store.slices().size(); ++row)
        if (store.name(SliceId{row}) == name && nth-- == 0) return SliceId{row};
    qFatal("no slice of that name");
}

} // namespace

class TestMeasuring : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        f = std::make_unique<WindowFixture>();
        QVERIFY(f->open(smallTracePath()));
    }
    void cleanupTestCase() { f.reset(); }
    void init() {
        f->canvas().stopMeasure();
        f->w().selection().clear();
        f->window->activateWindow(); // another window was there in between
        QVERIFY(QTest::qWaitForWindowActive(f->window.get()));
        f->canvas().setFocus();
    }

    void aShiftClickMeasuresFromTheSelectionToTheSlice() { // d13: a 10..40, b 15..25, c 20..60, d from 60
        if (!QFile::exists(casePath("d13-lanes-inside-a-stream"))) QSKIP("the folder with cases is not here");
        WindowFixture w;
        QVERIFY(w.open(casePath("d13-lanes-inside-a-stream")));
        const SliceId x = named(w.store(), "x"), y = named(w.store(), "y"), last = named(w.store(), "w");
        w.w().view().fitAll(timeline::Motion::Instant);
        w.canvas().revealRow(x);
        w.w().selection().select(y); // 15..25
        QTest::mouseClick(&w.canvas(), Qt::LeftButton, Qt::ShiftModifier,
                          w.canvas().rectOf(x)->center().toPoint()); // 10..40
        QCOMPARE(w.w().selection().slices(), (std::vector<SliceId>{y, x}));
        QCOMPARE(w.canvas().measured()->length().count(), 10'000); // all of y lies inside x
        QVERIFY(w.canvas().measureWords().starts_with("overlap 10.00"));
        w.w().selection().select(y);
        QTest::mouseClick(&w.canvas(), Qt::LeftButton, Qt::ShiftModifier, w.canvas().rectOf(last)->center().toPoint());
        const std::int64_t gap = (w.store().start(last) - w.store().end(y)).count();
        QCOMPARE(w.canvas().measured()->length().count(), gap); // 60 - 25
        QCOMPARE(gap, 35'000);
        QVERIFY(w.canvas().measureWords().starts_with("gap 35.00"));
        QVERIFY(w.w().status().texts().join('|').contains("start to start"));
        w.key(Qt::Key_Escape); // one level: the measure
        QVERIFY(!w.canvas().isMeasuring());
        QVERIFY(w.w().selection().current());
    }

    void aShiftDragStillPans() {
        const SliceId kernel = f->launchedKernel(6);
        const QPoint at = f->bringIntoView(kernel);
        f->w().selection().select(f->launchedKernel(2));
        const RankTime before = f->w().view().target().visible().begin;
        QTest::mousePress(&f->canvas(), Qt::LeftButton, Qt::ShiftModifier, at);
        QMouseEvent move(QEvent::MouseMove, QPointF(at + QPoint(60, 0)),
                         f->canvas().mapToGlobal(QPointF(at + QPoint(60, 0))), Qt::NoButton, Qt::LeftButton,
                         Qt::ShiftModifier);
        QApplication::sendEvent(&f->canvas(), &move);
        QTest::mouseRelease(&f->canvas(), Qt::LeftButton, Qt::ShiftModifier, at + QPoint(60, 0));
        QVERIFY(f->w().view().target().visible().begin < before);
        QCOMPARE(f->w().selection().slices().size(), std::size_t{1});
        QVERIFY(!f->canvas().isMeasuring());
    }

    void keysAloneMeasureFromOneSliceToAnother() {
        const SliceId first = f->launchedKernel(2), second = f->launchedKernel(8);
        f->w().navigator().select(first);
        f->key(Qt::Key_M, Qt::AltModifier);
        QVERIFY2(f->w().status().texts().join('|').contains("measured from"),
                 qPrintable(f->w().status().texts().join('|')));
        QVERIFY(f->w().status().texts().join('|').contains("Alt+M"));
        f->w().navigator().select(second);
        f->key(Qt::Key_M, Qt::AltModifier);
        QCOMPARE(f->w().selection().slices(), (std::vector<SliceId>{first, second}));
        const TimeRange a = f->store().range(first), b = f->store().range(second);
        const RankTime from = std::min(a.end, b.end), to = std::max(a.begin, b.begin);
        QCOMPARE(f->canvas().measured()->length().count(), std::abs((to - from).count()));
    }

    void arrowsOfOneKindStayOff() {
        f->w().navigator().select(f->launchedKernel(6));
        const auto launches = [&] {
            const auto links = f->canvas().overlayState().links;
            return std::count_if(links.begin(), links.end(),
                                 [](const scene::Link& l) { return l.kind == scene::LinkKind::Launch; });
        };
        QVERIFY(launches() > 0);
        f->act("arrows.launch");
        QCOMPARE(launches(), 0);
        f->w().navigator().select(f->launchedKernel(9));
        QCOMPARE(launches(), 0);
        app::MainWindow next({f->settings, QPalette(), loadTrace}); // and in the next window
        QVERIFY(next.page().canvas().arrows(scene::LinkKind::Launch) == timeline::TimelineWidget::ViewArrows::Hidden);
        f->act("arrows.launch");
        QVERIFY(launches() > 0);
    }

    void aRightClickOnAnArgumentFindsItsValueElsewhere() {
        if (!QFile::exists(casePath("d03-search"))) QSKIP("the folder with cases is not here");
        WindowFixture w;
        QVERIFY(w.open(casePath("d03-search")));
        w.w().navigator().select(named(w.store(), "aten::addmm"));
        QTreeWidget& tree = w.w().page().bottom().details().argumentTree();
        QTRY_VERIFY(tree.topLevelItemCount() > 0);
        QVERIFY(tree.actions().contains(w.w().actionsOfWindow().of("edit.find-value")));
        tree.setCurrentItem(nullptr);
        w.act("edit.find-value");
        QVERIFY(w.w().status().texts().join('|').contains("choose an argument"));
        const auto dims = tree.findItems("Input Dims", Qt::MatchExactly);
        QVERIFY(!dims.isEmpty());
        tree.setCurrentItem(dims.front());
        w.act("edit.find-value");
        QVERIFY(w.waitUntilQuiet());
        QVERIFY(w.w().searching().hits());
        QCOMPARE(w.w().searching().hits()->byTime.size(), std::size_t{1});
        QCOMPARE(w.store().name(w.w().searching().hits()->byTime[0]), std::string_view("aten::addmm"));
        QCOMPARE(w.w().toolBar().omnibox().problem(), QString());
    }

    void aKernelSaysWhatOfItFitsOnTheDevice() {
        const QString path = QStringLiteral(LANESCOPE_SHARED_DIR "/traces/hta/nccl_parser_config__nccl_data.json.gz");
        if (!QFile::exists(path)) QSKIP("the folder with traces is not here");
        WindowFixture w;
        w.w().openFiles({path});
        QVERIFY(w.waitUntilQuiet(120'000));
        // 512 blocks of 512 threads with 40 registers: 3 at a time on each of 108.
        const SliceId kernel = [&] {
            for (std::uint32_t row = 0; row < w.store().slices().size(); ++row)
                if (w.store().slices().correlation.at(row) == 57'541 && isGpuWork(w.store().role(SliceId{row})))
                    return SliceId{row};
            qFatal("no such kernel");
        }();
        w.w().navigator().select(kernel);
        const QString expected = QString::fromUtf8("512 blocks of 512 threads, 40 registers, 400\u202fB shared \u00b7 "
                                                   "3 at a time per SM (limit: registers) \u00b7 "
                                                   "occupancy 75.0\u202f% \u00b7 1.58 waves");
        QTRY_COMPARE_WITH_TIMEOUT(w.w().page().bottom().details().launchText(), expected, 20'000);
    }

private:
    std::unique_ptr<WindowFixture> f;
};

QTEST_MAIN(TestMeasuring)
#include "tst_measuring.moc"
