// Decimal text to exact numbers. Expected values are worked out by hand.
#include "core/readers/chrome_json/decimal.h"

#include <QtTest>

using namespace lanescope::readers;

namespace {

std::optional<std::int64_t> micros(std::string_view text) {
    const auto d = Decimal::parse(text);
    return d ? d->rounded(3) : std::nullopt;
}

// The fast way, when it takes the number; the text is followed by what may follow a number in JSON.
std::optional<std::int64_t> fastMicros(std::string text) {
    text += ",                        ";
    SimpleTime time;
    return parseSimpleTime(text.c_str(), time) ? std::optional(time.ns) : std::nullopt;
}

} // namespace

class TstDecimal : public QObject {
    Q_OBJECT

private slots:
    void timesAreExact_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qlonglong>("ns");
        QTest::addColumn<bool>("isSimple");
        const auto row = [](const char* text, qlonglong ns, bool isSimple) {
            QTest::newRow(text) << QString(text) << ns << isSimple;
        };
        row("0", 0, true);
        row("1", 1000, true);
        row("12345678", 12345678000, true);
        row("123456789", 123456789000, true);
        row("1234567812345678", 1234567812345678000, true);
        row("6000000000010.000", 6000000000010000, true);
        row("1749801234567891.125", 1749801234567891125, true);
        row("0.5", 500, true);
        row("0.05", 50, true);
        row("0.005", 5, true);
        row("-12.001", -12001, true);
        row("9200000000000000", 9200000000000000000, true);
        row("0.0005", 0, false); // half to even
        row("0.0015", 2, false); // half to even
        row("0.0025", 2, false); // half to even
        row("0.00251", 3, false);
        row("-0.0015", -2, false);
        row("1.6921085481321545e+15", 1692108548132154500, false);
        row("1.25e1", 12500, false);
        row("1.15E+1", 11500, false);
        row("5e-3", 5, false);
        row("1e3", 1000000, false);
        row("1.0000000000000000000000000000000000001", 1000, false);
        row("0.00049999999999999999999999999", 0, false);
        row("9223372036854775.806", 9223372036854775806, false);
    }
    void timesAreExact() {
        QFETCH(QString, text);
        QFETCH(qlonglong, ns);
        QFETCH(bool, isSimple);
        const std::string t = text.toStdString();
        QCOMPARE(*micros(t), ns);
        QCOMPARE(fastMicros(t).has_value(), isSimple);
        if (isSimple) QCOMPARE(*fastMicros(t), ns);
    }

    void textThatIsNoNumberIsNone() {
        for (const char* text : {"", "-", ".", "abc", "1.2.3", "12abc", "0x10", "1e", "1e+", "--1", "nan", "1 2", "1,"})
            QVERIFY2(!Decimal::parse(text), text);
        for (const char* text : {"", "-", "1.2.3", "12abc", "0x10", "1e5", "1.", "abc"})
            QVERIFY2(!fastMicros(text), text);
    }

    void numbersThatDoNotFitAreNone() {
        QVERIFY(!micros("9223372036854775.808"));
        QVERIFY(!micros("1e300"));
        QVERIFY(!micros("1e999999999999"));
        QVERIFY(!micros("100000000000000000000"));
        QVERIFY(!fastMicros("9300000000000000"));
        QVERIFY(!fastMicros("17000000000000000"));
        QCOMPARE(*micros("1e-999999999999"), std::int64_t{0});
        QCOMPARE(*micros("0e999999999999"), std::int64_t{0});
    }

    void sumsAreExactBeforeTheyAreRounded() {
        const auto sum = [](std::string_view a, std::string_view b) {
            return *(*Decimal::parse(a) + *Decimal::parse(b)).rounded(3);
        };
        QCOMPARE(sum("0.0004", "0.0004"), std::int64_t{1}); // 0.8 ns, though each alone is 0
        QCOMPARE(sum("1692108548132155.5", "1.15E+1"), std::int64_t{1692108548132167000});
        QCOMPARE(sum("10.25", "-0.5"), std::int64_t{9750});
        QCOMPARE(sum("-10.25", "0.5"), std::int64_t{-9750});
        QCOMPARE(sum("0.5", "-10.25"), std::int64_t{-9750});
        QCOMPARE(sum("1", "-1"), std::int64_t{0});
        QCOMPARE(sum("99999", "1"), std::int64_t{100000000});
    }

    void integersInAnyNotation() {
        QCOMPARE(*parseInteger("12"), std::int64_t{12});
        QCOMPARE(*parseInteger("-3"), std::int64_t{-3});
        QCOMPARE(*parseInteger("7.0"), std::int64_t{7});
        QCOMPARE(*parseInteger("1.5e3"), std::int64_t{1500});
        QCOMPARE(*parseInteger("0x1F"), std::int64_t{31});
        QCOMPARE(*parseInteger("-0x10"), std::int64_t{-16});
        QCOMPARE(*parseInteger("9223372036854775807"), INT64_MAX);
        QCOMPARE(*parseUnsigned("18446744073709551615"), UINT64_MAX);
        QCOMPARE(*parseUnsigned("0xffffffffffffffff"), UINT64_MAX);
        for (const char* text : {"", "1.5", "abc", "9223372036854775808", "0x", "0xg", "1 "})
            QVERIFY2(!parseInteger(text), text);
        QVERIFY(!parseUnsigned("-1"));
        QVERIFY(!parseUnsigned("18446744073709551616"));
    }

    void wordsForNumbersThatAreNone() {
        for (const char* text : {"nan", "NaN", "-nan", "inf", "Infinity", "-Infinity", "+inf", "INF"})
            QVERIFY2(isNonFiniteWord(text), text);
        for (const char* text : {"", "-", "na", "nano", "infin", "null"}) QVERIFY2(!isNonFiniteWord(text), text);
    }
};

QTEST_APPLESS_MAIN(TstDecimal)
#include "tst_decimal.moc"
