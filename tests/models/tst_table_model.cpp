// Tables as an item model: units, order, copying.
#include "widgets/models/table_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace lanescope;
using models::TableModel;

namespace {

Table someTable() {
    Table t;
    t.id = "t";
    t.columns = {{"name", "name", Unit::Text},
                 {"total_ns", "total", Unit::Nanoseconds},
                 {"share", "share", Unit::Ratio},
                 {"bytes", "bytes", Unit::Bytes}};
    t.rows = {{std::string("beta"), std::int64_t{974'000}, 0.443, std::monostate{}},
              {std::string("Alpha"), std::int64_t{151'318'000}, 0.09, std::int64_t{131'000'000}},
              {std::string("gamma"), std::monostate{}, std::monostate{}, std::int64_t{5}}};
    return t;
}

QStringList column(const TableModel& model, int c) {
    QStringList out;
    for (int r = 0; r < model.rowCount(); ++r) out << model.index(r, c).data().toString();
    return out;
}

} // namespace

class TestTableModel : public QObject {
    Q_OBJECT
private slots:
    void aColumnOfTimesHasOneUnit() {
        TableModel model;
        QAbstractItemModelTester tester(&model);
        model.setTable(someTable());
        const QString thin(QChar(0x202f));
        QCOMPARE(column(model, 1),
                 (QStringList{"0.974" + thin + "ms", "151.318" + thin + "ms", QString(QChar(0x2013))}));
        QCOMPARE(model.index(0, 3).data().toString(), QString(QChar(0x2013))); // not applicable
    }

    void pathsAreShownWithoutTheFolderThatAllShare() {
        TableModel model;
        Table table;
        table.id = "files";
        table.columns = {{"file", "file", Unit::Text}, {"start_ns", "start", Unit::TimePoint}};
        table.originNs = 1'000'000;
        table.rows = {{std::string("/data/run/a/rank0.json"), std::int64_t{1'250'000}},
                      {std::string("/data/run/ab/rank1.json"), std::int64_t{1'000'000}},
                      {std::string("3"), std::int64_t{0}}};
        model.setTable(table);
        QCOMPARE(column(model, 0), (QStringList{"\u2026/a/rank0.json", "\u2026/ab/rank1.json", "3"}));
        QCOMPARE(model.index(0, 0).data(Qt::ToolTipRole).toString(), QString("/data/run/a/rank0.json"));
        // Points in time count from the table's origin, exact ones are ns.
        const QString thin(QChar(0x202f));
        QCOMPARE(model.index(0, 1).data().toString(), "+250.000" + thin + QString::fromUtf8("\u00b5s"));
        QCOMPARE(model.index(0, 1).data(Qt::ToolTipRole).toString(), QString("1250000 ns"));
    }

    void sortingGoesByValueWithUnknownLast() {
        TableModel model;
        QAbstractItemModelTester tester(&model);
        model.setTable(someTable());
        model.sort(1, Qt::DescendingOrder);
        QCOMPARE(column(model, 0), (QStringList{"Alpha", "beta", "gamma"}));
        model.sort(2, Qt::DescendingOrder);
        QCOMPARE(column(model, 0), (QStringList{"beta", "Alpha", "gamma"}));
        model.sort(0, Qt::AscendingOrder);
        QCOMPARE(column(model, 0), (QStringList{"Alpha", "beta", "gamma"}));
    }

    void theOrderStaysWhenTheFiguresChange() {
        TableModel model;
        model.setTable(someTable());
        model.sort(1, Qt::DescendingOrder);
        Table changed = someTable();
        changed.rows[0][1] = std::int64_t{999'000'000};
        model.setTable(changed);
        QCOMPARE(column(model, 0), (QStringList{"beta", "Alpha", "gamma"}));
        QVERIFY(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString().endsWith("total"));
        QVERIFY(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString() != "total"); // marked as sorted
    }

    void aRowLeadsToItsSliceWhateverTheOrder() {
        TableModel model;
        std::vector<models::RowMark> marks(3);
        marks[0].slice = SliceId{10};
        marks[1].slice = SliceId{11};
        model.setTable(someTable(), marks);
        model.sort(1, Qt::DescendingOrder);
        QCOMPARE(model.slice(0), std::optional(SliceId{11}));
        QCOMPARE(model.slice(1), std::optional(SliceId{10}));
        QVERIFY(!model.slice(2));
        QVERIFY(!model.slice(99));
    }

    void copyingGivesTheExactValueWithItsUnit() {
        QCOMPARE(models::exactText(std::int64_t{151'318'042}, Unit::Nanoseconds), QString("151318042 ns"));
        QCOMPARE(models::exactText(std::int64_t{131'000'001}, Unit::Bytes), QString("131000001 B"));
        QCOMPARE(models::exactText(std::monostate{}, Unit::Nanoseconds), QString(QChar(0x2013)));
    }
};

QTEST_APPLESS_MAIN(TestTableModel)
#include "tst_table_model.moc"
