// Practice and walkthroughs in the real window, driven by keys and mouse.
#include "app/gui/window/training.h"
#include "core/analysis/signatures/signatures.h"
#include "tests/gui/window_fixture.h"

#include <QShortcut>

#include <algorithm>

using namespace lanescope;
using namespace lanescope::testing;
using trainer::PracticePage;
using trainer::WalkPage;

namespace {

int numberOf(const std::string& signature) {
    int number = 1;
    for (const SignatureInfo& s : builtinSignatures()) {
        if (s.id == signature) return number;
        ++number;
    }
    return 0;
}

PracticePage& openPractice(WindowFixture& f, const QString& seed) {
    f.act("help.practise");
    PracticePage& page = f.w().training().practice();
    page.side().seedBox().selectAll();
    QTest::keyClicks(&page.side().seedBox(), seed);
    return page;
}

// Zooms to the longest evidence and clicks into its middle.
void clickOnEvidence(PracticePage& page) {
    const auto& all = page.trace()->evidence;
    const Interval at =
        *std::max_element(all.begin(), all.end(), [](auto& a, auto& b) { return a.length() < b.length(); });
    page.stage().view().show(timeRange(at.begin - at.length(), at.end + at.length()), timeline::Motion::Instant);
    const double x = page.stage().view().headerWidth() +
                     page.stage().view().scale().x(timeRange(at.begin + at.length() / 2, at.end).begin);
    QTest::mouseClick(&page.stage().canvas(), Qt::LeftButton, {}, QPoint(static_cast<int>(x), 60));
}

} // namespace

class TestTrainerWindow : public QObject {
    Q_OBJECT
private slots:
    void aWholePracticeByKeysAndMouseEndsWithAllPointsAndIsKept() {
        WindowFixture f;
        PracticePage& page = openPractice(f, "5");
        f.key(Qt::Key_Return);
        for (int round = 0; round < 10; ++round) {
            QVERIFY(f.waitUntilQuiet(60'000));
            QVERIFY2(page.trace(), qPrintable(page.side().said()));
            QCOMPARE(page.practice()->round(), static_cast<std::size_t>(round));
            QVERIFY(!page.side().act().isEnabled());         // nothing to check yet
            QVERIFY(page.stage().lane().brackets().empty()); // and nothing that gives it away
            const std::string& signature = page.practice()->plan().signature;
            f.key(static_cast<Qt::Key>(Qt::Key_0 + numberOf(signature)));
            QCOMPARE(page.side().chosen(), std::optional<std::string>(signature));
            if (signature != "healthy") {
                QVERIFY(!page.side().act().isEnabled());
                clickOnEvidence(page);
            }
            QVERIFY(page.side().act().isEnabled());
            f.key(Qt::Key_Return); // check
            QVERIFY(page.practice()->isChecked());
            QCOMPARE(page.practice()->points(), 2 * (round + 1));
            QVERIFY(page.side().said().contains("What to try"));
            QCOMPARE(page.stage().lane().brackets().empty(), signature == "healthy");
            f.key(Qt::Key_Return); // next round, at the end the result
        }
        QVERIFY(page.side().said().contains("20 of 20 points"));
        trainer::PracticeResults kept(f.settings);
        QCOMPARE(kept.all().size(), 1);
        QCOMPARE(kept.all().front().points, 20);
        QCOMPARE(kept.all().front().seed, std::uint64_t{5});
        QCOMPARE(kept.all().front().milliseconds, page.practice()->milliseconds());
    }
    void aWrongAnswerIsToldAndThePlaceIsShown() {
        WindowFixture f;
        PracticePage& page = openPractice(f, "8");
        QTest::mouseClick(&page.side().act(), Qt::LeftButton);
        QVERIFY(f.waitUntilQuiet(60'000));
        const bool healthy = page.practice()->plan().signature == "healthy";
        const std::string wrong = healthy ? "sync-stalls" : "healthy";
        page.side().choose(static_cast<std::size_t>(numberOf(wrong) - 1));
        if (healthy) f.key(Qt::Key_E); // a place by key
        QTest::mouseClick(&page.side().act(), Qt::LeftButton);
        QVERIFY(page.practice()->isChecked());
        QCOMPARE(page.practice()->points(), 0);
        QVERIFY(page.side().said().contains("It was: "));
    }
    void aDraggedRangeIsAPlaceAndTheKeyTakesTheMiddleOfTheView() {
        WindowFixture f;
        PracticePage& page = openPractice(f, "5");
        f.key(Qt::Key_Return);
        QVERIFY(f.waitUntilQuiet(60'000));
        QVERIFY(page.side().said().contains("Click or drag"));
        QWidget& canvas = page.stage().canvas();
        QTest::mousePress(&canvas, Qt::LeftButton, {}, QPoint(500, 60));
        QTest::mouseMove(&canvas, QPoint(560, 60));
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, QPoint(600, 60));
        QVERIFY2(page.side().said().contains(" long"), qPrintable(page.side().said()));
        canvas.setFocus();
        f.key(Qt::Key_E);
        QVERIFY(page.side().said().contains("The place: at"));
        QVERIFY(!page.side().said().contains(" long"));
    }
    void whatWasOpenIsThereAgainAfterLeavingAndItsKeysRestMeanwhile() {
        WindowFixture f;
        QVERIFY(f.open(smallTracePath()));
        const TraceStore* const before = &f.store();
        const auto slice = f.launchedKernel();
        f.w().navigator().select(slice);
        PracticePage& page = openPractice(f, "5");
        QVERIFY(page.isVisible() && !f.w().page().isVisible());
        QVERIFY(!f.w().actionsOfWindow().of("view.fit-all")->isEnabled());
        f.key(Qt::Key_Return);
        QVERIFY(f.waitUntilQuiet(60'000));
        page.stage().canvas().setFocus();
        f.key(Qt::Key_Escape);
        QVERIFY(!page.isVisible() && f.w().page().isVisible());
        QCOMPARE(&f.store(), before);
        QCOMPARE(f.w().selection().current(), std::optional(slice));
        QVERIFY(f.w().actionsOfWindow().of("view.fit-all")->isEnabled());
    }
    void aWalkthroughIsWalkedByKeysWithAMarkAndWordsInView() {
        WindowFixture f;
        f.act("help.walk-sync-stalls");
        WalkPage& page = f.w().training().walk();
        QVERIFY(f.waitUntilQuiet(60'000));
        QVERIFY(page.trace());
        const std::size_t steps = page.walkthrough()->steps.size();
        for (std::size_t i = 0; i < steps; ++i) {
            QCOMPARE(page.step(), i);
            QVERIFY(page.stage().callout().isVisible());
            QVERIFY(!page.stage().callout().text().isEmpty());
            const auto range = page.stage().selection().range();
            QVERIFY(range.has_value());
            const TimeRange seen = page.stage().view().target().visible();
            QVERIFY(range->begin >= seen.begin && range->end <= seen.end);
            QVERIFY(page.stage().canvas().rect().contains(page.stage().callout().geometry()));
            f.key(i + 1 < steps ? Qt::Key_Return : Qt::Key_Backspace);
        }
        QCOMPARE(page.step(), steps - 2);
        QTest::mouseClick(&page.stage().callout().next(), Qt::LeftButton);
        QCOMPARE(page.step(), steps - 1);
        QTest::mouseClick(&page.stage().callout().next(), Qt::LeftButton); // to the next signature
        QVERIFY(f.waitUntilQuiet(60'000));
        QCOMPARE(std::string(page.walkthrough()->signature), std::string("allocator-stalls"));
        f.key(Qt::Key_Escape);
        QVERIFY(!page.isVisible());
    }
    void everySignatureHasItsWalkthroughInTheMenu() {
        WindowFixture f;
        for (const SignatureInfo& s : builtinSignatures())
            QVERIFY(f.w().actionsOfWindow().of("help.walk-" + QString::fromStdString(std::string(s.id))) != nullptr);
    }
};

QTEST_MAIN(TestTrainerWindow)
#include "tst_trainer_window.moc"
