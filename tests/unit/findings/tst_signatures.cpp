// Signatures on traces of a few events by hand: exact costs, and claims that are lowered when something is missing.
#include "core/analysis/findings/find_findings.h"
#include "core/analysis/signatures/signatures.h"
#include "tests/support/findings_case.h"
#include "tests/support/work_store.h"

#include <QTest>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

constexpr std::int64_t kMs = 1'000'000;

FindingsResult judged(const TraceStore& store) {
    RunContext context;
    return findFindings(store, {}, context).value();
}

enum class Steps : std::uint8_t { None, Three };

// Three stretches of 10 ms: a kernel of 6 ms, then a wait in which the GPU ends, 2 ms of idle time, a kernel of 2 ms.
// The wait takes 1.5 ms of the gap, the host's own work the rest until the launch.
void addSyncStalls(WorkStore& events, Steps steps) {
    for (std::int64_t i = 0; i < 3; ++i) {
        const std::int64_t at = i * 10 * kMs;
        if (steps == Steps::Three) events.step(i + 1, at, 10 * kMs);
        const auto id = static_cast<std::uint64_t>(2 * i + 1);
        events.call(at, 1000, id);
        events.kernel(0, 7, at + 10'000, 6 * kMs - 10'000, WorkKind::Gemm, id);
        events.op("aten::item", at + 2 * kMs, 5 * kMs + 600'000);
        events.call(at + 2 * kMs + 1000, 5 * kMs + 499'000, 0, "cudaStreamSynchronize"); // until 7.5 ms
        events.call(at + 8 * kMs - 2000, 1000, id + 1);
        events.kernel(0, 7, at + 8 * kMs, 2 * kMs, WorkKind::Gemm, id + 1);
    }
}

std::int64_t evidenceNs(const Finding& f, std::string_view id) {
    for (const Evidence& e : f.evidence)
        if (e.id == id) return std::get<std::int64_t>(e.value);
    return -1;
}

std::string evidenceWord(const Finding& f, std::string_view id) {
    for (const Evidence& e : f.evidence)
        if (e.id == id) return std::get<std::string>(e.value);
    return {};
}

} // namespace

class SignaturesTest : public QObject {
    Q_OBJECT
private slots:
    void aRepeatedWaitCostsItsGaps() {
        WorkStore events;
        addSyncStalls(events, Steps::Three);
        const auto store = events.build();
        const FindingsResult result = judged(*store);
        QCOMPARE(result.findings.size(), std::size_t{1});
        const Finding& f = result.findings[0];
        QCOMPARE(f.signature->id, std::string_view("sync-stalls"));
        QCOMPARE(f.confidence, Confidence::Confirmed);
        QCOMPARE(f.costNs, 6 * kMs);
        QCOMPARE(f.costPerStepNs, 2 * kMs);
        QCOMPARE(f.costPerWindowNs, (std::vector<std::int64_t>{2 * kMs, 2 * kMs, 2 * kMs}));
        QCOMPARE(f.ranges, (std::vector<Interval>{{6 * kMs, 8 * kMs}, {16 * kMs, 18 * kMs}, {26 * kMs, 28 * kMs}}));
        QCOMPARE(evidenceWord(f, "cause"), std::string("cudaStreamSynchronize"));
        QCOMPARE(evidenceWord(f, "operator"), std::string("aten::item"));
    }
    void withoutStepsItIsNotConfirmed() {
        WorkStore events;
        addSyncStalls(events, Steps::None);
        const auto store = events.build();
        const FindingsResult result = judged(*store);
        const Finding* f = findingCalled(result, "sync-stalls");
        QVERIFY(f != nullptr);
        QCOMPARE(f->confidence, Confidence::Likely);
        QCOMPARE(f->costNs, 6 * kMs);
        QVERIFY(f->lowered.front().find("no step markers") != std::string::npos);
        QCOMPARE(std::string(result.notes.front().id), std::string("no_steps"));
    }
    void onlyWarmupStepsMakeItPossibleAtMost() {
        WorkStore events;
        addSyncStalls(events, Steps::Three);
        for (const std::int64_t step : {1, 2, 3}) events.markWarmup(step);
        const auto store = events.build();
        const FindingsResult result = judged(*store);
        const Finding* f = findingCalled(result, "sync-stalls");
        QVERIFY(f != nullptr);
        QCOMPARE(f->confidence, Confidence::Possible);
    }
    void aWarmupStepHasNoPartInTheCost() {
        WorkStore events;
        addSyncStalls(events, Steps::Three);
        events.markWarmup(1);
        const auto store = events.build();
        const FindingsResult result = judged(*store);
        const Finding* f = findingCalled(result, "sync-stalls");
        QVERIFY(f != nullptr);
        QCOMPARE(f->costNs, 4 * kMs);
        QCOMPARE(f->ranges.size(), std::size_t{2});
        QCOMPARE(result.countedWindows, std::size_t{2});
    }
    void aHigherLimitHidesIt() {
        WorkStore events;
        addSyncStalls(events, Steps::Three);
        const auto store = events.build();
        RunContext context;
        FindingOptions options;
        QVERIFY(options.thresholds.set("cost.min_share=21%").ok());
        const FindingsResult result = findFindings(*store, options, context).value();
        QVERIFY(findingCalled(result, "sync-stalls") == nullptr);
    }
    void idleTimeThatNothingExplainsIsListed() {
        WorkStore events; // a late launch of 2 ms between kernels of 4 ms
        events.call(0, 1000, 1);
        events.kernel(0, 7, 2000, 4 * kMs, WorkKind::Gemm, 1);
        events.call(6 * kMs, 1000, 2);
        events.kernel(0, 7, 6 * kMs + 2000, 4 * kMs, WorkKind::Gemm, 2);
        const auto store = events.build();
        const FindingsResult result = judged(*store);
        QVERIFY(result.findings.empty());
        QCOMPARE(result.unexplained.size(), std::size_t{1});
        QCOMPARE(result.unexplained[0].idlePerStepNs, 2 * kMs);
        QCOMPARE(result.unexplained[0].parts.front().first, IdlePart::LateLaunch);
    }
    void exposedCommunicationCostsWhatComputeDoesNotHide() {
        WorkStore events;
        for (std::int64_t i = 0; i < 3; ++i) {
            const std::int64_t at = i * 10 * kMs;
            events.step(i + 1, at, 10 * kMs);
            const auto id = static_cast<std::uint64_t>(3 * i + 1);
            events.op("autograd::engine::evaluate_function: MmBackward0", at, 100'000, "2");
            events.call(at + 1000, 1000, id, "cudaLaunchKernel", "2");
            events.kernel(0, 7, at + 3000, 6 * kMs, WorkKind::Gemm, id);
            events.call(at + 10'000, 1000, id + 1, "cudaLaunchKernel", "2");
            // 1 ms of it beside compute, 3 ms alone
            events.kernel(0, 20, at + 5 * kMs + 3000, 4 * kMs, WorkKind::Communication, id + 1, "ncclKernel_AllReduce");
            events.call(at + 20'000, 1000, id + 2);
            events.kernel(0, 7, at + 9 * kMs + 3000, kMs - 3000, WorkKind::Optimizer, id + 2);
        }
        const auto store = events.build();
        const FindingsResult result = judged(*store);
        const Finding* f = findingCalled(result, "unoverlapped-allreduce");
        QVERIFY(f != nullptr);
        QCOMPARE(f->costNs, 9 * kMs);
        QCOMPARE(f->costPerStepNs, 3 * kMs);
        QCOMPARE(f->confidence, Confidence::Likely); // no sizes: no bus rate that shows a transfer
        QCOMPARE(evidenceWord(*f, "kind"), std::string("all_reduce"));
    }
    void theRankThatAlwaysComesLastIsTheStraggler() {
        // Twelve all-reduces; rank 1 comes 1 ms late to each. Clocks are a second apart.
        std::vector<std::shared_ptr<const TraceStore>> stores;
        for (const std::int64_t rank : {0, 1}) {
            WorkStore events;
            const std::int64_t clock = rank * 1'000 * kMs;
            for (std::int64_t i = 0; i < 12; ++i) {
                const std::int64_t at = clock + i * 4 * kMs, late = rank * kMs;
                events.kernel(0, 7, at, kMs + late, WorkKind::Gemm);
                events.kernel(0, 20, at + kMs + late, 2 * kMs - late, WorkKind::Communication, 0,
                              "ncclKernel_AllReduce");
            }
            stores.push_back(events.build());
        }
        std::vector<RankInput> ranks{{0, stores[0].get(), {}}, {1, stores[1].get(), {}}};
        RunContext context;
        const auto results = findFindings(ranks, {}, context).value();
        for (const std::size_t rank : {0U, 1U}) {
            const Finding* f = findingCalled(results[rank], "straggler");
            QVERIFY(f != nullptr);
            QCOMPARE(evidenceNs(*f, "rank"), 1);
            QCOMPARE(evidenceNs(*f, "matched"), 12);
            QCOMPARE(evidenceNs(*f, "own_wait"), rank == 0 ? 12 * kMs : 0);
            QCOMPARE(evidenceNs(*f, "others_wait"), 12 * kMs);
        }
        QCOMPARE(findingCalled(results[0], "straggler")->costNs,
                 12 * kMs); // the 12 ms that it waits with nothing to do
    }
    void equalRanksHaveNoStraggler() {
        WorkStore events;
        for (std::int64_t i = 0; i < 12; ++i) {
            events.kernel(0, 7, i * 4 * kMs, 3 * kMs, WorkKind::Gemm);
            events.kernel(0, 20, i * 4 * kMs + 3 * kMs, kMs, WorkKind::Communication, 0, "ncclKernel_AllReduce");
        }
        const auto store = events.build();
        std::vector<RankInput> ranks{{0, store.get(), {}}, {1, store.get(), {}}};
        RunContext context;
        const auto results = findFindings(ranks, {}, context).value();
        for (const FindingsResult& result : results) QVERIFY(findingCalled(result, "straggler") == nullptr);
    }
    void aTraceWithoutGpuWorkSaysSoAndFindsNothing() {
        WorkStore events;
        events.op("aten::mm", 0, 1000);
        const auto store = events.build();
        const FindingsResult result = judged(*store);
        QVERIFY(result.findings.empty());
        QCOMPARE(std::string(result.notes.front().id), std::string("no_gpu_work"));
    }
    void everySignatureCanBeFoundById() {
        for (const SignatureInfo& s : builtinSignatures()) QCOMPARE(findSignature(s.id), &s);
        QVERIFY(findSignature("no-such") == nullptr);
    }
};

QTEST_APPLESS_MAIN(SignaturesTest)
#include "tst_signatures.moc"
