// Previews while building, stopping, and real traces.
#include "core/session/load_trace.h"
#include "core/store/dump.h"
#include "tests/support/slow_builder.h"
#include "tests/support/trace_dsl.h"

#include <QtTest>

#include <chrono>
#include <filesystem>
#include <thread>

using namespace lanescope;
using namespace lanescope::testing;

namespace {

std::string withoutPartial(std::string dump) {
    const std::size_t at = dump.find("partial yes");
    if (at != std::string::npos) dump.replace(at, 11, "partial no");
    return dump;
}

std::string randomText(unsigned seed, std::size_t slices) {
    std::mt19937 random(seed);
    PlainRecipe recipe;
    recipe.slices = slices;
    recipe.span = static_cast<std::int64_t>(slices) * 5;
    recipe.threads = 5;
    recipe.python = true;
    return randomTrace(random, recipe).text();
}

} // namespace

class tst_builder_life : public QObject {
    Q_OBJECT

private slots:
    void aPreviewIsTheStoreOfWhatWasReadSoFar() {
        const std::string text = randomText(1, 900);
        DslOptions options;
        options.perBatch = 100;
        const DslBatches batches = batchesOf(text, options);
        QVERIFY(batches.batches.size() >= 9);
        TraceBuilder builder({2, {}, KindRules::builtin()});
        std::vector<std::shared_ptr<const TraceStore>> previews;
        std::vector<std::string> dumps;
        for (const RawBatch& batch : batches.batches) {
            builder.consume(batch);
            previews.push_back(builder.preview());
            dumps.push_back(dumpStore(*previews.back()));
        }
        builder.finish({}, {});
        RunContext context;
        const auto store = builder.takeStore(context);
        QVERIFY(store.ok());
        QVERIFY(previews[0]->partial() && !(*store)->partial());
        QCOMPARE(builder.eventsSoFar(), std::uint64_t{1200}); // 900 slices, 300 flow points
        QVERIFY(dumpStore(**store) == dumpStore(*storeOf(text)));
        QVERIFY(withoutPartial(dumps.back()) == dumpStore(**store));
        // Each is what a file that ends there gives, and stays so while the builder goes on.
        std::size_t end = 0;
        for (std::size_t i = 0; i < previews.size(); ++i) {
            for (std::size_t line = 0; line < 100 && end < text.size(); ++line) end = text.find('\n', end) + 1;
            QVERIFY(withoutPartial(dumps[i]) == dumpStore(*storeOf(text.substr(0, end))));
            QVERIFY(dumpStore(*previews[i]) == dumps[i]);
        }
    }

    void aStopGivesCancelledAndNoStore() {
        const DslBatches batches = batchesOf(randomText(2, 2000));
        for (const bool before : {true, false}) {
            TraceBuilder builder({2, {}, KindRules::builtin()});
            for (const RawBatch& batch : batches.batches) builder.consume(batch);
            builder.finish({}, {});
            std::stop_source stop;
            RunContext context(stop.get_token());
            if (before) stop.request_stop();
            std::jthread later([&] {
                std::this_thread::sleep_for(std::chrono::microseconds(300));
                stop.request_stop();
            });
            const auto store = builder.takeStore(context);
            if (before) QVERIFY(!store.ok());
            if (!store.ok()) QVERIFY(store.error().code == ErrorCode::Cancelled);
        }
    }

    void aStoppedPreviewIsNoneAndDoesNoHarm() {
        const DslBatches batches = batchesOf(randomText(3, 300));
        TraceBuilder builder({1, {}, KindRules::builtin()});
        for (const RawBatch& batch : batches.batches) builder.consume(batch);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!builder.preview(stop.get_token()));
        QVERIFY(builder.preview() != nullptr);
    }

    void realTracesKeepTheirRulesWithAnyNumberOfThreads_data() {
        QTest::addColumn<QString>("file");
        for (const char* file :
             {"hta/nccl_parser_config__nccl_data.json.gz",
              "hta/critical_path__cuda_event_sync__event_sync_trace.v1.json.gz",
              "hta/mtia_inference_trace__mtia_inference_rank_0.json.gz", "mutants/begin_end.json",
              "mutants/negative_missing_dur.json", "catapult/nestable_async.json", "catapult/big_trace.json",
              "speedscope/Chrome__65__simple-timeline.json", "tracelens/b200__eager_trace.json.gz",
              "tracelens/inference__graph_piecewise__graph_execution.json.gz",
              "tracelens/mi300__ddp_resnet18_no_pool__train_resnet18.json.gz",
              "ascend/level0_rank0_trace_view.json.gz"})
            QTest::newRow(file) << QString(file);
    }
    void realTracesKeepTheirRulesWithAnyNumberOfThreads() {
        QFETCH(QString, file);
        const std::filesystem::path path = std::filesystem::path(LANESCOPE_SHARED_DIR) / "traces" / file.toStdString();
        if (!std::filesystem::exists(path)) QSKIP("the shared folder with real traces is not there");
        std::string first;
        for (const unsigned threads : {1u, 4u}) {
            LoadOptions options;
            options.threads = threads;
            options.useIndex = false;
            RunContext context;
            const auto trace = loadTrace(path, options, context);
            QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text().c_str());
            const std::string broken = brokenInvariant(*trace->store);
            QVERIFY2(broken.empty(), broken.c_str());
            const std::string dump = dumpStore(*trace->store);
            if (threads == 1) first = dump;
            QVERIFY(dump == first);
        }
    }
};

QTEST_APPLESS_MAIN(tst_builder_life)
#include "tst_builder_life.moc"
