// Real traces: counts, the slow twin, and the same result with any number of threads and any size of chunks.
#include "tests/support/load_recording.h"
#include "tests/support/slow_reader.h"
#include "tests/support/trace_manifest.h"

#include <QtTest>

using namespace lanescope::test;

class TstReaderTraces : public QObject {
    Q_OBJECT

private:
    static void needTraces() {
        if (manifest().empty()) QSKIP("no folder with real traces");
    }

private slots:
    void everyRealTraceLoadsWithAllItsElements() {
        needTraces();
        int checked = 0;
        for (const ManifestRow& row : manifest()) {
            if (!row.loads()) continue;
            const Recording r = loadFile(row.path, {.threads = 2});
            QVERIFY2(r.error.empty(), qPrintable(QString::fromStdString(row.file + ": " + r.error)));
            QVERIFY2(r.counts.elements == *row.events, row.file.c_str());
            QVERIFY2(r.counts.dropped == 0, row.file.c_str());
            ++checked;
        }
        QVERIFY(checked > 90);
    }

    void everyEventIsAsTheSlowReaderSeesIt() {
        needTraces();
        for (const ManifestRow& row : manifest()) {
            if (!row.loads() || std::filesystem::file_size(row.path) > 1'300'000) continue;
            const std::string text = wholeText(row.path);
            const auto slow = readSlowly(text);
            QVERIFY2(slow.has_value(), row.file.c_str());
            const Recording fast = loadText(text, {.threads = 2, .chunkBytes = 64 << 10});
            const std::string difference = differenceToSlow(fast, *slow);
            QVERIFY2(difference.empty(), (row.file + " " + difference).c_str());
        }
    }

    void theResultDoesNotDependOnThreadsOrChunks() {
        needTraces();
        for (const ManifestRow& row : manifest()) {
            if (!row.loads() || std::filesystem::file_size(row.path) > 400'000) continue;
            const std::string text = wholeText(row.path);
            const Recording one = loadText(text);
            for (const LoadSetup& setup :
                 {LoadSetup{.threads = 3, .chunkBytes = 32 << 10}, LoadSetup{.threads = 2, .chunkBytes = 4096},
                  LoadSetup{.chunkBytes = 1000}}) {
                const std::string difference = firstDifference(one, loadText(text, setup));
                QVERIFY2(difference.empty(), (row.file + " " + difference).c_str());
            }
        }
    }
};

QTEST_APPLESS_MAIN(TstReaderTraces)
#include "tst_reader_traces.moc"
