// Keys and mouse on the real window, and the state they lead to.
#include "tests/gui/window_fixture.h"

#include "widgets/models/navigation.h"

#include <cmath>

using namespace lanescope;
using namespace lanescope::testing;

class TestWindowNavigation : public QObject {
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
        f->canvas().stopMeasure();
        f->w().view().fitAll(timeline::Motion::Instant);
        f->canvas().setScrollY(0);
        f->canvas().setFocus();
    }

    void aClickSelectsASliceAndDrawsItsLaunchArrow() {
        const SliceId kernel = f->launchedKernel(10);
        QTest::mouseClick(&f->canvas(), Qt::LeftButton, Qt::NoModifier, f->bringIntoView(kernel));
        QCOMPARE(f->w().selection().current(), std::optional(kernel));
        const auto overlay = f->canvas().overlayState();
        // One launch; what follows are the operators around it and their other half.
        QVERIFY(!overlay.links.empty());
        for (const scene::Link& link : overlay.links) QCOMPARE(link.kind == scene::LinkKind::Launch, link.to == kernel);
        QCOMPARE(overlay.links[0].from, *f->store().launchOf(kernel));
        QCOMPARE(overlay.links[0].to, kernel);
        QCOMPARE(overlay.related, std::vector<SliceId>{*f->store().launchOf(kernel)});
        QCOMPARE(overlay.sameName, std::optional(f->store().nameId(kernel)));
        const auto& card = f->w().page().bottom().details();
        QVERIFY(card.facts());
        QVERIFY(!card.chipTexts().isEmpty());
        QVERIFY(f->waitUntilQuiet());
        QVERIFY2(card.args().topLevelItemCount() > 2, qPrintable(card.argsNote())); // decoded from the file
    }

    void aClickOnNothingClearsTheSelection() {
        const SliceId kernel = f->launchedKernel();
        f->w().navigator().select(kernel);
        f->w().view().fitAll(timeline::Motion::Instant);
        // Left of everything in the trace, on a row.
        const QPoint empty(static_cast<int>(f->w().view().headerWidth()) + 8, 300);
        QTest::mouseClick(&f->canvas(), Qt::LeftButton, Qt::NoModifier, empty);
        QVERIFY(!f->w().selection().current());
        QVERIFY(f->canvas().overlayState().links.empty());
    }

    void controlClickAddsToTheSelection() {
        const SliceId a = f->launchedKernel(1), b = f->launchedKernel(2);
        f->w().navigator().select(a);
        QTest::mouseClick(&f->canvas(), Qt::LeftButton, Qt::ControlModifier, f->bringIntoView(b));
        QCOMPARE(f->w().selection().slices(), (std::vector<SliceId>{a, b}));
        QTest::mouseClick(&f->canvas(), Qt::LeftButton, Qt::ControlModifier, f->bringIntoView(b));
        QCOMPARE(f->w().selection().slices(), (std::vector<SliceId>{a}));
    }

    void neighboursAreOneKeyAway() {
        const SliceId kernel = f->launchedKernel(4);
        f->w().navigator().select(kernel);
        f->key(Qt::Key_Period);
        QCOMPARE(f->w().selection().current(), models::nextOnLane(f->store(), kernel));
        f->key(Qt::Key_Comma);
        QCOMPARE(f->w().selection().current(), std::optional(kernel));
        f->key(Qt::Key_N);
        QCOMPARE(f->w().selection().current(), models::nextOfSameName(f->store(), kernel));
        f->key(Qt::Key_N, Qt::ShiftModifier);
        QCOMPARE(f->w().selection().current(), std::optional(kernel));
    }

    void theSamePlaceOfTheNextStepIsOneKeyAway() {
        const SliceId kernel = f->launchedKernel(4);
        const auto there = models::sameInStep(f->store(), kernel, 1);
        QVERIFY(there && f->store().name(*there) == f->store().name(kernel));
        f->w().navigator().select(kernel);
        f->key(Qt::Key_J);
        QCOMPARE(f->w().selection().current(), there);
        f->key(Qt::Key_J, Qt::ShiftModifier);
        QCOMPARE(f->w().selection().current(), std::optional(kernel));
    }

    void upFromAKernelIsItsCallAndDownFromTheCallTheKernel() {
        const SliceId kernel = f->launchedKernel(7);
        const SliceId call = *f->store().launchOf(kernel);
        f->w().navigator().select(kernel);
        f->key(Qt::Key_Up);
        QCOMPARE(f->w().selection().current(), std::optional(call));
        f->key(Qt::Key_Down);
        QCOMPARE(f->w().selection().current(), std::optional(f->store().launchedBy(call).front()));
    }

    void launchAndKernelAreOneKeyApart() {
        const SliceId kernel = f->launchedKernel(7);
        const SliceId call = *f->store().launchOf(kernel);
        f->w().navigator().select(kernel);
        f->key(Qt::Key_L);
        QCOMPARE(f->w().selection().current(), std::optional(call));
        QVERIFY(f->canvas().rectOf(call)); // its row was scrolled into view
        f->key(Qt::Key_L);
        QCOMPARE(f->w().selection().current(), std::optional(kernel));
        f->key(Qt::Key_BracketLeft);
        QCOMPARE(f->w().selection().current(), std::optional(call));
        f->key(Qt::Key_BracketRight);
        QCOMPARE(f->w().selection().current(), std::optional(f->store().launchedBy(call).front()));
    }

    void parentAndChildAreUpAndDown() {
        const SliceId call = *f->store().launchOf(f->launchedKernel(7));
        const auto parent = f->store().parent(call);
        QVERIFY(parent);
        f->w().navigator().select(call);
        f->key(Qt::Key_Up);
        QCOMPARE(f->w().selection().current(), parent);
        f->key(Qt::Key_Down);
        QCOMPARE(f->w().selection().current(), models::firstChild(f->store(), *parent));
        f->w().selection().clearSlices();
        const double before = f->canvas().scrollY();
        f->key(Qt::Key_Down); // nothing selected: rows scroll
        QVERIFY(f->canvas().scrollY() > before);
    }

    void fCentresThenFits() {
        const SliceId kernel = f->launchedKernel(20);
        f->w().selection().select(kernel);
        const double zoom = f->w().view().scale().nsPerPx();
        f->key(Qt::Key_F);
        QCOMPARE(f->w().view().scale().nsPerPx(), zoom);
        const RankTime middle = f->store().start(kernel) + f->store().duration(kernel) / 2;
        QVERIFY(std::abs(f->w().view().scale().x(middle) - f->w().view().canvasWidth() / 2) <= 2);
        f->key(Qt::Key_F);
        const double width = f->w().view().scale().px(f->store().duration(kernel));
        QVERIFY(width > f->w().view().canvasWidth() * 0.85);
        QVERIFY(width < f->w().view().canvasWidth());
        f->key(Qt::Key_0);
        QVERIFY(f->w().view().scale().visible().begin <= f->w().view().extent().begin);
        f->key(Qt::Key_Backspace);
        QVERIFY(std::abs(f->w().view().scale().px(f->store().duration(kernel)) - width) < 1);
        f->key(Qt::Key_Backspace, Qt::ShiftModifier);
        QVERIFY(f->w().view().scale().visible().begin <= f->w().view().extent().begin);
    }

    void stepsAreWalkedWithControlPointAndComma() {
        const auto steps = f->store().steps();
        f->w().navigator().selectStep(0);
        f->key(Qt::Key_Period, Qt::ControlModifier);
        QCOMPARE(f->w().selection().step(), std::optional<std::size_t>(1));
        const TimeRange step = f->store().range(SliceId{steps[1].slice});
        const TimeRange visible = f->w().view().scale().visible();
        QVERIFY(visible.begin <= step.begin && visible.end >= step.end);
        QVERIFY(visible.length() < step.length() * 2);
        QCOMPARE(f->w().toolBar().stepPill(), QString("step %1").arg(steps[1].number));
        QCOMPARE(QString::fromStdString(f->canvas().currentView().zeroName), f->w().toolBar().stepPill());
        f->key(Qt::Key_Comma, Qt::ControlModifier);
        QCOMPARE(f->w().selection().step(), std::optional<std::size_t>(0));
        f->key(Qt::Key_Comma, Qt::ControlModifier); // the first one: stays, and says so
        QCOMPARE(f->w().selection().step(), std::optional<std::size_t>(0));
        QVERIFY(f->w().status().texts().contains("this is the first step"));
        f->key(Qt::Key_F, Qt::ShiftModifier);
        QVERIFY(f->w().view().scale().visible().contains(f->store().start(SliceId{steps[0].slice})));
    }

    void aClickOnAStepBarSelectsAndFitsIt() {
        timeline::StepStrip& strip = f->w().page().steps();
        QTest::mouseClick(&strip, Qt::LeftButton, Qt::NoModifier, strip.barRect(2).center().toPoint());
        QCOMPARE(f->w().selection().step(), std::optional<std::size_t>(2));
        const TimeRange step = f->store().range(SliceId{f->store().steps()[2].slice});
        QVERIFY(f->w().view().scale().visible().begin <= step.begin);
        QVERIFY(f->w().view().scale().visible().length() < step.length() * 2);
        const auto figures = f->w().document().analysis()->device()->steps;
        QVERIFY(!figures.empty());
        QVERIFY(f->w().page().guide().lines().join('|').contains(
            QString("step %1, GPU").arg(f->store().steps()[2].number)));
    }

    void selectionBecomesARangeWithR() {
        const SliceId kernel = f->launchedKernel(9);
        f->w().navigator().select(kernel);
        f->key(Qt::Key_R);
        QCOMPARE(f->w().selection().range(), std::optional(f->store().range(kernel)));
        QVERIFY(f->waitUntilQuiet());
        QTest::qWait(100);
        QVERIFY(f->waitUntilQuiet());
        const auto& content = f->w().page().bottom().range().content();
        QVERIFY(content.numbers);
        QCOMPARE(content.numbers->wallNs, f->store().duration(kernel).count());
        QCOMPARE(content.numbers->busyNs, content.numbers->wallNs);
    }

    void escapeGoesOneLevelAtATime() {
        const SliceId kernel = f->launchedKernel(9);
        f->w().navigator().select(kernel);
        f->key(Qt::Key_R);
        f->key(Qt::Key_M);
        f->key(Qt::Key_Question);
        QVERIFY(f->w().keysSheet().isVisible());
        f->key(Qt::Key_Escape);
        QVERIFY(!f->w().keysSheet().isVisible());
        QVERIFY(f->canvas().isMeasuring());
        f->key(Qt::Key_Escape);
        QVERIFY(!f->canvas().isMeasuring());
        QVERIFY(f->w().selection().current());
        f->key(Qt::Key_Escape);
        QVERIFY(!f->w().selection().current());
        QVERIFY(f->w().selection().range());
        f->key(Qt::Key_Escape);
        QVERIFY(!f->w().selection().range());
    }

    void panelsOpenAndCloseByKey() {
        QVERIFY(f->w().page().bottom().isVisible());
        f->key(Qt::Key_Q);
        QVERIFY(!f->w().page().bottom().isVisible());
        f->key(Qt::Key_Q);
        QVERIFY(f->w().page().bottom().isVisible());
        const int width = f->canvas().width();
        f->key(Qt::Key_B, Qt::ControlModifier);
        QVERIFY(!f->w().page().guide().isVisible());
        QVERIFY(f->canvas().width() > width);
        f->key(Qt::Key_B, Qt::ControlModifier);
        QVERIFY(f->w().page().guide().isVisible());
    }

    void goToTakesStepsAndTimes() {
        const auto steps = f->store().steps();
        f->key(Qt::Key_G);
        QLineEdit& edit = f->w().goToBox().edit();
        QVERIFY(edit.hasFocus());
        QTest::keyClicks(&edit, QString("step %1").arg(steps[1].number));
        QTest::keyClick(&edit, Qt::Key_Return);
        QVERIFY(!f->w().goToBox().isVisible());
        QVERIFY(f->canvas().hasFocus());
        QCOMPARE(f->w().selection().step(), std::optional<std::size_t>(1));
        QCOMPARE(f->w().navigator().goTo("2.5 ms"), QString());
        const RankTime there = f->store().start(SliceId{steps[1].slice}) + Ns{2'500'000};
        QVERIFY(std::abs(f->w().view().scale().x(there) - f->w().view().canvasWidth() / 2) <= 1);
        const TimeScale scale = f->w().view().scale();
        QVERIFY(f->w().navigator().goTo("step 99999").contains("99999"));
        QVERIFY(!f->w().navigator().goTo("nowhere").isEmpty());
        QVERIFY(!f->w().navigator().goTo("5000 s").isEmpty());
        QCOMPARE(f->w().view().scale(), scale);
        f->key(Qt::Key_G);
        f->key(Qt::Key_Escape);
        QVERIFY(!f->w().goToBox().isVisible());
    }

    void gapsAreWalkedWithI() {
        synth::SynthOptions options;
        options.kind = "input-starvation";
        options.steps = 3;
        const SynthCase starved(options, "starved.json");
        QVERIFY2(starved.error.empty(), starved.error.c_str());
        QVERIFY(f->open(QString::fromStdString(starved.files.at(0).trace.string())));
        f->w().view().fitAll(timeline::Motion::Instant);
        // All gaps of 50 us and more of the main device, by the plain definition.
        const IntervalList& busy = f->w().document().analysis()->mainWork()->busy;
        std::vector<TimeRange> gaps;
        for (std::size_t i = 1; i < busy.size(); ++i)
            if (busy[i].begin - busy[i - 1].end >= 50'000) gaps.push_back(timeRange(busy[i - 1].end, busy[i].begin));
        QVERIFY(gaps.size() >= 2); // the loader starves the GPU in every step
        for (const TimeRange& gap : gaps) {
            f->key(Qt::Key_I);
            QCOMPARE(f->w().selection().range(), std::optional(gap));
        }
        f->key(Qt::Key_I); // there are no more
        QCOMPARE(f->w().selection().range(), std::optional(gaps.back()));
        for (auto gap = gaps.rbegin() + 1; gap != gaps.rend(); ++gap) {
            f->key(Qt::Key_I, Qt::ShiftModifier);
            QCOMPARE(f->w().selection().range(), std::optional(*gap));
        }
        QVERIFY(f->open(smallTracePath()));
    }

    void f6GoesRoundThePartsOfTheWindow() {
        f->key(Qt::Key_F6);
        QVERIFY(f->w().page().bottom().isAncestorOf(QApplication::focusWidget()));
        f->key(Qt::Key_F6);
        QVERIFY(f->w().page().guide().hasFocus());
        f->key(Qt::Key_F6);
        QVERIFY(f->w().toolBar().omnibox().hasFocus());
    }

    void theCanvasIsCalledAfterItsSelection() {
        const SliceId kernel = f->launchedKernel(3);
        f->w().navigator().select(kernel);
        const QString name = f->canvas().accessibleName();
        QVERIFY2(name.contains(QString(", stream %1").arg(*f->store().stream(kernel))), qPrintable(name));
        QVERIFY2(name.startsWith(QString::fromStdString(f->w().document().names().of(kernel))), qPrintable(name));
    }

    void searchWalksThroughTheHits() {
        const SliceId kernel = f->launchedKernel();
        const QString name = QString::fromUtf8(f->store().name(kernel).data(), 12);
        f->key(Qt::Key_Slash);
        panels::Omnibox& box = f->w().toolBar().omnibox();
        QVERIFY(box.hasFocus());
        QTest::keyClicks(&box, name);
        QTest::keyClick(&box, Qt::Key_Return); // searches at once
        QVERIFY(f->waitUntilQuiet());
        QVERIFY(f->w().searching().hits());
        const auto& hits = f->w().searching().hits()->byTime;
        QVERIFY(hits.size() > 1);
        QVERIFY(box.result().contains("hits"));
        QTest::keyClick(&box, Qt::Key_Return);
        QCOMPARE(f->w().selection().current(), std::optional(hits[0]));
        QTest::keyClick(&box, Qt::Key_Return);
        QCOMPARE(f->w().selection().current(), std::optional(hits[1]));
        QTest::keyClick(&box, Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClick(&box, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(f->w().selection().current(), std::optional(hits.back())); // round again
        // A bad expression says so and keeps the last result.
        box.clear();
        QTest::keyClicks(&box, "/a(b/");
        QTest::keyClick(&box, Qt::Key_Return);
        QVERIFY(f->waitUntilQuiet());
        QVERIFY(!box.problem().isEmpty());
        QVERIFY(f->w().searching().hits());
        f->key(Qt::Key_Escape);
        QVERIFY(box.text().isEmpty());
        QVERIFY(!f->w().searching().isActive());
        QVERIFY(box.problem().isEmpty());
    }

private:
    std::unique_ptr<WindowFixture> f;
};

QTEST_MAIN(TestWindowNavigation)
#include "tst_window_navigation.moc"
