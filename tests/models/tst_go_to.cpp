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
    }
    void numbersWithAUnitAreTimes() {
        QFETCH(QString, text);
        QFETCH(qint64, ns);
        const auto parsed = parseGoTo(text);
        QVERIFY(parsed);
        QCOMPARE(std::get<GoToTime>(*parsed).offsetNs, ns);
    }

    void otherTextIsNeither() {
        for (const char* text : {"", "abc", "12 parsecs", "1.5", "--3 ms", "ms", "999999999999999 s"})
            QVERIFY2(!parseGoTo(text), text);
    }
};

QTEST_APPLESS_MAIN(TestGoTo)
#include "tst_go_to.moc"
