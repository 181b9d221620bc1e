// Each kind shows its own signature in its own answers, in proportion to its strength, and nothing else; the parts of
// every window add up.
#include "core/synth/synth.h"
#include "tests/support/synth_case.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

synth::SynthOptions optionsOf(const std::string& kind, double strength = 1, std::uint64_t seed = 1) {
    synth::SynthOptions o;
    o.kind = kind;
    o.strength = strength;
    o.seed = seed;
    o.ranks = 0;
    return o;
}

double share(const Json& figures, const char* part) {
    return static_cast<double>(numberAt(figures, part)) / static_cast<double>(numberAt(figures, "wall_ns"));
}

const Json& device(const Json& answers) { return at(answers, "devices 0"); }
const Json& whole(const Json& answers) { return at(answers, "devices 0 whole"); }

std::int64_t sumOf(const Json& object) {
    std::int64_t sum = 0;
    for (const auto& [key, value] : object.members()) sum += *value.asInteger();
    return sum;
}

QString problemWith(const Json& f) {
    const auto n = [&](const char* key) { return numberAt(f, key); };
    const std::int64_t wall = n("wall_ns");
    if (n("window_ns 1") - n("window_ns 0") != wall) return "window";
    if (n("gpu_busy_ns") + n("idle_ns") != wall) return "busy + idle";
    if (n("compute_ns") + n("exposed_comm_ns") + n("exposed_mem_ns") + n("idle_ns") != wall) return "parts";
    if (n("comm_ns") - n("overlap_ns") != n("exposed_comm_ns")) return "communication";
    if (n("launch_gap_ns") + n("mid_gap_ns") + n("large_gap_ns") + n("head_idle_ns") + n("tail_idle_ns") !=
        n("idle_ns"))
        return "gaps";
    return {};
}

} // namespace

class SynthPathologiesTest : public QObject {
    Q_OBJECT
private slots:
    void thePartsOfEveryWindowAddUp_data();
    void thePartsOfEveryWindowAddUp();
    void aHealthyTrainingKeepsTheGpuBusy();
    void noStrengthIsHealthy_data();
    void noStrengthIsHealthy();
    void eachPathologyIsNamedAndNothingElse_data();
    void eachPathologyIsNamedAndNothingElse();
    void moreStrengthCostsMore_data();
    void moreStrengthCostsMore();
    void aLaunchBoundStepIsMostlyLaunchGaps();
    void anInputStarvedStepStartsWithAHole();
    void syncsInsideTheStepDrainTheQueueEachTime();
    void allocatorCallsStallEverySteadyStep();
    void deferredAllReduceIsExposedAfterTheBackwardPass();
    void memoryBoundKernelsFillABusyGpu();
    void pipelineBubblesFollowTheNumberOfMicrobatches();
    void aMixtureShowsBoth();
    void decodeStepsReplayOneGraphEach();
};

void SynthPathologiesTest::thePartsOfEveryWindowAddUp_data() {
    QTest::addColumn<QString>("kind");
    for (const synth::KindInfo& k : synth::kinds())
        QTest::newRow(std::string(k.id).c_str()) << QString::fromStdString(std::string(k.id));
}

void SynthPathologiesTest::thePartsOfEveryWindowAddUp() {
    QFETCH(QString, kind);
    const SynthCase c(optionsOf(kind.toStdString()));
    QVERIFY2(c.error.empty(), c.error.c_str());
    for (std::size_t r = 0; r < c.files.size(); ++r) {
        const Json answers = c.answers(r);
        QCOMPARE(problemWith(whole(answers)), QString());
        QCOMPARE(sumOf(at(device(answers), "idle_owner_ns")), numberAt(whole(answers), "idle_ns"));
        QCOMPARE(sumOf(at(device(answers), "idle_part_ns")), numberAt(whole(answers), "idle_ns"));
        std::int64_t count = 0;
        for (const Json& k : at(answers, "kernels").elements()) count += numberAt(k, "count");
        QCOMPARE(count, numberAt(answers, "file categories kernel"));
        for (const Json& step : at(device(answers), "steps").elements()) {
            QCOMPARE(problemWith(at(step, "by_window")), QString());
            QCOMPARE(problemWith(at(step, "by_launch")), QString());
            QCOMPARE(sumOf(at(step, "idle_owner_ns")), numberAt(step, "by_window idle_ns"));
            QCOMPARE(sumOf(at(step, "idle_part_ns")), numberAt(step, "by_window idle_ns"));
        }
    }
}

void SynthPathologiesTest::aHealthyTrainingKeepsTheGpuBusy() {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const SynthCase c(optionsOf("healthy", 1, seed));
        const Json answers = c.answers();
        QVERIFY(share(whole(answers), "gpu_busy_ns") > 0.97);
        QVERIFY(share(whole(answers), "exposed_comm_ns") < 0.03);
        QVERIFY(share(whole(answers), "comm_ns") > 0.15); // there is communication to hide
        for (const Json& step : at(device(answers), "steps").elements())
            QVERIFY(share(at(step, "by_window"), "gpu_busy_ns") > 0.95);
        QCOMPARE(textsAt(answers, "expected"), std::vector<std::string>{"healthy"});
        const std::string text = c.text();
        QVERIFY(text.find("\"cudaMalloc\"") == std::string::npos);
        QVERIFY(text.find("\"cudaStreamSynchronize\"") == std::string::npos);
    }
}

void SynthPathologiesTest::noStrengthIsHealthy_data() {
    QTest::addColumn<QString>("kind");
    for (const synth::KindInfo& k : synth::kinds())
        if (k.id != "graph-replay-decode")
            QTest::newRow(std::string(k.id).c_str()) << QString::fromStdString(std::string(k.id));
}

void SynthPathologiesTest::noStrengthIsHealthy() {
    QFETCH(QString, kind);
    const Json healthy = SynthCase(optionsOf("healthy")).answers();
    const SynthCase c(optionsOf(kind.toStdString(), 0));
    for (std::size_t r = 0; r < c.files.size(); ++r) {
        const Json answers = c.answers(r);
        QCOMPARE(textsAt(answers, "expected"), std::vector<std::string>{"healthy"});
        for (const char* part : {"gpu_busy_ns", "compute_ns", "exposed_comm_ns", "idle_ns"})
            QVERIFY2(std::abs(share(whole(answers), part) - share(whole(healthy), part)) < 0.03, part);
        QVERIFY(at(answers, "ranks straggler").isNull());
        QVERIFY(at(answers, "ranks straggler_by_rule").isNull());
    }
}

void SynthPathologiesTest::eachPathologyIsNamedAndNothingElse_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<double>("strength");
    QTest::addColumn<int>("seed");
    for (const char* kind : {"launch-bound", "input-starvation", "sync-stalls", "allocator-stalls",
                             "unoverlapped-allreduce", "memory-bound", "straggler", "pipeline-bubbles"})
        for (const double strength : {0.5, 1.0, 2.0})
            for (const int seed : {1, 2, 3})
                QTest::newRow(
                    qPrintable(QStringLiteral("%1 at %2, seed %3").arg(QLatin1String(kind)).arg(strength).arg(seed)))
                    << kind << strength << seed;
}

void SynthPathologiesTest::eachPathologyIsNamedAndNothingElse() {
    QFETCH(QString, kind);
    QFETCH(double, strength);
    QFETCH(int, seed);
    const SynthCase c(optionsOf(kind.toStdString(), strength, static_cast<std::uint64_t>(seed)));
    for (std::size_t r = 0; r < c.files.size(); ++r) {
        const Json answers = c.answers(r);
        QCOMPARE(textsAt(answers, "expected"), std::vector<std::string>{kind.toStdString()});
        const Json& finding = at(answers, "findings 0");
        std::int64_t sum = 0;
        for (const Json& ns : at(finding, "cost_ns_per_step").elements()) sum += *ns.asInteger();
        QCOMPARE(sum, numberAt(finding, "cost_ns"));
        for (const Json& range : at(finding, "ranges_ns").elements())
            QVERIFY(numberAt(range, "0") < numberAt(range, "1"));
    }
}

void SynthPathologiesTest::moreStrengthCostsMore_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("seed");
    for (const char* kind : {"launch-bound", "input-starvation", "sync-stalls", "allocator-stalls",
                             "unoverlapped-allreduce", "memory-bound", "straggler", "pipeline-bubbles"})
        for (const int seed : {1, 2, 3})
            QTest::newRow(qPrintable(QStringLiteral("%1, seed %2").arg(QLatin1String(kind)).arg(seed))) << kind << seed;
}

void SynthPathologiesTest::moreStrengthCostsMore() {
    QFETCH(QString, kind);
    QFETCH(int, seed);
    const auto costShare = [&](double s) {
        synth::SynthOptions o = optionsOf(kind.toStdString(), s, static_cast<std::uint64_t>(seed));
        if (kind == "straggler") {
            o.straggler = 2; // the answers of rank 0 tell how long it waited
            o.cause = "slow-compute";
        }
        const Json a = SynthCase(o).answers();
        return static_cast<double>(numberAt(a, "findings 0 cost_ns")) /
               static_cast<double>(numberAt(whole(a), "wall_ns"));
    };
    double before = costShare(0.1);
    for (const double strength : {0.4, 1.0, 2.0}) {
        const double now = costShare(strength);
        QVERIFY(now > before);
        before = now;
    }
}

void SynthPathologiesTest::aLaunchBoundStepIsMostlyLaunchGaps() {
    const Json answers = SynthCase(optionsOf("launch-bound")).answers();
    for (const Json& step : at(device(answers), "steps").elements()) {
        QVERIFY(share(at(step, "by_window"), "launch_gap_ns") > 0.3);
        QVERIFY(numberAt(step, "by_window launch_gap_count") > 100);
        QVERIFY(numberAt(step, "idle_owner_ns late_launch") > numberAt(step, "by_window idle_ns") * 8 / 10);
    }
}

void SynthPathologiesTest::anInputStarvedStepStartsWithAHole() {
    const Json answers = SynthCase(optionsOf("input-starvation")).answers();
    const auto& ranges = at(answers, "findings 0 ranges_ns").elements();
    const auto& steps = at(device(answers), "steps").elements();
    QCOMPARE(ranges.size(), steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::int64_t begin = numberAt(steps[i], "by_window window_ns 0");
        const std::int64_t wall = numberAt(steps[i], "by_window wall_ns");
        // the hole lies around the boundary: it has begun by the first tenth of the step and ends well inside it
        QVERIFY(numberAt(ranges[i], "0") < begin + wall / 10);
        QVERIFY(numberAt(ranges[i], "1") > begin + wall / 5);
        QVERIFY(numberAt(steps[i], "idle_part_ns data_loading") > wall / 5);
    }
}

void SynthPathologiesTest::syncsInsideTheStepDrainTheQueueEachTime() {
    const SynthCase c(optionsOf("sync-stalls"));
    const Json answers = c.answers();
    const auto& ranges = at(answers, "findings 0 ranges_ns").elements();
    const std::size_t steps = at(device(answers), "steps").elements().size();
    QCOMPARE(ranges.size(), steps * 24); // three after each of eight layers
    const std::string text = c.text();
    std::size_t calls = 0;
    for (std::size_t p = text.find("\"cudaStreamSynchronize\""); p != std::string::npos;
         p = text.find("\"cudaStreamSynchronize\"", p + 1))
        ++calls;
    QCOMPARE(calls, ranges.size());
}

void SynthPathologiesTest::allocatorCallsStallEverySteadyStep() {
    const SynthCase c(optionsOf("allocator-stalls"));
    const Json answers = c.answers();
    for (const Json& step : at(device(answers), "steps").elements())
        QVERIFY(numberAt(step, "idle_part_ns allocation") * 10 > numberAt(step, "by_window wall_ns"));
    QVERIFY(c.text().find("\"cudaFree\"") != std::string::npos);
}

void SynthPathologiesTest::deferredAllReduceIsExposedAfterTheBackwardPass() {
    const Json answers = SynthCase(optionsOf("unoverlapped-allreduce")).answers();
    QVERIFY(share(whole(answers), "exposed_comm_ns") > 0.2);
    QVERIFY(numberAt(whole(answers), "overlap_ns") * 10 < numberAt(whole(answers), "comm_ns") * 3);
    QCOMPARE(at(answers, "findings 0 ranges_ns").elements().size(), at(device(answers), "steps").elements().size());
}

void SynthPathologiesTest::memoryBoundKernelsFillABusyGpu() {
    const Json answers = SynthCase(optionsOf("memory-bound")).answers();
    QVERIFY(share(whole(answers), "gpu_busy_ns") > 0.97);
    std::int64_t memoryNs = 0, allNs = 0;
    for (const Json& k : at(answers, "kernels").elements()) {
        const std::string& name = *at(k, "name").asText();
        allNs += numberAt(k, "total_ns");
        const bool passes = name.find("elementwise") != std::string::npos || name.find("SoftMax") != std::string::npos;
        if (passes) memoryNs += numberAt(k, "total_ns");
    }
    QVERIFY(memoryNs * 2 > allNs);
}

void SynthPathologiesTest::pipelineBubblesFollowTheNumberOfMicrobatches() {
    for (const double strength : {0.25, 0.5, 1.0}) {
        const Json answers = SynthCase(optionsOf("pipeline-bubbles", strength)).answers();
        const double ideal = static_cast<double>(numberAt(answers, "ranks ideal_bubble_permille")) / 1000;
        const double waited = static_cast<double>(numberAt(answers, "findings 0 cost_ns")) /
                              static_cast<double>(numberAt(whole(answers), "wall_ns"));
        QVERIFY2(std::abs(waited - ideal) < 0.08, qPrintable(QString("%1 for %2").arg(waited).arg(ideal)));
    }
}

void SynthPathologiesTest::aMixtureShowsBoth() {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const Json answers = SynthCase(optionsOf("mixture", 1, seed)).answers();
        QCOMPARE(textsAt(answers, "expected").size(), std::size_t{2});
        QVERIFY(numberAt(answers, "findings 0 cost_ns") >= numberAt(answers, "findings 1 cost_ns"));
    }
    const Json chosen = SynthCase(optionsOf("sync-stalls+memory-bound")).answers();
    auto ids = textsAt(chosen, "expected");
    std::sort(ids.begin(), ids.end());
    QCOMPARE(ids, (std::vector<std::string>{"memory-bound", "sync-stalls"}));
}

void SynthPathologiesTest::decodeStepsReplayOneGraphEach() {
    const SynthCase c(optionsOf("graph-replay-decode"));
    const Json answers = c.answers();
    const auto& phases = at(answers, "phases").elements();
    QCOMPARE(phases.size(), std::size_t{34});
    int prefills = 0;
    for (const Json& p : phases) {
        const bool prefill = *at(p, "phase").asText() == "prefill";
        prefills += prefill ? 1 : 0;
        QCOMPARE(numberAt(p, "graph_kernels"), prefill ? 0 : 24 * 10 + 1);
        QVERIFY(numberAt(p, "kernels") >= numberAt(p, "graph_kernels"));
        QVERIFY(numberAt(p, "gpu_ns 1") > numberAt(p, "gpu_ns 0"));
    }
    QCOMPARE(prefills, 3);
    QVERIFY(at(device(answers), "steps").elements().empty());
    const Json overlapped = SynthCase(optionsOf("graph-replay-decode", 0)).answers();
    QVERIFY(share(whole(answers), "idle_ns") > share(whole(overlapped), "idle_ns") + 0.08);
}

QTEST_APPLESS_MAIN(SynthPathologiesTest)
#include "tst_synth_pathologies.moc"
