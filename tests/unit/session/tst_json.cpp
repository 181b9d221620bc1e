#include "core/base/json.h"

#include <QtTest>

using lanescope::Json;
using lanescope::parseJson;

class TestJson : public QObject {
    Q_OBJECT
private slots:
    void aDocumentComesBackAsItWasWritten();
    void bigIntegersStayExact();
    void escapesAndSurrogatePairsAreRead();
    void brokenTextSaysWhereAndWhatWasExpected_data();
    void brokenTextSaysWhereAndWhatWasExpected();
    void bytesThatAreNotUtf8AreWrittenAsReplacementCharacters();
    void membersKeepTheirOrder();
};

void TestJson::aDocumentComesBackAsItWasWritten() {
    const char* text = R"({"a":[1,2.5,true,null,"x"],"b":{"c":{}},"d":[]})";
    const auto value = parseJson(text, "t");
    QVERIFY(value.ok());
    QCOMPARE(value->dump(Json::Style::Compact), std::string(text));
    QCOMPARE(value->dump(), std::string("{\n  \"a\": [1, 2.5, true, null, \"x\"],\n  \"b\": {\n    \"c\": {}\n  },\n  "
                                        "\"d\": []\n}"));
}

void TestJson::bigIntegersStayExact() {
    const auto value = parseJson("[1692108548132154501, -9223372036854775808, 18446744073709551615]", "t");
    QVERIFY(value.ok());
    QCOMPARE(*value->elements()[0].asInteger(), std::int64_t{1692108548132154501});
    QCOMPARE(*value->elements()[1].asInteger(), std::numeric_limits<std::int64_t>::min());
    QVERIFY(!value->elements()[2].asInteger()); // does not fit: a plain number
    QCOMPARE(*value->elements()[2].asNumber(), 18446744073709551615.0);
}

void TestJson::escapesAndSurrogatePairsAreRead() {
    const auto value = parseJson(R"(["\ud83d\ude80\n\"\\\/\u00e9", "\ud800"])", "t");
    QVERIFY(value.ok());
    QCOMPARE(*value->elements()[0].asText(), std::string("🚀\n\"\\/é"));
    QCOMPARE(*value->elements()[1].asText(), std::string("\xef\xbf\xbd"));
}

void TestJson::brokenTextSaysWhereAndWhatWasExpected_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("nothing") << ""
                             << "expected a value at byte 0";
    QTest::newRow("no colon") << "{\"a\" 1}"
                              << "expected ':' at byte 5";
    QTest::newRow("bare word") << "[1, nope]"
                               << "expected a value at byte 4";
    QTest::newRow("cut string") << "[\"abc"
                                << "expected the end of a string at byte 5";
    QTest::newRow("more after the end") << "{} x"
                                        << "expected the end of the text at byte 3";
    QTest::newRow("comma before bracket") << "[1,]"
                                          << "expected a value at byte 3";
    QTest::newRow("too deep") << QString(300, '[') << "expected fewer nested values at byte 257";
}

void TestJson::brokenTextSaysWhereAndWhatWasExpected() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    const auto value = parseJson(text.toStdString(), "ask.json");
    QVERIFY(!value.ok());
    QCOMPARE(QString::fromStdString(value.error().message), message);
    QCOMPARE(value.error().place, std::string("ask.json"));
}

void TestJson::bytesThatAreNotUtf8AreWrittenAsReplacementCharacters() {
    QCOMPARE(lanescope::jsonQuoted("a\xff\xc3\xa9\xed\xa0\x80\x01"), //
             std::string("\"a\xef\xbf\xbdé\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\\u0001\""));
}

void TestJson::membersKeepTheirOrder() {
    Json value;
    value["z"] = 1;
    value["a"].push("x");
    value["z"] = 2;
    QCOMPARE(value.dump(Json::Style::Compact), std::string(R"({"z":2,"a":["x"]})"));
}

QTEST_APPLESS_MAIN(TestJson)
#include "tst_json.moc"
