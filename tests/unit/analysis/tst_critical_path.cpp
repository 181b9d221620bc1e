// The critical path of small windows by hand, and what must hold on any trace.
#include "core/analysis/critical_path/critical_path.h"
#include "core/analysis/critical_path/path_graph.h"
#include "core/session/load_trace.h"
#include "tests/support/table_access.h"
#include "tests/support/work_store.h"

#include <QDir>
#include <QtTest>

#include <random>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

std::int64_t timeOf(const AnalysisResult& result, const char* cause) {
    const Table& causes = tableIn(result.tables, "critical_path_causes");
    for (std::size_t r = 0; r < causes.rows.size(); ++r)
        if (textIn(causes, r, "cause") == cause) return numberIn(causes, r, "total_ns");
    return 0;
}

std::int64_t without(const AnalysisResult& result, const char* what) {
    const Table& table = tableIn(result.tables, "critical_path_what_if");
    return numberIn(table, rowWith(table, "without", what), "window_ns");
}

// What holds of every graph: it explains the whole window, piece by piece.
void checkGraph(const PathGraph& graph) {
    QCOMPARE(graph.lengthWith([](const PathEdge& e) { return e.ns; }), graph.lengthNs());
    std::int64_t at = graph.points().empty() ? 0 : graph.points().front();
    for (const std::uint32_t index : graph.criticalPath()) {
        const PathEdge& edge = graph.edges()[index];
        QCOMPARE(graph.points()[edge.from], at);
        QVERIFY(graph.points()[edge.to] >= at);
        at = graph.points()[edge.to];
    }
    if (!graph.points().empty()) QCOMPARE(at, graph.points().back());
    for (const PathEdge& edge : graph.edges()) {
        QVERIFY(edge.ns >= 0);
        QVERIFY(edge.ns <= graph.points()[edge.to] - graph.points()[edge.from]);
    }
}

// The slow twin: lengths from the first point are raised along all edges, in no order, until nothing changes.
std::int64_t longestWay(const PathGraph& graph, const std::function<bool(const PathEdge&)>& vanishes) {
    std::vector<std::int64_t> at(graph.points().size(), 0);
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = graph.edges().size(); i-- > 0;) {
            const PathEdge& edge = graph.edges()[i];
            const std::int64_t reached = at[edge.from] + (vanishes(edge) ? 0 : edge.ns);
            if (reached <= at[edge.to]) continue;
            at[edge.to] = reached;
            changed = true;
        }
    }
    return at.empty() ? 0 : at.back();
}

} // namespace

class TestCriticalPath : public QObject {
    Q_OBJECT

private slots:
    void tooMuchAtOnceIsSaidWithWhatToChooseInstead() {
        WorkStore t;
        t.step(1, 0, 1'000);
        for (int i = 0; i < 5; ++i) t.kernel(0, 7, 100 * i, 50);
        const auto store = t.build();
        QVERIFY(!tooMuchWork(*store, {}, 5));
        const auto whole = tooMuchWork(*store, {}, 4);
        QVERIFY(whole && whole->code == ErrorCode::LimitExceeded);
        QVERIFY(whole->message.find("5 pieces of GPU work") != std::string::npos);
        QCOMPARE(whole->hint, std::string("choose a step, or a shorter range"));
        AnalysisInput input;
        input.range = timeRange(100, 301); // three start in it
        QVERIFY(!tooMuchWork(*store, input, 3));
        QVERIFY(tooMuchWork(*store, input, 2));
    }
    void aLaunchBoundWindowWaitsForTheHost() {
        // The host launches at 100, 1100 and 2100; every kernel runs 200 and is over long before the next launch.
        WorkStore t;
        t.op("python", 0, 2'600);
        for (int i = 0; i < 3; ++i) {
            t.call(100 + 1'000 * i, 20, static_cast<std::uint64_t>(i + 1));
            t.kernel(0, 7, 150 + 1'000 * i, 200, WorkKind::Gemm, static_cast<std::uint64_t>(i + 1), "gemm");
        }
        const auto store = t.build();
        AnalysisInput input;
        input.range = timeRange(0, 2'350);
        const AnalysisResult result = resultOf("critical_path", *store, input);
        QCOMPARE(timeOf(result, "host"), 2'100); // to the third launch
        QCOMPARE(timeOf(result, "launch latency"), 50);
        QCOMPARE(timeOf(result, "compute"), 200); // the last kernel alone
        QCOMPARE(without(result, "gemm"), 2'350); // the host is not faster for it: its own time goes on to the end
        QCOMPARE(without(result, "all host time between calls"), 50 + 200 * 3);
    }
    void aBusyStreamIsItsOwnPath() {
        // All launched early; kernels back to back, 10 apart; the host waits in a synchronisation.
        WorkStore t;
        t.call(0, 10, 1);
        t.call(20, 10, 2);
        t.call(40, 10, 3);
        t.call(60, 2'000, 0, "cudaDeviceSynchronize");
        t.kernel(0, 7, 50, 500, WorkKind::Gemm, 1, "a");
        t.kernel(0, 7, 560, 500, WorkKind::Gemm, 2, "b");
        t.kernel(0, 7, 1'070, 900, WorkKind::Communication, 3, "nccl");
        const auto store = t.build();
        const AnalysisResult result = resultOf("critical_path", *store);
        QCOMPARE(timeOf(result, "launch latency"), 50);
        QCOMPARE(timeOf(result, "compute"), 1'000);
        QCOMPARE(timeOf(result, "communication"), 900);
        QCOMPARE(timeOf(result, "kernel gap"), 20);
        QCOMPARE(timeOf(result, "return from waiting"), 90); // 1970 to 2060
        QCOMPARE(timeOf(result, "host"), 0);
        QCOMPARE(without(result, "all communication"), 2'060 - 900);
        QCOMPARE(without(result, "a"), 2'060 - 500);
        QCOMPARE(without(result, "all launch gaps (latency and kernel gaps)"), 2'060 - 70);
    }
    void communicationBesideComputeCostsOnlyWhatIsExposed() {
        WorkStore t;
        t.call(0, 10, 1);
        t.call(20, 10, 2);
        t.call(60, 1'000, 0, "cudaDeviceSynchronize");
        t.kernel(0, 7, 50, 600, WorkKind::Gemm, 1, "a");
        t.kernel(0, 20, 60, 900, WorkKind::Communication, 2, "nccl"); // 310 longer than a
        const auto store = t.build();
        const AnalysisResult result = resultOf("critical_path", *store);
        QCOMPARE(timeOf(result, "communication"), 900);
        QCOMPARE(timeOf(result, "compute"), 0);
        // Without communication the synchronisation waits for the other stream, and returns 100 behind it.
        QCOMPARE(without(result, "all communication"), 650 + 100);
    }
    void workFromBeforeTheWindowIsSaid() {
        WorkStore t;
        t.call(0, 10, 1);
        t.kernel(0, 7, 50, 1'000, WorkKind::Gemm, 1, "early");
        t.call(500, 10, 2);
        t.kernel(0, 7, 1'050, 100, WorkKind::Gemm, 2, "next");
        const auto store = t.build();
        AnalysisInput input;
        input.range = timeRange(400, 1'100);
        const AnalysisResult result = resultOf("critical_path", *store, input);
        QCOMPARE(timeOf(result, "work from before"), 650); // 400 to 1050
        QCOMPARE(timeOf(result, "compute"), 100);          // to its true end: it was launched in the window
    }
    void whatIfIsTheLongestWayThroughAllEdges() {
        std::mt19937_64 random(11);
        const auto below = [&random](std::uint64_t n) { return static_cast<std::int64_t>(random() % n); };
        for (int round = 0; round < 60; ++round) {
            WorkStore t;
            for (int i = 0; i < 12; ++i) {
                const bool sync = random() % 5 == 0;
                t.call(100 * i + below(40), 1 + below(sync ? 300 : 20), sync ? 0 : static_cast<std::uint64_t>(i + 1),
                       sync ? "cudaStreamSynchronize" : "cudaLaunchKernel");
                const std::int64_t which = below(3);
                const WorkKind kinds[] = {WorkKind::Gemm, WorkKind::Communication, WorkKind::Memory};
                const char* names[] = {"gemm", "nccl", "Memcpy"};
                t.kernel(0, 7 + below(2), 100 * i + 20 + below(90), 1 + below(90), kinds[which],
                         static_cast<std::uint64_t>(i + 1), names[which]);
            }
            const auto store = t.build();
            const AnalysisResult result = resultOf("critical_path", *store);
            RunContext run;
            const PathGraph graph(*store, {}, store->extent(), run);
            const auto is = [](std::initializer_list<PathCause> causes) {
                return [list = std::vector<PathCause>(causes)](const PathEdge& e) {
                    return std::find(list.begin(), list.end(), e.cause) != list.end();
                };
            };
            using enum PathCause;
            QCOMPARE(without(result, "all communication"), longestWay(graph, is({Communication})));
            QCOMPARE(without(result, "all copies and sets"), longestWay(graph, is({Memory})));
            QCOMPARE(without(result, "all compute"), longestWay(graph, is({Compute})));
            QCOMPARE(without(result, "all host time between calls"), longestWay(graph, is({Host})));
            QCOMPARE(without(result, "all launch gaps (latency and kernel gaps)"),
                     longestWay(graph, is({LaunchLatency, KernelGap})));
            std::int64_t sum = 0;
            const Table& causes = tableIn(result.tables, "critical_path_causes");
            for (std::size_t r = 0; r < causes.rows.size(); ++r) sum += numberIn(causes, r, "total_ns");
            QCOMPARE(sum, graph.lengthNs());
            QCOMPARE(longestWay(graph, is({})), graph.lengthNs());
        }
    }
    void theWholeWindowIsExplainedOnRandomTraces() {
        std::mt19937_64 random(5);
        const auto below = [&random](std::uint64_t n) { return static_cast<std::int64_t>(random() % n); };
        for (int round = 0; round < 200; ++round) {
            WorkStore t;
            for (int i = 0; i < 12; ++i) {
                const bool sync = random() % 5 == 0;
                t.call(below(1'000), 1 + below(sync ? 300 : 20), sync ? 0 : static_cast<std::uint64_t>(i + 1),
                       sync ? "cudaStreamSynchronize" : "cudaLaunchKernel", std::to_string(below(2)));
            }
            for (int i = 0; i < 14; ++i) // launches that are not there, work before its launch, work of no length
                t.kernel(below(2), 7 + below(2), below(1'200), below(90), static_cast<WorkKind>(1 + below(14)),
                         static_cast<std::uint64_t>(below(15)));
            const auto store = t.build();
            for (const TimeRange window : {store->extent(), timeRange(300, 700)}) {
                AnalysisInput input;
                input.range = window;
                RunContext run;
                checkGraph(PathGraph(*store, input, window, run));
                if (QTest::currentTestFailed()) return;
            }
        }
    }
    void theWholeWindowIsExplainedOnRealTraces() {
        const QDir folder(QString(LANESCOPE_SHARED_DIR) + "/traces/hta");
        if (!folder.exists()) QSKIP("the real traces are not there");
        for (const QString& name :
             folder.entryList({"*critical_path*.gz", "*nccl*.gz", "*inference*.gz", "*amd*.gz"})) {
            RunContext run;
            LoadOptions options;
            options.useIndex = false;
            const auto trace = loadTrace(folder.filePath(name).toStdString(), options, run);
            QVERIFY(trace.ok());
            const TraceStore& store = *trace->store;
            AnalysisInput input;
            checkGraph(PathGraph(store, input, store.extent(), run));
            if (QTest::currentTestFailed()) qFatal("%s", qPrintable(name));
            for (const Step& step : store.steps()) {
                const TimeRange window = store.range(SliceId{step.slice});
                checkGraph(PathGraph(store, input, window, run));
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestCriticalPath)
#include "tst_critical_path.moc"
