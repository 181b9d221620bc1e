#include "core/analysis/four_numbers.h"
#include "core/analysis/report_tables.h"
#include "tests/support/work_store.h"

#include <QtTest>

using namespace lanescope;
using lanescope::testing::WorkStore;

class TestReport : public QObject {
    Q_OBJECT

private slots:
    void aStepHasAViewByWindowAndOneByLaunch() {
        // The GPU runs behind: the work of step 1 runs in the time of step 2.
        WorkStore trace;
        trace.step(1, 0, 100);
        trace.step(2, 100, 100);
        trace.call(10, 2, 1);
        trace.call(20, 2, 2);
        trace.call(110, 2, 3);
        trace.kernel(0, 7, 80, 40, WorkKind::Gemm, 1);
        trace.kernel(0, 7, 120, 30, WorkKind::Gemm, 2);
        trace.kernel(0, 7, 190, 50, WorkKind::Gemm, 3);
        const auto store = trace.build();
        const TraceReport report = reportOf(*store, {});
        QCOMPARE(report.devices.size(), std::size_t{1});
        const DeviceReport& device = report.devices.front();
        QCOMPARE(device.steps.size(), std::size_t{2});
        QCOMPARE(device.steps[0].name, std::string("ProfilerStep#1"));
        QCOMPARE(device.steps[0].byWindow.busyNs, 20);
        QCOMPARE(device.steps[0].byWindow.headIdleNs, 80);
        QCOMPARE(device.steps[1].byWindow.busyNs, 60); // 100..150 and 190..200
        QCOMPARE(device.steps[0].byLaunch->beginNs, 80);
        QCOMPARE(device.steps[0].byLaunch->endNs, 150);
        QCOMPARE(device.steps[0].byLaunch->busyNs, 70);
        QCOMPARE(device.steps[1].byLaunch->busyNs, 50);
        QCOMPARE(device.unassigned, std::uint64_t{0});
        // By window 80 of 200, by launch 120 of 120.
        QVERIFY(device.windowAndLaunchDiffer);
    }
    void aCallAtTheEndOfAStepBelongsToTheNext() {
        WorkStore trace;
        trace.step(1, 0, 100);
        trace.step(2, 100, 100);
        trace.call(99, 5, 1); // starts inside step 1 and ends outside
        trace.call(100, 5, 2);
        trace.kernel(0, 7, 120, 10, WorkKind::Gemm, 1);
        trace.kernel(0, 7, 140, 10, WorkKind::Gemm, 2);
        const auto store = trace.build();
        const DeviceReport device = reportOf(*store, {}).devices.at(0);
        QCOMPARE(device.steps[0].byLaunch->beginNs, 120);
        QCOMPARE(device.steps[0].byLaunch->busyNs, 10);
        QCOMPARE(device.steps[1].byLaunch->beginNs, 140);
    }
    void workWithoutALaunchOrOutsideTheStepsIsSaidAsUnassigned() {
        WorkStore trace;
        trace.step(1, 100, 100);
        trace.call(50, 5, 1);
        trace.call(150, 5, 2);
        trace.kernel(0, 7, 60, 10, WorkKind::Gemm, 1);
        trace.kernel(0, 7, 160, 10, WorkKind::Gemm, 2);
        trace.kernel(0, 7, 180, 10, WorkKind::Gemm, 77); // its call is not in the file
        trace.kernel(0, 7, 195, 0, WorkKind::Memory);
        const auto store = trace.build();
        const DeviceReport device = reportOf(*store, {}).devices.at(0);
        QCOMPARE(device.unassigned, std::uint64_t{3});
        QCOMPARE(device.withoutLaunch, std::uint64_t{2});
        QCOMPARE(device.steps[0].byLaunch->busyNs, 10);
        QCOMPARE(device.steps[0].byWindow.busyNs, 20);
    }
    void aStepWithoutGpuWorkStaysInTheList() {
        WorkStore trace;
        trace.step(1, 0, 100);
        trace.step(2, 100, 100);
        trace.call(10, 2, 1);
        trace.kernel(0, 7, 20, 30, WorkKind::Gemm, 1);
        const auto store = trace.build();
        const DeviceReport device = reportOf(*store, {}).devices.at(0);
        QCOMPARE(device.steps.size(), std::size_t{2});
        QVERIFY(!device.steps[1].byLaunch);
        QCOMPARE(device.steps[1].byWindow.busyNs, 0);
        QCOMPARE(device.steps[1].byWindow.headIdleNs, 100);
        QVERIFY(device.windowAndLaunchDiffer); // 30 of 100 by window, 30 of 30 by launch
    }
    void overlappingStepsNeverCountWorkTwice() {
        WorkStore trace; // a longer step around a later one
        trace.step(1, 0, 300);
        trace.step(2, 100, 100);
        trace.call(50, 1, 1);
        trace.call(150, 1, 2);
        trace.call(250, 1, 3);
        trace.kernel(0, 7, 60, 10, WorkKind::Gemm, 1);
        trace.kernel(0, 7, 160, 10, WorkKind::Gemm, 2);
        trace.kernel(0, 7, 260, 10, WorkKind::Gemm, 3);
        const auto store = trace.build();
        const DeviceReport device = reportOf(*store, {}).devices.at(0);
        const bool firstIsLonger = device.steps[0].byWindow.wallNs == 300;
        const StepFigures& longer = device.steps[firstIsLonger ? 0 : 1];
        const StepFigures& inner = device.steps[firstIsLonger ? 1 : 0];
        QCOMPARE(longer.byLaunch->busyNs, 20);
        QCOMPARE(inner.byLaunch->busyNs, 10);
        QCOMPARE(device.unassigned, std::uint64_t{0});
    }
    void stepsOfOneProcessDoNotClaimTheCallsOfAnother() {
        WorkStore trace;
        trace.step(1, 0, 100);
        WorkStore::Event other;
        other.pid = "second";
        other.role = Role::UserAnnotation;
        other.name = "ProfilerStep#1";
        other.start = 0;
        other.duration = 200;
        trace.add(other);
        other.role = Role::Runtime;
        other.name = "cudaLaunchKernel";
        other.start = 50;
        other.duration = 5;
        other.correlation = 9;
        trace.add(other);
        trace.kernel(0, 7, 60, 10, WorkKind::Gemm, 9);
        const auto store = trace.build();
        const DeviceReport device = reportOf(*store, {}).devices.at(0);
        for (const StepFigures& step : device.steps) QCOMPARE(step.byLaunch.has_value(), step.byWindow.wallNs == 200);
    }
    void warmUpStepsAreLeftOutOfTheComparisonOfTheViews() {
        WorkStore trace;
        trace.step(1, 0, 1000);
        trace.step(2, 1000, 100);
        trace.markWarmup(1);
        trace.call(10, 2, 1);
        trace.call(1000, 2, 2);
        trace.kernel(0, 7, 20, 10, WorkKind::Gemm, 1);   // 1 % by window, 100 % by launch
        trace.kernel(0, 7, 1005, 95, WorkKind::Gemm, 2); // 95 % and 100 %
        const auto store = trace.build();
        const DeviceReport device = reportOf(*store, {}).devices.at(0);
        QVERIFY(device.steps[0].warmup);
        QVERIFY(!device.windowAndLaunchDiffer);
    }
    void allDevicesTogetherAreTheirOwnRow() {
        WorkStore trace;
        trace.step(1, 0, 100);
        trace.kernel(0, 7, 0, 50);
        trace.kernel(1, 7, 40, 50);
        const auto store = trace.build();
        const TraceReport report = reportOf(*store, {});
        QCOMPARE(report.devices.size(), std::size_t{2});
        QCOMPARE(report.all.device, std::string("all"));
        QCOMPARE(report.all.whole->busyNs, 90);
        QCOMPARE(report.all.steps[0].byWindow.busyNs, 90);
        const auto tables = reportTables(*store, report);
        QCOMPARE(tables.size(), std::size_t{3});
        QCOMPARE(tables[0].id, std::string("whole"));
        QCOMPARE(tables[0].rows.size(), std::size_t{3});
        QCOMPARE(std::get<std::string>(tables[0].rows[2][0]), std::string("all"));
        QCOMPARE(tables[1].rows.size(), std::size_t{3});
        QVERIFY(tables[2].rows.empty()); // nothing has a launch
    }
    void everyRowOfATableHasACellForEveryColumn() {
        WorkStore trace;
        trace.step(1, 0, 100);
        trace.call(0, 1, 1);
        trace.kernel(0, 7, 5, 50, WorkKind::Communication, 1);
        const auto store = trace.build();
        for (const Table& table : reportTables(*store, reportOf(*store, {}))) {
            QVERIFY(!table.rows.empty());
            for (const auto& row : table.rows) QCOMPARE(row.size(), table.columns.size());
        }
    }
    void aTraceWithoutGpuWorkSaysSo() {
        WorkStore trace;
        trace.step(1, 0, 100);
        const auto store = trace.build();
        const TraceReport report = reportOf(*store, {});
        QVERIFY(report.devices.empty());
        QVERIFY(!report.all.whole);
        const auto tables = reportTables(*store, report);
        QVERIFY(tables[0].rows.empty());
        QCOMPARE(tables[0].notes.front(), std::string("no GPU activity in this trace"));
    }
};

QTEST_APPLESS_MAIN(TestReport)
#include "tst_report.moc"
