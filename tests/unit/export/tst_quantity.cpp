#include "core/export/quantity.h"

#include <QtTest>

#include <limits>
#include <random>

using namespace lanescope;

namespace {

// "~" stands for the thin no-break space, "-" for the true minus, "u" before "s" for the micro sign.
QString plain(const std::string& text) {
    return QString::fromStdString(text)
        .replace(QChar(0x202F), "~")
        .replace(QChar(0x2212), "-")
        .replace(QChar(0xB5), "u");
}

} // namespace

class TestQuantity : public QObject {
    Q_OBJECT

private slots:
    void aDurationHasFourSignificantDigitsInPanels() {
        QCOMPARE(plain(formatDuration(0)), "0~ns");
        QCOMPARE(plain(formatDuration(7)), "7~ns");
        QCOMPARE(plain(formatDuration(999)), "999~ns");
        QCOMPARE(plain(formatDuration(1'000)), "1.000~us");
        QCOMPARE(plain(formatDuration(12'345)), "12.35~us");
        QCOMPARE(plain(formatDuration(412'000)), "412.0~us");
        QCOMPARE(plain(formatDuration(1'452'300)), "1.452~ms");
        QCOMPARE(plain(formatDuration(999'949)), "999.9~us");
        QCOMPARE(plain(formatDuration(4'000'000'000)), "4.000~s");
        QCOMPARE(plain(formatDuration(-412'000)), "-412.0~us");
    }
    void slicesHaveThreeDigits() {
        QCOMPARE(plain(formatDuration(412'345, Precision::Slice)), "412~us");
        QCOMPARE(plain(formatDuration(1'452'300, Precision::Slice)), "1.45~ms");
        QCOMPARE(plain(formatDuration(12'345, Precision::Slice)), "12.3~us");
        QCOMPARE(plain(formatDuration(9'996, Precision::Slice)), "10.0~us");
        QCOMPARE(plain(formatDuration(999'500, Precision::Slice)), "1.00~ms");
        QCOMPARE(plain(formatDuration(999'499, Precision::Slice)), "999~us");
    }
    void roundingUpNeverShowsAThousand() {
        QCOMPARE(plain(formatDuration(999'950)), "1.000~ms");
        QCOMPARE(plain(formatDuration(9'999'600)), "10.00~ms");
        QCOMPARE(plain(formatDuration(99'996'000)), "100.0~ms");
        QCOMPARE(plain(formatDuration(999'999'999)), "1.000~s");
    }
    void fromAMinuteOnMinutesAndSeconds() {
        QCOMPARE(plain(formatDuration(59'994'000'000)), "59.99~s");
        QCOMPARE(plain(formatDuration(59'996'000'000)), "1~min 0~s");
        QCOMPARE(plain(formatDuration(134'000'000'000)), "2~min 14~s");
        QCOMPARE(plain(formatDuration(134'500'000'000)), "2~min 15~s");
        QCOMPARE(plain(formatDuration(3'720'000'000'000)), "1~h 2~min");
        QCOMPARE(plain(formatDuration(3'599'600'000'000)), "1~h 0~min");
    }
    void theSmallestNumberHasAText() {
        QVERIFY(plain(formatDuration(std::numeric_limits<std::int64_t>::min())).startsWith("-2~562~047~h"));
        QCOMPARE(plain(formatExactNs(-1'234'567)), "-1~234~567~ns");
    }
    void sharesHaveThreeDigitsAndNeverPassTheWhole() {
        QCOMPARE(plain(formatShare(0.824)), "82.4~%");
        QCOMPARE(plain(formatShare(0.0975)), "9.75~%");
        QCOMPARE(plain(formatShare(0.00123)), "0.12~%");
        QCOMPARE(plain(formatShare(0.00009)), "<~0.01~%");
        QCOMPARE(plain(formatShare(0.0001)), "0.01~%");
        QCOMPARE(plain(formatShare(0.0)), "0~%");
        QCOMPARE(plain(formatShare(1.0)), "100~%");
        QCOMPARE(plain(formatShare(0.09996)), "10.0~%");
        QCOMPARE(plain(formatShare(0.99951)), "100~%");
        QCOMPARE(plain(formatShare(1.0 + 1e-9)), "100~%");
        QCOMPARE(plain(formatShare(std::nan(""))), QString(QChar(0x2013)));
        QCOMPARE(plain(formatShare(std::optional<double>())), QString(QChar(0x2013)));
    }
    void bytesAndRatesGoByPowersOfAThousand() {
        QCOMPARE(plain(formatBytes(0)), "0~B");
        QCOMPARE(plain(formatBytes(999)), "999~B");
        QCOMPARE(plain(formatBytes(4'096)), "4.10~kB");
        QCOMPARE(plain(formatBytes(131'072'000)), "131~MB");
        QCOMPARE(plain(formatBytes(999'600)), "1.00~MB");
        QCOMPARE(plain(formatBytes(-16'000'000'000)), "-16.0~GB");
        QCOMPARE(plain(formatRate(201.4e9)), "201~GB/s");
        QCOMPARE(plain(formatRate(std::numeric_limits<double>::infinity())), QString(QChar(0x2013)));
    }
    void countsAreInFullUpToSevenDigits() {
        QCOMPARE(plain(formatCount(0)), "0");
        QCOMPARE(plain(formatCount(1'000)), "1~000");
        QCOMPARE(plain(formatCount(1'284'410)), "1~284~410");
        QCOMPARE(plain(formatCount(9'999'999)), "9~999~999");
        QCOMPARE(plain(formatCount(10'000'000)), "10.0~million");
        QCOMPARE(plain(formatCount(123'456'789)), "123~million");
        QCOMPARE(plain(formatCount(999'600'000)), "1.00~billion");
        QCOMPARE(plain(formatCount(-12)), "-12");
    }
    void offsetsHaveASignAndThreeDecimals() {
        QCOMPARE(plain(formatOffset(95'118'000)), "+95.118~ms");
        QCOMPARE(plain(formatOffset(0)), "+0~ns");
        QCOMPARE(plain(formatOffset(-1'500)), "-1.500~us");
    }
    void aColumnHasOneUnit() {
        const std::vector<std::int64_t> ns{151'318'000, 214'000, 0, -1'000'000};
        QStringList got;
        for (const std::string& text : formatColumn(ns)) got << plain(text);
        QCOMPARE(got, (QStringList{"151.318~ms", "0.214~ms", "0.000~ms", "-1.000~ms"}));
    }
    void shownPartsSumToTheShownWhole() {
        // 1.0004 + 1.0004 + 1.0002 = 3.001: plain rounding would show three times 1.000.
        const std::vector<std::int64_t> parts{1'000'400, 1'000'400, 1'000'200};
        const PartsText text = formatParts(parts, 3'001'000);
        QCOMPARE(plain(text.whole), "3.001~ms");
        QCOMPARE(plain(text.parts[0]), "1.001~ms");
        QCOMPARE(plain(text.parts[1]), "1.000~ms");
        QCOMPARE(plain(text.parts[2]), "1.000~ms");
    }
    void randomPartsAlwaysSum() {
        std::mt19937_64 random(3);
        for (int round = 0; round < 3000; ++round) {
            const auto range = std::array<std::uint64_t, 4>{900, 900'000, 900'000'000, 30'000'000'000}[random() % 4];
            std::vector<std::int64_t> parts;
            std::int64_t whole = 0;
            for (int i = 0; i < 5; ++i) whole += parts.emplace_back(static_cast<std::int64_t>(random() % range));
            const PartsText text = formatParts(parts, whole);
            const auto digits = [](const std::string& shown) {
                QString number;
                const QString all = QString::fromStdString(shown);
                for (const QChar c : all)
                    if (c.isDigit()) number += c;
                return number.toLongLong();
            };
            qint64 sum = 0;
            for (std::size_t i = 0; i < parts.size(); ++i) {
                sum += digits(text.parts[i]);
                const QString unit = plain(text.whole).section('~', -1);
                QVERIFY(plain(text.parts[i]).endsWith("~" + unit));
                const qint64 step = unit == "s" ? 1'000'000 : unit == "ms" ? 1'000 : 1;
                QVERIFY(std::abs(digits(text.parts[i]) * step - parts[i]) < step);
            }
            QCOMPARE(sum, digits(text.whole));
        }
    }
    void partsThatDoNotSumAreShownAsTheyAre() {
        const std::vector<std::int64_t> parts{2'000'000, 500};
        const PartsText text = formatParts(parts, 1'000'000);
        QCOMPARE(plain(text.parts[0]), "2.000~ms");
        QCOMPARE(plain(text.parts[1]), "0.001~ms");
    }
};

QTEST_APPLESS_MAIN(TestQuantity)
#include "tst_quantity.moc"
