// Joins keep off words: places and parts worked out by hand. FixedMeasure says how wide a sign is.
#include "tests/support/fixed_measure.h"
#include "widgets/scene/frame.h"
#include "widgets/scene/ranks_joins.h"

#include <QTest>

#include <cmath>

using namespace lanescope::scene;
using lanescope::testing::FixedMeasure;

namespace {

Layer apart(Line line, const std::vector<RectF>& places) {
    Layer out;
    line.stroke = Stroke::Dash43;
    addApart(out, line, places);
    return out;
}

bool is(const Line& line, float x1, float y1, float x2, float y2) {
    const auto near = [](float a, float b) { return std::abs(a - b) < 0.01F; };
    return near(line.x1, x1) && near(line.y1, y1) && near(line.x2, x2) && near(line.y2, y2) &&
           line.stroke == Stroke::Dash43;
}

} // namespace

class TestRanksJoins : public QObject {
    Q_OBJECT
private slots:
    void aLineThatMeetsNoWordStaysWhole() {
        const Layer layer = apart({100, 0, 100, 100}, {{110, 40, 20, 10}, {80, 40, 20, 10}});
        QCOMPARE(layer.lines.size(), std::size_t{1});
        QVERIFY(is(layer.lines[0], 100, 0, 100, 100));
    }

    void itIsLeftOutWhereAWordLies() {
        const Layer layer = apart({100, 0, 100, 100}, {{90, 40, 20, 10}});
        QCOMPARE(layer.lines.size(), std::size_t{2});
        QVERIFY(is(layer.lines[0], 100, 0, 100, 40));
        QVERIFY(is(layer.lines[1], 100, 50, 100, 100));
    }

    void aSlantingLineIsCutWhereItEntersAndLeaves() {
        // x = 2y: inside the place from x 40 (y 20) to y 30 (x 60).
        const Layer layer = apart({0, 0, 200, 100}, {{40, 10, 100, 20}});
        QCOMPARE(layer.lines.size(), std::size_t{2});
        QVERIFY(is(layer.lines[0], 0, 0, 40, 20));
        QVERIFY(is(layer.lines[1], 60, 30, 200, 100));
    }

    void wordsBesideEachOtherAreOneGapAndNothingIsLeftOfACoveredLine() {
        const Layer layer = apart({0, 5, 100, 5}, {{20, 0, 30, 10}, {45, 0, 20, 10}, {60, 0, 4, 10}});
        QCOMPARE(layer.lines.size(), std::size_t{2});
        QVERIFY(is(layer.lines[0], 0, 5, 20, 5));
        QVERIFY(is(layer.lines[1], 65, 5, 100, 5));
        QVERIFY(apart({30, 5, 40, 5}, {{20, 0, 30, 10}}).lines.empty());
    }

    void placesAreThoseOfRowsAndHeadersInView() {
        Scene frame;
        frame.layers.resize(kLayerCount);
        frame.layers[kRows].clip = RectF{220, 25, 1000, 375};
        Label label{300, 100, "abcd", {10, 400, false}};
        frame.layers[kRows].labels = {label};
        label.align = Align::Right;
        frame.layers[kRows].labels.push_back(label);
        label.baseline = 600; // below the canvas
        frame.layers[kRows].labels.push_back(label);
        label = {28, 100, "rank 0", {10, 400, false}}; // in the headers
        frame.layers[kHeaders].labels = {label};
        frame.layers[kHeaders].boxes = {{{229, 50, 80, 16}}};
        frame.layers[kHeaders].boxes[0].shape = Shape::Round;
        frame.layers[kUnder].labels = {{300, 100, "abcd", {10, 400, false}}}; // of the grid
        FixedMeasure measure;
        const double wide = measure.width("abcd", label.style);
        const std::vector<RectF> places = wordsOf(frame, 220, measure);
        QCOMPARE(places.size(), std::size_t{3});
        // 3 px beside; 8 px above the baseline and 2.4 below it, and 1 more.
        QCOMPARE(static_cast<double>(places[0].x), 297.0);
        QVERIFY(std::abs(static_cast<double>(places[0].w) - (wide + 6)) < 1e-4);
        QVERIFY(std::abs(static_cast<double>(places[0].y) - 91) < 1e-4);
        QVERIFY(std::abs(static_cast<double>(places[0].bottom()) - 103.4) < 1e-4);
        QCOMPARE(static_cast<double>(places[1].right()), 303.0);
        QCOMPARE(static_cast<double>(places[2].x), 229.0);
    }
};

QTEST_APPLESS_MAIN(TestRanksJoins)
#include "tst_ranks_joins.moc"
