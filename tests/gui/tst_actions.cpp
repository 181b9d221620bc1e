// The action table: complete, without clashes, the same in menus, palette and sheet; themes; narrow windows.
#include "tests/gui/window_fixture.h"

#include <QMenu>
#include <QSet>

#include <algorithm>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

void collect(const QMenu* menu, QSet<QAction*>& out) {
    for (QAction* action : menu->actions()) {
        if (action->menu()) collect(action->menu(), out);
        out << action;
    }
}

} // namespace

class TestActions : public QObject {
    Q_OBJECT
private slots:
    void everyActionHasAnIdOfItsOwnAndAnAct() {
        QSet<QString> ids;
        for (const app::ActionInfo& info : app::actionTable()) {
            if (info.text[0] == '\0') continue;
            QVERIFY2(!ids.contains(info.id), info.id);
            ids << info.id;
            QVERIFY2(info.act || QString(info.id) == "file.recent", info.id);
        }
        QVERIFY(ids.size() > 40);
    }

    void noTwoActionsShareAKey() {
        WindowFixture f;
        QHash<QString, QString> owner;
        for (QAction* action : f.w().actionsOfWindow().all())
            for (const QKeySequence& keys : action->shortcuts()) {
                QVERIFY2(!keys.isEmpty() && keys.count() == 1, qPrintable(action->objectName()));
                const QString text = keys.toString();
                QVERIFY2(!owner.contains(text), qPrintable(text + ": " + owner[text] + ", " + action->objectName()));
                owner[text] = action->objectName();
            }
        // Keys a Perfetto user expects.
        for (const char* keys : {".", ",", "[", "]", "F", "M", "R", "Q", "/", "Ctrl+O", "Ctrl+Shift+P", "?", "Esc"})
            QVERIFY2(owner.contains(keys), keys);
    }

    void everyActionIsInAMenuAndInThePalette() {
        WindowFixture f;
        QVERIFY(f.open(smallTracePath()));
        f.w().navigator().select(f.launchedKernel());
        QSet<QAction*> inMenus;
        for (QAction* top : f.w().menuBar()->actions()) collect(top->menu(), inMenus);
        for (QAction* action : f.w().actionsOfWindow().all())
            QVERIFY2(inMenus.contains(action), qPrintable(action->objectName()));
        f.w().openPalette();
        const QStringList shown = f.w().palette().shown();
        int enabled = 0;
        for (QAction* action : f.w().actionsOfWindow().all())
            if (action->isEnabled()) {
                ++enabled;
                QVERIFY(shown.contains(action->property("paletteText").toString()));
            }
        // And what is in the trace: steps, rows, kernels.
        const auto starting = [&](const QString& with) {
            return std::count_if(shown.begin(), shown.end(), [&](const QString& s) { return s.startsWith(with); });
        };
        const auto steps = starting("Step "), rows = starting("Row: "), kernels = starting("Kernel: ");
        QCOMPARE(steps, static_cast<qsizetype>(f.store().steps().size()));
        QCOMPARE(rows, static_cast<qsizetype>(f.w().document().tree().rows().size()));
        QVERIFY(kernels > 0);
        QCOMPARE(shown.size(), enabled + steps + rows + kernels);
    }

    void thePaletteLeadsToAStepAndToAKernel() {
        WindowFixture f;
        QVERIFY(f.open(smallTracePath()));
        QTRY_VERIFY_WITH_TIMEOUT(f.w().document().analysis(), 20'000);
        const std::int64_t number = f.store().steps()[2].number;
        f.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("step %1").arg(number));
        QCOMPARE(f.w().palette().shown().value(0), QStringLiteral("Step %1").arg(number));
        f.key(Qt::Key_Return);
        QCOMPARE(f.w().selection().step(), std::optional<std::size_t>(2));
        f.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QTest::keyClicks(QApplication::focusWidget(), "kernel:");
        const QString first = f.w().palette().shown().value(0);
        f.key(Qt::Key_Return);
        QVERIFY(f.w().selection().current());
        QCOMPARE("Kernel: " + QString::fromStdString(f.w().document().names().of(*f.w().selection().current())), first);
    }

    void thePaletteRunsWhatIsTyped() {
        WindowFixture f;
        QVERIFY(f.open(smallTracePath()));
        f.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(f.w().palette().isVisible());
        QTest::keyClicks(QApplication::focusWidget(), "theme light");
        QCOMPARE(f.w().palette().shown().value(0), QString("Theme: Light"));
        f.key(Qt::Key_Return);
        QVERIFY(!f.w().palette().isVisible());
        QCOMPARE(f.w().themeChoice(), app::ThemeChoice::Light);
        QCOMPARE(f.w().QWidget::palette().color(QPalette::Window), QColor("#F2F4F7"));
        QVERIFY(f.canvas().hasFocus());
        f.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        f.key(Qt::Key_Escape);
        QVERIFY(!f.w().palette().isVisible());
    }

    void fuzzyWordsFindTheirCommand() {
        QVERIFY(panels::fuzzyScore("Next of the same name", "next same") > 0);
        QVERIFY(panels::fuzzyScore("Next step", "xyz") < 0);
        QVERIFY(panels::fuzzyScore("Fit the step", "fts") > panels::fuzzyScore("Shift the steps", "fts"));
        QCOMPARE(panels::fuzzyScore("anything", ""), 0);
    }

    void whatCannotBeDoneIsDisabled() {
        WindowFixture f;
        app::WindowActions& actions = f.w().actionsOfWindow();
        QVERIFY(actions.of("file.open")->isEnabled());
        for (const char* id : {"view.fit-all", "select.next", "go.next-step", "go.back", "file.stop", "file.close"})
            QVERIFY2(!actions.of(id)->isEnabled(), id);
        QVERIFY(f.open(smallTracePath()));
        QVERIFY(actions.of("view.fit-all")->isEnabled());
        QVERIFY(!actions.of("select.next")->isEnabled());
        f.w().navigator().select(f.launchedKernel());
        QVERIFY(actions.of("select.next")->isEnabled());
        QVERIFY(!actions.of("edit.next-hit")->isEnabled());
    }

    void everyActionRunsInAnyState() {
        WindowFixture f;
        // File dialogs and the end of the program are left out.
        const QSet<QString> left{"file.open", "file.export", "file.export-report",
                                 "file.quit", "file.sample", "help.about"};
        for (int round = 0; round < 3; ++round) {
            if (round == 1) QVERIFY(f.open(smallTracePath()));
            for (QAction* action : f.w().actionsOfWindow().all()) {
                if (left.contains(action->objectName())) continue;
                if (round == 2 && !f.w().document().isOpen()) QVERIFY(f.open(smallTracePath()));
                if (round == 2) f.w().navigator().select(f.launchedKernel(6));
                action->trigger();
                QCoreApplication::processEvents();
            }
        }
        QVERIFY(f.waitUntilQuiet());
    }

    void themesSwitchLiveAndAreRemembered() {
        WindowFixture f;
        QVERIFY(f.open(smallTracePath()));
        const QImage dark = f.canvas().picture(1);
        QCOMPARE(dark.pixelColor(dark.width() - 20, dark.height() - 4), QColor("#0E1116"));
        f.act("theme.light");
        const QImage light = f.canvas().picture(1);
        QCOMPARE(light.pixelColor(light.width() - 20, light.height() - 4), QColor("#FFFFFF"));
        QCOMPARE(f.settings.value("view/theme").toString(), QString("light"));
        QVERIFY(f.w().actionsOfWindow().of("theme.light")->isChecked());
        QVERIFY(!f.w().actionsOfWindow().of("theme.dark")->isChecked());
        f.w().setThemeForThisRun(app::ThemeChoice::Dark);
        QCOMPARE(f.settings.value("view/theme").toString(), QString("light"));
    }

    void aNarrowOrLowWindowLosesTheRightThings() {
        WindowFixture f;
        QVERIFY(f.open(smallTracePath()));
        const int wide = f.canvas().width();
        QVERIFY(wide < f.w().width() - 300); // the guide stands beside it
        f.w().resize(1050, 900);
        QCoreApplication::processEvents();
        QCOMPARE(f.canvas().width(), 1050); // the guide is closed, and covers nothing
        QVERIFY(!f.w().page().guide().isVisible());
        f.w().resize(1200, 690);
        QCoreApplication::processEvents();
        QVERIFY(!f.w().page().overview().isVisible());
        QVERIFY(f.w().page().steps().isVisible());
        f.w().resize(1200, 620);
        QCoreApplication::processEvents();
        QVERIFY(!f.w().page().steps().isVisible());
        f.w().resize(100, 100);
        QVERIFY(f.w().width() >= 900 && f.w().height() >= 600);
    }

    void theLayoutIsRemembered() {
        WindowFixture f;
        QVERIFY(f.open(smallTracePath()));
        f.key(Qt::Key_B, Qt::ControlModifier);
        f.w().view().setHeaderWidth(260);
        f.w().close();
        f.window = std::make_unique<app::MainWindow>(app::MainWindow::Options{f.settings, QPalette(), loadTrace});
        QVERIFY(!f.w().page().isShown(app::TracePage::Part::Guide));
        QVERIFY(f.w().page().isShown(app::TracePage::Part::Bottom));
        QCOMPARE(f.w().view().headerWidth(), 260.0);
    }
};

QTEST_MAIN(TestActions)
#include "tst_actions.moc"
