// The plain data behind strips and tables, against numbers worked out by hand.
#include "tests/support/work_store.h"
#include "widgets/models/figure_tables.h"
#include "widgets/models/load_status.h"
#include "widgets/models/range_summary.h"
#include "widgets/models/step_bars.h"
#include "widgets/models/trace_analysis.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

models::RangeSummary summaryOf(const TraceStore& store, std::int64_t begin, std::int64_t end) {
    const auto devices = collectDeviceWork(store);
    RunContext context;
    return models::summariseRange(store, devices.at(0), begin, end, GapThresholds{}, context);
}

std::shared_ptr<const models::TraceAnalysis> analysed(const std::shared_ptr<const TraceStore>& store) {
    RunContext context;
    auto result = models::analyseTrace(store, GapThresholds{}, context);
    return result.ok() ? *result : nullptr;
}

} // namespace

class TestWindowFigures : public QObject {
    Q_OBJECT
private slots:
    void aRangeClipsExactlyAtItsEdges() {
        WorkStore work;
        work.kernel(0, 7, 100, 50, WorkKind::Gemm, 0, "a");           // 100..150
        work.kernel(0, 7, 200, 100, WorkKind::Gemm, 0, "a");          // 200..300
        work.kernel(0, 9, 120, 100, WorkKind::Communication, 0, "c"); // 120..220
        const auto store = work.build();
        const auto summary = summaryOf(*store, 140, 250);
        QCOMPARE(summary.numbers.wallNs, 110);
        QCOMPARE(summary.numbers.computeNs, 10 + 50);
        QCOMPARE(summary.numbers.exposedCommNs, 50); // 150..200
        QCOMPARE(summary.numbers.idleNs, 0);
        QCOMPARE(summary.names.size(), std::size_t{2});
        const models::NameFigures& c = summary.names[0]; // 80 ns: the most
        QCOMPARE(store->text(c.name), std::string_view("c"));
        QCOMPARE(c.totalNs, 80); // 140..220
        QCOMPARE(c.exposedNs, 50);
        QCOMPARE(c.stream, 9);
        const models::NameFigures& a = summary.names[1];
        QCOMPARE(a.count, std::uint64_t{2});
        QCOMPARE(a.totalNs, 60);
        QCOMPARE(a.minNs, 10);
        QCOMPARE(a.maxNs, 50);
        QCOMPARE(count(store->start(a.longest)), 200);
    }

    void theRangeTableAddsUpToTheRange() {
        WorkStore work;
        work.kernel(0, 7, 100, 50, WorkKind::Gemm, 0, "a");
        work.kernel(0, 7, 200, 60, WorkKind::Norm, 0, "b");
        const auto store = work.build();
        ShortNames names(*store);
        const auto table = models::rangeTable(*store, summaryOf(*store, 100, 300), names);
        QCOMPARE(table.table.rows.size(), std::size_t{3});
        std::int64_t sum = 0;
        for (const auto& row : table.table.rows) sum += std::get<std::int64_t>(row[4]);
        QCOMPARE(sum, 200); // one stream: work and idle together are the window
        QVERIFY(table.marks.back().idle);
        QCOMPARE(std::get<std::int64_t>(table.table.rows.back()[4]), 90);
        QCOMPARE(std::get<std::int64_t>(table.table.rows.back()[3]), 2); // one gap, and the end of the window
    }

    void namesThatLookAlikeAreToldApart() {
        WorkStore work;
        work.kernel(0, 7, 0, 10, WorkKind::Gemm, 0, "void run<int, float, double, char, long>(int)");
        work.kernel(0, 7, 20, 10, WorkKind::Gemm, 0, "void run<int, float, double, char, short>(int)");
        work.kernel(0, 7, 40, 10, WorkKind::Gemm, 0, "alone");
        const auto store = work.build();
        ShortNames names(*store);
        std::vector<StringId> list;
        for (std::size_t i = 0; i < 3; ++i) list.push_back(store->nameId(work.row(i)));
        QCOMPARE(names.of(list[0], NameStyle::Gpu), names.of(list[1], NameStyle::Gpu)); // else this shows nothing
        const auto texts = models::distinctNames(*store, list, names);
        QVERIFY(texts[0] != texts[1]);
        QCOMPARE(texts[2], std::string("alone"));
    }

    void stepBarsAddUpAndMarkOutliers() {
        WorkStore work;
        const std::int64_t lengths[] = {100, 101, 99, 100, 140, 100, 102};
        std::int64_t at = 0, number = 5;
        for (const std::int64_t length : lengths) {
            work.step(number++, at, length);
            work.kernel(0, 7, at + 10, 30, WorkKind::Gemm);
            at += length;
        }
        const auto analysis = analysed(work.build());
        QVERIFY(analysis);
        const models::StepStripData& strip = analysis->steps;
        QCOMPARE(strip.bars.size(), std::size_t{7});
        QCOMPARE(strip.medianNs, 100);
        QCOMPARE(strip.longestNs, 140);
        for (const models::StepBar& bar : strip.bars) {
            QCOMPARE(bar.parts[0], 30);
            QCOMPARE(bar.parts[0] + bar.parts[1] + bar.parts[2] + bar.parts[3], bar.wallNs());
            // The median deviation is 1: 40 ns off is an outlier, 2 ns are none.
            QCOMPARE(bar.outlier, bar.number == 9);
        }
        QCOMPARE(models::stepAt(strip.bars, 250), std::optional<std::size_t>(2));
        QVERIFY(!models::stepAt(strip.bars, 100'000));
    }

    void theTypicalStepIsNeitherWarmUpNorTheLongest() {
        WorkStore work;
        const std::int64_t lengths[] = {500, 100, 120, 110, 300};
        std::int64_t at = 0, number = 0;
        for (const std::int64_t length : lengths) {
            work.step(number++, at, length);
            at += length;
        }
        work.markWarmup(0);
        const auto store = work.build();
        // Of 100, 120, 110, 300 the shorter of the middle two is 110: step 3.
        QCOMPARE(models::typicalStep(*store), std::optional<std::size_t>(3));
        QVERIFY(!models::typicalStep(*WorkStore().build()));
    }

    void theMedianOfAnEvenListIsTheMeanOfTheMiddleTwo() {
        QCOMPARE(models::medianOf({7, 1, 5, 3}), 4);
        QCOMPARE(models::medianOf({9, 1, 5}), 5);
        QCOMPARE(models::medianOf({}), 0);
    }

    void theStatusSaysHowFarALoadIs() {
        const QString nbsp(QChar(0x202f));
        QCOMPARE(models::loadStatusText({412'000'000, 1'060'000'000, 18}),
                 QString("reading 412%1MB of 1.06%1GB, 18.0%1s left, Esc stops").arg(nbsp));
        QCOMPARE(models::loadStatusText({5'000, 0, std::nullopt}), QString("reading 5.00%1kB, Esc stops").arg(nbsp));
        QCOMPARE(models::loadStatusText({5'000, 5'000, 0}),
                 QString("5.00%1kB read, putting the events in order, Esc stops").arg(nbsp));
    }
};

QTEST_APPLESS_MAIN(TestWindowFigures)
#include "tst_window_figures.moc"
