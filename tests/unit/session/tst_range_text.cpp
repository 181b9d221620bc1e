#include "core/session/range_text.h"

#include <QTest>

using namespace lanescope;

class TestRangeText : public QObject {
    Q_OBJECT
private slots:
    void timesAreExactToTheNanosecond_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("ns");
        QTest::newRow("plain") << "1500" << qint64(1500);
        QTest::newRow("ns") << "7ns" << qint64(7);
        QTest::newRow("us") << "0.5us" << qint64(500);
        QTest::newRow("micro sign") << "2\u00b5s" << qint64(2000);
        QTest::newRow("ms") << "1.5ms" << qint64(1'500'000);
        QTest::newRow("s with all digits") << "1692108548.132154501s" << qint64(1'692'108'548'132'154'501);
        QTest::newRow("point first") << ".25ms" << qint64(250'000);
        QTest::newRow("finer than ns") << "1.9ns" << qint64(1);
    }
    void timesAreExactToTheNanosecond() {
        QFETCH(QString, text);
        QFETCH(qint64, ns);
        const auto parsed = parseOffset(text.toStdString());
        QVERIFY(parsed.ok());
        QCOMPARE(qint64(*parsed), ns);
    }
    void nonsenseIsRefused_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "ms", ".", "1.2.3", "1 ms", "-1", "1m", "99999999999999999999", "1e3"})
            QTest::newRow(text) << text;
    }
    void nonsenseIsRefused() {
        QFETCH(QString, text);
        QVERIFY(!parseOffset(text.toStdString()).ok());
    }
    void aRangeHasTwoEndsInOrder() {
        const auto range = parseOffsetRange("1.5ms..2ms");
        QVERIFY(range.ok());
        QCOMPARE(range->beginNs, 1'500'000);
        QCOMPARE(range->endNs, 2'000'000);
        for (const char* wrong : {"1ms", "2ms..1ms", "1ms..1ms", "..1ms", "1ms.."})
            QVERIFY2(!parseOffsetRange(wrong).ok(), wrong);
    }
};

QTEST_APPLESS_MAIN(TestRangeText)
#include "tst_range_text.moc"
