// Tables of analyses as an item model, histograms, and flame graphs, worked out by hand.
#include "core/analysis/call_tree/flame_graph.h"
#include "tests/support/trace_dsl.h"
#include "widgets/models/analysis/analysis_table.h"
#include "widgets/models/analysis/chart_data.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace lanescope;
using namespace lanescope::testing;
using models::AnalysisTable;

namespace {

std::shared_ptr<const Table> flat() {
    auto t = std::make_shared<Table>();
    t->id = "flat";
    t->columns = {{"what", "what", Unit::Text},
                  {"total_ns", "total", Unit::Nanoseconds},
                  {"share", "share", Unit::Ratio},
                  {"number", "number", Unit::None}};
    t->rows = {{std::string("beta"), std::int64_t{9'000}, 0.25, std::int64_t{9}},
               {std::string("Alpha"), std::int64_t{10'000}, 2.5, 10.5},
               {std::string("gamma"), std::monostate{}, std::monostate{}, std::int64_t{100}}};
    return t;
}

std::shared_ptr<const Table> tree() {
    auto t = std::make_shared<Table>();
    t->id = "tree";
    t->columns = {
        {"name", "name", Unit::Text}, {"depth", "depth", Unit::Count}, {"total_ns", "total", Unit::Nanoseconds}};
    const auto add = [&t](const char* name, std::int64_t depth, std::int64_t ns) {
        t->rows.push_back({std::string(name), depth, ns});
    };
    add("root", 0, 100);
    add("  small", 1, 10);
    add("    leaf", 2, 10);
    add("  large", 1, 90);
    add("other", 0, 50);
    return t;
}

QStringList names(const AnalysisTable& model) {
    QStringList out;
    for (int r = 0; r < model.rowCount(); ++r) out << model.index(r, 0).data().toString();
    return out;
}

void show(AnalysisTable& model, const std::shared_ptr<const Table>& table) {
    model.setTable(table, nullptr, table.get());
}

const char* const kCalls = R"(
cpu_op outer 1/1 0+100
cpu_op inner 1/1 10+30
cpu_op inner 1/1 50+20
cpu_op leaf 1/1 12+8
cpu_op inner 1/1 200+40
)";

} // namespace

class TestAnalysisTable : public QObject {
    Q_OBJECT
private slots:
    void figuresSortByValueAndUnknownOnesStayLast() {
        AnalysisTable model;
        QAbstractItemModelTester tester(&model);
        show(model, flat());
        model.sort(1, Qt::DescendingOrder);
        QCOMPARE(names(model), (QStringList{"Alpha", "beta", "gamma"}));
        model.sort(1, Qt::AscendingOrder);
        QCOMPARE(names(model), (QStringList{"beta", "Alpha", "gamma"}));
        model.sort(3, Qt::AscendingOrder); // 9, 10.5, 100: not as text
        QCOMPARE(names(model), (QStringList{"beta", "Alpha", "gamma"}));
        model.sort(0, Qt::AscendingOrder);
        QCOMPARE(names(model), (QStringList{"Alpha", "beta", "gamma"}));
    }

    void cellsHaveOneUnitAColumnAndBarsNeverExceedTheWhole() {
        AnalysisTable model;
        show(model, flat());
        const QString thin(QChar(0x202f));
        QCOMPARE(model.index(0, 1).data().toString(), "9.000" + thin + QStringLiteral("\u00b5s"));
        QCOMPARE(model.index(1, 1).data().toString(), "10.000" + thin + QStringLiteral("\u00b5s"));
        QCOMPARE(model.index(2, 1).data().toString(), QString(QChar(0x2013)));
        QCOMPARE(model.index(0, 2).data(AnalysisTable::BarRole).toDouble(), 0.25);
        QCOMPARE(model.index(1, 2).data(AnalysisTable::BarRole).toDouble(), 1.0);
        QCOMPARE(model.index(1, 2).data().toString(), "2.5" + thin + QStringLiteral("\u00d7"));
        QVERIFY(!model.index(2, 2).data(AnalysisTable::BarRole).isValid());
        QCOMPARE(model.index(0, 1).data(Qt::ToolTipRole).toString(), QString("9000 ns"));
    }

    void everyWordOfTheFilterMustBeInTheRow() {
        AnalysisTable model;
        QAbstractItemModelTester tester(&model);
        show(model, flat());
        model.setFilter("A");
        QCOMPARE(model.rowCount(), 3);
        model.setFilter("al PH");
        QCOMPARE(names(model), (QStringList{"Alpha"}));
        model.setFilter("alpha beta");
        QCOMPARE(model.rowCount(), 0);
        model.setFilter("");
        QCOMPARE(model.rowCount(), 3);
    }

    void treesFoldAndSortAmongBrothers() {
        AnalysisTable model;
        QAbstractItemModelTester tester(&model);
        show(model, tree());
        QVERIFY(model.isTree());
        QCOMPARE(names(model), (QStringList{"root", "small", "leaf", "large", "other"}));
        model.sort(2, Qt::DescendingOrder);
        QCOMPARE(names(model), (QStringList{"root", "large", "small", "leaf", "other"}));
        QCOMPARE(model.index(3, 0).data(AnalysisTable::DepthRole).toInt(), 2);
        model.setFold(2, AnalysisTable::Fold::Closed);
        QCOMPARE(names(model), (QStringList{"root", "large", "small", "other"}));
        model.setFilter("leaf"); // the way to a hit is always open
        QCOMPARE(names(model), (QStringList{"root", "small", "leaf"}));
        model.setFilter("");
        model.setAllFolds(AnalysisTable::Fold::Closed);
        QCOMPARE(names(model), (QStringList{"root", "other"}));
    }

    void whatIsTakenOutHasTheShownOrderAndColumns() {
        AnalysisTable model;
        show(model, flat());
        model.sort(1, Qt::DescendingOrder);
        const std::vector<int> rows{0, 1}, columns{1, 0};
        const Table some = model.extract(rows, columns);
        QCOMPARE(some.columns.size(), std::size_t{2});
        QCOMPARE(std::get<std::int64_t>(some.rows[0][0]), std::int64_t{10'000});
        QCOMPARE(std::get<std::string>(some.rows[1][1]), std::string("beta"));
    }

    void aHundredThousandRowsAreOnlyTextWhereTheyAreSeen() {
        auto table = std::make_shared<Table>();
        table->id = "long";
        table->columns = {{"name", "name", Unit::Text}, {"total_ns", "total", Unit::Nanoseconds}};
        for (std::int64_t i = 0; i < 100'000; ++i) table->rows.push_back({std::string("row"), (i * 7919) % 100'000});
        AnalysisTable model;
        show(model, table);
        model.sort(1, Qt::DescendingOrder);
        QCOMPARE(model.rowCount(), 100'000);
        QCOMPARE(model.index(0, 1).data(AnalysisTable::ValueRole).toLongLong(), 99'999);
        QCOMPARE(model.index(99'999, 1).data(AnalysisTable::ValueRole).toLongLong(), 0);
    }

    void lengthsAreCountedFourBinsADecade() {
        models::LogHistogram histogram;
        for (const std::int64_t ns : {0, 10, 17, 18, 99, 100})
            histogram.add(ns, {SliceId{static_cast<std::uint32_t>(ns)}, {}});
        const auto bins = histogram.bins();
        // 0; then from 1 ns on borders at 10, 18, 32, 56, 100, 178.
        QCOMPARE(bins.front().count, std::uint64_t{1});
        QCOMPARE(bins[4].from, 10.0);
        QCOMPARE(bins[4].to, 18.0);
        QCOMPARE(bins[4].count, std::uint64_t{2});
        QCOMPARE(bins[4].sum, std::int64_t{27});
        QCOMPARE(bins[4].target.slice->value, 17u);
        QCOMPARE(bins[5].count, std::uint64_t{1});
        QCOMPARE(bins[7].count, std::uint64_t{1});
        QCOMPARE(bins.back().from, 100.0);
        QCOMPARE(bins.size(), std::size_t{9});
    }

    void flameGraphsFromTheTopAndTheBottomHoldTheSameTime() {
        const auto store = storeOf(kCalls);
        RunContext context;
        const auto flame = Flame::of(store, std::nullopt, context);
        const auto& top = flame->graph(FlameSide::TopDown, FlameBy::Cpu);
        // all 140 = outer 100 (self 50) + inner 40; outer holds inner 50 (self 42) with leaf 8.
        QCOMPARE(top.nodes[0].totalNs, std::int64_t{140});
        const auto& outer = top.nodes[top.nodes[0].firstChild];
        QCOMPARE(flame->name(outer), std::string_view("outer"));
        QCOMPARE(outer.totalNs, std::int64_t{100});
        QCOMPARE(outer.selfNs, std::int64_t{50});
        QCOMPARE(outer.childCount, 1u);
        const auto& inner = top.nodes[outer.firstChild];
        QCOMPARE(inner.count, std::uint64_t{2});
        QCOMPARE(inner.totalNs, std::int64_t{50});
        QCOMPARE(inner.selfNs, std::int64_t{42});
        const auto& bottom = flame->graph(FlameSide::BottomUp, FlameBy::Cpu);
        // inner's own time: 42 below outer, 40 alone.
        QCOMPARE(bottom.nodes[0].totalNs, std::int64_t{140});
        const auto& most = bottom.nodes[bottom.nodes[0].firstChild];
        QCOMPARE(flame->name(most), std::string_view("inner"));
        QCOMPARE(most.totalNs, std::int64_t{82});
        QCOMPARE(most.count, std::uint64_t{3});
        QCOMPARE(most.childCount, 1u);
        QCOMPARE(bottom.nodes[most.firstChild].totalNs, std::int64_t{42});
        QCOMPARE(flame->slices(most).size(), std::size_t{3});
        QVERIFY(flame->graph(FlameSide::TopDown, FlameBy::Device).isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestAnalysisTable)
#include "tst_analysis_table.moc"
