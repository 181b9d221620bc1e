// The traces of the trainer show what they were made for, and every place of every walkthrough is in its trace.
#include "core/analysis/signatures/signatures.h"
#include "widgets/trainer/walkthroughs.h"

#include <QTest>

#include <set>

using namespace lanescope;
using namespace lanescope::trainer;

class TestTrainerTraces : public QObject {
    Q_OBJECT
private slots:
    void everyRoundOfManySeedsShowsItsSignatureFirstAndOnlyHealthyHasNoPlace_data() {
        QTest::addColumn<int>("seed");
        for (const int seed : {1, 2, 3, 2024, 999'999}) QTest::addRow("seed %d", seed) << seed;
    }
    void everyRoundOfManySeedsShowsItsSignatureFirstAndOnlyHealthyHasNoPlace() {
        QFETCH(int, seed);
        for (const RoundPlan& plan : planRounds(static_cast<std::uint64_t>(seed))) {
            RunContext context;
            const auto trace = makePracticeTrace(plan, "round", context);
            QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text().c_str());
            QCOMPARE(std::string(trace->findings->findings.front().signature->id), plan.signature);
            QCOMPARE(trace->evidence.empty(), plan.signature == "healthy");
            const TimeRange whole = trace->open->trace.store->extent();
            for (const Interval& at : trace->evidence)
                QVERIFY(at.begin >= count(whole.begin) && at.end <= count(whole.end) && at.length() > 0);
            // Nothing that is shown gives the answer away.
            QCOMPARE(trace->open->trace.path.string(), std::string("round"));
        }
    }
    void theEvidenceLiesWhereTheGeneratorSaysItLies() {
        // One rank: the generator's own ranges, by arithmetic of its own, hold most of each.
        for (const char* signature : {"sync-stalls", "allocator-stalls", "input-starvation"}) {
            RunContext context;
            const RoundPlan plan = planOf(signature, 17, 1);
            const auto trace = makePracticeTrace(plan, "t", context);
            QVERIFY(trace.ok());
            QVERIFY(trace->evidence.size() >= 3); // about one in each of four steps
            for (const Interval& at : trace->evidence) QVERIFY(isRightPlace(trace->evidence, at, 0));
        }
    }
    void thereIsAWalkthroughForEverySignatureInItsOrder() {
        const auto all = walkthroughs();
        QCOMPARE(all.size(), builtinSignatures().size());
        for (const Walkthrough& w : all) QVERIFY(findSignature(w.signature) != nullptr);
        std::set<std::string_view> seen;
        for (const Walkthrough& w : all) QVERIFY(seen.insert(w.signature).second);
    }
    void everyPlaceOfEveryWalkthroughIsInItsTrace_data() {
        QTest::addColumn<QString>("signature");
        for (const Walkthrough& w : walkthroughs())
            QTest::addRow("%s", std::string(w.signature).c_str()) << QString::fromStdString(std::string(w.signature));
    }
    void everyPlaceOfEveryWalkthroughIsInItsTrace() {
        QFETCH(QString, signature);
        const Walkthrough* walk = findWalkthrough(signature.toStdString());
        QVERIFY(walk != nullptr);
        RunContext context;
        const auto trace = makePracticeTrace(planOf(walk->signature, walk->seed, walk->strength), signature, context);
        QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text().c_str());
        QVERIFY(walk->steps.size() >= 4);
        bool measured = false, advice = false;
        for (const WalkStep& step : walk->steps) {
            const std::string title(step.title);
            const auto place = placeOf(step, *trace);
            QVERIFY2(place, title.c_str());
            QVERIFY2(place->range.length().count() > 0, title.c_str());
            QCOMPARE(place->slice.has_value(), step.where == Where::Slice);
            if (place->slice) {
                const auto name = trace->open->trace.store->name(*place->slice);
                QVERIFY2(name.find(step.name) != std::string_view::npos, title.c_str());
            }
            const QString text = textOf(step, *trace);
            QVERIFY(text.size() < 700); // it stands on the timeline
            measured = measured || (step.says == Says::Measured && text.contains(QChar(0x2022)));
            advice = advice || text.contains("Try: ");
        }
        QVERIFY(measured);
        QVERIFY(advice);
    }
    void aPlaceThatIsNotThereIsNone() {
        RunContext context;
        const auto trace = makePracticeTrace(planOf("sync-stalls", 3, 1), "t", context);
        QVERIFY(trace.ok());
        QVERIFY(!placeOf({"t", "x", Where::Slice, "no such kernel"}, *trace));
    }
};

QTEST_GUILESS_MAIN(TestTrainerTraces)
#include "tst_trainer_traces.moc"
