// Rows from a filter, made, changed, renamed and removed in the window by keys, menus and the Search tab.
#include "app/gui/window/filter_rows.h"
#include "core/query/derived_lanes.h"
#include "tests/gui/window_fixture.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPushButton>

using namespace lanescope;
using namespace lanescope::testing;

class TestFilterRowActions : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        f = std::make_unique<WindowFixture>();
        QVERIFY(f->open(smallTracePath()));
    }
    void cleanupTestCase() { f.reset(); }
    void init() {
        f->w().loader().setRowChoice({});
        QVERIFY(f->waitUntilQuiet());
        f->w().toolBar().omnibox().clear();
        f->w().searching().clear();
        f->canvas().setKeyRow(std::nullopt);
        QEvent leave(QEvent::Leave); // no row is under the pointer
        QApplication::sendEvent(&f->canvas(), &leave);
        f->canvas().setFocus();
    }

    void aRowIsMadeOfAnExpressionAndAName() {
        f->key(Qt::Key_V, Qt::ControlModifier | Qt::AltModifier);
        QVERIFY(f->w().askBox().isVisible());
        QTest::keyClicks(QApplication::focusWidget(), "kind:gemm");
        f->key(Qt::Key_Return);
        QTRY_COMPARE(f->w().askBox().edit().placeholderText(), QString("Name of the row"));
        QVERIFY(f->w().askBox().isVisible());
        QCOMPARE(f->w().askBox().edit().text(), QString("kind:gemm")); // a proposal
        QTest::keyClicks(QApplication::focusWidget(), "matrices");
        f->key(Qt::Key_Return);
        QVERIFY(f->waitUntilQuiet());
        const auto row = f->w().document().tree().find("filter/matrices");
        QVERIFY(row);
        QCOMPARE(slicesOf(*row), gemms());
        QVERIFY(gemms() > 0);
        QVERIFY(f->canvas().layout().find(*row));
        QVERIFY(f->canvas().hasFocus());
    }

    void aBadExpressionMakesNoRow() {
        f->act("filter-row.add");
        QTest::keyClicks(QApplication::focusWidget(), "dur>fast");
        f->key(Qt::Key_Return);
        QVERIFY(f->w().askBox().isVisible());
        QVERIFY2(f->w().askBox().note().contains("character"), qPrintable(f->w().askBox().note()));
        QVERIFY(f->w().loader().rowChoice().filters.empty());
        f->key(Qt::Key_Escape);
    }

    void whatIsSearchedForIsTheFirstProposal() {
        f->w().toolBar().omnibox().setText("kind:comm");
        f->act("filter-row.add");
        QCOMPARE(f->w().askBox().edit().text(), QString("kind:comm"));
        f->key(Qt::Key_Escape);
    }

    void twoRowsOfOneNameAreTold() {
        QCOMPARE(app::addFilterRow(f->w(), "work", "kind:gemm"), QString());
        QCOMPARE(app::addFilterRow(f->w(), "work", "kind:comm"), QString());
        QVERIFY(f->waitUntilQuiet());
        QVERIFY(f->w().document().tree().find("filter/work"));
        QVERIFY(f->w().document().tree().find("filter/work 2"));
    }

    void theRowChosenByKeysIsChangedRenamedAndRemoved() {
        QCOMPARE(app::addFilterRow(f->w(), "one", "kind:comm"), QString());
        QCOMPARE(app::addFilterRow(f->w(), "two", "kind:comm"), QString());
        QVERIFY(f->waitUntilQuiet());
        f->act("filter-row.change"); // which of them is not said
        QVERIFY(!f->w().askBox().isVisible());
        QVERIFY(f->w().status().texts().join('|').contains("point at the row"));
        f->canvas().setKeyRow(f->w().document().tree().find("filter/two"));
        f->key(Qt::Key_F, Qt::ControlModifier | Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(f->w().askBox().edit().text(), QString("kind:comm"));
        QTest::keyClicks(QApplication::focusWidget(), "kind:gemm");
        f->key(Qt::Key_Return);
        QVERIFY(f->waitUntilQuiet());
        QCOMPARE(slicesOf(*f->w().document().tree().find("filter/two")), gemms());
        f->canvas().setKeyRow(f->w().document().tree().find("filter/two"));
        f->act("filter-row.rename");
        QTest::keyClicks(QApplication::focusWidget(), "matrices");
        f->key(Qt::Key_Return);
        QVERIFY(f->waitUntilQuiet());
        QVERIFY(!f->w().document().tree().find("filter/two"));
        f->canvas().setKeyRow(f->w().document().tree().find("filter/matrices"));
        f->act("filter-row.remove");
        QVERIFY(f->waitUntilQuiet());
        QVERIFY(!f->w().document().tree().find("filter/matrices"));
        QVERIFY(f->w().document().tree().find("filter/one"));
    }

    void itsMenuOffersThat() {
        QCOMPARE(app::addFilterRow(f->w(), "one", "kind:gemm"), QString());
        QVERIFY(f->waitUntilQuiet());
        scene::Hit hit;
        hit.zone = scene::Zone::Header;
        hit.row = f->w().document().tree().find("filter/one");
        const auto menu = f->w().contextMenu(hit);
        for (const char* id : {"filter-row.change", "filter-row.rename", "filter-row.remove"})
            QVERIFY2(menu->actions().contains(f->w().actionsOfWindow().of(id)), id);
    }

    void theHitsOfASearchBecomeARow() {
        f->w().toolBar().omnibox().setText("kind:gemm");
        f->w().searching().search("kind:gemm");
        f->w().page().bottom().showTab(panels::BottomPanel::Tab::Search);
        QVERIFY(f->waitUntilQuiet());
        f->w().page().bottom().hits().rowButton().click();
        QVERIFY(f->waitUntilQuiet());
        const auto row = f->w().document().tree().find("filter/kind:gemm");
        QVERIFY(row);
        QCOMPARE(slicesOf(*row), f->w().searching().hits()->byTime.size());
    }

    void theyStayForTheNextTraceAndInARowSet() {
        QCOMPARE(app::addFilterRow(f->w(), "matrices", "kind:gemm"), QString());
        QVERIFY(f->waitUntilQuiet());
        f->w().keeper().saveRowSet("mine");
        f->w().loader().setRowChoice({});
        QVERIFY(f->waitUntilQuiet());
        QVERIFY(!f->w().document().tree().find("filter/matrices"));
        QVERIFY(f->w().keeper().applyRowSet("mine"));
        QVERIFY(f->waitUntilQuiet());
        QVERIFY(f->w().document().tree().find("filter/matrices"));
        const QString copy = f->folder.filePath("other.json");
        QVERIFY(QFile::copy(smallTracePath(), copy));
        QVERIFY(f->open(copy));
        QVERIFY(f->w().document().tree().find("filter/matrices"));
        QVERIFY(f->open(smallTracePath()));
    }

private:
    std::size_t slicesOf(std::uint32_t index) {
        std::size_t out = 0;
        for (const DisplayLane& lane : f->w().document().tree().row(index).lanes)
            out += lane.derived ? lane.derived->rows().size() : f->store().lanes()[lane.lane.value].sliceCount;
        return out;
    }
    std::size_t gemms() {
        std::size_t out = 0;
        for (std::uint32_t row = 0; row < f->store().slices().size(); ++row)
            out += isGpuWork(f->store().role(SliceId{row})) && f->store().kind(SliceId{row}) == WorkKind::Gemm ? 1 : 0;
        return out;
    }
    std::unique_ptr<WindowFixture> f;
};

QTEST_MAIN(TestFilterRowActions)
#include "tst_filter_row_actions.moc"
