// Random acts on the page of several ranks in the real window; the same seed does the same.
#pragma once

#include "tests/gui/ranks_fixture.h"

#include <QComboBox>
#include <QMenu>
#include <QPointer>
#include <QWheelEvent>

#include <random>

namespace lanescope::testing {

// Folders of its own: notes and sessions are written beside the traces.
struct Inputs {
    QTemporaryDir folder;
    QString job, other, single, session;
};

class RanksMonkey {
public:
    RanksMonkey(RanksFixture& fixture, const Inputs& inputs, unsigned seed)
        : f(fixture), m_inputs(inputs), m_random(seed) {
        const QSet<QString> left{
            "file.quit",       "file.open",   "file.open-folder",  "file.export",          "file.export-report",
            "file.export-cut", "file.sample", "file.save-session", "file.save-session-as", "file.save-session-cut",
            "help.about",      "ranks.run",   "ranks.logs",        "ranks.merge"}; // they ask for files, or end it all
        for (QAction* action : f.w().actionsOfWindow().all()) {
            if (left.contains(action->objectName())) continue;
            (action->objectName().startsWith("ranks.") ? m_ranksActions : m_actions) << action;
        }
    }

    void act() {
        if (!f.w().ranks().isShown()) return outside();
        switch (below(12)) {
        case 0:
        case 1:
            return runAction(below(3) > 0 ? m_ranksActions : m_actions);
        case 2:
        case 3:
            return press();
        case 4:
        case 5:
            return drag();
        case 6:
            return wheel();
        case 7:
            return clickHeat();
        case 8:
            return changeClocks();
        case 9:
            return changeShown();
        case 10:
            return poke();
        default:
            return odd();
        }
    }
    const QString& last() const { return m_last; }

private:
    int below(int n) { return n < 2 ? 0 : static_cast<int>(m_random() % static_cast<unsigned>(n)); }
    std::size_t oneOf(std::size_t n) { return n < 2 ? 0 : m_random() % n; }
    QPoint within(const QWidget& widget) { return {below(widget.width()), below(widget.height())}; }
    Qt::KeyboardModifiers modifiers() {
        const Qt::KeyboardModifiers all[] = {Qt::NoModifier,    Qt::NoModifier,      Qt::NoModifier,
                                             Qt::ShiftModifier, Qt::ControlModifier, Qt::AltModifier};
        return all[below(6)];
    }
    rankpanels::RanksTimeline& aTimeline() {
        rankpanels::RanksTimeline* second = f.page().panes().second();
        return second && below(2) == 0 ? *second : f.page().timelines();
    }

    // A single trace, the welcome page, a load: back to the ranks after a while.
    void outside() {
        m_last = QStringLiteral("outside");
        if (below(3) > 0) return runAction(m_actions);
        if (f.w().ranks().isLoading() && below(2) == 0) return f.w().ranks().cancel();
        if (f.w().ranks().hasRanks() && below(4) > 0) return f.w().ranks().show();
        f.w().openFiles({m_inputs.job});
    }

    void runAction(const QList<QAction*>& actions) {
        QAction* action = actions[below(static_cast<int>(actions.size()))];
        m_last = action->objectName();
        if (m_last == "ranks.close" && below(4) > 0) return; // not all the time
        action->trigger();
    }

    void press() {
        static const Qt::Key keys[] = {
            Qt::Key_W,      Qt::Key_A,      Qt::Key_S,   Qt::Key_D,    Qt::Key_F,           Qt::Key_0,
            Qt::Key_Period, Qt::Key_Comma,  Qt::Key_N,   Qt::Key_L,    Qt::Key_Slash,       Qt::Key_Space,
            Qt::Key_Escape, Qt::Key_Return, Qt::Key_Up,  Qt::Key_Down, Qt::Key_Left,        Qt::Key_Right,
            Qt::Key_Home,   Qt::Key_End,    Qt::Key_Tab, Qt::Key_F3,   Qt::Key_BracketLeft, Qt::Key_BracketRight,
            Qt::Key_Delete, Qt::Key_F6};
        const Qt::Key key = keys[below(static_cast<int>(std::size(keys)))];
        const auto with = modifiers();
        m_last = QStringLiteral("key %1 %2").arg(key).arg(with);
        QWidget* target = QApplication::focusWidget() ? QApplication::focusWidget() : &f.page().timelines();
        QTest::keyClick(target, key, with);
    }

    void mouse(QWidget& on, QEvent::Type type, QPoint at, Qt::MouseButton button, Qt::MouseButtons held,
               Qt::KeyboardModifiers with) {
        QMouseEvent event(type, QPointF(at), on.mapToGlobal(QPointF(at)), button, held, with);
        QApplication::sendEvent(&on, &event);
    }

    // Over rows, the ruler, the edge of the headers, or a rank's own row: that shifts its clock.
    void drag() {
        rankpanels::RanksTimeline& on = aTimeline();
        QPoint from = within(on), to = below(3) == 0 ? from : within(on);
        if (below(4) == 0) // a rank's own row
            if (const auto top = on.topOf(oneOf(f.doc().set().records.size()))) from.setY(static_cast<int>(*top) + 8);
        if (below(8) == 0) from.setX(static_cast<int>(f.page().view().headerWidth()));
        const Qt::MouseButton button = below(6) == 0 ? Qt::MiddleButton : Qt::LeftButton;
        const auto with = modifiers();
        m_last =
            QStringLiteral("drag %1,%2 to %3,%4 with %5").arg(from.x()).arg(from.y()).arg(to.x()).arg(to.y()).arg(with);
        const QPointer<QWidget> alive(&on);
        mouse(on, QEvent::MouseButtonPress, from, button, button, with);
        mouse(on, QEvent::MouseMove, (from + to) / 2, Qt::NoButton, button, with);
        if (below(6) == 0) below(2) == 0 ? runAction(m_ranksActions) : changeShown(); // in the middle of it
        if (!alive) return;
        mouse(on, QEvent::MouseMove, to, Qt::NoButton, button, with);
        mouse(on, QEvent::MouseButtonRelease, to, button, Qt::NoButton, with);
        if (below(16) == 0) mouse(on, QEvent::MouseButtonDblClick, to, button, button, with);
    }

    void turn(QWidget& on, Qt::KeyboardModifiers with) {
        const QPoint at = within(on);
        const int by = below(2) == 0 ? 120 : -120;
        QWheelEvent event(QPointF(at), on.mapToGlobal(QPointF(at)), {}, below(4) == 0 ? QPoint(by, 0) : QPoint(0, by),
                          Qt::NoButton, with, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&on, &event);
    }

    void wheel() {
        m_last = QStringLiteral("wheel");
        QWidget* const on[] = {
            &aTimeline(),           &aTimeline(), &f.bottom().heatMap(), &f.page().verdict(), &f.bottom().collectives(),
            &f.bottom().bandwidth()};
        turn(*on[below(6)], modifiers());
        for (int i = 0; i < 3; ++i)
            mouse(aTimeline(), QEvent::MouseMove, within(aTimeline()), Qt::NoButton, Qt::NoButton, modifiers());
    }

    void clickHeat() {
        m_last = QStringLiteral("heat map");
        QComboBox* const boxes[] = {&f.bottom().metrics(), &f.bottom().heat().grouping()};
        if (below(3) == 0) {
            QComboBox& box = *boxes[below(2)];
            const int last = box.count() - (&box == boxes[1] ? 1 : 0); // the last of these opens a box
            if (last > 0) box.setCurrentIndex(below(last));
        }
        rankpanels::HeatMap& map = f.bottom().heatMap();
        mouse(map, QEvent::MouseButtonPress, within(map), Qt::LeftButton, Qt::LeftButton, Qt::NoModifier);
    }

    void changeClocks() {
        ranksview::RanksDocument& doc = f.doc();
        m_last = QStringLiteral("clocks");
        switch (below(8)) {
        case 0:
            return doc.alignBy(below(2) == 0 ? align::AlignBy::None : align::AlignBy::StepStart);
        case 1:
            return doc.alignBy(align::AlignBy::CollectiveEnds);
        case 2:
            return f.w().ranks().alignBySelection();
        case 3: {
            static const char* const layouts[] = {"tp=2, dp=2", "dp=4", "pp=4", "", "tp=3", "what=", "tp=2,,dp=-1"};
            doc.setLayout(layouts[below(7)]);
            return;
        }
        case 4:
            return doc.setRanksPerNode(below(2) == 0 ? std::nullopt : std::optional<std::int64_t>(1 + below(4)));
        case 5:
        case 6:
            return doc.undo();
        default:
            return doc.shiftRank(oneOf(doc.set().records.size()), below(2'000'000'000) - 1'000'000'000,
                                 below(2) == 0 ? ranksview::RanksDocument::Shift::New
                                               : ranksview::RanksDocument::Shift::Continued);
        }
    }

    void changeShown() {
        ranksview::RanksDocument& doc = f.doc();
        const std::size_t ranks = doc.set().records.size();
        m_last = QStringLiteral("shown");
        switch (below(8)) {
        case 0: {
            std::vector<std::size_t> shown;
            for (std::size_t r = 0; r < ranks; ++r)
                if (below(2) == 0) shown.push_back(r);
            return doc.setShown(shown);
        }
        case 1: {
            ranksview::RanksFilter filter;
            if (below(2) == 0 && !doc.set().matching.groups.empty())
                filter.groups.insert(static_cast<std::uint32_t>(oneOf(doc.set().matching.groups.size())));
            if (below(2) == 0 && !doc.steps().empty()) filter.steps.insert(doc.steps()[oneOf(doc.steps().size())]);
            return doc.setFilter(filter);
        }
        case 2:
            return below(3) == 0 ? doc.chooseCollective(std::nullopt)
                                 : f.page().showCollective(oneOf(doc.measured().size()));
        case 3:
            return f.page().moveStep(below(2) == 0 ? -1 : 1);
        case 4:
            return f.page().panes().compareRanks(oneOf(ranks), oneOf(ranks));
        case 5:
            return below(2) == 0 ? f.page().panes().closeSecond() : f.w().ranks().openRun({m_inputs.other});
        case 6:
            return f.page().panes().setScroll(below(2) == 0 ? rankpanels::RanksPanes::Scroll::Common
                                                            : rankpanels::RanksPanes::Scroll::Own);
        default:
            return f.page().showRank(oneOf(ranks));
        }
    }

    // Anything that can be pressed or chosen on the page; what opens a dialog ends in dots.
    void poke() {
        m_last = QStringLiteral("poke");
        if (below(2) == 0) return f.bottom().showTab(static_cast<rankpanels::RanksBottom::Tab>(below(11)));
        if (below(2) == 0) {
            const auto boxes = f.page().findChildren<QComboBox*>();
            QComboBox* box = boxes[below(static_cast<int>(boxes.size()))];
            if (box->isVisible() && box->count() > 0 && box != &f.bottom().heat().grouping())
                box->setCurrentIndex(below(box->count()));
            return;
        }
        const auto buttons = f.page().findChildren<QAbstractButton*>();
        QAbstractButton* button = buttons[below(static_cast<int>(buttons.size()))];
        auto* tool = qobject_cast<QToolButton*>(button);
        m_last = QStringLiteral("button %1 %2").arg(button->objectName(), button->text());
        if (!button->isVisible() || button->text().contains(QChar(0x2026)) || (tool && tool->menu())) return;
        button->click();
    }

    void chooseInBox() {
        rankpanels::RankChooser* box = f.page().chooseRanks();
        m_last = QStringLiteral("chooser");
        if (!box) return;
        for (QTableWidget* table : {&box->ranks(), &box->groups(), &box->steps()})
            if (table->rowCount() > 0)
                if (QTableWidgetItem* item = table->item(below(table->rowCount()), 0))
                    item->setCheckState(item->checkState() == Qt::Checked ? Qt::Unchecked : Qt::Checked);
        static const char* const words[] = {"0-1", "3", "", "9-", "0-3,7", "x"};
        if (below(2) == 0) QTest::keyClicks(&box->numbers(), words[below(6)]);
        if (box->showButton().isEnabled()) box->showButton().click();
    }

    void odd() {
        switch (below(10)) {
        case 0: {
            static const char* const words[] = {"gemm", "/^a.*/", "kind:comm dur>1us", "(", "rank:2", "\"", "nccl"};
            m_last = QStringLiteral("search");
            return f.bottom().search().search(words[below(7)]);
        }
        case 1:
            m_last = QStringLiteral("resize");
            return f.w().resize(640 + below(1500), 420 + below(900));
        case 2: {
            const QPoint at = within(aTimeline());
            m_last = QStringLiteral("context menu");
            QContextMenuEvent event(QContextMenuEvent::Mouse, at, f.page().timelines().mapToGlobal(at));
            QApplication::sendEvent(&f.page().timelines(), &event);
            if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
            return;
        }
        case 3:
            m_last = QStringLiteral("save session");
            return f.w().session().saveTo(m_inputs.session, app::SessionController::With::TraceAsItIs);
        case 4:
            m_last = QStringLiteral("open session");
            return QFile::exists(m_inputs.session) && below(3) == 0 ? f.w().openFiles({m_inputs.session})
                                                                    : f.page().copyPicture();
        case 5: // a load, and stopped on the way
            m_last = QStringLiteral("open and stop");
            f.w().openFiles({below(2) == 0 ? m_inputs.other : m_inputs.job});
            if (below(2) == 0) QTest::qWait(below(4));
            return below(3) > 0 ? f.w().ranks().cancel() : void();
        case 6:
            if (below(6) > 0) return chooseInBox();
            m_last = QStringLiteral("a single trace");
            return f.w().openFiles({m_inputs.single});
        case 7: {
            m_last = QStringLiteral("verdict");
            rankpanels::VerdictPanel& panel = f.page().verdict();
            return mouse(panel, QEvent::MouseButtonPress, within(panel), Qt::LeftButton, Qt::LeftButton, {});
        }
        case 8:
            m_last = QStringLiteral("list");
            return mouse(f.bottom().collectives(), QEvent::MouseButtonPress, within(f.bottom().collectives()),
                         Qt::LeftButton, Qt::LeftButton, modifiers());
        default:
            m_last = QStringLiteral("wait");
            QTest::qWait(1);
        }
    }

    RanksFixture& f;
    const Inputs& m_inputs;
    std::mt19937 m_random;
    QList<QAction*> m_actions, m_ranksActions;
    QString m_last;
};

} // namespace lanescope::testing
