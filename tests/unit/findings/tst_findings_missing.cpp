// What a recording lacks lowers claims and invents nothing: generated traces with something taken away.
#include "core/analysis/signatures/signatures.h"
#include "tests/support/findings_case.h"
#include "tests/support/synth_case.h"
#include "tests/support/taken_away.h"

#include <QTest>

#include <set>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

constexpr const char* kKinds[] = {"launch-bound",     "input-starvation",       "sync-stalls",
                                  "allocator-stalls", "unoverlapped-allreduce", "memory-bound",
                                  "straggler",        "pipeline-bubbles",       "healthy"};

synth::SynthOptions optionsOf(const char* kind, unsigned steps = 0) {
    synth::SynthOptions o;
    o.kind = kind;
    o.seed = 77;
    o.ranks = 0;
    o.steps = steps;
    if (o.kind == "straggler") o.straggler = 2;
    return o;
}

FindingsResult without(const char* kind, Taken what, std::size_t rank = 0, unsigned steps = 0) {
    const SynthCase files(optionsOf(kind, steps));
    return findInText(withTaken(files.text(std::min(rank, files.files.size() - 1)), what));
}

bool hasNote(const FindingsResult& result, std::string_view id) {
    return std::any_of(result.notes.begin(), result.notes.end(), [id](const CaptureNote& n) { return n.id == id; });
}

Confidence surest(const FindingsResult& result) {
    Confidence most = Confidence::Possible;
    for (const Finding& f : result.findings) most = std::max(most, f.confidence);
    return most;
}

} // namespace

class FindingsMissingTest : public QObject {
    Q_OBJECT
private slots:
    void withoutStepsTheSameIsFoundAndNothingIsConfirmed() {
        for (const char* kind : kKinds) {
            const FindingsResult whole = without(kind, Taken::Nothing), result = without(kind, Taken::Steps);
            QVERIFY2(joinedIds(result) == joinedIds(whole), kind);
            QVERIFY2(surest(result) <= Confidence::Likely, kind);
            QVERIFY2(hasNote(result, "no_steps"), kind);
        }
    }
    void oneStepConfirmsNothing() {
        for (const char* kind : kKinds) {
            const FindingsResult result = without(kind, Taken::Nothing, 0, 1);
            QCOMPARE(result.countedWindows, std::size_t{1});
            QVERIFY2(surest(result) <= Confidence::Likely, kind);
        }
    }
    void withoutHostRowsNothingIsSaidOfTheHost() {
        const std::set<std::string> ofTheGpu{"unoverlapped-allreduce", "memory-bound", "pipeline-bubbles", "straggler",
                                             "healthy"};
        for (const char* kind : kKinds) {
            const FindingsResult result = without(kind, Taken::HostRows);
            for (const std::string& id : idsOf(result)) QVERIFY2(ofTheGpu.contains(id), (kind + (" " + id)).c_str());
            QVERIFY2(surest(result) <= Confidence::Likely, kind);
            QVERIFY2(hasNote(result, "no_host_rows"), kind);
        }
    }
    void withoutCallsNoGapIsPutDownToTheHost() {
        for (const char* kind : {"launch-bound", "input-starvation", "sync-stalls", "allocator-stalls"}) {
            const FindingsResult result = without(kind, Taken::Calls);
            QVERIFY2(result.findings.empty(), kind);
            QVERIFY2(hasNote(result, "no_calls"), kind);
            QVERIFY2(result.unexplained.at(0).idlePerStepNs > 0, kind);
            QCOMPARE(result.unexplained[0].parts.front().first, IdlePart::Unknown);
        }
    }
    void withoutGpuRowsThereIsNoFinding() {
        for (const char* kind : kKinds) {
            const FindingsResult result = without(kind, Taken::GpuRows);
            QVERIFY2(result.findings.empty(), kind);
            QVERIFY2(hasNote(result, "no_gpu_work"), kind);
        }
    }
    void aFileThatEndsInItsMiddleGivesNothingElse() {
        for (const char* kind : kKinds) {
            const FindingsResult whole = without(kind, Taken::Nothing), result = without(kind, Taken::Half);
            const auto known = idsOf(whole);
            for (const std::string& id : idsOf(result))
                QVERIFY2(std::find(known.begin(), known.end(), id) != known.end(), (kind + (" " + id)).c_str());
        }
    }
    void aTraceWithoutWorkGivesNothing() {
        const FindingsResult result =
            findInText(R"({"traceEvents":[{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,)"
                       R"("ts":5,"dur":1000}]})");
        QVERIFY(result.findings.empty());
        QVERIFY(hasNote(result, "no_gpu_work"));
        QVERIFY(result.unexplained.empty());
    }
    void oneWaitingRankAloneIsPossibleOnly_data() {
        QTest::addColumn<QString>("cause");
        QTest::addColumn<double>("strength");
        for (const QString& cause : {QStringLiteral("slow-compute"), QStringLiteral("more-work"),
                                     QStringLiteral("late-host"), QStringLiteral("late-input")})
            for (const double strength : {0.5, 1.0, 2.0, 4.0})
                QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(cause).arg(strength))) << cause << strength;
    }
    void oneWaitingRankAloneIsPossibleOnly() {
        QFETCH(QString, cause);
        QFETCH(double, strength);
        synth::SynthOptions o = optionsOf("straggler");
        o.cause = cause.toStdString();
        o.strength = strength;
        const FoundCase c = findIn(o, {}, JudgeAs::Apart);
        for (const std::size_t rank : {0U, 1U, 3U})
            for (const Finding& f : c.results.at(rank).findings)
                QVERIFY2(f.confidence == Confidence::Possible, std::string(f.signature->id).c_str());
    }
    void oneStageAloneIsLikelyAPipelineAndPossiblyUnoverlapped() {
        for (const double strength : {0.5, 1.0, 2.0}) {
            synth::SynthOptions o = optionsOf("pipeline-bubbles");
            o.strength = strength;
            const FoundCase c = findIn(o, {}, JudgeAs::Apart);
            for (const FindingsResult& result : c.results) {
                const Finding* f = findingCalled(result, "pipeline-bubbles");
                QVERIFY(f != nullptr);
                QCOMPARE(f->confidence, Confidence::Likely);
                if (const Finding* a = findingCalled(result, "unoverlapped-allreduce"))
                    QCOMPARE(a->confidence, Confidence::Possible);
            }
        }
    }
    void aMissingRankLowersTheStragglerAndTheTransfer() {
        synth::SynthOptions o = optionsOf("straggler");
        o.missingRanks = {3};
        for (const FindingsResult& result : findIn(o).results) {
            const Finding* f = findingCalled(result, "straggler");
            QVERIFY(f != nullptr);
            QCOMPARE(f->confidence, Confidence::Likely);
        }
        synth::SynthOptions a = optionsOf("unoverlapped-allreduce");
        a.ranks = 3;
        a.missingRanks = {2};
        for (const FindingsResult& result : findIn(a).results)
            QCOMPARE(result.findings.at(0).confidence, Confidence::Likely);
    }
};

QTEST_APPLESS_MAIN(FindingsMissingTest)
#include "tst_findings_missing.moc"
