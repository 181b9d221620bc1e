// Words that lines laid over a frame would cross.
#include "widgets/scene/labels_over.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::scene;

namespace {

// Ten px for every letter.
struct Wide final : TextMeasure {
    double width(std::string_view text, const TextStyle&) override { return 10 * static_cast<double>(text.size()); }
};

Line line(float x1, float y1, float x2, float y2) { return {x1, y1, x2, y2, Ink::Selection}; }

} // namespace

class LabelsOver : public QObject {
    Q_OBJECT
private slots:
    void aWordThatALineCrossesIsDrawnAgainOnItsGround() {
        Scene frame;
        frame.background = Ink::Canvas;
        Layer& layer = frame.layers.emplace_back();
        Box ground;
        ground.rect = {0, 0, 300, 40};
        ground.fill = Ink::Kind;
        ground.variant = 3;
        layer.boxes.push_back(ground);
        layer.labels.push_back({100, 25, "word", {10, 400, false}, Ink::KindText});   // x 100 to 140
        layer.labels.push_back({200, 25, "beside", {10, 400, false}, Ink::KindText}); // x 200 to 260
        layer.labels.push_back({100, 80, "below", {10, 400, false}, Ink::Text});      // on the background
        Wide text;
        const std::vector<Line> across{line(90, 0, 150, 40)};
        const Layer over = labelsOver(frame, across, text);
        QCOMPARE(over.labels.size(), std::size_t{1});
        QCOMPARE(over.labels[0].text, std::string("word"));
        QCOMPARE(over.boxes.size(), std::size_t{1});
        QVERIFY(over.boxes[0].fill == Ink::Kind && over.boxes[0].variant == 3);
        QVERIFY(over.boxes[0].rect.x <= 100 && over.boxes[0].rect.right() >= 140 && over.boxes[0].rect.right() < 150);
        const std::vector<Line> down{line(120, 60, 120, 200)};
        const Layer plain = labelsOver(frame, down, text);
        QCOMPARE(plain.labels.size(), std::size_t{1});
        QCOMPARE(plain.labels[0].text, std::string("below"));
        QVERIFY(plain.boxes[0].fill == Ink::Canvas);
    }

    void linesThatEndBeforeAWordLeaveItAlone() {
        Scene frame;
        frame.layers.emplace_back().labels.push_back({100, 25, "word", {10, 400, false}, Ink::Text});
        Wide text;
        for (const Line& one :
             {line(0, 0, 90, 20), line(90, 40, 150, 40), line(160, 0, 160, 90), line(120, 0, 120, 10)})
            QVERIFY(labelsOver(frame, std::vector<Line>{one}, text).labels.empty());
        QVERIFY(labelsOver(frame, {}, text).labels.empty());
        QCOMPARE(labelsOver(frame, std::vector<Line>{line(120, 0, 120, 20)}, text).labels.size(), std::size_t{1});
    }
};

QTEST_APPLESS_MAIN(LabelsOver)
#include "tst_labels_over.moc"
