// Generated traces with known pathologies: each gives exactly its finding, in the right place, at the right cost.
#include "core/analysis/signatures/signatures.h"
#include "tests/support/findings_case.h"

#include <QTest>

#include <set>

#include <cmath>
#include <map>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

synth::SynthOptions optionsOf(const std::string& kind, double strength, int seed, std::uint64_t bytes = 0) {
    synth::SynthOptions o;
    o.kind = kind;
    o.strength = strength;
    o.seed = static_cast<std::uint64_t>(seed);
    o.ranks = 0;
    o.targetBytes = bytes;
    return o;
}

constexpr const char* kKinds[] = {"launch-bound",           "input-starvation", "sync-stalls", "allocator-stalls",
                                  "unoverlapped-allreduce", "memory-bound",     "straggler",   "pipeline-bubbles"};

// Costs are those of the generator's own books. What an analysis cannot know exactly has room.
double costTolerance(const QString& kind) {
    if (kind == "memory-bound") return 0.15; // the answer goes by launch, the finding by window
    return 0.001;
}

std::int64_t answeredCost(const FindingsResult& result, const TraceStore& store, const Json& answer) {
    std::int64_t sum = 0;
    const Json::Array& perStep = answer.find("cost_ns_per_step")->elements();
    for (std::size_t i = 0; i < result.windows.size() && i < perStep.size(); ++i)
        if (result.windows[i].counts && result.windows[i].step && *result.windows[i].step < store.steps().size())
            sum += *perStep[i].asInteger();
    return sum;
}

QString joined(const std::vector<std::string>& ids) {
    QString out;
    for (const std::string& id : ids) out += (out.isEmpty() ? "" : " ") + QString::fromStdString(id);
    return out;
}

std::int64_t sumOverCounted(const FindingsResult& result, const Json& answers, const char* figure) {
    std::int64_t sum = 0;
    const Json::Array& steps = answers.find("devices")->elements().at(0).find("steps")->elements();
    for (std::size_t i = 0; i < result.windows.size() && i < steps.size(); ++i)
        if (result.windows[i].counts) sum += *steps[i].find("by_window")->find(figure)->asInteger();
    return sum;
}

// Length of the answer's ranges inside the windows that count.
std::int64_t rangesInWindows(const FindingsResult& result, const Json& answer) {
    std::vector<Interval> wanted, windows;
    for (const Json& range : answer.find("ranges_ns")->elements())
        wanted.push_back({*range.elements()[0].asInteger(), *range.elements()[1].asInteger()});
    for (const FindingWindow& w : result.windows)
        if (w.counts) windows.push_back(w.at);
    return length(intersect(unionOf(std::move(wanted)), unionOf(std::move(windows))));
}

QString outsideProblem(const std::vector<Interval>& found, const Json& answer) {
    std::vector<Interval> allowed;
    for (const Json& range : answer.find("ranges_ns")->elements())
        allowed.push_back({*range.elements()[0].asInteger(), *range.elements()[1].asInteger()});
    const IntervalList own = unionOf(found);
    const std::int64_t outside = length(subtract(own, unionOf(std::move(allowed))));
    if (!own.empty() && outside * 20 <= length(own))
        return {}; // its first and last kernels are launched in other steps
    return QString("%1 of %2 ns lie elsewhere").arg(outside).arg(length(own));
}

QString costProblem(std::int64_t found, std::int64_t wanted, double tolerance) {
    if (std::abs(static_cast<double>(found - wanted)) <= tolerance * static_cast<double>(wanted) + 1000) return {};
    return QString("cost %1 instead of %2").arg(found).arg(wanted);
}

// The straggler's own reason is a finding of its own rank; every other rank has the straggler alone.
QString compareStraggler(const FoundCase& c, std::size_t rank) {
    const FindingsResult& result = c.results[rank];
    const auto straggler = static_cast<std::size_t>(*c.answers[rank].find("ranks")->find("straggler")->asInteger());
    const Finding* f = findingCalled(result, "straggler");
    if (f == nullptr) return "not found: " + joined(idsOf(result));
    if (rank != straggler) {
        if (joined(idsOf(result)) != "straggler") return "found: " + joined(idsOf(result));
        return costProblem(f->costNs, sumOverCounted(result, c.answers[rank], "exposed_comm_ns"), 0.06);
    }
    for (const std::string& id : idsOf(result))
        if (id != "straggler" && id != "input-starvation" && id != "launch-bound")
            return "on the straggler: " + QString::fromStdString(id);
    return {};
}

QString compare(const QString& kind, const FoundCase& c, std::size_t rank) {
    if (kind == "straggler") return compareStraggler(c, rank);
    const FindingsResult& result = c.results[rank];
    if (joined(idsOf(result)) != kind) return "found: " + joined(idsOf(result));
    const Finding& f = result.findings.front();
    const Json* answer = answerCalled(c.answers[rank], kind.toStdString());
    if (answer == nullptr) return "no answer";
    if (kind == "pipeline-bubbles") return costProblem(f.costNs, rangesInWindows(result, *answer), 0.10);
    const QString problem = costProblem(f.costNs, answeredCost(result, *c.stores[rank], *answer), costTolerance(kind));
    if (!problem.isEmpty()) return problem;
    if (kind == "memory-bound") return outsideProblem(f.ranges, *answer); // the answer's ranges are the steps' work
    const double agreement = rangeAgreement(f.ranges, *answer, result.windows);
    if (agreement < 0.9) return QString("ranges agree by %1").arg(agreement);
    return {};
}

} // namespace

class FindingsSynthTest : public QObject {
    Q_OBJECT
private slots:
    void eachPathologyIsFoundAloneWhereItIsAtItsCost_data();
    void eachPathologyIsFoundAloneWhereItIsAtItsCost();
    void largerTracesGiveTheSame_data();
    void largerTracesGiveTheSame();
    void healthyTracesAreHealthyAndNothingElse();
    void noStrengthIsHealthy_data();
    void noStrengthIsHealthy();
    void mixturesGiveBothTheCostlierFirst_data();
    void mixturesGiveBothTheCostlierFirst();
    void theStragglerIsNamedWithItsWaits_data();
    void theStragglerIsNamedWithItsWaits();
    void oneRankOfAJobClaimsNoMoreThanPossible();
    void allRanksTogetherConfirmUnoverlappedCommunication();
    void costsNeverAddUpToMoreThanTheStep();
    void inferenceIsToldWithItsDecodeSteps();
};

void FindingsSynthTest::eachPathologyIsFoundAloneWhereItIsAtItsCost_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<double>("strength");
    QTest::addColumn<int>("seed");
    for (const char* kind : kKinds)
        for (const double strength : {0.5, 1.0, 2.0})
            for (const int seed : {1, 2, 3})
                QTest::newRow(qPrintable(QStringLiteral("%1 at %2, seed %3").arg(kind).arg(strength).arg(seed)))
                    << kind << strength << seed;
}

void FindingsSynthTest::eachPathologyIsFoundAloneWhereItIsAtItsCost() {
    QFETCH(QString, kind);
    QFETCH(double, strength);
    QFETCH(int, seed);
    const FoundCase c = findIn(optionsOf(kind.toStdString(), strength, seed));
    QVERIFY2(c.error.empty(), c.error.c_str());
    for (std::size_t r = 0; r < c.results.size(); ++r) QCOMPARE(compare(kind, c, r), QString());
}

void FindingsSynthTest::largerTracesGiveTheSame_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("megabytes");
    for (const char* kind : kKinds)
        for (const int megabytes : {6, 16}) QTest::addRow("%s, %d MB", kind, megabytes) << kind << megabytes;
}

void FindingsSynthTest::largerTracesGiveTheSame() {
    QFETCH(QString, kind);
    QFETCH(int, megabytes);
    const FoundCase c = findIn(optionsOf(kind.toStdString(), 1, 5, static_cast<std::uint64_t>(megabytes) * 1'000'000));
    QVERIFY2(c.error.empty(), c.error.c_str());
    for (std::size_t r = 0; r < c.results.size(); ++r) QCOMPARE(compare(kind, c, r), QString());
}

void FindingsSynthTest::healthyTracesAreHealthyAndNothingElse() {
    for (int seed = 1; seed <= 6; ++seed) {
        const FoundCase c = findIn(optionsOf("healthy", 1, seed));
        QCOMPARE(joined(idsOf(c.results.at(0))), QString("healthy"));
        QCOMPARE(c.results[0].findings[0].confidence, Confidence::Confirmed);
        QCOMPARE(c.results[0].findings[0].costNs, 0);
    }
}

void FindingsSynthTest::noStrengthIsHealthy_data() {
    QTest::addColumn<QString>("kind");
    for (const char* kind : kKinds) QTest::addRow("%s", kind) << kind;
}

void FindingsSynthTest::noStrengthIsHealthy() {
    QFETCH(QString, kind);
    const FoundCase c = findIn(optionsOf(kind.toStdString(), 0, 4));
    for (const FindingsResult& result : c.results) QCOMPARE(joined(idsOf(result)), QString("healthy"));
}

void FindingsSynthTest::mixturesGiveBothTheCostlierFirst_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 8; ++seed) QTest::addRow("mixture, seed %d", seed) << "mixture" << seed;
    for (const char* kind : {"sync-stalls+memory-bound", "launch-bound+sync-stalls", "allocator-stalls+memory-bound"})
        QTest::addRow("%s", kind) << kind << 2;
}

void FindingsSynthTest::mixturesGiveBothTheCostlierFirst() {
    QFETCH(QString, kind);
    QFETCH(int, seed);
    const FoundCase c = findIn(optionsOf(kind.toStdString(), 1, seed));
    QVERIFY2(c.error.empty(), c.error.c_str());
    QStringList wanted, found;
    for (const Json& id : c.answers[0].find("expected")->elements()) wanted << QString::fromStdString(*id.asText());
    for (const std::string& id : idsOf(c.results[0])) found << QString::fromStdString(id);
    QCOMPARE(QSet<QString>(found.begin(), found.end()), QSet<QString>(wanted.begin(), wanted.end()));
    for (std::size_t i = 1; i < c.results[0].findings.size(); ++i)
        QVERIFY(c.results[0].findings[i - 1].costNs >= c.results[0].findings[i].costNs);
}

void FindingsSynthTest::theStragglerIsNamedWithItsWaits_data() {
    QTest::addColumn<QString>("cause");
    QTest::addColumn<QString>("said");
    QTest::addColumn<double>("strength");
    QTest::addColumn<int>("seed");
    const std::pair<const char*, const char*> causes[] = {{"slow-compute", "longer compute"},
                                                          {"more-work", "more work"},
                                                          {"late-host", "later launches"},
                                                          {"late-input", "later input"}};
    for (const auto& [cause, said] : causes)
        for (const double strength : {0.5, 1.0, 2.0})
            for (const int seed : {2, 3, 41})
                QTest::addRow("%s at %g, seed %d", cause, strength, seed) << cause << said << strength << seed;
}

// METRICS 7: the first matched collective and those of warm-up steps are left out.
static std::int64_t waitsThatCount(const Json& answers, const TraceStore& store) {
    std::set<std::int64_t> warmup;
    for (const Step& step : store.steps())
        if (step.warmup) warmup.insert(step.number);
    std::int64_t sum = 0;
    bool first = true;
    for (const Json& one : answers.find("collectives")->elements()) {
        if (!first && !warmup.contains(*one.find("step")->asInteger())) sum += *one.find("wait_ns")->asInteger();
        first = false;
    }
    return sum;
}

void FindingsSynthTest::theStragglerIsNamedWithItsWaits() {
    QFETCH(QString, cause);
    QFETCH(QString, said);
    QFETCH(double, strength);
    QFETCH(int, seed);
    synth::SynthOptions o = optionsOf("straggler", strength, seed);
    o.straggler = 2;
    o.cause = cause.toStdString();
    const FoundCase c = findIn(o);
    QVERIFY2(c.error.empty(), c.error.c_str());
    for (std::size_t r = 0; r < c.results.size(); ++r) {
        const Finding* f = findingCalled(c.results[r], "straggler");
        QVERIFY(f != nullptr);
        const auto value = [f](std::string_view id) {
            for (const Evidence& e : f->evidence)
                if (e.id == id) return e.value;
            return Cell();
        };
        QCOMPARE(std::get<std::int64_t>(value("rank")), 2);
        const std::int64_t wanted = waitsThatCount(c.answers[r], *c.stores[r]);
        const std::int64_t own = std::get<std::int64_t>(value("own_wait"));
        QVERIFY2(std::abs(own - wanted) <= wanted / 50 + 20'000, qPrintable(QString("%1 %2").arg(own).arg(wanted)));
        QVERIFY2(QString::fromStdString(std::get<std::string>(value("meanwhile"))).startsWith(said),
                 std::get<std::string>(value("meanwhile")).c_str());
    }
}

void FindingsSynthTest::oneRankOfAJobClaimsNoMoreThanPossible() {
    const FoundCase c = findIn(optionsOf("straggler", 2, 1), {}, JudgeAs::Apart);
    for (const FindingsResult& result : c.results)
        if (const Finding* f = findingCalled(result, "straggler")) QCOMPARE(f->confidence, Confidence::Possible);
}

void FindingsSynthTest::allRanksTogetherConfirmUnoverlappedCommunication() {
    synth::SynthOptions o = optionsOf("unoverlapped-allreduce", 1, 2);
    o.ranks = 4;
    for (const JudgeAs as : {JudgeAs::Job, JudgeAs::Apart}) {
        const FoundCase c = findIn(o, {}, as);
        QCOMPARE(c.results.size(), std::size_t{4});
        for (const FindingsResult& result : c.results) {
            QCOMPARE(joined(idsOf(result)), QString("unoverlapped-allreduce"));
            QCOMPARE(result.findings[0].confidence, as == JudgeAs::Job ? Confidence::Confirmed : Confidence::Likely);
        }
    }
}

void FindingsSynthTest::costsNeverAddUpToMoreThanTheStep() {
    for (const char* kind :
         {"mixture", "sync-stalls+memory-bound", "unoverlapped-allreduce+input-starvation+sync-stalls",
          "straggler+unoverlapped-allreduce", "pipeline-bubbles"}) {
        const FoundCase c = findIn(optionsOf(kind, 2, 3));
        QVERIFY2(c.error.empty(), c.error.c_str());
        for (const FindingsResult& result : c.results)
            for (std::size_t w = 0; w < result.windows.size(); ++w) {
                std::int64_t sum = 0;
                for (const Finding& f : result.findings) sum += f.costPerWindowNs[w];
                QVERIFY(sum <= result.windows[w].at.length());
            }
    }
}

void FindingsSynthTest::inferenceIsToldWithItsDecodeSteps() {
    const FoundCase c = findIn(optionsOf("graph-replay-decode", 1, 1));
    const CaptureNote* note = nullptr;
    for (const CaptureNote& n : c.results.at(0).notes)
        if (n.id == "inference") note = &n;
    QVERIFY(note != nullptr);
    std::map<std::string, Cell> values;
    for (const Evidence& e : note->evidence) values[e.id] = e.value;
    std::int64_t prefills = 0, decodes = 0, graphKernels = 0;
    for (const Json& phase : c.answers[0].find("phases")->elements()) {
        const bool prefill = *phase.find("phase")->asText() == "prefill";
        (prefill ? prefills : decodes) += 1;
        if (!prefill) graphKernels = *phase.find("graph_kernels")->asInteger();
    }
    QCOMPARE(std::get<std::int64_t>(values["decode_steps"]), decodes);
    QCOMPARE(std::get<std::int64_t>(values["prefills"]), prefills);
    QCOMPARE(std::get<std::int64_t>(values["graph_kernels"]), graphKernels);
}

QTEST_APPLESS_MAIN(FindingsSynthTest)
#include "tst_findings_synth.moc"
