#include "core/session/index_writing.h"
#include "core/session/load_traces.h"
#include "core/store/dump.h"
#include "core/synth/synth.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lanescope;

class TestLoadTraces : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        synth::SynthOptions options;
        options.targetBytes = 12'000'000;
        options.ranks = 3;
        RunContext context;
        const auto files = synth::write(options, m_folder.filePath("job").toStdString(), context);
        QVERIFY2(files.ok(), files.ok() ? "" : files.error().text().c_str());
        for (const auto& file : *files) m_sources.push_back({file.trace, {}});
        QCOMPARE(m_sources.size(), std::size_t{3});
    }

    void ranksComeInTheirOrderAndAsIfOpenedAlone() {
        for (const unsigned threads : {1u, 2u, 5u}) {
            LoadOptions options;
            options.threads = threads;
            options.useIndex = false;
            RunContext context;
            std::vector<std::size_t> done;
            const auto traces =
                loadTraces(m_sources, options, context, [&](std::size_t source) { done.push_back(source); });
            QCOMPARE(traces.size(), std::size_t{3});
            std::uint64_t events = 0;
            for (std::size_t i = 0; i < 3; ++i) {
                QVERIFY2(traces[i].ok(), traces[i].ok() ? "" : traces[i].error().text().c_str());
                RunContext alone;
                const auto expected = loadTrace(m_sources[i].path, options, alone);
                QVERIFY(expected.ok());
                QVERIFY(dumpStore(*traces[i]->store) == dumpStore(*expected->store));
                events += alone.progress().events;
            }
            std::sort(done.begin(), done.end());
            QCOMPARE(done, (std::vector<std::size_t>{0, 1, 2}));
            QCOMPARE(context.progress().done.load(), std::uint64_t{3});
            QCOMPARE(context.progress().total.load(), std::uint64_t{3});
            QCOMPARE(context.progress().events.load(), events);
        }
    }

    void theSecondTimeAllRanksAreMappedFromTheirIndexes() {
        QTemporaryDir cache;
        qputenv("LANESCOPE_CACHE_DIR", cache.path().toUtf8());
        RunContext context;
        const auto first = loadTraces(m_sources, {}, context);
        for (const auto& trace : first) {
            QVERIFY(trace.ok());
            QVERIFY(!trace->fromIndex);
            QVERIFY(trace->indexWriting);
            trace->indexWriting->wait();
        }
        const auto second = loadTraces(m_sources, {}, context);
        for (std::size_t i = 0; i < second.size(); ++i) {
            QVERIFY(second[i].ok());
            QVERIFY(second[i]->fromIndex);
            QVERIFY(dumpStore(*first[i]->store) == dumpStore(*second[i]->store));
        }
    }

    void oneThatCannotBeReadDoesNotHarmTheOthers() {
        std::vector<TraceSource> sources = m_sources;
        sources[1].path = m_folder.filePath("missing.json").toStdString();
        RunContext context;
        const auto traces = loadTraces(sources, {}, context);
        QVERIFY(traces[0].ok());
        QVERIFY(!traces[1].ok());
        QCOMPARE(traces[1].error().code, ErrorCode::NotFound);
        QVERIFY(traces[2].ok());
    }

    void aStopEndsAllThatWait() {
        std::stop_source source;
        source.request_stop();
        RunContext context(source.get_token());
        for (const auto& trace : loadTraces(m_sources, {}, context)) {
            QVERIFY(!trace.ok());
            QCOMPARE(trace.error().code, ErrorCode::Cancelled);
        }
    }

    void loadsShareTheThreadsAndTheLastGetThemAll() {
        QCOMPARE(shareOfThreads(8, 16), 1u);
        QCOMPARE(shareOfThreads(8, 8), 1u);
        QCOMPARE(shareOfThreads(8, 3), 2u);
        QCOMPARE(shareOfThreads(8, 1), 8u);
        QCOMPARE(shareOfThreads(1, 0), 1u);
    }

private:
    QTemporaryDir m_folder;
    std::vector<TraceSource> m_sources;
};

QTEST_APPLESS_MAIN(TestLoadTraces)
#include "tst_load_traces.moc"
