// A pipeline of two stages and two replicas whose steps are played by hand.
#include "core/align/pipeline_study.h"

#include <QTest>

using namespace lanescope::align;
using Slow = PipelineStudy::Slow;

namespace {

// Two microbatches: forward and backward passes take as long as is said here, the reduction of gradients 10.
struct Lengths {
    std::int64_t forward = 100, backward = 200;
};

class Job {
public:
    explicit Job(const std::vector<Lengths>& byRank) { // stage 0 of replicas 0 and 1, then stage 1
        for (std::size_t r = 0; r < byRank.size(); ++r) {
            RankRecord& record = m_records.emplace_back();
            record.rank = static_cast<std::int64_t>(r);
            record.coordinates = {{"pp", static_cast<std::int64_t>(r / 2)}, {"dp", static_cast<std::int64_t>(r % 2)}};
            for (int s = 0; s < 3; ++s) {
                record.steps.emplace_back().number = s;
                step(record, s, byRank[r], r / 2 == 0);
            }
        }
    }
    std::vector<RankRecord>& records() { return m_records; }

private:
    static void add(RankRecord& record, int step, StageOpKind kind, std::int64_t length) {
        const std::int64_t begin = record.ops.empty() ? 0 : record.ops.back().end;
        record.ops.push_back({begin, begin + length, step, kind});
    }
    // The first stage runs both forward passes, the last turns each microbatch round at once.
    static void step(RankRecord& record, int step, const Lengths& lengths, bool first) {
        const auto forward = [&] { add(record, step, StageOpKind::Forward, lengths.forward); };
        const auto backward = [&] { add(record, step, StageOpKind::Backward, lengths.backward); };
        forward();
        first ? forward() : backward();
        first ? backward() : forward();
        backward();
        add(record, step, StageOpKind::ReduceGradients, 10);
    }
    std::vector<RankRecord> m_records;
};

PipelineStudy studyOf(const std::vector<Lengths>& byRank) {
    Job job(byRank);
    const auto study = studyPipeline(job.records());
    return study ? *study : PipelineStudy{};
}

} // namespace

class TestPipelineStudy : public QObject {
    Q_OBJECT
private slots:
    void tooManyOperationsAreSaidAndFewerStepsOrPartsArePlayed() {
        // 4 ranks of 5 operations: 20 a step, 3 steps. Two runs, and two for each of 2 stages, 2 replicas and 10 kinds
        // and one for each of 4 ranks: 34 of 20 operations.
        Job job({{}, {}, {150, 300}, {150, 300}});
        const auto all = studyPipeline(job.records(), {.most = 34 * 60});
        QVERIFY(all && all->steps == 3 && all->recorded == 3 && all->byRank.size() == 4);
        const auto some = studyPipeline(job.records(), {.most = 34 * 20});
        QVERIFY(some && some->steps == 1 && some->recorded == 3 && some->byRank.size() == 4);
        QCOMPARE(some->playedNs, all->playedNs);
        const auto noRanks = studyPipeline(job.records(), {.most = 34 * 20 - 1});
        QVERIFY(noRanks && noRanks->byRank.empty() && noRanks->byStage.size() == 2);
        QCOMPARE(noRanks->slowest, 1); // the stage is still known
        const auto bare = studyPipeline(job.records(), {.most = 100});
        QVERIFY(bare && bare->byStage.empty() && bare->byRank.empty());
        QCOMPARE(bare->playedNs, all->playedNs);
        QCOMPARE(bare->slowest, -1);
    }

    void aStopEndsIt() {
        std::stop_source stop;
        stop.request_stop();
        Job job({{}, {}, {150, 300}, {150, 300}});
        QVERIFY(studyPipeline(job.records()));
        QVERIFY(!studyPipeline(job.records(), {.stop = stop.get_token()}));
    }

    void evenWorkHasOnlyTheBubbleOfThePipeline() {
        // stage 1: 100 to 200, back to 400, 500, 700; stage 0: back 400 to 600 and 700 to 900, reduced 910
        const PipelineStudy study = studyOf({{}, {}, {}, {}});
        QCOMPARE(study.steps, 3u);
        QCOMPARE(study.stages, 2u);
        QCOMPARE(study.replicas, 2u);
        QCOMPARE(study.playedNs, 910);
        QCOMPARE(study.idealNs, 910);
        QVERIFY(study.slow == Slow::Nothing);
        QCOMPARE(study.byStage[0].computeNs, 600);
    }

    void aSlowStageIsTold() {
        // Stage 1 takes 200 and 400: 100 to 300, 700, 900, 1300; stage 0 back 1300 to 1500, reduced 1510.
        // Ideal: 150 and 300 for all, 9 x 150 + 10.
        const PipelineStudy study = studyOf({{}, {}, {200, 400}, {200, 400}});
        QCOMPARE(study.playedNs, 1510);
        QCOMPARE(study.idealNs, 1360);
        QVERIFY(study.slow == Slow::Stage);
        QCOMPARE(study.slowest, 1);
        // Only stage 1 ideal: 100 to 250, 550, 700, 1000; stage 0 back to 1200, 1210.
        QCOMPARE(study.byStage[1].recovered, (1510.0 - 1210) / (1510 - 1360));
        // Only stage 1 as recorded: 150 to 350, 750, 950, 1350; stage 0 back to 1650, 1660.
        QCOMPARE(study.byStage[1].alone, 1660.0 / 1360);
    }

    void aSlowRankIsNotItsStage() {
        // The second replica of stage 1 takes 200 and 400: its replica as above; the first one waits at the end.
        const PipelineStudy study = studyOf({{}, {}, {}, {200, 400}});
        QCOMPARE(study.playedNs, 1510);
        QCOMPARE(study.idealNs, 9 * 125 + 10);
        QVERIFY(study.slow == Slow::Rank);
        QCOMPARE(study.slowest, 3);
        QVERIFY(study.byRank[3].recovered > 1);
        QVERIFY(study.byRank[2].recovered < 0.1);
    }

    void whatCannotBePlayedIsNotStudied() {
        QVERIFY(!studyPipeline({}));
        Job alone({{}, {}});
        QVERIFY(!studyPipeline(alone.records())); // one stage
        Job deaf({{}, {}, {}, {}});
        for (RankRecord& record : deaf.records()) record.ops.clear();
        QVERIFY(!studyPipeline(deaf.records()));
        // The last stage turns round before it has got anything: no order of play comes to an end.
        Job crossed({{}, {}, {}, {}});
        for (std::size_t r = 0; r < 2; ++r)
            for (StageOp& op : crossed.records()[r].ops)
                op.kind = op.kind == StageOpKind::Forward    ? StageOpKind::Backward
                          : op.kind == StageOpKind::Backward ? StageOpKind::Forward
                                                             : op.kind;
        QVERIFY(!studyPipeline(crossed.records()));
    }
};

QTEST_APPLESS_MAIN(TestPipelineStudy)
#include "tst_pipeline_study.moc"
