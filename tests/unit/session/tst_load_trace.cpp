#include "core/session/index_writing.h"
#include "core/session/load_trace.h"
#include "core/store/dump.h"
#include "core/synth/synth.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace lanescope;

namespace {

LoadOptions withoutIndex() {
    LoadOptions options;
    options.threads = 2;
    options.useIndex = false;
    return options;
}

// Elements 0 .. n-1, one slice each, in a file of about `bytes`.
std::filesystem::path synthTrace(const QTemporaryDir& folder, const char* name, std::uint64_t bytes) {
    synth::SynthOptions options;
    options.targetBytes = bytes;
    options.withStack = true;
    RunContext context;
    const auto files = synth::write(options, folder.filePath(name).toStdString(), context);
    return files.ok() ? files->front().trace : std::filesystem::path();
}

} // namespace

class TestLoadTrace : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        m_big = synthTrace(m_folder, "big.json.gz", 120'000'000);
        QVERIFY(!m_big.empty());
    }

    void previewsGrowAndEndBeforeTheTraceDoes() {
        LoadOptions options = withoutIndex();
        std::vector<std::shared_ptr<const TraceStore>> previews;
        options.onPreview = [&](std::shared_ptr<const TraceStore> store) { previews.push_back(std::move(store)); };
        RunContext context;
        const auto trace = loadTrace(m_big, options, context);
        QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().text().c_str());
        QVERIFY(!previews.empty());
        QVERIFY(previews.size() <= 10);
        std::size_t slices = 0;
        for (const auto& preview : previews) {
            QVERIFY(preview->partial());
            QVERIFY(preview->slices().size() > slices);
            slices = preview->slices().size();
        }
        QVERIFY(!trace->store->partial());
        QVERIFY(trace->store->slices().size() > slices);
        QCOMPARE(context.progress().done.load(), context.progress().total.load());
        QCOMPARE(context.progress().events.load(), trace->store->counts().elements);
    }

    void previewsDoNotChangeTheTrace() {
        LoadOptions options = withoutIndex();
        RunContext quiet, shown;
        const auto without = loadTrace(m_big, options, quiet);
        options.onPreview = [](std::shared_ptr<const TraceStore>) {};
        const auto with = loadTrace(m_big, options, shown);
        QVERIFY(without.ok() && with.ok());
        QVERIFY(dumpStore(*without->store) == dumpStore(*with->store));
    }

    void aStopIsObeyedAtOnceAndKeepsNothing() {
        for (const int delayMs : {0, 5, 30, 80}) {
            std::stop_source source;
            RunContext context(source.get_token());
            std::jthread stopper([&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(delayMs));
                source.request_stop();
            });
            const auto trace = loadTrace(m_big, withoutIndex(), context);
            stopper.join();
            if (trace.ok()) continue; // a fast machine was done before
            QCOMPARE(trace.error().code, ErrorCode::Cancelled);
        }
    }

    void theRawTextOfAnyEventComesBack_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("plain") << "raw.json";
        QTest::newRow("gzip") << "raw.json.gz";
        QTest::newRow("zstd") << "raw.json.zst";
    }

    void theRawTextOfAnyEventComesBack() {
        QFETCH(QString, name);
        const auto path = synthTrace(m_folder, qPrintable(name), 7'000'000);
        RunContext context;
        const auto trace = loadTrace(path, withoutIndex(), context);
        QVERIFY(trace.ok());
        const TraceStore& store = *trace->store;
        const auto rows = static_cast<std::uint32_t>(store.slices().size());
        QVERIFY(rows > 5000);
        for (std::uint32_t row = 0; row < rows; row += 37) {
            const auto text = eventText(*trace, SliceId{row});
            QVERIFY2(text.ok(), text.ok() ? "" : text.error().text().c_str());
            const QJsonObject event = QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object();
            QCOMPARE(event["name"].toString().toStdString(), std::string(store.name(SliceId{row})));
            QCOMPARE(event["ph"].toString(), QString("X"));
        }
    }

    void theRawTextIsNotMadeUpWhenTheFileHasChanged() {
        const auto path = synthTrace(m_folder, "changing.json", 1'000'000);
        RunContext context;
        const auto trace = loadTrace(path, withoutIndex(), context);
        QVERIFY(trace.ok());
        QFile file(QString::fromStdString(path.string()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("something else");
        file.close();
        QVERIFY(!eventText(*trace, SliceId{0}).ok());
    }

    void aSecondOpenComesFromTheIndexAndIsTheSame() {
        QTemporaryDir cache;
        qputenv("LANESCOPE_CACHE_DIR", cache.path().toUtf8());
        LoadOptions options;
        options.threads = 2;
        RunContext context;
        const auto first = loadTrace(m_big, options, context);
        QVERIFY(first.ok());
        QVERIFY(!first->fromIndex);
        QVERIFY(first->indexWriting != nullptr);
        first->indexWriting->wait();
        QVERIFY(first->indexWriting->writtenBytes() > 1'000'000);
        RunContext again;
        const auto second = loadTrace(m_big, options, again);
        QVERIFY(second.ok());
        QVERIFY(second->fromIndex);
        QVERIFY(dumpStore(*first->store) == dumpStore(*second->store));
        QVERIFY(second->text != nullptr);
        QCOMPARE(*eventText(*second, SliceId{1000}), *eventText(*first, SliceId{1000}));

        // Other rules or another rank make another store: the index must not answer for them.
        LoadOptions ranked = options;
        ranked.rank = 5;
        const auto third = loadTrace(m_big, ranked, again);
        QVERIFY(third.ok());
        QVERIFY(!third->fromIndex);
        QCOMPARE(*third->store->info().rank, 5);
        auto rules = KindRules::withUserRules("memory: gemm\n");
        QVERIFY(rules.ok());
        LoadOptions ruled = options;
        ruled.rules = *rules;
        const auto fourth = loadTrace(m_big, ruled, again);
        QVERIFY(fourth.ok());
        QVERIFY(!fourth->fromIndex);
    }

    void givingATraceUpGivesUpItsIndexToo() {
        QTemporaryDir cache;
        qputenv("LANESCOPE_CACHE_DIR", cache.path().toUtf8());
        {
            RunContext context;
            const auto trace = loadTrace(m_big, LoadOptions{}, context);
            QVERIFY(trace.ok());
        }
        // Either it was done in time or nothing is there: never half of one.
        RunContext context;
        const auto trace = loadTrace(m_big, LoadOptions{}, context);
        QVERIFY(trace.ok());
        for (const QFileInfo& file : QDir(cache.path()).entryInfoList(QDir::Files))
            QVERIFY2(trace->fromIndex || trace->indexWriting, qPrintable(file.fileName()));
    }

    void whatIsNotThereIsNotFound() {
        RunContext context;
        const auto trace = loadTrace(m_folder.filePath("nowhere.json").toStdString(), withoutIndex(), context);
        QVERIFY(!trace.ok());
        QCOMPARE(trace.error().code, ErrorCode::NotFound);
        QVERIFY(!trace.error().hint.empty());
    }

private:
    QTemporaryDir m_folder;
    std::filesystem::path m_big;
};

QTEST_APPLESS_MAIN(TestLoadTrace)
#include "tst_load_trace.moc"
