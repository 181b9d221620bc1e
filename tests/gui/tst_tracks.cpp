// Rows by keys, mouse and palette: filter, order, heights, pins, sets, and what is remembered of them.
#include "tests/gui/window_fixture.h"

#include "widgets/timeline/row_memory.h"

#include <QAbstractItemView>
#include <QMenu>

using namespace lanescope;
using namespace lanescope::testing;

class TestTracks : public QObject {
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
        f->w().view().fitAll(timeline::Motion::Instant);
        f->canvas().setScrollY(0);
        f->canvas().setFocus();
    }

    void rowsAreFilteredWhileTyping() {
        const std::size_t all = f->canvas().layout().rows.size();
        f->key(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(f->w().askBox().isVisible());
        QTest::keyClicks(QApplication::focusWidget(), "kind:stream");
        QVERIFY(f->canvas().layout().rows.size() < all);
        for (const scene::PlacedRow& placed : f->canvas().layout().rows) {
            const RowKind kind = row(placed.row).kind;
            QVERIFY(kind == RowKind::Stream || kind == RowKind::Group);
        }
        f->key(Qt::Key_Return);
        QVERIFY(!f->w().askBox().isVisible());
        QVERIFY(f->canvas().hasFocus());
        f->act("view.filter-rows");
        QCOMPARE(f->w().askBox().edit().text(), QString("kind:stream"));
        QTest::keyClick(&f->w().askBox().edit(), Qt::Key_Backspace); // all of it is selected
        QCOMPARE(f->canvas().layout().rows.size(), all);
        f->key(Qt::Key_Escape);
        QVERIFY(!f->w().askBox().isVisible());
    }

    void aFilteredRowComesBackWhenItsSliceIsWanted() {
        f->canvas().setRowFilter("kind:host");
        const SliceId kernel = f->launchedKernel(3);
        QVERIFY(!f->canvas().rectOf(kernel));
        f->w().navigator().select(kernel);
        QVERIFY(f->canvas().rectOf(kernel));
        QVERIFY(f->canvas().rowState().filter.empty());
    }

    void theRowOfTheSelectionIsMovedResizedPinnedAndHiddenByKeys() {
        const SliceId kernel = f->launchedKernel(3);
        f->w().navigator().select(kernel);
        const std::uint32_t index = rowOf(kernel);
        const double height = f->canvas().layout().find(index)->height;
        f->key(Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(f->canvas().layout().find(index)->height, height * 1.25);
        f->key(Qt::Key_Up, Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(f->canvas().layout().find(index)->height, height);
        f->key(Qt::Key_P);
        QVERIFY(isPinned(index));
        f->key(Qt::Key_P);
        QVERIFY(!isPinned(index));
        const auto place = f->canvas().layout().placeOf[index];
        f->key(Qt::Key_Up, Qt::AltModifier);
        const auto higher = f->canvas().layout().placeOf[index];
        QVERIFY(higher < place);
        f->key(Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(f->canvas().layout().placeOf[index], place);
        f->key(Qt::Key_H);
        QVERIFY(!f->canvas().layout().find(index));
        f->key(Qt::Key_H, Qt::ShiftModifier);
        QVERIFY(f->canvas().layout().find(index));
    }

    void theLowerEdgeOfAHeaderIsDragged() {
        const std::uint32_t index = rowOf(f->launchedKernel());
        f->canvas().revealRow(index);
        const scene::PlacedRow before = *f->canvas().layout().find(index);
        const double top = f->canvas().rowsTop() - f->canvas().scrollY();
        const QPoint edge(100, static_cast<int>(top + before.y + before.height));
        QTest::mousePress(&f->canvas(), Qt::LeftButton, Qt::NoModifier, edge);
        QTest::mouseMove(&f->canvas(), edge + QPoint(0, 31));
        QTest::mouseRelease(&f->canvas(), Qt::LeftButton, Qt::NoModifier, edge + QPoint(0, 31));
        const double now = f->canvas().layout().find(index)->height;
        QVERIFY2(std::abs(now - before.height - 31) <= 4, qPrintable(QString::number(now - before.height)));
    }

    void aRowIsFoundAndPinnedByItsName() {
        f->key(Qt::Key_P, Qt::ControlModifier);
        QVERIFY(f->w().palette().isVisible());
        QVERIFY(f->w().palette().shown().size() == static_cast<qsizetype>(tree().rows().size()));
        f->key(Qt::Key_Escape);
        const std::uint32_t index = rowOf(f->launchedKernel());
        f->key(Qt::Key_T, Qt::ShiftModifier);
        QTest::keyClicks(QApplication::focusWidget(), QString::fromStdString(row(index).name));
        f->key(Qt::Key_Return);
        const auto& pinned = f->canvas().rowState().pinned;
        QVERIFY(!pinned.empty());
        QVERIFY(QString::fromStdString(pinned.back()).contains("stream"));
        QVERIFY(f->canvas().hasFocus());
    }

    void pythonFramesAndSeparateStreamsAreSwitched() {
        const std::size_t lanes = hostLanes();
        f->key(Qt::Key_Y, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(f->waitUntilQuiet());
        QVERIFY(hostLanes() < lanes); // the sample has python frames
        QVERIFY(!f->w().actionsOfWindow().of("view.python")->isChecked());
        f->act("view.python");
        QVERIFY(f->waitUntilQuiet());
        QCOMPARE(hostLanes(), lanes);
        const std::size_t streams = streamRows();
        QVERIFY(streams > 1);
        f->key(Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(f->waitUntilQuiet());
        QCOMPARE(streamRows(), std::size_t{1});
        // What is on merged rows can be clicked.
        const SliceId kernel = f->launchedKernel(5);
        QTest::mouseClick(&f->canvas(), Qt::LeftButton, Qt::NoModifier, f->bringIntoView(kernel));
        QCOMPARE(f->w().selection().current(), std::optional(kernel));
        f->act("view.merge-streams");
        QVERIFY(f->waitUntilQuiet());
        QCOMPARE(streamRows(), streams);
    }

    void theLaunchQueueIsARowWithACounter() {
        QVERIFY(std::any_of(tree().rows().begin(), tree().rows().end(), [](const Row& r) {
            return r.kind == RowKind::Counter && r.name.find("launch queue") != std::string::npos;
        }));
    }

    void aRowSetIsSavedAndChosenAgain() {
        f->canvas().setRowFilter("kind:stream");
        f->act("view.save-row-set");
        QTest::keyClicks(QApplication::focusWidget(), "only the GPU");
        f->key(Qt::Key_Return);
        f->act("view.reset-rows");
        QVERIFY(f->canvas().rowState().filter.empty());
        f->key(Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
        QTest::keyClicks(QApplication::focusWidget(), "only the GPU");
        f->key(Qt::Key_Return);
        QCOMPARE(f->canvas().rowState().filter, std::string("kind:stream"));
        QCOMPARE(f->w().keeper().rowSets(), QStringList{"only the GPU"});
        f->w().keeper().removeRowSet("only the GPU");
        QVERIFY(f->w().keeper().rowSets().isEmpty());
        QVERIFY(f->w().keeper().applyRowSet("communication")); // built in
        QVERIFY(!f->w().keeper().applyRowSet("no such set"));
    }

    void rowsAreKeptForTheNextTraceAndViewsForTheSame() {
        WindowFixture g;
        QVERIFY(g.open(smallTracePath()));
        g.canvas().setRowFilter("-stream");
        const TimeRange view{g.store().extent().begin + Ns{1'000'000}, g.store().extent().begin + Ns{3'000'000}};
        g.w().view().show(view, timeline::Motion::Instant);
        g.w().selection().setRange(view);
        g.act("colour.name");
        QVERIFY(g.w().notes().add({view.begin, view.begin, "look here"}));
        synth::SynthOptions options;
        options.steps = 2;
        const SynthCase other(options, "other.json");
        QVERIFY(g.open(QString::fromStdString(other.files.at(0).trace.string())));
        QCOMPARE(g.canvas().rowState().filter, std::string("-stream"));
        QVERIFY(!g.w().selection().range());
        QVERIFY(g.w().notes().list().empty());
        g.w().close();
        g.window = std::make_unique<app::MainWindow>(app::MainWindow::Options{g.settings, QPalette(), loadTrace});
        g.window->resize(1600, 1000);
        g.window->show();
        QVERIFY(g.open(smallTracePath()));
        QCOMPARE(g.canvas().rowState().filter, std::string("-stream"));
        QCOMPARE(g.canvas().colourBy(), scene::ColourBy::Name);
        QCOMPARE(g.w().selection().range(), std::optional(view));
        QVERIFY(std::abs(g.w().view().scale().x(view.begin)) < 2);
        QVERIFY(std::abs(g.w().view().scale().x(view.end) - g.w().view().canvasWidth()) < 2);
        QCOMPARE(g.w().notes().list().size(), std::size_t{1});
        QCOMPARE(g.w().notes().list()[0].text, std::string("look here"));
    }

    void whatIsRememberedIsReadBackTheSame() {
        timeline::TraceMemory m;
        m.rows.state.hidden = {"a", "b"};
        m.rows.state.pinned = {"z", "y"};
        m.rows.state.order["g"] = {"3", "1"};
        m.rows.state.heightFactor["a"] = 1.5;
        m.rows.state.filter = "kind:comm";
        m.rows.state.density = scene::Density::Compact;
        m.rows.python = PythonFrames::Hidden;
        m.rows.streams = StreamRows::MergedByDevice;
        m.view = {-5, 9'007'199'254'740'993}; // more than a double holds
        m.range = {1, 2};
        m.step = 12;
        m.notes = {{3, 4, "n"}};
        const auto back = timeline::traceFromJson(toJson(m));
        QVERIFY(back);
        QCOMPARE(toJson(*back), toJson(m));
        QCOMPARE(back->view, m.view);
        QVERIFY(!timeline::traceFromJson({}));
        QVERIFY(!timeline::traceFromJson({{"view", "nonsense"}}));
        timeline::RowsMemory odd = timeline::rowsFromJson({{"hidden", 7}, {"heights", QJsonObject{{"a", 1e9}}}});
        QVERIFY(odd.state.hidden.empty());
        QCOMPARE(odd.state.heightFactor["a"], scene::kMostHeight);
    }

private:
    const RowTree& tree() const { return f->w().document().tree(); }
    const Row& row(std::uint32_t index) const { return tree().row(index); }
    std::uint32_t rowOf(SliceId slice) const { return tree().placeOf(f->store(), slice)->row; }
    bool isPinned(std::uint32_t index) const {
        const auto& pinned = f->canvas().layout().pinned;
        return std::any_of(pinned.begin(), pinned.end(), [&](const auto& p) { return p.row == index; });
    }
    std::size_t hostLanes() const {
        std::size_t n = 0;
        for (const Row& r : tree().rows())
            if (r.kind == RowKind::HostThread) n += r.lanes.size();
        return n;
    }
    std::size_t streamRows() const {
        return static_cast<std::size_t>(std::count_if(tree().rows().begin(), tree().rows().end(),
                                                      [](const Row& r) { return r.kind == RowKind::Stream; }));
    }
    std::unique_ptr<WindowFixture> f;
};

QTEST_MAIN(TestTracks)
#include "tst_tracks.moc"
