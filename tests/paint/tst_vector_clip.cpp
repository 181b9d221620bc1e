// What sticks out of a layer's clip is cut off in vector files.
#include "widgets/paint/vector_clip.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::scene;

class TestVectorClip : public QObject {
    Q_OBJECT
private slots:
    void boxesEndAtTheEdge() {
        const RectF clip{100, 10, 200, 50};
        Box over{{90, 20, 300, 10}, Ink::Operator}, inside{{120, 20, 30, 10}, Ink::Operator},
            outside{{310, 20, 30, 10}, Ink::Operator}, round{{90, 20, 40, 10}, Ink::Operator};
        round.shape = Shape::Round;
        const auto cut = paint::cutBoxes({over, inside, outside, round}, clip);
        QCOMPARE(cut.size(), std::size_t{3});
        QCOMPARE(cut[0].rect.x, 100.0F);
        QCOMPARE(cut[0].rect.right(), 300.0F);
        QCOMPARE(cut[1].rect.w, 30.0F);
        QCOMPARE(cut[2].rect.x, 90.0F);
    }

    void linesEndAtTheEdge() {
        const RectF clip{100, 10, 200, 50};
        const Line across{50, 20, 400, 20}, down{150, 0, 150, 100}, slanted{0, 0, 500, 100}, below{50, 70, 400, 70},
            before{20, 20, 60, 20};
        const auto cut = paint::cutLines({across, down, slanted, below, before}, clip);
        QCOMPARE(cut.size(), std::size_t{3});
        QVERIFY(cut[0].x1 == 100 && cut[0].x2 == 300);
        QVERIFY(cut[1].y1 == 10 && cut[1].y2 == 60);
        QVERIFY(cut[2].x1 == 0 && cut[2].x2 == 500);
    }
};

QTEST_APPLESS_MAIN(TestVectorClip)
#include "tst_vector_clip.moc"
