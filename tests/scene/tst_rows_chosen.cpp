// What the user does to rows: filter, order, heights, hidden rows; and which arrows are drawn. By hand-made traces.
#include "tests/support/fixed_measure.h"
#include "tests/support/trace_dsl.h"
#include "tests/support/work_store.h"
#include "widgets/scene/link_chain.h"
#include "widgets/scene/row_filter.h"
#include "widgets/scene/row_order.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::scene;
using lanescope::testing::storeOf;
using lanescope::testing::WorkStore;

namespace {

constexpr std::int64_t kUs = 1000;

// Two host threads (one with a runtime row) and a GPU with three streams.
std::shared_ptr<const TraceStore> threeStreams() {
    WorkStore work;
    work.op("aten::mm", 0, 100 * kUs);
    work.call(10 * kUs, 5 * kUs, 1);
    work.op("autograd::Mm", 200 * kUs, 100 * kUs, "2");
    work.kernel(0, 7, 120 * kUs, 50 * kUs, WorkKind::Gemm, 1, "gemm");
    work.kernel(0, 9, 130 * kUs, 50 * kUs, WorkKind::Communication, 0, "ncclDevKernel_AllReduce");
    work.kernel(0, 11, 140 * kUs, 5 * kUs, WorkKind::Gemm, 0, "gemm");
    return work.build();
}

QStringList shownNames(const RowTree& tree, const RowState& state) {
    QStringList out;
    for (const PlacedRow& placed : layoutRows(tree, state).rows) {
        const Row& row = tree.row(placed.row);
        if (row.kind != RowKind::PartsBand && row.kind != RowKind::IdleBand && row.kind != RowKind::Group)
            out << QString::fromStdString(row.name);
    }
    return out;
}

std::uint32_t rowNamed(const RowTree& tree, const char* name) {
    for (std::uint32_t i = 0; i < tree.rows().size(); ++i)
        if (tree.row(i).name == name) return i;
    qFatal("no row is called %s", name);
}

// A window over a trace, from its start.
struct Pane {
    Pane(const TraceStore& of, double nsPerPx, double width) : store(of), names(of) {
        view.width = width;
        view.height = 900;
        view.scale = TimeScale(of.extent().begin, of.extent().begin, nsPerPx, view.canvasWidth());
    }
    TimelineData data() const { return {store, tree, layout, state, bands, names}; }
    float at(std::int64_t ns) const { // px of a time
        return static_cast<float>(view.headerWidth + view.scale.x(rankTime(ns)));
    }
    Scene overlay(const OverlayState& over) const {
        testing::FixedMeasure measure;
        Scene scene;
        buildOverlay(data(), view, over, measure, scene);
        return scene;
    }

    const TraceStore& store;
    RowState state;
    RowTree tree = buildRowTree(store);
    RowLayout layout = layoutRows(tree, state);
    BandData bands;
    mutable ShortNames names;
    TimelineView view;
};

} // namespace

class TestRowsChosen : public QObject {
    Q_OBJECT
private slots:
    void wordsKeepTheRowsThatHoldOneOfThem() {
        const auto store = threeStreams();
        const RowTree tree = buildRowTree(*store);
        RowState state;
        const QStringList all = shownNames(tree, state);
        QVERIFY(all.size() >= 6);
        state.filter = "STREAM 7, stream 11";
        QCOMPARE(shownNames(tree, state), (QStringList{"stream 7", "stream 11"}));
        state.filter = "  ,, ";
        QCOMPARE(shownNames(tree, state), all);
        state.filter = "no such row";
        QVERIFY(layoutRows(tree, state).rows.empty()); // groups without a row that is wanted go too
    }

    void aMinusHidesAndAKindIsAWord() {
        const auto store = threeStreams();
        const RowTree tree = buildRowTree(*store);
        RowState state;
        state.filter = "kind:comm";
        QCOMPARE(shownNames(tree, state), (QStringList{"stream 9"}));
        state.filter = "kind:stream, -stream 9";
        QCOMPARE(shownNames(tree, state), (QStringList{"stream 7", "stream 11"}));
        QStringList all = shownNames(tree, {});
        all.removeAll("stream 9");
        state.filter = "-stream 9";
        QCOMPARE(shownNames(tree, state), all);
    }

    void aGroupSaysHowManyRowsAreHidden() {
        const auto store = threeStreams();
        const RowTree tree = buildRowTree(*store);
        RowState state;
        state.hidden.insert(tree.row(rowNamed(tree, "stream 9")).key);
        state.filter = "-stream 11";
        const RowLayout layout = layoutRows(tree, state);
        const auto group = tree.row(rowNamed(tree, "stream 7")).parent;
        QVERIFY(group && layout.find(*group));
        QCOMPARE(layout.find(*group)->hidden, 2u);
        QCOMPARE(layout.hiddenByUser, std::size_t{2});
    }

    void aRowMovesPastItsNeighbourAndStaysThere() {
        const auto store = threeStreams();
        const RowTree tree = buildRowTree(*store);
        RowState state;
        QStringList names = shownNames(tree, state);
        const auto at = names.indexOf("stream 9");
        QVERIFY(moveRow(tree, state, rowNamed(tree, "stream 9"), Move::Up));
        names.move(at, at - 1);
        QCOMPARE(shownNames(tree, state), names);
        QVERIFY(moveRow(tree, state, rowNamed(tree, "stream 9"), Move::Down));
        names.move(at - 1, at);
        QCOMPARE(shownNames(tree, state), names);
    }

    void theFirstDoesNotMoveUpAndTheLastNotDown() {
        const auto store = threeStreams();
        const RowTree tree = buildRowTree(*store);
        RowState state;
        const auto group = tree.row(rowNamed(tree, "stream 7")).parent;
        const auto units = orderedUnits(tree, state, group);
        QVERIFY(!moveRow(tree, state, units.back().front(), Move::Down));
        std::uint32_t firstShown = units.front().front();
        QVERIFY(!moveRow(tree, state, firstShown, Move::Up));
        QVERIFY(state.order.empty());
    }

    void aHiddenRowIsSteppedOverInOneMove() {
        const auto store = threeStreams();
        const RowTree tree = buildRowTree(*store);
        RowState state;
        const std::uint32_t seven = rowNamed(tree, "stream 7");
        const auto units = orderedUnits(tree, state, tree.row(seven).parent);
        QStringList order;
        for (const RowUnit& unit : units)
            if (tree.row(unit.front()).kind == RowKind::Stream)
                order << QString::fromStdString(tree.row(unit.front()).name);
        QCOMPARE(order.size(), 3);
        state.hidden.insert(tree.row(rowNamed(tree, qPrintable(order[1]))).key);
        QVERIFY(moveRow(tree, state, rowNamed(tree, qPrintable(order[0])), Move::Down));
        QCOMPARE(shownNames(tree, state).filter("stream"), (QStringList{order[2], order[0]}));
    }

    void aThreadTakesItsRuntimeCallsWithIt() {
        const auto store = threeStreams();
        const RowTree tree = buildRowTree(*store);
        RowState state;
        std::uint32_t runtime = 0;
        for (std::uint32_t i = 0; i < tree.rows().size(); ++i)
            if (tree.row(i).kind == RowKind::RuntimeCalls) runtime = i;
        QVERIFY(runtime > 0);
        QCOMPARE(tree.row(runtime).level, std::uint8_t{2});
        QVERIFY(moveRow(tree, state, runtime - 1, Move::Down));
        const RowLayout layout = layoutRows(tree, state);
        QCOMPARE(layout.placeOf[runtime], layout.placeOf[runtime - 1] + 1);
        QVERIFY(layout.placeOf[runtime - 1] > 1);
    }

    void theSelectionIsJoinedToItsLaunchAndForwardToBackward() {
        const auto store = storeOf("cpu_op fw 1/1 0..100\n"
                                   "cuda_runtime cudaLaunchKernel 1/1 10..20 corr=5\n"
                                   "cpu_op bw 1/2 200..300\n"
                                   "kernel k 0/7 130..140 corr=5 stream=7 device=0\n"
                                   "!s fwdbwd fwdbwd 1/1 0 id=3\n"
                                   "!f fwdbwd fwdbwd 1/2 200 id=3 bp=e\n");
        const SliceId fw = testing::sliceNamed(*store, "fw"), bw = testing::sliceNamed(*store, "bw");
        const SliceId call = testing::sliceNamed(*store, "cudaLaunchKernel"), k = testing::sliceNamed(*store, "k");
        const std::vector<Link> ofForward = linksOf(*store, fw);
        QCOMPARE(ofForward.size(), std::size_t{1});
        QCOMPARE(ofForward[0].from, fw);
        QCOMPARE(ofForward[0].to, bw);
        QCOMPARE(ofForward[0].kind, LinkKind::ForwardBackward);
        const std::vector<Link> ofKernel = linksOf(*store, k);
        QCOMPARE(ofKernel.size(), std::size_t{2});
        QCOMPARE(ofKernel[0].from, call);
        QCOMPARE(ofKernel[0].to, k);
        QCOMPARE(ofKernel[0].kind, LinkKind::Launch);
        QCOMPARE(QString::fromStdString(ofKernel[0].chip), QString("queued 120\u202fns"));
        QCOMPARE(ofKernel[1].from, fw); // the chain goes on, thinner
        QCOMPARE(ofKernel[1].to, bw);
        QCOMPARE(ofKernel[1].kind, LinkKind::Chain);
    }

    void aWaitForAnEventJoinsTheTwoStreams() {
        WorkStore work;
        work.call(0, 2, 1);
        work.call(3, 2, 2, "cudaEventRecord");
        work.call(6, 2, 3, "cudaStreamWaitEvent");
        work.call(9, 2, 4);
        const auto first = work.kernel(0, 7, 20, 30, WorkKind::Gemm, 1, "first");
        WorkStore::Event wait;
        wait.pid = "0";
        wait.tid = "9";
        wait.role = Role::GpuSync;
        wait.name = "Stream Wait Event";
        wait.start = 25;
        wait.duration = 27; // until 52
        wait.correlation = 3;
        wait.device = 0;
        wait.stream = 9;
        wait.args = {{ArgField::WaitStream, 7, {}}, {ArgField::WaitRecordCorrelation, 2, {}}};
        const auto waits = work.add(wait);
        const auto second = work.kernel(0, 9, 53, 10, WorkKind::Gemm, 4, "second");
        const auto store = work.build();
        for (const auto& slice : {work.row(waits), work.row(second)}) {
            const std::vector<Link> links = waitLinks(*store, slice);
            QCOMPARE(links.size(), std::size_t{2});
            QCOMPARE(links[0].from, work.row(first));
            QCOMPARE(links[0].to, work.row(waits));
            QCOMPARE(links[1].to, work.row(second));
            QCOMPARE(links[1].kind, LinkKind::EventWait);
        }
        QVERIFY(waitLinks(*store, work.row(first)).empty());
    }

    void allInViewAreDrawnOnlyWhileTheyAreFew() {
        for (const int kernels : {40, 41}) {
            WorkStore work;
            for (int i = 0; i < kernels; ++i) {
                work.call(i * 20 * kUs, kUs, static_cast<std::uint64_t>(i + 1));
                work.kernel(0, 7, (i * 20 + 10) * kUs, 10 * kUs, WorkKind::Gemm, static_cast<std::uint64_t>(i + 1));
            }
            const auto store = work.build();
            const RowTree tree = buildRowTree(*store);
            const RowState state;
            const RowLayout layout = layoutRows(tree, state);
            const BandData bands;
            ShortNames names(*store);
            TimelineView view;
            view.width = 1220;
            view.height = 600;
            view.scale = TimeScale(store->extent().begin, store->extent().begin, 1000.0, 1000); // 1 us per px
            const auto links = linksInView({*store, tree, layout, state, bands, names}, view);
            QCOMPARE(links.size(), static_cast<std::size_t>(kernels <= 40 ? 40 : 0));
            // Zoomed out to folded runs, there are none.
            view.scale = TimeScale(store->extent().begin, store->extent().begin, 20'000.0, 1000);
            QVERIFY(linksInView({*store, tree, layout, state, bands, names}, view).empty());
        }
    }

    void ofTooManyArrowsTheRestIsCountedAndSaid() {
        WorkStore work;
        const auto call = work.call(0, 5 * kUs, 1, "cudaGraphLaunch");
        for (int i = 0; i < 163; ++i) work.kernel(0, 7, (10 + 2 * i) * kUs, kUs, WorkKind::Gemm, 1);
        const auto store = work.build();
        const LinkSet set = linkSetOf(*store, work.row(call));
        QCOMPARE(set.links.size(), std::size_t{40});
        QCOMPARE(set.left, std::size_t{123});
        const Pane pane(*store, 1000.0, 1220);
        OverlayState over;
        over.links = set.links;
        over.linksLeft = set.left;
        const Scene scene = pane.overlay(over);
        std::size_t arrows = 0;
        QStringList words;
        for (const Layer& layer : scene.layers) {
            arrows += layer.arrows.size();
            for (const Label& label : layer.labels) words << QString::fromStdString(label.text);
        }
        QCOMPARE(arrows, std::size_t{40});
        QVERIFY(words.contains("+123 arrows not drawn"));
        // All in view: none is drawn, all are counted.
        const Pane near(*store, 250.0, 1720);
        const LinkSet inView = linkSetInView(near.data(), near.view);
        QVERIFY(inView.links.empty());
        QCOMPARE(inView.left, std::size_t{163});
    }

    void aCollectiveIsJoinedToItselfOnOtherDevices() {
        WorkStore work;
        const auto reduce = [&](std::int64_t device, std::int64_t start, std::int64_t seq, const char* group) {
            WorkStore::Event event;
            event.pid = std::to_string(device);
            event.tid = "20";
            event.role = Role::Kernel;
            event.kind = WorkKind::Communication;
            event.name = "ncclDevKernel_AllReduce_Sum_f32_RING_LL";
            event.start = start * kUs;
            event.duration = 50 * kUs;
            event.device = device;
            event.stream = 20;
            event.args = {{ArgField::CollectiveName, 0, "allreduce"},
                          {ArgField::GroupName, 0, group},
                          {ArgField::CollectiveSeq, seq, {}}};
            return work.add(event);
        };
        const auto first = reduce(0, 100, 5, "0");
        const auto same = reduce(1, 110, 5, "0");
        reduce(1, 200, 6, "0"); // the next one
        reduce(2, 100, 5, "1"); // of another group
        const auto third = reduce(3, 90, 5, "0");
        const auto store = work.build();
        const std::vector<Link> links = collectiveLinks(*store, work.row(first));
        QCOMPARE(links.size(), std::size_t{2});
        for (const Link& link : links) {
            QCOMPARE(link.kind, LinkKind::Collective);
            QCOMPARE(link.from, work.row(first));
        }
        QVERIFY(links[0].to == work.row(same) || links[0].to == work.row(third));
        QVERIFY(links[1].to == work.row(same) || links[1].to == work.row(third));
        QVERIFY(links[0].to != links[1].to);
        // Two lines each: from start to start and from end to end.
        const Pane pane(*store, 1000.0, 1220);
        OverlayState over;
        over.links = links;
        const Scene scene = pane.overlay(over);
        QStringList ends;
        for (const Layer& layer : scene.layers)
            for (const Line& line : layer.lines)
                if (line.stroke == Stroke::Dash43)
                    ends << QStringLiteral("%1-%2").arg(line.x1 - pane.at(0)).arg(line.x2 - pane.at(0));
        ends.sort();
        QCOMPARE(ends, (QStringList{"100-110", "100-90", "150-140", "150-160"}));
    }
};

QTEST_APPLESS_MAIN(TestRowsChosen)
#include "tst_rows_chosen.moc"
