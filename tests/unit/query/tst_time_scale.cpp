#include "core/query/ticks.h"
#include "core/query/time_scale.h"

#include <QTest>

#include <random>

using namespace lanescope;

namespace {
TimeAxis stepAxis(std::int64_t zeroNs) { return {AxisClock::Step, rankTime(zeroNs), 0}; }
} // namespace

class TestTimeScale : public QObject {
    Q_OBJECT
private slots:
    void timeGoesToPixelsAndBack() {
        const TimeScale scale(rankTime(1000), rankTime(1000), 10.0, 100);
        QCOMPARE(scale.x(rankTime(1000)), 0.0);
        QCOMPARE(scale.x(rankTime(1250)), 25.0);
        QCOMPARE(count(scale.timeAt(25.0)), std::int64_t{1250});
        QCOMPARE(count(scale.timeAt(25.04)), std::int64_t{1250});
        QCOMPARE(scale.visible(), timeRange(1000, 2000));
        QCOMPARE(scale.px(Ns{5}), 0.5);
        QCOMPARE(scale.length(0.5).count(), std::int64_t{5});
    }

    void aTraceThatStartsAtAnEpochTimeIsExactToTheNanosecond() {
        const std::int64_t epoch = 1'767'189'312'000'000'000;
        const TimeScale scale(rankTime(epoch), rankTime(epoch), 1.0, 1000);
        for (std::int64_t ns = 0; ns < 1000; ++ns) QCOMPARE(scale.columnOf(rankTime(epoch + ns)), ns);
    }

    void columnsStandStillWhilePanning() {
        const TimeScale scale(rankTime(0), rankTime(12'345), 7.3, 500);
        const TimeScale panned = scale.pannedBy(113);
        for (std::int64_t t = 12'000; t < 20'000; t += 37)
            QCOMPARE(panned.columnOf(rankTime(t)), scale.columnOf(rankTime(t)));
        QCOMPARE(panned.firstColumn(), scale.firstColumn() + 113);
    }

    void theFirstNanosecondOfAColumnBelongsToItAndTheOneBeforeDoesNot() {
        std::mt19937_64 random(7);
        std::uniform_real_distribution<double> zoom(0.01, 1e6);
        std::uniform_int_distribution<std::int64_t> column(-1'000'000, 1'000'000);
        for (int i = 0; i < 2000; ++i) {
            const TimeScale scale(rankTime(0), rankTime(0), zoom(random), 100);
            const std::int64_t c = column(random);
            const RankTime start = scale.columnStart(c);
            QVERIFY(scale.columnOf(start) >= c);
            QVERIFY(scale.columnOf(start - Ns{1}) < c);
        }
    }

    void zoomingKeepsTheTimeUnderThePointer() {
        const TimeScale scale(rankTime(0), rankTime(1'000'000), 250.0, 1000);
        for (const double factor : {1.1, 2.0, 0.5, 37.0}) {
            const TimeScale zoomed = scale.zoomedAt(400, factor);
            const double before = 1'000'000 + 400 * 250.0;
            QVERIFY(std::abs(zoomed.x(rankTime(static_cast<std::int64_t>(before))) - 400) <= 0.51);
            QCOMPARE(zoomed.nsPerPx(), 250.0 / factor);
        }
    }

    void aFittedRangeStartsAtItsFirstNanosecond() {
        const TimeScale scale = TimeScale::fit(rankTime(0), timeRange(251'123'457, 470'900'111), 1380);
        QCOMPARE(count(scale.visible().begin), std::int64_t{251'123'457});
        QVERIFY(count(scale.visible().end) >= 470'900'111);
        QVERIFY(scale.px(Ns{470'900'111 - 251'123'457}) > 1375);
    }

    void zoomStopsAtItsLimits() {
        TimeScale scale(rankTime(0), rankTime(0), 1.0, 100);
        for (int i = 0; i < 100; ++i) scale = scale.zoomedAt(50, 10);
        QCOMPARE(scale.nsPerPx(), kMinNsPerPx);
        for (int i = 0; i < 100; ++i) scale = scale.zoomedAt(50, 0.1);
        QCOMPARE(scale.nsPerPx(), kMaxNsPerPx);
    }

    void labelsAreStepsOfOneTwoOrFive_data() {
        QTest::addColumn<double>("nsPerPx");
        QTest::addColumn<qint64>("step");
        QTest::newRow("9.43 us per px") << 9430.0 << qint64{1'000'000}; // 90 px = 849 us
        QTest::newRow("23 us per px") << 23'000.0 << qint64{5'000'000}; // 90 px = 2.07 ms
        QTest::newRow("11 us per px") << 11'000.0 << qint64{1'000'000}; // 90 px = 990 us
        QTest::newRow("12 us per px") << 12'000.0 << qint64{2'000'000}; // 90 px = 1.08 ms
        QTest::newRow("0.01 ns per px") << 0.01 << qint64{1};           // nothing is finer than a ns
    }
    void labelsAreStepsOfOneTwoOrFive() {
        QFETCH(double, nsPerPx);
        QFETCH(qint64, step);
        const Ticks ticks = timeTicks(TimeScale(rankTime(0), rankTime(0), nsPerPx, 1000), stepAxis(0));
        QCOMPARE(qint64{ticks.stepNs}, step);
    }

    void labelsCountFromTheSelectedStep() {
        // 1000 px of 10 us: labels each ms from 92 ms on, relative to a step that starts at 5 ms.
        const TimeScale scale(rankTime(0), rankTime(97'000'000), 10'000.0, 1000);
        const Ticks ticks = timeTicks(scale, stepAxis(5'000'000));
        QStringList labels;
        for (const Tick& tick : ticks.marks)
            if (!tick.label.empty()) labels << QString::fromStdString(tick.label);
        QCOMPARE(labels.size(), 11);
        QCOMPARE(labels.front(), QStringLiteral("+92\u202fms"));
        QCOMPARE(labels.back(), QStringLiteral("+102\u202fms"));
        QCOMPARE(ticks.marks.size(), std::size_t{51}); // a minor mark at each fifth
        QCOMPARE(ticks.marks[1].x, 20.0);
    }

    void timesBeforeTheStepHaveATrueMinus() {
        const TimeScale scale(rankTime(0), rankTime(0), 10'000.0, 500);
        const Ticks ticks = timeTicks(scale, stepAxis(2'000'000));
        QCOMPARE(QString::fromStdString(ticks.marks.front().label), QStringLiteral("\u22122\u202fms"));
    }

    void theCursorIsAsExactAsOnePixel() {
        const TimeScale scale(rankTime(0), rankTime(90'000'000), 9'430.0, 1000);
        const Ticks ticks = timeTicks(scale, stepAxis(0));
        QCOMPARE(QString::fromStdString(axisText(Ns{95'118'240}, ticks).whole), QStringLiteral("+95.118\u202fms"));
        QCOMPARE(QString::fromStdString(borderText(Ns{307'697'800}, ticks).whole), QStringLiteral("+307.698\u202fms"));
        QCOMPARE(QString::fromStdString(borderText(Ns{307'697'400}, ticks).whole), QStringLiteral("+307.697\u202fms"));
        QCOMPARE(QString::fromStdString(borderText(Ns{-1'600}, ticks).number), QStringLiteral("\u22120.002"));
        QCOMPARE(QString::fromStdString(axisText(Ns{-1'500}, ticks).number), QStringLiteral("\u22120.001"));
    }
};

QTEST_APPLESS_MAIN(TestTimeScale)
#include "tst_time_scale.moc"
