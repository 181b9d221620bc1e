// Two traces side by side.
#include "core/analysis/compare/compare.h"
#include "tests/support/table_access.h"
#include "tests/support/work_store.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

std::shared_ptr<const TraceStore> traceWith(std::int64_t gemmNs, bool fused, int steps) {
    WorkStore t;
    for (int i = 0; i < steps; ++i) {
        const std::int64_t at = 10'000 * i;
        t.step(i, at, 10'000);
        t.op("forward", at + 10, 4'000, "1", Role::UserAnnotation);
        t.op("aten::mm", at + 100, 500);
        t.call(at + 200, 10, static_cast<std::uint64_t>(2 * i + 1));
        t.call(at + 900, 10, static_cast<std::uint64_t>(2 * i + 2));
        t.kernel(0, 7, at + 1'000, gemmNs, WorkKind::Gemm, static_cast<std::uint64_t>(2 * i + 1), "gemm");
        t.kernel(0, 7, at + 6'000, 100, WorkKind::Elementwise, static_cast<std::uint64_t>(2 * i + 2),
                 fused ? "fused" : "add");
    }
    return t.build();
}

std::vector<Table> compared(const TraceStore& a, const TraceStore& b, PerWhat per = PerWhat::Trace) {
    RunContext run;
    auto tables = compareTraces({a, {}, "a.json"}, {b, {}, "b.json"}, per, run);
    if (!tables.ok()) qFatal("%s", tables.error().text().c_str());
    return std::move(*tables);
}

} // namespace

class TestCompare : public QObject {
    Q_OBJECT

private slots:
    void theLargestEffectComesFirst() {
        const auto a = traceWith(3'000, false, 2);
        const auto b = traceWith(1'000, true, 2);
        const std::vector<Table> tables = compared(*a, *b);
        const Table& kernels = tableIn(tables, "compare_kernels");
        QCOMPARE(textIn(kernels, 0, "name"), QString("gemm"));
        QCOMPARE(textIn(kernels, 0, "state"), QString("changed"));
        QCOMPARE(numberIn(kernels, 0, "before_ns"), 6'000);
        QCOMPARE(numberIn(kernels, 0, "after_ns"), 2'000);
        QCOMPARE(numberIn(kernels, 0, "difference_ns"), -4'000);
        const std::size_t add = rowWith(kernels, "name", "add");
        const std::size_t fused = rowWith(kernels, "name", "fused");
        QCOMPARE(textIn(kernels, add, "state"), QString("removed"));
        QCOMPARE(numberIn(kernels, add, "difference_ns"), -200);
        QCOMPARE(textIn(kernels, fused, "state"), QString("added"));
        QCOMPARE(numberIn(kernels, fused, "difference_ns"), 200);
    }
    void theNumbersOfBothWindowsStandBesideEachOther() {
        const auto a = traceWith(3'000, false, 1);
        const auto b = traceWith(1'000, false, 1);
        const std::vector<Table> tables = compared(*a, *b);
        const Table& numbers = tableIn(tables, "compare_numbers");
        const std::size_t busy = rowWith(numbers, "figure", "busy");
        QCOMPARE(numberIn(numbers, busy, "before_ns"), 3'100);
        QCOMPARE(numberIn(numbers, busy, "after_ns"), 1'100);
        const std::size_t idle = rowWith(numbers, "figure", "idle");
        QCOMPARE(numberIn(numbers, idle, "difference_ns"), 2'000);
        const std::size_t window = rowWith(numbers, "figure", "window");
        QCOMPARE(numberIn(numbers, window, "difference_ns"), 0);
    }
    void operatorsAndRangesAreMatchedByName() {
        const auto a = traceWith(3'000, false, 1);
        const auto b = traceWith(1'000, false, 1);
        const std::vector<Table> tables = compared(*a, *b);
        const Table& operators = tableIn(tables, "compare_operators");
        const std::size_t mm = rowWith(operators, "name", "aten::mm");
        QCOMPARE(numberIn(operators, mm, "difference_ns"), 0);
        QCOMPARE(numberIn(operators, mm, "difference_device_ns"), -2'000);
        QCOMPARE(textIn(operators, mm, "state"), QString("changed"));
        const Table& ranges = tableIn(tables, "compare_ranges");
        QCOMPARE(textIn(ranges, rowWith(ranges, "name", "forward"), "state"), QString("same"));
        QCOMPARE(textIn(ranges, rowWith(ranges, "name", "ProfilerStep*"), "detail"), QString("CPU"));
    }
    void recordingsOfDifferentLengthAreComparedPerStep() {
        const auto a = traceWith(3'000, false, 2);
        const auto b = traceWith(3'000, false, 4);
        const Table kernels = tableIn(compared(*a, *b, PerWhat::Step), "compare_kernels");
        for (std::size_t r = 0; r < kernels.rows.size(); ++r) QCOMPARE(textIn(kernels, r, "state"), QString("same"));
        const Table whole = tableIn(compared(*a, *b), "compare_kernels");
        QCOMPARE(textIn(whole, 0, "state"), QString("changed"));
    }
    void aTraceComparedWithItselfHasNoDifference() {
        const auto a = traceWith(3'000, false, 3);
        for (const Table& table : compared(*a, *a))
            for (std::size_t r = 0; r < table.rows.size(); ++r) QCOMPARE(numberIn(table, r, "difference_ns"), 0);
    }
    void aTraceWithoutGpuWorkMayBeCompared() {
        WorkStore t;
        t.op("aten::mm", 0, 500);
        const auto cpu = t.build();
        const auto gpu = traceWith(3'000, false, 1);
        const std::vector<Table> tables = compared(*cpu, *gpu);
        const Table& kernels = tableIn(tables, "compare_kernels");
        QCOMPARE(textIn(kernels, 0, "state"), QString("added"));
    }
};

QTEST_APPLESS_MAIN(TestCompare)
#include "tst_compare.moc"
