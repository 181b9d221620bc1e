// Jobs: results arrive on the GUI thread, newer ones make older ones irrelevant, stopping is quick.
#include "widgets/jobs/job_runner.h"
#include "widgets/jobs/trace_loader.h"

#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>

using namespace lanescope;
using jobs::JobRunner;
using jobs::TraceLoader;

namespace {

// Works until it is told to stop.
Result<int> untilStopped(RunContext& context) {
    while (!context.stopRequested()) QThread::msleep(1);
    return Error{ErrorCode::Cancelled, "stopped", {}, {}};
}

TraceLoader::LoadFunction slowLoad(std::atomic<int>& finished) {
    return [&finished](const std::filesystem::path&, const LoadOptions&, RunContext& context) -> Result<LoadedTrace> {
        context.progress().total = 1000;
        context.progress().done = 250;
        while (!context.stopRequested()) QThread::msleep(1);
        ++finished;
        return Error{ErrorCode::Cancelled, "stopped", {}, {}};
    };
}

} // namespace

class TestJobs : public QObject {
    Q_OBJECT
private slots:
    void aResultArrivesOnTheGuiThread() {
        JobRunner runner;
        QThread* worker = nullptr;
        QThread* receiver = nullptr;
        int value = 0;
        runner.start(
            "a", this,
            [&worker](RunContext&) -> Result<int> {
                worker = QThread::currentThread();
                return 42;
            },
            [&](Result<int> result) {
                receiver = QThread::currentThread();
                value = result.value();
            });
        QCOMPARE(value, 0); // never inside start()
        QVERIFY(runner.isRunning("a"));
        QTRY_COMPARE(value, 42);
        QVERIFY(runner.isIdle());
        QCOMPARE(receiver, QThread::currentThread());
        QVERIFY(worker != receiver);
    }

    void aNewerJobOfTheSlotMakesTheOlderOneIrrelevant() {
        JobRunner runner;
        QStringList arrived;
        runner.start("slot", this, untilStopped, [&](Result<int>) { arrived << "old"; });
        runner.start(
            "slot", this, [](RunContext&) -> Result<int> { return 1; }, [&](Result<int>) { arrived << "new"; });
        runner.start(
            "other", this, [](RunContext&) -> Result<int> { return 1; }, [&](Result<int>) { arrived << "other"; });
        QTRY_COMPARE(arrived.size(), 2);
        runner.waitForWorkers(); // the old one was stopped, not left running
        QCoreApplication::processEvents();
        QVERIFY(arrived.contains("new"));
        QVERIFY(arrived.contains("other"));
        QVERIFY(!arrived.contains("old"));
    }

    void aCancelledJobStops() {
        JobRunner runner;
        bool called = false;
        runner.start("a", this, untilStopped, [&](Result<int>) { called = true; });
        QTest::qWait(20);
        runner.cancel("a");
        QVERIFY(!runner.isRunning("a")); // at once, as far as anybody can see
        runner.waitForWorkers();         // would never end without the stop
        QCoreApplication::processEvents();
        QVERIFY(!called);
    }

    void aReceiverThatIsGoneGetsNothing() {
        JobRunner runner;
        bool called = false;
        auto receiver = std::make_unique<QObject>();
        runner.start(
            "a", receiver.get(), [](RunContext&) -> Result<int> { return 1; }, [&](Result<int>) { called = true; });
        receiver.reset();
        QTRY_VERIFY(runner.isIdle());
        QVERIFY(!called);
    }

    void theEndOfTheRunnerStopsItsJobs() {
        std::atomic<bool> stopped = false;
        {
            JobRunner runner;
            runner.start(
                "a", this,
                [&stopped](RunContext& context) -> Result<int> {
                    auto result = untilStopped(context);
                    stopped = true;
                    return result;
                },
                [](Result<int>) { QFAIL("delivered after the end"); });
            QTest::qWait(20);
        }
        QVERIFY(stopped);
    }

    void aLoadTellsHowFarItIsAndIsCancelled() {
        JobRunner runner;
        std::atomic<int> finished = 0;
        TraceLoader loader(runner, slowLoad(finished));
        QSignalSpy progressed(&loader, &TraceLoader::progressed);
        QSignalSpy cancelled(&loader, &TraceLoader::cancelled);
        loader.load("/nowhere/a.json", {});
        QTRY_VERIFY(progressed.count() >= 2);
        QCOMPARE(loader.progress().doneBytes, std::uint64_t{250});
        QCOMPARE(loader.progress().totalBytes, std::uint64_t{1000});
        QCOMPARE(loader.progress().fileName, QString("a.json"));
        QTRY_VERIFY(loader.progress().secondsLeft.has_value()); // after half a second
        QVERIFY(*loader.progress().secondsLeft >= 1);
        loader.cancel();
        QCOMPARE(cancelled.count(), 1);
        QVERIFY(!loader.isLoading());
        runner.waitForWorkers();
        QCOMPARE(finished.load(), 1);
        loader.cancel(); // nothing to cancel: nothing said
        QCOMPARE(cancelled.count(), 1);
    }

    void anErrorIsToldOnceAndPreviewsOfAnOlderLoadAreDropped() {
        JobRunner runner;
        int calls = 0;
        TraceLoader loader(runner,
                           [&calls](const auto&, const LoadOptions& options, RunContext&) -> Result<LoadedTrace> {
                               ++calls;
                               options.onPreview(nullptr);
                               return Error{ErrorCode::NotATrace, "expected a trace, found a recipe", "x.json", {}};
                           });
        QSignalSpy failed(&loader, &TraceLoader::failed);
        QSignalSpy previews(&loader, &TraceLoader::previewReady);
        loader.load("x.json", {});
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(failed[0][1].value<Error>().message, std::string("expected a trace, found a recipe"));
        QVERIFY(previews.count() <= 1);
        QCOMPARE(calls, 1);
        QTest::qWait(20);
        QCOMPARE(failed.count(), 1);
    }
};

QTEST_GUILESS_MAIN(TestJobs)
#include "tst_jobs.moc"
