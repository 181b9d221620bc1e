// Boxes of flame graphs: by hand, and what must hold on random traces.
#include "core/analysis/call_tree/flame_graph.h"
#include "core/analysis/critical_path/critical_path.h"
#include "tests/support/random_trace.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

const FlameNode& nodeNamed(const Flame& flame, const FlameGraph& graph, std::string_view name, std::uint32_t depth) {
    for (std::size_t i = 1; i < graph.nodes.size(); ++i)
        if (graph.nodes[i].depth == depth && flame.name(graph.nodes[i]) == name) return graph.nodes[i];
    qFatal("no node %s", std::string(name).c_str());
}

} // namespace

class TestFlameGraph : public QObject {
    Q_OBJECT

private slots:
    void pathsFromTheTopAndCallersFromTheBottom() {
        // outer [0,100) holds inner [10,40) and inner [50,70); alone holds inner [200,210) of [200,230).
        WorkStore t;
        t.op("outer", 0, 100);
        t.op("inner", 10, 30);
        t.op("inner", 50, 20);
        t.op("alone", 200, 30);
        t.op("inner", 200, 10);
        t.call(12, 2, 1);
        t.kernel(0, 7, 20, 500, WorkKind::Gemm, 1);
        RunContext run;
        const auto flame = Flame::of(t.build(), std::nullopt, run);
        const FlameGraph& down = flame->graph(FlameSide::TopDown, FlameBy::Cpu);
        QCOMPARE(down.nodes[0].totalNs, std::int64_t{130});
        const FlameNode& outer = nodeNamed(*flame, down, "outer", 1);
        QCOMPARE(outer.totalNs, std::int64_t{100});
        QCOMPARE(outer.selfNs, std::int64_t{50});
        const FlameNode& inner = nodeNamed(*flame, down, "inner", 2);
        QCOMPARE(inner.totalNs, std::int64_t{50});
        QCOMPARE(inner.count, std::uint64_t{2});
        QCOMPARE(flame->slices(inner).size(), std::size_t{2});

        const FlameGraph& up = flame->graph(FlameSide::BottomUp, FlameBy::Cpu);
        QCOMPARE(up.nodes[0].totalNs, std::int64_t{130});
        const FlameNode& own = nodeNamed(*flame, up, "inner", 1);
        QCOMPARE(own.totalNs, std::int64_t{60}); // 30 + 20 + 10
        const FlameNode& caller = nodeNamed(*flame, up, "outer", 2);
        QCOMPARE(&up.nodes[caller.parent], &own);
        QCOMPARE(caller.totalNs, std::int64_t{50}); // of the 60, those called from outer
        QCOMPARE(nodeNamed(*flame, up, "alone", 2).totalNs, std::int64_t{10});

        const FlameGraph& gpu = flame->graph(FlameSide::TopDown, FlameBy::Device);
        QCOMPARE(gpu.nodes[0].totalNs, std::int64_t{500});
        QCOMPARE(gpu.nodes.size(), std::size_t{3}); // the whole, outer, inner
    }
    void callsOfTheSameTimeStandByName() {
        WorkStore t;
        t.op("second", 0, 10);
        t.op("first", 20, 10);
        t.op("wide", 40, 11);
        RunContext run;
        const auto flame = Flame::of(t.build(), std::nullopt, run);
        for (const FlameSide side : {FlameSide::TopDown, FlameSide::BottomUp}) {
            const FlameGraph& graph = flame->graph(side, FlameBy::Cpu);
            QCOMPARE(graph.nodes.size(), std::size_t{4});
            QCOMPARE(flame->name(graph.nodes[1]), std::string_view("wide"));
            QCOMPARE(flame->name(graph.nodes[2]), std::string_view("first"));
            QCOMPARE(flame->name(graph.nodes[3]), std::string_view("second"));
        }
    }
    void callsNeverExceedWhatTheyStandOn() {
        for (std::uint64_t seed = 1; seed < 6; ++seed) {
            const auto store = twins::storeOf(twins::randomTrace(seed));
            RunContext run;
            const auto flame = Flame::of(store, std::nullopt, run);
            for (const auto by : {FlameBy::Cpu, FlameBy::Device})
                for (const auto side : {FlameSide::TopDown, FlameSide::BottomUp}) {
                    const FlameGraph& graph = flame->graph(side, by);
                    std::int64_t own = 0, firstLevel = 0;
                    for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
                        const FlameNode& node = graph.nodes[i];
                        std::int64_t inside = 0;
                        for (std::uint32_t c = 0; c < node.childCount; ++c) {
                            const FlameNode& child = graph.nodes[node.firstChild + c];
                            QCOMPARE(child.parent, i);
                            QCOMPARE(child.depth, node.depth + 1);
                            if (c > 0) QVERIFY(child.totalNs <= graph.nodes[node.firstChild + c - 1].totalNs);
                            inside += child.totalNs;
                        }
                        QVERIFY(inside <= node.totalNs);
                        if (i > 0) own += node.selfNs;
                        if (node.depth == 1) firstLevel += node.totalNs;
                    }
                    QCOMPARE(firstLevel, graph.nodes[0].totalNs); // all time is on the first level
                    if (side == FlameSide::BottomUp) QCOMPARE(own, firstLevel);
                }
        }
    }
    void theCriticalPathIsPiecesWithoutHoles() {
        for (std::uint64_t seed = 1; seed < 6; ++seed) {
            const auto store = twins::storeOf(twins::randomTrace(seed));
            RunContext run;
            const auto path = criticalPath(*store, {}, run);
            QVERIFY(path.ok());
            std::int64_t at = count(path->window.begin);
            for (const PathPiece& piece : path->pieces) {
                QCOMPARE(piece.beginNs, at);
                QVERIFY(piece.endNs > piece.beginNs);
                at = piece.endNs;
            }
            QCOMPARE(at, count(path->window.end));
        }
    }
};

QTEST_APPLESS_MAIN(TestFlameGraph)
#include "tst_flame_graph.moc"
