// What a person types to go somewhere.
#include "widgets/models/go_to.h"

#include <QTest>

using namespace lanescope::models;

class TestGoTo : public QObject {
    Q_OBJECT
private slots:
    void numbersAreSteps() {
        QCOMPARE(std::get<GoToStep>(parseGoTo("12").value()).number, 12);
        QCOMPARE(std::get<GoToStep>(parseGoTo("  Step 7 ").value()).number, 7);
        QCOMPARE(std::get<GoToStep>(parseGoTo("step7").value()).number, 7);
    }

    void numbersWithAUnitAreTimes_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("ns");
        QTest::newRow("ms") << "95.118 ms" << qint64{95'118'000};
        QTest::newRow("plus") << "+2s" << qint64{2'000'000'000};
        QTest::newRow("minus") << "-300 us" << qint64{-300'000};
        QTest::newRow("true minus") << QString(QChar(0x2212)) + "1ns" << qint64{-1};
        QTest::newRow("micro sign") << QString("1.5") + QChar(0xb5) + "s" << qint64{1'500};
        QTest::newRow("greek mu") << QString("1.5 ") + QChar(0x3bc) + "s" << qint64{1'500};
        QTest::newRow("as the details write it") << QString::fromUtf8("+95.118\u202fms") << qint64{95'118'000};
        QTest::newRow("digits in groups") << QString::fromUtf8("1\u202f284\u202f410\u202fns") << qint64{1'284'410};
        QTest::newRow("minutes and seconds") << "2 min 14 s" << qint64{134'000'000'000};
        QTest::newRow("hours and minutes") << "1h2min" << qint64{3'720'000'000'000};
        QTest::newRow("seconds and ms") << "1 s 200 ms" << qint64{1'200'000'000};
    }
    void numbersWithAUnitAreTimes() {
        QFETCH(QString, text);
        QFETCH(qint64, ns);
        const auto parsed = parseGoTo(text);
        QVERIFY(parsed);
        QCOMPARE(std::get<GoToTime>(*parsed).offsetNs, ns);
    }

    void whatAClockReadsIsATimeOfDay_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("ns");
        QTest::newRow("minutes") << "14:03" << qint64{50'580'000'000'000};
        QTest::newRow("seconds") << "14:03:07" << qint64{50'587'000'000'000};
        QTest::newRow("milliseconds") << "00:00:01.5" << qint64{1'500'000'000};
        QTest::newRow("as the ruler groups them")
            << QStringLiteral("00:00:01.234\u202f567\u202f8") << qint64{1'234'567'800};
        QTest::newRow("more than a day") << "100:00:00" << qint64{360'000'000'000'000};
    }
    void whatAClockReadsIsATimeOfDay() {
        QFETCH(QString, text);
        QFETCH(qint64, ns);
        const auto parsed = parseGoTo(text);
        QVERIFY(parsed);
        QCOMPARE(std::get<GoToClock>(*parsed).ns, ns);
    }

    void otherClocksAreMeantBySayingSo() {
        QCOMPARE(std::get<GoToFileTime>(parseGoTo("file 713092254 ns").value()).ns, 713'092'254);
        // 2026-11-30 is day 20787 since 1970: 56 years of 365 days and 14 leap days, then 333 days of 2026.
        constexpr qint64 day = qint64{56 * 365 + 14 + 333} * 86'400'000'000'000;
        constexpr qint64 noon = qint64{43'201'123'456'789};
        for (const char* text : {"2026-11-30 12:00:01.123456789 UTC", "2026-11-30T12:00:01.123456789Z"}) {
            const auto parsed = std::get<GoToWorldTime>(parseGoTo(text).value());
            QCOMPARE(parsed.dayNs, day);
            QCOMPARE(parsed.ns, noon);
        }
        const auto today = std::get<GoToWorldTime>(parseGoTo("12:00:01.123456789 utc").value());
        QCOMPARE(today.dayNs, -1);
        QCOMPARE(today.ns, noon);
    }

    void otherTextIsNeither() {
        for (const char* text :
             {"", "abc", "12 parsecs", "1.5", "--3 ms", "ms", "999999999999999 s", "14 s 2 min", "1:75", "12:61:00",
              "2026-13-01 12:00:00 UTC", "25:00:00 UTC", "14:60", "14:00:99", "1:2", "14:00:00.1234567890"})
            QVERIFY2(!parseGoTo(text), text);
    }
};

QTEST_APPLESS_MAIN(TestGoTo)
#include "tst_go_to.moc"
