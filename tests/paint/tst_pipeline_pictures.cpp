// A pipelined job whose ranks share one file: every rank is drawn as if it had been recorded alone.
#include "core/session/ranks/pipeline_timeline.h"
#include "tests/support/cli_runner.h"
#include "widgets/rankpictures/ranks_picture.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lanescope;
using ranksview::RanksDocument;

namespace {

// Two stages, one replica; stage 1 computes longer. Microbatches 0 and 1 of two steps, times in us.
QByteArray twoStages() {
    QByteArray out = R"({"traceEvents":[)";
    const auto add = [&out](const QString& event) {
        if (!out.endsWith('[')) out += ',';
        out += event.toUtf8();
    };
    const char* kinds[] = {"compute", "pp-comm", "dp-comm"};
    for (int stage = 0; stage < 2; ++stage)
        for (int kind = 0; kind < 3; ++kind)
            add(QString(
                    R"({"ph":"M","name":"thread_name","pid":0,"tid":%1,"args":{"name":"PP rank %2, TP rank 0, %3"}})")
                    .arg(stage * 3 + kind)
                    .arg(stage)
                    .arg(kinds[kind]));
    const auto slice = [&](int stage, int kind, const char* name, int at, int length, int step, int microbatch) {
        add(QString(R"({"ph":"X","cat":"%1","name":"%1","pid":0,"tid":%2,"ts":%3,"dur":%4,)"
                    R"("args":{"step":%5,"model_chunk":0,"mb_id":%6,"seq_id":%6}})")
                .arg(name)
                .arg(stage * 3 + kind)
                .arg(at)
                .arg(length)
                .arg(step)
                .arg(microbatch));
    };
    for (int step = 0; step < 2; ++step) {
        const int t = step * 1000;
        for (int microbatch = 0; microbatch < 2; ++microbatch) {
            slice(0, 0, "forward-compute", t + 100 * microbatch, 50, step, microbatch);
            slice(0, 1, "forward-send", t + 100 * microbatch + 50, 10, step, microbatch);
            slice(1, 1, "forward-recv", t + 100 * microbatch + 50, 10, step, microbatch);
            slice(1, 0, "forward-compute", t + 150 * microbatch + 60, 60, step, microbatch);
            slice(1, 0, "backward-compute", t + 150 * microbatch + 120, 80, step, microbatch);
            slice(1, 1, "backward-send", t + 150 * microbatch + 200, 10, step, microbatch);
            slice(0, 1, "backward-recv", t + 150 * microbatch + 200, 10, step, microbatch);
            slice(0, 0, "backward-compute", t + 150 * microbatch + 210, 70, step, microbatch);
        }
        for (int stage = 0; stage < 2; ++stage) {
            slice(stage, 2, "grads-reduce-scatter", t + 500, 100, step, 0);
            slice(stage, 0, "optimizer", t + 600, 40, step, 0);
        }
    }
    return out + "]}";
}

struct Opened {
    QTemporaryDir dir;
    RanksDocument document;
    Opened() {
        if (!lanescope::testing::writeFile(dir.filePath("job.json"), twoStages())) qFatal("not written");
        RunContext context;
        const auto job = ranksview::loadRankJob({dir.filePath("job.json").toStdString()}, {}, context);
        if (!job.ok()) qFatal("%s", job.error().text().c_str());
        document.open(*job);
        for (const std::size_t record : document.shown()) {
            auto trace = ranksview::openRankTrace(document.job(), record, {}, context);
            if (!trace.ok()) qFatal("%s", trace.error().text().c_str());
            document.setTrace(record, *trace);
        }
    }
    const TraceStore& store(std::size_t record) const { return *document.trace(record)->trace.store; }
};

} // namespace

class PipelinePictures : public QObject {
    Q_OBJECT
private slots:
    void aRankHasItsOwnWorkAsStreamsOfOneGpu() {
        const Opened o;
        QCOMPARE(o.document.shown().size(), std::size_t{2});
        for (const std::size_t record : o.document.shown()) {
            QStringList rows;
            for (const Row& row : o.document.trace(record)->tree.rows())
                if (row.kind == RowKind::Stream) rows << QString::fromStdString(row.name);
            rows.sort();
            QCOMPARE(rows, (QStringList{"compute", "dp-comm", "pp-comm"}));
            const std::vector<DeviceWork> devices = collectDeviceWork(o.store(record));
            QCOMPARE(devices.size(), std::size_t{1}); // not that of the other rank
        }
        // Two steps of two microbatches each; overlapping nothing: 2 * (2 * (50 + 70) + 40) and 2 * (2 * (60 + 80) +
        // 40).
        const DeviceWork first = collectDeviceWork(o.store(0)).front(), second = collectDeviceWork(o.store(1)).front();
        const TimeRange all = o.store(0).extent();
        const GapThresholds gaps;
        QCOMPARE(fourNumbers(first, count(all.begin), count(all.end), gaps).computeNs, std::int64_t{560'000});
        QCOMPARE(fourNumbers(second, count(all.begin), count(all.end), gaps).computeNs, std::int64_t{640'000});
    }

    void operationsWearAKindAndTheFileStaysAsItIs() {
        const Opened o;
        std::map<std::string, WorkKind> kinds;
        const TraceStore& store = o.store(1);
        std::size_t ofOthers = 0;
        for (std::uint32_t row = 0; row < store.slices().size(); ++row) {
            const SliceId slice{row};
            if (isGpuWork(store.role(slice)))
                kinds[std::string(store.name(slice))] = store.kind(slice);
            else
                ++ofOthers;
        }
        QCOMPARE(kinds.at("forward-compute"), WorkKind::Gemm);
        QCOMPARE(kinds.at("backward-compute"), WorkKind::Attention);
        QCOMPARE(kinds.at("optimizer"), WorkKind::Optimizer);
        QCOMPARE(kinds.at("forward-recv"), WorkKind::Communication);
        QCOMPARE(kinds.at("grads-reduce-scatter"), WorkKind::Communication);
        QCOMPARE(kinds.count("forward-send"), std::size_t{0}); // of stage 0
        QCOMPARE(ofOthers, store.slices().size() / 2);
        QVERIFY(isPipelineTimeline(store)); // names and threads as in the file
    }

    void thePictureSaysForwardAndBackwardAndThePlaceOfEachRank() {
        Opened o;
        rankpictures::RanksView view;
        rankpictures::RanksWish wish;
        wish.time = rankpictures::RanksWish::Time::Whole;
        view.scale = TimeScale::fit(o.document.extent().begin, o.document.extent(), wish.width - view.headerWidth);
        paint::Fonts fonts;
        const auto picture = rankpictures::ranksPicture(o.document, view, wish, fonts);
        QVERIFY(picture.ok());
        QStringList labels;
        for (const pictures::Part& part : picture->parts)
            for (const scene::Layer& layer : part.scene.layers)
                for (const scene::Label& label : layer.labels) labels << QString::fromStdString(label.text);
        for (const char* words : {"forward", "backward", "optimizer", "communication", "pp 0", "pp 1"})
            QVERIFY2(labels.contains(words), qPrintable(labels.join('|')));
        QVERIFY(!labels.contains("GEMM") && !labels.contains("operator") && !labels.contains("GPU 1"));
    }
};

QTEST_MAIN(PipelinePictures)
#include "tst_pipeline_pictures.moc"
