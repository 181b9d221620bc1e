// The timeline of a production job against the what-if figures that its owners published.
#include "core/align/pipeline_study.h"
#include "core/base/json.h"
#include "core/session/ranks/load_ranks.h"
#include "core/session/ranks/rank_set.h"
#include "core/session/ranks/rank_summary.h"

#include <QFile>
#include <QTest>

using namespace lanescope;
using namespace lanescope::align;

namespace {

const std::string kFolder = LANESCOPE_SHARED_DIR "/traces/straggler_study/";

RankSet timeline() {
    const std::vector<std::string> inputs{kFolder + "timeline-ST.json.gz"};
    LoadRanksOptions options;
    options.load.useIndex = false;
    options.load.threads = 2;
    RunContext context;
    const auto sources = rankSources(inputs, {});
    const auto loaded = sources.ok() ? loadRanks(*sources, options, context) : Result<LoadedRanks>(sources.error());
    return loaded.ok() ? makeRankSet(loaded->records) : RankSet{};
}

Json published(const char* name) {
    QFile file(QString::fromStdString(kFolder + name));
    if (!file.open(QIODevice::ReadOnly)) return {};
    const auto json = parseJson(file.readAll().toStdString(), name);
    return json.ok() ? *json : Json{};
}

double at(const Json& json, const char* key, const char* inner = nullptr) {
    const Json* found = json.find(key);
    if (found && inner) found = found->find(inner);
    return found ? found->asNumber().value_or(-1) : -1;
}

// Their replay leaves out the launch delays that ours does, and estimates a few of the transfers otherwise.
bool within(double found, double expected, double share) { return std::abs(found / expected - 1) < share; }

} // namespace

class TestStragglerStudy : public QObject {
    Q_OBJECT
private slots:
    void theReplayAgreesWithThePublishedOne() {
        const Json result = published("result-ST.json"), stages = published("ms-ST.json"),
                   workers = published("mw-ST.json");
        if (!result.find("blocking_slowdown")) QSKIP("the folder with traces is not there");
        const RankSet set = timeline();
        const auto study = studyPipeline(set.records);
        QVERIFY(study);
        QCOMPARE(study->steps, 32u);
        QCOMPARE(study->stages, 4u);
        QCOMPARE(study->replicas, 2u);
        QVERIFY(within(static_cast<double>(study->playedNs) / 1e9, at(stages, "tori"), 0.002));
        QVERIFY(within(static_cast<double>(study->idealNs) / 1e9, at(stages, "tideal"), 0.001));
        QVERIFY(within(study->slowdown(), at(result, "blocking_slowdown"), 0.002));
        for (const auto& part : study->byStage)
            QVERIFY(
                within(part.alone, at(result, "blocking_decompose_by_stage", std::to_string(part.id).c_str()), 0.002));
        for (const auto& part : study->byReplica)
            QVERIFY(within(part.alone, at(result, "blocking_decompose_by_dp_rank", std::to_string(part.id).c_str()),
                           0.002));
        const auto kind = [&](StageOpKind k) { return study->byKind[static_cast<std::size_t>(k)].alone; };
        const auto operation = [&](const char* name) { return at(result, "blocking_decompose_by_optype", name); };
        QVERIFY(within(kind(StageOpKind::Forward), operation("forward-compute"), 0.002));
        QVERIFY(within(kind(StageOpKind::Backward), operation("backward-compute"), 0.002));
        QVERIFY(within(kind(StageOpKind::ReduceEmbeddings), operation("embedding-grads-all-reduce"), 0.002));
        QVERIFY(within(kind(StageOpKind::Optimizer), operation("optimizer"), 0.002));
        // The last stage is at fault, and no worker is.
        QVERIFY(study->slow == PipelineStudy::Slow::Stage);
        QCOMPARE(study->slowest, 3);
        QVERIFY(within(study->byStage[3].recovered, at(stages, "Ms"), 0.01));
        QVERIFY(within(study->byRank[7].recovered, at(workers, "Mw"), 0.02)); // the one worker they name
    }

    void theStepsHaveTheCommunicationOfTheWhole() {
        const RankSet set = timeline();
        if (set.records.empty()) QSKIP("the folder with traces is not there");
        for (const RankRecord& record : set.records) {
            std::int64_t ofSteps = 0, ofEvents = 0;
            for (const align::RankStep& step : record.steps) ofSteps += step.figures.exposedCommNs;
            for (const align::CommEvent& event : record.events)
                if (event.step >= 0) ofEvents += event.end - event.begin;
            QVERIFY(ofEvents > 0);
            QCOMPARE(ofSteps, ofEvents);
            QVERIFY(ofSteps <= record.whole.exposedCommNs);
        }
    }

    void aSummaryKeepsWhatIsPlayed() {
        RankSet set = timeline();
        if (set.records.empty()) QSKIP("the folder with traces is not there");
        for (RankRecord& record : set.records)
            for (CommEvent& event : record.events) event.slice = 0; // rows of a store are not in a summary
        const auto read = readSummary(summaryText(set.records), "summary");
        QVERIFY(read.ok());
        QVERIFY(*read == set.records);
    }

    void stragglersTellTheStage() {
        const RankSet set = timeline();
        if (set.records.empty()) QSKIP("the folder with traces is not there");
        const auto answer = findRankAnalysis("stragglers")->run(set, {});
        QVERIFY(answer.ok());
        const Json& pipeline = *answer->document.find("pipeline");
        QCOMPARE(pipeline.find("slow_stage")->asInteger(), std::optional<std::int64_t>(3));
        QVERIFY(!answer->document.find("straggler")->asInteger()); // waiting is not in this file: no rank is blamed
        const Json& stage = *answer->document.find("places")->find("pp")->find("3");
        QCOMPARE(stage.find("ranks")->asInteger(), std::optional<std::int64_t>(2));
        bool told = false;
        for (const std::string& note : answer->tables.front().notes)
            told = told || note.starts_with("stage 3 of the pipeline is slow");
        QVERIFY(told);
    }
};

QTEST_APPLESS_MAIN(TestStragglerStudy)
#include "tst_straggler_study.moc"
