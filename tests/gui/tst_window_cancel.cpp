// Esc during a load of some size: the window is free at once, and no worker goes on. The figures are printed; the
// limits are wide, since this runs beside other tests. LANESCOPE_BIG_TRACE names another file to measure with.
#include "tests/gui/window_fixture.h"
#include "tests/support/sanitized.h"

#include <QElapsedTimer>

#include <algorithm>

using namespace lanescope;
using namespace lanescope::testing;

class TestWindowCancel : public QObject {
    Q_OBJECT
private slots:
    void escapeEndsALoadAndAllItsWork() {
        qputenv("LANESCOPE_CACHE_LIMIT", "off"); // an index would make the load too short to be stopped
        std::unique_ptr<SynthCase> made;
        QString path = qEnvironmentVariable("LANESCOPE_BIG_TRACE");
        if (path.isEmpty()) {
            synth::SynthOptions options;
            options.targetBytes = kSanitized ? 4'000'000 : 40'000'000;
            made = std::make_unique<SynthCase>(options, "big.json");
            path = QString::fromStdString(made->files.at(0).trace.string());
        }
        std::vector<double> cancelMs, workersMs;
        for (int i = 0; i < 5; ++i) {
            auto f = std::make_unique<WindowFixture>();
            f->w().openFiles({path});
            const bool begun = QTest::qWaitFor(
                [&] {
                    const auto p = f->w().loader().progress();
                    return !f->w().loader().isLoading() ? f->w().document().isOpen()
                                                        : p.totalBytes > 0 && p.doneBytes > p.totalBytes / 10;
                },
                60'000);
            QVERIFY(begun);
            if (!f->w().loader().isLoading()) continue; // it was over before it could be stopped
            QElapsedTimer clock;
            clock.start();
            QTest::keyClick(f->window.get(), Qt::Key_Escape);
            QVERIFY(!f->w().loader().isLoading());
            QVERIFY(!f->w().document().isOpen()); // nothing was open before
            cancelMs.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
            f.reset(); // waits for all workers
            workersMs.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        }
        if (cancelMs.empty()) QSKIP("every load was over before it could be stopped");
        std::sort(cancelMs.begin(), cancelMs.end());
        std::sort(workersMs.begin(), workersMs.end());
        qInfo("Esc until the window is free: %.1f ms, until all workers are gone and the window closed: %.1f ms "
              "(medians)",
              cancelMs[cancelMs.size() / 2], workersMs[workersMs.size() / 2]);
        if (!kSanitized) QVERIFY(workersMs[workersMs.size() / 2] < 5000);
    }
};

QTEST_MAIN(TestWindowCancel)
#include "tst_window_cancel.moc"
