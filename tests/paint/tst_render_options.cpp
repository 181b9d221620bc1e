#include "app/render/parts/options.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::render;

namespace {
Result<RenderOptions> parse(std::initializer_list<std::string_view> words) {
    const std::vector<std::string_view> list(words);
    return parseOptions(list);
}
} // namespace

class TestRenderOptions : public QObject {
    Q_OBJECT
private slots:
    void timesAreWrittenWithOrWithoutUnits_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("ns");
        QTest::newRow("plain") << "1500" << qint64{1500};
        QTest::newRow("ns") << "1500ns" << qint64{1500};
        QTest::newRow("us") << "1.5us" << qint64{1500};
        QTest::newRow("ms") << "0.25ms" << qint64{250'000};
        QTest::newRow("s") << "2s" << qint64{2'000'000'000};
        QTest::newRow("micro sign") << "3\u00b5s" << qint64{3000};
        QTest::newRow("blank") << "3 ms" << qint64{3'000'000};
        QTest::newRow("exact") << "1767189312.123456789s" << qint64{1'767'189'312'123'456'789};
        QTest::newRow("before the start") << "-10us" << qint64{-10'000};
    }
    void timesAreWrittenWithOrWithoutUnits() {
        QFETCH(QString, text);
        QFETCH(qint64, ns);
        const auto parsed = parseNs(text.toStdString());
        QVERIFY(parsed.ok());
        QCOMPARE(qint64{*parsed}, ns);
    }

    void whatIsNoTimeIsSaid_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "ms", "1.5.5ms", "abc", "1e3", ".", "99999999999999999999", "1 2"})
            QTest::newRow(*text == '\0' ? "nothing" : text) << text;
    }
    void whatIsNoTimeIsSaid() {
        QFETCH(QString, text);
        const auto parsed = parseNs(text.toStdString());
        QVERIFY(!parsed.ok());
        QCOMPARE(parsed.error().code, ErrorCode::Usage);
    }

    void allOptionsAreRead() {
        const auto options =
            parse({"trace.json", "--output", "o.svg", "--range", "1ms..2ms", "--tracks", "a,b", "--width", "800",
                   "--height", "600", "--theme", "print", "--scale", "2", "--rank", "3", "--no-index"});
        QVERIFY(options.ok());
        QCOMPARE(options->file, std::string("trace.json"));
        QCOMPARE(options->output, std::string("o.svg"));
        QCOMPARE(options->range->endNs, std::int64_t{2'000'000});
        QCOMPARE(options->width, 800);
        QCOMPARE(*options->height, 600);
        QCOMPARE(options->theme, std::string("print"));
        QCOMPARE(options->scale, 2.0);
        QCOMPARE(*options->rank, std::int64_t{3});
        QVERIFY(!options->useIndex);
    }

    void severalFilesAreRanks() {
        const auto options = parse({"a", "b", "--output", "o.png"});
        QVERIFY(options.ok());
        QCOMPARE(options->ranks.inputs, (std::vector<std::string>{"a", "b"}));
    }

    void wrongArgumentsAreUsageErrors() {
        QVERIFY(!parse({}).ok());
        QVERIFY(!parse({"trace.json"}).ok()); // where to?
        QVERIFY(!parse({"a", "b"}).ok());
        QVERIFY(!parse({"a", "--output"}).ok()); // no value
        QVERIFY(!parse({"a", "--output", "o.png", "--theme", "pink"}).ok());
        QVERIFY(!parse({"a", "--output", "o.png", "--width", "10"}).ok());
        QVERIFY(!parse({"a", "--output", "o.png", "--width", "1e9"}).ok());
        QVERIFY(!parse({"a", "--output", "o.png", "--scale", "nan"}).ok());
        QVERIFY(!parse({"a", "--output", "o.png", "--range", "2ms..1ms"}).ok());
        QVERIFY(!parse({"a", "--output", "o.png", "--range", "2ms"}).ok());
        QVERIFY(parse({"a", "--output", "o.png", "--range", "0..2305843009213693952"}).ok()); // 2^61: with a time since
        for (const char* far : {"0..2305843009213693953", "0..9000000000s"}) {                // 1970 there is room
            const auto refused = parse({"a", "--output", "o.png", "--range", far});
            QVERIFY2(!refused.ok() && refused.error().code == ErrorCode::Usage, far);
        }
        QVERIFY(!parse({"a", "--output", "o.png", "--wat", "1"}).ok());
        QVERIFY(parse({"a", "--output", "o.png"}).ok());
    }
};

QTEST_APPLESS_MAIN(TestRenderOptions)
#include "tst_render_options.moc"
