#include "core/query/ticks.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

#include <cstdlib>
#include <ctime>

using namespace lanescope;
using lanescope::testing::DslOptions;
using lanescope::testing::storeOf;

namespace {

constexpr std::int64_t kMs = 1'000'000, kSecond = 1'000'000'000;
constexpr std::int64_t kAfternoon = 1'710'252'187 * kSecond; // 2024-03-12T14:03:07Z, by Python's calendar.timegm

QString text(const std::string& s) { return QString::fromStdString(s); }

// A trace of 10 s that starts 2 s into its own clock; `base` is its baseTimeNanoseconds.
std::shared_ptr<const TraceStore> traceAt(std::optional<std::int64_t> base, std::int64_t start = 2 * kSecond) {
    DslOptions options;
    options.info.baseTimeNs = base;
    return storeOf("cpu_op a 1/1 " + std::to_string(start) + "+" + std::to_string(10 * kSecond), options);
}

// The labels of an axis of 1000 px that begins `from` after the start of the trace.
QStringList labels(const TraceStore& store, AxisClock clock, std::int64_t from, double nsPerPx) {
    const RankTime start = store.extent().begin;
    const TimeScale scale(start, start + Ns{from}, nsPerPx, 1000);
    QStringList out;
    for (const Tick& tick : timeTicks(scale, timeAxis(store, clock, start)).marks)
        if (!tick.label.empty()) out << text(tick.label);
    return out;
}

struct Zone { // of this process, while it lives
    explicit Zone(const char* name) : m_before(qgetenv("TZ")), m_had(qEnvironmentVariableIsSet("TZ")) {
        qputenv("TZ", name);
        tzset();
    }
    ~Zone() {
        m_had ? qputenv("TZ", m_before) : qunsetenv("TZ");
        tzset();
    }
    QByteArray m_before;
    bool m_had;
};

} // namespace

class TestTimeAxis : public QObject {
    Q_OBJECT
private slots:
    void theAxisCountsFromTheStepOrFromTheStartOfTheTrace() {
        const auto store = traceAt(std::nullopt);
        const RankTime step = store->extent().begin + Ns{500 * kMs};
        const TimeScale scale(store->extent().begin, step, 10'000, 1000);
        const auto first = [&](AxisClock clock) {
            return text(timeTicks(scale, timeAxis(*store, clock, step)).marks.front().label);
        };
        QCOMPARE(first(AxisClock::Step), QStringLiteral("+0\u202fms"));
        QCOMPARE(first(AxisClock::Trace), QStringLiteral("+500\u202fms"));
    }

    void aTimecodeCountsHoursMinutesAndSecondsFromTheStart() {
        const auto store = traceAt(std::nullopt);
        // 1000 px of 10 us from 1.5 s on: a label of 12 signs needs 99 px, so one each 1 ms.
        const QStringList shown = labels(*store, AxisClock::Timecode, 1500 * kMs, 10'000);
        QCOMPARE(shown.size(), 11);
        QCOMPARE(shown[0], QStringLiteral("00:00:01.500"));
        QCOMPARE(shown[1], QStringLiteral("00:00:01.501"));
        QCOMPARE(shown[10], QStringLiteral("00:00:01.510"));
    }

    void aTimecodeBeforeTheStartHasATrueMinus() {
        const TimeAxis axis{AxisClock::Timecode, rankTime(2 * kSecond), 0};
        QCOMPARE(text(clockText(axis, rankTime(kSecond + 500 * kMs), 3)), QStringLiteral("\u221200:00:00.500"));
        QCOMPARE(text(clockText(axis, rankTime(2 * kSecond + 100 * 3600 * kSecond), 0)), QStringLiteral("100:00:00"));
    }

    void theTimeOfDayIsTheBaseOfTheTracePlusItsOwnTime() {
        const auto store = traceAt(kAfternoon - 2 * kSecond);                  // its first event is at 14:03:07
        const QStringList shown = labels(*store, AxisClock::Utc, 0, 10 * kMs); // 10 s on 1000 px
        QCOMPARE(shown.size(), 11);                                            // 90 px are 0.9 s: one each second
        QCOMPARE(shown.front(), QStringLiteral("14:03:07"));
        QCOMPARE(shown.back(), QStringLiteral("14:03:17"));
        const TimeAxis axis = timeAxis(*store, AxisClock::Utc, {});
        QCOMPARE(text(dayText(axis, store->extent().begin)), QStringLiteral("2024-03-12"));
        QCOMPARE(text(zoneText(axis)), QStringLiteral("UTC"));
    }

    void labelsHaveRoomForTheirDigits() {
        const auto store = traceAt(kAfternoon - 2 * kSecond);
        // 1 us per px: 16 signs need 126 px, so 200 us and not 100 us.
        QCOMPARE(labels(*store, AxisClock::Utc, 123 * kMs, 1000).mid(0, 3),
                 (QStringList{QStringLiteral("14:03:07.123\u202f000"), QStringLiteral("14:03:07.123\u202f200"),
                              QStringLiteral("14:03:07.123\u202f400")}));
        // 0.1 ns per px: 20 signs need 154 px, 15.4 ns, so 20 ns.
        QCOMPARE(labels(*store, AxisClock::Utc, 123'456'780, 0.1).mid(0, 2),
                 (QStringList{QStringLiteral("14:03:07.123\u202f456\u202f780"),
                              QStringLiteral("14:03:07.123\u202f456\u202f800")}));
    }

    void stepsAboveASecondAreThoseOfClocksAndMidnightIsADate() {
        const auto store = traceAt(1'710'287'940 * kSecond, 0); // 23:59:00 of that day
        // 0.25 s per px: 90 px are 22.5 s, so every 30 s.
        QCOMPARE(labels(*store, AxisClock::Utc, 0, 0.25e9).mid(0, 4),
                 (QStringList{"23:59:00", "23:59:30", "2024-03-13", "00:00:30"}));
    }

    void localTimeIsThatOfTheMachine() {
        const Zone zone("XYZ-5:30"); // POSIX: 5 h 30 min east of UTC
        const auto store = traceAt(kAfternoon - 2 * kSecond);
        QCOMPARE(labels(*store, AxisClock::Local, 0, 10 * kMs).front(), QStringLiteral("19:33:07"));
        const TimeAxis axis = timeAxis(*store, AxisClock::Local, {});
        QCOMPARE(text(zoneText(axis)), QStringLiteral("UTC+05:30"));
    }

    void localTimeWestOfUtcMayBeTheDayBefore() {
        const Zone zone("XYZ+15"); // 15 h west
        const auto store = traceAt(kAfternoon - 2 * kSecond);
        const TimeAxis axis = timeAxis(*store, AxisClock::Local, {});
        QCOMPARE(text(clockText(axis, store->extent().begin, 0)), QStringLiteral("23:03:07"));
        QCOMPARE(text(dayText(axis, store->extent().begin)), QStringLiteral("2024-03-11"));
        QCOMPARE(text(zoneText(axis)), QStringLiteral("UTC\u221215:00"));
    }

    void timesThatAreSinceTheEpochThemselvesNeedNoBase() {
        const auto store = traceAt(std::nullopt, kAfternoon);
        QCOMPARE(epochBase(*store).value_or(-1), std::int64_t{0});
        QCOMPARE(labels(*store, AxisClock::Utc, 0, 10 * kMs).front(), QStringLiteral("14:03:07"));
    }

    void withoutATimeOfDayTheAxisCountsFromTheStart_data() {
        QTest::addColumn<bool>("given");
        QTest::addColumn<qint64>("base");
        QTest::addRow("no base") << false << qint64{0};
        QTest::addRow("a base of 1970") << true << qint64{3600 * kSecond};
        QTest::addRow("a base beyond all clocks") << true << qint64{INT64_MAX};
    }
    void withoutATimeOfDayTheAxisCountsFromTheStart() {
        QFETCH(bool, given);
        QFETCH(qint64, base);
        const auto store = traceAt(given ? std::optional<std::int64_t>(base) : std::nullopt);
        QVERIFY(!epochBase(*store));
        QCOMPARE(labels(*store, AxisClock::Utc, 0, 10'000).front(), QStringLiteral("+0\u202fms"));
        QCOMPARE(int(timeAxis(*store, AxisClock::Local, {}).clock), int(AxisClock::Trace));
    }

    void theCursorReadsTheClockAsExactlyAsOnePixel() {
        const auto store = traceAt(kAfternoon - 2 * kSecond);
        const RankTime start = store->extent().begin;
        const TimeAxis axis = timeAxis(*store, AxisClock::Utc, {});
        const Ticks coarse = timeTicks(TimeScale(start, start, 1e6, 1000), axis);
        const Ticks fine = timeTicks(TimeScale(start, start, 1000, 1000), axis);
        const Ns at = start + Ns{1'234'567'890} - axis.zero;
        QCOMPARE(text(axisText(at, coarse).whole), QStringLiteral("14:03:08.234"));
        QCOMPARE(text(axisText(at, fine).whole), QStringLiteral("14:03:08.234\u202f567"));
    }

    void everyClockHasAWord() {
        QCOMPARE(axisClocks().size(), std::size_t{5});
        for (const AxisClock clock : axisClocks()) QCOMPARE(int(axisClockOf(wordOf(clock)).value()), int(clock));
        QVERIFY(!axisClockOf("sundial"));
    }
};

QTEST_APPLESS_MAIN(TestTimeAxis)
#include "tst_time_axis.moc"
