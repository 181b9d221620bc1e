// Random actions on the real window: keys, mouse, wheel, typed words and every action of the table, over and over. It
// must not fall over, hang, or lose its state. LANESCOPE_MONKEY says how many (2000); LANESCOPE_MONKEY_SEED which.
#include "tests/gui/window_fixture.h"

#include <QDialog>
#include <QElapsedTimer>
#include <QMenu>
#include <QTemporaryDir>
#include <QTimer>
#include <QWheelEvent>

#include <random>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

class Monkey {
public:
    Monkey(WindowFixture& fixture, unsigned seed) : f(fixture), m_random(seed) {
        const QSet<QString> left{
            "file.quit",          "file.open",  "file.open-folder", "file.export",
            "file.export-report", "help.about", "file.sample"}; // dialogs of the system, and the end
        for (QAction* action : f.w().actionsOfWindow().all())
            if (!left.contains(action->objectName())) m_actions << action;
    }

    void act() {
        switch (below(10)) {
        case 0:
        case 1:
        case 2:
            return runAction();
        case 3:
        case 4:
            return press();
        case 5:
        case 6:
            return drag();
        case 7:
            return wheel();
        case 8:
            return hover();
        default:
            return odd();
        }
    }
    const QString& last() const { return m_last; }

private:
    int below(int n) { return static_cast<int>(m_random() % static_cast<unsigned>(n)); }
    QPoint somewhere() { return {below(std::max(1, f.canvas().width())), below(std::max(1, f.canvas().height()))}; }
    Qt::KeyboardModifiers modifiers() {
        const Qt::KeyboardModifiers all[] = {Qt::NoModifier,    Qt::NoModifier,      Qt::NoModifier,
                                             Qt::ShiftModifier, Qt::ControlModifier, Qt::AltModifier};
        return all[below(6)];
    }

    void runAction() {
        QAction* action = m_actions[below(static_cast<int>(m_actions.size()))];
        m_last = action->objectName();
        action->trigger();
    }

    void press() {
        static const Qt::Key keys[] = {Qt::Key_W,      Qt::Key_A,           Qt::Key_S,
                                       Qt::Key_D,      Qt::Key_F,           Qt::Key_0,
                                       Qt::Key_Period, Qt::Key_Comma,       Qt::Key_N,
                                       Qt::Key_L,      Qt::Key_K,           Qt::Key_M,
                                       Qt::Key_B,      Qt::Key_P,           Qt::Key_H,
                                       Qt::Key_R,      Qt::Key_I,           Qt::Key_G,
                                       Qt::Key_Slash,  Qt::Key_Space,       Qt::Key_Escape,
                                       Qt::Key_Return, Qt::Key_Up,          Qt::Key_Down,
                                       Qt::Key_Left,   Qt::Key_Right,       Qt::Key_Home,
                                       Qt::Key_End,    Qt::Key_Delete,      Qt::Key_Backspace,
                                       Qt::Key_Tab,    Qt::Key_BracketLeft, Qt::Key_BracketRight,
                                       Qt::Key_F3,     Qt::Key_F6,          Qt::Key_J};
        const Qt::Key key = keys[below(static_cast<int>(std::size(keys)))];
        const auto with = modifiers();
        m_last = QStringLiteral("key %1 %2").arg(key).arg(with);
        QWidget* target = QApplication::focusWidget() ? QApplication::focusWidget() : &f.w();
        QTest::keyClick(target, key, with);
    }

    void mouse(QEvent::Type type, QPoint at, Qt::MouseButton button, Qt::MouseButtons held,
               Qt::KeyboardModifiers with) {
        QMouseEvent event(type, QPointF(at), f.canvas().mapToGlobal(QPointF(at)), button, held, with);
        QApplication::sendEvent(&f.canvas(), &event);
    }

    void drag() {
        const QPoint from = somewhere(), to = below(3) == 0 ? from : somewhere();
        const Qt::MouseButton button = below(6) == 0 ? Qt::MiddleButton : Qt::LeftButton;
        const auto with = modifiers();
        m_last =
            QStringLiteral("drag %1,%2 to %3,%4 with %5").arg(from.x()).arg(from.y()).arg(to.x()).arg(to.y()).arg(with);
        mouse(QEvent::MouseButtonPress, from, button, button, with);
        mouse(QEvent::MouseMove, (from + to) / 2, Qt::NoButton, button, with);
        if (below(8) == 0) runAction(); // in the middle of it
        mouse(QEvent::MouseMove, to, Qt::NoButton, button, with);
        mouse(QEvent::MouseButtonRelease, to, button, Qt::NoButton, with);
        if (below(6) == 0) mouse(QEvent::MouseButtonDblClick, to, button, button, with);
    }

    void wheel() {
        const QPoint at = somewhere();
        const int by = below(2) == 0 ? 120 : -120;
        m_last = QStringLiteral("wheel");
        QWheelEvent event(QPointF(at), f.canvas().mapToGlobal(QPointF(at)), {},
                          below(4) == 0 ? QPoint(by, 0) : QPoint(0, by), Qt::NoButton, modifiers(), Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(&f.canvas(), &event);
    }

    void hover() {
        m_last = QStringLiteral("hover");
        for (int i = 0; i < 4; ++i) mouse(QEvent::MouseMove, somewhere(), Qt::NoButton, Qt::NoButton, modifiers());
    }

    void odd() {
        switch (below(6)) {
        case 0: {
            static const char* const words[] = {
                "gemm",  "/^a.*/",        "kind:comm dur>1us", "(",  "12",
                "95 ms", "-stream",       "kind:stream",       "\"", "step:2 or not name:x",
                "/[/",   "nothing at all"};
            m_last = QStringLiteral("type");
            if (QWidget* focus = QApplication::focusWidget()) QTest::keyClicks(focus, words[below(12)]);
            return;
        }
        case 1:
            m_last = QStringLiteral("resize");
            return f.w().resize(900 + below(1200), 600 + below(700));
        case 2: {
            const QPoint at = somewhere();
            m_last = QStringLiteral("context menu");
            QContextMenuEvent event(QContextMenuEvent::Mouse, at, f.canvas().mapToGlobal(at));
            QApplication::sendEvent(&f.canvas(), &event);
            if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
            return;
        }
        case 3:
            m_last = QStringLiteral("click a strip");
            QTest::mouseClick(&f.w().page().overview(), Qt::LeftButton, modifiers(),
                              {below(std::max(1, f.w().page().overview().width())), 16});
            return;
        case 4:
            m_last = QStringLiteral("tab");
            return f.w().page().bottom().showTab(static_cast<panels::BottomPanel::Tab>(below(4)));
        default:
            m_last = QStringLiteral("wait");
            QTest::qWait(1);
        }
    }

    WindowFixture& f;
    std::mt19937 m_random;
    QList<QAction*> m_actions;
    QString m_last;
};

// Qt ends a test function after five minutes; twenty thousand acts under a sanitizer take longer.
const bool kPatient =
    qEnvironmentVariableIsSet("QTEST_FUNCTION_TIMEOUT") || qputenv("QTEST_FUNCTION_TIMEOUT", "7000000");

// A copy in a folder of its own: notes and sessions are written beside the trace.
QString copiedTrace(const QTemporaryDir& folder) {
    const QString real = QStringLiteral(LANESCOPE_SHARED_DIR "/traces/hta/nccl_parser_config__nccl_data.json.gz");
    const QString from = QFile::exists(real) ? real : smallTracePath();
    const QString to = folder.filePath(QFileInfo(from).fileName());
    return QFile::copy(from, to) ? to : QString();
}

void closeDialogs() {
    for (QWidget* top : QApplication::topLevelWidgets())
        if (qobject_cast<QDialog*>(top) && top->isVisible()) top->close();
}

} // namespace

class TestMonkey : public QObject {
    Q_OBJECT
private slots:
    void randomActionsDoNoHarm() {
        const int wanted =
            qEnvironmentVariableIsSet("LANESCOPE_MONKEY") ? qEnvironmentVariableIntValue("LANESCOPE_MONKEY") : 2000;
        const unsigned seed = qEnvironmentVariableIsSet("LANESCOPE_MONKEY_SEED")
                                  ? static_cast<unsigned>(qEnvironmentVariableIntValue("LANESCOPE_MONKEY_SEED"))
                                  : 1;
        QVERIFY(kPatient);
        const QTemporaryDir folder;
        const QString path = copiedTrace(folder);
        QVERIFY(!path.isEmpty());
        WindowFixture f;
        QVERIFY(f.open(path));
        QTimer closer; // a dialog that asks for a file runs a loop of its own
        connect(&closer, &QTimer::timeout, this, &closeDialogs);
        closer.start(100);
        Monkey monkey(f, seed);
        for (int i = 0; i < wanted; ++i) {
            monkey.act();
            if (i % 3 == 0) QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
            closeDialogs();
            if (!f.w().document().isOpen()) QVERIFY2(f.open(path), qPrintable(monkey.last()));
            check(f, i, monkey.last());
        }
        QVERIFY(f.waitUntilQuiet(60'000));
        f.act("view.reset-rows");
        f.act("view.fit-all");
        QVERIFY(!f.canvas().picture(1).isNull());
    }

private:
    // What must hold after every act.
    void check(WindowFixture& f, int i, const QString& last) {
        const QByteArray what = QStringLiteral("act %1: %2").arg(i).arg(last).toUtf8();
        QVERIFY2(f.w().isVisible(), what.constData());
        const TimeScale& scale = f.w().view().target();
        QVERIFY2(scale.nsPerPx() > 0 && scale.visible().begin < scale.visible().end, what.constData());
        const auto range = f.w().selection().range();
        QVERIFY2(!range || range->begin <= range->end, what.constData());
        for (const SliceId slice : f.w().selection().slices())
            QVERIFY2(slice.value < f.store().slices().size(), what.constData());
        for (const scene::PlacedRow& placed : f.canvas().layout().rows)
            QVERIFY2(placed.row < f.w().document().tree().rows().size() && placed.height > 0, what.constData());
    }
};

QTEST_MAIN(TestMonkey)
#include "tst_monkey.moc"
