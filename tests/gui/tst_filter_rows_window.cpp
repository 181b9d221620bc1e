// Rows made from filters in the window: they come and go with the choice of rows, are clicked like others, and are
// kept with rows, sets and sessions.
#include "core/query/derived_lanes.h"
#include "tests/gui/window_fixture.h"
#include "widgets/timeline/row_memory.h"

#include <QJsonArray>
#include <QJsonObject>

using namespace lanescope;
using namespace lanescope::testing;

class TestFilterRowsWindow : public QObject {
    Q_OBJECT
private slots:
    void init() {
        f = std::make_unique<WindowFixture>();
        QVERIFY(f->open(smallTracePath()));
        f->w().view().fitAll(timeline::Motion::Instant);
    }
    void cleanup() { f.reset(); }

    void aRowComesAndGoesWithItsFilter() {
        QVERIFY(!f->w().document().tree().find("filter/gemms"));
        choose({{"gemms", "kind:gemm"}});
        const auto row = f->w().document().tree().find("filter/gemms");
        QVERIFY(row);
        QVERIFY(f->canvas().layout().find(*row));
        choose({});
        QVERIFY(!f->w().document().tree().find("filter/gemms"));
    }

    void aClickOnItSelectsTheSliceAndBothPlacesAreMarked() {
        choose({{"gemms", "kind:gemm"}});
        const RowTree& tree = f->w().document().tree();
        const auto row = tree.find("filter/gemms");
        QVERIFY(row);
        const SliceId kernel = gemm();
        f->bringIntoView(kernel);
        f->canvas().setScrollY(0);
        const scene::PlacedRow* placed = f->canvas().layout().find(*row);
        QVERIFY(placed);
        std::size_t lane = 0;
        while (!tree.row(*row).lanes.at(lane).derived->contains(f->store(), kernel)) ++lane;
        const scene::LaneBox box = scene::laneBox(tree.row(*row), *placed, lane, f->canvas().rowState());
        const TimeRange range = f->store().range(kernel);
        const double x = f->w().view().headerWidth() + f->w().view().scale().x(range.begin + range.length() / 2);
        const double y = f->canvas().rowsTop() + placed->y - f->canvas().scrollY() + box.y + box.height / 2;
        QTest::mouseClick(&f->canvas(), Qt::LeftButton, {}, QPointF(x, y).toPoint());
        QCOMPARE(f->w().selection().current(), std::optional(kernel));
        // Its own row stays where jumps lead to.
        const auto place = tree.placeOf(f->store(), kernel);
        QVERIFY(place && tree.row(place->row).kind == RowKind::Stream);
        int outlines = 0;
        scene::Scene over;
        paint::Fonts fonts;
        scene::buildOverlay(f->canvas().currentData(), f->canvas().currentView(), f->canvas().overlayState(), fonts,
                            over);
        for (const scene::Layer& layer : over.layers)
            for (const scene::Box& b : layer.boxes)
                outlines += b.shape == scene::Shape::Frame && b.edge == scene::Ink::Selection &&
                                    std::abs(b.rect.y + b.rect.h / 2 - y) < 2
                                ? 1
                                : 0;
        QCOMPARE(outlines, 1); // on the filter's row, too
    }

    void rowsFromFiltersAreKeptWithTheTraceARowSetAndASession() {
        const std::vector<FilterRow> filters{{"gemms", "kind:gemm"}, {"long", "dur>1ms"}};
        choose(filters);
        f->w().keeper().saveRowSet("mine");
        const session::Session session = f->w().session().now();
        QCOMPARE(session.rows.filters.size(), std::size_t{2});
        QCOMPARE(QString::fromStdString(session.rows.filters[1].second), QStringLiteral("dur>1ms"));
        f->w().keeper().save();
        choose({});
        QVERIFY(f->w().keeper().applyRowSet("mine"));
        QVERIFY(f->waitUntilQuiet());
        QVERIFY(f->w().loader().rowChoice().filters == filters);
        QVERIFY(f->w().document().tree().find("filter/long"));
        choose({});
        f->w().keeper().restore(f->w().document().path());
        QVERIFY(f->waitUntilQuiet());
        QVERIFY(f->w().document().tree().find("filter/gemms"));
    }

    void damagedMemoryOfSuchRowsDoesNoHarm() {
        const QJsonObject json{{"filters", QJsonArray{QJsonObject{{"name", ""}, {"where", "x"}}, 7,
                                                      QJsonObject{{"name", "a"}, {"where", QString(5000, 'x')}},
                                                      QJsonObject{{"name", "b"}, {"where", "gemm"}},
                                                      QJsonObject{{"name", "b"}, {"where", "again"}}}}};
        const timeline::RowsMemory rows = timeline::rowsFromJson(json);
        QCOMPARE(rows.filters.size(), std::size_t{1});
        QVERIFY((rows.filters[0] == FilterRow{"b", "gemm"}));
    }

private:
    void choose(std::vector<FilterRow> filters) {
        app::LoadController::RowChoice rows = f->w().loader().rowChoice();
        rows.filters = std::move(filters);
        f->w().loader().setRowChoice(rows);
        QVERIFY(f->waitUntilQuiet());
    }
    SliceId gemm() {
        for (std::uint32_t s = 0; s < f->store().slices().size(); ++s)
            if (f->store().kind(SliceId{s}) == WorkKind::Gemm && f->store().role(SliceId{s}) == Role::Kernel)
                return SliceId{s};
        qFatal("the trace has no gemm");
    }

    std::unique_ptr<WindowFixture> f;
};

QTEST_MAIN(TestFilterRowsWindow)
#include "tst_filter_rows_window.moc"
