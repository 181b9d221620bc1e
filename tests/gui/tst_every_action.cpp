// Every action of the window is driven by its key, by its menu and by the palette, and what it is for is true then. The
// lists (drives_*.h) must have one line for each action of the table.
#include "tests/gui/drives_file_edit.h"
#include "tests/gui/drives_go_select.h"
#include "tests/gui/drives_ranks.h"
#include "tests/gui/drives_rest.h"
#include "tests/gui/drives_view.h"

#include <QMenu>
#include <QMenuBar>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

const std::vector<Drive>& allDrives() {
    static const std::vector<Drive> all = [] {
        std::vector<Drive> out;
        const auto add = [&out](const auto& list) { out.insert(out.end(), std::begin(list), std::end(list)); };
        add(kEditDrives);
        add(kViewDrives);
        add(kRowDrives);
        add(kGoDrives);
        add(kSelectDrives);
        add(kAnalyseDrives);
        add(kHelpDrives);
        add(listedDrives());
        add(kFileDrives);
        add(kRankDrives);
        return out;
    }();
    return all;
}

// The usual load, unless a test wants one that does not end.
Result<LoadedTrace> load(const std::filesystem::path& path, const LoadOptions& options, RunContext& context) {
    if (holdWorkers) ++heldWorkers;
    while (holdWorkers) QThread::msleep(1);
    while (holdLoads && !context.stopRequested()) QThread::msleep(1);
    if (holdLoads) return Error{ErrorCode::Cancelled, "stopped", {}, {}};
    return loadTrace(path, options, context);
}

bool openMenuOf(QMenu* menu, QAction* wanted, QList<QMenu*>& path) {
    path << menu;
    for (QAction* action : menu->actions()) {
        if (action == wanted) return true;
        if (action->menu() && openMenuOf(action->menu(), wanted, path)) return true;
    }
    path.removeLast();
    return false;
}

void closeDialogs() {
    for (QWidget* top : QApplication::topLevelWidgets())
        if (qobject_cast<QDialog*>(top) && top->isVisible()) top->close();
}

} // namespace

class TestEveryAction : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QGuiApplication::setQuitOnLastWindowClosed(false);
        f = std::make_unique<WindowFixture>(load);
        QVERIFY(f->open(smallTracePath()));
    }
    void cleanupTestCase() { f.reset(); }

    void everyActionIsInTheseLists() {
        QSet<QString> driven;
        for (const Drive& drive : allDrives()) {
            QVERIFY2(!driven.contains(drive.id), qPrintable(drive.id));
            driven << drive.id;
        }
        QStringList missing;
        for (QAction* action : f->w().actionsOfWindow().all())
            if (!driven.contains(action->objectName())) missing << action->objectName();
        QVERIFY2(missing.isEmpty(), qPrintable("not driven by any test: " + missing.join(", ")));
        for (const QString& id : driven) QVERIFY2(f->w().actionsOfWindow().of(id), qPrintable(id));
    }

    void everyActionHasAKeyOfItsOwn() {
        QHash<QString, QString> owners;
        for (QAction* action : f->w().actionsOfWindow().all()) {
            const auto keys = f->w().actionsOfWindow().keysOf(action->objectName());
            QVERIFY2(!keys.isEmpty(), qPrintable(action->objectName()));
            for (const QKeySequence& key : keys) {
                const QString text = key.toString(QKeySequence::PortableText);
                QVERIFY2(!owners.contains(text), qPrintable(text + ": " + owners[text] + ", " + action->objectName()));
                owners[text] = action->objectName();
            }
        }
    }

    void anActionDoesWhatItIsFor_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<int>("way");
        for (std::size_t i = 0; i < allDrives().size(); ++i) {
            const Drive& drive = allDrives()[i];
            QTest::newRow(qPrintable(drive.id + " by key")) << static_cast<int>(i) << static_cast<int>(Way::Key);
            QTest::newRow(qPrintable(drive.id + " by menu")) << static_cast<int>(i) << static_cast<int>(Way::Menu);
            if (drive.inPalette)
                QTest::newRow(qPrintable(drive.id + " by palette"))
                    << static_cast<int>(i) << static_cast<int>(Way::Palette);
        }
    }
    void anActionDoesWhatItIsFor() {
        QFETCH(int, index);
        QFETCH(int, way);
        const Drive& drive = allDrives()[static_cast<std::size_t>(index)];
        QVERIFY(startAnew(drive));
        if (drive.prepare) drive.prepare(*f);
        f->w().actionsOfWindow().refresh();
        QAction* action = f->w().actionsOfWindow().of(drive.id);
        QVERIFY(action);
        QTRY_VERIFY((f->w().actionsOfWindow().refresh(), action->isEnabled()));
        const Before before = Before::of(*f);
        QVERIFY2(!drive.done(*f, before), "done before it was asked for");
        fire(*action, static_cast<Way>(way));
        QTRY_VERIFY_WITH_TIMEOUT(drive.done(*f, before), 20'000);
    }
    void cleanup() {
        holdLoads = holdWorkers = false;
        heldWorkers = 0;
        closeDialogs();
    }

private:
    // The window as it opens the trace: nothing chosen, all in view, rows as at first.
    bool startAnew(const Drive& drive) {
        holdLoads = false;
        app::MainWindow& w = f->w();
        if (!w.isVisible()) w.show();
        w.palette().hide();
        w.keysSheet().hide();
        w.goToBox().hide();
        w.askBox().hide();
        if (w.training().isOpen()) w.training().leave();
        if (!f->waitUntilQuiet(60'000)) return false;
        if (drive.id.startsWith("ranks.")) return startRanks(*f);
        if (w.ranks().hasRanks()) w.ranks().close();
        if ((!w.document().isOpen() || w.document().path() != smallTracePath()) && !f->open(smallTracePath()))
            return false;
        w.toolBar().omnibox().clear();
        w.searching().clear();
        w.notes().setAll({});
        w.selection().clear();
        if (w.themeChoice() != app::ThemeChoice::Dark) w.setTheme(app::ThemeChoice::Dark);
        w.setMotion(app::MotionChoice::Reduced);
        w.loader().setRowChoice({});
        resetCanvas();
        for (const auto part :
             {app::TracePage::Part::Guide, app::TracePage::Part::Bottom, app::TracePage::Part::Strips})
            w.page().setShown(part, true);
        w.page().bottom().showTab(panels::BottomPanel::Tab::Range);
        w.page().bottom().range().setGroupBy(models::GroupBy::Name);
        w.page().bottom().analyses().setScope(models::Scope::Whole);
        w.status().say({});
        return f->waitUntilQuiet(60'000) && takeFocus();
    }
    // A dialog that was closed a moment ago gives the activation back a moment later.
    bool takeFocus() {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCoreApplication::processEvents();
        f->w().activateWindow();
        if (!QTest::qWaitForWindowActive(&f->w())) return false;
        f->canvas().setFocus();
        return QTest::qWaitFor([this] { return f->canvas().hasFocus(); });
    }
    void resetCanvas() {
        timeline::TimelineWidget& canvas = f->canvas();
        canvas.resetRows();
        canvas.setRowState([&] {
            scene::RowState state = canvas.rowState();
            state.density = scene::Density::Normal;
            return state;
        }());
        canvas.setColourBy(scene::ColourBy::Kind);
        canvas.setViewArrows(timeline::TimelineWidget::ViewArrows::Shown);
        for (int kind = 0; kind <= static_cast<int>(scene::LinkKind::Collective); ++kind)
            canvas.setArrows(static_cast<scene::LinkKind>(kind), timeline::TimelineWidget::ViewArrows::Shown);
        canvas.stopMeasure();
        canvas.setKeyRow(std::nullopt);
        canvas.setScrollY(0);
        f->w().view().fitAll(timeline::Motion::Instant);
    }

    void fire(QAction& action, Way way) {
        if (way == Way::Key) return pressKey(action);
        if (way == Way::Menu) return chooseInMenu(action);
        f->key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(f->w().palette().isVisible());
        const QString words = action.property("paletteText").toString();
        QTest::keyClicks(QApplication::focusWidget(), QString(words).remove(QChar(0x2026)).left(40));
        const auto at = f->w().palette().shown().indexOf(words);
        QVERIFY2(at >= 0, qPrintable(words));
        for (qsizetype i = 0; i < at; ++i) QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    }
    void pressKey(QAction& action) {
        const auto keys = f->w().actionsOfWindow().keysOf(action.objectName());
        QVERIFY(!keys.isEmpty());
        const QKeyCombination key = keys.front()[0];
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &f->w(), key.key(),
                        key.keyboardModifiers());
    }
    void chooseInMenu(QAction& action) {
        QList<QMenu*> path;
        for (QAction* top : f->w().menuBar()->actions())
            if (path.isEmpty() && !openMenuOf(top->menu(), &action, path)) path.clear();
        QVERIFY2(!path.isEmpty(), "in no menu");
        QMenu* menu = path.back();
        menu->popup(f->w().mapToGlobal(QPoint(50, 50)));
        QVERIFY(QTest::qWaitForWindowExposed(menu));
        menu->setActiveAction(&action);
        QTest::keyClick(menu, Qt::Key_Return);
    }

    std::unique_ptr<WindowFixture> f;
};

QTEST_MAIN(TestEveryAction)
#include "tst_every_action.moc"
