// The figures in the tables of the analyses, worked out by hand.
#include "core/analysis/analysis.h"
#include "tests/support/work_store.h"

#include <QtTest>

#include <algorithm>

using namespace lanescope;
using lanescope::testing::WorkStore;

namespace {

AnalysisResult run(const TraceStore& store, std::string_view id, const AnalysisInput& input = {}) {
    RunContext context;
    auto result = runAnalysis(*findAnalysis(id), store, input, context);
    if (!result) qFatal("%s", result.error().text().c_str());
    return std::move(result).value();
}

const Table& tableOf(const AnalysisResult& result, std::string_view id) {
    for (const Table& table : result.tables)
        if (table.id == id) return table;
    qFatal("no such table");
}

std::size_t columnOf(const Table& table, std::string_view id) {
    for (std::size_t c = 0; c < table.columns.size(); ++c)
        if (table.columns[c].id == id) return c;
    qFatal("no such column");
}

const std::vector<Cell>& rowWhere(const Table& table, std::string_view column, std::string_view value) {
    const std::size_t c = columnOf(table, column);
    for (const auto& row : table.rows)
        if (const auto* text = std::get_if<std::string>(&row[c]); text && *text == value) return row;
    qFatal("no such row: %s", std::string(value).c_str());
}

std::int64_t number(const Table& table, const std::vector<Cell>& row, std::string_view column) {
    return std::get<std::int64_t>(row[columnOf(table, column)]);
}

bool isEmpty(const Table& table, const std::vector<Cell>& row, std::string_view column) {
    return std::holds_alternative<std::monostate>(row[columnOf(table, column)]);
}

} // namespace

class TestAnalysisTables : public QObject {
    Q_OBJECT

private slots:
    void kernelTotalsArePerDevice() {
        WorkStore trace;
        for (int i = 0; i < 3; ++i) trace.kernel(0, 7, 100 * i, 10, WorkKind::Gemm, 0, "gemm");
        for (int i = 0; i < 2; ++i) trace.kernel(1, 7, 100 * i, 20, WorkKind::Gemm, 0, "gemm");
        trace.kernel(0, 7, 500, 10, WorkKind::Memory, 0, "Memcpy DtoD");
        const auto store = trace.build();
        const AnalysisResult result = run(*store, "kernels");
        const Table& table = tableOf(result, "kernels");
        QCOMPARE(table.rows.size(), std::size_t{2}); // copies have a table of their own
        QCOMPARE(number(table, rowWhere(table, "device", "0"), "count"), 3);
        QCOMPARE(number(table, rowWhere(table, "device", "0"), "total_ns"), 30);
        QCOMPARE(number(table, rowWhere(table, "device", "1"), "total_ns"), 40);
        QCOMPARE(table.rowSlices[0].size(), std::size_t{3});
    }
    void kernelStatisticsAreTrueOnes() {
        WorkStore trace;
        for (const int ns : {10, 20, 60}) trace.kernel(0, 7, 1'000 * ns, ns, WorkKind::Gemm, 0, "gemm");
        trace.kernel(0, 7, 0, 10, WorkKind::Elementwise, 0, "add");
        const auto store = trace.build();
        const AnalysisResult result = run(*store, "kernels");
        const Table& table = tableOf(result, "kernels");
        const auto& gemm = rowWhere(table, "name", "gemm");
        QCOMPARE(number(table, gemm, "mean_ns"), 30);
        QCOMPARE(number(table, gemm, "min_ns"), 10);
        QCOMPARE(number(table, gemm, "p50_ns"), 20);
        QCOMPARE(number(table, gemm, "p95_ns"), 60);
        QCOMPARE(number(table, gemm, "max_ns"), 60);
        QCOMPARE(number(table, gemm, "std_ns"), 26); // sqrt((400 + 100 + 900) / 2) = 26.46
        QCOMPARE(std::get<double>(gemm[columnOf(table, "share")]), 0.9);
        QCOMPARE(number(tableOf(result, "kernels_by_kind"),
                        rowWhere(tableOf(result, "kernels_by_kind"), "name", "gemm"), "count"),
                 3);
    }
    void aRangeClipsKernels() {
        WorkStore trace;
        trace.kernel(0, 7, 0, 100, WorkKind::Gemm, 0, "a");
        trace.kernel(0, 7, 100, 100, WorkKind::Gemm, 0, "b");
        const auto store = trace.build();
        AnalysisInput input;
        input.range = timeRange(60, 100);
        const Table table = tableOf(run(*store, "kernels", input), "kernels");
        QCOMPARE(table.rows.size(), std::size_t{1});
        QCOMPARE(number(table, table.rows[0], "total_ns"), 40);
    }
    void kernelsAreSortedToTheOperatorThatLaunchedThem() {
        WorkStore trace;
        trace.op("aten::linear", 0, 100);
        trace.op("aten::addmm", 10, 50);
        trace.call(20, 5, 1);
        trace.kernel(0, 7, 200, 40, WorkKind::Gemm, 1, "gemm");
        trace.kernel(0, 7, 300, 5, WorkKind::Gemm, 0, "gemm"); // no launch known
        const auto store = trace.build();
        const Table table = tableOf(run(*store, "kernels"), "kernels_by_operator");
        QCOMPARE(number(table, rowWhere(table, "name", "aten::addmm"), "total_ns"), 40);
        QVERIFY(isEmpty(table, table.rows[1], "name"));
        QCOMPARE(number(table, table.rows[1], "total_ns"), 5);
    }
    void aKernelMissingFromAStepCountsAsNothingThere() {
        WorkStore trace;
        for (int s = 0; s < 3; ++s) trace.step(s, 1'000 * s, 1'000);
        trace.markWarmup(0);
        for (int s = 0; s < 3; ++s) trace.call(1'000 * s + 10, 5, static_cast<std::uint64_t>(s) + 1);
        trace.kernel(0, 7, 100, 500, WorkKind::Gemm, 1, "gemm");
        trace.kernel(0, 7, 1'100, 60, WorkKind::Gemm, 2, "gemm");
        trace.kernel(0, 7, 2'100, 70, WorkKind::Elementwise, 3, "add");
        const auto store = trace.build();
        const Table table = tableOf(run(*store, "kernels"), "kernels_per_step");
        const auto& gemm = rowWhere(table, "name", "gemm");
        QCOMPARE(number(table, gemm, "step_count"), 2); // the warm-up step is not one of them
        QCOMPARE(number(table, gemm, "mean_ns"), 30);
        QCOMPARE(number(table, gemm, "min_ns"), 0);
        QCOMPARE(number(table, gemm, "max_ns"), 60);
    }
    void copiesHaveBytesAndRatesByDirection() {
        WorkStore trace;
        const auto copy = [&trace](std::int64_t start, std::int64_t ns, std::optional<std::int64_t> bytes,
                                   const char* name) {
            WorkStore::Event e = trace.event(trace.kernel(9, 9, 0, 0)); // only to start from
            e.pid = "0";
            e.tid = "7";
            e.device = 0;
            e.stream = 7;
            e.role = Role::Memcpy;
            e.kind = WorkKind::Memory;
            e.name = name;
            e.start = start;
            e.duration = ns;
            if (bytes) e.args.push_back({ArgField::Bytes, *bytes, {}});
            trace.add(e);
        };
        copy(0, 1'000, 4'000, "Memcpy HtoD (Pinned -> Device)");
        copy(1'000, 1'000, 8'000, "Memcpy HtoD (Pinned -> Device)");
        copy(2'000, 0, 4'096, "Memcpy HtoD (Pinned -> Device)"); // of no length: counted, no rate
        copy(3'000, 500, std::nullopt, "Memset (Device)");
        const auto store = trace.build();
        const Table table = tableOf(run(*store, "copies"), "copies");
        const auto& in = rowWhere(table, "name", "Memcpy HtoD (Pinned -> Device)");
        QCOMPARE(number(table, in, "count"), 3);
        QCOMPARE(number(table, in, "total_ns"), 2'000);
        QCOMPARE(number(table, in, "bytes"), 16'096);
        QCOMPARE(std::get<double>(in[columnOf(table, "bytes_per_second")]), 6e9);
        QCOMPARE(std::get<double>(in[columnOf(table, "best_bytes_per_second")]), 8e9);
        const auto& set = rowWhere(table, "name", "Memset (Device)");
        QVERIFY(isEmpty(table, set, "bytes"));
        QVERIFY(isEmpty(table, set, "bytes_per_second"));
    }
    void aSynchronisationIsToldWithTheIdleTimeItLeaves() {
        WorkStore trace;
        trace.op("train.py(9): log", 40, 200, "1", Role::PythonFunction);
        trace.op("aten::item", 45, 100);
        trace.call(50, 60, 0, "cudaStreamSynchronize"); // the GPU ends at 100, the call at 110
        trace.call(150, 5, 2);
        trace.call(300, 20, 0, "cudaStreamSynchronize"); // costs nothing: work was queued
        trace.call(290, 5, 3);
        trace.call(296, 2, 0, "cudaMalloc");
        trace.kernel(0, 7, 0, 100, WorkKind::Gemm);
        trace.kernel(0, 7, 160, 200, WorkKind::Gemm, 2);
        trace.kernel(0, 7, 360, 50, WorkKind::Gemm, 3);
        const auto store = trace.build();
        const AnalysisResult result = run(*store, "syncs");
        const Table& table = tableOf(result, "syncs");
        QCOMPARE(table.rows.size(), std::size_t{2});
        const auto& item = rowWhere(table, "operator", "aten::item");
        QCOMPARE(std::get<std::string>(item[columnOf(table, "frame")]), std::string("train.py(9): log"));
        QCOMPARE(number(table, item, "host_ns"), 60);
        QCOMPARE(number(table, item, "idle_after_ns"), 60);
        QCOMPARE(number(table, item, "gap_count"), 1);
        QCOMPARE(number(table, table.rows[1], "idle_after_ns"), 0);
        QCOMPARE(tableOf(result, "allocations").rows.size(), std::size_t{1});
    }
    void launchCallsAreToldByNameWithAllTheirWork() {
        WorkStore trace;
        trace.call(0, 10, 1, "cudaGraphLaunch");
        trace.call(20, 5, 2);
        trace.call(30, 5, 99); // owns nothing
        for (int i = 0; i < 3; ++i) trace.kernel(0, 7, 100 + 10 * i, 10, WorkKind::Gemm, 1);
        trace.kernel(0, 7, 15, 10, WorkKind::Gemm, 2); // before its call
        const auto store = trace.build();
        const AnalysisResult result = run(*store, "launches");
        const Table& calls = tableOf(result, "launch_calls");
        QCOMPARE(calls.rows.size(), std::size_t{2});
        const auto& graph = rowWhere(calls, "name", "cudaGraphLaunch");
        QCOMPARE(number(calls, graph, "count"), 1);
        QCOMPARE(number(calls, graph, "host_ns"), 10);
        QCOMPARE(number(calls, graph, "work_count"), 3);
        QCOMPARE(number(calls, graph, "work_ns"), 30);
        const Table& clocks = tableOf(result, "before_launch");
        QCOMPARE(number(clocks, clocks.rows.at(0), "before_ns"), 5);
        const Table& delays = tableOf(result, "launch_delays");
        QCOMPARE(number(delays, rowWhere(delays, "figure", "launch delay"), "min_ns"), -10);
    }
    void idleTimeIsToldByPartOwnerCauseAndStep() {
        WorkStore trace;
        trace.step(1, 0, 400);
        trace.step(2, 400, 600);
        trace.op("aten::item", 90, 60);
        trace.call(95, 50, 0, "cudaStreamSynchronize"); // 45 of the gap
        trace.call(200, 5, 1);
        trace.kernel(0, 7, 0, 100, WorkKind::Gemm);
        trace.kernel(0, 7, 260, 100, WorkKind::Gemm, 1);
        trace.kernel(0, 7, 900, 100, WorkKind::Gemm); // no launch
        const auto store = trace.build();
        const AnalysisResult result = run(*store, "idle");
        const Table& parts = tableOf(result, "idle_parts");
        QCOMPARE(number(parts, rowWhere(parts, "part", "synchronisation"), "idle_ns"), 45);
        QCOMPARE(number(parts, rowWhere(parts, "part", "late launch"), "idle_ns"), 55);
        QCOMPARE(number(parts, rowWhere(parts, "part", "launch latency"), "idle_ns"), 60);
        QCOMPARE(number(parts, rowWhere(parts, "part", "unknown"), "idle_ns"), 540);
        const Table& owners = tableOf(result, "idle_owners");
        QCOMPARE(number(owners, rowWhere(owners, "owner", "host: late launch"), "idle_ns"), 160);
        QCOMPARE(number(owners, rowWhere(owners, "owner", "host: late launch"), "gap_count"), 1);
        const Table& causes = tableOf(result, "idle_causes");
        const auto& sync = rowWhere(causes, "call", "cudaStreamSynchronize");
        QCOMPARE(std::get<std::string>(sync[columnOf(causes, "operator")]), std::string("aten::item"));
        QCOMPARE(number(causes, sync, "idle_ns"), 45);
        const Table& gaps = tableOf(result, "idle_gaps");
        QCOMPARE(number(gaps, gaps.rows[0], "idle_ns"), 540);
        QCOMPARE(number(gaps, gaps.rows[1], "begin_ns"), 100);
        QCOMPARE(std::get<std::string>(gaps.rows[1][columnOf(gaps, "cause")]), std::string("cudaStreamSynchronize"));
        const Table& steps = tableOf(result, "idle_steps");
        QCOMPARE(number(steps, rowWhere(steps, "step", "ProfilerStep#1"), "idle_ns"), 200); // 100..260 and 360..400
        QCOMPARE(number(steps, rowWhere(steps, "step", "ProfilerStep#1"), "unknown_ns"), 40);
        QCOMPARE(number(steps, rowWhere(steps, "step", "ProfilerStep#2"), "unknown_ns"), 500);
        const Table& lengths = tableOf(result, "idle_histogram");
        QCOMPARE(number(lengths, rowWhere(lengths, "length", "< 1\u202F\u00B5s"), "gap_count"), 2);
    }
    void onlyTheLongestGapsAreListedAndItIsSaid() {
        WorkStore trace;
        for (int i = 0; i < 10; ++i) trace.kernel(0, 7, 100 * i, 10 * i + 1);
        const auto store = trace.build();
        AnalysisInput input;
        input.maxRows = 3;
        const Table table = tableOf(run(*store, "idle", input), "idle_gaps");
        QCOMPARE(table.rows.size(), std::size_t{3});
        QCOMPARE(number(table, table.rows[0], "idle_ns"), 99);
        QCOMPARE(table.notes.front(), std::string("the 3 longest of 9 gaps"));
    }
    void theBreakdownPerStreamFollowsTheRulesOfHta() {
        WorkStore trace;
        trace.call(0, 5, 1);
        trace.call(1, 5, 2);
        trace.call(300'000, 5, 3);
        trace.call(2, 5, 4);
        trace.kernel(0, 7, 100, 900, WorkKind::Gemm, 1);
        trace.kernel(0, 7, 2'000, 1'000, WorkKind::Gemm, 2);     // 1 000 after the last: kernel wait
        trace.kernel(0, 7, 310'000, 1'000, WorkKind::Gemm, 3);   // launched late: host wait of 307 000
        trace.kernel(0, 7, 350'000, 1'000, WorkKind::Gemm, 4);   // early and 39 000 after: other
        trace.kernel(0, 8, 150'000, 100'000, WorkKind::Gemm, 1); // hides in the union, not here
        const auto store = trace.build();
        const Table table = tableOf(run(*store, "idle"), "idle_streams_hta");
        QCOMPARE(table.rows.size(), std::size_t{2});
        QCOMPARE(number(table, table.rows[0], "host_wait_ns"), 307'000);
        QCOMPARE(number(table, table.rows[0], "kernel_wait_ns"), 1'000);
        QCOMPARE(number(table, table.rows[0], "other_ns"), 39'000);
    }
    void largeGapsAreMarkedOnTheTimeline() {
        WorkStore trace;
        trace.kernel(0, 7, 0, 10);
        trace.kernel(0, 7, 2'000'000, 10);
        trace.kernel(0, 7, 2'000'020, 10);
        const auto store = trace.build();
        for (const char* id : {"four_numbers", "idle"}) {
            const AnalysisResult result = run(*store, id);
            QCOMPARE(result.highlights.size(), std::size_t{1});
            QVERIFY(result.highlights[0].range == timeRange(10, 2'000'000));
        }
    }
};

QTEST_APPLESS_MAIN(TestAnalysisTables)
#include "tst_analysis_tables.moc"
