// What the details card and the import report say, over small traces written by hand.
#include "tests/support/trace_dsl.h"
#include "widgets/models/args_tree.h"
#include "widgets/models/import_report.h"
#include "widgets/models/name_search.h"
#include "widgets/models/selection_facts.h"

#include <QTest>

#include <algorithm>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

constexpr const char* kTrace = R"(
python_function train.py(10):main 1/2 0..5000
cpu_op aten::mm 1/2 100..600
cuda_runtime cudaLaunchKernel 1/2 200..250 corr=5
kernel gemm_kernel 0/7 1450..1950 corr=5 stream=7
kernel gemm_kernel 0/7 2000..2100 stream=7
kernel gemm_kernel 0/7 2200..2250 stream=7
)";

models::SelectionFacts factsAt(const TraceStore& store, std::int64_t start) {
    ShortNames names(store);
    for (std::uint32_t row = 0; row < store.slices().size(); ++row)
        if (store.slices().start[row] == start)
            return models::selectionFacts(store, names, SliceId{row}, rankTime(1000), "step 3");
    return {};
}

// JSON with single quotes for readability.
std::string json(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

QString fact(const models::SelectionFacts& facts, const QString& label) {
    for (const models::Fact& f : facts.facts)
        if (f.label == label) return f.exact.isEmpty() ? f.value : f.exact;
    return "missing";
}

} // namespace

class TestDetailsModels : public QObject {
    Q_OBJECT
private slots:
    void aKernelTellsItsTimesAndItsWaiting() {
        const auto store = storeOf(kTrace);
        const auto facts = factsAt(*store, 1450);
        QCOMPARE(facts.shortName, QString("gemm_kernel"));
        QCOMPARE(facts.kindText, QString("GEMM, stream 7"));
        QCOMPARE(fact(facts, "duration"), QString("500 ns"));
        QCOMPARE(fact(facts, "start in step 3"), QString("450 ns"));
        QCOMPARE(fact(facts, "start, file"), QString("1450 ns"));
        QCOMPARE(fact(facts, "end, file"), QString("1950 ns"));
        QCOMPARE(fact(facts, "queue delay"), QString("1250 ns"));  // 1450 - 200
        QCOMPARE(fact(facts, "launch delay"), QString("1200 ns")); // 1450 - 250
        QCOMPARE(fact(facts, "launch call"), QString("50 ns"));
        QCOMPARE(fact(facts, "correlation"), QString("5"));
    }

    void theChainLeadsFromKernelToFrame() {
        const auto store = storeOf(kTrace);
        const auto facts = factsAt(*store, 1450);
        QStringList what;
        for (const auto& link : facts.comesFrom) what << link.what;
        QCOMPARE(what, (QStringList{"launch", "operator", "frame"}));
        QCOMPARE(count(store->start(facts.comesFrom[0].slice)), 200);
        QCOMPARE(facts.stack, (std::vector<QString>{"train.py(10):main"}));
        const auto call = factsAt(*store, 200);
        QCOMPARE(call.startsTotal, std::size_t{1});
        QCOMPARE(count(store->start(call.starts[0].slice)), 1450);
        QVERIFY(factsAt(*store, 2000).comesFrom.empty()); // no launch was recorded
    }

    void aBaseTimeGivesTheAbsoluteTime() {
        DslOptions options;
        options.info.baseTimeNs = 1'000'000'000'000'000'000; // 2001-09-09 01:46:40 UTC
        const auto store = storeOf(kTrace, options);
        const auto facts = factsAt(*store, 1450);
        for (const models::Fact& f : facts.facts)
            if (f.label == "absolute") {
                QCOMPARE(f.value, QString("2001-09-09 01:46:40.000001450 UTC"));
                QCOMPARE(f.exact, QString("1000000000000001450 ns"));
                return;
            }
        QFAIL("no absolute time");
    }

    void durationsOfOneNameAreRanked() {
        const auto store = storeOf(kTrace);
        const QString thin(QChar(0x202f));
        // 50, 100, 500: the middle one is the median, the largest the 95th percentile; 100 stands at 2 of 3.
        for (std::uint32_t row = 0; row < store->slices().size(); ++row)
            if (store->slices().start[row] == 2000)
                QCOMPARE(models::sameNameText(*store, SliceId{row}),
                         QString("3 of this name: p50 100%1ns, p95 500%1ns, this one at p66").arg(thin));
        QCOMPARE(models::sameNameText(*store, sliceNamed(*store, "aten::mm")), QString("the only one of this name"));
    }

    void argumentsBecomeATreeWithEveryDigit() {
        const auto tree = models::argTree(json("{'name':'k','args':{'grid':[16,8,32],'External id':9007199254740993,"
                                               "'nested':{'a':true,'b':'text'},'api_token':'hf_abc'}}"));
        QVERIFY(tree.problem.isEmpty());
        QCOMPARE(tree.nodes.size(), std::size_t{4});
        QCOMPARE(tree.nodes[0].value, QString("[16,8,32]"));
        QCOMPARE(tree.nodes[1].value, QString("9007199254740993"));
        QCOMPARE(tree.nodes[2].children.size(), std::size_t{2});
        QCOMPARE(tree.nodes[2].children[0].value, QString("true"));
        QVERIFY(!tree.nodes[3].value.contains("hf_abc"));
        QVERIFY(models::argText(tree.nodes).contains("nested: \n  a: true\n"));
    }

    void secretsAndTheEnvironmentAreNotShownWhereverTheyStand() {
        const auto tree = models::argTree(
            json("{'name':'k','args':{'env':{'A':'valueone'},'Environ':['valueone'],'cmd':'run HF_TOKEN=valueone x',"
                 "'list':['AWS_SECRET_KEY=valueone'],'environment_name':'kept'}}"));
        const QString text = models::argText(tree.nodes);
        QVERIFY2(!text.contains("valueone"), qPrintable(text));
        QVERIFY(text.contains("environment_name: kept") && text.count("not shown") == 4);
    }

    void anEventThatIsNoJsonSaysSo() {
        const auto tree = models::argTree(json("{'name':'a'b','args':{}}"));
        QVERIFY(tree.nodes.empty());
        QVERIFY(tree.problem.startsWith("the event is not clean JSON"));
        QCOMPARE(models::argTree(json("{'name':'a'}")).problem, QString("this event has no arguments"));
    }

    void searchIgnoresCaseAndWalksInTime() {
        const auto store = storeOf(kTrace);
        RunContext context;
        const auto hits = models::findHits(*store, "GEMM", context);
        QVERIFY(hits.ok());
        QCOMPARE(hits->byTime.size(), std::size_t{3});
        QVERIFY(std::is_sorted(hits->byRow.begin(), hits->byRow.end()));
        QCOMPARE(count(store->start(hits->byTime[0])), 1450);
        QCOMPARE(models::hitFrom(*store, *hits, 1451), std::optional<std::size_t>(1));
        QCOMPARE(models::hitFrom(*store, *hits, 99'999), std::optional<std::size_t>(0)); // round again
        const auto bad = models::findHits(*store, "/a(b/", context);
        QVERIFY(!bad.ok());
        QCOMPARE(bad.error().code, ErrorCode::Usage);
    }

    void theImportReportPutsLossesFirst() {
        auto batches = batchesOf(kTrace);
        batches.batches[0].oddities.add(OddityKind::TrailingComma, 40, {}, 9);
        batches.batches[0].oddities.add(OddityKind::BadEvent, 70, "cut", 1);
        batches.batches[0].oddities.add(OddityKind::TsIsString, 20, {}, 2);
        TraceBuilder builder{BuildOptions{}};
        for (const RawBatch& batch : batches.batches) builder.consume(batch);
        builder.finish({}, {});
        RunContext context;
        const auto store = builder.takeStore(context);
        QVERIFY(store.ok());
        const auto report = models::importReport(**store, 2310, false);
        QVERIFY(report.rows.size() >= 3);
        for (std::size_t i = 1; i < report.rows.size(); ++i) {
            const auto order = [](Severity s) { return s == Severity::Missing ? 0 : s == Severity::Repaired ? 1 : 2; };
            QVERIFY(order(report.rows[i - 1].severity) <= order(report.rows[i].severity));
        }
        QCOMPARE(report.rows[0].kind, OddityKind::BadEvent);
        QCOMPARE(report.rows[0].samples[0].offset, std::uint64_t{70});
        QVERIFY(report.facts.contains("2.31"));
        QVERIFY(models::importMarkdown(report).contains("| what was found | count |"));
        QVERIFY(!models::importMarkdown(report).contains("corrupt"));
    }

    void aByteOffsetLeadsToItsEvent() {
        const auto store = storeOf(kTrace);
        const SliceId mm = sliceNamed(*store, "aten::mm");
        const std::uint64_t at = store->eventOffset(mm);
        QCOMPARE(models::sliceAtOffset(*store, at), std::optional(mm));
        QCOMPARE(models::sliceAtOffset(*store, at + 3), std::optional(mm)); // in the middle of the event
        QVERIFY(!models::sliceAtOffset(*store, 0));
    }
};

QTEST_APPLESS_MAIN(TestDetailsModels)
#include "tst_details_models.moc"
