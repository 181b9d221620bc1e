// Boxes of flame graphs: by hand, and what must hold on random traces.
#include "core/analysis/call_tree/flame_graph.h"
#include "core/analysis/critical_path/critical_path.h"
#include "tests/support/random_trace.h"

#include <QtTest>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

std::size_t boxNamed(const TraceStore& store, const CallTree& tree, const FlameGraph& graph, std::string_view name,
                     std::uint32_t depth) {
    for (std::size_t i = 1; i < graph.boxes.size(); ++i)
        if (graph.boxes[i].depth == depth && tree.nameOf(store, graph.boxes[i].node) == name) return i;
    qFatal("no box %s", std::string(name).c_str());
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
        const auto store = t.build();
        RunContext run;
        const CallTree tree(*store, std::nullopt, run);
        const FlameGraph down = flameGraph(*store, tree, FlameOrder::TopDown, FlameWeight::Cpu);
        QCOMPARE(down.boxes[0].totalNs, std::int64_t{130});
        const FlameBox& outer = down.boxes[boxNamed(*store, tree, down, "outer", 1)];
        QCOMPARE(outer.totalNs, std::int64_t{100});
        QCOMPARE(outer.selfNs, std::int64_t{50});
        const FlameBox& inner = down.boxes[boxNamed(*store, tree, down, "inner", 2)];
        QCOMPARE(inner.totalNs, std::int64_t{50});
        QCOMPARE(inner.count, std::uint64_t{2});
        QCOMPARE(inner.slices.size(), std::size_t{2});

        const FlameGraph up = flameGraph(*store, tree, FlameOrder::BottomUp, FlameWeight::Cpu);
        QCOMPARE(up.boxes[0].totalNs, std::int64_t{130});
        const std::size_t own = boxNamed(*store, tree, up, "inner", 1);
        QCOMPARE(up.boxes[own].totalNs, std::int64_t{60}); // 30 + 20 + 10
        const FlameBox& caller = up.boxes[boxNamed(*store, tree, up, "outer", 2)];
        QCOMPARE(caller.parent, static_cast<std::uint32_t>(own));
        QCOMPARE(caller.totalNs, std::int64_t{50}); // of the 60, those called from outer
        QCOMPARE(up.boxes[boxNamed(*store, tree, up, "alone", 2)].totalNs, std::int64_t{10});

        const FlameGraph gpu = flameGraph(*store, tree, FlameOrder::TopDown, FlameWeight::Device);
        QCOMPARE(gpu.boxes[0].totalNs, std::int64_t{500});
        QCOMPARE(gpu.boxes.size(), std::size_t{3}); // the whole, outer, inner
    }
    void boxesNeverExceedWhatTheyStandOn() {
        for (std::uint64_t seed = 1; seed < 6; ++seed) {
            const auto store = twins::storeOf(twins::randomTrace(seed));
            RunContext run;
            const CallTree tree(*store, std::nullopt, run);
            for (const auto order : {FlameOrder::TopDown, FlameOrder::BottomUp})
                for (const auto weight : {FlameWeight::Cpu, FlameWeight::Device}) {
                    const FlameGraph graph = flameGraph(*store, tree, order, weight);
                    std::vector<std::int64_t> inside(graph.boxes.size(), 0), reached(graph.boxes.size(), 0);
                    std::int64_t firstLevel = 0;
                    for (std::size_t i = 1; i < graph.boxes.size(); ++i) {
                        const FlameBox& box = graph.boxes[i];
                        QVERIFY(box.parent < i);
                        const FlameBox& below = graph.boxes[box.parent];
                        QCOMPARE(box.depth, below.depth + 1);
                        QCOMPARE(box.beginNs, below.beginNs + reached[box.parent]); // side by side, none on another
                        reached[box.parent] += box.totalNs;
                        inside[box.parent] += box.totalNs;
                        if (box.depth == 1) firstLevel += box.totalNs;
                    }
                    if (graph.left == 0) // all time is on the first level
                        QCOMPARE(firstLevel + graph.boxes[0].selfNs, graph.boxes[0].totalNs);
                    for (std::size_t i = 0; i < graph.boxes.size(); ++i)
                        QVERIFY(inside[i] + graph.boxes[i].selfNs <= graph.boxes[i].totalNs);
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
