// Every real trace comes back from its index as it was read, raw events included.
#include "core/cache/index_cache.h"
#include "core/session/load_trace.h"
#include "tests/support/small_store.h"

#include <QtTest>
#include <filesystem>

using namespace lanescope;
using namespace lanescope::cache;

class TstIndexRealTraces final : public QObject {
    Q_OBJECT

private slots:
    void everyTraceComesBackAsItWasRead() {
        const std::filesystem::path shared = std::filesystem::path(LANESCOPE_SHARED_DIR) / "traces";
        if (!std::filesystem::exists(shared)) QSKIP("the folder with real traces is missing");
        QTemporaryDir folder;
        const IndexCache cache({folder.path().toStdString(), std::uint64_t{1} << 30});
        int traces = 0;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(shared)) {
            if (!entry.is_regular_file() || entry.file_size() > 400'000) continue;
            LoadOptions options;
            options.useIndex = false;
            RunContext context;
            const auto read = loadTrace(entry.path(), options, context);
            if (!read) continue; // not a trace
            const IndexKey key{read->source, entry.path().filename().string(), 0, std::nullopt};
            QVERIFY2(cache.put(*read->store, key, read->text.get()).ok(), entry.path().c_str());
            const auto hit = cache.find(key, entry.path(), 1);
            QVERIFY2(hit && hit->text, entry.path().c_str());
            const std::string difference = test::storeDifference(*read->store, *hit->store);
            QVERIFY2(difference.empty(), (entry.path().string() + ": " + difference).c_str());
            for (const std::uint64_t at : {std::uint64_t{0}, read->store->info().textBytes / 2})
                QCOMPARE(*hit->text->read(at, 500), *read->text->read(at, 500));
            ++traces;
        }
        QVERIFY(traces > 20);
        qInfo("%d traces", traces);
    }
};

QTEST_APPLESS_MAIN(TstIndexRealTraces)
#include "tst_index_real_traces.moc"
