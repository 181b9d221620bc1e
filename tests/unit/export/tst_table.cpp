#include "core/export/display_width.h"
#include "core/export/table.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <limits>

using namespace lanescope;

namespace {

Table sample() {
    Table table;
    table.id = "kernels";
    table.title = "Kernels";
    table.columns = {{"name", "name", Unit::Text},
                     {"count", "count", Unit::Count},
                     {"total_ns", "total", Unit::Nanoseconds},
                     {"share", "share", Unit::Ratio}};
    table.rows = {{std::string("gemm, \"fast\"|<128>"), std::int64_t{1234}, std::int64_t{1'500'000}, 0.75},
                  {std::string("copy"), std::int64_t{1}, std::int64_t{500'000}, std::monostate{}}};
    table.notes = {"of kernel time"};
    return table;
}

QString plain(const std::string& text) { return QString::fromStdString(text).replace(QChar(0x202F), "~"); }

} // namespace

class TestTable : public QObject {
    Q_OBJECT

private slots:
    void textColumnsLineUpAndShareAUnit() {
        QCOMPARE(plain(render(sample(), Format::Text)), "Kernels\n"
                                                        "name                count     total   share\n"
                                                        "gemm, \"fast\"|<128>  1~234  1.500~ms  75.0~%\n"
                                                        "copy                    1  0.500~ms       \u2013\n"
                                                        "  of kernel time\n");
    }
    void wideLettersTakeTwoColumns() {
        Table table{"t", "", {{"n", "n", Unit::Text}, {"c", "c", Unit::Count}}, {}, 0, {}, {}};
        table.rows = {{std::string("\u6838\u5FC3"), std::int64_t{1}}, {std::string("abcd"), std::int64_t{22}}};
        QCOMPARE(plain(render(table, Format::Text)), QString("n      c\n\u6838\u5FC3   1\nabcd  22\n"));
    }
    void aNameCannotMoveTheCursorOrBreakARow() {
        Table table{"t", "", {{"n", "n", Unit::Text}}, {}, 0, {}, {}};
        table.rows = {{std::string("a\nb\x1b[31m\u202Ec\xff")}};
        const QString text = QString::fromStdString(render(table, Format::Text));
        QCOMPARE(text, QString("n\na\\nb\\x1b[31m\\u202ec\uFFFD\n"));
        QCOMPARE(QString::fromStdString(render(table, Format::Markdown)).count('\n'), 3);
    }
    void csvQuotesWhatItMustAndHoldsPlainNumbers() {
        QCOMPARE(QString::fromStdString(render(sample(), Format::Csv)),
                 "name,count,total_ns,share\r\n"
                 "\"gemm, \"\"fast\"\"|<128>\",1234,1500000,0.75\r\n"
                 "copy,1,500000,\r\n");
    }
    void severalTablesInCsvArePartedByAnEmptyLine() {
        const std::vector<Table> tables{sample(), sample()};
        QVERIFY(render(tables, Format::Csv).find("500000,\r\n\r\nname,") != std::string::npos);
    }
    void jsonHoldsIntegersAndKeepsTheOrderOfColumns() {
        const std::string text = render(sample(), Format::Json);
        const std::string row = "{'name': 'gemm, ~'fast~'|<128>', 'count': 1234, 'total_ns': 1500000, 'share': 0.75}";
        const QString wanted = QString::fromStdString(row).replace('\'', '"').replace('~', '\\');
        QVERIFY(QString::fromStdString(text).contains(wanted));
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(text), &error);
        QCOMPARE(error.errorString(), QString("no error occurred"));
        const QJsonObject table = document["tables"][0].toObject();
        QCOMPARE(table["id"].toString(), "kernels");
        QCOMPARE(table["columns"].toArray()[2].toObject()["unit"].toString(), "ns");
        QVERIFY(table["rows"].toArray()[1].toObject()["share"].isNull());
        QCOMPARE(table["notes"].toArray()[0].toString(), "of kernel time");
    }
    void numbersThatAreNoneAreNullInJsonAndEmptyInCsv() {
        Table table{"t", "", {{"x", "x", Unit::BytesPerSecond}}, {}, 0, {}, {}};
        table.rows = {{std::numeric_limits<double>::infinity()}, {std::nan("")}, {}};
        QCOMPARE(QString::fromStdString(render(table, Format::Csv)), "x\r\n\r\n\r\n\r\n");
        const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(render(table, Format::Json)));
        const QJsonArray rows = document["tables"][0]["rows"].toArray();
        QCOMPARE(rows.size(), 3);
        for (const auto& row : rows) QVERIFY(row.toObject()["x"].isNull());
        QCOMPARE(formatCells(table, 0), (std::vector<std::string>{"\u2013", "\u2013", "\u2013"}));
    }
    void markdownEscapesWhatWouldBreakTheTable() {
        const QString text = plain(render(sample(), Format::Markdown));
        QVERIFY(text.contains("| gemm, \"fast\"\\|\\<128\\> | 1~234 | 1.500~ms | 75.0~% |"));
        QVERIFY(text.contains("| name | count | total | share |\n| --- | ---: | ---: | ---: |"));
    }
    void timePointsAreShownFromTheirOrigin() {
        Table table{"t", "", {{"begin_ns", "begin", Unit::TimePoint}}, {}, 1'623'142'623'529'248'000, {}, {}};
        table.rows = {{std::int64_t{1'623'142'623'624'366'000}}};
        QCOMPARE(plain(formatCells(table, 0).front()), "+95.118~ms");
        QVERIFY(render(table, Format::Csv).find("1623142623624366000") != std::string::npos);
    }
    void longNamesLoseTheirMiddleInATerminalOnly() {
        Table table{"t", "", {{"n", "n", Unit::Text}}, {}, 0, {}, {}};
        table.rows = {{std::string(100, 'a') + std::string(100, 'z')}};
        const QString text = QString::fromStdString(render(table, Format::Text));
        QCOMPARE(text.split('\n')[1], QString(40, 'a') + QChar(0x2026) + QString(39, 'z'));
        QVERIFY(render(table, Format::Markdown).find(std::string(100, 'z')) != std::string::npos);
    }
    void moreThanTheWholeIsAFactorNotAShare() {
        Table table{"t", "", {{"s", "s", Unit::Ratio}}, {}, 0, {}, {}};
        table.rows = {{1.354}, {1.0}, {0.5}};
        QCOMPARE(plain(formatCells(table, 0)[0]), QString("1.354~\u00D7"));
        QCOMPARE(plain(formatCells(table, 0)[1]), QString("100~%"));
    }
    void widthCountsLettersNotBytes() {
        QCOMPARE(displayWidth("abc"), std::size_t{3});
        QCOMPARE(displayWidth("\u00B5s"), std::size_t{2});
        QCOMPARE(displayWidth("e\u0301"), std::size_t{1});
        QCOMPARE(displayWidth("\u6838"), std::size_t{2});
        QCOMPARE(displayWidth("\xff\xfe"), std::size_t{2});
        QCOMPARE(displayWidth("\xe6\xa0"), std::size_t{2}); // cut off in the middle of a letter
        QCOMPARE(elideMiddle("\u6838\u6838\u6838", 4), std::string("\u6838\u2026"));
        QCOMPARE(elideMiddle("abcdef", 1), std::string("\u2026"));
        QCOMPARE(elideMiddle("abcdef", 0), std::string());
    }
};

QTEST_APPLESS_MAIN(TestTable)
#include "tst_table.moc"
