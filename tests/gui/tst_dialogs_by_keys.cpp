// Dialogs and pages without a mouse: everything that takes keys has a name, is met by Tab, and Tab goes round; Esc
// leaves.
#include "tests/gui/spoken.h"
#include "tests/gui/window_fixture.h"

#include <QDialog>
#include <QTabWidget>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

QDialog* shownDialog() {
    for (QWidget* top : QApplication::topLevelWidgets())
        if (auto* dialog = qobject_cast<QDialog*>(top); dialog && dialog->isVisible()) return dialog;
    return nullptr;
}

} // namespace

class TestDialogsByKeys : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        f = std::make_unique<WindowFixture>();
        QVERIFY(f->open(smallTracePath()));
    }
    void cleanupTestCase() { f.reset(); }
    void init() {
        f->window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(f->window.get()));
        f->canvas().setFocus();
    }
    void cleanup() {
        if (QDialog* dialog = shownDialog()) dialog->close();
        if (f->w().training().isOpen()) f->w().training().leave();
    }

    void dialogsAreWalkedByTabAndLeftByEsc_data() {
        QTest::addColumn<QString>("action");
        for (const char* id :
             {"file.export", "file.export-report", "edit.settings", "edit.keys", "analyse.key_averages"})
            QTest::newRow(id) << id;
    }
    void dialogsAreWalkedByTabAndLeftByEsc() {
        QFETCH(QString, action);
        f->act(action.toLatin1().constData());
        QTRY_VERIFY(shownDialog());
        QPointer<QDialog> dialog = shownDialog();
        QVERIFY(f->waitUntilQuiet());
        dialog->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QTRY_VERIFY(dialog->isActiveWindow() && dialog->isAncestorOf(QApplication::focusWidget()));
        walk(*dialog);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QTRY_VERIFY(!dialog || !dialog->isVisible());
    }

    void boxesOverTheWindowTakeTheFocusAndGiveItBack_data() {
        QTest::addColumn<QString>("action");
        for (const char* id : {"go.to", "edit.palette", "help.keys", "note.text", "view.filter-rows", "view.row-sets"})
            QTest::newRow(id) << id;
    }
    void boxesOverTheWindowTakeTheFocusAndGiveItBack() {
        QFETCH(QString, action);
        f->act(action.toLatin1().constData());
        QWidget* const focus = QApplication::focusWidget();
        QVERIFY(focus && focus != &f->canvas());
        QVERIFY2(!spokenName(focus).isEmpty(), qPrintable(what(focus)));
        QTest::keyClick(focus, Qt::Key_Escape);
        QTRY_VERIFY(f->canvas().hasFocus());
    }

    void theSheetOfKeysIsScrolledToItsEnd() {
        f->w().resize(1100, 640); // not all fits
        f->key(Qt::Key_Question);
        panels::KeysSheet& sheet = f->w().keysSheet();
        QVERIFY(sheet.isVisible() && sheet.hasFocus());
        QVERIFY(sheet.mostScroll() > 0);
        f->key(Qt::Key_End);
        QCOMPARE(sheet.scroll(), sheet.mostScroll());
        QString last; // the last line is there, and inside the sheet
        for (const scene::Layer& layer : sheet.currentScene().layers)
            for (const scene::Label& label : layer.labels)
                if (label.text == "next, previous hit") {
                    last = QString::fromStdString(label.text);
                    QVERIFY(QRectF(sheet.rect()).contains(QPointF(label.x, label.baseline)));
                }
        QCOMPARE(last, QString("next, previous hit"));
        f->key(Qt::Key_Escape);
        QVERIFY(!sheet.isVisible());
        QVERIFY(f->canvas().hasFocus());
        f->w().resize(1600, 1000);
    }

    void pagesOfThePracticeAreWalkedByTab_data() {
        QTest::addColumn<QString>("action");
        QTest::newRow("practise") << "help.practise";
        QTest::newRow("walkthrough") << "help.walk-launch-bound";
    }
    void pagesOfThePracticeAreWalkedByTab() {
        QFETCH(QString, action);
        f->act(action.toLatin1().constData());
        QVERIFY(f->w().training().isOpen());
        QVERIFY(f->waitUntilQuiet(60'000));
        QVERIFY(QApplication::focusWidget());
        for (QWidget* page : f->w().findChildren<QWidget*>()) {
            if (!page->inherits("lanescope::trainer::PracticePage") && !page->inherits("lanescope::trainer::WalkPage"))
                continue;
            const QStringList missing = unnamed(*page);
            QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n').right(900)));
        }
        QVERIFY(!tabRound().isEmpty());
        f->key(Qt::Key_Escape);
        QTRY_VERIFY(!f->w().training().isOpen());
    }

    void theWelcomePageIsWalkedByTab() {
        WindowFixture empty;
        empty.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(empty.window.get()));
        QTest::keyClick(empty.window.get(), Qt::Key_Tab);
        const QStringList missing = unnamed(empty.w().welcome());
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
        const QList<QWidget*> round = tabRound();
        QVERIFY(!round.isEmpty());
        const QStringList left = notVisited(empty.w().welcome(), round);
        QVERIFY2(left.isEmpty(), qPrintable(left.join('\n')));
    }

    void theWindowItselfIsWalkedByTab() {
        f->w().navigator().select(f->launchedKernel());
        QVERIFY(f->waitUntilQuiet());
        f->canvas().setFocus();
        const QList<QWidget*> round = tabRound();
        QVERIFY(!round.isEmpty());
        const QStringList left = notVisited(f->w(), round);
        QVERIFY2(left.isEmpty(), qPrintable(left.join('\n').right(900)));
    }

private:
    void walk(QDialog& dialog) {
        auto* tabs = dialog.findChild<QTabWidget*>();
        for (int page = 0; page < (tabs ? tabs->count() : 1); ++page) {
            if (tabs) tabs->setCurrentIndex(page);
            const QStringList missing = unnamed(dialog);
            QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n').right(900)));
            QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &dialog, Qt::Key_Tab);
            const QList<QWidget*> round = tabRound();
            QVERIFY2(!round.isEmpty(), qPrintable(dialog.windowTitle()));
            const QStringList left = notVisited(dialog, round);
            QVERIFY2(left.isEmpty(), qPrintable(left.join('\n').right(900)));
        }
    }
    std::unique_ptr<WindowFixture> f;
};

QTEST_MAIN(TestDialogsByKeys)
#include "tst_dialogs_by_keys.moc"
