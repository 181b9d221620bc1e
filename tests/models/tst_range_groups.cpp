// What is in a range, grouped: against sums made by hand.
#include "tests/support/work_store.h"
#include "widgets/models/figure_tables.h"
#include "widgets/models/range_summary.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::testing;
using models::GroupBy;
using models::NameFigures;

namespace {

models::RangeSummary summaryOf(const TraceStore& store, std::int64_t begin, std::int64_t end, GroupBy by) {
    const auto devices = collectDeviceWork(store);
    RunContext context;
    return models::summariseRange(store, devices.at(0), begin, end, GapThresholds{}, context, by);
}

QStringList namesOf(const TraceStore& store, const models::RangeSummary& summary) {
    QStringList out;
    for (const NameFigures& f : summary.names)
        out << QString::fromStdString(f.label.empty() ? std::string(store.text(f.name)) : f.label);
    return out;
}

// Two operators, three launches, one piece of work without a call.
struct Work {
    Work() {
        work.op("aten::mm", 0, 100);
        work.call(10, 5, 1);
        work.call(20, 5, 2);
        work.op("aten::add", 200, 50);
        work.call(210, 5, 3);
        work.kernel(0, 7, 100, 40, WorkKind::Gemm, 1, "gemm");
        work.kernel(0, 7, 150, 10, WorkKind::Elementwise, 2, "bias");
        work.kernel(0, 9, 300, 20, WorkKind::Elementwise, 3, "add");
        work.kernel(0, 9, 330, 5, WorkKind::Elementwise, 0, "add");
        store = work.build();
    }
    WorkStore work;
    std::shared_ptr<const TraceStore> store;
};

} // namespace

class TestRangeGroups : public QObject {
    Q_OBJECT
private slots:
    void workIsGroupedByKindStreamAndTheOperatorThatLaunchedIt() {
        const Work w;
        const auto kinds = summaryOf(*w.store, 0, 400, GroupBy::Kind);
        QCOMPARE(namesOf(*w.store, kinds), (QStringList{"GEMM", "elementwise"}));
        QCOMPARE(kinds.names[0].totalNs, 40);
        QCOMPARE(kinds.names[1].totalNs, 35);
        QCOMPARE(kinds.names[1].count, std::uint64_t{3});
        const auto streams = summaryOf(*w.store, 0, 400, GroupBy::Stream);
        QCOMPARE(namesOf(*w.store, streams), (QStringList{"stream 7", "stream 9"}));
        QCOMPARE(streams.names[0].totalNs, 50);
        QCOMPARE(streams.names[1].totalNs, 25);
        const auto operators = summaryOf(*w.store, 0, 400, GroupBy::Operator);
        QCOMPARE(namesOf(*w.store, operators), (QStringList{"aten::mm", "aten::add", "no operator known"}));
        QCOMPARE(operators.names[0].totalNs, 50);
        QCOMPARE(operators.names[1].totalNs, 20);
        QCOMPARE(operators.names[2].totalNs, 5);
    }

    void everyGroupingAddsUpToTheSameSumAndIsClippedAtTheEdges() {
        const Work w;
        for (const GroupBy by : {GroupBy::Name, GroupBy::Kind, GroupBy::Stream, GroupBy::Operator}) {
            const auto summary = summaryOf(*w.store, 120, 310, by);
            std::int64_t sum = 0;
            for (const NameFigures& f : summary.names) sum += f.totalNs;
            QCOMPARE(sum, 20 + 10 + 10); // gemm from 120, bias, add until 310
        }
    }

    void hostOperatorsHaveATimeOfTheirOwn() {
        const Work w;
        const auto host = summaryOf(*w.store, 0, 400, GroupBy::HostOperator);
        QCOMPARE(namesOf(*w.store, host), (QStringList{"aten::mm", "aten::add"}));
        QCOMPARE(host.names[0].totalNs, 100);
        QCOMPARE(host.names[0].selfNs, 90); // without the two calls
        QCOMPARE(host.names[1].selfNs, 45);
        const auto part = summaryOf(*w.store, 12, 22, GroupBy::HostOperator);
        QCOMPARE(part.names.size(), std::size_t{1});
        QCOMPARE(part.names[0].totalNs, 10);
        QCOMPARE(part.names[0].selfNs, 10 - 3 - 2); // calls from 12 to 15 and from 20 to 22
    }

    void theNinetyFifthPercentileIsADurationThatOccurs() {
        WorkStore work;
        for (int i = 1; i <= 20; ++i) work.kernel(0, 7, i * 1000, i, WorkKind::Gemm, 0, "k");
        const auto store = work.build();
        const auto summary = summaryOf(*store, 0, 100'000, GroupBy::Name);
        QCOMPARE(summary.names[0].p95Ns, 19); // the 19th of 20
        QCOMPARE(summary.names[0].minNs, 1);
        QCOMPARE(summary.names[0].maxNs, 20);
    }

    void copiesSayTheirBytesAndKernelsNone() {
        WorkStore work;
        WorkStore::Event copy;
        copy.pid = "0";
        copy.tid = "7";
        copy.role = Role::Memcpy;
        copy.kind = WorkKind::Memory;
        copy.name = "Memcpy HtoD";
        copy.device = 0;
        copy.stream = 7;
        copy.duration = 10;
        copy.args = {{ArgField::Bytes, 4096, {}}};
        for (const std::int64_t start : {0, 20, 40}) {
            copy.start = start;
            work.add(copy);
        }
        work.kernel(0, 7, 60, 10, WorkKind::Gemm);
        const auto store = work.build();
        const auto summary = summaryOf(*store, 0, 30, GroupBy::Kind);
        QCOMPARE(summary.names.size(), std::size_t{1});
        QCOMPARE(summary.names[0].bytes, 2 * 4096);
        const auto whole = summaryOf(*store, 0, 100, GroupBy::Kind);
        for (const NameFigures& f : whole.names) QCOMPARE(f.hasBytes, f.kind == WorkKind::Memory);
    }

    // What the table says of a hand-made trace, cut in the middle of slices on both sides:
    //   stream 7   [gemm 100..140]   [gemm 150..160] [bias 170..175]
    //   stream 9            [all-reduce 130 .......... 190, 1 MB]
    //   stream 11                                         [copy 185..205, 4 kB]
    // Range 120 to 200.
    void theTableOfARangeHasEveryFigureExactly() {
        WorkStore work;
        work.kernel(0, 7, 100, 40, WorkKind::Gemm, 0, "gemm");
        work.kernel(0, 7, 150, 10, WorkKind::Gemm, 0, "gemm");
        work.kernel(0, 7, 170, 5, WorkKind::Elementwise, 0, "bias");
        WorkStore::Event copy;
        copy.pid = "0";
        copy.tid = "11";
        copy.role = Role::Memcpy;
        copy.kind = WorkKind::Memory;
        copy.name = "Memcpy HtoD";
        copy.device = 0;
        copy.stream = 11;
        copy.start = 185;
        copy.duration = 20;
        copy.args = {{ArgField::Bytes, 4000, {}}};
        work.add(copy);
        work.kernel(0, 9, 130, 60, WorkKind::Communication, 0, "ncclDevKernel_AllReduce");
        const auto store = work.build();
        const auto summary = summaryOf(*store, 120, 200, GroupBy::Name);
        ShortNames names(*store);
        const Table table = models::rangeTable(*store, summary, names).table;
        const auto cell = [&](std::size_t row, std::string_view id) {
            for (std::size_t c = 0; c < table.columns.size(); ++c)
                if (table.columns[c].id == id) return table.rows[row][c];
            return Cell(std::string("no such column"));
        };
        using Figures = std::vector<std::int64_t>; // count, total, self, mean, min, p95, max
        const auto figures = [&](std::size_t row) {
            Figures out;
            for (const char* id : {"count", "total_ns", "self_ns", "mean_ns", "min_ns", "p95_ns", "max_ns"})
                out.push_back(std::get<std::int64_t>(cell(row, id)));
            return out;
        };
        QCOMPARE(table.rows.size(), std::size_t{4}); // no idle: something runs all the time
        QCOMPARE(std::get<std::string>(cell(0, "name")), std::string("AllReduce"));
        QCOMPARE(figures(0), (Figures{1, 60, 60, 60, 60, 60, 60}));
        QCOMPARE(std::get<std::int64_t>(cell(0, "exposed_ns")), 60 - 10 - 10 - 5); // beside no gemm, no bias
        QCOMPARE(std::get<std::string>(cell(1, "name")), std::string("gemm"));
        QCOMPARE(figures(1), (Figures{2, 30, 30, 15, 10, 20, 20})); // 20 of 40 inside, and 10
        QCOMPARE(std::get<std::string>(cell(2, "kind")), std::string("memory copy"));
        QCOMPARE(figures(2), (Figures{1, 15, 15, 15, 15, 15, 15}));
        QCOMPARE(std::get<std::int64_t>(cell(2, "bytes")), 4000);
        QCOMPARE(std::get<std::int64_t>(cell(2, "exposed_ns")), 10); // from 190 on
        QCOMPARE(figures(3), (Figures{1, 5, 5, 5, 5, 5, 5}));
        QVERIFY(std::holds_alternative<std::monostate>(cell(3, "bytes")));
    }

    // [op 0..100 [a 10..40 [ ] b 30..50 ] ]: b begins before a ends, as calls of another recorder do.
    void timeThatTwoChildrenShareIsTakenOffOnce() {
        WorkStore work;
        work.op("op", 0, 100);
        work.op("a", 10, 30);
        work.call(30, 20, 1);
        work.kernel(0, 7, 200, 10);
        const auto store = work.build();
        const auto host = summaryOf(*store, 0, 100, GroupBy::HostOperator);
        QCOMPARE(host.names[0].selfNs, 100 - 40); // the union is 10..50
    }

    void eachTableHasAsManyCellsAsColumns() {
        const Work w;
        ShortNames names(*w.store);
        for (const GroupBy by :
             {GroupBy::Name, GroupBy::Kind, GroupBy::Stream, GroupBy::Operator, GroupBy::HostOperator}) {
            const auto table = models::rangeTable(*w.store, summaryOf(*w.store, 0, 400, by), names);
            QVERIFY(!table.table.rows.empty());
            QCOMPARE(table.marks.size(), table.table.rows.size());
            for (const auto& row : table.table.rows) QCOMPARE(row.size(), table.table.columns.size());
        }
    }
};

QTEST_APPLESS_MAIN(TestRangeGroups)
#include "tst_range_groups.moc"
