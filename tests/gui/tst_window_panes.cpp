// The parts of the window: all of them by keys alone, and nothing covered however narrow it is.
#include "tests/gui/window_fixture.h"

using namespace lanescope;
using namespace lanescope::testing;

class TestWindowPanes : public QObject {
    Q_OBJECT
private slots:
    void init() {
        f = std::make_unique<WindowFixture>();
        QVERIFY(f->open(smallTracePath()));
        QTRY_VERIFY_WITH_TIMEOUT(f->w().document().analysis(), 20'000);
        QVERIFY(f->waitUntilQuiet());
        f->canvas().setFocus();
    }
    void cleanup() { f.reset(); }

    void aKeyGoesRoundAllPartsAndBack() {
        app::TracePage& page = f->w().page();
        page.headers().setFocus();
        f->w().toolBar().omnibox().setFocus();
        const auto isIn = [](QWidget& part) {
            QWidget* now = QApplication::focusWidget();
            return now && (now == &part || part.isAncestorOf(now));
        };
        QWidget* const order[] = {&page.steps(), &page.overview(), &page.headers(),
                                  &f->canvas(),  &page.bottom(),   &page.guide()};
        for (QWidget* part : order) {
            f->key(Qt::Key_F6);
            QVERIFY2(isIn(*part), part->metaObject()->className());
        }
        f->key(Qt::Key_F6);
        QVERIFY(isIn(f->w().toolBar().omnibox()));
        for (int i = 5; i >= 0; --i) {
            f->key(Qt::Key_F6, Qt::ShiftModifier);
            QVERIFY2(isIn(*order[i]), order[i]->metaObject()->className());
        }
        f->act("view.bottom"); // what is closed is passed by
        f->canvas().setFocus();
        f->key(Qt::Key_F6);
        QCOMPARE(QApplication::focusWidget(), &page.guide());
    }

    void stepsAreChosenByArrows() {
        f->w().page().steps().setFocus();
        f->key(Qt::Key_Home);
        QCOMPARE(f->w().selection().step(), std::optional<std::size_t>(0));
        f->key(Qt::Key_Right);
        QCOMPARE(f->w().selection().step(), std::optional<std::size_t>(1));
        f->key(Qt::Key_End);
        QCOMPARE(f->w().selection().step(), std::optional(f->store().steps().size() - 1));
        f->key(Qt::Key_Right); // there is none
        QCOMPARE(f->w().selection().step(), std::optional(f->store().steps().size() - 1));
        f->key(Qt::Key_Left);
        QCOMPARE(f->w().selection().step(), std::optional(f->store().steps().size() - 2));
    }

    void theViewIsMovedFromTheOverview() {
        f->w().view().fitAll(timeline::Motion::Instant);
        f->w().page().overview().setFocus();
        const auto shown = [&] { return f->w().view().target().visible(); };
        const TimeRange all = shown();
        for (int i = 0; i < 8; ++i) f->key(Qt::Key_Up);
        const TimeRange near = shown();
        QVERIFY(near.length() < all.length() / 4);
        f->key(Qt::Key_Right);
        QVERIFY(shown().begin > near.begin);
        f->key(Qt::Key_Home);
        QVERIFY(std::abs((shown().begin - f->w().view().extent().begin).count()) < shown().length().count() / 100);
        f->key(Qt::Key_End);
        QVERIFY(std::abs((shown().end - f->w().view().extent().end).count()) < shown().length().count() / 100);
        f->key(Qt::Key_Down);
        QVERIFY(shown().length() > near.length());
    }

    void rowsAreWalkedFoldedPinnedAndHiddenFromTheirHeaders() {
        timeline::HeaderFocus& headers = f->w().page().headers();
        headers.setFocus();
        f->key(Qt::Key_Home);
        const auto rows = [&] { return f->canvas().layout().rows; };
        QCOMPARE(headers.row(), std::optional(rows().front().row));
        const Row& group = row(*headers.row());
        QVERIFY(group.kind == RowKind::Group);
        QCOMPARE(headers.accessibleDescription(), QString::fromStdString(group.name));
        f->key(Qt::Key_Down);
        QCOMPARE(headers.row(), std::optional(rows()[1].row));
        const std::size_t open = rows().size();
        f->key(Qt::Key_Left); // to its group
        QCOMPARE(headers.row(), std::optional(rows()[0].row));
        f->key(Qt::Key_Left); // closes it
        QVERIFY(f->canvas().rowState().isFolded(group));
        QVERIFY(rows().size() < open);
        f->key(Qt::Key_Right);
        QCOMPARE(rows().size(), open);
        f->key(Qt::Key_Down);
        const std::uint32_t second = *headers.row();
        f->key(Qt::Key_P);
        const auto& pinned = f->canvas().layout().pinned;
        QVERIFY(std::any_of(pinned.begin(), pinned.end(), [&](const auto& p) { return p.row == second; }));
        f->key(Qt::Key_P);
        const std::size_t before = rows().size();
        f->key(Qt::Key_H);
        QCOMPARE(rows().size(), before - 1);
        QVERIFY(headers.row() && *headers.row() != second); // the one in its place
        f->key(Qt::Key_H, Qt::ShiftModifier);
        QCOMPARE(rows().size(), before);
        f->key(Qt::Key_End);
        QCOMPARE(headers.row(), std::optional(rows().back().row));
        f->canvas().setFocus(); // and the pointer decides again
        f->w().selection().clear();
        const std::size_t now = rows().size();
        f->key(Qt::Key_H);
        QCOMPARE(rows().size(), now);
    }

    void aLineOfTheGuideIsFollowedByEnter() {
        panels::GuidePanel& guide = f->w().page().guide();
        guide.setFocus();
        f->w().view().fitAll(timeline::Motion::Instant);
        f->w().selection().clear();
        const TimeRange before = f->w().view().target().visible();
        bool went = false;
        for (int i = 0; i < 20 && !went; ++i) {
            f->key(Qt::Key_Down);
            f->key(Qt::Key_Return);
            const TimeRange now = f->w().view().target().visible();
            went = now.begin != before.begin || now.end != before.end || f->w().selection().current();
            guide.setFocus();
        }
        QVERIFY(went);
    }

    void nothingIsCoveredInANarrowWindow() {
        app::TracePage& page = f->w().page();
        QVERIFY(page.isShown(app::TracePage::Part::Guide));
        f->w().resize(1000, 800);
        QVERIFY(QTest::qWaitFor([&] { return page.width() <= 1000; }));
        QVERIFY(!page.guide().isVisible());
        QCOMPARE(f->canvas().width(), page.width());
        QVERIFY(!f->w().actionsOfWindow().of("view.guide")->isChecked());
        f->key(Qt::Key_B, Qt::ControlModifier); // asked for: it makes the rest narrower
        QVERIFY(page.guide().isVisible());
        QVERIFY(f->canvas().width() >= 600);
        QCOMPARE(f->canvas().mapTo(&page, QPoint(f->canvas().width(), 0)).x(), page.guide().x());
        QCOMPARE(page.bottom().mapTo(&page, QPoint(page.bottom().width(), 0)).x(), page.guide().x());
        f->key(Qt::Key_B, Qt::ControlModifier);
        QVERIFY(!page.guide().isVisible());
        f->w().resize(1600, 1000); // as it was before
        QVERIFY(QTest::qWaitFor([&] { return page.width() > 1100; }));
        QVERIFY(page.guide().isVisible());
        QVERIFY(f->w().actionsOfWindow().of("view.guide")->isChecked());
    }

private:
    const Row& row(std::uint32_t index) { return f->w().document().tree().row(index); }
    std::unique_ptr<WindowFixture> f;
};

QTEST_MAIN(TestWindowPanes)
#include "tst_window_panes.moc"
