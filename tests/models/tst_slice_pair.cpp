// Gap, overlap and distances of two slices, by hand.
#include "widgets/models/slice_pair.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::models;

namespace {
TimeRange us(std::int64_t begin, std::int64_t end) {
    return {RankTime{} + Ns{begin * 1000}, RankTime{} + Ns{end * 1000}};
}
} // namespace

class TestSlicePair : public QObject {
    Q_OBJECT
private slots:
    void slicesApartHaveAGap() { // 10..30 and 42..50
        const SlicePair pair = slicePair(us(10, 30), us(42, 50));
        QVERIFY(!pair.overlaps);
        QCOMPARE(pair.between.begin, us(30, 42).begin);
        QCOMPARE(pair.between.length().count(), 12'000);
        QCOMPARE(pair.startToStart.count(), 32'000);
        QCOMPARE(pair.endToEnd.count(), 20'000);
        QCOMPARE(QString::fromStdString(slicePairText(pair)),
                 QString::fromUtf8("gap 12.00\u202f\u00b5s \u00b7 start to start 32.00\u202f\u00b5s \u00b7 end to end "
                                   "20.00\u202f\u00b5s"));
    }
    void theOtherWayRoundTheGapIsTheSame() {
        const SlicePair pair = slicePair(us(42, 50), us(10, 30));
        QCOMPARE(pair.between.length().count(), 12'000);
        QCOMPARE(pair.startToStart.count(), -32'000);
        QCOMPARE(pair.endToEnd.count(), -20'000);
    }
    void slicesTogetherOverlap() { // 10..40 and 35..38
        const SlicePair pair = slicePair(us(10, 40), us(35, 38));
        QVERIFY(pair.overlaps);
        QCOMPARE(pair.between.length().count(), 3'000);
        QCOMPARE(pair.startToStart.count(), 25'000);
        QCOMPARE(pair.endToEnd.count(), -2'000);
    }
    void slicesThatTouchHaveAGapOfNothing() {
        const SlicePair pair = slicePair(us(10, 20), us(20, 30));
        QVERIFY(!pair.overlaps);
        QCOMPARE(pair.between.length().count(), 0);
    }
};

QTEST_APPLESS_MAIN(TestSlicePair)
#include "tst_slice_pair.moc"
